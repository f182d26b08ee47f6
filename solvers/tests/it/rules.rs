//! Players by rules of thumb and lookahead in Recipippes, Schikanöschen and Klondike Chess: what they must do
//! whatever their weights are.

use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{KlondikeChess, Recipippes, Schikanoeschen, klondike_chess, schikanoeschen};
use hinterhand_engine::{
    ActionSet, Contest, ContestRules, Described, Game, Notation, Player, Rng, Turn, View,
};
use hinterhand_solvers::search::greedy::{GreedyKlondikeChess, GreedyRecipippes, GreedySchikanoeschen};
use hinterhand_solvers::search::lookahead::{
    Forecast, KlondikeChessForecast, Lookahead, RecipippesForecast, SchikanoeschenForecast,
};
use hinterhand_solvers::search::rules::{
    KlondikeChessRules, RecipippesRules, Rules, RulesPlayer, SchikanoeschenRules,
};
use hinterhand_solvers::search::turn::TurnGame;
use hinterhand_solvers::search::{ActionValues, Greedy, Search};

use crate::variants::variants;

/// Plays one game, and calls `choose` at each decision; stops after this many actions. Returns the payoffs if
/// the game ended.
fn play<G: Game>(
    game: &G,
    chance: &mut Rng,
    most: usize,
    mut choose: impl FnMut(&G::State, Player) -> G::Action,
) -> Option<Vec<f64>> {
    let mut state = game.start();
    for _ in 0..most {
        match game.turn(&state) {
            Turn::Over => {
                return Some(Player::all(game.players()).map(|player| game.payoff(&state, player)).collect());
            }
            Turn::Chance => game.deal(&mut state, chance),
            Turn::Player(player) => {
                let action = choose(&state, player);
                assert!(game.legal(&state).contains(action), "{action:?} is not legal");
                game.play(&mut state, action);
            }
        }
    }
    None
}

fn single_hand() -> Contest {
    Contest::new(ContestRules::SINGLE_HAND, Player::FIRST)
}

/// Under all options the player acts legally, and the same again when it is asked anew from what its seat
/// sees, in whatever world. Every third decision is a random one, so that positions come about that it would
/// avoid.
fn is_sound<G: Game + Described + Notation, R: Rules<G> + Default>(games: u64, most: usize) {
    let contest = single_hand();
    for (variant, game) in variants::<G>().into_iter().enumerate() {
        for number in 0..games {
            let stream = 1_000 * variant as u64 + number;
            let mut rng = Rng::new(71, stream);
            play(&game, &mut Rng::new(72, stream), most, |state, player| {
                let legal = game.legal(state);
                if rng.below(3) == 0 {
                    return legal.nth(rng.below(legal.len() as u32) as usize);
                }
                let info_set = game.info_set(state, player);
                let seed = rng.bits();
                let chosen = |info_set: &G::InfoSet| {
                    let view = View { contest: &contest, info_set, legal: &legal };
                    RulesPlayer::new(&game, R::default()).choose(&view, &mut Rng::new(seed, 0))
                };
                let action = chosen(&info_set);
                assert!(legal.contains(action), "{action:?} in {}", game.position_text(state));
                let world = game.sample(&info_set, &mut Rng::new(seed, 1));
                assert_eq!(chosen(&game.info_set(&world, player)), action);
                action
            });
        }
    }
}

#[test]
fn recipippes_is_played_legally_by_what_is_seen() {
    is_sound::<Recipippes, RecipippesRules>(20, 3_000);
}

#[test]
fn schikanoeschen_is_played_legally_by_what_is_seen() {
    is_sound::<Schikanoeschen, SchikanoeschenRules>(2, 300);
}

#[test]
fn klondike_chess_is_played_legally_by_what_is_seen() {
    is_sound::<KlondikeChess, KlondikeChessRules>(2, 200);
}

/// The same action from the same view and seed, with any number of steps in one call or in many. Random play may end a
/// game soon, so there are several.
fn looks_ahead<G: Game, F: Forecast<G> + Default>(game: &G, decisions: usize, worlds: u64) {
    let contest = single_hand();
    let mut left = decisions;
    for number in 0..10 {
        let mut rng = Rng::new(73, number);
        play(game, &mut Rng::new(74, number), 60, |state, player| {
            let legal = game.legal(state);
            if left == 0 || rng.below(2) == 0 {
                return legal.nth(rng.below(legal.len() as u32) as usize);
            }
            left -= 1;
            let info_set = game.info_set(state, player);
            let seed = rng.bits();
            let values = |info_set: &G::InfoSet, steps: u64| -> ActionValues<G::Action> {
                let view = View { contest: &contest, info_set, legal: &legal };
                let mut search = Lookahead::new(game, F::default(), worlds);
                search.turn_to(&view, &mut Rng::new(seed, 0));
                while search.step(steps) == steps {}
                search.action_values()
            };
            let found = values(&info_set, u64::MAX);
            let total: f64 = found.entries.iter().map(|entry| entry.probability).sum();
            assert_eq!((found.entries.len(), total), (legal.len(), 1.0));
            assert_eq!(values(&info_set, 1), found);
            let world = game.sample(&info_set, &mut Rng::new(seed, 1));
            assert_eq!(values(&game.info_set(&world, player), u64::MAX), found);
            let best = found.entries.iter().find(|entry| entry.probability > 0.0);
            best.expect("one of them is chosen").action
        });
    }
    assert_eq!(left, 0, "enough decisions");
}

#[test]
fn lookahead_depends_on_the_view_and_the_seed_alone() {
    for players in 2..=4 {
        looks_ahead::<_, RecipippesForecast>(&Recipippes { players, ..Recipippes::default() }, 4, 8);
    }
    for knock_mode in [KnockMode::Off, KnockMode::Obligation, KnockMode::Full] {
        let game = Schikanoeschen { knock_mode, draw_offers: false, ..Schikanoeschen::default() };
        looks_ahead::<_, SchikanoeschenForecast>(&game, 8, 4);
    }
    looks_ahead::<_, KlondikeChessForecast>(&KlondikeChess::default(), 8, 4);
}

/// While it is ahead, the expert player of Schikanöschen hands over the turn at a position at which that has
/// been done before only if no other candidate avoids it at once.
#[test]
fn schikanoeschen_repeats_no_position_while_it_is_ahead() {
    let rules = SchikanoeschenRules::default();
    let mut chances = 0;
    for (number, knock_mode) in
        [KnockMode::Off, KnockMode::Obligation, KnockMode::Full].into_iter().enumerate()
    {
        let game = Schikanoeschen { knock_mode, draw_offers: false, ..Schikanoeschen::default() };
        for deal in 0..4 {
            let stream = 10 * number as u64 + deal;
            let mut rng = Rng::new(75, stream);
            play(&game, &mut Rng::new(76, stream), 700, |state, player| {
                let legal = game.legal(state);
                if player.index() == (deal % 2) as usize {
                    let info_set = game.info_set(state, player);
                    return GreedySchikanoeschen.choose(&game, &info_set, &legal, &mut rng);
                }
                let action = rules.choose(&game, state, player, &legal, &mut rng);
                if state.awaits_action() && rules.prospect.lead(state, player) > 0.0 {
                    let mut others = Vec::new();
                    game.candidates(state, &legal, &mut others);
                    let repeats = |action| repeats(&game, state, player, action);
                    if others.iter().any(|&other| repeats(other)) {
                        chances += 1;
                        let avoidable = others.iter().any(|&other| !repeats(other));
                        assert!(!(avoidable && repeats(action)), "{action}\n{}", game.position_text(state));
                    }
                }
                action
            });
        }
    }
    assert!(chances >= 5, "{chances} decisions at which a position could be repeated");
}

/// Whether an action of `player` hands over the turn where that has been done before, or ends the game
/// undecided.
fn repeats(
    game: &Schikanoeschen,
    state: &schikanoeschen::Position,
    player: Player,
    action: schikanoeschen::Action,
) -> bool {
    let mut next = state.clone();
    game.play(&mut next, action);
    if game.knock_mode == KnockMode::Full && !next.awaits_action() && game.turn(&next) != Turn::Over {
        game.play(&mut next, schikanoeschen::Action::LET);
    }
    match game.turn(&next) {
        Turn::Over => game.payoff(&next, player) == 0.0,
        Turn::Player(mover) => mover != player && next.occurrences() > 1,
        Turn::Chance => false,
    }
}

/// While it is ahead, the expert player of Klondike Chess brings about a position that was there before only
/// if every other action does so or ends the game.
#[test]
fn klondike_chess_repeats_no_position_while_it_is_ahead() {
    let (game, rules) = (KlondikeChess::default(), KlondikeChessRules::default());
    let mut chances = 0;
    for deal in 0..12 {
        let mut rng = Rng::new(77, deal);
        play(&game, &mut Rng::new(78, deal), 300, |state, player| {
            let legal = game.legal(state);
            if player.index() == (deal % 2) as usize {
                let info_set = game.info_set(state, player);
                return GreedyKlondikeChess.choose(&game, &info_set, &legal, &mut rng);
            }
            let action = rules.choose(&game, state, player, &legal, &mut rng);
            let repeats = |action| {
                let mut next = state.clone();
                game.play(&mut next, action);
                game.turn(&next) == Turn::Player(player.other()) && next.occurrences() > 1
            };
            if rules.lead(&game, state, player) > 0.0 && legal.iter().any(repeats) {
                chances += 1;
                let claim = klondike_chess::Action::Claim;
                let avoidable = legal.iter().any(|other| other != claim && !repeats(other));
                assert!(!(avoidable && repeats(action)), "{action:?}\n{}", game.position_text(state));
            }
            action
        });
    }
    assert!(chances >= 5, "{chances} decisions at which a position could be repeated");
}

/// The score of rules against a greedy player in games of two, draws as halves, over deals played from both
/// seats.
fn score<G: Game, R: Rules<G> + Default + Copy>(game: &G, greedy: &impl Greedy<G>, deals: u64) -> f64 {
    let (rules, contest) = (R::default(), single_hand());
    let mut score = 0.0;
    for number in 0..2 * deals {
        let seat = Player::new((number % 2) as usize);
        let mut rng = Rng::new(79, number);
        let payoffs = play(game, &mut Rng::new(80, number / 2), usize::MAX, |state, player| {
            let (info_set, legal) = (game.info_set(state, player), game.legal(state));
            if player == seat {
                let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                RulesPlayer::new(game, rules).choose(&view, &mut rng)
            } else {
                greedy.choose(game, &info_set, &legal, &mut rng)
            }
        });
        let payoff = payoffs.expect("the game ends")[seat.index()];
        score += if payoff > 0.0 { 1.0 } else { f64::from(u8::from(payoff == 0.0)) / 2.0 };
    }
    score / (2 * deals) as f64
}

/// In 4,000 other games it won 75 %. A player that won 65 % would pass with a probability below 0.001.
#[test]
fn recipippes_beats_the_greedy_player() {
    let score = score::<_, RecipippesRules>(&Recipippes::default(), &GreedyRecipippes, 1_000);
    assert!(score > 0.7, "{score}");
}

/// In 100 other games it scored 69 ± 5 % and lost none. A player that scored one half would have a standard
/// error of at most 4.1 % over 100 deals, if it drew a third of its games and both games of a deal always
/// ended alike: it would pass with a probability below 0.01.
#[test]
fn schikanoeschen_beats_the_greedy_player() {
    let game = Schikanoeschen { draw_offers: false, ..Schikanoeschen::default() };
    let score = score::<_, SchikanoeschenRules>(&game, &GreedySchikanoeschen, 100);
    assert!(score > 0.6, "{score}");
}

/// In 40 other games it scored 89 ± 7 % and lost none. A player that scored one half would have a standard
/// error of at most 12.5 % over 16 deals, if both games of a deal always ended alike: it would pass with a
/// probability below 0.03.
#[test]
fn klondike_chess_beats_the_greedy_player() {
    let score = score::<_, KlondikeChessRules>(&KlondikeChess::default(), &GreedyKlondikeChess, 16);
    assert!(score > 0.75, "{score}");
}
