//! Promises of every search: no search peeks, threads and calls do not matter, memory is kept, odd positions
//! are searched like all others.

use hinterhand_engine::games::recipippes::CaptureCover;
use hinterhand_engine::games::{KlondikeChess, Leduc, PhantomTtt, Recipippes, SixtySix};
use hinterhand_engine::{ActionSet, Game, Notation, Player, Rng, Turn, Worlds};
use hinterhand_solvers::search::ismcts::{Final, FirstPlay, Ismcts, Options, Selection, TreeKind, Widening};
use hinterhand_solvers::search::{ActionValues, ByDirected, Random, Search};

use super::{Decision, KINDS, visits, with_kind};

/// One of each kind and selection, with all that has to do with threads.
fn variants() -> Vec<Options> {
    let default = Options::default();
    let smooth = Selection::Smooth { exploration: 0.7, eta: 0.9, gamma: 0.1, decay: 0.01 };
    vec![
        default,
        Options { trees: 3, ..default },
        Options { width: 8, ..default },
        Options { trees: 2, width: 5, selection: Selection::RegretMatching { gamma: 0.2 }, ..default },
        Options { tree: TreeKind::PartiallyObservable, trees: 2, ..default },
        Options { tree: TreeKind::MultipleObserver, width: 16, redeterminize: true, ..default },
        Options { tree: TreeKind::FromRoot, width: 4, ..default },
        // With all cards open nothing is drawn again.
        Options { tree: TreeKind::Determinized, trees: 10, redeterminize: true, ..default },
        Options { tree: TreeKind::Determinized, worlds: Some(10), ..default },
        Options { tree: TreeKind::MultipleObserver, worlds: Some(50), selection: smooth, ..default },
        Options { selection: Selection::Exp3 { gamma: 0.1 }, trees: 2, ..default },
        Options { redeterminize: true, final_move: Final::Value, ..default },
        Options {
            selection: Selection::Puct { exploration: 1.0 },
            first_play: FirstPlay::Parent(0.1),
            final_move: Final::Proportional,
            ..default
        },
        Options {
            first_play: FirstPlay::Urgency(0.6),
            widening: Some(Widening { factor: 0.5 }),
            range: Some([-3.0, 3.0]),
            ..default
        },
    ]
}

fn think(options: Options, threads: usize, calls: &[u64]) -> ActionValues<hinterhand_engine::tricks::Action> {
    let game = SixtySix::default();
    let decision = Decision::after(&game, 3, 4);
    let mut search = Ismcts::new(&game, &ByDirected, options).noticing();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
    pool.install(|| {
        decision.turn(&mut search, 11);
        calls.iter().for_each(|&steps| {
            search.step(steps);
        });
    });
    search.action_values()
}

#[test]
fn threads_and_calls_do_not_matter() {
    for options in variants() {
        let action_values = think(options, 1, &[1_001]);
        let games = visits(&action_values);
        let rounded = u64::from(options.trees * options.width);
        assert!((1_001..1_001 + rounded).contains(&games), "{games} games, {options:?}");
        let sum: f64 = action_values.entries.iter().map(|entry| entry.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{options:?}");
        for threads in [2, 8] {
            assert_eq!(think(options, threads, &[1_001]), action_values, "{threads} threads, {options:?}");
        }
        assert_eq!(think(options, 2, &[1, 0, 13, 500, 1, 486]), action_values, "{options:?}");
    }
}

/// Two deals that look the same: what the others hold does not change the action values.
#[test]
fn nobody_peeks() {
    fn check<G: Notation>(game: &G, seed: u64, options: Options) {
        let mut rng = Rng::new(seed, 0);
        let decision = Decision::after(game, seed, 3);
        let [one, other] = [0, 1].map(|_| game.sample(&decision.info_set, &mut rng));
        let [one, other] = [one, other].map(|state| {
            let decision = Decision::at(game, &state);
            decision.think(game, &Random, options, seed, 300)
        });
        assert_eq!(one, other);
    }
    for options in variants() {
        check(&SixtySix::default(), 1, options);
        check(&PhantomTtt::default(), 2, options);
        check(&Leduc::default(), 3, options);
    }
}

/// A bound on memory is kept, and what there is is used for what is to come.
#[test]
fn memory_is_limited() {
    let game = Recipippes::default();
    let decision = Decision::after(&game, 1, 12);
    for options in variants() {
        let memory_bytes = 60_000;
        let options = Options { memory_bytes, ..options };
        let mut search = Ismcts::new(&game, &Random, options).noticing();
        decision.turn(&mut search, 1);
        search.step(2_000);
        let full = search.bytes();
        assert!(full as u64 <= memory_bytes, "{full} bytes, {options:?}");
        search.step(1_000);
        assert!(search.bytes() as u64 <= memory_bytes, "{options:?}");
        assert_eq!(search.action_values().entries.len(), decision.legal.len());
    }
    let mut search = Ismcts::new(&game, &Random, Options { memory_bytes: 60_000, ..Options::default() });
    decision.turn(&mut search, 1);
    search.step(3_000);
    assert!(search.bytes() > 40_000, "the tree is full before the games are simulated");
    assert!(visits(&search.action_values()) <= 3_000);
}

/// At the next decision the tree still knows what it has learnt, and a new game begins from nothing.
#[test]
fn trees_are_kept() {
    for kind in [TreeKind::SingleObserver, TreeKind::PartiallyObservable, TreeKind::MultipleObserver] {
        let game = SixtySix::default();
        let mut rng = Rng::new(5, 0);
        let mut search = Ismcts::new(&game, &ByDirected, with_kind(kind));
        let mut kept = 0;
        for hand in 0..4 {
            let mut state = game.start();
            game.deal(&mut state, &mut rng);
            let mut decisions = 0;
            while let Turn::Player(player) = game.turn(&state) {
                let decision = Decision::at(&game, &state);
                if player == Player::SECOND {
                    game.play(&mut state, decision.legal.nth(0));
                    continue;
                }
                let before = search.nodes();
                decision.turn(&mut search, 7);
                let known = visits(&search.action_values());
                assert!(decisions > 0 || known == 0, "hand {hand} is new");
                if known > 0 {
                    kept += 1;
                    // Trees of one observer lose what cannot come any more.
                    assert!(kind != TreeKind::SingleObserver || search.nodes() < before);
                }
                search.step(3_000);
                let action_values = search.action_values();
                assert_eq!(visits(&action_values), known + 3_000);
                game.play(&mut state, action_values.best());
                decisions += 1;
            }
        }
        assert!(kept >= 5, "{kind:?}: kept {kept} times");
    }
}

/// Unless they are not to be, or begin at the decision.
#[test]
fn trees_are_rebuilt() {
    let keep = Options { keep: false, ..Options::default() };
    for options in
        KINDS.map(|tree| Options { tree, ..keep }).into_iter().chain([with_kind(TreeKind::FromRoot)])
    {
        let game = SixtySix::default();
        let mut rng = Rng::new(5, 0);
        let mut search = Ismcts::new(&game, &ByDirected, options).noticing();
        let mut state = game.start();
        game.deal(&mut state, &mut rng);
        while let Turn::Player(player) = game.turn(&state) {
            let decision = Decision::at(&game, &state);
            if player == Player::SECOND {
                game.play(&mut state, decision.legal.nth(0));
                continue;
            }
            decision.turn(&mut search, 7);
            assert_eq!((search.nodes(), visits(&search.action_values())), (1, 0), "{options:?}");
            search.step(300);
            game.play(&mut state, search.action_values().best());
        }
    }
}

/// One legal action, hundreds of them, one world, millions.
#[test]
fn odd_positions_are_no_trouble() {
    let game = SixtySix::default();
    let mut single = 0;
    for seed in 0..60 {
        let decision = Decision::after(&game, seed, 11);
        if decision.legal.len() == 1 {
            single += 1;
            for options in variants() {
                let action_values = decision.think(&game, &ByDirected, options, seed, 100);
                assert_eq!(
                    (action_values.best(), action_values.entries[0].probability),
                    (decision.legal.nth(0), 1.0)
                );
            }
        }
    }
    assert!(single > 0);

    let phantom = PhantomTtt::default();
    let decision = Decision::first(&phantom, 1);
    assert_eq!(phantom.worlds(&decision.info_set, 1).map(|worlds| worlds.len()), Some(1));
    for options in variants() {
        let action_values = decision.think(&phantom, &Random, options, 1, 500);
        assert!(action_values.entries.len() == 9 && visits(&action_values) >= 500);
    }

    let first = Decision::first(&game, 1);
    assert!(game.worlds(&first.info_set, 1_000_000).is_none());

    let capture_cover = CaptureCover::EachRelevant;
    let recipippes = Recipippes { players: 3, capture_cover, ..Recipippes::default() };
    let mut positions = (0..1_000).map(|seed| Decision::after(&recipippes, seed, 40));
    let many = positions.find(|decision| (200..1_000).contains(&decision.legal.len()));
    let many = many.expect("there are such positions");
    for options in variants() {
        // Fewer games than actions, and more.
        for steps in [50, 400] {
            let action_values = many.think(&recipippes, &Random, options, 1, steps);
            assert_eq!(action_values.entries.len(), many.legal.len());
            assert!(visits(&action_values) >= steps);
            let tried = action_values.entries.iter().filter(|entry| entry.visits > Some(0)).count();
            // An even prior among hundreds is too low to turn PUCT from what it knows.
            let is_puct = matches!(options.selection, Selection::Puct { .. });
            assert!(tried > 1 || is_puct, "{options:?}");
            // Half of the square root of 400.
            assert!(options.widening.is_none() || tried <= 10, "{tried} actions were tried");
        }
    }
}

/// Without a step there is nothing to choose by.
#[test]
fn nothing_is_known_before_the_first_step() {
    let game = KlondikeChess::default();
    let decision = Decision::first(&game, 1);
    for options in variants() {
        let action_values = decision.think(&game, &Random, options, 1, 0);
        let even = 1.0 / decision.legal.len() as f64;
        assert!(action_values.entries.iter().all(|entry| entry.probability == even && entry.value.is_none()));
    }
}

/// The value is a mean with its error: for a hand that is decided, and for one that is not.
#[test]
fn values_come_with_their_errors() {
    let game = SixtySix::default();
    let decision = Decision::first(&game, 2);
    let [few, many] =
        [400, 40_000].map(|steps| decision.think(&game, &ByDirected, Options::default(), 1, steps));
    for (few, many) in few.entries.iter().zip(&many.entries) {
        let (Some(value), Some(error)) = (many.value, many.error) else {
            panic!("40,000 games try everything")
        };
        assert!((-3.0..=3.0).contains(&value) && error >= 0.0);
        // A false claim costs three points for sure.
        assert!(error > 0.0 || value == -3.0);
        assert!(few.error.is_none_or(|few| few > error || error == 0.0));
    }
    // Payoffs are one to three points, won or lost.
    let most = many.entries.iter().max_by_key(|entry| entry.visits).expect("there are actions");
    let (error, visits) = (most.error.expect("tried"), most.visits.expect("counted") as f64);
    let deviation = error * visits.sqrt();
    assert!((0.5..3.0).contains(&deviation), "{deviation}");
}
