//! Both players get one to three coins in secret; the first may hide its, show them or leave, and the second
//! bets that it itself has more or less. Level coins are less.

use hinterhand_engine::{ActionList, Event, EventOf, Game, Notation, Player, Rng, Steps, Turn, WordError};

/// The rules.
pub struct Coins;

/// The coins of both, and what was done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    coins: [u8; 2],
    acts: Vec<Act>,
}

/// An action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Act {
    /// Keep the coins covered.
    #[default]
    Hide,
    /// End the game.
    Leave,
    /// Let the other see the coins.
    Show,
    /// Bet on less.
    Less,
    /// Bet on more.
    More,
}

impl Game for Coins {
    type State = Table;
    type Action = Act;
    type Legal = ActionList<Act, 3>;
    type Chance = [u8; 2];
    /// Whose, its coins, the other's if shown, and the number of actions.
    type InfoSet = (Player, u8, Option<u8>, Vec<Act>);

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Table {
        Table::default()
    }

    fn turn(&self, table: &Table) -> Turn {
        match table.acts.as_slice() {
            _ if table.coins == [0, 0] => Turn::Chance,
            [] => Turn::Player(Player::FIRST),
            [Act::Hide | Act::Show] => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }

    fn legal(&self, table: &Table) -> ActionList<Act, 3> {
        let acts: &[Act] =
            if table.acts.is_empty() { &[Act::Hide, Act::Leave, Act::Show] } else { &[Act::Less, Act::More] };
        acts.iter().copied().collect()
    }

    fn play(&self, table: &mut Table, act: Act) {
        table.acts.push(act);
    }

    fn draw(&self, _: &Table, rng: &mut Rng) -> [u8; 2] {
        rng.below_each([3, 3]).map(|n| n as u8 + 1)
    }

    fn reveal(&self, table: &mut Table, coins: &[u8; 2]) {
        table.coins = *coins;
    }

    fn payoff(&self, table: &Table, player: Player) -> f64 {
        let [mine, yours] = table.coins;
        let right = match table.acts.last() {
            Some(Act::More) => yours > mine,
            Some(Act::Less) => yours <= mine,
            _ => return 0.0,
        };
        // The fewer coins it had, the more a wrong bet costs; a right one is worth half.
        let won = if right { 0.5 } else { -1.0 / f64::from(yours) };
        if player == Player::SECOND { won } else { -won }
    }

    fn info_set(&self, table: &Table, player: Player) -> Self::InfoSet {
        let mut acts = table.acts.clone();
        let shown = acts.first() == Some(&Act::Show);
        if player == Player::SECOND && acts.first() == Some(&Act::Leave) {
            acts[0] = Act::Hide; // it only sees that something happened
        }
        let other = (shown && player == Player::SECOND).then_some(table.coins[0]);
        (player, table.coins[player.index()], other, acts)
    }

    fn sample(&self, (player, mine, yours, acts): &Self::InfoSet, rng: &mut Rng) -> Table {
        if *mine == 0 {
            return self.start();
        }
        let mut coins = [*mine; 2];
        coins[player.other().index()] = yours.unwrap_or_else(|| rng.below(3) as u8 + 1);
        let mut acts = acts.clone();
        // As long as nothing follows, hiding looks like leaving, and was as likely.
        if *player == Player::SECOND && acts == [Act::Hide] && rng.below(2) == 0 {
            acts[0] = Act::Leave;
        }
        Table { coins, acts }
    }
}

impl Steps for Coins {
    type Step = u8;

    fn steps(&self, _: &Table, dealt: &[u8]) -> Vec<(u8, f64)> {
        if dealt.len() == 2 { Vec::new() } else { [1, 2, 3].map(|coins| (coins, 1.0 / 3.0)).to_vec() }
    }

    fn assemble(&self, _: &Table, dealt: &[u8]) -> [u8; 2] {
        [dealt[0], dealt[1]]
    }
}

impl Notation for Coins {
    fn action_word(&self, _: &Table, act: Act) -> String {
        format!("{act:?}").to_lowercase()
    }

    fn chance_word(&self, _: &Table, [mine, yours]: &[u8; 2]) -> String {
        format!("coins:{mine}/{yours}")
    }

    fn read_chance(&self, _: &Table, word: &str) -> Result<[u8; 2], WordError> {
        Err(WordError::broken(word, "this game is not read"))
    }

    fn noticed(&self, before: &Table, event: &EventOf<Self>, _: &Table, player: Player) -> String {
        match event {
            Event::Chance(coins) => format!("coins:{}", coins[player.index()]),
            Event::Action(Act::Show) => format!("show:{}", before.coins[0]),
            Event::Action(Act::Hide | Act::Leave) if player == Player::SECOND => "moved".to_owned(),
            Event::Action(act) => self.action_word(before, *act),
        }
    }

    fn position_text(&self, table: &Table) -> String {
        format!("{table:?}")
    }

    fn table_text(&self, info_set: &Self::InfoSet) -> String {
        format!("{info_set:?}")
    }

    fn retold(&self, told: &[String], _: &Table) -> Vec<String> {
        told.to_vec()
    }

    fn check(&self, _: &Table) -> Result<(), String> {
        Ok(())
    }
}
