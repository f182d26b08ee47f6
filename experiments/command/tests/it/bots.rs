//! `hinterhand bots`, `duel`, `advise` and `review`, and bots in `play`.

use hinterhand_players::bots;
use serde_json::Value as Json;

use crate::support::{WHOLE, file, run, run_with};

fn json(args: &[&str]) -> Json {
    run(args).good().json_lines().remove(0)
}

#[test]
fn bots_are_listed_with_their_options() {
    let listed = json(&["bots", "--json"]);
    let names: Vec<&str> =
        listed["bots"].as_array().expect("a list").iter().filter_map(|bot| bot["bot"].as_str()).collect();
    assert!(names.iter().copied().eq(bots::all().map(|info| info.name)), "{names:?}");
    let ismcts = listed["bots"].as_array().expect("a list").iter().find(|bot| bot["bot"] == "ismcts");
    assert_eq!(ismcts.expect("it is there")["options"]["iterations"]["default"], "2000");
    let text = run(&["bots", "kuhn"]).good().out;
    assert!(
        text.contains("random")
            && text.contains("tree=so  so|pom|mo|mo_from_root|determinized")
            && !text.lines().any(|line| line == "greedy")
    );
    assert!(run(&["bots", "sixty-six"]).good().out.lines().any(|line| line == "greedy"));
    run(&["bots", "kuhm"]).refused(2, &["kuhm", "kuhn"]);
}

#[test]
fn the_page_is_what_the_command_prints() {
    let page = include_str!("../../../../docs/bots.md");
    let printed = run(&["bots", "--markdown"]).good().out;
    assert!(page.contains(&printed), "docs/bots.md should hold what `hinterhand bots --markdown` prints");
}

/// The figures of a duel without those of time.
fn duel(args: &[&str]) -> Json {
    let mut found = json(&[&["duel", "--json"], args].concat());
    let object = found.as_object_mut().expect("an object");
    assert!(object.shift_remove("seconds").is_some_and(|seconds| seconds.is_number()));
    for bot in found["bots"].as_array_mut().expect("a list") {
        assert!(bot.as_object_mut().expect("an object").shift_remove("mean_ms").is_some());
    }
    found
}

#[test]
fn threads_and_seeds_of_a_duel() {
    for args in [
        ["kinderschnapsen", "ismcts:iterations=60", "greedy", "--pairs", "20"],
        ["leduc", "ismcts:iterations=40,select=regret_matching,move=proportional", "random", "--pairs", "40"],
    ] {
        let of = |threads, seed| duel(&[&args[..], &["--threads", threads, "--seed", seed]].concat());
        let one = of("1", "5");
        assert_eq!(one, of("2", "5"));
        assert_eq!(one, of("8", "5"));
        assert_ne!(one, of("2", "6"));
        let number = |key: &str| one[key].as_f64().unwrap_or_else(|| panic!("no {key} in {one}"));
        assert_eq!(number("hands"), 2.0 * number("pairs"));
        assert_eq!(number("wins") + number("draws") + number("losses"), number("hands"));
        assert!(
            (number("mean") * number("hands") - number("points_won") + number("points_lost")).abs() < 1e-9
        );
        let [low, high] = [0, 1].map(|end| one["interval_95"][end].as_f64().expect("a bound"));
        assert!(low <= number("mean") && number("mean") <= high);
        assert!(
            one["bots"][0]["mean_steps"].as_f64() >= Some(40.0) && one["bots"][1]["mean_steps"] == 0.0,
            "{one}"
        );
    }
}

#[test]
fn a_duel_for_people() {
    let text =
        run(&["duel", "recipippes", "random", "random", "--option", "players=3", "--pairs", "2"]).good().out;
    for part in [
        "first bot      random\n",
        "hands          6 of 2 deals\n",
        "mean  ",
        "win share  ",
        "decisions, each 0.0 steps",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn a_duel_goes_on_until_it_is_decided() {
    let duel = |first, second, more: &[&str]| {
        let args = ["duel", "schnapsen", first, second, "--until-decided", "--pairs", "400", "--seed", "5"];
        run(&[&args, more].concat()).good().out
    };
    let clear: Json = serde_json::from_str(&duel("expert", "random", &["--json"])).expect("JSON");
    assert_eq!((&clear["pairs"], &clear["interval_95"]), (&100.into(), &Json::Null), "{clear}");
    assert!(clear["interval_95_at_any_time"][0].as_f64().is_some_and(|low| low > 0.0), "{clear}");
    let even = duel("greedy", "greedy", &[]);
    assert!(even.contains("hands          800 of 400 deals\n"), "{even}");
    let text = duel("expert", "random", &["--threads", "1"]);
    assert!(text.contains("200 of 100 deals\n") && text.contains("draws as halves\n"), "{text}");
    assert_eq!(text.matches("(95 %: ").count(), 1, "{text}");
    let exact = ["duel", "kinderschnapsen", "greedy", "random", "--until-decided", "--exact"];
    run(&exact).refused(2, &["--until-decided", "--exact"]);
}

#[test]
fn bots_that_cannot_play_are_refused() {
    let duel = |bot| run(&["duel", "kuhn", bot, "random", "--pairs", "1"]);
    duel("gredy").refused(2, &["no bot `gredy`", "did you mean `greedy`?", "ismcts"]);
    duel("greedy").refused(2, &["greedy needs a greedy player, which kuhn does not have", "sixty-six"]);
    duel("ismcts:iterations=many").refused(2, &["`iterations` cannot be `many`", "a whole number from 1"]);
    duel("ismcts:itertions=1").refused(2, &["did you mean `iterations`?"]);
    duel("human").refused(2, &["only `hinterhand play`"]);
    duel("./no-such-file").refused(1, &["no-such-file"]);
    duel("resolve:./no-such-file,iterations=5").refused(1, &["no-such-file"]);
    duel("resolve:x.hh,iteration=5").refused(2, &["did you mean `iterations`?"]);
    run(&["advise", "--bot", "gredy"]).refused(2, &["greedy"]);
    run(&["review", "--bot", "greedy"]).refused(2, &["gives no action values"]);
    run(&["play", "kuhn", "--opponent", "greedy"]).refused(2, &["greedy player"]);
}

#[test]
fn who_sees_all_cards_is_seated_by_a_referee_alone() {
    // A player that knows the other's card in Kuhn poker never calls a better one: it wins on average from
    // both seats.
    let found = duel(&["kuhn", "cheating:iterations=300", "random", "--pairs", "200"]);
    assert!(found["interval_95"][0].as_f64() > Some(0.0), "{found}");
    assert_eq!(found["bots"][0]["mean_steps"], 300.0);
    for args in [
        &["advise", "--bot", "cheating"][..],
        &["review", "--bot", "cheating"],
        &["play", "kuhn", "--opponent", "cheating"],
        &["play", "kuhn", "--hint", "cheating"],
    ] {
        let refused = run_with(args, br#"{"game":"kuhn","actions":["deal:K,?"]}"#);
        refused.refused(2, &["`cheating` sees all cards", "hinterhand duel"]);
    }
    let listed = json(&["bots", "--json"]);
    let all = listed["bots"].as_array().expect("a list").iter();
    let cheats: Vec<&Json> = all.filter(|bot| bot["sees_all_cards"] == true).collect();
    assert!(cheats.len() == 1 && cheats[0]["bot"] == "cheating", "{cheats:?}");
}

#[test]
fn directed_players_are_seated() {
    let found = duel(&["sixty-six", "directed", "random", "--pairs", "20"]);
    assert!(found["mean"].as_f64() > Some(0.5), "{found}");
    let results = |ending: &str| found["endings"][ending].clone();
    assert!(
        results("false stop")["losses"] == 0 && results("false stop")["wins"].as_u64() > Some(10),
        "{found}"
    );
    let text = run(&["bots", "sixty-six"]).good().out;
    assert!(text.contains("in sixty-six: stops as soon as it has 66 points and never before"), "{text}");
    run(&["duel", "kuhn", "directed", "random"]).refused(2, &["needs a directed player", "schnapsen"]);
}

#[test]
fn costs_are_told_against_a_solution_alone() {
    let duel = |first, second| run(&["duel", "kinderschnapsen", first, second, "--exact", "--pairs", "2"]);
    duel("greedy", "greedy").refused(2, &["--exact", "greedy is no solution of a hand of Kinderschnapsen"]);
    duel("cheating", "greedy").refused(2, &["--exact", "cheating sees hidden cards"]);
}

#[test]
fn every_search_plays() {
    for bot in [
        "pimc:worlds=4,solver=depth,depth=3",
        "pimc:worlds=2,endgame=true",
        "iimc:worlds=6",
        "iimc:worlds=2,players=pimc,inner=1,solver=depth,depth=2",
        "epimc:worlds=3,solver=depth,depth=2",
        "alpha-mu:worlds=3,front=4,solver=depth,depth=2",
        "oos:iterations=30",
        "ismcts:iterations=30,endgame=true",
        "ismcts:time=1",
        "pimc:worlds=4,inference=greedy,error=0.3",
    ] {
        let found = duel(&["kinderschnapsen", bot, "random", "--pairs", "2"]);
        assert_eq!(found["hands"], 4, "{bot}");
        assert!(found["bots"][0]["mean_steps"].as_f64() >= Some(1.0), "{found}");
    }
    let three = ["--option", "players=3", "--pairs", "1"];
    assert_eq!(duel(&[&["recipippes", "iimc:worlds=1", "random"], &three[..]].concat())["hands"], 3);
    let refused = |args: &[&str], parts: &[&str]| run(&[&["duel"], args].concat()).refused(2, parts);
    refused(&["recipippes", "pimc", "random", "--option", "players=3"], &["games of two", "3 players"]);
    refused(&["kuhn", "epimc:solver=open", "random"], &["needs a solver of open cards", "sixty-six"]);
    refused(
        &["kuhn", "ismcts:rollout=evaluation", "random"],
        &["needs a value of unfinished games", "klondike-chess"],
    );
    refused(&["kuhn", "pimc:inference=greedy", "random"], &["needs a model of others", "sixty-six"]);
    refused(&["kinderschnapsen", "pimc:inference=directed", "random"], &["directed players", "schnapsen"]);
    refused(&["kuhn", "ismcts:endgame=true", "random"], &["needs a solver of endgames", "schnapsen"]);
    refused(&["schikanoeschen", "oos", "random"], &["memory of how its states came about", "kuhn"]);
}

#[test]
fn what_was_not_seen_does_not_change_the_advice() {
    for (game, deal, open, rest) in [
        (
            "kinderschnapsen",
            "deal:7S,JS,QS/7H,JH,QH/2D/2S,2H,JD,7D,QD",
            // Player 0 leads and takes, and draws the Two of spades.
            "deal:QS,7S,JS/?/2D/2S,?,?,?,?",
            r#""QS","7H""#,
        ),
        (
            "sixty-six",
            "deal:KC,QC,KS,QS,9H,AD/JC,TC,AC,9S,JS,TS/9D/JH,QH,KH,TH,AH,JD,QD,KD,TD,9C,AS",
            // Player 1 has taken, and drawn the jack of hearts.
            "deal:?,?,?,?,?,?/JC,TC,AC,9S,JS,TS/9D/JH,?,?,?,?,?,?,?,?,?,?",
            r#""KC","AC""#,
        ),
    ] {
        let record = |deal| format!(r#"{{"game":"{game}","actions":["{deal}",{rest}]}}"#);
        let ask = |record: &str, seed| {
            json(&["advise", record, "--bot", "ismcts:iterations=300", "--seed", seed, "--json"])
        };
        let whole = ask(&record(deal), "3");
        assert_eq!(whole, ask(&record(open), "3"), "{game}");
        assert_ne!(whole, ask(&record(deal), "4"), "{game}");
        assert_eq!((&whole["record"], whole["moves"].is_array()), (&Json::from(0), true));
        let moves = whole["moves"].as_array().expect("a list");
        assert_eq!(moves.iter().filter_map(|listed| listed["visits"].as_u64()).sum::<u64>(), 300, "{whole}");
        assert!(
            moves.iter().any(|listed| listed["action"] == whole["best"] && listed["probability"] == 1.0),
            "{whole}"
        );
    }
}

#[test]
fn advice_says_why_in_a_word() {
    let deal = "deal:JC,TS,AS,QH,KH/QC,TC,KS,JH,TH/TD/JS,QS,AH,JD,QD,KD,AD,KC,AC";
    let record = format!(r#"{{"game":"schnapsen","actions":["{deal}","KH"]}}"#);
    let told = run(&["advise", &record, "--bot", "expert"]).good();
    assert!(told.out.starts_with("record 0, player 1 to move: TH (takes 14 points)\n"), "{}", told.out);
    let found = json(&["advise", &record, "--bot", "expert", "--json"]);
    assert_eq!((&found["best"], &found["why"]), (&Json::from("TH"), &Json::from("takes 14 points")));
    // Other games know no reasons.
    let record = r#"{"game":"kuhn","actions":["deal:K,?"]}"#;
    assert!(json(&["advise", record, "--bot", "random", "--json"]).get("why").is_none());
}

#[test]
fn records_are_answered_one_by_one() {
    let whole: Json = serde_json::from_str(WHOLE.trim()).expect("a record");
    let lines = [
        r#"{"game":"kuhn","actions":["deal:K,?"]}"#.to_owned(),
        "nonsense".to_owned(),
        r#"{"game":"kuhn","actions":["deal:K,?","bet","bet"]}"#.to_owned(),
        whole.to_string(),
        r#"{"game":"kinderschnapsen","actions":["deal:7S,JS,QS/?/2D/?","QS","JS"]}"#.to_owned(),
        r#"{"game":"leduc","actions":["deal:?,KS","raise"]}"#.to_owned(),
    ];
    let path = file("advice.jsonl", lines.join("\n").as_bytes());
    let found = run(&["advise", &path, "--bot", "random", "--json"]);
    assert_eq!(found.status, 1, "{found:?}");
    let found = found.json_lines();
    assert_eq!(found.len(), lines.len());
    assert!(found.iter().enumerate().all(|(n, line)| line["record"] == n), "{found:?}");
    assert_eq!(found[0]["moves"][0]["probability"], 0.5);
    for (line, part) in [(1, "not a record"), (2, "to move at"), (3, "to move at"), (4, "`JS`")] {
        assert!(found[line]["error"].as_str().is_some_and(|error| error.contains(part)), "{}", found[line]);
    }
    assert_eq!((found[5]["seat"].as_u64(), found[4]["ply"].as_u64()), (Some(1), Some(2)));
    let text = run_with(
        &["advise", "--bot", "greedy"],
        br#"{"game":"kinderschnapsen","actions":["deal:7S,JS,QS/?/2D/?"]}"#,
    );
    assert!(text.good().out.starts_with("record 0, player 0 to move: 7S\n  7S  "));
}

#[test]
fn a_blunder_is_found() {
    // Player 0 holds the king, which wins any bet, and folds.
    let record = r#"{"game":"kuhn","actions":["deal:K,Q","pass","bet","pass"]}"#;
    let bot = "ismcts:iterations=2000";
    let found = json(&["review", record, "--bot", bot, "--player", "0", "--json", "--least", "0.5"]);
    // Two for a bet that is called instead of one that is lost.
    assert_eq!(found["costly"].as_array().map(Vec::len), Some(1), "{found}");
    let costly = &found["costly"][0];
    assert_eq!(
        (&costly["ply"], &costly["played"], &costly["best"]),
        (&Json::from(3), &"pass".into(), &"bet".into())
    );
    assert!(costly["loss"].as_f64().is_some_and(|loss| (loss - 3.0).abs() < 1e-9), "{costly}");
    let text = run(&["review", record, "--bot", bot]).good().out;
    assert!(text.contains("ply 3, player 0: pass instead of bet cost 3.000"), "{text}");
    assert!(text.starts_with("record 0: 3 decisions, player 0 lost"), "{text}");
    run(&["review", record, "--player", "2"]).refused(2, &["players 0 to 1"]);
}

#[test]
fn at_the_table_bots_play_and_give_hints() {
    let args =
        ["play", "kinderschnapsen", "--seed", "4", "--opponent", "ismcts:iterations=50", "--hint", "greedy"];
    let run = run_with(&args, b"hint\n1\nhint\nquit\n").good();
    assert_eq!(run.out.matches("Hint: ").count(), 2, "{}", run.out);
    assert_eq!(run.out, run_with(&args, b"hint\n1\nhint\nquit\n").good().out, "the seed decides everything");
}
