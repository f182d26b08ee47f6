//! A closed hand whose right play is proved by counting.

use hinterhand_engine::games::Schnapsen;
use hinterhand_engine::tricks::Action;
use hinterhand_engine::{Contest, ContestRules, Game, Notation, Player, Rng, Turn, View};
use hinterhand_solvers::search::{Endgame, EndgameOptions, OpenTricks, Pimc, PimcOptions, Search};

const DEAL: &str = "deal:KC,KS,TH,QD,TD/TC,AC,JS,AS,KH/KD/QC,TS,JH,AH,AD,JC,QH,JD,QS";
const PLAYED: &str = "TH KH marry:C QC TS TD TC close QD AC KS AS";

/// Diamonds are trumps, and nothing is claimed after the last trick.
/// Player 0 has closed, has 81 points and the king of clubs, which it has shown; player
/// 1 leads from the jacks of clubs and spades and the ace of hearts, with 15 points and no trick before the
/// talon was closed. Player 0 wins 3 points as soon as it is on lead, for then it stops; if it takes none but
/// the last trick, player 1 wins 3. A false stop costs player 1 only 2.
///
/// The king's two companions are from QS, JH, QH, JD, AD: ten pairs, each as likely. The jack of clubs falls
/// to the king at once. The jack of spades passes under JH QH alone and loses otherwise: (3 - 9 * 3) / 10 =
/// -2.4. The ace of hearts is trumped in three cases; in seven it draws a heart, and then the jack of spades
/// passes if the other card is a heart, too. If player 0 always plays the lower heart from both, it passes in
/// one of four cases after JH, which makes (3 - 9) / 4 = -1.5, and never after QH, where giving up costs 2:
/// (3 * -3 + 4 * -1.5 + 3 * -2) / 10 = -2.1. If it plays either, player 1 has less. So giving up at once is
/// right.
///
/// With open cards the ace of hearts seems to be worth (3 + 6 * -2 + 3 * -3) / 10 = -1.8: as if one knew
/// after it when to give up.
#[test]
fn a_lost_hand_is_given_up_where_open_cards_see_hope() {
    let game = Schnapsen { stop_after_last_trick: false, ..Schnapsen::default() };
    let mut hand = game.start();
    let deal = game.read_chance(&hand, DEAL).unwrap();
    game.reveal(&mut hand, &deal);
    for word in PLAYED.split(' ') {
        let action = game.read_action(&hand, word).unwrap();
        game.play(&mut hand, action);
    }
    assert_eq!(game.turn(&hand), Turn::Player(Player::SECOND));
    let info_set = game.info_set(&hand, Player::SECOND);
    let (contest, legal) = (Contest::new(ContestRules::SINGLE_HAND, Player::FIRST), game.legal(&hand));
    let view = View { contest: &contest, info_set: &info_set, legal: &legal };
    // Ten hands, times the orders of the talon: all are enumerated.
    let every = PimcOptions { list: 10_000, ..PimcOptions::default() };
    let mut open = Pimc::new(&game, OpenTricks::default(), every);
    open.turn_to(&view, &mut Rng::new(1, 0));
    open.step(10_000);
    let ace = game.read_action(&hand, "AH").unwrap();
    let action_values = open.action_values();
    assert_eq!(action_values.best(), ace);
    let value = action_values.entries.iter().find(|entry| entry.action == ace).and_then(|entry| entry.value);
    assert!((value.unwrap() + 1.8).abs() < 1e-6, "{action_values:?}");
    let mut endgame = Endgame::new(&game, open, EndgameOptions::default());
    endgame.turn_to(&view, &mut Rng::new(1, 0));
    assert!(endgame.is_solving());
    endgame.step(200);
    let action_values = endgame.action_values();
    let stop = action_values.entries.iter().find(|entry| entry.action == Action::STOP).unwrap();
    assert!(stop.probability > 0.99, "{action_values:?}");
}
