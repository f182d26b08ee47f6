//! `hinterhand bots`: the bots with their options.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hinterhand_engine::{GameInfo, OptionSpec, Value};
use hinterhand_players::bots::{self, BotInfo};
use hinterhand_players::games::{self, directed_rules, greedy_rules};
use hinterhand_solvers::dynamic::Offer;
use serde_json::{Map, Value as Json, json};

use super::{Done, game_name, output, written};

/// List the bots with their options and defaults
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand bots
  hinterhand bots sixty-six --json

A bot is written NAME or NAME:key=value,key=value, and a strategy in a file table:FILE or just FILE. Every command that
takes a bot takes this form.")]
pub(super) struct Args {
    /// Only bots that can play this game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print a page in Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let plays = |info: &&BotInfo| {
        let able = |game: &String| info.plays().is_none_or(|names| names.contains(&game.as_str()));
        args.game.as_ref().is_none_or(able)
    };
    let bots: Vec<&BotInfo> = bots::all().filter(plays).collect();
    let mut out = output();
    match (args.json, args.markdown) {
        (true, _) => {
            let bots: Vec<Json> = bots.into_iter().map(|info| of_json(info, args.game.as_deref())).collect();
            writeln!(out, "{}", json!({ "bots": bots }))?;
        }
        (_, true) => {
            if args.game.is_none() {
                table(&bots, &mut out)?;
            }
            bots.into_iter().try_for_each(|info| markdown(info, args.game.as_deref(), &mut out))?;
        }
        _ => bots.into_iter().try_for_each(|info| text(info, args.game.as_deref(), &mut out))?,
    }
    written(out)
}

/// The rules of the bot in all games or in one, if the games define them.
fn rules(info: &BotInfo, game: Option<&str>) -> Vec<(&'static str, &'static str)> {
    let rules = match info.needs {
        Some(Offer::Greedy) => greedy_rules(),
        Some(Offer::Directed) => directed_rules(),
        _ => Vec::new(),
    };
    rules.into_iter().filter(|(name, _)| game.is_none_or(|game| game == *name)).collect()
}

fn of_json(info: &BotInfo, game: Option<&str>) -> Json {
    let options: Map<String, Json> = info
        .options()
        .map(|option| {
            let described = json!({
                "default": default(option).map(|value| value.to_string()),
                "allowed": option.allowed.in_words(),
                "about": option.about,
            });
            (option.key.to_owned(), described)
        })
        .collect();
    json!({
        "bot": info.name, "about": info.about, "argument": info.argument, "games": info.plays(), "for_two": info.for_two,
        "sees_all_cards": info.cheats(),
        "rules": rules(info, game).into_iter().collect::<BTreeMap<_, _>>(),
        "options": options,
    })
}

/// The default of an option, if it has one.
fn default(option: &OptionSpec) -> Option<Value> {
    Some(option.allowed.default()).filter(|value| *value != Value::Nothing)
}

/// The form in which the bot is typed.
fn typed(info: &BotInfo) -> String {
    info.argument.map_or_else(|| info.name.to_owned(), |argument| format!("{}:{argument}", info.name))
}

fn text(info: &BotInfo, game: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n    {}", typed(info), info.about)?;
    if let Some(games) = info.plays() {
        writeln!(out, "    games: {}", games.join(", "))?;
    }
    for (game, rule) in rules(info, game) {
        writeln!(out, "    in {game}: {rule}")?;
    }
    for option in info.options() {
        let (default, allowed) = (option.allowed.default(), option.allowed.in_words());
        writeln!(out, "    {}={default}  {allowed}: {}", option.key, option.about)?;
    }
    Ok(())
}

/// The bots and the games that they play.
fn table(bots: &[&BotInfo], out: &mut impl Write) -> io::Result<()> {
    let games: Vec<&GameInfo> = games::all().collect();
    let names: Vec<&str> = games.iter().map(|game| game.name).collect();
    writeln!(out, "Which bot plays which game: `+` with any number of players, `2` only where two play.\n")?;
    writeln!(out, "| bot | {} |\n| --- |{}", names.join(" | "), " --- |".repeat(names.len()))?;
    for info in bots {
        let plays = info.plays();
        let cell = |game: &&GameInfo| match &plays {
            Some(names) if !names.contains(&game.name) => "",
            _ if info.for_two && game.players != "2" => "2",
            _ => "+",
        };
        let cells: Vec<&str> = games.iter().map(cell).collect();
        writeln!(out, "| `{}` | {} |", info.name, cells.join(" | "))?;
    }
    writeln!(out)
}

fn markdown(info: &BotInfo, game: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let mut rest = info.about.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    writeln!(out, "### `{}`\n\n{first}{}.\n", typed(info), rest.as_str())?;
    let rules = rules(info, game);
    for (game, rule) in &rules {
        writeln!(out, "- {game}: {rule}.")?;
    }
    if !rules.is_empty() {
        return writeln!(out);
    }
    if let Some(games) = info.plays() {
        writeln!(out, "Games: {}.\n", games.join(", "))?;
    }
    if info.options().next().is_some() {
        writeln!(out, "| option | default | allowed | what it does |\n| --- | --- | --- | --- |")?;
        for option in info.options() {
            let default = default(option).map_or_else(String::new, |value| format!("`{value}`"));
            let allowed = option.allowed.in_words().replace('|', ", ");
            writeln!(out, "| `{}` | {default} | {allowed} | {} |", option.key, option.about)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
