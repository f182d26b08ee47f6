//! What a game offers to those who think at the table, besides its rules.

use hinterhand_engine::Game;
use hinterhand_solvers::search::{Evaluation, Greedy, OpenCards, Rollout};

use super::directed::DirectedPlayer;
use super::endgame::WithEndgame;
use super::inference::NewInference;
use super::oos::NewOnline;
use super::others::Others;
use super::resolve::NewResolving;
use super::shuffling::Shuffling;
use super::solve::NewSolving;
use super::turn::NewTurn;

/// A solver of open cards that any thread may use.
pub type AnyOpenCards<G> = Box<dyn OpenCards<G> + Send + Sync>;

/// What a game has of the things that some bots need and not every game can have.
pub struct Powers<G: Game + 'static> {
    /// A player who does not think ahead.
    pub greedy: Option<&'static dyn Greedy<G>>,
    /// A player who goes by a simple rule at random.
    pub directed: Option<DirectedPlayer<G>>,
    /// Makes a solver of the game with all cards on the table.
    pub open_cards: Option<fn() -> AnyOpenCards<G>>,
    /// Makes a solver that lays the cards open only once no more are drawn, and until then takes the other for this
    /// player.
    pub late_open_cards: Option<fn(Others<G>) -> AnyOpenCards<G>>,
    /// What a state is worth that is not over.
    pub evaluation: Option<&'static dyn Evaluation<G>>,
    /// Players who bring a simulated game to its end better than random ones.
    pub rollout: Option<&'static dyn Rollout<G>>,
    /// Makes a search by online outcome sampling, which asks states how they came about.
    pub online: Option<NewOnline<G>>,
    /// Puts a solver of the last tricks before a search.
    pub endgame: Option<WithEndgame<G>>,
    /// Makes a search within the turn.
    pub turn: Option<NewTurn<G>>,
    /// Makes one who learns subgames anew, from a strategy in a file.
    pub resolving: Option<NewResolving<G>>,
    /// Makes one who solves the hand that is played, and keeps nothing for the next.
    pub solving: Option<NewSolving<G>>,
    /// Shuffles again what nobody has seen.
    pub shuffling: Option<Shuffling<G>>,
    /// Judges worlds by the greedy player as a model of the others.
    pub greedy_model: Option<NewInference<G>>,
    /// Judges worlds by the directed player as a model of the others.
    pub directed_model: Option<NewInference<G>>,
}

/// One of the [`Powers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the field with its name")]
pub enum Power {
    Greedy,
    Directed,
    OpenCards,
    LateOpenCards,
    Evaluation,
    Rollout,
    Online,
    Endgame,
    Turn,
    Resolving,
    Solving,
    Shuffling,
    GreedyModel,
    DirectedModel,
}

impl<G: Game> Powers<G> {
    /// Nothing but the rules.
    pub const NONE: Powers<G> = Powers {
        greedy: None,
        directed: None,
        open_cards: None,
        late_open_cards: None,
        evaluation: None,
        rollout: None,
        online: None,
        endgame: None,
        turn: None,
        resolving: None,
        solving: None,
        shuffling: None,
        greedy_model: None,
        directed_model: None,
    };

    /// Whether the game has this.
    pub fn has(&self, power: Power) -> bool {
        match power {
            Power::Greedy => self.greedy.is_some(),
            Power::Directed => self.directed.is_some(),
            Power::OpenCards => self.open_cards.is_some(),
            Power::LateOpenCards => self.late_open_cards.is_some(),
            Power::Evaluation => self.evaluation.is_some(),
            Power::Rollout => self.rollout.is_some(),
            Power::Online => self.online.is_some(),
            Power::Endgame => self.endgame.is_some(),
            Power::Turn => self.turn.is_some(),
            Power::Resolving => self.resolving.is_some(),
            Power::Solving => self.solving.is_some(),
            Power::Shuffling => self.shuffling.is_some(),
            Power::GreedyModel => self.greedy_model.is_some(),
            Power::DirectedModel => self.directed_model.is_some(),
        }
    }
}

impl<G: Game> std::fmt::Debug for Powers<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [
            Power::Greedy,
            Power::Directed,
            Power::OpenCards,
            Power::LateOpenCards,
            Power::Evaluation,
            Power::Rollout,
            Power::Online,
            Power::Endgame,
            Power::Turn,
            Power::Resolving,
            Power::Solving,
            Power::Shuffling,
            Power::GreedyModel,
            Power::DirectedModel,
        ];
        f.debug_set().entries(all.into_iter().filter(|&power| self.has(power))).finish()
    }
}

impl std::fmt::Display for Power {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Power::Greedy => "greedy player",
            Power::Directed => "directed player",
            Power::OpenCards => "solver of open cards",
            Power::LateOpenCards => "solver of cards laid open late",
            Power::Evaluation => "value of unfinished games",
            Power::Rollout => "guided rollout",
            Power::Endgame => "solver of endgames",
            Power::Turn => "search within the turn",
            Power::GreedyModel => "model of others as greedy players",
            Power::DirectedModel => "model of others as directed players",
            Power::Resolving => "way to learn subgames anew",
            Power::Solving => "way to be solved at the table",
            Power::Shuffling => "talon or deck that can be shuffled again",
            Power::Online => "memory of how its states came about",
        })
    }
}
