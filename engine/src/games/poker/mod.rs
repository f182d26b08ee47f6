//! Small pokers of two players: a card each, a betting round, a card on the board, another betting round.
//!
//! [`Leduc`] and [`GenericPoker`] differ in pack, stakes and words; all else is shared. A pair with the
//! board wins, then the higher rank; equal ranks split the pot.

mod any;
mod generic;
mod kind;
mod leduc;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod pack;
mod table;

use table::Phase;

use crate::{
    ActionSet, Described, Event, EventOf, Game, GameInfo, OptionError, Player, Rng, Settings, StateHistory,
    Steps, Turn, Worlds,
};

pub use any::AnyVariant;
pub use generic::Generic;
pub use kind::Kind;
pub use leduc::Suits;
pub use pack::Pack;
pub use table::{Action, Choices, Stakes, Table};

/// Leduc poker (Southey et al. 2005): six cards, raises of 2, then 4.
pub type Leduc = Poker<Suits>;

/// Generic Poker (Lisý, Lanctot and Bowling 2015): Leduc poker with any number of cards, bets and raises.
pub type GenericPoker = Poker<Generic>;

/// Any of them.
pub type AnyPoker = Poker<AnyVariant>;

/// A small poker game, selected by the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Poker<V> {
    variant: V,
    pack: Pack,
    stakes: Stakes,
}

/// The variant of a small poker: its options, its pack and stakes, its words.
pub trait Variant: Copy + Sync {
    /// The description of the game.
    const INFO: GameInfo;

    /// The variant with these options.
    fn with_settings(settings: &Settings) -> Result<Self, OptionError>;

    /// The cards with which it is played.
    fn pack(&self) -> Pack;

    /// The sizes and the number of bets.
    fn stakes(&self) -> Stakes;

    /// The word of an action at `table`.
    fn word(&self, table: &Table, action: Action) -> String;
}

/// The information set of one player: the table without the other's card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet {
    seat: Player,
    table: Table,
}

impl InfoSet {
    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The table as far as it is known.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

impl<V: Variant> Poker<V> {
    /// The game with these options.
    pub fn new(variant: V) -> Poker<V> {
        Poker { variant, pack: variant.pack(), stakes: variant.stakes() }
    }

    /// The options.
    pub fn variant(&self) -> V {
        self.variant
    }
}

impl<V: Variant + Default> Default for Poker<V> {
    fn default() -> Poker<V> {
        Poker::new(V::default())
    }
}

impl<V: Variant> Described for Poker<V> {
    const INFO: GameInfo = V::INFO;

    fn with_settings(settings: &Settings) -> Result<Poker<V>, OptionError> {
        V::with_settings(settings).map(Poker::new)
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -f64::from(self.stakes.most())
    }
}

impl<V: Variant> Game for Poker<V> {
    type State = Table;
    type Action = Action;
    type Legal = Choices;
    /// The cards of both players, or the one on the board and none.
    type Chance = [Kind; 2];
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Table {
        Table::START
    }

    fn turn(&self, table: &Table) -> Turn {
        table.turn()
    }

    fn legal(&self, table: &Table) -> Choices {
        table.legal(&self.stakes)
    }

    fn play(&self, table: &mut Table, action: Action) {
        debug_assert!(self.legal(table).contains(action), "{action:?} is not legal");
        table.play(&self.stakes, action);
    }

    fn draw(&self, table: &Table, rng: &mut Rng) -> [Kind; 2] {
        let mut cards = [Kind::NONE; 2];
        for n in 0..table.cards_due() {
            cards[n] = self.pack.draw(table, cards[0], rng);
        }
        cards
    }

    fn reveal(&self, table: &mut Table, cards: &[Kind; 2]) {
        table.reveal(*cards);
    }

    fn payoff(&self, table: &Table, player: Player) -> f64 {
        match table.winner(|player| self.pack.strength(table, player)) {
            Some(winner) if winner == player => f64::from(table.paid(player.other())),
            Some(_) => -f64::from(table.paid(player)),
            None => 0.0,
        }
    }

    fn info_set(&self, table: &Table, player: Player) -> InfoSet {
        InfoSet { seat: player, table: table.seen_by(player) }
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Table {
        let mut table = info_set.table;
        if table.phase != Phase::Deal {
            table.cards[info_set.seat.other().index()] = self.pack.draw(&table, Kind::NONE, rng);
        }
        table
    }
}

impl<V: Variant> Worlds for Poker<V> {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Table, f64)>> {
        let table = info_set.table;
        if table.phase == Phase::Deal {
            return Some(vec![(table, 1.0)]);
        }
        let other = info_set.seat.other().index();
        let worlds = self.pack.draws(&table, &[]).into_iter().map(|(card, probability)| {
            let mut world = table;
            world.cards[other] = card;
            (world, probability)
        });
        let worlds: Vec<(Table, f64)> = worlds.collect();
        (worlds.len() <= limit).then_some(worlds)
    }
}

impl<V: Variant> Steps for Poker<V> {
    type Step = Kind;

    /// A card to player 0, one to player 1; later the one on the board.
    fn steps(&self, table: &Table, dealt: &[Kind]) -> Vec<(Kind, f64)> {
        if dealt.len() == table.cards_due() { Vec::new() } else { self.pack.draws(table, dealt) }
    }

    fn assemble(&self, _: &Table, dealt: &[Kind]) -> [Kind; 2] {
        let mut cards = [Kind::NONE; 2];
        cards[..dealt.len()].copy_from_slice(dealt);
        cards
    }
}

impl<V: Variant> StateHistory for Poker<V> {
    fn events(&self, table: &Table) -> Vec<(EventOf<Poker<V>>, f64)> {
        let (mut now, mut events) = (Table::START, Vec::new());
        let mut actions = table.actions();
        while now != *table {
            if let Turn::Chance = now.turn() {
                let cards = if now.phase == Phase::Deal { table.cards } else { [table.board, Kind::NONE] };
                let dealt = &cards[..now.cards_due()];
                let chance =
                    (0..dealt.len()).map(|n| self.pack.chance(dealt[n], &now, &dealt[..n])).product();
                now.reveal(cards);
                events.push((Event::Chance(cards), chance));
            } else {
                let action = actions.next().expect("the table remembers every action");
                now.play(&self.stakes, action);
                events.push((Event::Action(action), 1.0));
            }
        }
        events
    }
}
