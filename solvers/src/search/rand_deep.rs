//! Random games to a depth, judged by the share of points: the player `rdeep` of the Schnapsen engine of the
//! Vrije Universiteit Amsterdam.
//!
//! For each action it samples worlds that fit what it sees, takes the action, lets random players go on for a
//! number of tricks, and takes the mean share of its points in the points of both. It is a baseline: it looks
//! at points only and not at what a hand pays. Unlike there, a right claim is made at once, by the player and
//! in the random games, since the rules of that engine end the hand by themselves.

use hinterhand_engine::games::kinderschnapsen::{self, Kinderschnapsen};
use hinterhand_engine::games::sixty_six::{self, Family};
use hinterhand_engine::tricks::{Action, Actions, Table};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View};

use super::{ActionValue, ActionValues, Search, TrickGame};

/// A game at the trick table that counts points.
pub trait TrickPoints: TrickGame {
    /// The points of `player` that count already.
    fn counted(&self, hand: &Self::State, player: Player) -> u8;

    /// The points of `player` that wait for its first trick.
    fn waiting(&self, hand: &Self::State, player: Player) -> u8;
}

impl<const CARDS: usize> TrickPoints for Family<CARDS> {
    #[inline]
    fn counted(&self, hand: &sixty_six::Hand<CARDS>, player: Player) -> u8 {
        self.points(hand, player)
    }

    #[inline]
    fn waiting(&self, hand: &sixty_six::Hand<CARDS>, player: Player) -> u8 {
        hand.points_scored(player) - self.points(hand, player)
    }
}

impl TrickPoints for Kinderschnapsen {
    #[inline]
    fn counted(&self, hand: &kinderschnapsen::Hand, player: Player) -> u8 {
        hand.points(player)
    }

    #[inline]
    fn waiting(&self, _: &kinderschnapsen::Hand, _: Player) -> u8 {
        0
    }
}

/// The options of the search; a sample of each action is a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandDeepOptions {
    /// The number of tricks to the end of a random game, the one at the decision included.
    pub depth: u32,
}

impl Default for RandDeepOptions {
    /// The depth that the tests of that engine have.
    fn default() -> RandDeepOptions {
        RandDeepOptions { depth: 4 }
    }
}

/// The search.
#[derive(Debug)]
pub struct RandDeep<'g, G: Game> {
    game: &'g G,
    options: RandDeepOptions,
    decision: Option<(G::InfoSet, Actions)>,
    rng: Rng,
    /// The sum of the shares of each action.
    sums: Vec<f64>,
    samples: u64,
}

/// The claim that the player to move should make at once, if there is one.
pub(crate) fn forced<G: TrickGame>(game: &G, hand: &G::State, legal: Actions) -> Option<Action> {
    game.right_claim(hand, legal)
}

/// The actions to choose from: a claim that is not right is none.
pub(crate) fn sensible(legal: Actions) -> Actions {
    let rest = legal.without(Action::STOP).without(Action::OUT);
    if rest.is_empty() { legal } else { rest }
}

impl<'g, G: TrickPoints> RandDeep<'g, G> {
    /// A search of `game`.
    pub fn new(game: &'g G, options: RandDeepOptions) -> RandDeep<'g, G> {
        RandDeep { game, options, decision: None, rng: Rng::new(0, 0), sums: Vec::new(), samples: 0 }
    }
}

/// Plays on at random from `state` until `tricks` are taken or the hand is over, and returns the share of the
/// points of `me`: a half if there are none.
fn share<G: TrickPoints>(game: &G, mut state: G::State, tricks: usize, me: Player, rng: &mut Rng) -> f64 {
    while state.tricks() < tricks {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(_) => {
                let legal = game.legal(&state);
                let action = forced(game, &state, legal).unwrap_or_else(|| {
                    let choices = sensible(legal);
                    choices.nth(rng.below(choices.len() as u32) as usize)
                });
                game.play(&mut state, action);
            }
        }
    }
    let [mine, others] = [me, me.other()].map(|player| f64::from(game.counted(&state, player)));
    if mine + others > 0.0 { mine / (mine + others) } else { 0.5 }
}

/// The choice of the player, with a generator of its own; the first of equal actions.
pub(crate) fn choose<G: TrickPoints>(
    game: &G,
    options: RandDeepOptions,
    samples: u32,
    info_set: &G::InfoSet,
    legal: Actions,
    rng: &mut Rng,
) -> Action {
    let mut search = RandDeep::new(game, options);
    search.begin(info_set, legal);
    std::mem::swap(&mut search.rng, rng);
    search.step(u64::from(samples));
    std::mem::swap(&mut search.rng, rng);
    let best: Vec<Action> = search.best().collect();
    best[rng.below(best.len() as u32) as usize]
}

impl<G: TrickPoints> RandDeep<'_, G> {
    fn begin(&mut self, info_set: &G::InfoSet, legal: Actions) {
        // Any world tells whether there is a right claim: points are public.
        let world = self.game.sample(info_set, &mut self.rng.clone());
        let choices = match forced(self.game, &world, legal) {
            Some(claim) => Actions::NONE.with(claim, true),
            None => sensible(legal),
        };
        self.decision = Some((info_set.clone(), choices));
        self.sums = vec![0.0; choices.len()];
        self.samples = 0;
    }

    /// The actions with the highest mean.
    fn best(&self) -> impl Iterator<Item = Action> {
        let (_, choices) = self.decision.as_ref().expect("it is turned to a decision first");
        let highest = self.sums.iter().copied().fold(0.0, f64::max);
        choices.iter().zip(&self.sums).filter(move |(_, sum)| **sum == highest).map(|(action, _)| action)
    }
}

impl<G: TrickPoints + Game<Legal = Actions>> Search<G> for RandDeep<'_, G> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.rng = Rng::new(rng.bits(), 0);
        self.begin(view.info_set, *view.legal);
    }

    fn step(&mut self, steps: u64) -> u64 {
        let (info_set, choices) = self.decision.as_ref().expect("it is turned to a decision first");
        if choices.len() == 1 {
            return 0;
        }
        for _ in 0..steps {
            for (sum, action) in self.sums.iter_mut().zip(choices.iter()) {
                let mut world = self.game.sample(info_set, &mut self.rng);
                let Turn::Player(me) = self.game.turn(&world) else {
                    unreachable!("a view is of a decision")
                };
                let tricks = world.tricks() + self.options.depth as usize;
                self.game.play(&mut world, action);
                *sum += share(self.game, world, tricks, me, &mut self.rng);
            }
        }
        self.samples += steps;
        steps
    }

    fn action_values(&self) -> ActionValues<Action> {
        let best: Vec<Action> = self.best().collect();
        let (_, choices) = self.decision.as_ref().expect("it is turned to a decision first");
        let entry = |action| ActionValue {
            action,
            probability: if best.contains(&action) { 1.0 / best.len() as f64 } else { 0.0 },
            value: None,
            error: None,
            visits: Some(self.samples),
        };
        ActionValues { entries: choices.iter().map(entry).collect() }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Schnapsen;
    use hinterhand_engine::{Contest, ContestRules, History};

    use super::*;

    fn decided(words: &[&str], depth: u32, steps: u64) -> ActionValues<Action> {
        let game = Schnapsen::default();
        let mut history = History::new(&game);
        words.iter().for_each(|word| history.play_word(word).expect("a sound record"));
        let Turn::Player(player) = history.turn() else { panic!("no player is to move") };
        let (info_set, legal) = (game.info_set(history.state(), player), game.legal(history.state()));
        let contest = Contest::new(ContestRules::SCHNAPSEN, Player::FIRST);
        let mut search = RandDeep::new(&game, RandDeepOptions { depth });
        let view = View { contest: &contest, info_set: &info_set, legal: &legal };
        search.turn_to(&view, &mut Rng::new(3, 0));
        search.step(steps);
        search.action_values()
    }

    const DEAL: &str = "deal:JC,QC,TC,JS,AS/JD,QD,JH,QH,KH/KD/TH,AH,KC,AC,QS,KS,TS,TD,AD";

    #[test]
    fn a_trick_is_taken_when_nothing_else_is_looked_at() {
        // To the end of this trick all trumps have all the points, and the others none.
        let values = decided(&[DEAL, "TC"], 1, 50);
        let chance = |action: &str| {
            let action: Action = action.parse().expect("an action");
            let entry = values.entries.iter().find(|entry| entry.action == action);
            entry.expect("it is legal").probability
        };
        assert_eq!([chance("JD"), chance("QD"), chance("JH")], [0.5, 0.5, 0.0]);
        assert!(values.entries.iter().all(|entry| entry.visits == Some(50) && entry.action != Action::STOP));
    }

    #[test]
    fn random_games_are_a_baseline_above_random_play() {
        let game = Schnapsen::default();
        let mut won = 0.0;
        for hand in 0..200 {
            let mut rng = Rng::new(9, hand);
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let seat = Player::new(hand as usize % 2);
            while let Turn::Player(player) = game.turn(&state) {
                let legal = game.legal(&state);
                let action = match forced(&game, &state, legal) {
                    Some(claim) => claim,
                    None if player == seat => {
                        let info_set = game.info_set(&state, player);
                        choose(&game, RandDeepOptions::default(), 8, &info_set, legal, &mut rng)
                    }
                    None => sensible(legal).nth(rng.below(sensible(legal).len() as u32) as usize),
                };
                game.play(&mut state, action);
            }
            won += game.payoff(&state, seat).signum();
        }
        // A standard error is 14 at most: random play would reach 60 with a probability below 1e-4.
        assert!(won > 60.0, "{won}");
    }
}
