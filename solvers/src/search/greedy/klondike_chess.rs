//! Klondike Chess: straight to the enemy throne.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Card, CardSet, InfoSet, Legal, Position, Square};
use hinterhand_engine::{ActionSet, Player, Rng};

use super::Greedy;

/// Plays the first action of a priority list that brings cards to the enemy throne.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedyKlondikeChess;

impl Greedy<KlondikeChess> for GreedyKlondikeChess {
    fn rule(&self) -> &'static str {
        "Does the first that it can of: lay a card on the enemy throne; bring a card that can be laid next nearer to \
         it; turn over a card; add a card of its colour from the waste; clear a start space of its own; draw; turn \
         the waste over; anything else but claim a draw. It sets any four cards, and lays no king while the other \
         has shown none"
    }

    fn choose(&self, game: &KlondikeChess, info_set: &InfoSet, legal: &Legal, rng: &mut Rng) -> Action {
        let (me, position) = (info_set.seat(), info_set.position());
        let rank = |action| rank(game, position, me, action);
        let best = legal.iter().map(rank).min().expect("a decision has at least one action");
        let wanted: Vec<Action> = legal.iter().filter(|&action| rank(action) == best).collect();
        wanted[rng.below(wanted.len() as u32) as usize]
    }
}

/// The place of an action on the list, and how far from the throne it brings a card.
fn rank(game: &KlondikeChess, position: &Position, me: Player, action: Action) -> (usize, usize) {
    let starts = game.options().board.starts(me).iter().fold(0, |all, start| all | start.bit());
    let mine = |card: Card| card.owner() == me;
    match action {
        Action::Lay(card) if card.value() == Card::VALUES && !game.has_had_king(position, me.other()) => {
            (8, 0)
        }
        Action::Lay(_) => (0, 0),
        Action::Move(low, to) => {
            let next = next(position, me);
            let carried =
                position.stack_of(low).any(|card| next.contains(card) && position.loose().contains(card));
            let from = position.square_of(low).map_or(0, |from| far(game, me, from));
            let far = far(game, me, to);
            let at_start = position.square_of(low).is_some_and(|square| starts & square.bit() != 0);
            match () {
                () if carried && far < from => (1, far),
                () if at_start && starts & to.bit() == 0 => (4, 0),
                () => (7, 0),
            }
        }
        Action::Flip(_) => (2, 0),
        Action::Add(_) | Action::AddLow(_) | Action::AddHigh(_)
            if position.waste().last().is_some_and(|&card| mine(card)) =>
        {
            (3, 0)
        }
        Action::Draw => (5, 0),
        Action::Reshuffle => (6, 0),
        // Laid cards stay there.
        Action::Take(_) | Action::TakeLow(_) | Action::TakeHigh(_) => (8, 0),
        Action::Claim => (9, 0),
        _ => (7, 0),
    }
}

/// The cards that may be laid next on the enemy throne.
fn next(position: &Position, me: Player) -> CardSet {
    let throne = position.throne(me.other());
    match throne.iter().last() {
        None => CardSet::ACES & CardSet::colour(me),
        Some(top) if top.value() < Card::VALUES => CardSet::of(Card::new(top.value() + 1, top.suit())),
        Some(_) => CardSet::EMPTY,
    }
}

/// The king's steps from a square to the squares around the enemy throne.
fn far(game: &KlondikeChess, me: Player, from: Square) -> usize {
    let steps = |to: Square| {
        let (files, ranks) =
            ((from.index() % 8).abs_diff(to.index() % 8), (from.index() / 8).abs_diff(to.index() / 8));
        files.max(ranks)
    };
    steps(game.options().board.throne(me.other())).saturating_sub(1)
}
