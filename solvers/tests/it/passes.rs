//! The passes on arrays of the caller: the numbers of the matrix of payoffs, on any number of threads.

use hinterhand_engine::Rng;
use hinterhand_engine::games::GenericPoker;
use hinterhand_engine::games::poker::Generic;
use hinterhand_solvers::cfr::{Memory, Passes};
use hinterhand_solvers::oracle::{self, Oracle as _, PayoffMatrix};
use hinterhand_solvers::tree::GameTree;

/// For each sequence of the treeplex its number in the arrays of the passes.
fn numbers(
    tree: &GameTree<GenericPoker>,
    matrix: &PayoffMatrix,
    passes: &Passes<f64>,
    player: usize,
) -> Vec<usize> {
    let treeplex = matrix.treeplex(player);
    let mut numbers = vec![0; treeplex.sequences()];
    for infoset in 0..treeplex.infosets() {
        for (action, sequence) in treeplex.sequences_of(infoset).enumerate() {
            numbers[sequence] = passes.number(tree.tree(), matrix.set(player, infoset), action);
        }
    }
    numbers
}

fn same(found: &[f64], numbers: &[usize], expected: &[f64]) {
    for (&number, expected) in numbers.iter().zip(expected) {
        assert!(
            (found[number] - expected).abs() < 1e-12,
            "{number}: {} in place of {expected}",
            found[number]
        );
    }
}

#[test]
fn passes_have_the_numbers_of_the_matrix_of_payoffs() {
    // Matrices with some thousand columns, so that threads share them, and of odd sizes.
    let poker = GenericPoker::new(Generic { ranks: 7, ..Generic::default() });
    let tree = GameTree::compile(&poker, 2_000_000).expect("a game of known size");
    let (matrix, passes) = (PayoffMatrix::new(tree.tree()), Passes::<f64>::new(tree.tree()));
    assert!(passes.matrices(0).iter().any(|matrix| matrix.infosets > 5_000), "{:?}", passes.matrices(0));
    let mut rng = Rng::new(1, 0);
    let numbers = [0, 1].map(|player| numbers(&tree, &matrix, &passes, player));
    let policies = [0, 1].map(|player| {
        let treeplex = matrix.treeplex(player);
        let mut policy: Vec<f64> = (0..treeplex.sequences()).map(|_| rng.unit()).collect();
        for infoset in 0..treeplex.infosets() {
            let here = &mut policy[treeplex.sequences_of(infoset)];
            let sum: f64 = here.iter().sum();
            here.iter_mut().for_each(|part| *part /= sum);
        }
        policy
    });
    let arranged = [0, 1].map(|player| {
        let mut arranged = vec![0.0; passes.sequences(player)];
        numbers[player].iter().zip(&policies[player]).for_each(|(&number, &part)| arranged[number] = part);
        arranged
    });
    let plans = [0, 1].map(|player| oracle::plan(&matrix, player, &policies[player]));
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            [0, 1].map(|player| {
                let new = |player| vec![f64::NAN; passes.sequences(player)];
                let [mut plan, mut gradient, mut worth, mut advantages] = [0; 4].map(|_| new(player));
                let mut other = new(1 - player);
                let mut memory = Memory::default();
                passes.plan(player, &arranged[player], &mut plan);
                passes.plan(1 - player, &arranged[1 - player], &mut other);
                passes.gradient(player, &other, &mut gradient);
                passes.action_values(player, &other, &arranged[player], &mut worth, &mut memory);
                passes.advantages(player, &other, &arranged[player], &mut advantages, &mut memory);
                [plan, gradient, worth, advantages]
            })
        })
    };
    let found = run(1);
    for player in [0, 1] {
        let [plan, gradient, worth, advantages] = &found[player];
        let (treeplex, numbers) = (matrix.treeplex(player), &numbers[player]);
        same(plan, numbers, &plans[player]);
        let (mut expected, mut memory) = (vec![0.0; plan.len()], Vec::new());
        matrix.gradient(player, &plans[1 - player], &mut expected, &mut memory);
        same(gradient, numbers, &expected);
        let mut values = vec![(0.0, 0.0); plan.len()];
        let value = treeplex.from_the_end(&mut memory, &expected, &mut values, |infoset, worth, values| {
            let policy = &policies[player][treeplex.sequences_of(infoset)];
            let mean = worth.iter().zip(policy).map(|(worth, part)| worth * part).sum();
            values.iter_mut().zip(worth).for_each(|(value, worth)| *value = (*worth, worth - mean));
            mean
        });
        assert!((worth[0] - value).abs() < 1e-12 && (advantages[0] - value).abs() < 1e-12);
        let column = |part: fn(&(f64, f64)) -> f64| values[1..].iter().map(part).collect::<Vec<f64>>();
        same(worth, &numbers[1..], &column(|value| value.0));
        same(advantages, &numbers[1..], &column(|value| value.1));
    }
    assert_eq!(found, run(3));
}
