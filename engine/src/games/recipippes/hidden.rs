//! The games that fit what one player knows: one drawn evenly, or all of them.
//!
//! All decisions are public, so every fitting deal is equally likely, and it is enough to count them. A card
//! comes from the first deck (or the hand dealt with it) until it has been discarded and shuffled into the
//! second one, whose cards all players know. So for each deck:
//!
//! * The cards that no player has shown are split between the hidden parts of the other hands and the rest of
//!   the deck. Only a choice that is half made tells them apart ([`Proof`]).
//! * Which draw brought a card of another player is hidden too, but decides what that player knew when. A
//!   card that it has shown came with an earlier draw. Going from its last draw to its first, the number of
//!   cards that may have come with it does not depend on the choices made before; the rest is the hand it was
//!   dealt.

use super::deck::shuffle;
use super::proof::Proof;
use super::rules::Recipippes;
use super::{Card, CardSet, Court, CourtSet, InfoSet, Position};
use crate::{Player, Reshuffle, Rng, Worlds};

/// The maximum number of hands that are enumerated to find those that a partial choice allows.
const MOST_HANDS: u128 = 1_000_000;

/// The hidden cards as one player sees them.
struct Hidden {
    players: usize,
    seat: Player,
    /// For each deck, the cards whose place is not known.
    pools: [CardSet; 2],
    /// The number of them that each of the others holds.
    sizes: [[usize; 2]; 4],
    proof: Option<Proof>,
    /// The pawns and courts whose place in the pile is not known.
    courts: CourtSet,
}

impl Hidden {
    fn of(rules: &Recipippes, info_set: &InfoSet) -> Hidden {
        let (seat, position) = (info_set.seat, &info_set.position);
        let players = usize::from(rules.players);
        let own = info_set.cards();
        let mut sizes = [[0; 2]; 4];
        for player in Player::all(players).filter(|&player| player != seat) {
            sizes[player.index()] = [0, 1].map(|deck| position.hidden_size(player, deck));
        }
        let taken = position.captured.iter().fold(position.display, |all, &courts| all.with(courts));
        let known: CourtSet = position.pile[5 - position.pile_left()..].iter().flatten().copied().collect();
        Hidden {
            players,
            seat,
            pools: [CardSet::ALL - position.shown[0] - own, position.reshuffled - position.shown[1] - own],
            sizes,
            proof: Proof::of(rules, position).filter(|proof| proof.player != seat),
            courts: CourtSet::ALL.without(taken).without(known),
        }
    }

    fn others(&self) -> impl Iterator<Item = Player> + use<> {
        let seat = self.seat;
        Player::all(self.players).filter(move |&player| player != seat)
    }

    /// The others, the one about whose hand something is proved first.
    fn proved_first(&self) -> Vec<Player> {
        let mut others: Vec<Player> = self.others().collect();
        others.sort_by_key(|&player| self.proof.is_none_or(|proof| proof.player != player));
        others
    }

    /// One fitting position, all of them equally likely.
    fn sample(&self, mut position: Position, rng: &mut Rng) -> Position {
        let mut pools = self.pools;
        let mut proved = None;
        if let Some(proof) = &self.proof {
            let player = proof.player;
            let held = position.hand(player);
            let chosen = proof.choose(pools, self.sizes[player.index()], held, rng);
            pools = [pools[0] - chosen[0], pools[1] - chosen[1]];
            position.hands[player.index()] |= chosen[0] | chosen[1];
            proved = Some(player);
        }
        for (deck, pool) in pools.into_iter().enumerate() {
            let mut cards = [Card::from_index(0); Card::COUNT];
            let cards = &mut cards[..pool.len()];
            cards.iter_mut().zip(pool.iter()).for_each(|(place, card)| *place = card);
            shuffle(cards, rng);
            let mut rest = &*cards;
            for player in self.others().filter(|&player| Some(player) != proved) {
                let (hand, after) = rest.split_at(self.sizes[player.index()][deck]);
                position.hands[player.index()] |= hand.iter().copied().collect();
                rest = after;
            }
            lay_rest(&mut position, deck, rest);
        }
        for player in self.others() {
            for deck in 0..2 {
                sample_origins(&mut position, player, deck, rng);
            }
        }
        let mut courts = [Court::from_index(0); Court::COUNT];
        let courts = &mut courts[..self.courts.len()];
        courts.iter_mut().zip(self.courts.iter()).for_each(|(place, court)| *place = court);
        rng.shuffle(courts);
        lay_courts(&mut position, courts);
        position
    }

    /// The number of splits of that the pools there are, proofs aside.
    fn splits(&self) -> u128 {
        let mut splits = 1u128;
        for deck in 0..2 {
            let mut left = self.pools[deck].len();
            for player in self.others() {
                let size = self.sizes[player.index()][deck];
                splits = splits.saturating_mul(choose(left, size));
                left -= size;
            }
        }
        splits
    }

    /// The number of positions that fit with each split.
    fn orders(&self, position: &Position) -> u128 {
        let lying = (0..2).map(|deck| factorial(position.decks[deck].left()));
        let origins = self.others().flat_map(|player| (0..2).map(move |deck| (player, deck)));
        let origins = origins.map(|(player, deck)| {
            let hidden = self.sizes[player.index()][deck];
            let mut shown_since = ShownSince::of(position, player, deck);
            let mut drawn = 0;
            let mut ways = 1u128;
            while let Some((_, since)) = shown_since.next_draw() {
                ways = ways.saturating_mul((hidden + since.len() - drawn) as u128);
                drawn += 1;
            }
            ways
        });
        lying.chain(origins).chain([factorial(self.courts.len())]).fold(1, u128::saturating_mul)
    }

    /// All fitting positions, if there are no more than `limit`.
    fn worlds(&self, position: Position, limit: usize) -> Option<Vec<Position>> {
        let (splits, orders) = (self.splits(), self.orders(&position));
        let most = limit as u128;
        if orders > most || self.proof.is_none() && splits.saturating_mul(orders) > most {
            return None;
        }
        if splits > MOST_HANDS {
            return None;
        }
        let mut worlds = vec![(position, self.pools)];
        for player in self.proved_first() {
            worlds = worlds.iter().flat_map(|world| self.with_hand(world, player)).collect();
            // Each of them can be completed, so there will be no fewer.
            if worlds.len() as u128 * orders > most {
                return None;
            }
        }
        let mut complete = Vec::with_capacity(worlds.len() * orders as usize);
        for (world, pools) in worlds {
            let mut open = vec![world];
            for (deck, pool) in pools.into_iter().enumerate() {
                let rests = permutations(&pool.iter().collect::<Vec<_>>());
                open = each(&open, &rests, |world, rest| lay_rest(world, deck, rest));
            }
            let courts = permutations(&self.courts.iter().collect::<Vec<_>>());
            open = each(&open, &courts, lay_courts);
            for player in self.others() {
                for deck in 0..2 {
                    open = open.into_iter().flat_map(|world| with_origins(world, player, deck)).collect();
                }
            }
            complete.extend(open);
        }
        debug_assert_eq!(complete.len() as u128 % orders, 0);
        Some(complete)
    }

    /// The worlds that result from one by dealing `player` its hidden cards.
    fn with_hand(
        &self,
        (position, pools): &(Position, [CardSet; 2]),
        player: Player,
    ) -> Vec<(Position, [CardSet; 2])> {
        let sizes = self.sizes[player.index()];
        let [first, second] = [0, 1].map(|deck| subsets(pools[deck], sizes[deck]));
        let mut worlds = Vec::new();
        for &from_first in &first {
            for &from_second in &second {
                let mut position = *position;
                let hand = &mut position.hands[player.index()];
                *hand |= from_first | from_second;
                let excluded = self.proof.is_some_and(|proof| proof.player == player && !proof.holds(*hand));
                if !excluded {
                    worlds.push((position, [pools[0] - from_first, pools[1] - from_second]));
                }
            }
        }
        worlds
    }
}

/// The draws of one player from one deck, the last one first, with the cards that it has shown since each.
struct ShownSince<'a> {
    position: &'a Position,
    player: Player,
    deck: usize,
    /// The cards shown when this number had been drawn.
    shown: [CardSet; Card::COUNT + 1],
    since: CardSet,
    place: usize,
}

impl ShownSince<'_> {
    fn of(position: &Position, player: Player, deck: usize) -> ShownSince<'_> {
        let mut shown = [CardSet::EMPTY; Card::COUNT + 1];
        for card in position.shown[deck].iter() {
            let showing = position.showings[deck][card.index()];
            if showing.player() == player {
                shown[showing.drawn()].insert(card);
            }
        }
        let place = position.decks[deck].drawn();
        ShownSince { position, player, deck, shown, since: CardSet::EMPTY, place }
    }

    /// The place of the next earlier draw, and the cards shown since.
    fn next_draw(&mut self) -> Option<(usize, CardSet)> {
        while self.place > 0 {
            self.since |= self.shown[self.place];
            self.place -= 1;
            if self.position.decks[self.deck].drawer(self.place) == self.player {
                return Some((self.place, self.since));
            }
        }
        None
    }
}

/// Draws which card came with which draw of `player`, whose hand is known.
fn sample_origins(position: &mut Position, player: Player, deck: usize, rng: &mut Rng) {
    let hidden = position.hidden(player, deck);
    let known = *position;
    let mut shown_since = ShownSince::of(&known, player, deck);
    let mut drawn = CardSet::EMPTY;
    while let Some((place, since)) = shown_since.next_draw() {
        // A card drawn late is not drawn early: taken out of every earlier choice.
        let from = (hidden | since) - drawn;
        let card = from.nth(rng.below(from.len() as u32) as usize);
        position.decks[deck].put(place, card);
        drawn.insert(card);
    }
}

/// The worlds that result from one by all assignments of cards to the draws of `player`.
fn with_origins(position: Position, player: Player, deck: usize) -> Vec<Position> {
    let hidden = position.hidden(player, deck);
    let mut shown_since = ShownSince::of(&position, player, deck);
    let mut worlds = vec![(position, CardSet::EMPTY)];
    while let Some((place, since)) = shown_since.next_draw() {
        worlds = worlds
            .into_iter()
            .flat_map(|(world, drawn)| {
                ((hidden | since) - drawn).iter().map(move |card| {
                    let mut world = world;
                    world.decks[deck].put(place, card);
                    (world, drawn | CardSet::of(card))
                })
            })
            .collect();
    }
    worlds.into_iter().map(|(world, _)| world).collect()
}

/// Lays out the rest of a deck, top first.
fn lay_rest(position: &mut Position, deck: usize, cards: &[Card]) {
    let drawn = position.decks[deck].drawn();
    debug_assert_eq!(cards.len(), position.decks[deck].left());
    cards.iter().enumerate().for_each(|(n, &card)| position.decks[deck].put(drawn + n, card));
}

/// Lays out the unknown part of the pile, top first.
fn lay_courts(position: &mut Position, courts: &[Court]) {
    let from = 5 - position.pile_left();
    let blanks = position.pile[from..].iter_mut().filter(|court| court.is_none());
    blanks.zip(courts).for_each(|(blank, &court)| *blank = Some(court));
}

fn each<T>(open: &[Position], choices: &[Vec<T>], lay: impl Fn(&mut Position, &[T])) -> Vec<Position> {
    let choose = |choice: &Vec<T>, mut world: Position| {
        lay(&mut world, choice);
        world
    };
    open.iter()
        .flat_map(|world| choices.iter().map(|choice| choose(choice, *world)).collect::<Vec<_>>())
        .collect()
}

/// All subsets of `cards` of this size.
fn subsets(cards: CardSet, size: usize) -> Vec<CardSet> {
    let Some(first) = cards.first() else {
        return if size == 0 { vec![CardSet::EMPTY] } else { Vec::new() };
    };
    if size > cards.len() {
        return Vec::new();
    }
    let rest = cards - CardSet::of(first);
    let mut all = if size == 0 { Vec::new() } else { subsets(rest, size - 1) };
    all.iter_mut().for_each(|set| set.insert(first));
    all.extend(subsets(rest, size));
    all
}

/// All orders of `items`.
fn permutations<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let without = |n: usize| {
        let mut rest = items.to_vec();
        let item = rest.remove(n);
        permutations(&rest).into_iter().map(move |mut order| {
            order.insert(0, item);
            order
        })
    };
    (0..items.len()).flat_map(without).collect()
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).fold(1, u128::saturating_mul)
}

fn choose(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |ways, i| ways * (n as u128 - i) / (i + 1))
}

impl InfoSet {
    /// A position that fits, all of them equally likely.
    pub(super) fn sample(&self, rules: &Recipippes, rng: &mut Rng) -> Position {
        if !self.position.is_dealt() {
            return self.position;
        }
        Hidden::of(rules, self).sample(self.position, rng)
    }
}

impl Worlds for Recipippes {
    /// `None` also if more than a million hands would have to be enumerated.
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Position, f64)>> {
        let position = info_set.position;
        let worlds = match position.is_dealt() {
            true => Hidden::of(self, info_set).worlds(position, limit)?,
            false => vec![position],
        };
        let probability = 1.0 / worlds.len() as f64;
        Some(worlds.into_iter().map(|world| (world, probability)).collect())
    }
}

impl Reshuffle for Recipippes {
    /// Those of the deck that is drawn from. The court cards to come count as known.
    fn face_down(&self, position: &Position) -> usize {
        position.deck().face_down()
    }

    fn reshuffle(&self, position: &mut Position, rng: &mut Rng) {
        position.deck_mut().reshuffle(rng);
    }
}
