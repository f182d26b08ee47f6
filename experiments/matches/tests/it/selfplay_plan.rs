//! The plan of self-play: everything that the rows depend on, as one value.

use hinterhand_matches::selfplay::seating;

#[test]
fn bots_move_on_from_seat_to_seat() {
    let all = |bots, players, hands| (0..hands).map(|n| seating(n, bots, players)).collect::<Vec<_>>();
    assert_eq!(all(1, 2, 3), [[0, 0]; 3]);
    assert_eq!(all(2, 2, 4), [[0, 1], [1, 0], [0, 1], [1, 0]]);
    assert_eq!(all(2, 4, 2), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    assert_eq!(all(3, 2, 7), [[0, 1], [1, 2], [2, 0], [0, 2], [1, 0], [2, 1], [0, 1]]);
    for (bots, players) in [(4, 2), (5, 3), (7, 4)] {
        let hands = (bots * (bots - 1)) as u64;
        let mut pairs: Vec<Vec<usize>> =
            all(bots, players, hands).iter().map(|seats| seats[..2].to_vec()).collect();
        pairs.sort();
        pairs.dedup();
        assert_eq!(pairs.len() as u64, hands, "each two of {bots}, either way round");
    }
}
