//! `hinterhand size`: the size of a game.

use std::io::{self, Write};

use anyhow::{Context as _, anyhow};
use hinterhand_engine::games::kinderschnapsen::Deals;
use hinterhand_kinderschnapsen::Census;
use hinterhand_kinderschnapsen::census::{Count, Part, Ply, TurnupCount};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::oracle::{Histories, Oracle as _};
use hinterhand_solvers::tree::{CompileError, TreeSize};
use serde_json::{Value as Json, json};

use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, Failure, game_name, output, written};

/// Count the information sets and histories of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand size leduc
  hinterhand size kinderschnapsen --option auto_checkout=true

The tree is walked node by node, chance dealt one card or die in a node, and its information sets are kept in memory
meanwhile. Kinderschnapsen is too large for that: there the tree of what both players see is walked, and the
hidden cards that fit are counted by combinatorics. Boards of phantom games of up to nine squares and liar's dice
are counted without a walk where they have too many nodes; a history of them is what the players did after the roll.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// Walk through this many nodes at most, 50000000 if not given: games with more are refused, or counted without a
    /// walk
    #[arg(long, value_name = "N", value_parser = most_nodes)]
    most_nodes: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

fn most_nodes(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(|| "expected a number from 1".to_owned())
}

pub(super) fn run(args: &Args) -> Done {
    let game = args.options.load(&args.game)?;
    if args.most_nodes.is_some() && game.hand().is_some() {
        return Err(Failure::Usage(anyhow!(
            "--most-nodes is for games whose tree is walked, and not for {}",
            game.name()
        )));
    }
    let size = measure(&game, args.most_nodes.unwrap_or(50_000_000))?;
    let mut out = output();
    match (&size, args.json) {
        (Size::Tree(size), false) => print_tree(&mut out, size)?,
        (Size::Tree(size), true) => writeln!(out, "{}", tree_json(&args.game, size))?,
        (&Size::Oracle { histories, info_sets, actions }, false) => print_rows(
            &mut out,
            &[
                ("histories", histories.all()),
                ("ends among them", histories.ends),
                ("information sets", info_sets as u64),
                ("their actions", actions as u64),
                ("bytes of a solver's tables in f32", table_bytes(actions as u64, size_of::<f32>())),
                ("bytes of a solver's tables in f64", table_bytes(actions as u64, size_of::<f64>())),
            ],
        )?,
        (&Size::Oracle { histories, info_sets, actions }, true) => {
            let size = json!({
                "game": args.game,
                "histories": histories.all(),
                "end_histories": histories.ends,
                "info_sets": info_sets,
                "actions": actions,
                "f32_table_bytes": table_bytes(actions as u64, size_of::<f32>()),
                "f64_table_bytes": table_bytes(actions as u64, size_of::<f64>()),
            });
            writeln!(out, "{size}")?;
        }
        (Size::Census(census), false) => print_census(&mut out, census)?,
        (Size::Census(census), true) => writeln!(out, "{}", census_json(&args.game, census))?,
    }
    written(out)
}

/// The size of a game.
enum Size {
    Tree(TreeSize),
    Oracle { histories: Histories, info_sets: usize, actions: usize },
    Census(Box<Census>),
}

/// Counts the tree of a game, or the parts of Kinderschnapsen.
fn measure(game: &LoadedGame, most_nodes: usize) -> anyhow::Result<Size> {
    if let Some(hand) = game.hand() {
        let mut census = Census::new(hand);
        let mut progress = Progress::new("parts of the game", census.pieces() as u64);
        while census.step() {
            progress.reached(census.done() as u64);
        }
        progress.finish();
        return Ok(Size::Census(Box::new(census)));
    }
    match game.methods().tree_size(most_nodes) {
        (size, true) => Ok(Size::Tree(size)),
        (_, false) if let Some(oracle) = game.oracle() => {
            let treeplexes = [0, 1].map(|player| oracle.treeplex(player));
            Ok(Size::Oracle {
                histories: oracle.histories(),
                info_sets: treeplexes.iter().map(|treeplex| treeplex.infosets()).sum(),
                // The first sequence of a player is the empty one.
                actions: treeplexes.iter().map(|treeplex| treeplex.sequences() - 1).sum(),
            })
        }
        (_, false) => Err(CompileError::TooLarge { limit: most_nodes })
            .with_context(|| format!("{} with --most-nodes {most_nodes}", game.name())),
    }
}

/// The bytes of a solver's regrets, average and policy, in numbers of this size.
fn table_bytes(slots: u64, number: usize) -> u64 {
    3 * slots * number as u64
}

fn tree_json(game: &str, size: &TreeSize) -> Json {
    let slots = size.slots as u64;
    json!({
        "game": game,
        "nodes": size.nodes,
        "ends": size.ends,
        "info_sets": size.sets,
        "actions": size.slots,
        "tree_bytes": size.bytes,
        "f32_table_bytes": table_bytes(slots, size_of::<f32>()),
        "f64_table_bytes": table_bytes(slots, size_of::<f64>()),
    })
}

fn print_tree(out: &mut impl Write, size: &TreeSize) -> io::Result<()> {
    let slots = size.slots as u64;
    print_rows(
        out,
        &[
            ("nodes", size.nodes as u64),
            ("ends", size.ends as u64),
            ("information sets", size.sets as u64),
            ("their actions", slots),
            ("bytes of the tree", size.bytes as u64),
            ("bytes of a solver's tables in f32", table_bytes(slots, size_of::<f32>())),
            ("bytes of a solver's tables in f64", table_bytes(slots, size_of::<f64>())),
        ],
    )
}

fn print_rows(out: &mut impl Write, rows: &[(&str, u64)]) -> io::Result<()> {
    rows.iter().try_for_each(|&(what, number)| writeln!(out, "{what:<34}{:>18}", grouped(number)))
}

/// A number of a count, after its name in JSON and its name in tables.
type Row = (&'static str, &'static str, fn(&Count) -> u64);

/// The numbers that are printed of a count.
const ROWS: [Row; 16] = [
    ("public_decisions", "public decision states", |c| c.public_decisions),
    ("public_ends", "public end states", |c| c.public_ends),
    ("info_sets_0", "information sets of player 0", |c| c.sets[0].info_sets),
    ("info_sets_1", "information sets of player 1", |c| c.sets[1].info_sets),
    ("actions_0", "their actions, player 0", |c| c.sets[0].actions),
    ("actions_1", "their actions, player 1", |c| c.sets[1].actions),
    ("actions", "their actions, both", |c| c.both().actions),
    ("choices", "information sets with a choice", |c| c.both().choices),
    ("choice_actions", "their actions", |c| c.both().choice_actions),
    ("merged_info_sets_0", "merged information sets of player 0", |c| c.merged[0].info_sets),
    ("merged_info_sets_1", "merged information sets of player 1", |c| c.merged[1].info_sets),
    ("merged_actions", "their actions, both", |c| c.both_merged().actions),
    ("merged_choices", "merged with a choice", |c| c.both_merged().choices),
    ("merged_choice_actions", "their actions", |c| c.both_merged().choice_actions),
    ("histories", "decision histories", |c| c.histories),
    ("end_histories", "end histories", |c| c.end_histories),
];

/// The actions in the tables of a solver that keeps regret and average for each legal action of a choice.
fn tables(census: &Census) -> [(&'static str, u64); 3] {
    let (whole, ending) = (census.total().up_to_suits(), census.part(Part::Ending).up_to_suits());
    let before = |of: fn(&Count) -> u64| of(&whole) - of(&ending);
    [
        ("all choices", whole.both().choice_actions),
        ("without endings", before(|c| c.both().choice_actions)),
        ("merged, without endings", before(|c| c.both_merged().choice_actions)),
    ]
}

/// The bytes of two numbers of this size for each action.
fn two_numbers(actions: u64, number: usize) -> u64 {
    2 * actions * number as u64
}

fn count_json(count: &Count) -> Json {
    ROWS.iter()
        .map(|(key, _, of)| ((*key).to_owned(), Json::from(of(count))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn census_json(game: &str, census: &Census) -> Json {
    let total = census.total();
    let parts = Part::ALL.map(|part| {
        let count = census.part(part);
        json!({
            "part": part.name(),
            "trump_fixed": count_json(&count.all),
            "up_to_suits": count_json(&count.up_to_suits()),
        })
    });
    let turnups = census.turnups().each_ref().map(|count| {
        let histories: Vec<u64> = count.plies.iter().map(|ply| ply.histories).collect();
        let end_histories: Vec<u64> = count.plies.iter().map(|ply| ply.end_histories).collect();
        json!({
            "turnup": count.turnup.to_string(),
            "trump_fixed": count_json(&count.total().all),
            "histories_by_ply": histories,
            "end_histories_by_ply": end_histories,
        })
    });
    let tables = tables(census).map(|(form, actions)| {
        json!({
            "form": form,
            "actions": actions,
            "f32_bytes": two_numbers(actions, size_of::<f32>()),
            "f64_bytes": two_numbers(actions, size_of::<f64>()),
        })
    });
    json!({
        "game": game,
        "deals": {"all_trumps": Deals::COUNT, "trump_fixed": Deals::COUNT / 3, "up_to_suits": Deals::CLASSES},
        "all_trumps": count_json(&total.with_all_trumps()),
        "trump_fixed": count_json(&total.all),
        "up_to_suits": count_json(&total.up_to_suits()),
        "parts": parts,
        "turnups": turnups,
        "tables_up_to_suits": tables,
    })
}

/// A table with names on the left and columns of numbers.
fn print_table(
    out: &mut impl Write,
    title: &str,
    heads: &[String],
    rows: impl IntoIterator<Item = (String, Vec<u64>)>,
) -> io::Result<()> {
    write!(out, "{title:<36}")?;
    heads.iter().try_for_each(|head| write!(out, "  {head:>21}"))?;
    writeln!(out)?;
    for (name, numbers) in rows {
        write!(out, "{name:<36}")?;
        numbers.iter().try_for_each(|&number| write!(out, "  {:>21}", grouped(number)))?;
        writeln!(out)?;
    }
    Ok(())
}

/// All numbers of some counts, a column for each.
fn rows(counts: &[Count]) -> Vec<(String, Vec<u64>)> {
    ROWS.iter().map(|(_, name, of)| ((*name).to_owned(), counts.iter().map(of).collect())).collect()
}

fn print_census(out: &mut impl Write, census: &Census) -> io::Result<()> {
    let total = census.total();
    let heads = ["12 turnups", "4, trump fixed", "up to suits"].map(str::to_owned);
    let deals = [Deals::COUNT, Deals::COUNT / 3, Deals::CLASSES].map(u64::from);
    let mut whole = vec![("deals".to_owned(), deals.to_vec())];
    whole.extend(rows(&[total.with_all_trumps(), total.all, total.up_to_suits()]));
    print_table(out, "The whole game", &heads, whole)?;

    let heads = Part::ALL.map(|part| part.name().to_owned());
    writeln!(out)?;
    print_table(out, "By part, trump fixed", &heads, rows(&Part::ALL.map(|part| census.part(part).all)))?;

    let turnups = census.turnups();
    let heads = turnups.each_ref().map(|count| format!("turnup {}", count.turnup));
    writeln!(out)?;
    print_table(out, "By turnup", &heads, rows(&turnups.each_ref().map(|count| count.total().all)))?;

    let longest = (0..TurnupCount::PLIES)
        .rev()
        .find(|&ply| turnups.iter().any(|count| count.plies[ply].end_histories > 0))
        .expect("every hand ends");
    let by_ply = |of: fn(&Ply) -> u64| {
        (0..=longest)
            .map(move |ply| (ply.to_string(), turnups.iter().map(|count| of(&count.plies[ply])).collect()))
    };
    writeln!(out)?;
    print_table(out, "Decision histories by ply", &heads, by_ply(|ply| ply.histories))?;
    writeln!(out)?;
    print_table(out, "End histories by ply", &heads, by_ply(|ply| ply.end_histories))?;

    let heads = ["actions", "bytes in f32", "bytes in f64"].map(str::to_owned);
    let tables = tables(census).map(|(form, actions)| {
        let bytes = |number| two_numbers(actions, number);
        (form.to_owned(), vec![actions, bytes(size_of::<f32>()), bytes(size_of::<f64>())])
    });
    writeln!(out)?;
    print_table(out, "Regret and average, up to suits", &heads, tables)
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
