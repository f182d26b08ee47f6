//! Recipippes by rules of thumb: what a card is worth in the hand, when a capture or a steal is worth its cards, and
//! when a defence is.
//!
//! The rules count in points. A card in the hand is worth a fraction of a point: more if it is high, since high cards
//! steal and defend, and more with two suits, since two such cards capture. A player captures and steals what gains
//! more than it costs, courts before pawns. It never lets its hand grow to eleven cards, with which it could only
//! trade, and in the last turns, when cards are worth nothing any more, it spends them all.

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::games::recipippes::{Action, Card, CardSet, Court, Legal, Position, Verb};
use hinterhand_engine::{ActionSet, Player, Rng};

use super::Rules;

/// The player, with its weights in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RecipippesRules {
    /// Any card in the hand.
    pub card: f64,
    /// Each unit of the value of a card.
    pub value: f64,
    /// A second suit.
    pub suit: f64,
    /// The share of the points of a capture that counts, since the other can steal them.
    pub capture: f64,
    /// The share of the swing of a steal that counts.
    pub steal: f64,
    /// The same when a steal is defended.
    pub defence: f64,
    /// The share of what the cards laid in defence are worth that a defended steal counts as a gain.
    pub worn: f64,
    /// The value of a turn spent on drawing a card, less that of the card.
    pub tempo: f64,
    /// The number of cards in the hand up to which a player draws, after the draw that begins its turn.
    pub most: usize,
}

impl Default for RecipippesRules {
    fn default() -> RecipippesRules {
        RecipippesRules::CHOSEN
    }
}

impl RecipippesRules {
    /// The weights that won most.
    pub const CHOSEN: RecipippesRules = RecipippesRules {
        card: 0.3,
        value: 0.02,
        suit: 0.05,
        capture: 1.0,
        steal: 1.6,
        defence: 1.6,
        worn: 0.8,
        tempo: 0.0,
        most: 8,
    };
}

impl RecipippesRules {
    /// The actions that are worth a closer look: no capture or steal with dearer cards than needed.
    pub fn shortlist(
        &self,
        game: &Recipippes,
        position: &Position,
        player: Player,
        legal: &Legal,
    ) -> Vec<Action> {
        let sight = Sight::new(self, game, position, player);
        let is_taking = |action: &Action| matches!(action.verb(), Verb::Capture | Verb::Steal);
        let mut actions: Vec<Action> = legal.iter().take_while(|action| !is_taking(action)).collect();
        for court in Court::all() {
            for cards in sight.covers(court, false) {
                actions.push(Action::capture(court, cards));
            }
            for cards in sight.covers(court, true) {
                actions.push(Action::steal(court, cards));
            }
        }
        actions.retain(|&action| legal.contains(action));
        actions
    }
}

impl Rules<Recipippes> for RecipippesRules {
    fn choose(
        &self,
        game: &Recipippes,
        position: &Position,
        player: Player,
        legal: &Legal,
        _: &mut Rng,
    ) -> Action {
        let sight = Sight::new(self, game, position, player);
        match legal.nth(0).verb() {
            Verb::CallPawn | Verb::CallCourt => Action::word(Verb::CallCourt),
            Verb::SeatFirst | Verb::SeatSecond => Action::word(Verb::SeatFirst),
            Verb::Place => sight.place(legal),
            Verb::Defend | Verb::Yield => sight.defend(legal),
            Verb::Discard | Verb::Take => sight.trade(legal),
            Verb::Done if !position.attempt().1.is_empty() => sight.defend(legal),
            Verb::Support | Verb::Done => sight.support(legal),
            _ => sight.act(legal),
        }
    }
}

/// What a player sees at a decision.
struct Sight<'a> {
    rules: &'a RecipippesRules,
    game: &'a Recipippes,
    position: &'a Position,
    me: Player,
    hand: CardSet,
    /// The mean and the variance of the values of the cards that the player has not seen.
    mean: f64,
    variance: f64,
    /// The number of own turns after this one: none, one or more.
    later: usize,
}

/// A hand of which no card is traded away.
const FEW: usize = 5;

/// The hand with which a turn may begin without being over the limit.
const ROOM: usize = 9;

impl<'a> Sight<'a> {
    fn new(
        rules: &'a RecipippesRules,
        game: &'a Recipippes,
        position: &'a Position,
        me: Player,
    ) -> Sight<'a> {
        let hand = position.hand(me);
        let unseen = CardSet::ALL - hand - position.discard().cards() - position.laid();
        let (count, sum, squares) = unseen.iter().fold((0.0, 0.0, 0.0), |(count, sum, squares), card| {
            let value = f64::from(card.value());
            (count + 1.0, sum + value, squares + value * value)
        });
        let mean = if count > 0.0 { sum / count } else { 0.0 };
        let variance = if count > 0.0 { squares / count - mean * mean } else { 0.0 };
        let players = usize::from(game.players);
        let later = match position.final_turns() {
            // Turns left, this one included.
            Some(left) if usize::from(left) <= players => 0,
            _ if position.exhaustions() > 0 && position.deck().left() < 3 => 1,
            _ => 2,
        };
        Sight { rules, game, position, me, hand, mean, variance, later }
    }

    /// Whether no other player acts after this turn.
    fn is_last(&self) -> bool {
        self.position.final_turns() == Some(1)
    }

    /// The worth of a card in the hand.
    fn keep(&self, card: Card) -> f64 {
        let value = f64::from(card.value());
        if self.later == 0 {
            // It can only defend.
            let last = self.position.mover() == self.me && self.is_last();
            return if last { 0.0 } else { 0.5 * self.rules.value * value };
        }
        let two = f64::from(u8::from(card.suits().count_ones() > 1));
        self.rules.card + self.rules.value * value + self.rules.suit * two
    }

    fn cost(&self, cards: CardSet) -> f64 {
        cards.iter().map(|card| self.keep(card)).sum()
    }

    /// The worth of a card that is drawn.
    fn drawn(&self) -> f64 {
        if self.later == 0 {
            return 0.5 * self.rules.value * self.mean;
        }
        self.rules.card + self.rules.value * self.mean + 0.67 * self.rules.suit
    }

    /// The probability that `player` cannot lay cards of this strength.
    fn helpless(&self, player: Player, strength: f64) -> f64 {
        let shown = self.position.shown_in_hand(player);
        let hidden = self.position.hand_size(player).saturating_sub(shown.len()) as f64;
        let mean = f64::from(shown.value()) + hidden * self.mean;
        let spread = (hidden * self.variance).max(0.01);
        let off = (strength - 0.5 - mean) / libm::sqrt(spread);
        1.0 / (1.0 + libm::exp(-1.702 * off))
    }

    fn owner(&self, court: Court) -> Option<Player> {
        Player::all(usize::from(self.game.players))
            .find(|&player| self.position.captured(player).contains(court))
    }

    /// The decision that begins a turn.
    fn act(&self, legal: &Legal) -> Action {
        let (mut best, mut most) = (None, 0.0);
        let mut offer = |action: Action, gain: f64| {
            if gain > most {
                (best, most) = (Some(action), gain);
            }
        };
        let tempo = if self.later > 0 { self.drawn() + self.rules.tempo } else { 0.0 };
        for court in self.position.display().iter() {
            let gain = self.rules.capture * points(court) - tempo;
            for cards in self.covers(court, false) {
                let action = Action::capture(court, cards);
                if legal.contains(action) {
                    offer(action, gain - self.cost(cards));
                }
            }
        }
        for court in Court::all() {
            let Some(owner) = self.owner(court).filter(|&owner| owner != self.me) else { continue };
            for cards in self.covers(court, true) {
                let action = Action::steal(court, cards);
                let rest = self.hand - cards;
                if !rest.is_empty() && legal.contains(action) {
                    let (gain, _) = self.best_support(court, owner, CardSet::EMPTY, rest);
                    offer(action, gain - self.cost(cards) - tempo);
                }
            }
        }
        best.unwrap_or_else(|| self.prepare(legal))
    }

    /// A turn without a capture or a steal.
    fn prepare(&self, legal: &Legal) -> Action {
        let (draw, discard) = (Action::word(Verb::Draw), Action::word(Verb::DrawDiscard));
        if self.hand.len() <= self.rules.most {
            let top = self.position.discard().top().map_or(0.0, |top| self.keep(top));
            if top > self.drawn() && legal.contains(discard) {
                return discard;
            }
            if legal.contains(draw) {
                return draw;
            }
        }
        let trade = Action::word(Verb::Trade);
        if legal.contains(trade) { trade } else { legal.nth(0) }
    }

    /// The cheapest two or three cards that have all suits of `court`, with `exact` no other suits.
    fn covers(&self, court: Court, exact: bool) -> impl Iterator<Item = CardSet> {
        let wanted = court.suits();
        let fits = |card: &Card| {
            let suits = card.suits();
            if exact { suits & !wanted == 0 } else { suits & wanted != 0 }
        };
        let mut cards = [(Card::from_index(0), 0.0); 12];
        let mut len = 0;
        for (place, card) in cards.iter_mut().zip(self.hand.iter().filter(fits)) {
            *place = (card, self.keep(card));
            len += 1;
        }
        let cards = &cards[..len];
        let (mut pair, mut triple) = ((f64::INFINITY, None), (f64::INFINITY, None));
        for (i, &(a, cost_a)) in cards.iter().enumerate() {
            for (j, &(b, cost_b)) in cards.iter().enumerate().skip(i + 1) {
                let two = (a.suits() | b.suits()) & wanted;
                if two == wanted {
                    if cost_a + cost_b < pair.0 {
                        pair = (cost_a + cost_b, Some(CardSet::of(a) | CardSet::of(b)));
                    }
                    continue;
                }
                for &(c, cost_c) in &cards[j + 1..] {
                    let alone = |x: Card, y: Card| (x.suits() | y.suits()) & wanted == wanted;
                    if (two | c.suits()) & wanted == wanted
                        && !alone(a, c)
                        && !alone(b, c)
                        && cost_a + cost_b + cost_c < triple.0
                    {
                        triple = (
                            cost_a + cost_b + cost_c,
                            Some(CardSet::of(a) | CardSet::of(b) | CardSet::of(c)),
                        );
                    }
                }
            }
        }
        pair.1.into_iter().chain(triple.1)
    }

    /// The gain of a steal with the best support out of `rest` besides what supports it already, and the number of
    /// the highest cards of `rest` that it takes.
    fn best_support(&self, court: Court, owner: Player, laid: CardSet, rest: CardSet) -> (f64, usize) {
        let share = if self.is_last() { 2.0 } else { self.rules.steal };
        let swing = share * points(court);
        let mut strength = f64::from(laid.value());
        let mut cost = 0.0;
        let (mut best, mut count) = (f64::NEG_INFINITY, 0);
        let least = usize::from(laid.is_empty());
        let mut cards = rest.iter().rev();
        for taken in 0..=rest.len() {
            if taken > 0 {
                let card = cards.next().expect("there are as many");
                strength += f64::from(card.value());
                cost += self.keep(card);
            }
            if taken >= least {
                let sure = self.helpless(owner, strength);
                let each = self.rules.card + self.rules.value * self.mean + 0.67 * self.rules.suit;
                let worn = if self.later == 0 {
                    0.0
                } else {
                    self.rules.worn * each * strength / self.mean.max(1.0)
                };
                let gain = sure * swing + (1.0 - sure) * worn - cost;
                if gain > best + 1e-12 {
                    (best, count) = (gain, taken);
                }
            }
        }
        (best, count)
    }

    /// The next card in support of a steal, or its end. Cards come in their order.
    fn support(&self, legal: &Legal) -> Action {
        let done = Action::word(Verb::Done);
        let Some(court) = self.position.target() else { return legal.nth(0) };
        let Some(owner) = self.owner(court) else { return legal.nth(0) };
        let (laid, _) = self.position.attempt();
        let rest = laid.last().map_or(self.hand, |last| self.hand & CardSet::above(last));
        let (_, count) = self.best_support(court, owner, laid, rest);
        if count > 0 {
            let lowest = rest.iter().rev().nth(count - 1).expect("there are as many");
            let action = Action::cards_of(Verb::Support, CardSet::of(lowest));
            if legal.contains(action) {
                return action;
            }
        }
        if legal.contains(done) { done } else { legal.nth(0) }
    }

    /// Whether to defend, and with which cards: the cheapest that will do, in their order.
    fn defend(&self, legal: &Legal) -> Action {
        let (support, defence) = self.position.attempt();
        let needed = usize::from(support.value().saturating_sub(defence.value()));
        let done = Action::word(Verb::Done);
        if needed == 0 && legal.contains(done) {
            return done;
        }
        let rest = defence.last().map_or(self.hand, |last| self.hand & CardSet::above(last));
        let give_up = Action::word(Verb::Yield);
        let Some((cost, first)) = self.cheapest(rest, needed) else {
            return if legal.contains(give_up) { give_up } else { legal.nth(0) };
        };
        let worth = self.position.target().map_or(0.0, |court| self.rules.defence * points(court));
        let action = Action::cards_of(Verb::Defend, CardSet::of(first));
        if legal.contains(give_up) && (cost > worth || !legal.contains(action)) {
            return give_up;
        }
        if legal.contains(action) { action } else { legal.nth(0) }
    }

    /// The cost of the cheapest of these cards that are worth `needed` together, and the lowest of them.
    fn cheapest(&self, cards: CardSet, needed: usize) -> Option<(f64, Card)> {
        // For each sum, up to what is needed, the least cost and the lowest card, from the highest card down.
        const MOST: usize = 128;
        let needed = needed.min(MOST - 1);
        let mut best: [(f64, Option<Card>); MOST] = [(f64::INFINITY, None); MOST];
        best[0].0 = 0.0;
        for card in cards.iter().rev() {
            let (value, cost) = (usize::from(card.value()), self.keep(card));
            for sum in (0..needed).rev() {
                let to = (sum + value).min(needed);
                if best[sum].0 + cost < best[to].0 {
                    best[to] = (best[sum].0 + cost, Some(card));
                }
            }
        }
        let (cost, first) = best[needed];
        first.map(|first| (cost, first))
    }

    /// The next discard of a trade, or how many cards to draw.
    fn trade(&self, legal: &Legal) -> Action {
        let worst = legal
            .iter()
            .take_while(|action| action.verb() == Verb::Discard)
            .map(|action| (self.keep(action.cards().nth(0)), action))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let most = (0..=12).rev().map(Action::take).find(|&take| legal.contains(take));
        match (worst, most) {
            (Some((keep, action)), _)
                if self.hand.len() > ROOM || keep < self.drawn() && self.hand.len() > FEW =>
            {
                action
            }
            (_, Some(most)) => {
                let room = ROOM.saturating_sub(self.hand.len()) as u8;
                let take = Action::take(most.count().min(room));
                if legal.contains(take) { take } else { most }
            }
            (Some((_, action)), None) => action,
            (None, None) => legal.nth(0),
        }
    }

    /// The next card on the discard pile: for the next player to move the worst comes on top, or if that is this
    /// player the best.
    fn place(&self, legal: &Legal) -> Action {
        let players = usize::from(self.game.players);
        let next = (self.position.mover().index() + 1) % players;
        let sign = if next == self.me.index() { 1.0 } else { -1.0 };
        let rank = |action: &Action| sign * self.keep(action.cards().nth(0));
        legal.iter().min_by(|a, b| rank(a).total_cmp(&rank(b))).expect("a decision has at least one action")
    }
}

/// The points of a pawn or a court.
fn points(court: Court) -> f64 {
    if court.is_pawn() { 1.0 } else { 2.0 }
}
