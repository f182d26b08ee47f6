//! A random hand of Sixty-six in words, and what each seat has seen of it: `cargo run --example deal [SEED]`.

use std::error::Error;

use hinterhand_engine::games::SixtySix;
use hinterhand_engine::{ActionSet, Game, History, Notation, Player, Rng, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(11), |seed| seed.parse())?;
    // The rules, with their default options, and the one source of randomness.
    let game = SixtySix::default();
    let mut rng = Rng::new(seed, 0);

    // A history is a position with the words that led to it. It refuses whatever is not legal.
    let mut history = History::new(&game);
    history.deal(&mut rng);
    println!("{}\n", history.words()[0]);

    // The table as player 0 sees it after the deal.
    println!("{}\n", game.table_text(&game.info_set(history.state(), Player::FIRST)));

    while let Turn::Player(player) = history.turn() {
        let words = game.legal_words(history.state());
        let legal = game.legal(history.state());
        let action = legal.nth(rng.below(legal.len() as u32) as usize);
        let word = game.action_word(history.state(), action);
        println!("{player} plays {word:<8} of {}", words.join(" "));
        history.play_word(&word)?;
    }

    let returns = history.returns().expect("the game is over");
    println!("\nIt ended with: {}. The payoffs are {returns:?}.", game.ending(history.state()));

    // Each seat has noticed other things; the hidden cards are in neither text.
    for player in Player::all(game.players()) {
        println!("\n{player} has seen: {}", history.seen(player));
    }
    Ok(())
}
