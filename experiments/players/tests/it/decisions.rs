//! The time and effort of the decisions of a hand, packed into bytes.

use std::time::Duration;

use hinterhand_players::bots::{DecisionRecord, Decisions};

#[test]
fn what_is_packed_is_unpacked() {
    let decisions = [
        DecisionRecord::default(),
        DecisionRecord { steps: 63, time: Duration::from_micros(127), value: None },
        DecisionRecord { steps: 64, time: Duration::from_micros(128), value: Some(-0.5) },
        DecisionRecord { steps: u64::MAX, time: Duration::from_secs(1 << 40), value: Some(3.0) },
    ];
    let mut packed = Decisions::default();
    decisions.into_iter().for_each(|decision| packed.push(decision));
    assert_eq!(packed.unpacked().as_deref(), Some(&decisions[..]));
    assert_eq!(packed.bytes()[..6], [0, 0, 126, 127, 0x81, 1]);
    // Cut anywhere else than between two decisions, they are no decisions.
    let whole = (0..packed.bytes().len()).filter(|&end| {
        let part = Decisions::packed(packed.bytes()[..end].to_vec());
        part.unpacked().is_some_and(|part| part[..] == decisions[..part.len()])
    });
    assert_eq!(whole.collect::<Vec<_>>(), [0, 2, 4, 12]);
    assert_eq!(Decisions::packed(vec![0xff; 40]).unpacked(), None);
}
