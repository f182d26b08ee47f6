//! `hinterhand play` with a player at the other end of a pipe.

use crate::support::{Run, run_with};

fn play(args: &[&str], input: &str) -> Run {
    run_with(&[&["play"], args].concat(), input.as_bytes()).good()
}

#[test]
fn a_hand_to_the_end() {
    // The first action is always there; a hand is over after fewer than twenty own decisions, and what is
    // left of the input deals and plays further hands.
    let run = play(&["kinderschnapsen", "--seed", "4"], &"1\n".repeat(60));
    for part in ["seed 4", "Hand 1. You are player 0.", "Your hand:", "Hand 2. You are player 1.", "--seed 4"]
    {
        assert!(run.out.contains(part), "no {part} in {}", run.out);
    }
    assert!(run.out.contains("You win") || run.out.contains("You lose"));
    assert!(run.out.contains("Score: you "));
    let again = play(&["kinderschnapsen", "--seed", "4"], &"1\n".repeat(60));
    assert_eq!(run.out, again.out, "the seed decides everything");
}

#[test]
fn every_game_can_be_played_from_every_seat() {
    for name in hinterhand_players::games::complete_names() {
        for seat in ["0", "1"] {
            let run = play(&[name, "--seed", "1", "--seat", seat], "1\nquit\n");
            assert!(run.out.contains(&format!("You are player {seat}.")), "{}", run.out);
            assert!(run.out.contains("Score: you"), "{}", run.out);
        }
    }
}

#[test]
fn quitting_leaves_the_score_as_it_stands() {
    let run = play(&["kinderschnapsen", "--seed", "1"], "undo\nhint\nxx\nquit\n");
    for part in ["first decision", "Hint: ", "`xx` is not legal", "not counted", "you 5, opponent 5"] {
        assert!(run.out.contains(part), "no {part} in {}", run.out);
    }
}

#[test]
fn the_match_is_as_asked_for() {
    // One point wins the game, and one game the match: so does every hand.
    let args = ["kinderschnapsen", "--seed", "1", "--match", "start_score=1", "--match", "best_of=1"];
    let run = play(&args, &"1\n".repeat(30));
    assert!(run.out.contains("(from 1 down to 0)") && run.out.contains("The match is "), "{}", run.out);
}

#[test]
fn in_earnest_nothing_is_taken_back() {
    let run = play(&["kinderschnapsen", "--seed", "1", "--no-practice"], "1\nundo\nhint\nquit\n");
    assert!(run.out.contains("without `undo`") && run.out.contains("without `hint`"), "{}", run.out);
}

#[test]
fn numbers_and_words_are_the_same() {
    let by_number = play(&["kinderschnapsen", "--seed", "1"], "1\nquit\n").out;
    let word = by_number.split("1) ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("listed");
    assert_eq!(by_number, play(&["kinderschnapsen", "--seed", "1"], &format!("{word}\nquit\n")).out);
}

#[test]
fn whatever_is_typed_does_no_harm() {
    let noise = run_with(&["play", "kinderschnapsen"], b"\0\xff\xfe\n99999999999999999999\n-1\n0\n\n1\n");
    assert_eq!((noise.status, noise.err.as_str()), (0, ""), "{noise:?}");
    assert!(noise.out.contains("The input has ended."));
}
