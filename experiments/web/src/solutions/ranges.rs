//! The hands that another player may hold at a position, by Bayes: how likely each is by the cards alone, and after what
//! was played, if the players follow a strategy; and what the player would do with each.

use std::collections::{BTreeMap, HashMap};

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState};
use hinterhand_engine::games::kinderschnapsen::Deals;
use hinterhand_engine::{ActionSet as _, Event, Game as _, Notation as _, Player, Rng, Turn, Worlds as _};
use hinterhand_players::games::LoadedGame;
use serde_json::{Value as Json, json};

use super::solved::Solutions;
use super::source::InTime;
use crate::room::Hand;

/// The worlds that are listed at most: all deals that fit at the first lead of Kinderschnapsen are fewer.
const WORLDS: usize = 20_000;

/// The worlds that are drawn where they are too many, by a strategy that answers at once and by one that searches.
const DRAWN: [usize; 2] = [2_000, 200];

/// The hands that are told, the most likely first.
const TOLD: usize = 400;

/// Whose cards are asked for: `of`, as `viewer` may think of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    /// The player that thinks.
    pub(crate) viewer: Player,
    /// The player that is thought about.
    pub(crate) of: Player,
}

/// The range at the end of a hand; with what `second` does with each hand, if it is given.
pub(crate) fn range(
    game: &LoadedGame,
    hand: &Hand<'_>,
    eyes: Eyes,
    strategy: InTime<'_>,
    second: Option<InTime<'_>>,
    solutions: &Solutions,
) -> Result<Json, String> {
    let rules = game.rules();
    let words = hand.history().words();
    if hand.mover().is_none() {
        return Err("no player is to move here".to_owned());
    }
    let info_set = rules.info_set(hand.history().state(), eyes.viewer);
    if holding(rules, hand.history().state(), eyes.of).is_none() {
        return Err("this game has no hands of cards or dice to be guessed".to_owned());
    }
    let (worlds, drawn) = match rules.worlds(&info_set, WORLDS) {
        Some(worlds) => (worlds, None),
        None => {
            let count = DRAWN[usize::from(strategy.is_slow)];
            let mut rng = Rng::new(1, 0);
            let worlds = (0..count).map(|_| (rules.sample(&info_set, &mut rng), 1.0 / count as f64));
            (worlds.collect(), Some(count))
        }
    };
    let chance = drawn.is_none().then(|| Chance::of(game, solutions)).flatten();
    let mut replay = Replay { rules, eyes, asked: Asked::new(strategy), chance, known: HashMap::new() };
    let mut found = Found::default();
    let mut second = second.map(Asked::new);
    let is_to_move = hand.mover() == Some(eyes.of.index());
    for (world, weight) in worlds {
        let words = rules.retold(words, &world);
        let fits = replay.fits(&words, weight)?;
        if strategy.is_late() {
            break;
        }
        let cards = holding(rules, &world, eyes.of).ok_or("a world without a hand")?;
        let row = found.rows.entry(cards).or_default();
        row.note(fits, words);
        found.reach += fits.after * fits.own;
        if is_to_move {
            let (info_set, legal) = (rules.info_set(&world, eyes.of), rules.legal(&world));
            let named: Vec<String> = legal.iter().map(|action| rules.action_word(&world, action)).collect();
            row.add(0, fits, replay.asked.about(&info_set, &legal), &named);
            if let Some(second) = &mut second {
                row.add(1, fits, second.about(&info_set, &legal), &named);
            }
        }
    }
    let mut told = found.json(is_to_move, second.is_some());
    told["viewer"] = eyes.viewer.index().into();
    told["of"] = eyes.of.index().into();
    told["drawn"] = drawn.into();
    if replay.chance.is_none() {
        told["reach"] = Json::Null;
    }
    Ok(told)
}

/// Whether players hold cards or dice, as a first deal shows.
pub(crate) fn has_hands(game: &LoadedGame) -> bool {
    let rules = game.rules();
    let (mut state, mut rng) = (rules.start(), Rng::new(1, 0));
    while rules.turn(&state) == Turn::Chance {
        rules.deal(&mut state, &mut rng);
    }
    holding(rules, &state, Player::FIRST).is_some_and(|pieces| !pieces.is_empty())
}

/// The cards or dice that a player holds and hides.
fn holding(rules: &AnyGame, state: &AnyState, player: Player) -> Option<Vec<String>> {
    let drawing = rules.drawing(&rules.info_set(state, player))?;
    let place = drawing
        .places
        .iter()
        .find(|place| place.owner == Some(player) && ["hand", "dice"].contains(&place.name.as_str()))?;
    let mut pieces: Vec<String> =
        place.pieces.iter().map(|piece| piece.to_string().replace(['[', ']'], "")).collect();
    pieces.sort();
    Some(pieces)
}

/// How a world fits what was played.
#[derive(Clone, Copy, Debug)]
struct Fits {
    /// The weight of its cards alone.
    before: f64,
    /// The same with the probability of what the others did.
    after: f64,
    /// The probability of what the viewer did.
    own: f64,
}

/// Where the probabilities of chance come from.
enum Chance {
    /// All deals are equally likely; this is the probability of one, with a given suit for trumps.
    Even(f64),
    /// What chance may do can be listed.
    Listed,
}

impl Chance {
    fn of(game: &LoadedGame, solutions: &Solutions) -> Option<Chance> {
        if game.hand().is_some() {
            return Some(Chance::Even(3.0 / f64::from(Deals::COUNT)));
        }
        solutions.is_offered(game).then_some(Chance::Listed)
    }
}

/// Plays worlds again, and asks the strategy about all that was done in them.
struct Replay<'r, 's> {
    rules: &'r AnyGame,
    eyes: Eyes,
    asked: Asked<'s>,
    chance: Option<Chance>,
    /// The probabilities of the first event of chance, by their words.
    known: HashMap<String, f64>,
}

impl Replay<'_, '_> {
    /// How a world fits. Where chance can be counted, the weight is its probability; else that with which the world is
    /// drawn, in which others choose evenly where the viewer cannot see what they do.
    fn fits(&mut self, words: &[String], weight: f64) -> Result<Fits, String> {
        let rules = self.rules;
        let mut fits =
            Fits { before: if self.chance.is_some() { 1.0 } else { weight }, after: 1.0, own: 1.0 };
        let mut state = rules.start();
        for (ply, word) in words.iter().enumerate() {
            match rules.turn(&state) {
                Turn::Over => return Err("a world that ends too early".to_owned()),
                Turn::Chance => {
                    fits.before *= self.of_chance(&state, word, ply);
                    let event = rules.read_chance(&state, word).map_err(|error| error.to_string())?;
                    rules.reveal(&mut state, &event);
                }
                Turn::Player(player) => {
                    let legal = rules.legal(&state);
                    let action = rules.read_action(&state, word).map_err(|error| error.to_string())?;
                    let share = self.asked.about(&rules.info_set(&state, player), &legal)[action.index()];
                    let before = state.clone();
                    rules.play(&mut state, action);
                    if player == self.eyes.viewer {
                        fits.own *= share;
                    } else {
                        fits.after *= share;
                        if self.chance.is_none() && !self.is_seen(&before, action, &state, word) {
                            fits.before *= legal.len() as f64;
                        }
                    }
                }
            }
        }
        fits.after *= fits.before;
        Ok(fits)
    }

    fn of_chance(&mut self, state: &AnyState, word: &str, ply: usize) -> f64 {
        match self.chance {
            None => 1.0,
            Some(Chance::Even(one)) => one,
            Some(Chance::Listed) => {
                let rules = self.rules;
                let all = || {
                    rules
                        .outcomes(state)
                        .into_iter()
                        .map(|(event, share)| (rules.chance_word(state, &event), share))
                };
                if ply > 0 {
                    return all().filter(|(other, _)| other == word).map(|(_, share)| share).sum();
                }
                if self.known.is_empty() {
                    for (word, share) in all() {
                        *self.known.entry(word).or_default() += share;
                    }
                }
                self.known.get(word).copied().unwrap_or(0.0)
            }
        }
    }

    /// Whether the viewer notices which action it was.
    fn is_seen(&self, before: &AnyState, action: ActionNumber, after: &AnyState, word: &str) -> bool {
        self.rules.noticed(before, &Event::Action(action), after, self.eyes.viewer).starts_with(word)
    }
}

/// A strategy that is asked about each information set once.
struct Asked<'s> {
    strategy: InTime<'s>,
    known: HashMap<AnyInfoSet, Vec<f64>>,
}

impl<'s> Asked<'s> {
    fn new(strategy: InTime<'s>) -> Asked<'s> {
        Asked { strategy, known: HashMap::new() }
    }

    fn about(&mut self, info_set: &AnyInfoSet, legal: &AnyLegal) -> &[f64] {
        let strategy = self.strategy;
        self.known.entry(info_set.clone()).or_insert_with(|| strategy.shares(info_set, legal))
    }
}

/// A hand: its weights, and what is done with it by one or two strategies, weighted too.
#[derive(Debug, Default)]
struct Row {
    before: f64,
    after: f64,
    actions: [BTreeMap<String, [f64; 2]>; 2],
    /// The words of a most likely world with this hand, and its weights.
    example: Option<([f64; 2], Vec<String>)>,
}

impl Row {
    /// Adds a world with this hand, which was played like this.
    fn note(&mut self, fits: Fits, words: Vec<String>) {
        self.before += fits.before;
        self.after += fits.after;
        let weights = [fits.after, fits.before];
        if self.example.as_ref().is_none_or(|(best, _)| weights > *best) {
            self.example = Some((weights, words));
        }
    }

    /// Adds what a strategy does in a world. Where what was played does not happen, worlds count by their cards.
    fn add(&mut self, which: usize, fits: Fits, shares: &[f64], words: &[String]) {
        for (word, share) in words.iter().zip(shares) {
            let sum = self.actions[which].entry(word.clone()).or_default();
            sum[0] += fits.after * share;
            sum[1] += fits.before * share;
        }
    }

    fn shares(&self, which: usize) -> BTreeMap<&str, f64> {
        let (place, all) = if self.after > 0.0 { (0, self.after) } else { (1, self.before) };
        self.actions[which].iter().map(|(word, sum)| (&**word, sum[place] / all)).collect()
    }
}

/// All hands.
#[derive(Debug, Default)]
struct Found {
    rows: BTreeMap<Vec<String>, Row>,
    reach: f64,
}

impl Found {
    fn json(&self, is_to_move: bool, is_compared: bool) -> Json {
        let before: f64 = self.rows.values().map(|row| row.before).sum();
        let after: f64 = self.rows.values().map(|row| row.after).sum();
        let share = |one: f64, all: f64| if all > 0.0 { one / all } else { 0.0 };
        let mut rows: Vec<(&Vec<String>, &Row)> = self.rows.iter().collect();
        rows.sort_by(|(_, one), (_, other)| {
            other.after.total_cmp(&one.after).then(other.before.total_cmp(&one.before))
        });
        let mut cards: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        for (hand, row) in &self.rows {
            let mut held: Vec<&String> = hand.iter().collect();
            held.dedup();
            for card in held {
                let sum = cards.entry(card).or_default();
                sum[0] += share(row.after, after);
                sum[1] += share(row.before, before);
            }
        }
        let told = rows.iter().take(TOLD).map(|(hand, row)| {
            let mut json = json!({
                "hand": hand, "probability": share(row.after, after), "before": share(row.before, before),
                "words": row.example.as_ref().map(|(_, words)| words),
            });
            if is_to_move {
                json["actions"] = json!(row.shares(0));
            }
            if is_compared && is_to_move {
                json["second"] = json!(row.shares(1));
            }
            json
        });
        json!({
            "hands": told.collect::<Vec<_>>(), "count": self.rows.len(),
            "cards": cards.into_iter().map(|(card, [after, before])| json!([card, after, before])).collect::<Vec<_>>(),
            "reach": self.reach, "happens": after > 0.0,
        })
    }
}
