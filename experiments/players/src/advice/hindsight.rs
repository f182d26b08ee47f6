//! A hand in hindsight: whether a player could have won with the cards as they lay, and by which line.
//!
//! The values are those of the game's own solver of open cards: from a decision on both players see all cards, also
//! those that are still to be drawn, and play as well as possible. They say what the cards had in them and do not
//! judge the decision, for which [`review`](super::review::review) is: what wins on open cards may be wrong on what
//! could be known.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet as _, Game as _, History, Notation as _, Player, Turn};
use hinterhand_solvers::dynamic::{AnySolver, Offer, OpenCardsRequest, OpenSolver, SearchError};

use crate::games::LoadedGame;
use crate::unseen::CompletionError;

/// A game in hindsight.
///
/// ```
/// use hinterhand_engine::Player;
/// use hinterhand_players::advice::hindsight::Hindsight;
/// use hinterhand_players::games;
///
/// let game = games::load_default("kinderschnapsen").expect("it is in the registry");
/// let words = "deal:JH,QH,7D/2S,2H,7H/7S/QS,QD,2D,JS,JD JH 7H QS 2H close 7D QD 2S 2D JS QH out";
/// let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
/// let mut hindsight = Hindsight::of(&game).expect("the game has a solver of open cards");
/// let chance = hindsight.last_chance(&words, Player::FIRST, 0.0, || true)?.expect("it could have won");
/// assert_eq!((chance.ply, chance.played.as_str(), chance.value), (3, "QS", 3.0));
/// assert_eq!(chance.line.join(" "), "close QS 2S QH 2H out");
/// # Ok::<(), hinterhand_players::unseen::CompletionError>(())
/// ```
pub struct Hindsight<'g> {
    game: &'g LoadedGame,
    solver: AnySolver<'g>,
}

/// A decision after which a player has won less than it could.
#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    /// The index of the action in the record.
    pub ply: usize,
    /// The action played.
    pub played: String,
    /// The payoff that was to be had against any play of the other.
    pub value: f64,
    /// How the hand goes on then, to its end, if both play as well as possible. The first action is the player's.
    pub line: Vec<String>,
}

impl<'g> Hindsight<'g> {
    /// Whether a game can be looked at so: cards are dealt, and it has a solver of open cards.
    pub fn is_offered(game: &LoadedGame) -> bool {
        game.offers(Offer::OpenCards) && game.turn(&game.start()) == Turn::Chance
    }

    /// The hindsight of a game that has a solver of open cards.
    pub fn of(game: &'g LoadedGame) -> Result<Hindsight<'g>, SearchError> {
        let request = OpenCardsRequest { solver: OpenSolver::Open, ..OpenCardsRequest::default() };
        Ok(Hindsight { game, solver: game.methods().open_cards(&request)?() })
    }

    /// The last decision of `player` in these words from which more than `enough` was to be had; none if there is no
    /// such decision, or if `goes_on` says before one of them that no more are to be looked at.
    pub fn last_chance(
        &mut self,
        words: &[String],
        player: Player,
        enough: f64,
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<Chance>, CompletionError> {
        let mut history = History::new(self.game.rules());
        let mut decisions = Vec::new();
        for (ply, word) in words.iter().enumerate() {
            if history.turn() == Turn::Player(player) && self.game.legal(history.state()).len() > 1 {
                decisions.push((ply, history.clone()));
            }
            history.play_word(word).map_err(|error| CompletionError::Word { ply, error })?;
        }
        // From the end, where positions are solved sooner.
        for (ply, history) in decisions.into_iter().rev() {
            if !goes_on() {
                return Ok(None);
            }
            let (_, value) = self.best(&history);
            if value > enough {
                return Ok(Some(Chance { ply, played: words[ply].clone(), value, line: self.line(history) }));
            }
        }
        Ok(None)
    }

    /// The best action for the player to move, and what it wins.
    fn best(&mut self, history: &History<'_, AnyGame>) -> (String, f64) {
        let (game, state) = (history.game(), history.state());
        let legal = game.legal(state);
        let mut values = Vec::new();
        self.solver.values(game, state, &legal, &mut values);
        let best = (1..values.len()).fold(0, |best, n| if values[n] > values[best] { n } else { best });
        (game.action_word(state, legal.nth(best)), values[best])
    }

    /// How the hand goes on if both play as well as possible.
    fn line(&mut self, mut history: History<'_, AnyGame>) -> Vec<String> {
        let mut line = Vec::new();
        while let Turn::Player(_) = history.turn() {
            let (word, _) = self.best(&history);
            history.play_word(&word).expect("it is legal");
            line.push(word);
        }
        line
    }
}

impl std::fmt::Debug for Hindsight<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hindsight").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;
    use hinterhand_engine::dynamic::AnyState;

    use super::*;
    use crate::games;

    /// What `player` gets at a state if both see all cards and play as well as possible: by plain minimax.
    fn minimax(game: &AnyGame, state: &AnyState, player: Player) -> f64 {
        let Turn::Player(mover) = game.turn(state) else { return game.payoff(state, player) };
        let legal = game.legal(state);
        let after = legal.iter().map(|action| {
            let mut next = state.clone();
            game.play(&mut next, action);
            minimax(game, &next, player)
        });
        let best = if mover == player { f64::max } else { f64::min };
        after.reduce(best).expect("a player to move has an action")
    }

    /// A hand of random players.
    fn random(game: &LoadedGame, seed: u64) -> Vec<String> {
        let (rules, mut rng) = (game.rules(), Rng::new(seed, 0));
        let mut history = History::new(rules);
        loop {
            let word = match history.turn() {
                Turn::Chance => rules.chance_word(history.state(), &rules.draw(history.state(), &mut rng)),
                Turn::Player(_) => {
                    let legal = rules.legal(history.state());
                    let chosen = legal.nth(rng.below(legal.len() as u32) as usize);
                    rules.action_word(history.state(), chosen)
                }
                Turn::Over => return history.words().to_vec(),
            };
            history.play_word(&word).expect("it is legal");
        }
    }

    fn after<'g>(game: &'g LoadedGame, words: &[String]) -> History<'g, AnyGame> {
        let mut history = History::new(game.rules());
        words.iter().for_each(|word| history.play_word(word).expect("it is legal"));
        history
    }

    /// Looks back at hands of random players, and holds the decisions among this number of last words against plain
    /// minimax.
    fn check(name: &str, hands: u64, late: usize) {
        let game = games::load_default(name).expect("a game");
        let mut hindsight = Hindsight::of(&game).expect("it has a solver of open cards");
        let (mut found, mut solved) = (0, 0);
        for seed in 0..hands {
            let words = random(&game, seed);
            let over = after(&game, &words);
            let returns = over.returns().expect("it is over");
            for player in Player::all(2).filter(|player| returns[player.index()] < 0.0) {
                let chance = hindsight.last_chance(&words, player, 0.0, || true).expect("a sound record");
                for ply in words.len() - late.min(words.len())..words.len() {
                    let before = after(&game, &words[..ply]);
                    if before.turn() != Turn::Player(player) || game.legal(before.state()).len() == 1 {
                        continue;
                    }
                    let value = minimax(game.rules(), before.state(), player);
                    match &chance {
                        Some(chance) if chance.ply == ply => assert_eq!(chance.value, value, "{words:?}"),
                        // A decision after the last chance, or one before it.
                        Some(chance) => assert!(ply < chance.ply || value <= 0.0, "{words:?}"),
                        None => assert!(value <= 0.0, "{words:?}"),
                    }
                    solved += 1;
                }
                let Some(Chance { ply, played, value, line }) = chance else { continue };
                assert!(value > 0.0 && played == words[ply] && line[0] != played, "{words:?}");
                let end = after(&game, &[&words[..ply], &line[..]].concat());
                assert_eq!(end.returns().expect("the line ends the hand")[player.index()], value);
                found += 1;
            }
        }
        assert!(
            found > hands / 4 && (late == 0 || solved > hands),
            "{name}: {found} chances, {solved} positions"
        );
    }

    #[test]
    fn the_last_chance_is_that_of_plain_minimax() {
        check("kinderschnapsen", 60, 7);
        // Of these games the whole tree is too large.
        check("schnapsen", 20, 0);
        check("sixty-six", 20, 0);
    }

    #[test]
    fn other_games_have_none_and_what_is_not_awaited_ends() {
        let kuhn = games::load_default("kuhn").expect("a game");
        assert!(!Hindsight::is_offered(&kuhn) && Hindsight::of(&kuhn).is_err());
        let game = games::load_default("kinderschnapsen").expect("a game");
        assert!(Hindsight::is_offered(&game));
        let mut hindsight = Hindsight::of(&game).expect("it has a solver of open cards");
        let words = random(&game, 1);
        assert_eq!(hindsight.last_chance(&words, Player::FIRST, -9.0, || false), Ok(None));
        let error = hindsight.last_chance(&["close".to_owned()], Player::FIRST, 0.0, || true);
        assert_eq!(error.expect_err("there is no deal").ply(), 0);
    }
}
