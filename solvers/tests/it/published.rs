//! Endgames of Schnapsen that were analysed in print, against what the solver of open cards says of them.
//!
//! All are from Martin Tompa's columns in *The Schnapsen Log* (psellos.com/schnapsen/blog). A column gives
//! the cards, the player who leads and the trick points; how the hand came there is ours, in a way that the
//! rules allow.

use hinterhand_engine::games::Schnapsen;
use hinterhand_engine::tricks::{Action, Table as _};
use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Notation, Player, Rng, Turn, View};
use hinterhand_solvers::search::{Endgame, EndgameOptions, OpenCards, OpenTricks, Pimc, PimcOptions, Search};

type State = <Schnapsen as Game>::State;

/// A position of a column.
struct Column {
    deal: &'static str,
    words: &'static str,
    /// The trick points of both players.
    points: [u8; 2],
    leads: Player,
}

impl Column {
    /// The position, after these words more, with the face-down card of the stock exchanged for another card
    /// that is hidden.
    fn with(&self, more: &str, stock: Option<[&str; 2]>) -> State {
        let game = Schnapsen::default();
        let deal = match stock {
            Some([there, other]) => self.deal.replace(there, "??").replace(other, there).replace("??", other),
            None => self.deal.to_owned(),
        };
        let mut hand = game.start();
        let dealt = game.read_chance(&hand, &deal).expect("a deal");
        game.reveal(&mut hand, &dealt);
        play(&mut hand, self.words);
        let points = [Player::FIRST, Player::SECOND].map(|player| game.points(&hand, player));
        assert_eq!((points, game.turn(&hand)), (self.points, Turn::Player(self.leads)));
        play(&mut hand, more);
        hand
    }

    fn position(&self) -> State {
        self.with("", None)
    }
}

/// Plays these words.
fn play(hand: &mut State, words: &str) {
    let game = Schnapsen::default();
    for word in words.split_whitespace() {
        let action = game.read_action(hand, word).expect(word);
        game.play(hand, action);
    }
}

/// What the player to move wins by each action, all cards known.
fn open_values(hand: &State) -> Vec<(String, f64)> {
    let game = Schnapsen::default();
    let (legal, mut values) = (game.legal(hand), Vec::new());
    OpenTricks::default().values(&game, hand, &legal, &mut values);
    legal.iter().zip(values).map(|(action, value)| (game.action_word(hand, action), value)).collect()
}

/// The most that the player to move wins, all cards known.
fn open_value(hand: &State) -> f64 {
    open_values(hand).into_iter().map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
}

/// Closing is worth this much in game points, all cards known in each world: in these columns the same play
/// is right wherever any is, so that nothing depends on what is hidden.
fn closing_is_worth(column: &Column, value: f64) {
    let (game, hand) = (Schnapsen::default(), column.position());
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let (info_set, legal) = (game.info_set(&hand, column.leads), game.legal(&hand));
    // Six cards may lie in the stock, and the opponent came to the others in some thousand ways.
    let every = PimcOptions { list: 10_000, ..PimcOptions::default() };
    let mut open = Pimc::new(&game, OpenTricks::default(), every);
    open.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(1, 0));
    let looked_at = open.step(10_000);
    assert!(looked_at < 10_000, "all worlds are listed");
    let values = open.action_values();
    let close = values.entries.iter().find(|entry| entry.action == Action::CLOSE).expect("it is legal");
    assert!((close.value.expect("looked at") - value).abs() < 1e-6, "{values:?}");
}

/// What the closer wins on average over all cards that may lie in the stock, where `there` does, against a player
/// that knows all cards. Once few hands fit, the closer plays by the solver of the rest, in which neither player knows
/// the other's cards, and before by open cards.
fn the_closer_comes_to(column: &Column, there: &str, value: f64) {
    let game = Schnapsen::default();
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let every = PimcOptions { list: 10_000, ..PimcOptions::default() };
    let new_open = || Pimc::new(&game, OpenTricks::default(), every);
    let few = EndgameOptions { nodes: 100_000, ..EndgameOptions::default() };
    let (mut solved, mut paid) = (0, Vec::new());
    let hidden = column.position().cards(column.leads.other());
    let others = hidden.iter().map(|card| Some(card.to_string()));
    for other in std::iter::once(None).chain(others) {
        let mut hand = column.with("close", other.as_deref().map(|other| [there, other]));
        let mut endgame = Endgame::new(&game, new_open(), few);
        while let Turn::Player(player) = game.turn(&hand) {
            let (info_set, legal) = (game.info_set(&hand, player), game.legal(&hand));
            let view = View { contest: &contest, info_set: &info_set, legal: &legal };
            if player == column.leads {
                endgame.turn_to(&view, &mut Rng::new(1, 0));
                endgame.step(if endgame.is_solving() { 200 } else { 10_000 });
                solved += usize::from(endgame.is_solving());
                let action = endgame.action_values().best();
                game.play(&mut hand, action);
            } else {
                let best = open_values(&hand).into_iter().max_by(|one, two| one.1.total_cmp(&two.1));
                play(&mut hand, &best.expect("an action").0);
            }
        }
        paid.push(game.payoff(&hand, column.leads));
    }
    assert!(solved > paid.len(), "it is asked in each world");
    let mean = paid.iter().sum::<f64>() / paid.len() as f64;
    assert!((mean - value).abs() < 1e-9, "{paid:?}");
}

/// "What's in the Stock?" (5 December 2020): to close needs both missing clubs and the missing diamond in the
/// opponent's hand, 1/2 (+2) + 1/2 (-2) = 0.
#[test]
fn closing_in_what_is_in_the_stock() {
    let column = Column {
        deal: "deal:TD,TH,AS,QH,JS/QC,AH,QS,TS,AC/KS/KH,TC,AD,JH,KC,KD,JD,QD,JC",
        words: "TD QC TH AH QS AS QH TS",
        points: [27, 34],
        leads: Player::SECOND,
    };
    closing_is_worth(&column, 0.0);
    the_closer_comes_to(&column, "JC", 0.0);
}

/// "Odds and Expectation" (October 2012): closing wins 1 unless the jack of hearts is in the stock, and then
/// costs 2: 5/6 (+1) + 1/6 (-2) = 1/2.
#[test]
fn closing_in_odds_and_expectation() {
    let column = Column {
        deal: "deal:KS,QS,JS,AH,AS/KH,QH,JC,TS,AC/JD/TH,TC,KC,QC,TD,AD,KD,QD,JH",
        words: "marry:S KS JC JS TS marry:H QH QS KH AH",
        points: [41, 38],
        leads: Player::FIRST,
    };
    closing_is_worth(&column, 0.5);
    the_closer_comes_to(&column, "JH", 0.5);
}

/// "What Else Can Be Inferred?" (29 September 2012): the lead is trumped with the queen and the jack of
/// trumps drawn; all trumps and the ace of clubs are then enough for 2 game points.
#[test]
fn the_missing_trump_is_drawn() {
    let column = Column {
        deal: "deal:JH,JC,KS,KH,AC/TS,JS,AS,AH,QS/KD/KC,TH,AD,QH,TC,TD,QC,QD,JD",
        words: "JH TS JC JS KS AS AH KH",
        points: [16, 30],
        leads: Player::SECOND,
    };
    let hand = column.with("QS QD", None);
    assert_eq!(Schnapsen::default().turn(&hand), Turn::Player(Player::FIRST));
    assert_eq!(open_value(&hand), 2.0);
}

/// "The Best of All Worlds" (28 August 2015): with the stock used up the leader takes away the only safe card
/// to get off lead, throws the other in, and comes to 67 points; the other has passed 33.
#[test]
fn an_elimination_play() {
    let column = Column {
        deal: "deal:AH,AD,JS,TS,AS/TH,TD,KH,QD,JD/JH/QS,KS,TC,AC,KC,QC,JC,QH,KD",
        words: "AH TH AD TD JS KH QD TS JD AS",
        points: [42, 32],
        leads: Player::SECOND,
    };
    assert_eq!(open_value(&column.position()), 1.0);
    // Of its leads the king of spades is the one.
    let best: Vec<String> = open_values(&column.position())
        .into_iter()
        .filter(|(_, value)| *value == 1.0)
        .map(|(word, _)| word)
        .collect();
    assert!(best.contains(&"KS".to_owned()), "{best:?}");
}

/// "Expected Game Points and Role Reversal" (19 August 2013): after the lead of the ten of diamonds the
/// opponent, who knows the stock, may win the trick, which leaves 1 game point to the leader at least, or
/// duck: then it is worth 2 if the queen of spades, the king of diamonds or the jack of hearts is drawn, 1 if
/// an ace is, and -1 if the queen of clubs is.
#[test]
fn a_duck_is_worth_what_is_drawn() {
    let column = Column {
        deal: "deal:JC,TC,TS,AH,KS/JS,KC,TH,JD,AS/QH/KH,QS,AC,JH,QC,TD,QD,AD,KD",
        words: "JC JS TC KC TS TH JD AH",
        points: [31, 20],
        leads: Player::FIRST,
    };
    for (stock, ducked) in [("QS", 2.0), ("KD", 2.0), ("JH", 2.0), ("AS", 1.0), ("AD", 1.0), ("QC", -1.0)] {
        let other = (stock != "KD").then_some(["KD", stock]);
        let replies = open_values(&column.with("TD", other));
        let takes = |word: &str| word == "AD" || word.ends_with('H');
        let worst = |takes_it: bool| {
            let values = replies.iter().filter(|(word, _)| takes(word) == takes_it);
            values.map(|(_, value)| -value).fold(f64::INFINITY, f64::min)
        };
        assert_eq!(worst(false), ducked, "{stock} in the stock: {replies:?}");
        assert!(worst(true) >= 1.0, "{stock} in the stock: {replies:?}");
    }
}

/// "Anything Else?" (9 October 2012): to duck the lead of the ace of diamonds is worth 1 at least. To trump it
/// is worth 2 if the ace of spades is drawn, 1 if the queen of spades is, and -1 if one of the other three is:
/// 1/5 (+2) + 1/5 (+1) + 3/5 (-1) = 0.
#[test]
fn trumping_is_worth_what_is_drawn() {
    let column = Column {
        deal: "deal:AC,TC,AH,TH,TS/KH,KS,TD,QC,AD/JS/JD,JH,QH,QD,AS,JC,KC,KD,QS",
        words: "AC KH TC KS TD QD QC JC",
        points: [15, 32],
        leads: Player::SECOND,
    };
    let mut trumped = Vec::new();
    for (stock, expected) in [("AS", 2.0), ("QS", 1.0), ("QH", -1.0), ("JH", -1.0), ("KC", -1.0)] {
        let other = (stock != "QS").then_some(["QS", stock]);
        let replies = open_values(&column.with("AD", other));
        let of = |wanted: &str| replies.iter().find(|(word, _)| word == wanted).expect("it is legal").1;
        assert_eq!(of("TS"), expected, "{stock} in the stock: {replies:?}");
        assert!(of("JD") >= 1.0, "{stock} in the stock: {replies:?}");
        trumped.push(of("TS"));
    }
    assert_eq!(trumped.iter().sum::<f64>(), 0.0);
}
