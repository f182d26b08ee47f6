//! Klondike Chess: the race to the thrones, and where the cards are that each player needs next.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Card, CardSet, InfoSet, Legal, Position, Square};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::{AfterstateInputs, Line, counted};
use crate::network::interaction::InteractionOptions;
use crate::search::evaluation::{Evaluation, Obstacles, Race, Run};
use crate::search::rules::{KlondikeChessRules, Rules};

/// The cards needed next that have inputs.
const NEXT: usize = 4;
/// Where such a card is: free on the board, covered, face down, on top of the waste, in the waste, not seen; its distance
/// from the enemy throne; who can move it; whether it lies beside the throne.
const KINDS: usize = 6;
const DISTANCES: usize = 7;
const OF_A_CARD: usize = KINDS + DISTANCES + 3;
/// The steps of the open and the empty squares around the enemy throne, and of the usable start spaces.
const GATES: usize = 5;
const ROOM: usize = 4;
/// For each player: the cards laid, its obstacles, whether it has shown a king, the turns for both suits, and the cards
/// needed next.
const OF_A_PLAYER: usize = Card::VALUES + 2 * GATES + ROOM + 3 + 1 + 2 + NEXT * OF_A_CARD;
/// Whether the player moves; whether the position has occurred before; the steps of reshuffles; turns, those without an
/// irreversible action, the waste and the lead by rules of thumb.
const RESHUFFLES: usize = 3;
const OF_BOTH: usize = 2 + RESHUFFLES + 4;

/// The actions by rules of thumb that are compared, and the number of those at which the others are looked at too.
const ACTIONS: usize = 20;
const FEW: usize = 5;

impl AfterstateInputs for KlondikeChess {
    fn inputs(&self) -> usize {
        2 * OF_A_PLAYER + OF_BOTH
    }

    fn fill(&self, info_set: &InfoSet, inputs: &mut [f32]) {
        let (position, me) = (info_set.position(), info_set.seat());
        let runs = Race::CHOSEN.runs(self, position);
        let (players, both) = inputs.split_at_mut(2 * OF_A_PLAYER);
        for (player, inputs) in [me, me.other()].into_iter().zip(players.chunks_exact_mut(OF_A_PLAYER)) {
            fill_player(self, position, player, &runs[player.index()], inputs);
        }
        let mut payoffs = [0.0; 2];
        Race::CHOSEN.estimate(self, position, &mut payoffs);
        both[0] = f32::from(u8::from(self.turn(position) == Turn::Player(me)));
        both[1] = f32::from(u8::from(position.occurrences() > 1));
        counted(&mut both[2..2 + RESHUFFLES], position.reshuffles());
        both[OF_BOTH - 4] = position.turns() as f32 / f32::from(self.options().max_plies);
        both[OF_BOTH - 3] = position.since_last_step() as f32 / 50.0;
        both[OF_BOTH - 2] = position.waste().len() as f32 / 44.0;
        both[OF_BOTH - 1] = payoffs[me.index()] as f32;
    }

    fn lines(&self, info_set: &InfoSet, legal: &Legal, rng: &mut Rng) -> Vec<Line<Action>> {
        if let Action::Set(_) = legal.nth(0) {
            return Vec::new();
        }
        let world = self.sample(info_set, rng);
        let rules = KlondikeChessRules { actions: ACTIONS, ..KlondikeChessRules::default() };
        let mut actions = rules.shortlist(self, &world, info_set.seat(), legal);
        if actions.len() < FEW {
            let others: Vec<Action> = legal.iter().filter(|action| !actions.contains(action)).collect();
            actions.extend(others);
        } else if legal.contains(Action::Claim) {
            actions.push(Action::Claim);
        }
        // A king on the throne wins or loses by a king of the other that may lie face down.
        let is_known = info_set.position().has_shown_king(info_set.seat().other());
        let is_doubtful = |action: &Action| matches!(action, Action::Lay(card) if card.value() == Card::VALUES && !is_known);
        actions.extend(legal.iter().filter(|action| is_doubtful(action) && !actions.contains(action)).last());
        let reveals = |action| action == Action::Draw || is_doubtful(&action);
        actions.into_iter().map(|action| Line::of(action, reveals(action))).collect()
    }

    fn by_rules(&self, info_set: &InfoSet, legal: &Legal, rng: &mut Rng) -> Action {
        let world = self.sample(info_set, rng);
        KlondikeChessRules::default().choose(self, &world, info_set.seat(), legal, rng)
    }

    fn begins_turn(&self, _: &Position, legal: &Legal) -> bool {
        !matches!(legal.nth(0), Action::Set(_))
    }

    fn most(&self) -> f64 {
        1.0
    }

    fn options() -> InteractionOptions {
        InteractionOptions::turns()
    }
}

fn fill_player(game: &KlondikeChess, position: &Position, player: Player, run: &Run, inputs: &mut [f32]) {
    let Run { suit, near, other, obstacles: Obstacles { gates, empty, ready, room, shut, kingless } } = *run;
    let laid = position.throne(player.other()).len();
    let mut rest = inputs;
    for (steps, count) in [(Card::VALUES, laid), (GATES, gates), (GATES, empty), (ROOM, room)] {
        let (first, others) = rest.split_at_mut(steps);
        counted(first, count);
        rest = others;
    }
    let shown = position.has_shown_king(player);
    for (input, holds) in rest.iter_mut().zip([ready, shut, kingless, shown]) {
        *input = f32::from(u8::from(holds));
    }
    rest[4] = near as f32 / 60.0;
    rest[5] = other as f32 / 60.0;
    let throne = game.options().board.throne(player.other());
    let needed = (laid + 1..=Card::VALUES).map(|value| Card::new(value, suit));
    for (card, inputs) in needed.zip(rest[6..].chunks_exact_mut(OF_A_CARD)) {
        fill_card(game, position, player, card, throne, inputs);
    }
}

fn fill_card(
    game: &KlondikeChess,
    position: &Position,
    player: Player,
    card: Card,
    throne: Square,
    inputs: &mut [f32],
) {
    let lying = |square: Square| position.face_down_squares() & square.bit() != 0;
    let starts = game.options().board.starts(player);
    let set = position.set_by(player).find(|&(space, set)| set == card && lying(starts[space]));
    let (kind, square) = match (position.square_of(card), set) {
        (Some(square), _) if position.loose().contains(card) => (0, Some(square)),
        (Some(square), _) => (1, Some(square)),
        (None, Some((space, _))) => (2, Some(starts[space])),
        (None, None) if position.waste().last() == Some(&card) => (3, None),
        (None, None) if position.waste().contains(&card) => (4, None),
        (None, None) => (5, None),
    };
    inputs[kind] = 1.0;
    if let Some(square) = square {
        let far = |of: fn(usize) -> usize| of(square.index()).abs_diff(of(throne.index()));
        let distance = far(|index| index % 8).max(far(|index| index / 8));
        inputs[KINDS + distance.clamp(1, DISTANCES) - 1] = 1.0;
        let movable = |player: Player| -> CardSet { position.movable_by(player) };
        let facts = [
            movable(player).contains(card),
            movable(player.other()).contains(card),
            game.around_throne(player.other()) & square.bit() != 0,
        ];
        for (input, holds) in inputs[KINDS + DISTANCES..].iter_mut().zip(facts) {
            *input = f32::from(u8::from(holds));
        }
    }
}
