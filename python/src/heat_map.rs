//! What a strategy plays at the first decision of each player, as a heat map: a row for all that the player may have seen
//! until then.

use std::collections::BTreeMap;

use hinterhand_charts::{HeatMap, Panel};
use hinterhand_engine::dynamic::{AnyGame, AnyStep};
use hinterhand_engine::{
    ActionSet as _, Contest, Game as _, History, Notation as _, Player, Steps as _, Turn,
};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::FileStrategy;

/// The most positions that are looked at, and the most rows of a map that a person looks at.
const MOST_POSITIONS: usize = 20_000;
const MOST_ROWS: usize = 200;

/// The heat map, if there are not too many first decisions.
pub(crate) fn first_decisions(
    rules: &'static LoadedGame,
    strategy: &FileStrategy<'_>,
    title: &str,
) -> Option<HeatMap> {
    let mut rows: Vec<BTreeMap<String, BTreeMap<String, f64>>> = vec![BTreeMap::new(); rules.players()];
    let (mut open, mut looked) = (vec![History::new(rules.rules())], 0);
    while let Some(history) = open.pop() {
        looked += 1;
        if looked > MOST_POSITIONS || rows.iter().map(BTreeMap::len).sum::<usize>() > MOST_ROWS {
            return None;
        }
        match history.turn() {
            Turn::Over => {}
            Turn::Chance => events(rules, &history, &mut Vec::new(), &mut open)?,
            Turn::Player(player) => {
                let (state, legal) = (history.state(), rules.legal(history.state()));
                let info_set = rules.info_set(state, player);
                let contest = Contest::new(rules.contest_rules(), Player::FIRST);
                let mut probabilities = Vec::new();
                strategy.probabilities_at(&contest, &info_set, &legal, &mut probabilities);
                let words = legal.iter().map(|action| rules.action_word(state, action));
                let row = words.zip(probabilities).collect();
                rows[player.index()].insert(history.seen(player).to_owned(), row);
                if player.index() + 1 == rules.players() {
                    continue;
                }
                for action in legal.iter() {
                    let mut next = history.clone();
                    next.play(action).ok()?;
                    // Another decision of the same player is no first one.
                    if next.turn() != Turn::Player(player) {
                        open.push(next);
                    }
                }
            }
        }
    }
    let mut columns: Vec<String> = Vec::new();
    for word in rows.iter().flat_map(BTreeMap::values).flat_map(BTreeMap::keys) {
        if !columns.contains(word) {
            columns.push(word.clone());
        }
    }
    let panel = |(player, rows): (usize, BTreeMap<String, BTreeMap<String, f64>>)| {
        let row = |(seen, row): (String, BTreeMap<String, f64>)| {
            (seen, columns.iter().map(|word| row.get(word).copied().unwrap_or(0.0)).collect())
        };
        Panel { title: format!("player {player}"), rows: rows.into_iter().map(row).collect() }
    };
    let panels = rows.into_iter().enumerate().map(panel).filter(|panel| !panel.rows.is_empty()).collect();
    Some(HeatMap { title: title.to_owned(), columns: columns.clone(), breaks: Vec::new(), panels })
}

/// The histories after all that chance may decide; none if there are too many.
fn events(
    rules: &LoadedGame,
    history: &History<'static, AnyGame>,
    dealt: &mut Vec<AnyStep>,
    open: &mut Vec<History<'static, AnyGame>>,
) -> Option<()> {
    let state = history.state();
    let steps = rules.steps(state, dealt);
    if steps.is_empty() {
        let mut next = history.clone();
        next.play_word(&rules.chance_word(state, &rules.assemble(state, dealt))).ok()?;
        open.push(next);
        return (open.len() <= MOST_POSITIONS).then_some(());
    }
    for (step, _) in steps {
        dealt.push(step);
        events(rules, history, dealt, open)?;
        dealt.pop();
    }
    Some(())
}
