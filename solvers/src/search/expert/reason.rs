//! What counting the cards tells of an action, in a word: only what holds whatever the other player has.

use std::fmt;

use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, InfoSet, Rank, Table, takes};
use hinterhand_engine::{ActionSet, Game, Rng};

use super::sight::Sight;
use crate::search::OpenCards;
use crate::search::open::{OpenTricks, TrickGame};

/// What can be said of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It claims a win that is there.
    Claim,
    /// It brings the points that are missing for a claim.
    Enough,
    /// All cards are known, and it wins against every reply.
    SureWin,
    /// It leads a card that nothing beats.
    SureTrick,
    /// It takes a trick, with the points of both cards.
    Takes(u8),
    /// It keeps the card beside a ten that the ace of its suit still threatens.
    GuardsTen,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Claim => f.write_str("has won"),
            Reason::Enough => f.write_str("brings enough points"),
            Reason::SureWin => f.write_str("sure win"),
            Reason::SureTrick => f.write_str("sure trick"),
            Reason::Takes(points) => write!(f, "takes {points} points"),
            Reason::GuardsTen => f.write_str("keeps the ten guarded"),
        }
    }
}

impl Reason {
    /// A name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Claim => "claim",
            Reason::Enough => "enough",
            Reason::SureWin => "sure win",
            Reason::SureTrick => "sure trick",
            Reason::Takes(_) => "takes",
            Reason::GuardsTen => "guards ten",
        }
    }

    /// The points that belong to it.
    pub fn points(self) -> Option<u8> {
        match self {
            Reason::Takes(points) => Some(points),
            _ => None,
        }
    }
}

/// The points from which a trick is worth a word.
const MANY_POINTS: u8 = 10;

impl Reason {
    /// What can be said of `action`, one of the `legal` ones, from what its player sees.
    pub fn of<G, H: Table>(game: &G, info_set: &InfoSet<H>, legal: Actions, action: Action) -> Option<Reason>
    where
        G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
    {
        let hand = info_set.hand();
        if game.right_claim(hand, legal) == Some(action) {
            return Some(Reason::Claim);
        }
        if action.married().is_some() && brings_a_claim(game, info_set, action) {
            return Some(Reason::Enough);
        }
        let sight = Sight::of(info_set);
        if sight.unseen.len() == sight.held && sight.left == 0 && wins(game, info_set, legal, action) {
            return Some(Reason::SureWin);
        }
        let card = action.played()?;
        match hand.lead() {
            None => {
                // The other may take the open card by an exchange before it replies.
                let exchanged = sight.open.filter(|_| sight.left > 2);
                let beaten = !(card.stronger() & sight.out()).is_empty()
                    || exchanged.is_some_and(|open| card.stronger().contains(open));
                let trumped = card.suit() != sight.trump && !(sight.trumps() & sight.out()).is_empty();
                (!beaten && !trumped).then_some(Reason::SureTrick)
            }
            Some(lead) if takes(card, lead, sight.trump) => {
                let points = G::points(lead) + G::points(card);
                (points >= MANY_POINTS).then_some(Reason::Takes(points))
            }
            Some(_) => {
                let guards = G::points(card) < MANY_POINTS && guards_ten(&sight, legal, card);
                guards.then_some(Reason::GuardsTen)
            }
        }
    }
}

/// Whether the player may claim right after an action, whatever the cards are that it does not see.
fn brings_a_claim<G, H: Table>(game: &G, info_set: &InfoSet<H>, action: Action) -> bool
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    let mut world = game.sample(info_set, &mut Rng::new(0, 0));
    game.play(&mut world, action);
    game.right_claim(&world, game.legal(&world)).is_some()
}

/// Whether an action wins against every reply where all cards are known.
fn wins<G, H: Table>(game: &G, info_set: &InfoSet<H>, legal: Actions, action: Action) -> bool
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    // There is only one world, so that nothing hangs on the generator.
    let world = game.sample(info_set, &mut Rng::new(0, 0));
    let mut values = Vec::new();
    OpenTricks::default().values(game, &world, &legal, &mut values);
    legal.iter().zip(&values).any(|(other, value)| other == action && *value > 0.0)
}

/// Whether the player could have given away the last card beside a ten whose ace is out, and has given `card`
/// instead.
fn guards_ten(sight: &Sight, legal: Actions, card: Card) -> bool {
    legal.played().iter().any(|other| {
        let [ten, ace] = [Rank::Ten, Rank::Ace].map(|rank| Card::new(rank, other.suit()));
        let suit = sight.own & CardSet::suit(other.suit());
        let is_guard = suit.len() == 2 && suit.contains(ten) && other != ten;
        is_guard && other.suit() != sight.trump && card.suit() != other.suit() && sight.out().contains(ace)
    })
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
    use hinterhand_engine::{History, Notation, Player, Turn};

    use super::*;

    /// The reason of an action at the end of a record of Schnapsen.
    fn reason(words: &[&str], word: &str) -> Option<Reason> {
        let game = Schnapsen::default();
        let mut history = History::new(&game);
        words.iter().for_each(|word| history.play_word(word).expect("a legal word"));
        let Turn::Player(player) = history.turn() else { panic!("a player decides") };
        let (info_set, legal) = (game.info_set(history.state(), player), game.legal(history.state()));
        let action = legal.iter().find(|&action| game.action_word(history.state(), action) == word);
        Reason::of(&game, &info_set, legal, action.expect("a legal word"))
    }

    #[test]
    fn reasons_of_single_actions() {
        let deal = "deal:JC,TS,AS,QH,KH/QC,TC,KS,JH,TH/TD/JS,QS,AH,JD,QD,KD,AD,KC,AC";
        // The ace may be trumped, and 20 points are not enough.
        assert_eq!([reason(&[deal], "AS"), reason(&[deal], "marry:H")], [None, None]);
        // To throw the other ten away is not to guard it.
        assert_eq!(reason(&[deal, "AS"], "TC"), None);
        assert_eq!(reason(&[deal, "KH"], "TH"), Some(Reason::Takes(14)));
        assert_eq!(reason(&[deal, "AS"], "KS"), Some(Reason::GuardsTen));
        assert_eq!(Reason::Takes(14).to_string(), "takes 14 points");
    }

    /// What is said holds in worlds that fit, whatever the other player does next.
    fn hold<G, H: Table>(game: &G, seed: u64, counts: &mut [u32; 5])
    where
        G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
    {
        let mut rng = Rng::new(seed, 0);
        let mut hand = game.start();
        loop {
            let me = match game.turn(&hand) {
                Turn::Over => break,
                Turn::Chance => {
                    game.deal(&mut hand, &mut rng);
                    continue;
                }
                Turn::Player(me) => me,
            };
            let (info_set, legal) = (game.info_set(&hand, me), game.legal(&hand));
            for action in legal.iter() {
                let Some(reason) = Reason::of(game, &info_set, legal, action) else { continue };
                for _ in 0..4 {
                    let mut world = game.sample(&info_set, &mut rng);
                    game.play(&mut world, action);
                    match reason {
                        Reason::Claim => {
                            assert_eq!(game.turn(&world), Turn::Over);
                            assert!(game.payoff(&world, me) > 0.0);
                        }
                        Reason::Enough => {
                            assert!(game.right_claim(&world, game.legal(&world)).is_some());
                        }
                        Reason::SureWin => assert!(is_won(game, &world, me)),
                        Reason::SureTrick => {
                            let lead = action.played().expect("a card");
                            if game.legal(&world).contains(Action::EXCHANGE) {
                                game.play(&mut world, Action::EXCHANGE);
                            }
                            for reply in game.legal(&world).played().iter() {
                                assert!(!takes(reply, lead, world.trump()), "{reply:?} takes {lead:?}");
                            }
                        }
                        Reason::Takes(points) => {
                            let (lead, reply) =
                                (hand.lead().expect("a reply"), action.played().expect("a card"));
                            assert!(takes(reply, lead, hand.trump()));
                            assert_eq!(points, G::points(lead) + G::points(reply));
                        }
                        Reason::GuardsTen => {}
                    }
                }
                let at = match reason {
                    Reason::Claim => 0,
                    Reason::Enough => 1,
                    Reason::SureWin => 2,
                    Reason::SureTrick => 3,
                    Reason::Takes(_) | Reason::GuardsTen => 4,
                };
                counts[at] += 1;
            }
            // It plays on, so that hands are long.
            let on = legal.without(Action::STOP).without(Action::OUT).without(Action::CLOSE);
            let actions = if on.is_empty() { legal } else { on };
            game.play(&mut hand, actions.nth(rng.below(actions.len() as u32) as usize));
        }
    }

    /// Whether a player wins with all cards open.
    fn is_won<G, H: Table>(game: &G, hand: &H, me: Player) -> bool
    where
        G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
    {
        if game.turn(hand) == Turn::Over {
            return game.payoff(hand, me) > 0.0;
        }
        let (mut values, legal) = (Vec::new(), game.legal(hand));
        OpenTricks::default().values(game, hand, &legal, &mut values);
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if game.turn(hand) == Turn::Player(me) { best > 0.0 } else { best < 0.0 }
    }

    #[test]
    fn what_is_said_holds() {
        let mut counts = [0; 5];
        for seed in 0..60 {
            hold(&Kinderschnapsen::default(), seed, &mut counts);
            hold(&SixtySix::default(), seed, &mut counts);
            hold(&Schnapsen::default(), seed, &mut counts);
        }
        assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    }
}
