//! Single-observer information-set Monte Carlo tree search written out for a reader: it beats random play.
//!
//! Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), here for Sixty-six. The
//! search does not know the hidden cards. For every simulated game it draws a world, a state that fits what
//! it knows, and plays all games into one tree, whose nodes are the information sets of the player that
//! searches. `hinterhand_solvers::search::ismcts` has the other kinds of tree and of selection, and is much
//! faster. To run it: `cargo run -p hinterhand-solvers --example ismcts`.

use std::collections::HashMap;

use hinterhand_engine::games::SixtySix;
use hinterhand_engine::{ActionSet, Game, Notation, Player, Rng, Turn, playout};

/// The weight of the bonus for actions that were tried rarely, for payoffs between 0 and 1.
const EXPLORATION: f64 = 0.7;
/// The simulated games for a decision.
const SIMULATIONS: u32 = 300;
/// The most that a hand of Sixty-six pays, by which payoffs are brought to the range 0 to 1.
const MOST: f64 = 3.0;

/// The statistics of one action at one node.
#[derive(Clone, Copy, Default)]
struct Edge {
    /// The number of times the action was chosen.
    visits: u32,
    /// The number of times the action was legal when its node was visited: it need not be legal in every
    /// world.
    available: u32,
    /// The sum of the payoffs, each between 0 and 1, for the player that chooses here.
    total: f64,
}

impl Edge {
    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }

    /// The upper confidence bound of the mean; infinite for an action that was never tried.
    fn bound(&self) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let (visits, available) = (f64::from(self.visits), f64::from(self.available));
        self.mean() + EXPLORATION * (available.ln() / visits).sqrt()
    }
}

/// The actions that were ever legal at a node.
type Node<A> = HashMap<A, Edge>;

/// A choice on the way down: the node, the action and the player that chose it.
type Choice<G> = (<G as Game>::InfoSet, <G as Game>::Action, Player);

/// A search for one player, from one of its decisions.
struct Search<'g, G: Game> {
    game: &'g G,
    observer: Player,
    root: G::InfoSet,
    nodes: HashMap<G::InfoSet, Node<G::Action>>,
}

impl<'g, G: Game> Search<'g, G> {
    fn new(game: &'g G, observer: Player, root: G::InfoSet) -> Search<'g, G> {
        Search { game, observer, root, nodes: HashMap::new() }
    }

    /// One simulated game: draw a world, go down the tree, add one node, play to the end, go back up.
    fn step(&mut self, rng: &mut Rng) {
        let mut state = self.game.sample(&self.root, rng);
        let path = self.descend(&mut state, rng);
        playout(self.game, &mut state, rng);
        for (info_set, action, player) in path {
            let payoff = (self.game.payoff(&state, player) + MOST) / (2.0 * MOST);
            let node = self.nodes.get_mut(&info_set).expect("inserted on the way down");
            let edge = node.get_mut(&action).expect("chosen on the way down");
            edge.visits += 1;
            edge.total += payoff;
        }
    }

    /// Chooses actions until one is chosen for the first time, and returns the path.
    fn descend(&mut self, state: &mut G::State, rng: &mut Rng) -> Vec<Choice<G>> {
        let mut path = Vec::new();
        loop {
            match self.game.turn(state) {
                Turn::Over => return path,
                Turn::Chance => self.game.deal(state, rng),
                Turn::Player(player) => {
                    // The node is what the observer knows, for both players. So the opponent's choices depend
                    // on its own cards only as far as these decide legality: the weakness of this search.
                    let info_set = self.game.info_set(state, self.observer);
                    let node = self.nodes.entry(info_set.clone()).or_default();
                    let (action, new) = select(node, &self.game.legal(state), rng);
                    self.game.play(state, action);
                    path.push((info_set, action, player));
                    if new {
                        return path;
                    }
                }
            }
        }
    }

    /// The edges at the root, the most visited first.
    fn root_edges(&self) -> Vec<(G::Action, Edge)> {
        let mut edges: Vec<_> =
            self.nodes[&self.root].iter().map(|(&action, &edge)| (action, edge)).collect();
        // Actions are compared too, so that the order in the hash map decides nothing.
        edges.sort_by_key(|&(action, edge)| (std::cmp::Reverse(edge.visits), action));
        edges
    }
}

/// UCB1 over the legal actions, ties broken at random; and whether the action is tried for the first time.
fn select<A, L>(node: &mut Node<A>, legal: &L, rng: &mut Rng) -> (A, bool)
where
    A: Copy + Eq + std::hash::Hash,
    L: ActionSet<A>,
{
    let (mut best, mut highest) = (Vec::new(), f64::NEG_INFINITY);
    for action in legal.iter() {
        let edge = node.entry(action).or_default();
        edge.available += 1;
        let bound = edge.bound();
        if bound > highest {
            highest = bound;
            best.clear();
        }
        if bound == highest {
            best.push(action);
        }
    }
    let action = best[rng.below(best.len() as u32) as usize];
    (action, node[&action].visits == 0)
}

/// Plays one hand, the search in seat `searcher` against random actions, and returns what the search won.
fn play(game: &SixtySix, searcher: Player, deal: u64) -> f64 {
    // The deal has a stream of random numbers of its own, so that both hands of a deal have the same cards.
    let (mut cards, mut rng) = (Rng::new(2026, 2 * deal), Rng::new(2026, 2 * deal + 1));
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Over => return game.payoff(&state, searcher),
            Turn::Chance => game.deal(&mut state, &mut cards),
            Turn::Player(player) if player == searcher => {
                let action = think(game, game.info_set(&state, player), player, &mut rng).root_edges()[0].0;
                game.play(&mut state, action);
            }
            Turn::Player(_) => {
                let legal = game.legal(&state);
                game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
            }
        }
    }
}

/// A search that has made its simulations. It is given an information set and no state.
fn think<'g, G: Game>(game: &'g G, root: G::InfoSet, player: Player, rng: &mut Rng) -> Search<'g, G> {
    let mut search = Search::new(game, player, root);
    (0..SIMULATIONS).for_each(|_| search.step(rng));
    search
}

fn main() {
    let game = SixtySix::default();

    let mut rng = Rng::new(2026, 0);
    let mut state = game.start();
    game.deal(&mut state, &mut rng);
    let root = game.info_set(&state, Player::FIRST);
    println!("The first decision:\n\n{}\n", game.table_text(&root));
    println!("action      visits  mean payoff");
    for (action, edge) in think(&game, root, Player::FIRST, &mut rng).root_edges() {
        let word = game.action_word(&state, action);
        println!("{word:<10}  {:6}  {:+11.3}", edge.visits, 2.0 * MOST * edge.mean() - MOST);
    }

    // Every deal is played from both seats. Deals are independent of each other, the hands of one are not.
    let deals = 50;
    let means: Vec<f64> = (0..deals)
        .map(|deal| (play(&game, Player::FIRST, deal) + play(&game, Player::SECOND, deal)) / 2.0)
        .collect();
    let mean = means.iter().sum::<f64>() / deals as f64;
    let variance = means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (deals - 1) as f64;
    let error = (variance / deals as f64).sqrt();
    println!(
        "\nAgainst random play, {deals} deals from both seats, {SIMULATIONS} simulations for a decision:"
    );
    println!("{mean:+.3} game points a hand, standard error {error:.3}");
    assert!(
        mean > 4.0 * error,
        "the search does not beat random play: {mean} with a standard error of {error}"
    );
}
