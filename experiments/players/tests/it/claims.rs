//! Bots claim as soon as a claim wins.

use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Notation, Player, Rng, Turn, View};
use hinterhand_players::bots::Bot;
use hinterhand_players::games::load_default;

#[test]
fn every_bot_that_thinks_claims_at_once() {
    let bots = [
        "greedy",
        "expert",
        "learned",
        "rdeep:depth=1,samples=1",
        "ismcts:iterations=20",
        "ismcts:iterations=20,tree=determinized",
        "pimc:worlds=2",
        "iimc:worlds=2",
        "epimc:worlds=2",
        "alpha-mu:worlds=2",
        "oos:iterations=20",
        "subgame:deals=2",
    ];
    for name in ["kinderschnapsen", "schnapsen", "sixty-six"] {
        let game = load_default(name).expect("a game");
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let (rules, mut rng, mut claims) = (game.rules(), Rng::new(8, 0), 0);
        for _ in 0..200 {
            let mut state = rules.start();
            loop {
                let player = match rules.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => {
                        rules.deal(&mut state, &mut rng);
                        continue;
                    }
                    Turn::Player(player) => player,
                };
                let (info_set, legal) = (rules.info_set(&state, player), rules.legal(&state));
                if let Some(claim) = game.methods().right_claim(&info_set, &legal)
                    && legal.len() > 1
                {
                    let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                    for text in bots {
                        let bot = Bot::open(text.parse().expect("a bot")).expect("it needs no file");
                        let seated = bot.for_game(&game).expect("it plays all three");
                        let values = seated.sit().action_values(&view, &mut rng);
                        let claimed = values.entries.iter().find(|entry| entry.action == claim);
                        let probability = claimed.map_or(0.0, |entry| entry.probability);
                        assert!(probability > 1.0 - 1e-9, "{text} in {name}: {values:?}");
                    }
                    claims += 1;
                    rules.play(&mut state, claim);
                    assert_eq!(rules.turn(&state), Turn::Over);
                    assert!(rules.payoff(&state, player) > 0.0);
                    continue;
                }
                // At random, but not to an early end.
                let action = legal.nth(rng.below(legal.len() as u32) as usize);
                if !["stop", "out", "close"].contains(&&*rules.action_word(&state, action)) {
                    rules.play(&mut state, action);
                }
            }
        }
        assert!(claims > 5, "{claims} claims in {name}");
    }
}
