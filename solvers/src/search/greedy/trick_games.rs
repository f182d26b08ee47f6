//! The greedy player of Sixty-six, Schnapsen and Kinderschnapsen.

use hinterhand_engine::games::kinderschnapsen::{Hand as SmallHand, Kinderschnapsen};
use hinterhand_engine::games::sixty_six::{Family, Hand};
use hinterhand_engine::tricks::{Action, Actions, Card, InfoSet, Suit, Table, takes};
use hinterhand_engine::{ActionSet, Rng};

use super::Greedy;

/// Claims when it has enough points, announces marriages, takes tricks that are worth it, and otherwise keeps
/// its high cards. It neither closes nor exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrickGames;

/// A trick is taken if the card led and the one that takes it are together worth this much.
const WORTH_TAKING: u8 = 10;

impl<const CARDS: usize> Greedy<Family<CARDS>> for TrickGames {
    fn rule(&self) -> &'static str {
        "stops with 66 points and never before, announces the pair worth most, takes tricks worth 10 or more with \
         the cheapest card that does, and else plays its lowest card, trumps last"
    }

    fn choose(
        &self,
        game: &Family<CARDS>,
        info_set: &InfoSet<Hand<CARDS>>,
        legal: &Actions,
        _: &mut Rng,
    ) -> Action {
        let hand = info_set.hand();
        if legal.contains(Action::STOP) && game.points(hand, info_set.seat()) >= Family::<CARDS>::TARGET {
            return Action::STOP;
        }
        let announced = |suit: &&Suit| legal.contains(Action::marry(**suit));
        // Trumps count most, the others alike.
        if let Some(&suit) = Suit::ALL.iter().filter(announced).max_by_key(|&&suit| suit == hand.trump()) {
            return Action::marry(suit);
        }
        if legal.contains(Action::ON) {
            return Action::ON;
        }
        card(hand, *legal, Family::<CARDS>::card_points)
    }
}

impl Greedy<Kinderschnapsen> for TrickGames {
    fn rule(&self) -> &'static str {
        "checks out with 46 points and never before, takes tricks worth 10 or more with the cheapest card that \
         does, and else plays its lowest card, trumps last"
    }

    fn choose(
        &self,
        _: &Kinderschnapsen,
        info_set: &InfoSet<SmallHand>,
        legal: &Actions,
        _: &mut Rng,
    ) -> Action {
        let hand = info_set.hand();
        if legal.contains(Action::OUT) {
            let enough = hand.points(info_set.seat()) >= Kinderschnapsen::TARGET;
            return if enough { Action::OUT } else { Action::ON };
        }
        card(hand, *legal, Kinderschnapsen::points)
    }
}

/// The card to play.
fn card<H: Table>(hand: &H, legal: Actions, points: impl Fn(Card) -> u8) -> Action {
    let trump = hand.trump();
    let cards = legal.played();
    let taking = hand.lead().and_then(|lead| {
        let takers = cards.iter().filter(|&card| takes(card, lead, trump));
        let cheapest = takers.min_by_key(|&card| (points(card), card.suit() == trump, card.rank()))?;
        (points(lead) + points(cheapest) >= WORTH_TAKING).then_some(cheapest)
    });
    let lowest = || cards.iter().min_by_key(|&card| (card.suit() == trump, points(card), card.rank()));
    Action::card(taking.or_else(lowest).expect("there is a card to play at every turn that is left"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::{Schnapsen, SixtySix};
    use hinterhand_engine::{Game as _, History, Notation, Turn};

    /// The action of the greedy player at the end of these words.
    fn choice<G: Notation>(game: &G, words: &[&str]) -> String
    where
        TrickGames: Greedy<G>,
    {
        let mut history = History::new(game);
        for word in words {
            history.play_word(word).expect("a sound record");
        }
        let Turn::Player(player) = history.turn() else { panic!("no player is to move") };
        let (info_set, legal) = (game.info_set(history.state(), player), game.legal(history.state()));
        let action = TrickGames.choose(game, &info_set, &legal, &mut Rng::new(1, 0));
        assert!(legal.contains(action));
        game.action_word(history.state(), action)
    }

    const SIXTY_SIX: &str = "deal:KC,QC,KS,QS,9H,AD/JC,TC,AC,9S,JS,TS/9D/JH,QH,KH,TH,AH,JD,QD,KD,TD,9C,AS";

    #[test]
    fn what_is_worth_it_is_taken_with_the_cheapest_card() {
        let game = SixtySix::default();
        for (words, expected) in [
            // Two pairs beside the trumps: the first of those that count alike is as good.
            (&[SIXTY_SIX][..], "marry:S"),
            // Of the pair announced the queen is led.
            (&[SIXTY_SIX, "marry:S"], "QS"),
            // 3 and 10 points; there is no cheaper winner.
            (&[SIXTY_SIX, "marry:S", "QS"], "TS"),
            // 4 points and the ten.
            (&[SIXTY_SIX, "KC"], "TC"),
            // Nothing takes the nine of hearts but trumps, of which there are none: the lowest card goes.
            (&[SIXTY_SIX, "9H"], "9S"),
        ] {
            assert_eq!(choice(&game, words), expected, "{words:?}");
        }
    }

    #[test]
    fn trumps_are_kept_for_tricks_that_count() {
        let game = Schnapsen::default();
        let deal = "deal:JC,QC,TC,JS,AS/JD,QD,JH,QH,KH/KD/TH,AH,KC,AC,QS,KS,TS,TD,AD";
        // The jack of trumps would take the jack of clubs for 4 points.
        assert_eq!(choice(&game, &[deal, "JC"]), "JH");
        // The ten is worth the least trump.
        assert_eq!(choice(&game, &[deal, "TC"]), "JD");
        // A pair of hearts is not king and queen of trumps, but a pair.
        assert_eq!(choice(&game, &[deal, "JC", "JD"]), "marry:H");
    }

    #[test]
    fn small_hands_are_ended_with_46_points() {
        let game = Kinderschnapsen::default();
        let deal = "deal:QS,JS,7S/2H,7H,QH/2S/JH,2D,7D,JD,QD";
        assert_eq!(choice(&game, &[deal]), "7S");
        // 12 points on the table, and a trump that is not there.
        assert_eq!(choice(&game, &[deal, "QS"]), "2H");
        let mut history = History::new(&game);
        let mut rng = Rng::new(3, 0);
        let mut asked = 0;
        for _ in 0..200 {
            history = History::new(&game);
            history.deal(&mut rng);
            while let Turn::Player(player) = history.turn() {
                let (info_set, legal) = (game.info_set(history.state(), player), game.legal(history.state()));
                let action = TrickGames.choose(&game, &info_set, &legal, &mut rng);
                asked += u32::from(action == Action::OUT);
                assert_ne!(action, Action::ON, "46 points are always enough here");
                history.play(action).expect("legal");
            }
        }
        assert!(asked > 50 && history.returns().is_some(), "{asked}");
    }
}
