//! The expert player of the games at the trick table: what it must do whatever its rules of thumb are.

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{ActionSet, Described, Game, Notation, Player, Rng, Turn};
use hinterhand_solvers::search::{ByExpert, Expert, OpenCards, OpenTricks, Rollout, TrickGame};

use crate::variants::variants;

/// Plays hands between an expert and a player that acts at random, and calls `at` at each decision of the
/// expert with the position and its choice.
fn play<G, H: Table>(game: &G, hands: u64, mut at: impl FnMut(&H, Player, Action))
where
    G: TrickGame + Notation + Game<State = H, InfoSet = InfoSet<H>>,
{
    for number in 0..hands {
        let mut rng = Rng::new(55, number);
        let mut experts = [Expert::new(game), Expert::new(game)];
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        while let Turn::Player(player) = game.turn(&hand) {
            let legal = game.legal(&hand);
            let action = if number % 3 == 0 && player == Player::FIRST {
                let others = if legal.len() > 1 { legal.without(Action::STOP) } else { legal };
                others.nth(rng.below(others.len() as u32) as usize)
            } else {
                let info_set = game.info_set(&hand, player);
                let mut again = rng.clone();
                let chosen = experts[player.index()].choose(&info_set, legal, &mut rng);
                assert!(legal.contains(chosen), "{chosen} in {}", game.position_text(&hand));
                assert_eq!(
                    Expert::new(game).choose(&info_set, legal, &mut again),
                    chosen,
                    "it forgets nothing"
                );
                at(&hand, player, chosen);
                chosen
            };
            game.play(&mut hand, action);
        }
    }
}

/// Under all options it acts legally, claims at once, and plays the end perfectly.
fn is_sound<G, H: Table>(hands: u64)
where
    G: TrickGame + Notation + Described + Game<State = H, InfoSet = InfoSet<H>>,
{
    let (mut solver, mut values) = (OpenTricks::default(), Vec::new());
    let (mut claims, mut ends) = (0, 0);
    for game in variants::<G>() {
        play(&game, hands, |hand, _, chosen| {
            let legal = game.legal(hand);
            if let Some(claim) = game.right_claim(hand, legal) {
                assert_eq!(chosen, claim);
                claims += 1;
            } else if hand.talon().left() == 0 && !legal.contains(Action::ON) {
                solver.values(&game, hand, &legal, &mut values);
                let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let at = legal.iter().position(|action| action == chosen).expect("it is legal");
                assert_eq!(values[at], most, "{chosen} in {}", game.position_text(hand));
                ends += 1;
            } else if hand.is_open() {
                assert!(!matches!(chosen, Action::STOP | Action::OUT), "{}", game.position_text(hand));
            }
        });
    }
    assert!(claims > 100 && ends > 200, "{claims} claims, {ends} decisions at the end");
}

#[test]
fn kinderschnapsen() {
    is_sound::<Kinderschnapsen, _>(30);
}

#[test]
fn sixty_six() {
    is_sound::<SixtySix, _>(9);
}

#[test]
fn schnapsen() {
    is_sound::<Schnapsen, _>(9);
}

/// Its choice at the end of these words.
fn choice<G, H: Table>(game: &G, words: &str) -> String
where
    G: TrickGame + Notation + Game<State = H, InfoSet = InfoSet<H>>,
{
    let mut history = hinterhand_engine::History::new(game);
    words.split_whitespace().for_each(|word| history.play_word(word).expect("a sound record"));
    let Turn::Player(player) = history.turn() else { panic!("no player is to move") };
    let (info_set, legal) = (game.info_set(history.state(), player), game.legal(history.state()));
    let action = Expert::new(game).choose(&info_set, legal, &mut Rng::new(1, 0));
    game.action_word(history.state(), action)
}

#[test]
fn rules_of_thumb() {
    let game = Schnapsen::default();
    for (words, expected) in [
        // The lowest trump goes for the ace before anything else.
        ("deal:JD,QC,JC,TS,KH/QD,QH,JH,TC,AC/AD/KC,JS,QS,KS,AS,TH,AH,KD,TD", "exchange"),
        // A ten brings itself home on a queen of its suit.
        ("deal:QS,JC,QC,JH,QH/TS,JD,TC,KH,KC/AD/AC,JS,KS,AS,TH,AH,QD,KD,TD QS", "TS"),
        // A jack is no worth a trump.
        ("deal:JS,JC,QC,KH,QH/TC,JD,QD,JH,KC/AD/AC,TS,QS,KS,AS,TH,AH,KD,TD JS", "JH"),
        // An ace is, but not the jack that will be exchanged for the ace of trumps.
        ("deal:AS,JC,QC,KH,QH/TC,JD,QD,JH,KC/AD/AC,TS,QS,KS,JS,TH,AH,KD,TD AS", "QD"),
        // A lead from nothing, not from the ace, the ten or a pair that may come.
        ("deal:JS,AH,TC,KD,QH/QS,QC,JH,AC,KH/AD/KC,JC,TS,KS,AS,TH,JD,QD,TD", "JS"),
    ] {
        assert_eq!(choice(&game, words), expected, "{words}");
    }
}

/// Rollouts by its rules are worth what perfect play is worth once no more cards are drawn, whatever was rolled out
/// before.
fn rollouts_are_sound<G, H: Table>(hands: u64)
where
    G: TrickGame
        + Notation
        + Default
        + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    let (game, rollout) = (G::default(), ByExpert::default());
    let (mut late, mut early) = (0, 0);
    play(&game, hands, |hand, _, _| {
        let worth = |rollout: &ByExpert| {
            let mut payoffs = [0.0; 2];
            rollout.roll_out(&game, &mut hand.clone(), &mut Rng::new(1, 0), &mut payoffs);
            assert!(payoffs[0] != 0.0 && payoffs[0] == -payoffs[1], "{payoffs:?}");
            payoffs
        };
        let payoffs = worth(&rollout);
        assert_eq!(worth(&ByExpert::default()), payoffs);
        if hand.is_open() {
            early += 1;
        } else {
            late += 1;
            assert_eq!(OpenTricks::default().value(&game, hand), payoffs[hand.mover().index()]);
        }
    });
    assert!(early > 100 && late > 100, "{early} {late}");
}

#[test]
fn rollouts_by_its_rules_end_perfectly() {
    rollouts_are_sound::<Kinderschnapsen, _>(100);
    rollouts_are_sound::<SixtySix, _>(60);
    rollouts_are_sound::<Schnapsen, _>(60);
}
