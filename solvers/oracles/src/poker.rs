//! Generic Poker by its public tree: the betting, with vectors over the ranks of the players' cards.
//!
//! What may be bet depends on no card, so that a round of betting is one small tree, and all second rounds
//! are alike but for the chips that are in the pot. At each place of it every rank of the player's card is an
//! information set. An end of the game meets one sequence of each player for each rank: the last own action.
//! What it pays depends on the chips, and at a showdown on both ranks and the board.

use std::sync::Arc;

use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};
use hinterhand_engine::games::poker::{Action, Generic, Kind, Table};
use hinterhand_engine::games::{GenericPoker, ReferenceGame, reference};
use hinterhand_engine::{ActionSet as _, Game as _, Player, Turn, outcomes};
use hinterhand_solvers::oracle::{Folded, GameOracle, Histories, Oracle, Treeplex};
use hinterhand_solvers::parallel;

/// The largest number of sequences of both players: their numbers take some twenty gigabytes.
const MOST_SEQUENCES: u64 = 500_000_000;

/// A decision in a round of betting.
#[derive(Clone, Debug)]
struct Decision {
    /// The actions of the round before it.
    bets: Vec<Action>,
    actions: usize,
    /// The mover's decision before it in this round, by its number among those of the mover, and the action
    /// there.
    before: Option<(usize, usize)>,
}

/// Why a round of betting ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// This player gives up.
    Fold(usize),
    /// Both have put in the same.
    Level,
}

/// An end of a round of betting.
#[derive(Clone, Debug)]
struct RoundEnd {
    ending: Ending,
    /// The last decision and action of each player in the round.
    last: [(usize, usize); 2],
    /// The chips that each player has put in during the round.
    chips: [f64; 2],
    /// The actions of the round.
    bets: Vec<Action>,
}

/// A round of betting.
#[derive(Clone, Debug, Default)]
struct Round {
    /// The decisions of each player, each behind those before it.
    decisions: [Vec<Decision>; 2],
    ends: Vec<RoundEnd>,
    /// For each decision of a player the sequences before those of its first rank, and the number of all
    /// sequences.
    first: [Vec<usize>; 2],
}

/// Generic Poker as an [`Oracle`].
///
/// ```
/// use hinterhand_engine::games::GenericPoker;
/// use hinterhand_engine::games::poker::Generic;
/// use hinterhand_oracles::poker::PokerOracle;
/// use hinterhand_solvers::oracle::Oracle;
///
/// // A card of three ranks at one of three places of the first round, or after one of five ways to the board.
/// let leduc = Generic { copies: 2, raises: 1, bets: 1, ..Generic::default() };
/// let oracle = PokerOracle::new(GenericPoker::new(leduc)).expect("it is small");
/// assert_eq!(oracle.treeplex(0).infosets(), 3 * 3 + 5 * 3 * 3 * 3);
/// ```
#[derive(Clone, Debug)]
pub struct PokerOracle {
    game: GenericPoker,
    /// The kinds of card, one for each rank, the lowest first.
    kinds: Vec<Kind>,
    /// The rounds; the second one is empty if there is but one.
    rounds: [Round; 2],
    /// The ends of the first round after which a board is dealt.
    open: Vec<usize>,
    /// The probability of each pair of ranks, and for each board of each pair with it.
    pairs: Vec<f64>,
    triples: Vec<f64>,
    treeplexes: [Treeplex; 2],
}

impl PokerOracle {
    /// The oracle of a game; `None` if the players have more than 500 million sequences.
    pub fn new(game: GenericPoker) -> Option<PokerOracle> {
        if sequences(game.variant()).is_none_or(|sequences| sequences > MOST_SEQUENCES) {
            return None;
        }
        let deals = outcomes(&game, &game.start());
        let mut kinds: Vec<Kind> = deals.iter().map(|(cards, _)| cards[0]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let ranks = kinds.len();
        let rank = |kind| kinds.binary_search(&kind).expect("a kind of the pack");
        let mut table = game.start();
        game.reveal(&mut table, &deals[0].0);
        let first = Round::new(&game, &table, ranks);
        let is_open = |end: &RoundEnd| {
            end.ending == Ending::Level && game.turn(&after(&game, &table, &end.bets)) == Turn::Chance
        };
        let open: Vec<usize> = (0..first.ends.len()).filter(|&end| is_open(&first.ends[end])).collect();
        let (mut pairs, mut triples) = (vec![0.0; ranks * ranks], Vec::new());
        for (cards, chance) in &deals {
            pairs[rank(cards[0]) * ranks + rank(cards[1])] += chance;
        }
        let mut second = Round::default();
        if let Some(&end) = open.first() {
            triples = vec![0.0; ranks * ranks * ranks];
            for (cards, chance) in &deals {
                let mut table = game.start();
                game.reveal(&mut table, cards);
                let table = after(&game, &table, &first.ends[end].bets);
                for (board, next) in outcomes(&game, &table) {
                    let place = (rank(board[0]) * ranks + rank(cards[0])) * ranks + rank(cards[1]);
                    triples[place] += chance * next;
                }
            }
            let mut table = after(&game, &table, &first.ends[end].bets);
            let board = outcomes(&game, &table)[0].0;
            game.reveal(&mut table, &board);
            second = Round::new(&game, &table, ranks);
        }
        let rounds = [first, second];
        let treeplexes = [0, 1].map(|player| treeplex(&rounds, &open, ranks, player));
        Some(PokerOracle { game, kinds, rounds, open, pairs, triples, treeplexes })
    }

    /// The information sets of a player in the first round, and in each second round with one board.
    fn infosets(&self, player: usize) -> [usize; 2] {
        [0, 1].map(|round| self.rounds[round].decisions[player].len() * self.kinds.len())
    }

    /// Adds to the `worth` of a player's sequences in a round what its ends contribute against the other's
    /// `plan` of the round. Ends after which the game goes on contribute nothing.
    fn add_ends(&self, round: usize, player: usize, deal: &Deal<'_>, plan: &[f64], worth: &mut [f64]) {
        let (ranks, other) = (self.kinds.len(), 1 - player);
        let [own_first, other_first] = [player, other].map(|seat| &self.rounds[round].first[seat]);
        let [own, others] = [player, other].map(|seat| &self.rounds[round].decisions[seat]);
        for end in &self.rounds[round].ends {
            let ((decision, action), (facing, reply)) = (end.last[player], end.last[other]);
            let (width, distance) = (own[decision].actions, others[facing].actions);
            let (start, from) = (own_first[decision] + action, other_first[facing] + reply);
            let chips = end.chips.map(|chips| deal.before + chips);
            for rank in 0..ranks {
                let reached = |other: usize| {
                    let [first, second] = if player == 0 { [rank, other] } else { [other, rank] };
                    deal.chances[first * ranks + second] * plan[from + other * distance]
                };
                worth[start + rank * width] += match end.ending {
                    Ending::Fold(loser) => {
                        let sum: f64 = (0..ranks).map(reached).sum();
                        if loser == player { -chips[player] * sum } else { chips[other] * sum }
                    }
                    Ending::Level if deal.goes_on => 0.0,
                    Ending::Level => {
                        let signed = (0..ranks).map(|other| reached(other) * deal.sign(rank, other));
                        chips[player] * signed.sum::<f64>()
                    }
                };
            }
        }
    }
}

/// What is known of a round of betting beside the betting.
struct Deal<'a> {
    /// The chips that each player had put in before.
    before: f64,
    /// The probability of each pair of ranks, with the board if there is one.
    chances: &'a [f64],
    /// The rank of the board.
    board: Option<usize>,
    /// Whether a board is dealt after the round.
    goes_on: bool,
}

impl Deal<'_> {
    /// 1 if this rank wins at a showdown, -1 if it loses, and 0 if both share the pot.
    fn sign(&self, own: usize, other: usize) -> f64 {
        let strength = |rank: usize| (self.board == Some(rank), rank);
        match strength(own).cmp(&strength(other)) {
            std::cmp::Ordering::Less => -1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => 1.0,
        }
    }
}

/// The number of sequences of both players, but for the empty ones; `None` if it has too many digits.
fn sequences(generic: Generic) -> Option<u64> {
    let Generic { ranks, raises, bets, rounds, .. } = generic;
    let (ranks, bets) = (u64::from(ranks), u64::from(bets));
    // After a bet, with this number of raises left: the actions, and the calls.
    let (mut actions, mut calls) = (2_u64, 1_u64);
    for _ in 0..raises {
        actions = (2 + bets).checked_add(bets.checked_mul(actions)?)?;
        calls = 1 + bets.checked_mul(calls)?;
    }
    // A check, or a bet, before or after the other has checked.
    let round = (2 * (1 + bets)).checked_add((2 * bets).checked_mul(actions)?)?;
    let open = 1 + (2 * bets).checked_mul(calls)?;
    let boards = if rounds == 2 { ranks.checked_mul(open)? } else { 0 };
    ranks.checked_mul(round)?.checked_mul(1 + boards)
}

/// The table after these actions.
fn after(game: &GenericPoker, table: &Table, bets: &[Action]) -> Table {
    let mut table = *table;
    bets.iter().for_each(|&bet| game.play(&mut table, bet));
    table
}

impl Round {
    /// The round that begins at this table.
    fn new(game: &GenericPoker, table: &Table, ranks: usize) -> Round {
        let mut round = Round::default();
        round.walk(game, table, &mut Vec::new(), [None; 2]);
        let paid = [Player::FIRST, Player::SECOND].map(|player| f64::from(table.paid(player)));
        round.ends.iter_mut().for_each(|end| {
            end.chips.iter_mut().zip(paid).for_each(|(chips, before)| *chips -= before);
        });
        round.first = [0, 1].map(|player| {
            let mut next = 0;
            let mut first: Vec<usize> = Vec::new();
            for decision in &round.decisions[player] {
                first.push(next);
                next += ranks * decision.actions;
            }
            first.push(next);
            first
        });
        round
    }

    /// Adds what follows after the actions `bets`, which led to this table.
    fn walk(
        &mut self,
        game: &GenericPoker,
        table: &Table,
        bets: &mut Vec<Action>,
        last: [Option<(usize, usize)>; 2],
    ) {
        let Turn::Player(player) = game.turn(table) else { unreachable!("a round begins with a decision") };
        let mover = player.index();
        let legal = game.legal(table);
        let number = self.decisions[mover].len();
        let before = last[mover];
        self.decisions[mover].push(Decision { bets: bets.clone(), actions: legal.len(), before });
        for (place, action) in legal.iter().enumerate() {
            let mut next = *table;
            game.play(&mut next, action);
            bets.push(action);
            let mut last = last;
            last[mover] = Some((number, place));
            // A call ends the round unless it is a check that begins it.
            let is_over = !matches!(game.turn(&next), Turn::Player(_));
            if is_over {
                let ending = if action == Action::Fold { Ending::Fold(mover) } else { Ending::Level };
                let chips = [Player::FIRST, Player::SECOND].map(|player| f64::from(next.paid(player)));
                let last = last.map(|last| last.expect("both act in every round"));
                self.ends.push(RoundEnd { ending, last, chips, bets: bets.clone() });
            } else {
                self.walk(game, &next, bets, last);
            }
            bets.pop();
        }
    }
}

/// The decisions of a player: the first round, then for each of its open ends a part with all boards.
fn treeplex(rounds: &[Round; 2], open: &[usize], ranks: usize, player: usize) -> Treeplex {
    let (mut first, mut parent) = (vec![1_u32], Vec::new());
    let mut next = 1;
    let mut add = |round: &Round, before: &dyn Fn(usize) -> u32| {
        let start = next;
        for decision in &round.decisions[player] {
            for rank in 0..ranks {
                parent.push(decision.before.map_or_else(
                    || before(rank),
                    |(number, action)| {
                        let width = round.decisions[player][number].actions;
                        start + (round.first[player][number] + rank * width + action) as u32
                    },
                ));
                next += decision.actions as u32;
                first.push(next);
            }
        }
    };
    let [opening, second] = rounds;
    add(opening, &|_| 0);
    for &end in open {
        let (number, action) = opening.ends[end].last[player];
        let width = opening.decisions[player][number].actions;
        let last = 1 + opening.first[player][number] + action;
        (0..ranks).for_each(|_| add(second, &|rank| (last + rank * width) as u32));
    }
    let [one, other] = [opening, second].map(|round| round.decisions[player].len() * ranks);
    let part = ranks * other;
    let later = (0..open.len()).map(|number| one + number * part..one + (number + 1) * part);
    Treeplex::new(first, parent, vec![std::iter::once(0..one).collect(), later.collect()])
}

impl Oracle for PokerOracle {
    fn treeplex(&self, player: usize) -> &Treeplex {
        &self.treeplexes[player]
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], _: &mut Vec<f64>) {
        let ranks = self.kinds.len();
        gradient.fill(0.0);
        let lengths = |player: usize| {
            self.rounds.each_ref().map(|round| round.first[player].last().map_or(0, |&length| length))
        };
        let ([one, other], [plan_one, plan_other]) = (lengths(player), lengths(1 - player));
        let (opening, later) = gradient[1..].split_at_mut(one);
        let (plan_opening, plan_later) = plan[1..].split_at(plan_one);
        // Both have put in one chip, the ante.
        let deal = Deal { before: 1.0, chances: &self.pairs, board: None, goes_on: !self.open.is_empty() };
        self.add_ends(0, player, &deal, plan_opening, opening);
        if self.open.is_empty() {
            return;
        }
        let plans = plan_later.chunks_exact(ranks * plan_other);
        let mut tasks: Vec<_> =
            self.open.iter().zip(later.chunks_exact_mut(ranks * other)).zip(plans).collect();
        parallel::for_each_alone(&mut tasks, &|((end, worth), plan)| {
            let before = 1.0 + self.rounds[0].ends[**end].chips[player];
            let pieces = worth.chunks_exact_mut(other).zip(plan.chunks_exact(plan_other));
            for (board, (worth, plan)) in pieces.enumerate() {
                let chances = &self.triples[board * ranks * ranks..][..ranks * ranks];
                let deal = Deal { before, chances, board: Some(board), goes_on: false };
                self.add_ends(1, player, &deal, plan, worth);
            }
        });
    }
}

impl GameOracle for PokerOracle {
    fn find(&self, info_set: &AnyInfoSet) -> Option<(usize, usize)> {
        let reference::InfoSet::Poker(info_set) = info_set.typed() else { return None };
        let (player, table) = (info_set.seat(), info_set.table());
        let seat = player.index();
        let rank = self.kinds.binary_search(&table.card(player)).ok()?;
        let bets: Vec<Action> = table.actions().collect();
        let place = |round: &Round, bets: &[Action]| {
            round.decisions[seat].iter().position(|decision| decision.bets == bets)
        };
        let [one, other] = self.infosets(seat);
        let ranks = self.kinds.len();
        if table.round() == 0 {
            return Some((seat, place(&self.rounds[0], &bets)? * ranks + rank));
        }
        let is_before = |&end: &usize| bets.starts_with(&self.rounds[0].ends[end].bets);
        let number = self.open.iter().position(is_before)?;
        let bets = &bets[self.rounds[0].ends[self.open[number]].bets.len()..];
        let board = self.kinds.binary_search(&table.board()).ok()?;
        let place = place(&self.rounds[1], bets)? * ranks + rank;
        Some((seat, one + (number * ranks + board) * other + place))
    }

    fn decision(&self, player: usize, infoset: usize) -> (AnyInfoSet, AnyLegal) {
        let ranks = self.kinds.len();
        let [one, other] = self.infosets(player);
        let (round, place) = if infoset < one { (0, infoset) } else { (1, (infoset - one) % other) };
        let decision = &self.rounds[round].decisions[player][place / ranks];
        let mut table = self.game.start();
        // The other's card is not seen: any will do.
        self.game.reveal(&mut table, &[self.kinds[place % ranks]; 2]);
        if round == 1 {
            let (number, board) = ((infoset - one) / other / ranks, (infoset - one) / other % ranks);
            table = after(&self.game, &table, &self.rounds[0].ends[self.open[number]].bets);
            self.game.reveal(&mut table, &[self.kinds[board], Kind::NONE]);
        }
        let table = after(&self.game, &table, &decision.bets);
        let info_set = self.game.info_set(&table, Player::new(player));
        let legal = self.game.legal(&table);
        let info_set = reference::InfoSet::Poker(info_set);
        (AnyInfoSet::new(info_set), AnyLegal::new::<ReferenceGame>(reference::Legal::Poker(legal)))
    }

    fn histories(&self) -> Histories {
        let count = |chances: &[f64]| chances.iter().filter(|&&chance| chance > 0.0).count() as u64;
        let (pairs, triples) = (count(&self.pairs), count(&self.triples));
        let decisions =
            self.rounds.each_ref().map(|round| round.decisions.iter().map(Vec::len).sum::<usize>() as u64);
        let open = self.open.len() as u64;
        let ends = self.rounds.each_ref().map(|round| round.ends.len() as u64);
        Histories {
            decisions: pairs * decisions[0] + triples * open * decisions[1],
            ends: pairs * (ends[0] - open) + triples * open * ends[1],
        }
    }

    /// Ranks have an order and bets have sizes, so that nothing is alike.
    fn folded(self: Arc<Self>) -> Option<Folded> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::agrees;
    use hinterhand_engine::games::poker::{AnyPoker, AnyVariant};

    #[track_caller]
    fn check(generic: Generic) {
        let game = AnyPoker::new(AnyVariant::Generic(generic));
        let oracle = PokerOracle::new(GenericPoker::new(generic)).expect("it is small");
        let there = oracle.treeplexes.each_ref().map(|treeplex| treeplex.sequences() as u64 - 1);
        assert_eq!(sequences(generic), Some(there[0] + there[1]));
        agrees(&game.into(), &oracle);
    }

    #[test]
    fn games_of_two_rounds_agree_with_the_tree() {
        check(Generic { copies: 2, raises: 1, bets: 1, ..Generic::default() });
        check(Generic { ranks: 2, copies: 2, raises: 0, bets: 3, rounds: 2 });
        check(Generic { ranks: 4, copies: 3, raises: 2, bets: 1, rounds: 2 });
        check(Generic::default());
    }

    #[test]
    fn games_of_one_round_agree_with_the_tree() {
        check(Generic { rounds: 1, ..Generic::default() });
        check(Generic { ranks: 5, copies: 6, raises: 4, bets: 2, rounds: 1 });
    }

    #[test]
    fn games_that_are_too_large_have_none() {
        let large = Generic { ranks: 4, copies: 6, raises: 4, bets: 4, rounds: 2 };
        assert_eq!(sequences(large), Some(357_466_248));
        let larger = Generic { ranks: 13, copies: 8, raises: 7, bets: 5, rounds: 2 };
        assert!(PokerOracle::new(GenericPoker::new(larger)).is_none());
    }
}
