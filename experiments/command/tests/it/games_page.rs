//! `docs/games.md`: its figures are those of the commands that stand below them.

use hinterhand_players::games::names;

use crate::support::run;

const PAGE: &str = include_str!("../../../../docs/games.md");

/// Games so small that their commands are run again.
const QUICK: [&str; 7] =
    ["kuhn", "leduc", "generic-poker", "liars-dice", "goofspiel", "phantom-ttt", "dark-hex"];

#[test]
fn the_page_says_what_its_commands_print() {
    let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    let commands: Vec<&str> = PAGE.lines().filter_map(|line| line.strip_prefix("$ hinterhand ")).collect();
    assert_eq!(rows.len(), commands.len());
    let game = |command: &str| command.split(' ').nth(1).expect("a game").to_owned();
    for name in names() {
        assert!(commands.iter().any(|command| game(command) == name), "no figures of {name}");
    }
    let mut again = 0;
    for (row, command) in rows.iter().zip(commands) {
        let name = game(command);
        assert!(row.starts_with(&format!("| {name} ")), "{row} is not of {command}");
        if QUICK.contains(&name.as_str()) {
            let words: Vec<&str> = command.split(' ').collect();
            assert_eq!(
                run(&words).good().out.lines().last(),
                Some(*row),
                "scripts/games-page makes the page anew"
            );
            again += 1;
        }
    }
    assert!(again >= QUICK.len());
}
