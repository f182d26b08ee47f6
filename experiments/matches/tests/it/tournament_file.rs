//! A tournament in a TOML file.

use hinterhand_matches::tournament::Unit;
use hinterhand_matches::tournament::file::{ScheduleName, read};

#[test]
fn a_file_says_what_it_says() {
    let file = read(
        "game = 'leduc'\nunit = 'match'\nschedule = 'round-robin'\n[options]\nsuits = 'merged'\n\
         [match]\nbest_of = 3\n[sprt]\nelo1 = 5\n[[bot]]\nspec = 'random'\n",
    )
    .expect("a file");
    assert_eq!((file.game.as_deref(), file.unit), (Some("leduc"), Some(Unit::Match)));
    assert_eq!(file.schedule, Some(ScheduleName::RoundRobin));
    assert_eq!(file.sprt.and_then(|sprt| sprt.elo1), Some(5.0));
    assert_eq!(file.bot[0].spec.as_ref(), "random");
    assert_eq!((file.options.len(), file.contest.len(), file.rounds), (1, 1, None));
}

#[test]
fn a_command_may_stand_word_by_word() {
    let file = read(
        "[[bot]]\ncommand = ['python3', 'my bot.py', '--x=1,2']\ntime = 50\ntc = '10+0.1'\nmemory = 100\n\
         options = { depth = 3, style = 'wild' }\n",
    )
    .expect("a file");
    let spec = file.bot[0].spec.as_ref();
    let expected =
        "cmd:python3 'my bot.py' '--x=1,2',time=50,tc=10+0.1,memory=100,option.depth=3,option.style=wild";
    assert_eq!(spec, expected);
    let read: hinterhand_players::bots::BotSpec = spec.parse().expect("a bot");
    assert_eq!(read.to_string(), expected);
}

#[test]
fn what_is_wrong_has_its_place_and_the_nearest_right_word() {
    for (text, message) in [
        ("game = 'kuhn'\nrouns = 5", "line 2, column 1: unknown field `rouns`"),
        ("rouns = 5", "(did you mean `rounds`?)"),
        (
            "unit = 'hands'",
            "line 1, column 8: unknown variant `hands`, expected `hand` or `match` (did you mean `hand`?)",
        ),
        ("seed = 1\n\nschedule = 'swis'", "line 3, column 12: unknown variant `swis`"),
        (
            "[[bot]]\nnam = 'a'\nspec = 'random'",
            "line 2, column 1: unknown field `nam`, expected one of `name`, `spec`, `command`",
        ),
        ("[[bot]]\nname = 'a'", "missing field `spec`"),
        ("[[bot]]\nspec = 'random'\ncommand = ['./bot']", "either `spec` or `command`, not both"),
        ("[[bot]]\nspec = 'random'\nmemory = 5", "belong to a `command`"),
        ("[sprt]\nelo2 = 1", "did you mean `elo0`?"),
        ("rounds = -1", "line 1, column 10"),
        ("rounds = 'many'", "expected u32"),
        ("game = ", "line 1, column"),
        ("game = 'a'\ngame = 'b'", "line 2, column 1: duplicate key"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
