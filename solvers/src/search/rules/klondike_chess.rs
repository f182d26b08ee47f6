//! Klondike Chess by rules of thumb: the cards needed next are brought to the enemy throne, and of the actions that
//! serve this or hinder the other the one after which the race stands best is taken.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Card, CardSet, Legal, Position, Square};
use hinterhand_engine::tricks::Suit;
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::Rules;
use crate::search::Evaluation;
use crate::search::evaluation::Race;

/// The player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KlondikeChessRules {
    /// The evaluation of the race.
    pub race: Race,
    /// The number of actions that are weighed.
    pub actions: usize,
}

impl Default for KlondikeChessRules {
    fn default() -> KlondikeChessRules {
        KlondikeChessRules { race: Race::CHOSEN, actions: 12 }
    }
}

impl Rules<KlondikeChess> for KlondikeChessRules {
    fn choose(
        &self,
        game: &KlondikeChess,
        position: &Position,
        player: Player,
        legal: &Legal,
        rng: &mut Rng,
    ) -> Action {
        if let Action::Set(_) = legal.nth(0) {
            return set(position, player, legal);
        }
        let lead = self.lead(game, position, player);
        if lead < 0.0 && legal.contains(Action::Claim) {
            return Action::Claim;
        }
        let actions = self.shortlist(game, position, player, legal);
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        for &action in &actions {
            let next = played(game, position, action, rng);
            let worth = self.after(game, &next, player, lead > 0.0);
            if worth > most {
                (best, most) = (Some(action), worth);
            }
        }
        if most < REPEATED / 2.0 {
            // Each of them repeats a position or loses: any other action that does not.
            let others = legal.iter().filter(|action| *action != Action::Claim && !actions.contains(action));
            for action in others {
                let worth = self.after(game, &played(game, position, action, rng), player, lead > 0.0);
                if worth > most {
                    (best, most) = (Some(action), worth);
                }
            }
        }
        best.unwrap_or_else(|| legal.nth(0))
    }
}

/// The worth of a repetition for a player that is ahead; less than any other but a loss.
const REPEATED: f64 = -3.0;

impl KlondikeChessRules {
    /// The lead of `player`, from -1 to 1.
    pub fn lead(&self, game: &KlondikeChess, position: &Position, player: Player) -> f64 {
        let mut payoffs = [0.0; 2];
        self.race.estimate(game, position, &mut payoffs);
        payoffs[player.index()]
    }

    /// The worth of a position after an action of `player`.
    fn after(&self, game: &KlondikeChess, next: &Position, player: Player, ahead: bool) -> f64 {
        match game.turn(next) {
            Turn::Over => 5.0 * game.payoff(next, player) - if ahead { 0.9 } else { 0.0 },
            _ if ahead && next.occurrences() > 1 => REPEATED,
            _ => self.lead(game, next, player),
        }
    }

    /// The actions that are weighed, the first by a list of priorities.
    pub fn shortlist(
        &self,
        game: &KlondikeChess,
        position: &Position,
        player: Player,
        legal: &Legal,
    ) -> Vec<Action> {
        let aims = [Aim::of(game, position, player), Aim::of(game, position, player.other())];
        let mut ranked: Vec<(u32, Action)> = legal
            .iter()
            .filter_map(|action| Some((rank(game, position, player, &aims, action)?, action)))
            .collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.truncate(self.actions);
        ranked.into_iter().map(|(_, action)| action).collect()
    }
}

/// The card to set: one king, so that the other is not free to claim a draw, and low cards, which are needed first.
fn set(position: &Position, player: Player, legal: &Legal) -> Action {
    let has_king = position.set_by(player).any(|(_, card)| card.value() == Card::VALUES);
    let value = |action: &Action| match action {
        Action::Set(card) if card.value() == Card::VALUES && !has_king => 0,
        Action::Set(card) => card.value(),
        _ => Card::VALUES + 1,
    };
    legal.iter().min_by_key(value).expect("a decision has at least one action")
}

/// Plays an action and what chance decides after it.
fn played(game: &KlondikeChess, position: &Position, action: Action, rng: &mut Rng) -> Position {
    let mut next = position.clone();
    game.play(&mut next, action);
    while game.turn(&next) == Turn::Chance {
        game.deal(&mut next, rng);
    }
    next
}

/// The aims of a player.
struct Aim {
    /// The cards that it needs next.
    next: [Option<Card>; 4],
    /// The squares around the enemy throne.
    around: u64,
    throne: Square,
    starts: u64,
}

impl Aim {
    fn of(game: &KlondikeChess, position: &Position, player: Player) -> Aim {
        let throne = position.throne(player.other());
        let colour = CardSet::colour(player);
        let suits = Suit::ALL.into_iter().filter(|&suit| Card::new(1, suit).owner() == player);
        let near = |&suit: &Suit| {
            let of_suit = |cards: CardSet| cards.iter().filter(|card| card.suit() == suit).count();
            100 * of_suit(throne) + of_suit(position.on_board() & colour)
        };
        let suit = suits.max_by_key(near).expect("a colour has two suits");
        let laid = throne.len();
        let next = std::array::from_fn(|n| {
            let value = laid + 1 + n;
            (value <= Card::VALUES).then(|| Card::new(value, suit))
        });
        let board = &game.options().board;
        Aim {
            next,
            around: game.around_throne(player.other()),
            throne: board.throne(player.other()),
            starts: board.starts(player).iter().fold(0, |all, start| all | start.bit()),
        }
    }

    /// How soon the card is needed, from 0.
    fn need(&self, card: Card) -> Option<usize> {
        self.next.iter().position(|&next| next == Some(card))
    }

    /// How soon a card of this stack is needed.
    fn need_of_stack(&self, position: &Position, low: Card) -> Option<usize> {
        position.stack_of(low).filter_map(|card| self.need(card)).min()
    }
}

/// The place of an action among those to weigh, if it is one.
fn rank(
    game: &KlondikeChess,
    position: &Position,
    me: Player,
    [mine, others]: &[Aim; 2],
    action: Action,
) -> Option<u32> {
    Some(match action {
        Action::Lay(card) if card.value() == Card::VALUES && !game.has_had_king(position, me.other()) => {
            return None;
        }
        Action::Lay(_) => 0,
        Action::Move(low, to) => {
            let from = position.square_of(low)?;
            let (my_need, their_need) =
                (mine.need_of_stack(position, low), others.need_of_stack(position, low));
            let at_gate = mine.around & from.bit() != 0;
            match (my_need, their_need) {
                (Some(need), _) if mine.around & to.bit() != 0 && !at_gate => 1 + need as u32,
                (_, Some(need)) if far(others.throne, to) > 2 && far(others.throne, from) <= 2 => {
                    3 + need as u32
                }
                (Some(need), _) if far(mine.throne, to) < far(mine.throne, from) => 10 + need as u32,
                (None, _) if at_gate && far(mine.throne, to) > 2 => 12 + spread(to),
                (_, Some(need)) if far(others.throne, to) > far(others.throne, from) => {
                    14 + need as u32 + spread(to)
                }
                (_, None) if others.around & to.bit() != 0 && others.around & from.bit() == 0 => {
                    16 + spread(to)
                }
                _ if mine.starts & from.bit() != 0 && mine.starts & to.bit() == 0 => 18 + spread(to),
                _ => return None,
            }
        }
        Action::Add(_) | Action::AddLow(_) | Action::AddHigh(_) => {
            let top = *position.waste().last()?;
            match (mine.need(top), others.need(top)) {
                (Some(_), _) => 2,
                // Before the other has had a king, the throne cannot be won.
                _ if top.value() == Card::VALUES && top.owner() != me => {
                    if game.has_had_king(position, me.other()) { 20 } else { 1 }
                }
                (_, Some(_)) => 20,
                _ if top.owner() == me => 6,
                _ => 20,
            }
        }
        Action::Flip(_) => 7,
        Action::Split(card, to) => {
            let frees = position.stack_of(card).any(|other| other != card && mine.need(other).is_some());
            match mine.need(card) {
                Some(need) if mine.around & to.bit() != 0 => 2 + need as u32,
                Some(need) => 8 + need as u32,
                None if frees => 5 + spread(to),
                None => 19 + spread(to),
            }
        }
        Action::JoinLow(_, card) | Action::JoinHigh(_, card) => {
            let near = others.need_of_stack(position, card);
            match (mine.need(card), near) {
                (_, Some(need)) => 4 + need as u32,
                (Some(_), _) => 9,
                _ => 11,
            }
        }
        Action::Draw => 13,
        Action::Reshuffle => 15,
        Action::Take(_) | Action::TakeLow(_) | Action::TakeHigh(_) => 25,
        Action::OwnLow(_) | Action::OwnHigh(_) => 3,
        Action::Pass => 24,
        Action::Claim | Action::Set(_) => return None,
    })
}

/// Tells alike moves apart, so that few of them are weighed.
fn spread(to: Square) -> u32 {
    4 * (to.index() as u32 * 5 % 8)
}

/// The steps of a king from one square to the other.
fn far(from: Square, to: Square) -> usize {
    let (files, ranks) =
        ((from.index() % 8).abs_diff(to.index() % 8), (from.index() / 8).abs_diff(to.index() / 8));
    files.max(ranks)
}
