//! Faults planted in the second implementation of the big games, which the comparison of random games must
//! find: or else its silence would mean nothing.

use std::collections::BTreeSet;

use hinterhand_engine::games::{KlondikeChess, Recipippes, Schikanoeschen};
use hinterhand_engine::{Rng, Settings};

use crate::agreement_of_random_games::compare;
use crate::naive::Naive;
use crate::referee::Refereed;

/// A rule that the second implementation has wrong: it overlooks this value of an option.
struct Overlooked {
    option: (&'static str, &'static str),
    /// Options of both, under which the rule matters more often.
    under: &'static [(&'static str, &'static str)],
}

/// Games of Klondike Chess that are over soon.
const SHORT: &[(&str, &str)] = &[("max_plies", "200")];

const fn overlooked(
    key: &'static str,
    value: &'static str,
    under: &'static [(&'static str, &'static str)],
) -> Overlooked {
    Overlooked { option: (key, value), under }
}

#[test]
fn rules_of_recipippes() {
    let faults = [
        overlooked("setup", "fixed", &[]),
        overlooked("hand_limit_check", "at_turn_start", &[]),
        overlooked("over_limit_trade_only", "false", &[]),
        overlooked("trade_draw", "sequential", &[]),
        overlooked("allow_trade_zero", "false", &[]),
        overlooked("discard_order", "top_only", &[]),
        overlooked("discard_order", "canonical", &[]),
        overlooked("capture_cover", "each_relevant", &[]),
        overlooked("excuse_on_attempt", "true", &[]),
        overlooked("defense_minimal", "true", &[]),
        overlooked("exhaust_at", "failed_draw", &[]),
        overlooked("final_turns", "capture_steal_only", &[]),
        overlooked("final_turn_includes_trigger", "false", &[]),
        overlooked("payoff", "margin", &[]),
    ];
    // The words of a deal to three are none of a game for two.
    all_are_found::<Recipippes>(200, &faults, &["players"]);
}

#[test]
fn rules_of_schikanoeschen() {
    let faults = [
        overlooked("knock_mode", "off", &[]),
        overlooked("knock_mode", "full", &[]),
        overlooked("no_repeat_in_turn", "false", &[]),
        overlooked("repetition_draw", "false", &[]),
        overlooked("draw_offers", "off", &[]),
        overlooked("joker_auto_remove", "true", &[]),
        overlooked("final_same_back", "true", &[]),
        overlooked("ace_wrap", "true", &[]),
        overlooked("max_actions", "50", &[]),
    ];
    // In 600 random games no player got stuck: that is left to the scenarios.
    all_are_found::<Schikanoeschen>(100, &faults, &["pass_rule"]);
}

#[test]
fn rules_of_klondike_chess() {
    let faults = [
        overlooked("board", "face_off", SHORT),
        overlooked("board", "own:d8,e1/h6,f8,a6,g1/c1,a3,h3,b8", SHORT),
        overlooked("leap_turn", "total_turn", SHORT),
        overlooked("throne_order", "ascending", &[]),
        overlooked("throne_order", "king_direct", SHORT),
        overlooked("split_to_empty", "false", SHORT),
        overlooked("defend_own_throne", "true", &[]),
        overlooked("add_any_colour", "false", SHORT),
        overlooked("reshuffle_draw", "1", &[]),
        overlooked("king_draw_turn", "10", &[]),
        overlooked("king_draw_latched", "false", &[("king_draw_turn", "1"), ("max_plies", "100")]),
        overlooked("max_plies", "20", &[]),
    ];
    // In 60 random games no stack had thirteen cards, no player got stuck, and no player lost whose only king
    // lay face-down: that is left to the scenarios.
    all_are_found::<KlondikeChess>(60, &faults, &["king_counts", "ring_transfer", "no_move"]);
}

/// The comparison finds each of these in this number of games; every option of the game has one, or is
/// `out_of_reach`.
fn all_are_found<G: Refereed>(games: u64, faults: &[Overlooked], out_of_reach: &[&str]) {
    for &Overlooked { option: (key, value), under } in faults {
        let game = played_under::<G>(under.iter().copied().chain([(key, value)]));
        let naive = G::referee(under);
        let found = (0..games).any(|number| compare(&game, &naive, &mut Rng::new(82, number)).is_err());
        assert!(found, "{}: {key}={value} is overlooked in {games} games", G::INFO.name);
    }
    let options: BTreeSet<&str> = G::INFO.options.iter().map(|spec| spec.key).collect();
    let named = faults.iter().map(|fault| fault.option.0).chain(out_of_reach.iter().copied());
    assert_eq!(options, named.collect());
}

/// The fault of a faulty referee, once in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Overlooks the last legal action of one position.
    Legal,
    /// Pays player 0 one more.
    Returns,
    /// Forgets what the last player saw of the deal.
    Blind,
    /// Tells the last player one bit of what chance has done.
    Leak,
}

/// The position, counted in words, at which `Fault::Legal` strikes.
const STRIKES_AT: usize = 15;

/// A referee with a fault.
#[derive(Clone)]
struct Faulty<N> {
    naive: N,
    fault: Fault,
    player: usize,
    words: usize,
    /// The part of the deal that the player has seen.
    of_the_deal: String,
    /// Of all words of chance.
    bit: bool,
}

impl<N: Naive> Naive for Faulty<N> {
    fn turn(&self) -> String {
        self.naive.turn()
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = self.naive.legal();
        if self.fault == Fault::Legal && self.words == STRIKES_AT && legal.len() > 1 {
            legal.pop();
        }
        legal
    }

    fn play(&mut self, word: &str) {
        self.words += 1;
        let chance = self.naive.turn() == "chance";
        if chance {
            // Each place has its own weight, so that exchanged cards are noticed.
            let sum: usize = word.bytes().enumerate().map(|(place, byte)| place * usize::from(byte)).sum();
            self.bit ^= sum & 1 != 0;
        }
        let before = self.naive.seen(self.player);
        self.naive.play(word);
        if word.starts_with("deal:") {
            self.of_the_deal = self.naive.seen(self.player)[before.len()..].to_owned();
        }
    }

    fn returns(&self) -> Vec<f64> {
        let mut returns = self.naive.returns();
        returns[0] += f64::from(u8::from(self.fault == Fault::Returns));
        returns
    }

    fn seen(&self, player: usize) -> String {
        let seen = self.naive.seen(player);
        match self.fault {
            Fault::Blind if player == self.player => seen.replacen(&self.of_the_deal, "", 1),
            Fault::Leak if player == self.player && self.bit => seen + "!",
            _ => seen,
        }
    }
}

#[test]
fn each_fault_of_a_referee_is_found() {
    for fault in [Fault::Legal, Fault::Returns, Fault::Blind, Fault::Leak] {
        is_found::<Recipippes>(fault, &[]);
        is_found::<Schikanoeschen>(fault, &[]);
        is_found::<KlondikeChess>(fault, SHORT);
    }
}

fn is_found<G: Refereed>(fault: Fault, under: &[(&str, &str)]) {
    let game = played_under::<G>(under.iter().copied());
    let (naive, player) = (G::referee(under), game.players() - 1);
    let faulty = Faulty { naive, fault, player, words: 0, of_the_deal: String::new(), bit: false };
    let found = (0..40).any(|number| compare(&game, &faulty, &mut Rng::new(83, number)).is_err());
    assert!(found, "{}: {fault:?} is overlooked", G::INFO.name);
}

/// The game with these options.
fn played_under<'a, G: Refereed>(options: impl IntoIterator<Item = (&'a str, &'a str)>) -> G {
    let mut settings = Settings::of::<G>();
    for (key, value) in options {
        settings.set_text(key, value).expect("an option and its value");
    }
    G::with_settings(&settings).expect("checked options")
}
