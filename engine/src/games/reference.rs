//! The small games of the literature, and explicit trees, as one type.
//!
//! Their trees can be written out, and then what they are does not matter any more. So they need no code of their own
//! in everything that is generic over games: it is compiled once for all of them, and each call finds its game by a
//! branch.

use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};

use super::phantom::AnyPhantom;
use super::poker::AnyPoker;
use super::{DarkHex, GenericPoker, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt, Tree};
use crate::{
    ActionSet, Described, Event, EventOf, Game, GameInfo, Notation, OptionError, Player, Rng, Sampler,
    Settings, StateHistory, Steps, Turn, WordError, Worlds,
};

/// A value of one game met another game.
#[cold]
fn other_game() -> ! {
    panic!("the value belongs to another game")
}

macro_rules! reference_games {
    ($($name:ident($game:ty) $about:literal;)+) => {
        /// The rules of one of these games.
        #[derive(Clone, Debug)]
        pub enum ReferenceGame { $(#[doc = $about] $name($game),)+ }

        /// A state.
        #[derive(Clone, Debug)]
        pub enum State { $(#[doc = $about] $name(<$game as Game>::State),)+ }

        /// An action. It hashes as it does in its game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Action { $(#[doc = $about] $name(<$game as Game>::Action),)+ }

        /// The legal actions of a state.
        #[derive(Clone, Debug)]
        pub enum Legal { $(#[doc = $about] $name(<$game as Game>::Legal),)+ }

        /// A chance event. It hashes as it does in its game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Chance { $(#[doc = $about] $name(<$game as Game>::Chance),)+ }

        /// An information set. It hashes as it does in its game, so that its digest is the same.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum InfoSet { $(#[doc = $about] $name(<$game as Game>::InfoSet),)+ }

        /// A step of chance.
        #[derive(Clone, Debug)]
        pub enum Step { $(#[doc = $about] $name(<$game as Steps>::Step),)+ }

        $(impl From<$game> for ReferenceGame {
            fn from(game: $game) -> ReferenceGame {
                ReferenceGame::$name(game)
            }
        })+

        impl Hash for Action {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                match self { $(Action::$name(action) => action.hash(hasher),)+ }
            }
        }

        impl Hash for Chance {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                match self { $(Chance::$name(chance) => chance.hash(hasher),)+ }
            }
        }

        impl Hash for InfoSet {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                match self { $(InfoSet::$name(info_set) => info_set.hash(hasher),)+ }
            }
        }

        impl Display for Step {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Step::$name(step) => step.fmt(f),)+ }
            }
        }

        impl ActionSet<Action> for Legal {
            fn len(&self) -> usize {
                match self { $(Legal::$name(legal) => legal.len(),)+ }
            }

            fn nth(&self, n: usize) -> Action {
                match self { $(Legal::$name(legal) => Action::$name(legal.nth(n)),)+ }
            }

            fn iter(&self) -> impl Iterator<Item = Action> + '_ {
                match self { $(Legal::$name(legal) => OneOf::$name(legal.iter().map(Action::$name)),)+ }
            }
        }

        /// An iterator of one of these games.
        enum OneOf<$($name),+> { $($name($name),)+ }

        impl<Item, $($name: Iterator<Item = Item>),+> Iterator for OneOf<$($name),+> {
            type Item = Item;

            fn next(&mut self) -> Option<Item> {
                match self { $(OneOf::$name(actions) => actions.next(),)+ }
            }
        }

        impl Game for ReferenceGame {
            type State = State;
            type Action = Action;
            type Legal = Legal;
            type Chance = Chance;
            type InfoSet = InfoSet;

            fn players(&self) -> usize {
                match self { $(ReferenceGame::$name(game) => game.players(),)+ }
            }

            fn start(&self) -> State {
                match self { $(ReferenceGame::$name(game) => State::$name(game.start()),)+ }
            }

            fn turn(&self, state: &State) -> Turn {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.turn(state),)+
                    _ => other_game(),
                }
            }

            fn legal(&self, state: &State) -> Legal {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => Legal::$name(game.legal(state)),)+
                    _ => other_game(),
                }
            }

            fn play(&self, state: &mut State, action: Action) {
                match (self, state, action) {
                    $((ReferenceGame::$name(game), State::$name(state), Action::$name(action)) => {
                        game.play(state, action);
                    })+
                    _ => other_game(),
                }
            }

            #[allow(unreachable_code, reason = "some of these games have no chance")]
            fn draw(&self, state: &State, rng: &mut Rng) -> Chance {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => Chance::$name(game.draw(state, rng)),)+
                    _ => other_game(),
                }
            }

            fn reveal(&self, state: &mut State, chance: &Chance) {
                match (self, state, chance) {
                    $((ReferenceGame::$name(game), State::$name(state), Chance::$name(chance)) => {
                        game.reveal(state, chance);
                    })+
                    _ => other_game(),
                }
            }

            fn payoff(&self, state: &State, player: Player) -> f64 {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.payoff(state, player),)+
                    _ => other_game(),
                }
            }

            fn info_set(&self, state: &State, player: Player) -> InfoSet {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        InfoSet::$name(game.info_set(state, player))
                    })+
                    _ => other_game(),
                }
            }

            fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> State {
                match (self, info_set) {
                    $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => {
                        State::$name(game.sample(info_set, rng))
                    })+
                    _ => other_game(),
                }
            }

            fn sampler<'g>(&'g self, info_set: &InfoSet) -> Sampler<'g, State> {
                match (self, info_set) {
                    $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => {
                        let sampler = game.sampler(info_set);
                        Box::new(move |rng| State::$name(sampler(rng)))
                    })+
                    _ => other_game(),
                }
            }

            fn play_at_random(&self, state: &mut State, rng: &mut Rng) -> u64 {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.play_at_random(state, rng),)+
                    _ => other_game(),
                }
            }
        }

        impl ReferenceGame {
            fn least(&self, player: Player) -> f64 {
                match self { $(ReferenceGame::$name(game) => game.least_payoff(player),)+ }
            }
        }

        impl Worlds for ReferenceGame {
            fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(State, f64)>> {
                match (self, info_set) {
                    $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => {
                        let worlds = game.worlds(info_set, limit)?.into_iter();
                        Some(worlds.map(|(state, probability)| (State::$name(state), probability)).collect())
                    })+
                    _ => other_game(),
                }
            }
        }

        impl Steps for ReferenceGame {
            type Step = Step;

            fn steps(&self, state: &State, dealt: &[Step]) -> Vec<(Step, f64)> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        let dealt = dealt.iter().map(|step| match step {
                            Step::$name(step) => step.clone(),
                            _ => other_game(),
                        });
                        let steps = game.steps(state, &dealt.collect::<Vec<_>>());
                        steps.into_iter().map(|(step, probability)| (Step::$name(step), probability)).collect()
                    })+
                    _ => other_game(),
                }
            }

            #[allow(unreachable_code, reason = "some of these games have no chance")]
            fn assemble(&self, state: &State, dealt: &[Step]) -> Chance {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        let dealt = dealt.iter().map(|step| match step {
                            Step::$name(step) => step.clone(),
                            _ => other_game(),
                        });
                        Chance::$name(game.assemble(state, &dealt.collect::<Vec<_>>()))
                    })+
                    _ => other_game(),
                }
            }
        }

        impl StateHistory for ReferenceGame {
            fn events(&self, state: &State) -> Vec<(EventOf<ReferenceGame>, f64)> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        let events = game.events(state).into_iter().map(|(event, probability)| match event {
                            Event::Action(action) => (Event::Action(Action::$name(action)), probability),
                            Event::Chance(chance) => (Event::Chance(Chance::$name(chance)), probability),
                        });
                        events.collect()
                    })+
                    _ => other_game(),
                }
            }
        }

        impl Notation for ReferenceGame {
            fn action_word(&self, state: &State, action: Action) -> String {
                match (self, state, action) {
                    $((ReferenceGame::$name(game), State::$name(state), Action::$name(action)) => {
                        game.action_word(state, action)
                    })+
                    _ => other_game(),
                }
            }

            fn chance_word(&self, state: &State, chance: &Chance) -> String {
                match (self, state, chance) {
                    $((ReferenceGame::$name(game), State::$name(state), Chance::$name(chance)) => {
                        game.chance_word(state, chance)
                    })+
                    _ => other_game(),
                }
            }

            fn read_chance(&self, state: &State, word: &str) -> Result<Chance, WordError> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        game.read_chance(state, word).map(Chance::$name)
                    })+
                    _ => other_game(),
                }
            }

            #[allow(unreachable_code, reason = "some of these games have no chance")]
            fn noticed(&self, before: &State, event: &EventOf<Self>, after: &State, player: Player) -> String {
                match (self, before, after) {
                    $((ReferenceGame::$name(game), State::$name(before), State::$name(after)) => {
                        let event = match event {
                            Event::Action(Action::$name(action)) => Event::Action(*action),
                            Event::Chance(Chance::$name(chance)) => Event::Chance(chance.clone()),
                            _ => other_game(),
                        };
                        game.noticed(before, &event, after, player)
                    })+
                    _ => other_game(),
                }
            }

            fn position_text(&self, state: &State) -> String {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.position_text(state),)+
                    _ => other_game(),
                }
            }

            fn table_text(&self, info_set: &InfoSet) -> String {
                match (self, info_set) {
                    $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => game.table_text(info_set),)+
                    _ => other_game(),
                }
            }

            #[cfg(feature = "drawings")]
            fn drawing(&self, info_set: &InfoSet) -> Option<crate::Drawing> {
                match (self, info_set) {
                    $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => game.drawing(info_set),)+
                    _ => other_game(),
                }
            }

            fn retold(&self, words: &[String], world: &State) -> Vec<String> {
                match (self, world) {
                    $((ReferenceGame::$name(game), State::$name(world)) => game.retold(words, world),)+
                    _ => other_game(),
                }
            }

            fn check(&self, state: &State) -> Result<(), String> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.check(state),)+
                    _ => other_game(),
                }
            }

            fn ending(&self, state: &State) -> String {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.ending(state),)+
                    _ => other_game(),
                }
            }

            fn legal_words(&self, state: &State) -> Vec<String> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => game.legal_words(state),)+
                    _ => other_game(),
                }
            }

            fn read_action(&self, state: &State, word: &str) -> Result<Action, WordError> {
                match (self, state) {
                    $((ReferenceGame::$name(game), State::$name(state)) => {
                        game.read_action(state, word).map(Action::$name)
                    })+
                    _ => other_game(),
                }
            }
        }
    };
}

reference_games! {
    Kuhn(Kuhn) "Kuhn poker.";
    Poker(AnyPoker) "Leduc poker and Generic Poker.";
    LiarsDice(LiarsDice) "Liar's dice.";
    Goofspiel(Goofspiel) "Goofspiel.";
    Phantom(AnyPhantom) "Phantom tic-tac-toe and dark hex.";
    Tree(Tree) "A game whose tree is given.";
}

impl Described for ReferenceGame {
    const INFO: GameInfo = GameInfo::new("reference", "Reference games");

    /// The game to which these settings belong.
    fn with_settings(settings: &Settings) -> Result<ReferenceGame, OptionError> {
        let name = settings.info().name;
        if name == Kuhn::INFO.name {
            Kuhn::with_settings(settings).map(ReferenceGame::Kuhn)
        } else if [Leduc::INFO.name, GenericPoker::INFO.name].contains(&name) {
            AnyPoker::with_settings(settings).map(ReferenceGame::Poker)
        } else if name == LiarsDice::INFO.name {
            LiarsDice::with_settings(settings).map(ReferenceGame::LiarsDice)
        } else if name == Goofspiel::INFO.name {
            Goofspiel::with_settings(settings).map(ReferenceGame::Goofspiel)
        } else if [PhantomTtt::INFO.name, DarkHex::INFO.name].contains(&name) {
            AnyPhantom::with_settings(settings).map(ReferenceGame::Phantom)
        } else {
            Tree::with_settings(settings).map(ReferenceGame::Tree)
        }
    }

    fn least_payoff(&self, player: Player) -> f64 {
        self.least(player)
    }
}

#[cfg(feature = "observations")]
mod observation {
    use super::{Action, InfoSet, ReferenceGame, other_game};
    use crate::observation::{ActionNumbers, Field, Numbers, Observation};

    macro_rules! observed {
        ($($name:ident)+) => {
            /// Trees have none: they must not be asked.
            impl Observation for ReferenceGame {
                fn fields(&self) -> Vec<Field> {
                    match self {
                        $(ReferenceGame::$name(game) => game.fields(),)+
                        ReferenceGame::Tree(_) => other_game(),
                    }
                }

                fn action_numbers(&self) -> ActionNumbers {
                    match self {
                        $(ReferenceGame::$name(game) => game.action_numbers(),)+
                        ReferenceGame::Tree(_) => other_game(),
                    }
                }

                fn action_number(&self, action: Action) -> usize {
                    match (self, action) {
                        $((ReferenceGame::$name(game), Action::$name(action)) => game.action_number(action),)+
                        _ => other_game(),
                    }
                }

                fn observe(&self, info_set: &InfoSet, numbers: &mut Numbers<'_>) {
                    match (self, info_set) {
                        $((ReferenceGame::$name(game), InfoSet::$name(info_set)) => game.observe(info_set, numbers),)+
                        _ => other_game(),
                    }
                }
            }
        };
    }

    observed!(Kuhn Poker LiarsDice Goofspiel Phantom);
}
