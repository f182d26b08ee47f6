//! The report of a strategy: its value and exploitability, its first decisions, its origin.

use std::collections::BTreeMap;

use hinterhand_charts::{HeatMap, Panel};
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Game as _, History, Notation as _, Player, Rng, Turn};
use hinterhand_players::files::column_file::ColumnFileError;
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_players::protocol::quoted;
use hinterhand_players::strategy::kinderschnapsen::Equity;
use hinterhand_players::strategy::{About, FileStrategy, Opening, StrategyFile};
use hinterhand_solvers::strategy::Strategy;
use serde_json::Value as Json;

use super::format;
use super::page::{Cell, Markup, Page, text};
use hinterhand_training::opening_map;

/// The number of deals from which the first decisions are taken.
const DEALS: u64 = 500;
/// The maximum number of rows of a map.
const MOST_ROWS: usize = 40;
/// The maximum number of maps.
const MOST_MAPS: usize = 12;

/// The page of a strategy for `game` in a file of this name.
pub(super) fn page(strategy: &StrategyFile, game: &LoadedGame, file: &str) -> Result<Page, ColumnFileError> {
    let solution = Solution { strategy, file };
    let strategy = strategy.strategy(game)?;
    let mut first = Markup::default();
    match game.hand() {
        Some(hand) => opening(&Opening::of(&hand, &strategy), &strategy, file, &mut first),
        None => decisions(game, &strategy, &solution.made(), &mut first),
    }
    Ok(solution.page(first))
}

/// A strategy in a file of this name.
struct Solution<'a> {
    strategy: &'a StrategyFile,
    file: &'a str,
}

impl Solution<'_> {
    fn made(&self) -> String {
        format!("hinterhand report {} --out report.html", quoted(self.file))
    }

    fn about(&self) -> &About {
        self.strategy.about()
    }

    fn page(&self, first: Markup) -> Page {
        let about = self.about();
        let game = games::info(&about.game).map_or(&about.game[..], |info| info.title);
        let mut lead = Markup::default();
        lead.within("p class=\"lead\"", |p| {
            let judged = &about.judged;
            match judged.bounds() {
                Some(_) => {
                    p.text(format_args!(
                        "Player 0 wins {} when both play by it; exploitability {}.",
                        format::exact(judged.values[0]),
                        format::exact(judged.exploitability())
                    ));
                }
                None if judged.is_judged() => {
                    p.text(format_args!("Exploitability {}.", format::exact(judged.exploitability())));
                }
                None => {
                    p.text("This strategy was not judged.");
                }
            }
        });
        lead.raw("\n");
        let mut parts = vec![("worth", "What it is worth", self.worth())];
        if let Some(equity) = &about.equity {
            parts.push(("game", "The whole game", self.whole_game(equity)));
        }
        parts.push(("first", "What it does first", first));
        parts.push(("from", "Where it comes from", self.from(game)));
        parts.push(("commands", "The commands", self.commands()));
        Page { title: self.file.to_owned(), kind: format!("Strategy \u{b7} {game}"), lead, parts }
    }

    /// The value, its bounds and the exploitability.
    fn worth(&self) -> Markup {
        let (judged, mut part) = (&self.about().judged, Markup::default());
        if !judged.is_judged() {
            part.element(
                "p",
                "The strategy was not judged when it was written, as is so where a game is too large to be written out.",
            );
            return part;
        }
        let row = |(player, (value, gain)): (usize, (&f64, &f64))| -> Vec<Cell> {
            vec![
                text(format_args!("player {player}")).into(),
                format::exact(*value).into(),
                format::exact(*gain).into(),
            ]
        };
        let rows: Vec<Vec<Cell>> = judged.values.iter().zip(&judged.gains).enumerate().map(row).collect();
        part.table("worth", 1, &["", "wins", "could win more"], &rows);
        let mut facts = vec![("exploitability", text(format::exact(judged.exploitability())))];
        if let Some([low, high]) = judged.bounds() {
            let bounds = format!("{} to {}", format::exact(low), format::exact(high));
            facts.push(("value for player 0, for certain", text(bounds)));
        }
        part.facts(&facts);
        if !judged.by_turnup.is_empty() {
            let row = |part: &hinterhand_players::strategy::Part| -> Vec<Cell> {
                let numbers = [part.value, part.value_low, part.value_high].map(format::exact);
                let mut row: Vec<Cell> = vec![text(&part.name).into()];
                row.extend(numbers.map(Cell::from));
                row
            };
            let rows: Vec<Vec<Cell>> = judged.by_turnup.iter().map(row).collect();
            part.table("turnups", 1, &["turnup", "value", "lower bound", "upper bound"], &rows);
        }
        part.caption(
            "Judged exactly when the file was written, by the best answers of each player to the others, with all legal \
             actions. Exploitability is the average of what each could win more, in units of the payoff. The value of a \
             zero-sum game of two lies between the bounds for certain.",
            &format!("hinterhand exploitability {}", quoted(self.file)),
        );
        part
    }

    /// The probabilities of winning the whole game from each score.
    fn whole_game(&self, equity: &Equity) -> Markup {
        let mut part = Markup::default();
        let scores: Vec<String> = (1..=equity.equity.len()).map(|score| score.to_string()).collect();
        let mut head = vec!["leader \\ other"];
        head.extend(scores.iter().map(String::as_str));
        let row = |(score, wins): (&String, &Vec<f64>)| -> Vec<Cell> {
            let mut row: Vec<Cell> = vec![text(score).into()];
            row.extend(wins.iter().map(|&wins| Cell::coloured(text(format::number(wins, 4)), "gain", wins)));
            row
        };
        let rows: Vec<Vec<Cell>> = scores.iter().zip(&equity.equity).map(row).collect();
        part.table("equity", 1, &head, &rows);
        let pairs = equity.equity_low.iter().flatten().zip(equity.equity_high.iter().flatten());
        let widest = pairs.map(|(low, high)| high - low).fold(0.0, f64::max);
        part.caption(
            &format!(
                "How likely the leader of a hand wins the game, by the points that both players still need. The \
                 bounds of no number are further apart than {}.",
                format::exact(widest)
            ),
            &format!("hinterhand strategy opening {} --markdown equity", quoted(self.file)),
        );
        part
    }

    fn from(&self, game: &str) -> Markup {
        let (about, file) = (self.about(), self.strategy.file());
        let options: Vec<String> =
            about.options.iter().map(|(key, given)| format!("{key}={}", typed(given))).collect();
        let options = if options.is_empty() { "all as by default".to_owned() } else { options.join(" ") };
        let columns: Vec<String> = file
            .columns()
            .map(|(name, kind, len)| format!("{name}: {} {kind}", format::whole(len)))
            .collect();
        let mut part = Markup::default();
        part.facts(&[
            ("game", text(game)),
            ("options of the game", text(options)),
            ("hash of the rules", text(&about.rules)),
            ("algorithm", text(&about.algorithm)),
            ("iterations", text(format::whole(about.iterations))),
            ("program", text(format_args!("hinterhand {}", about.version))),
            ("size", text(format_args!("{} bytes", format::whole(file.bytes())))),
            ("columns", text(columns.join(" \u{b7} "))),
            ("BLAKE3 of the content", text(file.blake3())),
        ]);
        part.caption("", &format!("hinterhand strategy info {}", quoted(self.file)));
        part
    }

    fn commands(&self) -> Markup {
        let mut part = Markup::default();
        match solve_command(self.about(), self.file) {
            Some(command) => {
                part.element("p", "This finds the same strategy, on any number of threads:");
                part.command(&command);
            }
            None => {
                part.element("p", "The file does not tell by which command it can be found again.");
            }
        }
        part.element("p", "This writes this page:");
        part.command(&self.made());
        part
    }
}

/// The value of an option as it is typed on the command line.
fn typed(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The command that finds a strategy for a single game or hand.
fn solve_command(about: &About, file: &str) -> Option<String> {
    let mut parts = about.algorithm.split(", ");
    let first = parts.next()?;
    let name = first.strip_suffix(" sampling").unwrap_or(first);
    if about.equity.is_some()
        || about.iterations == 0
        || !hinterhand_training::names().any(|known| known == name)
    {
        return None;
    }
    let mut command = format!("hinterhand solve {}", about.game);
    for (key, value) in &about.options {
        command += &format!(" --option {}", quoted(&format!("{key}={}", typed(value))));
    }
    command += &format!(" --algorithm {name} --iterations {}", about.iterations);
    for part in parts {
        match part.split(' ').collect::<Vec<_>>()[..] {
            ["planned", "for", planned, "iterations"] => command += &format!(" --planned {planned}"),
            [precision @ ("f32" | "f64")] => command += &format!(" --precision {precision}"),
            ["linear"] => command += " --linear",
            [flag @ ("seed" | "batch" | "baselines"), value] => command += &format!(" --{flag} {value}"),
            _ => return None,
        }
    }
    Some(command + &format!(" --out {}", quoted(file)))
}

/// The first decision in Kinderschnapsen with every hand.
fn opening(opening: &Opening, strategy: &FileStrategy<'_>, file: &str, part: &mut Markup) {
    let whole_game = matches!(strategy, FileStrategy::KinderschnapsenGame(_));
    let at = if whole_game { ", in the first hand of the game" } else { "" };
    part.element(
        "p",
        format_args!(
            "The leader closes before the first lead in {} of all deals{at}.",
            format::percent(opening.close(None))
        ),
    );
    maps(&opening_map(opening, String::new()), "What the leader does with each hand", part);
    let score = if whole_game { " --score 5:5" } else { "" };
    part.caption(
        "The leader\u{2019}s hands by the actions of the leader: white is never, full colour is always. Spades are trumps, each card \
         stands for the first, second or third of the hand, and a row makes 1 from its second cell on.",
        &format!("hinterhand strategy opening {}{score}", quoted(file)),
    );
}

/// The first decision of the player who begins, and that of the next player after each of its actions.
fn decisions(game: &AnyGame, strategy: &FileStrategy<'_>, made: &str, part: &mut Markup) {
    let mut tables: BTreeMap<(usize, String), Table> = BTreeMap::new();
    for stream in 0..DEALS {
        let mut rng = Rng::new(1, stream);
        let mut history = History::new(game);
        history.deal(&mut rng);
        let Turn::Player(first) = history.turn() else { continue };
        enter(&mut tables, &history, first, String::new(), strategy);
        for action in game.legal(history.state()).iter() {
            let word = game.action_word(history.state(), action);
            let mut next = history.clone();
            next.play_word(&word).expect("the word of a legal action");
            next.deal(&mut rng.clone());
            match next.turn() {
                Turn::Player(player) if player != first => enter(&mut tables, &next, player, word, strategy),
                _ => {}
            }
        }
    }
    // In a large game the first map alone is an example of the strategy.
    let most = if tables.values().any(|table| table.rows.len() > MOST_ROWS) { 1 } else { MOST_MAPS };
    let left = tables.len().saturating_sub(most);
    let panels = tables.into_iter().take(most).map(|((player, after), table)| {
        let title =
            if after.is_empty() { format!("player {player}") } else { format!("{player} after {after}") };
        table.map(title)
    });
    part.raw("<div class=\"maps\">");
    panels.for_each(|map| part.picture(&map.svg(), "What the strategy does with each hand"));
    part.raw("</div>\n");
    let more = if left > 0 { format!(" {left} further maps are left out.") } else { String::new() };
    part.caption(
        &format!(
            "What the player who begins does first, and what the next one does after each of its actions, by what each has \
             seen: white is never, full colour is always. As met in {DEALS} deals of seed 1; no map has more than \
             {MOST_ROWS} rows.{more}"
        ),
        made,
    );
}

/// The probabilities of actions, by what the player has seen.
#[derive(Default)]
struct Table {
    words: Vec<String>,
    rows: BTreeMap<String, Vec<(String, f64)>>,
}

impl Table {
    fn map(self, title: String) -> HeatMap {
        let numbers = |row: Vec<(String, f64)>| {
            let of =
                |word: &String| row.iter().find(|(legal, _)| legal == word).map_or(0.0, |(_, part)| *part);
            self.words.iter().map(of).collect()
        };
        let rows = self.rows.into_iter().take(MOST_ROWS).map(|(seen, row)| (seen, numbers(row))).collect();
        let panels = vec![Panel { title, rows }];
        HeatMap { title: String::new(), columns: self.words.clone(), breaks: Vec::new(), panels }
    }
}

fn enter(
    tables: &mut BTreeMap<(usize, String), Table>,
    history: &History<'_, AnyGame>,
    player: Player,
    after: String,
    strategy: &FileStrategy<'_>,
) {
    let (game, state) = (history.game(), history.state());
    let legal = game.legal(state);
    let mut probabilities = Vec::new();
    Strategy::<AnyGame>::probabilities(strategy, &game.info_set(state, player), &legal, &mut probabilities);
    let words = legal.iter().map(|action| game.action_word(state, action));
    let row: Vec<(String, f64)> = words.zip(probabilities).collect();
    let table = tables.entry((player.index(), after)).or_default();
    for (word, _) in &row {
        if !table.words.contains(word) {
            table.words.push(word.clone());
        }
    }
    table.rows.insert(history.seen(player).to_owned(), row);
}

/// Each panel as a picture of its own, so that they can stand beside or below each other.
fn maps(map: &HeatMap, shows: &str, part: &mut Markup) {
    part.raw("<div class=\"maps\">");
    for panel in map.panels.clone() {
        part.picture(&HeatMap { panels: vec![panel], ..map.clone() }.svg(), shows);
    }
    part.raw("</div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::Settings;
    use hinterhand_engine::games::Leduc;

    #[test]
    fn the_command_says_all_that_the_algorithm_does() {
        let about = |algorithm: &str, iterations| {
            About::new(&Settings::of::<Leduc>(), "table", algorithm.to_owned(), iterations)
        };
        let command = |algorithm| solve_command(&about(algorithm, 20), "a b");
        for (algorithm, flags) in [
            ("dcfr", "--algorithm dcfr --iterations 20"),
            (
                "hs-dcfr-30, planned for 500 iterations, f32",
                "--algorithm hs-dcfr-30 --iterations 20 --planned 500 --precision f32",
            ),
            (
                "external sampling, seed 3, batch 2, linear, baselines 0.5",
                "--algorithm external --iterations 20 --seed 3 --batch 2 --linear --baselines 0.5",
            ),
        ] {
            assert_eq!(command(algorithm), Some(format!("hinterhand solve leduc {flags} --out 'a b'")));
        }
        assert_eq!(command("best response to 0123"), None);
        assert_eq!(command("dcfr, twice"), None);
        assert_eq!(solve_command(&about("dcfr", 0), "a"), None);
    }
}
