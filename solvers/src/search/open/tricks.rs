//! Sixty-six, Schnapsen and Kinderschnapsen with open cards, solved to the end of the hand.
//!
//! Alpha-beta over what both can win, with the range of what can still be won as first bounds and a table of
//! positions. All rules are asked of the engine. Two things are left out, and tests hold the values against
//! plain minimax: replies that are as strong as another one but count worse, and whatever could follow once
//! no more can be forced than is already certain. Hands of Sixty-six and Schnapsen in which no card is drawn
//! any more, most of all positions, go to a solver of their own; the terms that it plays on are read from the
//! engine's hand.

use hinterhand_engine::tricks::{Action, Actions, CardSet, Table, Talon};
use hinterhand_engine::{ActionSet, Turn};

use super::memory::{Known, Memory, NO_ACTION};
use super::order::Ordered;
use super::scene::Scene;
use super::strict::Strict;
use super::terms::Aim;
use super::trick_game::TrickGame;
use crate::search::OpenCards;

/// A solver of the games at the trick table with open cards.
///
/// ```
/// use hinterhand_engine::{ActionSet, Game, Rng, games::SixtySix};
/// use hinterhand_solvers::search::{OpenCards, OpenTricks};
///
/// let game = SixtySix::default();
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(1, 0));
/// let mut values = Vec::new();
/// let legal = game.legal(&hand);
/// OpenTricks::default().values(&game, &hand, &legal, &mut values);
/// assert_eq!(values.len(), legal.len());
/// ```
#[derive(Clone, Debug)]
pub struct OpenTricks {
    memory: Memory,
    strict: Strict,
    positions: u64,
    /// For each player how often, and how early, an action was good enough.
    seen: [[u32; 64]; 2],
    /// The cards of the talon without the open one, for each number of cards left.
    talons: [CardSet; 13],
}

/// With fewer cards in a hand than this, going through a position is cheaper than remembering it.
const WORTH_REMEMBERING: usize = 2;

impl Default for OpenTricks {
    fn default() -> OpenTricks {
        OpenTricks {
            memory: Memory::default(),
            strict: Strict::default(),
            positions: 0,
            seen: [[0; 64]; 2],
            talons: [CardSet::EMPTY; 13],
        }
    }
}

impl OpenTricks {
    /// The number of positions visited by all calls so far.
    pub fn positions(&self) -> u64 {
        self.positions + self.strict.positions
    }

    fn turn_to<H: Table>(&mut self, hand: &H) {
        self.memory.forget();
        self.strict.forget();
        self.seen = [[1; 64]; 2];
        let mut cards = CardSet::EMPTY;
        for place in 1..hand.talon().left() {
            cards.insert(hand.talon().card(place));
            self.talons[place + 1] = cards;
        }
    }

    /// The cards that are still drawn.
    #[inline]
    fn talon<H: Table>(&self, hand: &H) -> CardSet {
        if hand.is_open() {
            self.talons[hand.talon().left()] | CardSet::of(hand.talon().card(Talon::BOTTOM))
        } else {
            CardSet::EMPTY
        }
    }

    /// The value of `hand` to the player to move if it lies between `alpha` and `beta`; otherwise a bound on
    /// that side of it where the value lies.
    fn solve<G: TrickGame>(&mut self, game: &G, hand: &G::State, mut alpha: i8, mut beta: i8) -> i8 {
        debug_assert_eq!(beta, alpha + 1);
        if !hand.is_open()
            && let Some(reached) = self.reaches(game, hand, beta)
        {
            return if reached { beta } else { alpha };
        }
        self.positions += 1;
        let me = hand.mover();
        if hand.lead().is_none()
            && hand.cards(me).len() == 1
            && !hand.is_open()
            && let Some(value) = last_trick(game, hand)
        {
            return value;
        }
        let scene = Scene::new(game, hand, self.talon(hand));
        let (mut least, mut most) = (-scene.most(me.other(), -beta), scene.most(me, alpha));
        if least >= beta || least >= most {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let legal = game.legal(hand);
        if let Some(claim) = game.right_claim(hand, legal) {
            let mut claimed = *hand;
            game.play(&mut claimed, claim);
            least = least.max(game.payoff(&claimed, me) as i8);
        } else if hand.lead().is_none() && scene.claims_surely(legal) {
            least = least.max(game.claim(hand, me));
        }
        if least >= beta || least >= most {
            return least;
        }
        let lead = hand.lead();
        let remember = lead.is_none() && hand.cards(me).len() >= WORTH_REMEMBERING;
        let (mut position_key, mut first) = (0, NO_ACTION);
        if remember {
            position_key = game.position_key(hand);
            if let Some(known) = self.memory.get(position_key) {
                least = least.max(known.at_least);
                most = most.min(known.at_most);
                first = known.action;
                if least >= beta || least >= most {
                    return least;
                }
                if most <= alpha {
                    return most;
                }
            }
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        let window = alpha;
        let legal = match lead {
            Some(lead) if game.points_are_good() => scene.without_worse_replies(lead, legal),
            _ => legal,
        };
        let (mut best, mut found) = (least, NO_ACTION);
        for action in Ordered::new::<G>(hand, legal, first, &self.seen[me.index()]) {
            let value = self.after(game, hand, action, alpha, beta);
            if value > best {
                best = value;
                found = action.index() as u8;
                alpha = alpha.max(value);
                if value >= beta {
                    let seen = &mut self.seen[me.index()][action.index()];
                    *seen = seen.saturating_add(1 << hand.cards(me).len());
                    break;
                }
            }
        }
        if remember {
            // Short of the window the value is only known to be no more than this.
            let at_least = if best > window { best } else { least };
            let at_most = if best < beta { best } else { most };
            let action = if found == NO_ACTION { first } else { found };
            self.memory.put(position_key, Known { at_least, at_most, action });
        }
        best
    }

    /// Whether the player to move can win at least `wanted`, if that is answered by the solver of hands in
    /// which no card is drawn any more. It begins before a lead or a reply, but neither after an announcement
    /// nor after the last trick.
    fn reaches<G: TrickGame>(&mut self, game: &G, hand: &G::State, wanted: i8) -> Option<bool> {
        let (me, cards) = (hand.mover().index(), hand.cards(hand.mover()));
        if cards.is_empty() || hand.lead().is_none() && game.legal(hand).played() != cards {
            return None;
        }
        let (terms, rest) = game.rest(hand)?;
        // To win at least this much is to keep the other from winning more.
        let (asker, aim) = if wanted >= 1 { (me, wanted) } else { (me ^ 1, 1 - wanted) };
        let aim = Aim::new(&terms, asker, aim);
        let reached = match hand.lead() {
            None => self.strict.lead(&terms, &aim, &rest, me),
            Some(lead) => !self.strict.reply(&terms, &aim, &rest, me ^ 1, lead),
        };
        Some(reached)
    }

    /// As [`solve`](OpenTricks::solve), of what `action` wins for the player to move.
    #[inline]
    fn after<G: TrickGame>(&mut self, game: &G, hand: &G::State, action: Action, alpha: i8, beta: i8) -> i8 {
        let me = hand.mover();
        let mut next = *hand;
        game.play(&mut next, action);
        match game.turn(&next) {
            Turn::Over => game.payoff(&next, me) as i8,
            Turn::Player(player) if player == me => self.solve(game, &next, alpha, beta),
            Turn::Player(_) => -self.solve(game, &next, -beta, -alpha),
            Turn::Chance => unreachable!("the cards are dealt"),
        }
    }
}

/// The payoff of the leader of the last trick, if no player has a choice but to claim falsely, which costs
/// more.
#[inline]
fn last_trick<G: TrickGame>(game: &G, hand: &G::State) -> Option<i8> {
    let me = hand.mover();
    let legal = game.legal(hand);
    if legal.played().is_empty() || game.right_claim(hand, legal).is_some() {
        return None;
    }
    let mut next = *hand;
    game.play(&mut next, Action::card(hand.cards(me).first()));
    game.play(&mut next, Action::card(hand.cards(me.other()).first()));
    if game.turn(&next) != Turn::Over {
        return None;
    }
    Some(game.payoff(&next, me) as i8).filter(|&value| value >= -1)
}

/// A value from -3 to 3, found by null-window searches: first for the winner, then for the amount. Such
/// searches prune far more than a search for the value.
fn narrow(mut solve: impl FnMut(i8, i8) -> i8) -> i8 {
    let (mut least, mut most) = (-3, 3);
    while least < most {
        let beta = if least >= 1 { least + 1 } else { most.min(1) };
        let value = solve(beta - 1, beta);
        if value >= beta {
            least = value;
        } else {
            most = value;
        }
    }
    least
}

impl<G: TrickGame> OpenCards<G> for OpenTricks {
    fn values(&mut self, game: &G, hand: &G::State, legal: &Actions, values: &mut Vec<f64>) {
        self.turn_to(hand);
        values.clear();
        let value = |action| f64::from(narrow(|alpha, beta| self.after(game, hand, action, alpha, beta)));
        values.extend(legal.iter().map(value));
    }

    fn value(&mut self, game: &G, hand: &G::State) -> f64 {
        self.turn_to(hand);
        f64::from(narrow(|alpha, beta| self.solve(game, hand, alpha, beta)))
    }
}
