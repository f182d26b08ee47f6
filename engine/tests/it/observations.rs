//! Observations as numbers: they follow from what is seen, fill their fields, and actions have numbers of their own.

use std::collections::BTreeSet;

use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, KlondikeChess, Kuhn, Leduc, LiarsDice, PhantomTtt,
    Recipippes, Schikanoeschen, Schnapsen, SixtySix,
};
use hinterhand_engine::observation::{ActionNumbers, Field, Numbers, Observation};
use hinterhand_engine::{ActionSet as _, Described, Rng, Settings, Turn};

/// Plays some random games of a game with these options and checks every decision.
fn check<G: Observation + Described>(options: &[(&str, &str)]) {
    let mut settings = Settings::of::<G>();
    options.iter().for_each(|(key, value)| settings.set_text(key, value).expect("an option of the game"));
    let game = G::with_settings(&settings).expect("sound options");
    let size: usize = game.fields().iter().map(Field::size).sum();
    let names: BTreeSet<&str> = game.fields().iter().map(|field| field.name).collect();
    assert_eq!(names.len(), game.fields().len(), "each field has a name of its own");
    let mut rng = Rng::new(2026, 0);
    let (mut numbers, mut again) = (vec![9.0; size], vec![9.0; size]);
    for _ in 0..20 {
        let mut state = game.start();
        for _ in 0..200 {
            let player = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    game.deal(&mut state, &mut rng);
                    continue;
                }
                Turn::Player(player) => player,
            };
            let info_set = game.info_set(&state, player);
            let mut writing = Numbers::new(&mut numbers);
            game.observe(&info_set, &mut writing);
            assert_eq!(writing.left(), 0, "the fields are {size} numbers");
            assert!(numbers.iter().all(|number| number.is_finite()));
            let fits = game.sample(&info_set, &mut rng);
            game.observe(&game.info_set(&fits, player), &mut Numbers::new(&mut again));
            assert_eq!(numbers, again, "what is hidden does not matter");
            let legal = game.legal(&state);
            if let ActionNumbers::Fixed(count) = game.action_numbers() {
                let named: BTreeSet<usize> = legal.iter().map(|action| game.action_number(action)).collect();
                assert_eq!(named.len(), legal.len(), "no two actions have the same number");
                assert!(named.iter().all(|&number| number < count), "numbers are below {count}");
            }
            game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
        }
    }
}

#[test]
fn trick_games() {
    check::<Kinderschnapsen>(&[]);
    check::<SixtySix>(&[]);
    check::<Schnapsen>(&[]);
}

#[test]
fn small_games() {
    check::<Kuhn>(&[]);
    check::<Kuhn>(&[("players", "3")]);
    check::<Leduc>(&[]);
    check::<Leduc>(&[("suits", "merged")]);
    check::<GenericPoker>(&[]);
    check::<LiarsDice>(&[]);
    check::<LiarsDice>(&[("dice", "2"), ("sides", "3")]);
    check::<Goofspiel>(&[]);
    check::<Goofspiel>(&[("cards", "13")]);
    check::<PhantomTtt>(&[]);
    check::<DarkHex>(&[("version", "abrupt")]);
}

#[test]
fn large_games() {
    check::<Recipippes>(&[]);
    check::<Recipippes>(&[("players", "4")]);
    check::<Schikanoeschen>(&[]);
    check::<KlondikeChess>(&[]);
}
