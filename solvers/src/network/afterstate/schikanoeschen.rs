//! Schikanöschen: lines up to the end of the turn or to a card that is turned up, and what lies between each player and
//! its win.

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, InfoSet, Position, Stack};
use hinterhand_engine::{Game, Rng};

use super::{AfterstateInputs, Line, counted};
use crate::network::interaction::InteractionOptions;
use crate::search::rules::{Lines, Moves, Prospect, Quick, Rules, Standing, pass};

/// The steps of a count that have an input each.
const MAIN: usize = 12;
const DISCARD: usize = 12;
const SIDE: usize = 8;
const FACE_DOWN: usize = 8;
const COVERED: usize = 4;
const COVERING: usize = 8;
const PLACEABLE: usize = 6;
const EXPOSED: usize = 4;
const OWN_CARDS: usize = 24;
/// For each player: these steps, the heights of its three stacks and all its cards as parts of a deck, whether it holds a
/// card, and whether it has handed over the turn at such a position before.
const OF_A_PLAYER: usize =
    MAIN + DISCARD + SIDE + FACE_DOWN + COVERED + COVERING + PLACEABLE + EXPOSED + OWN_CARDS + 4 + 2;
/// The steps of the stacks on which any card may be put.
const PLACES: usize = 4;
/// Whether the player is the active one, the places for either case, the part of the cards on the final stacks, the lead by
/// rules of thumb.
const OF_BOTH: usize = 1 + 2 * PLACES + 2;

/// The cards of a player.
const DECK: f32 = 55.0;
/// The positions from which all actions are tried, and the lines that are compared.
const POSITIONS: usize = 60;
const LINES: usize = 24;

impl AfterstateInputs for Schikanoeschen {
    fn inputs(&self) -> usize {
        2 * OF_A_PLAYER + OF_BOTH
    }

    fn fill(&self, info_set: &InfoSet, inputs: &mut [f32]) {
        let (position, me) = (info_set.position(), info_set.seat());
        let standings = Standing::both(position);
        let (players, both) = inputs.split_at_mut(2 * OF_A_PLAYER);
        for (player, inputs) in [me, me.other()].into_iter().zip(players.chunks_exact_mut(OF_A_PLAYER)) {
            fill_player(&standings[player.index()], inputs);
        }
        let Standing { active, places, .. } = standings[me.index()];
        both[0] = f32::from(u8::from(active));
        let side = if active { 1 } else { 1 + PLACES };
        counted(&mut both[side..side + PLACES], places);
        let finished: usize = Stack::finals().map(|stack| position.cards(stack).count()).sum();
        both[OF_BOTH - 2] = finished as f32 / (2.0 * DECK);
        both[OF_BOTH - 1] = Prospect::CHOSEN.lead(position, me) as f32;
    }

    fn lines(&self, info_set: &InfoSet, _: &Actions, rng: &mut Rng) -> Vec<Line<Action>> {
        let world = self.sample(info_set, rng);
        if !world.awaits_action() {
            return Vec::new();
        }
        let find = |moves| Lines::from(self, &world, info_set.seat(), &Prospect::CHOSEN, POSITIONS, moves);
        let mut found = find(Moves::Fruitful);
        if found.all().iter().all(|line| line.repeats) {
            found = find(Moves::All);
        }
        let kept = found.without_needless_repeats().take(LINES);
        kept.map(|line| Line {
            first: line.actions[0],
            rest: line.actions[1..].to_vec(),
            reveals: line.gamble.is_some(),
        })
        .collect()
    }

    fn by_rules(&self, info_set: &InfoSet, legal: &Actions, rng: &mut Rng) -> Action {
        Quick.choose(self, info_set.position(), info_set.seat(), legal, rng)
    }

    fn play_line(&self, position: &mut Position, line: &Line<Action>) {
        for &action in std::iter::once(&line.first).chain(&line.rest) {
            self.play(position, action);
            pass(self, position);
        }
    }

    fn begins_turn(&self, position: &Position, _: &Actions) -> bool {
        position.awaits_action()
    }

    fn most(&self) -> f64 {
        1.0
    }

    fn options() -> InteractionOptions {
        InteractionOptions::turns()
    }
}

fn fill_player(standing: &Standing, inputs: &mut [f32]) {
    let own = standing.main + standing.discard + standing.side + usize::from(standing.held);
    let exposed = if standing.active { 0 } else { standing.exposed };
    let counts = [
        (MAIN, standing.main),
        (DISCARD, standing.discard),
        (SIDE, standing.side),
        (FACE_DOWN, standing.face_down),
        (COVERED, standing.covered),
        (COVERING, standing.covering),
        (PLACEABLE, standing.placeable),
        (EXPOSED, exposed),
        (OWN_CARDS, own),
    ];
    let mut rest = inputs;
    for (steps, count) in counts {
        let (first, others) = rest.split_at_mut(steps);
        counted(first, count);
        rest = others;
    }
    for (input, count) in rest.iter_mut().zip([standing.main, standing.discard, standing.side, own]) {
        *input = count as f32 / DECK;
    }
    rest[4] = f32::from(u8::from(standing.held));
    rest[5] = f32::from(u8::from(standing.repeats));
}
