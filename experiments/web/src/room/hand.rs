//! One hand: the history, and what each seat has noticed of it and by whom.

use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::{ActionSet as _, Game as _, History, Notation as _, Player, Rng, Turn, WordError};

/// A hand as it is played.
#[derive(Clone, Debug)]
pub(crate) struct Hand<'g> {
    history: History<'g, AnyGame>,
    /// For each seat what it has noticed, in order.
    noticed: Vec<Vec<Noticed>>,
    /// What all seats have noticed alike, in order.
    public: Vec<Noticed>,
    /// For each seat the number of its actions that are counted.
    made: Vec<usize>,
    /// Whether it is shown to people so that it does not betray a missed obligation.
    is_masked: bool,
}

/// An event as one seat has noticed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noticed {
    /// The seat that acted; none if it was chance.
    pub(crate) by: Option<usize>,
    /// What was noticed.
    pub(crate) text: String,
}

/// The answer to the question about a touch that leaves all as it is: where a hand is masked, it is neither counted
/// nor noticed.
pub(crate) const WAIT: &str = "wait";

impl<'g> Hand<'g> {
    /// Before the deal.
    pub(crate) fn new(game: &'g AnyGame) -> Hand<'g> {
        let players = game.players();
        Hand {
            history: History::new(game),
            noticed: vec![Vec::new(); players],
            public: Vec::new(),
            made: vec![0; players],
            is_masked: is_masked(game),
        }
    }

    /// The hand in which these words were played.
    pub(crate) fn replayed<'w>(
        game: &'g AnyGame,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<Hand<'g>, WordError> {
        let mut hand = Hand::new(game);
        words.into_iter().try_for_each(|word| hand.play(word))?;
        Ok(hand)
    }

    /// Whether a player may knock after every action of the other, so that the questions of the rules would betray
    /// whether there was a reason to.
    pub(crate) fn is_masked(&self) -> bool {
        self.is_masked
    }

    /// Plays a word.
    pub(crate) fn play(&mut self, word: &str) -> Result<(), WordError> {
        let known: Vec<usize> = self.seats().map(|seat| self.history.seen(seat).len()).collect();
        let by = self.mover();
        self.history.play_word(word)?;
        let is_told = !(self.is_masked && word == WAIT);
        if let (Some(seat), true) = (by, is_told) {
            self.made[seat] += 1;
        }
        let seen =
            |seat: Player| self.history.seen(seat).get(known[seat.index()]..).unwrap_or_default().trim();
        let texts: Vec<&str> = self.seats().map(seen).collect();
        let enter = |noticed: &mut Vec<Noticed>, text: &str| match noticed.last_mut() {
            // What is turned up belongs to the action that was waited for.
            Some(last) if !is_told => last.text += text.strip_prefix(WAIT).unwrap_or(text),
            _ if text.is_empty() => {}
            _ => noticed.push(Noticed { by, text: text.to_owned() }),
        };
        enter(&mut self.public, noticed_by_all(by, &texts));
        self.noticed.iter_mut().zip(texts).for_each(|(noticed, text)| enter(noticed, text));
        Ok(())
    }

    /// Lets chance decide once, if it is its turn. Each decision has a stream of its own, so that a hand goes
    /// on with the same cards after it was read again.
    pub(crate) fn deal(&mut self, seed: u64, hand: usize) -> Option<String> {
        (self.turn() == Turn::Chance).then(|| {
            let mut rng = Rng::new(seed, (hand as u64) << 20 | self.ply() as u64);
            let game = self.game();
            let chance = game.draw(self.history.state(), &mut rng);
            let word = game.chance_word(self.history.state(), &chance);
            self.play(&word).expect("what chance draws can be read");
            word
        })
    }

    fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.game().players())
    }

    /// The rules.
    pub(crate) fn game(&self) -> &'g AnyGame {
        self.history.game()
    }

    /// The history.
    pub(crate) fn history(&self) -> &History<'g, AnyGame> {
        &self.history
    }

    /// The number of words.
    pub(crate) fn ply(&self) -> usize {
        self.history.words().len()
    }

    /// The side that acts next.
    pub(crate) fn turn(&self) -> Turn {
        self.history.turn()
    }

    /// The seat that acts next.
    pub(crate) fn mover(&self) -> Option<usize> {
        match self.turn() {
            Turn::Player(player) => Some(player.index()),
            _ => None,
        }
    }

    /// What a seat has noticed.
    pub(crate) fn noticed(&self, seat: usize) -> &[Noticed] {
        &self.noticed[seat]
    }

    /// What all seats have noticed alike: those who watch are told this, which each player could tell them.
    pub(crate) fn public(&self) -> &[Noticed] {
        &self.public
    }

    /// The number of actions of a seat that are counted.
    pub(crate) fn made(&self, seat: usize) -> usize {
        self.made[seat]
    }

    /// What a seat knows.
    pub(crate) fn info_set(&self, seat: usize) -> AnyInfoSet {
        self.game().info_set(self.history.state(), Player::new(seat))
    }

    /// The legal actions of the seat that acts next.
    pub(crate) fn legal(&self) -> AnyLegal {
        self.game().legal(self.history.state())
    }

    /// Their words, in the order of the game.
    pub(crate) fn legal_words(&self) -> Vec<String> {
        let (game, state) = (self.game(), self.history.state());
        self.legal().iter().map(|action| game.action_word(state, action)).collect()
    }
}

/// The part of an event that all seats have noticed alike. After `+` is what one of them alone has drawn. Of
/// chance it is the verb, even where the rest is the same: two dice may show the same, each under its cup.
fn noticed_by_all<'t>(by: Option<usize>, texts: &[&'t str]) -> &'t str {
    let ends: &[char] = if by.is_some() { &['+'] } else { &[':', '+'] };
    let told = |text: &'t str| text.split(ends).next().unwrap_or_default();
    match texts {
        [first, others @ ..] if others.iter().all(|other| told(other) == told(first)) => told(first),
        _ => "",
    }
}

fn is_masked(game: &AnyGame) -> bool {
    let key = "knock_mode";
    game.info().options.iter().any(|option| option.key == key) && game.settings().word(key) == "full"
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_players::games;

    #[test]
    fn failed_tries_are_noticed_by_their_player_alone() {
        let game = games::load_default("phantom-ttt").expect("a game");
        let hand = Hand::replayed(game.rules(), ["a1", "a1", "b1"]).expect("legal");
        let texts = |seat: usize| hand.noticed(seat).iter().map(|one| one.text.as_str()).collect::<Vec<_>>();
        assert_eq!((texts(0), texts(1)), (vec!["a1", "moved"], vec!["moved", "a1,occupied", "b1"]));
        assert_eq!((hand.made(0), hand.made(1), hand.mover()), (1, 2, Some(0)));
    }

    #[test]
    fn cards_are_the_same_when_a_hand_is_read_again() {
        let game = games::load_default("recipippes").expect("a game");
        let mut hand = Hand::new(game.rules());
        hand.play("call:pawn").expect("legal");
        let lot = hand.deal(7, 3).expect("a lot");
        let mut again = Hand::replayed(game.rules(), ["call:pawn"]).expect("legal");
        assert_eq!(again.deal(7, 3), Some(lot));
    }
}
