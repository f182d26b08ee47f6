//! A walk over all public positions of a deck with one turnup: the values of all hands of one player.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, CardSet, Suit, takes};

use super::deck::Deck;
use super::ending::Ending;
use super::hands::{Hands, MOST_HELD, MOST_UNSEEN, has, places};

/// The maximum number of actions: the cards of a hand, and to close the talon.
const MOST_ACTIONS: usize = MOST_HELD + 1;

/// The number of values of a walk: strategies, probabilities and values of at most 165 hands, at most 16 times
/// one within the other.
const SCRATCH: usize = 1 << 16;

/// What a walk computes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Pass {
    /// The values of the current strategies, from which the hero learns; the other player's strategy enters
    /// its average with this weight.
    Learn(f32),
    /// The values of the hero's best response to the average strategy of the other player.
    Best,
    /// The values of the average strategies.
    Average,
}

/// A lead or a reply that is being visited.
struct Visited<'a> {
    position: &'a Position,
    /// The card led, before a reply.
    lead: Option<Card>,
    player: usize,
    /// The number of actions of each hand: its cards from the lowest one, the turnup, to close the talon.
    actions: usize,
    /// The probabilities of the actions, hand by hand.
    policy: &'a mut [f64],
    /// The values of the actions, hand by hand, if the hero moves. Those of illegal actions are
    /// [`ILLEGAL`].
    found: &'a mut [f64],
}

/// The value of an illegal action.
const ILLEGAL: f64 = f64::NEG_INFINITY;

/// A walk over all public positions with one turnup, for the values of one player, the hero.
struct Walk<'a> {
    deck: &'a Deck,
    hands: &'a Hands,
    turnup: Card,
    trump: Suit,
    hero: usize,
    pass: Pass,
    tables: &'a mut Tables,
    /// The first of the numbers of the next position, and the first payoff of the next ending.
    next: usize,
    next_ending: usize,
}

/// What walks with one turnup have learned, in the order of the walk. The first walk adds the entries.
#[derive(Clone, Default, Debug)]
pub(super) struct Tables {
    /// The numbers of all positions with a choice: of each action of each hand.
    pub(super) numbers: Vec<Numbers>,
    /// The payoffs of player 0 from the last draw on, if both players know all cards.
    endings: Vec<i8>,
    /// The number of hands at positions with a choice, those included whose only legal card leaves no choice.
    pub(super) decisions: u64,
}

/// What is learned about an action with a hand.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Numbers {
    regret: f32,
    average: f32,
}

/// The public position before a lead or a reply, without the turnup.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// The cards that no player has shown, without the turnup.
    unseen: CardSet,
    /// The number of these in each hand.
    hidden: [usize; 2],
    /// The player who has drawn the turnup and still holds it.
    holder: Option<usize>,
    /// The number of draws of each player that are left.
    draws: usize,
    closed: bool,
    points: [u8; 2],
    leader: usize,
}

/// The mean value of a player in the hands with one turnup.
pub(super) fn mean_value(
    tables: &mut Tables,
    deck: &Deck,
    hands: &Hands,
    turnup: Card,
    hero: usize,
    pass: Pass,
) -> f64 {
    let position = Position {
        unseen: deck.pack.cards - CardSet::of(turnup),
        hidden: [deck.pack.hand; 2],
        holder: None,
        draws: deck.pack.talon / 2,
        closed: false,
        points: [0; 2],
        leader: 0,
    };
    let trump = turnup.suit();
    let mut walk = Walk { deck, hands, turnup, trump, hero, pass, tables, next: 0, next_ending: 0 };
    let (unseen, held) = (position.unseen.len(), deck.pack.hand);
    let count = hands.count(unseen, held);
    let mut values = vec![0.0; count];
    walk.lead(&position, &vec![1.0; count], &mut values, &mut vec![0.0; SCRATCH]);
    values.iter().sum::<f64>() / (count * hands.count(unseen - held, held)) as f64
}

impl Walk<'_> {
    /// Before a lead. `reach` is the probability with which the other player has come here with each of its
    /// hands. `values` become those of the hero's hands, each summed over the hands of the other player and
    /// weighted by `reach`.
    fn lead(&mut self, position: &Position, reach: &[f64], values: &mut [f64], scratch: &mut [f64]) {
        if position.held(position.leader) == 1 && !position.is_open() {
            self.last_trick(position, reach, values);
        } else {
            self.decide(position, None, reach, values, scratch);
        }
    }

    /// At a lead, or at a reply to one.
    fn decide(
        &mut self,
        position: &Position,
        lead: Option<Card>,
        reach: &[f64],
        values: &mut [f64],
        scratch: &mut [f64],
    ) {
        let player = if lead.is_none() { position.leader } else { 1 - position.leader };
        let closes = lead.is_none() && position.is_open();
        let actions = position.held(player) + usize::from(closes);
        let hands = self.hands.count(position.unseen.len(), position.hidden[player]);
        let first = self.enter(hands, actions);
        let (policy, scratch) = scratch.split_at_mut(hands * actions);
        let (found, scratch) = scratch.split_at_mut(if player == self.hero { hands * actions } else { 0 });
        let mut visited = Visited { position, lead, player, actions, policy, found };
        let playable = self.policies(&mut visited, first);
        if player != self.hero {
            self.average_in(&visited, first, reach);
        }
        values.fill(0.0);
        for card in playable.iter() {
            self.follow(&mut visited, Some(card), reach, values, scratch);
        }
        if closes {
            self.follow(&mut visited, None, reach, values, scratch);
        }
        if player == self.hero {
            self.learn(&visited, first, values);
        }
    }

    /// The first of the numbers of the next position, one for each action of each hand; there are none
    /// without a choice.
    fn enter(&mut self, hands: usize, actions: usize) -> usize {
        let first = self.next;
        if actions > 1 {
            self.next += hands * actions;
            if self.next > self.tables.numbers.len() {
                self.tables.numbers.resize(self.next, Numbers::default());
                self.tables.decisions += hands as u64;
            }
        }
        first
    }

    /// Writes the strategies of all hands, marks what is illegal, and returns the cards that some hand may
    /// play.
    fn policies(&self, visited: &mut Visited<'_>, first: usize) -> CardSet {
        let &mut Visited { position, lead, player, actions, ref mut policy, ref mut found } = visited;
        let mut cards = [self.turnup; MOST_UNSEEN];
        cards.iter_mut().zip(position.unseen.iter()).for_each(|(place, card)| *place = card);
        let turnup = if position.holder == Some(player) { CardSet::of(self.turnup) } else { CardSet::EMPTY };
        let learns = matches!(self.pass, Pass::Learn(_));
        let mut playable = CardSet::EMPTY;
        let hands = self.hands.of(position.unseen.len(), position.hidden[player]).iter();
        for (at, (&hand, policy)) in hands.zip(policy.chunks_exact_mut(actions)).enumerate() {
            let held = places(hand).fold(turnup, |held, place| held | CardSet::of(cards[place]));
            let legal = match lead {
                Some(lead) if !position.is_open() => Kinderschnapsen::DUTY.replies(held, lead, self.trump),
                _ => held,
            };
            playable |= legal;
            // In the order of the actions; after the cards only to close the talon is left.
            let mut is_legal = [true; MOST_ACTIONS];
            let played = places(hand).map(|place| cards[place]).chain(turnup.iter());
            is_legal.iter_mut().zip(played).for_each(|(is_legal, card)| *is_legal = legal.contains(card));
            let is_legal = &is_legal[..actions];
            if let Some(found) = found.get_mut(at * actions..(at + 1) * actions) {
                let found = found.iter_mut().zip(is_legal);
                found.for_each(|(found, &legal)| *found = if legal { 0.0 } else { ILLEGAL });
            }
            if actions == 1 {
                policy[0] = 1.0;
                continue;
            }
            let numbers = &self.tables.numbers[first + at * actions..][..actions];
            let weight = |numbers: &Numbers| f64::from(if learns { numbers.regret } else { numbers.average });
            policy.iter_mut().zip(numbers).for_each(|(chosen, numbers)| *chosen = weight(numbers));
            let sum: f64 = policy.iter().sum();
            if sum > 0.0 {
                policy.iter_mut().for_each(|chosen| *chosen /= sum);
            } else {
                let even = 1.0 / is_legal.iter().filter(|&&legal| legal).count() as f64;
                let all = policy.iter_mut().zip(is_legal);
                all.for_each(|(chosen, &legal)| *chosen = if legal { even } else { 0.0 });
            }
        }
        playable
    }

    /// Adds the strategies of the other player to their averages, while the hero learns.
    fn average_in(&mut self, visited: &Visited<'_>, first: usize, reach: &[f64]) {
        let (Pass::Learn(weight), 2..) = (self.pass, visited.actions) else { return };
        let numbers = self.tables.numbers[first..].chunks_exact_mut(visited.actions);
        for ((numbers, policy), &reach) in
            numbers.zip(visited.policy.chunks_exact(visited.actions)).zip(reach)
        {
            let played = numbers.iter_mut().zip(policy);
            played.for_each(|(numbers, chosen)| numbers.average += weight * (reach * chosen) as f32);
        }
    }

    /// Walks on by a card, or closes the talon, and notes the values.
    fn follow(
        &mut self,
        visited: &mut Visited<'_>,
        card: Option<Card>,
        reach: &[f64],
        values: &mut [f64],
        scratch: &mut [f64],
    ) {
        let &mut Visited { position, lead, player, actions, ref policy, ref mut found } = visited;
        let (hands, hero, other) = (self.hands, self.hero, 1 - self.hero);
        let next = match card {
            Some(card) => position.shown(player, card),
            None => Position { closed: true, ..*position },
        };
        let (all, left) = (position.unseen.len(), next.unseen.len());
        let place = card.filter(|&card| position.unseen.contains(card)).map(|card| position.place(card));
        let action = |hand: u16| match (place, card) {
            (Some(place), _) => (hand & ((1 << place) - 1)).count_ones() as usize,
            (None, Some(_)) => position.hidden[player],
            (None, None) => actions - 1,
        };
        // The player to move has the card, the other has it not; without it their hands keep their order.
        let hands_of = |who: usize| {
            let hands = hands.of(all, position.hidden[who]).iter().copied().enumerate();
            hands.filter(move |&(_, hand)| place.is_none_or(|place| has(hand, place) == (who == player)))
        };
        let (next_reach, scratch) = scratch.split_at_mut(hands.count(left, next.hidden[other]));
        let (next_values, scratch) = scratch.split_at_mut(hands.count(left, next.hidden[hero]));
        for (next_reach, (at, hand)) in next_reach.iter_mut().zip(hands_of(other)) {
            let chosen = if player == other { policy[at * actions + action(hand)] } else { 1.0 };
            *next_reach = reach[at] * chosen;
        }
        match (card, lead) {
            (None, _) => self.lead(&next, next_reach, next_values, scratch),
            (Some(_), None) => self.decide(&next, card, next_reach, next_values, scratch),
            (Some(card), Some(lead)) => self.end_trick(&next, lead, card, next_reach, next_values, scratch),
        }
        for (&value, (at, hand)) in next_values.iter().zip(hands_of(hero)) {
            if player != hero {
                values[at] += value;
            } else if found[at * actions + action(hand)] != ILLEGAL {
                found[at * actions + action(hand)] = value;
            }
        }
    }

    /// Turns the values of the actions of the hero into those of its hands, and learns from them.
    fn learn(&mut self, visited: &Visited<'_>, first: usize, values: &mut [f64]) {
        let &Visited { actions, ref policy, ref found, .. } = visited;
        let hands = policy.chunks_exact(actions).zip(found.chunks_exact(actions)).zip(values);
        for (at, ((policy, found), value)) in hands.enumerate() {
            if self.pass == Pass::Best {
                *value = found.iter().copied().fold(ILLEGAL, f64::max);
                continue;
            }
            let played = policy.iter().zip(found).filter(|&(&chosen, _)| chosen > 0.0);
            *value = played.map(|(chosen, found)| chosen * found).sum();
            if matches!(self.pass, Pass::Learn(_)) && actions > 1 {
                let numbers = &mut self.tables.numbers[first + at * actions..][..actions];
                for (numbers, found) in numbers.iter_mut().zip(found) {
                    numbers.regret = (numbers.regret + (found - *value) as f32).max(0.0);
                }
            }
        }
    }

    /// After both cards of a trick.
    fn end_trick(
        &mut self,
        position: &Position,
        lead: Card,
        reply: Card,
        reach: &[f64],
        values: &mut [f64],
        scratch: &mut [f64],
    ) {
        let mut next = *position;
        if takes(reply, lead, self.trump) {
            next.leader = 1 - next.leader;
        }
        next.points[next.leader] += Kinderschnapsen::points(lead) + Kinderschnapsen::points(reply);
        if next.points[next.leader] >= self.deck.target {
            self.check_out(&next, reach, values);
        } else if next.is_open() {
            self.draw(&next, reach, values, scratch);
        } else {
            self.lead(&next, reach, values, scratch);
        }
    }

    /// Once the winner of the last trick has checked out.
    fn check_out(&self, position: &Position, reach: &[f64], values: &mut [f64]) {
        let payoff = self.payoff(position.leader, position.points[1 - position.leader]);
        let unseen = position.unseen.len();
        let [own, others] = [self.hero, 1 - self.hero].map(|player| position.hidden[player]);
        debug_assert!(own <= 2 && others <= 2, "no hand has more than three cards before a trick");
        let all: f64 = reach.iter().sum();
        let mut with = [0.0; MOST_UNSEEN];
        for (&hand, reach) in self.hands.of(unseen, others).iter().zip(reach) {
            places(hand).for_each(|place| with[place] += reach);
        }
        for (&hand, value) in self.hands.of(unseen, own).iter().zip(values) {
            // All hands without these cards; those with both of them were taken away twice.
            let sharing: f64 = places(hand).map(|place| with[place]).sum();
            let both = if own == 2 && others == 2 { reach[self.hands.number(hand)] } else { 0.0 };
            *value = payoff * (all - sharing + both);
        }
    }

    /// Both players draw, the winner of the trick first.
    fn draw(&mut self, position: &Position, reach: &[f64], values: &mut [f64], scratch: &mut [f64]) {
        let (hands, hero, other) = (self.hands, self.hero, 1 - self.hero);
        let unseen = position.unseen.len();
        let mut free = (unseen - position.hidden[0] - position.hidden[1]) as f64;
        let mut next = Position { draws: position.draws - 1, ..*position };
        next.hidden[next.leader] += 1;
        if next.draws == 0 {
            next.holder = Some(1 - next.leader);
        } else {
            next.hidden[1 - next.leader] += 1;
            free *= free - 1.0;
        }
        let (next_reach, scratch) = scratch.split_at_mut(hands.count(unseen, next.hidden[other]));
        let (next_values, scratch) = scratch.split_at_mut(hands.count(unseen, next.hidden[hero]));
        if next.hidden[other] == position.hidden[other] {
            next_reach.copy_from_slice(reach);
        } else {
            // Any card of the hand may have been the last one.
            for (&hand, next_reach) in hands.of(unseen, next.hidden[other]).iter().zip(&mut *next_reach) {
                *next_reach = places(hand).map(|place| reach[hands.number(hand ^ 1 << place)]).sum();
            }
        }
        if next.draws == 0 && next.hidden[0] + next.hidden[1] == unseen {
            self.ending(&next, next_reach, next_values);
        } else {
            self.lead(&next, next_reach, next_values, scratch);
        }
        // Each draw is as likely.
        if next.hidden[hero] == position.hidden[hero] {
            values.iter_mut().zip(&*next_values).for_each(|(value, next)| *value = next / free);
        } else {
            for (&hand, value) in hands.of(unseen, position.hidden[hero]).iter().zip(values) {
                let drawn = (0..unseen).filter(|&place| !has(hand, place));
                let sum: f64 = drawn.map(|place| next_values[hands.number(hand | 1 << place)]).sum();
                *value = sum / free;
            }
        }
    }

    /// Once both players know all cards: the hand of one is what the other has not.
    fn ending(&mut self, position: &Position, reach: &[f64], values: &mut [f64]) {
        let hands = self.hands;
        let unseen = position.unseen.len();
        let own = hands.of(unseen, position.hidden[0]);
        let first = self.next_ending;
        self.next_ending += own.len();
        if self.next_ending > self.tables.endings.len() {
            let payoffs: Vec<i8> = own.iter().map(|&hand| self.searched(position, hand)).collect();
            self.tables.endings.extend(payoffs);
        }
        for (&hand, &payoff) in own.iter().zip(&self.tables.endings[first..]) {
            let numbers = [hand, !hand & ((1 << unseen) - 1)].map(|hand| hands.number(hand));
            let payoff = f64::from(if self.hero == 0 { payoff } else { -payoff });
            values[numbers[self.hero]] = payoff * reach[numbers[1 - self.hero]];
        }
    }

    /// The payoff of player 0 with a hand of the unseen cards, when the other has the rest.
    fn searched(&self, position: &Position, hand: u16) -> i8 {
        let first: CardSet = position
            .unseen
            .iter()
            .enumerate()
            .filter(|&(place, _)| has(hand, place))
            .map(|(_, card)| card)
            .collect();
        let mut held = [first, position.unseen - first];
        if let Some(holder) = position.holder {
            held[holder].insert(self.turnup);
        }
        let payoff =
            Ending { deck: self.deck, trump: self.trump }.payoff(held, position.points, position.leader);
        if position.leader == 0 { payoff } else { -payoff }
    }

    /// When each player has one card left and nothing is drawn any more.
    fn last_trick(&self, position: &Position, reach: &[f64], values: &mut [f64]) {
        values.fill(0.0);
        let cards = |player: usize| {
            let held = if position.hidden[player] == 1 { position.unseen } else { CardSet::of(self.turnup) };
            held.iter().enumerate()
        };
        for (own, held) in cards(self.hero) {
            for (others, other) in cards(1 - self.hero).filter(|&(_, other)| other != held) {
                let [lead, reply] = if position.leader == self.hero { [held, other] } else { [other, held] };
                let mut winner = position.leader;
                if takes(reply, lead, self.trump) {
                    winner = 1 - winner;
                }
                let points =
                    position.points[winner] + Kinderschnapsen::points(lead) + Kinderschnapsen::points(reply);
                let checks_out = points >= self.deck.target;
                let won = if checks_out { self.deck.tier(position.points[1 - winner]) } else { 1 };
                let won = f64::from(won);
                values[own] += reach[others] * if winner == self.hero { won } else { -won };
            }
        }
    }

    /// The payoff of the hero after a check-out against this number of points.
    fn payoff(&self, winner: usize, points: u8) -> f64 {
        let won = f64::from(self.deck.tier(points));
        if winner == self.hero { won } else { -won }
    }
}

impl Position {
    /// The number of cards in a hand.
    fn held(&self, player: usize) -> usize {
        self.hidden[player] + usize::from(self.holder == Some(player))
    }

    /// Whether cards are still drawn, and so anything may be played.
    fn is_open(&self) -> bool {
        self.draws > 0 && !self.closed
    }

    /// The place of an unseen card among them.
    fn place(&self, card: Card) -> usize {
        (self.unseen.bits() & ((1 << card.index()) - 1)).count_ones() as usize
    }

    /// The position once a player has shown a card.
    fn shown(&self, player: usize, card: Card) -> Position {
        let mut after = *self;
        if after.unseen.contains(card) {
            after.unseen -= CardSet::of(card);
            after.hidden[player] -= 1;
        } else {
            after.holder = None;
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;

    /// Against the sum over all pairs of hands.
    #[test]
    fn a_check_out_counts_the_hands_that_share_no_card() {
        let (deck, hands) = (Deck::new(3, 4, 0).expect("the full deck"), Hands::new());
        let mut rng = Rng::new(8, 0);
        for hidden in [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1], [1, 2], [2, 2]] {
            let unseen: CardSet = deck.pack.cards.iter().skip(1).take(6).collect();
            let position =
                Position { unseen, hidden, holder: None, draws: 0, closed: true, points: [46, 0], leader: 0 };
            let turnup = deck.pack.cards.first();
            let mut tables = Tables::default();
            let walk = Walk {
                deck: &deck,
                hands: &hands,
                turnup,
                trump: turnup.suit(),
                hero: 1,
                pass: Pass::Average,
                tables: &mut tables,
                next: 0,
                next_ending: 0,
            };
            let [others, own] = hidden.map(|held| hands.of(6, held));
            let reach: Vec<f64> = others.iter().map(|_| rng.unit()).collect();
            let mut values = vec![0.0; own.len()];
            walk.check_out(&position, &reach, &mut values);
            for (&hand, value) in own.iter().zip(values) {
                let apart = others.iter().zip(&reach).filter(|&(&other, _)| other & hand == 0);
                let sum: f64 = apart.map(|(_, reach)| reach).sum();
                assert!((value + 3.0 * sum).abs() < 1e-12, "{hidden:?}: {value}, not {}", -3.0 * sum);
            }
        }
    }
}
