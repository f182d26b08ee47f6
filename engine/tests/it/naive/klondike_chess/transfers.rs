//! Transfers and adds: turns that bring one card to a stack, an empty square or the enemy throne.

use super::action::{Action, Source, Target};
use super::card::{ACE, Card, KING};
use super::options::{Options, ThroneOrder};
use super::square::Square;
use super::stack::{fits_high, fits_low, is_mine, is_ring};
use super::table::Table;

/// Turn 4: one card to an adjacent place.
pub fn transfers(table: &Table, options: &Options, player: usize) -> Vec<Action> {
    let mut actions = vec![];
    for source in sources(table, options, player) {
        for target in targets(table, options, player, source) {
            if parties_allow(table, player, source, target) {
                actions.push(Action::Transfer { source, target });
            }
        }
    }
    actions
}

fn sources(table: &Table, options: &Options, player: usize) -> Vec<Source> {
    let mut sources = vec![];
    for square in table.stack_squares() {
        sources.extend(stack_sources(table.stack(square), square, options));
    }
    if !table.thrones[1 - player].is_empty() {
        sources.push(Source::EnemyThrone);
    }
    // C13: from the own throne only if so agreed.
    if options.defend_own_throne && !table.thrones[player].is_empty() {
        sources.push(Source::OwnThrone);
    }
    sources
}

// C9, C10: both ends, a single card being the low end; of a ring every card, by its name only.
fn stack_sources(stack: &[Card], square: Square, options: &Options) -> Vec<Source> {
    if options.ring_transfer && is_ring(stack) {
        stack.iter().map(|card| Source::Ring(square, *card)).collect()
    } else if stack.len() == 1 {
        vec![Source::Low(square)]
    } else {
        vec![Source::Low(square), Source::High(square)]
    }
}

// All stacks that the card fits, of either colour.
fn targets(table: &Table, options: &Options, player: usize, source: Source) -> Vec<Target> {
    let card = table.source_card(source, player);
    let mut targets = vec![];
    for square in origin(table, player, source).neighbours() {
        targets.extend(joins(table, square, card));
        if table.is_open(square) && may_split(table, options, player, source) {
            targets.push(Target::Empty(square));
        }
        let is_enemy_throne = square == table.board.thrones[1 - player];
        if is_enemy_throne && is_on_board(source) && throne_takes(table, options, player, card) {
            targets.push(Target::EnemyThrone);
        }
    }
    targets
}

// The square whose neighbours a transfer reaches.
fn origin(table: &Table, player: usize, source: Source) -> Square {
    match source {
        Source::Low(square) | Source::High(square) | Source::Ring(square, _) => square,
        Source::EnemyThrone => table.board.thrones[1 - player],
        Source::OwnThrone => table.board.thrones[player],
    }
}

fn is_on_board(source: Source) -> bool {
    !matches!(source, Source::EnemyThrone | Source::OwnThrone)
}

// The ends of a face-up stack where value and colour fit. C18: a face-down card takes none.
fn joins(table: &Table, square: Square, card: Card) -> Vec<Target> {
    let stack = table.stack(square);
    let mut targets = vec![];
    if !stack.is_empty() && fits_low(stack, card) {
        targets.push(Target::Low(square));
    }
    if !stack.is_empty() && fits_high(stack, card) {
        targets.push(Target::High(square));
    }
    targets
}

// C8: to an empty square from a stack of two or more, or from a throne, even its last card.
fn may_split(table: &Table, options: &Options, player: usize, source: Source) -> bool {
    options.split_to_empty && (!is_on_board(source) || table.party(source, player).len() >= 2)
}

// C14, C15: an ace of the own colour first, then the same suit in the agreed order.
fn throne_takes(table: &Table, options: &Options, player: usize, card: Card) -> bool {
    let follows = match table.thrones[1 - player].last() {
        None => card.value == ACE,
        Some(top) => card.suit == top.suit && value_follows(options.throne_order, top.value, card.value),
    };
    let is_direct = options.throne_order == ThroneOrder::KingDirect && card.value == KING;
    card.colour() == player && (follows || is_direct)
}

fn value_follows(order: ThroneOrder, top: usize, value: usize) -> bool {
    match order {
        ThroneOrder::Consecutive | ThroneOrder::KingDirect => value == top + 1,
        ThroneOrder::Ascending => value > top,
    }
}

// C12: the source or the target stack contains a card of mine; an empty square and a throne as target have
// none.
fn parties_allow(table: &Table, player: usize, source: Source, target: Target) -> bool {
    let target_party = match target {
        Target::Low(square) | Target::High(square) => table.stack(square),
        Target::Empty(_) | Target::EnemyThrone => &[],
    };
    is_mine(table.party(source, player), player) || is_mine(target_party, player)
}

/// Turn 5: the top waste card to a start space of its colour that is empty or has a stack that it fits.
pub fn adds(table: &Table, options: &Options, player: usize) -> Vec<Action> {
    let Some(card) = table.waste.last().copied() else { return vec![] };
    // C17: by either player, or only by the player whose colour it is.
    if !options.add_any_colour && card.colour() != player {
        return vec![];
    }
    let mut targets = vec![];
    for square in &table.board.starts[card.colour()] {
        targets.extend(joins(table, *square, card));
        if table.is_open(*square) {
            targets.push(Target::Empty(*square));
        }
    }
    targets.into_iter().map(Action::Add).collect()
}
