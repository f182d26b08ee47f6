//! A strategy for every information set of a hand, in flat columns.

use std::sync::OnceLock;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Action, Actions, CardSet, InfoSet, Table as _};
use hinterhand_engine::{ActionSet, Game, Player, Turn};
use hinterhand_solvers::parallel;

use crate::position::endings::{Ending, Endings, ending};
use crate::position::layout::Layout;
use crate::position::pairs::{Pair, is_own_image};
use crate::position::path::{Names, Path};
use crate::position::rules::{CheckOut, Payoff, Rules};
use crate::position::subsets::number;
use crate::position::walk::CLOSE;
use crate::solution::columns::{ColumnError, Columns};
use crate::solution::judge::{Root, Strategy, Verdict, best, judge, value};

/// A strategy of both players for a whole hand of Kinderschnapsen.
#[derive(Clone, Debug)]
pub struct Solution<'a> {
    pub(crate) rules: Rules,
    pub(crate) layout: Layout,
    columns: Columns<'a>,
    /// True if the strategy is its own mirror image; determined on first use.
    image: OnceLock<bool>,
}

/// A decision: up to four actions with their probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    len: usize,
    actions: [(Action, f32); 4],
}

impl Advice {
    /// Only this one of the legal actions, of which there are up to four.
    #[inline]
    fn only(action: Action, legal: Actions) -> Advice {
        let mut advice = Advice { len: 0, actions: [(action, 0.0); 4] };
        for other in legal.iter() {
            advice.actions[advice.len] = (other, f32::from(u8::from(other == action)));
            advice.len += 1;
        }
        advice
    }

    /// The legal actions with their probabilities.
    pub fn actions(&self) -> &[(Action, f32)] {
        &self.actions[..self.len]
    }

    /// The probability of an action, 0 if it is not legal.
    pub fn probability(&self, action: Action) -> f32 {
        self.actions().iter().find(|(listed, _)| *listed == action).map_or(0.0, |&(_, chosen)| chosen)
    }
}

impl<'a> Solution<'a> {
    /// The strategy that lies in these columns, for the rules and the payoff that it was found for.
    pub fn from_columns(
        game: Kinderschnapsen,
        payoff: &Payoff,
        columns: Columns<'a>,
    ) -> Result<Solution<'a>, ColumnError> {
        let rules = Rules::new(game, payoff);
        let layout = Layout::new(rules.asks());
        columns.check(&layout)?;
        Ok(Solution { rules, layout, columns, image: OnceLock::new() })
    }

    /// The columns.
    pub fn columns(&self) -> &Columns<'a> {
        &self.columns
    }

    /// The values of the strategy, by turnup, against best responses that may take every legal action.
    pub fn judge(&self) -> Vec<Verdict> {
        let endings = self.endings(&self.rules);
        judge(&self.rules, &endings, &self.layout, self, &[0, 1, 2, 3].map(Root::Turnup))
    }

    /// The same for one turnup, from 0, the Two, to 3, the Queen.
    pub fn judge_turnup(&self, turnup: u8) -> Verdict {
        let endings = self.endings(&self.rules);
        judge(&self.rules, &endings, &self.layout, self, &[Root::Turnup(turnup)])[0]
    }

    /// The payoff of player 0 with these payoffs of the results, if both follow the strategy.
    pub fn value(&self, payoff: &Payoff) -> f64 {
        self.mean(payoff, |rules, endings, root| value(rules, endings, &self.layout, self, root))
    }

    /// The payoff of this player with a best response to the strategy and these payoffs of the results. They
    /// must stand in the same order as in the payoff that the strategy was found for.
    pub fn best(&self, player: u8, payoff: &Payoff) -> f64 {
        self.mean(payoff, |rules, endings, root| best(rules, endings, &self.layout, self, root, player))
    }

    /// The endings that are needed to judge it; of mirror images one, if it is its own.
    fn endings(&self, rules: &Rules) -> Endings {
        if *self.image.get_or_init(|| is_own_image(&self.layout, |slot| self.columns.row(slot))) {
            let learned = Pair::learned_tricks(&Pair::all());
            Endings::of(rules, |first| learned[first % Pair::TRICKS])
        } else {
            Endings::new(rules)
        }
    }

    fn mean(&self, payoff: &Payoff, of: impl Fn(&Rules, &Endings, Root) -> f64 + Sync) -> f64 {
        let rules = self.rules_with(payoff);
        let endings = self.endings(&rules);
        let parts = parallel::map(4, &|turnup| of(&rules, &endings, Root::Turnup(turnup as u8)));
        parts.iter().sum::<f64>() / 4.0
    }

    /// Returns true if these payoffs of the results stand in the same order as in the payoff that the
    /// strategy was found for.
    pub(crate) fn ranks_as(&self, payoff: &Payoff) -> bool {
        Rules::new(self.rules.game, payoff).same_order(&self.rules)
    }

    pub(crate) fn rules_with(&self, payoff: &Payoff) -> Rules {
        assert!(self.ranks_as(payoff), "{payoff:?} ranks the results in another order");
        Rules::new(self.rules.game, payoff)
    }

    /// A strategy for the same rules in these columns, which must have been made for them.
    pub(crate) fn with_columns<'b>(&self, columns: Columns<'b>) -> Solution<'b> {
        debug_assert_eq!(columns.check(&self.layout), Ok(()));
        Solution { rules: self.rules, layout: self.layout, columns, image: OnceLock::new() }
    }

    /// The advice at an information set; none if it is not this player's turn.
    pub fn advice(&self, info_set: &InfoSet<Hand>) -> Option<Advice> {
        self.advice_by(info_set, |slot| self.columns.row(slot))
    }

    /// The advice with the given probabilities of a slot, in units of their sum.
    #[inline]
    pub(crate) fn advice_by(
        &self,
        info_set: &InfoSet<Hand>,
        row: impl Fn(usize) -> [u16; 4],
    ) -> Option<Advice> {
        let hand = info_set.hand();
        if self.rules.game.turn(hand) != Turn::Player(info_set.seat()) {
            return None;
        }
        let legal = self.rules.game.legal(hand);
        if legal.len() == 1 {
            return Some(Advice::only(legal.nth(0), legal));
        }
        let names = Names::of(hand);
        if legal.contains(Action::OUT) {
            return Some(self.going_on(info_set, &names, row));
        }
        let path = Path::of(&self.layout, hand, &names, hand.tricks());
        let own = names.numbers(info_set.cards());
        if let Some(third) = path.third {
            let card = names.card(self.play(info_set, &names, &path, third, own));
            return Some(Advice::only(Action::card(card), legal));
        }
        let lead = hand.lead().map(|lead| path.place(names.number(lead)));
        let slot = match lead {
            None => path.trick.lead() + number(path.places(own)),
            Some(lead) => {
                path.trick.reply(lead) + number(crate::position::subsets::without(path.places(own), lead))
            }
        };
        Some(cards(row(slot), info_set.cards(), legal, &names))
    }

    /// The question of going on.
    fn going_on(&self, info_set: &InfoSet<Hand>, names: &Names, row: impl Fn(usize) -> [u16; 4]) -> Advice {
        let hand = info_set.hand();
        if self.rules.sure {
            return Advice { len: 2, actions: out_or_on(1.0) };
        }
        let own = names.numbers(info_set.cards());
        let path = Path::of(&self.layout, hand, names, hand.tricks() - 1);
        let known = path.third.is_some() || own == 0;
        if !known {
            let (lead, reply) = path.trick_places(hand, names, hand.tricks() - 1);
            let mut after = path;
            after.drop(hand, names, hand.tricks() - 1);
            let row = row(path.trick.on(lead, reply) + number(after.places(own)));
            let sum = u32::from(row[0]) + u32::from(row[1]);
            return Advice { len: 2, actions: out_or_on(f32::from(row[0]) / sum as f32) };
        }
        let player = info_set.seat();
        let out = if own == 0 {
            let worth = |action| {
                let mut end = *hand;
                self.rules.game.play(&mut end, action);
                let result = self.rules.game.payoff(&end, Player::FIRST);
                self.rules.rank_of(result as i8)
            };
            let (out, on) = (worth(Action::OUT), worth(Action::ON));
            Rules::better(player.index() as u8, out, on) == out
        } else {
            let ending = self.ending(info_set, names);
            let on = ending.on(&self.rules, crate::position::endings::ALL);
            let CheckOut::Offered(out) = self.rules.check_out(&ending.state()) else {
                unreachable!("the engine offers it")
            };
            Rules::better(player.index() as u8, out, on) == out
        };
        Advice { len: 2, actions: out_or_on(f32::from(u8::from(out))) }
    }

    /// The position once all cards are known, before a lead; a card already led counts as held.
    fn ending(&self, info_set: &InfoSet<Hand>, names: &Names) -> Ending {
        let hand = info_set.hand();
        let played =
            (0..2 * hand.tricks()).fold(0, |played, n| played | 1 << names.number(hand.card_played(n)));
        let own = names.numbers(info_set.cards());
        let mut hands = [0xfff & !played & !own; 2];
        hands[info_set.seat().index()] = own;
        let leader = hand.leader(hand.tricks());
        let points = [Player::FIRST, Player::SECOND].map(|player| hand.points(player));
        Ending { leader: leader.index() as u8, points, hands }
    }

    /// The number of the card to play once all cards are known.
    fn play(&self, info_set: &InfoSet<Hand>, names: &Names, path: &Path, at: usize, own: u16) -> u8 {
        let hand = info_set.hand();
        let lead = hand.lead().map(|lead| names.number(lead));
        if hand.tricks() > 3 {
            let ending = self.ending(info_set, names);
            return match lead {
                None => ending.best_lead(&self.rules),
                Some(lead) => ending.best_reply(&self.rules, lead),
            };
        }
        let (third_lead, third_reply) = path.last;
        let unseen = path.unseen;
        let leads = hand.leader(3) == info_set.seat();
        let others = (unseen | 1 << names.turnup) & !own;
        let loser = if leads { others } else { own } & unseen;
        let code = self.columns.plays[at + ending(third_lead, third_reply, path.places(loser))];
        let action = match lead {
            None => code & 3,
            Some(lead) => code >> (2 + 2 * (others & ((1 << lead) - 1)).count_ones()) & 3,
        };
        crate::position::subsets::places(own).nth(action.into()).expect("the play is one of three cards")
            as u8
    }
}

/// The advice of a slot with these probabilities for a hand.
#[inline]
fn cards(row: [u16; 4], hand: CardSet, legal: Actions, names: &Names) -> Advice {
    let mut advice = Advice { len: 0, actions: [(Action::CLOSE, 0.0); 4] };
    let mut own = names.numbers(hand);
    let mut at = 0;
    while own != 0 {
        let action = Action::card(names.card(own.trailing_zeros() as u8));
        own &= own - 1;
        if legal.contains(action) {
            advice.actions[advice.len] = (action, f32::from(row[at]));
            advice.len += 1;
        }
        at += 1;
    }
    if legal.contains(Action::CLOSE) {
        advice.actions[advice.len] = (Action::CLOSE, f32::from(row[CLOSE]));
        advice.len += 1;
    }
    let sum: f32 = advice.actions().iter().map(|&(_, part)| part).sum();
    advice.actions[..advice.len].iter_mut().for_each(|(_, part)| *part /= sum);
    advice
}

fn out_or_on(out: f32) -> [(Action, f32); 4] {
    [(Action::OUT, out), (Action::ON, 1.0 - out), (Action::ON, 0.0), (Action::ON, 0.0)]
}

impl Strategy for Solution<'_> {
    fn at(&self, slot: usize, legal: u8) -> [f64; 4] {
        let row = self.columns.row(slot);
        let parts: [f64; 4] =
            std::array::from_fn(|action| f64::from(row[action]) * f64::from(legal >> action & 1));
        let sum: f64 = parts.iter().sum();
        if sum > 0.0 { parts.map(|part| part / sum) } else { parts }
    }

    fn is_own_image(&self) -> bool {
        self.image.get() == Some(&true)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::position::endings::plays;
    use crate::position::public_state::card;
    use crate::position::subsets::{choose, subsets};
    use crate::position::tests::random_game;
    use crate::position::walk::{HandContext, TrickPosition, Walk};
    use crate::solution::columns::Writing;
    use crate::solution::judge::Judging;
    use hinterhand_engine::Rng;
    use hinterhand_engine::tricks::{Card, Deal, Suit, Talon};

    /// A strategy that plays at random after one first trick, and is not asked elsewhere. Endings are filled
    /// in for the first trick with this number.
    pub(crate) fn random_solution(
        game: Kinderschnapsen,
        root: Root,
        first: Option<usize>,
        rng: &mut Rng,
    ) -> Solution<'static> {
        let rules = Rules::new(game, &Payoff::POINTS);
        let layout = Layout::new(rules.asks());
        let span = root.slots(&layout);
        let mut random = Writing::default();
        let mut row = || std::array::from_fn(|_| 1 + rng.below(99) as u16);
        random.push(&(0..span.len()).map(|_| row()).collect::<Vec<_>>());
        let rest = Writing::idle(layout.slots() - span.end);
        let parts = vec![Writing::idle(span.start), random, rest];
        let columns = Writing::finish(parts, plays(&rules, |wanted| Some(wanted) == first));
        Solution::from_columns(game, &Payoff::POINTS, columns).unwrap()
    }

    /// The expected payoff of player 0 if both follow the advice.
    fn expected(solution: &Solution<'_>, game: &Kinderschnapsen, hand: &Hand) -> f64 {
        let Turn::Player(player) = game.turn(hand) else { return game.payoff(hand, Player::FIRST) };
        let advice = solution.advice(&game.info_set(hand, player)).unwrap();
        let mut listed: Vec<Action> = advice.actions().iter().map(|&(action, _)| action).collect();
        listed.sort_unstable();
        assert_eq!(listed, game.legal(hand).iter().collect::<Vec<_>>());
        let of = |&(action, chosen): &(Action, f32)| {
            let mut next = *hand;
            game.play(&mut next, action);
            if chosen > 0.0 { f64::from(chosen) * expected(solution, game, &next) } else { 0.0 }
        };
        advice.actions().iter().map(of).sum()
    }

    /// The hand of the engine with trump in this suit, after a first trick and the draws, with these hands by
    /// number and the rest of the talon in this order.
    fn hand_of_engine(
        game: &Kinderschnapsen,
        trump: Suit,
        turnup: u8,
        trick: [u8; 2],
        hands: &[Vec<u8>; 2],
        talon: &[u8],
        rng: &mut Rng,
    ) -> Hand {
        let names = {
            let mut undealt = game.start();
            let open = Card::new(card(turnup).rank(), trump);
            let others = Kinderschnapsen::PACK.cards.iter().filter(|&other| other != open);
            let others: Vec<Card> = others.collect();
            let set = |cards: &[Card]| cards.iter().copied().collect();
            let talon = Talon::from_bottom(std::iter::once(open).chain(others[6..].iter().copied()));
            let deal = Deal { hands: [set(&others[..3]), set(&others[3..6])], talon };
            game.reveal(&mut undealt, &deal);
            Names::of(&undealt)
        };
        // The drawn card of each hand makes no difference.
        let drawn = hands.each_ref().map(|hand| hand[rng.below(3) as usize]);
        let dealt = [0, 1].map(|player: usize| {
            let kept = hands[player].iter().copied().filter(|&number| number != drawn[player]);
            kept.chain([trick[player]]).map(|number| names.card(number)).collect()
        });
        let taken = crate::position::public_state::takes(trick[0], trick[1]);
        let order = if taken { [drawn[0], drawn[1]] } else { [drawn[1], drawn[0]] };
        let talon = std::iter::once(turnup).chain(talon.iter().copied()).chain(order);
        let talon = Talon::from_bottom(talon.map(|number| names.card(number)));
        let mut hand = game.start();
        game.reveal(&mut hand, &Deal { hands: dealt, talon });
        for number in trick {
            game.play(&mut hand, Action::card(names.card(number)));
        }
        if game.legal(&hand).contains(Action::ON) {
            game.play(&mut hand, Action::ON);
        }
        hand
    }

    /// The whole game of the engine after a first trick, played by advice, is worth what the walk finds: the
    /// tree, the draws, the look-up, the play once all cards are known.
    #[test]
    fn advice_followed_in_the_engine_is_worth_what_the_walk_says() {
        for stream in 0..8 {
            let mut rng = Rng::new(5, stream);
            let game = if stream == 0 { Kinderschnapsen::default() } else { random_game(&mut rng) };
            let (turnup, lead, reply) = (rng.below(4) as u8, rng.below(11) as u8, rng.below(10) as u8);
            let root = Root::FirstTrick(turnup, lead, reply);
            let first = (usize::from(turnup) * 11 + usize::from(lead)) * 10 + usize::from(reply);
            let solution = random_solution(game, root, Some(first), &mut rng);
            let (rules, layout) = (&solution.rules, &solution.layout);
            let endings = root.endings(rules);
            let dealt = TrickPosition::dealt(layout, turnup).state;
            let played = [dealt.card(lead.into()), {
                let at = usize::from(reply) + usize::from(reply >= lead);
                dealt.card(at)
            }];
            let position = root.position(layout);
            let number = rng.below(84) as usize;
            let own = subsets(9, 3)[number];
            let others: Vec<u16> = subsets(9, 3).iter().copied().filter(|&other| other & own == 0).collect();
            let other = others[rng.below(20) as usize];
            let cards = |mask: u16| -> Vec<u8> {
                crate::position::subsets::places(mask).map(|at| position.state.card(at)).collect()
            };
            let rest = cards(0x1ff & !own & !other);
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let trump = [Suit::Spades, Suit::Hearts, Suit::Diamonds][rng.below(3) as usize];
            let by_engine: f64 = orders
                .iter()
                .map(|order| {
                    let talon = order.map(|at: usize| rest[at]);
                    let hands = [cards(own), cards(other)];
                    let hand = hand_of_engine(&game, trump, turnup, played, &hands, &talon, &mut rng);
                    expected(&solution, &game, &hand)
                })
                .sum();
            let mut reach = vec![0.0; choose(9, 3)];
            reach[super::number(other)] = 1.0;
            let mut values = vec![0.0; reach.len()];
            let context = HandContext { rules, endings: &endings, layout };
            let mut pass = Judging::by_strategy(&solution);
            Walk { context, hero: 0, pass: &mut pass }.lead(&position, &reach, &mut values);
            // Advice is in single precision.
            assert!((by_engine - values[number]).abs() < 1e-4, "{by_engine} {} {game:?}", values[number]);
        }
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        let mut rng = Rng::new(1, 0);
        let game = Kinderschnapsen::default();
        let solution = random_solution(game, Root::FirstTrick(0, 0, 0), Some(0), &mut rng);
        let columns = solution.columns().clone();
        let read = Solution::from_columns(game, &Payoff::POINTS, columns.clone()).unwrap();
        assert_eq!(read.columns(), &columns);
        let short = Columns { rows: vec![1; 8].into(), ..columns };
        let error = Solution::from_columns(game, &Payoff::POINTS, short).unwrap_err();
        assert!(error.to_string().starts_with("column `rows` has 8 entries instead of "), "{error}");
    }
}
