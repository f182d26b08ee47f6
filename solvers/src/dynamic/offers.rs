//! The offers of a game to players and solvers, beyond its rules.

use std::fmt;

use hinterhand_engine::Game;

use super::adapters::AnyOpenCards;
#[cfg(feature = "observations")]
use super::batch::Observing;
use super::networks::Networks;
use super::players::{DirectedPlayer, ModelOf, Shuffling};
use crate::search::turn::TurnOptions;
use crate::search::{
    Evaluation, Greedy, Inference, KnowledgeLimitedOptions, OnlineOptions, RandDeepOptions, Reason, Rollout,
    Search,
};

/// Makes a search by online outcome sampling.
pub type NewOnline<G> = for<'g> fn(&'g G, OnlineOptions) -> Box<dyn Search<G> + 'g>;

/// The decisions that led to a state, in order: the states at which they were made, and the actions.
pub type DecisionsOf<G> = fn(&G, &<G as Game>::State) -> Vec<(<G as Game>::State, <G as Game>::Action)>;

/// Finds a claim that wins at once, among the legal actions, from what its player sees.
pub type ClaimOf<G> = fn(&G, &<G as Game>::InfoSet, &<G as Game>::Legal) -> Option<<G as Game>::Action>;

/// Puts a solver of the last tricks before a search.
pub type WithEndgame<G> = for<'g> fn(&'g G, Box<dyn Search<G> + 'g>) -> Box<dyn Search<G> + 'g>;

/// Makes an expert player.
pub type NewExpert<G> = for<'g> fn(&'g G) -> Box<dyn Search<G> + 'g>;

/// Tells why an action, one of the legal ones, is good, from what its player sees.
pub type ReasonOf<G> =
    fn(&G, &<G as Game>::InfoSet, &<G as Game>::Legal, <G as Game>::Action) -> Option<Reason>;

/// Makes a search that compares lines by simulated turns in at most this number of worlds.
pub type NewLookahead<G> = for<'g> fn(&'g G, u64) -> Box<dyn Search<G> + 'g>;

/// Makes a search that solves knowledge-limited subgames.
pub type NewKnowledgeLimited<G> = for<'g> fn(&'g G, KnowledgeLimitedOptions) -> Box<dyn Search<G> + 'g>;

/// Makes a search by random games to a depth.
pub type NewRandDeep<G> = for<'g> fn(&'g G, RandDeepOptions) -> Box<dyn Search<G> + 'g>;

/// Makes a rollout.
pub(super) type NewRollout<G> = fn() -> Box<dyn Rollout<G> + Send>;

/// Makes a search within the turn.
pub type NewTurn<G> = for<'g> fn(&'g G, TurnOptions) -> Box<dyn Search<G> + 'g>;

/// Makes a judge of worlds by a model of the others with this share of errors.
pub type NewJudge<G> = fn(f64) -> Box<dyn Inference<G>>;

macro_rules! offers {
    ($($(#[doc = $doc:literal])+ $(#[cfg($cfg:meta)])? $field:ident: $type:ty, $name:ident, $text:literal;)+) => {
        /// The offers of a game beyond its rules: optional parts that some methods need.
        pub struct Offers<G: Game + 'static> {
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? pub $field: Option<$type>,)+
        }

        /// One of the [`Offers`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Offer {
            $($(#[doc = $doc])+ $(#[cfg($cfg)])? $name,)+
            /// The solution of whole hands by a solver made for the game.
            HandSolver,
        }

        impl<G: Game> Offers<G> {
            /// Nothing but the rules.
            pub const NONE: Offers<G> = Offers { $($(#[cfg($cfg)])? $field: None),+ };

            /// Whether the game offers this. Solvers made for one game are known to the registry alone.
            pub fn has(&self, offer: Offer) -> bool {
                match offer {
                    $($(#[cfg($cfg)])? Offer::$name => self.$field.is_some(),)+
                    Offer::HandSolver => false,
                }
            }
        }

        impl<G: Game> Offers<G> {
            /// Everything that the game offers.
            pub fn listed(&self) -> Vec<Offer> {
                [$($(#[cfg($cfg)])? Offer::$name),+].into_iter().filter(|&offer| self.has(offer)).collect()
            }
        }

        impl<G: Game> Clone for Offers<G> {
            fn clone(&self) -> Offers<G> {
                Offers { $($(#[cfg($cfg)])? $field: self.$field),+ }
            }
        }

        impl fmt::Display for Offer {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($(#[cfg($cfg)])? Offer::$name => $text,)+
                    Offer::HandSolver => "solver of whole hands",
                })
            }
        }
    };
}

offers! {
    /// A player that does not look ahead.
    greedy: &'static dyn Greedy<G>, Greedy, "greedy player";
    /// A player by rules of thumb, as strong players give them.
    expert: NewExpert<G>, Expert, "expert player";
    /// A claim that wins at once.
    claim: ClaimOf<G>, Claim, "claims";
    /// What counting tells of an action.
    reason: ReasonOf<G>, Reason, "word for why an action is good";
    /// Rollouts by the rules of thumb of the expert player.
    expert_rollout: NewRollout<G>, ExpertRollout, "rollout by rules of thumb";
    /// A player that goes by a simple rule at random.
    directed: DirectedPlayer<G>, Directed, "directed player";
    /// A solver of the game with all cards open.
    open_cards: fn() -> AnyOpenCards<G>, OpenCards, "solver of open cards";
    /// A solver that opens the cards only once no more are drawn, and until then takes the other for a model.
    late_open_cards: fn(ModelOf<G>) -> AnyOpenCards<G>, LateOpenCards, "solver of cards laid open late";
    /// The value of a state that is not over.
    evaluation: &'static dyn Evaluation<G>, Evaluation, "value of unfinished games";
    /// Players that bring a simulated game to its end better than random ones.
    rollout: &'static dyn Rollout<G>, Rollout, "guided rollout";
    /// Online outcome sampling, which asks states how they came about.
    online: NewOnline<G>, Online, "memory of how its states came about";
    /// The decisions that led to a state.
    decisions: DecisionsOf<G>, Decisions, "memory of the decisions that led to its states";
    /// A solver of the last tricks before a search.
    endgame: WithEndgame<G>, Endgame, "solver of endgames";
    /// A search within the turn.
    turn: NewTurn<G>, Turn, "search within the turn";
    /// A search that compares lines by the turns after them.
    lookahead: NewLookahead<G>, Lookahead, "lookahead by simulated turns";
    /// A way to shuffle again what no player has seen.
    shuffling: Shuffling<G>, Shuffling, "talon or deck that can be shuffled again";
    /// Inputs of networks.
    networks: Networks<G>, Networks, "way to value actions by a network";
    /// A search by random games to a depth, where points are counted.
    rand_deep: NewRandDeep<G>, RandDeep, "count of points";
    /// A search that solves knowledge-limited subgames.
    knowledge_limited: NewKnowledgeLimited<G>, KnowledgeLimited, "solver of knowledge-limited subgames";
    /// Its information sets and actions as numbers.
    #[cfg(feature = "observations")]
    observing: Observing<G>, Observing, "observation as numbers";
    /// A judge of worlds by the greedy player as a model of the others.
    greedy_model: NewJudge<G>, GreedyModel, "model of others as greedy players";
    /// A judge of worlds by the directed player as a model of the others.
    directed_model: NewJudge<G>, DirectedModel, "model of others as directed players";
}

impl<G: Game> fmt::Debug for Offers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offers").finish_non_exhaustive()
    }
}
