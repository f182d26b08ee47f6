//! The score above the hand: hands make a game, games make a match.

use hinterhand_engine::{Contest, ContestRules, NextLead, Player, Scoring};

#[test]
fn kinderschnapsen_counts_down_and_never_below_zero() {
    let mut contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
    contest.score(3);
    assert_eq!((contest.points(), contest.leader()), ([2, 5], Player::SECOND));
    contest.score(-3); // the leader is the second player now: the first wins again
    assert_eq!(contest.points(), [0, 5]);
    assert_eq!(contest.winner(), Some(Player::FIRST));
}

#[test]
fn in_sixty_six_the_winner_of_a_hand_leads_the_next() {
    let mut contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
    for (won, leader, points) in [
        (-2, Player::SECOND, [0, 2]),
        (3, Player::SECOND, [0, 5]),
        (-1, Player::FIRST, [1, 5]),
        (-3, Player::SECOND, [1, 8]),
    ] {
        contest.score(won);
        assert_eq!((contest.leader(), contest.points()), (leader, points));
    }
    assert_eq!(contest.winner(), Some(Player::SECOND));
}

#[test]
fn the_loser_leads_the_next_hand() {
    let rules = ContestRules { next_lead: NextLead::Loser, ..ContestRules::SIXTY_SIX };
    let mut contest = Contest::new(rules, Player::FIRST);
    for (won, leader) in [
        (1, Player::SECOND),
        (0, Player::SECOND),
        (2, Player::FIRST),
        (-1, Player::FIRST),
        (3, Player::SECOND),
    ] {
        contest.score(won);
        assert_eq!(contest.leader(), leader);
    }
}

#[test]
fn an_open_end_has_none() {
    let mut contest = Contest::new(
        ContestRules { scoring: Scoring::Up { target: None }, ..ContestRules::SIXTY_SIX },
        Player::FIRST,
    );
    (0..100).for_each(|_| contest.score(3));
    assert!(!contest.is_over());
    assert_eq!(contest.points(), [300, 0]);
}

#[test]
fn a_match_ends_with_more_than_half_of_its_games() {
    let rules = ContestRules { best_of: 5, ..ContestRules::KINDERSCHNAPSEN };
    let mut contest = Contest::new(rules, Player::FIRST);
    let mut first_leaders = Vec::new();
    while !contest.is_over() {
        if contest.points() == [5, 5] {
            first_leaders.push(contest.leader());
        }
        // The first player wins every hand, with and without the lead.
        contest.score(if contest.leader() == Player::FIRST { 3 } else { -3 });
    }
    assert_eq!(contest.games(), [3, 0]);
    assert_eq!(first_leaders, [Player::FIRST, Player::SECOND, Player::FIRST]);
}

#[test]
fn options_are_read_and_refused() {
    let mut rules = ContestRules::SIXTY_SIX;
    for (key, text) in [("target", "12"), ("next_lead", "fixed"), ("best_of", "3")] {
        rules.set_text(key, text).unwrap();
    }
    assert_eq!(
        rules,
        ContestRules { scoring: Scoring::Up { target: Some(12) }, next_lead: NextLead::Fixed, best_of: 3 }
    );
    for (key, text) in
        [("target", "0"), ("target", "-1"), ("start_score", "5"), ("next_lead", "me"), ("bestof", "3")]
    {
        assert!(rules.set_text(key, text).is_err(), "{key}={text}");
    }
    rules.set_text("target", "none").unwrap();
    assert_eq!(rules.scoring, Scoring::Up { target: None });
}

#[test]
fn an_even_match_can_end_level() {
    let rules = ContestRules { best_of: 2, ..ContestRules::KINDERSCHNAPSEN };
    let mut contest = Contest::new(rules, Player::FIRST);
    while !contest.is_over() {
        let winner = if contest.games() == [0, 0] { Player::FIRST } else { Player::SECOND };
        contest.score(if contest.leader() == winner { 3 } else { -3 });
    }
    assert_eq!((contest.games(), contest.winner()), ([1, 1], None));
}
