//! Groups of actions that look the same to the player at the root.

/// Actions that look the same to the player at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) label: u64,
    /// The place of the first of them among the legal actions.
    pub(super) place: usize,
    /// The range of them among the sights.
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Sorts equal sights together, and fills `groups` in the order of the first place of each. `label` names an
/// action that looks like no other, by its place.
pub(super) fn group_sights(
    sights: &mut [(u64, usize)],
    groups: &mut Vec<Group>,
    label: &dyn Fn(usize) -> u64,
) {
    sights.sort_unstable();
    let mut from = 0;
    for same in sights.chunk_by(|one, other| one.0 == other.0) {
        let (seen, place) = same[0];
        let label = if same.len() > 1 { seen } else { label(place) };
        groups.push(Group { label, place, from, to: from + same.len() });
        from += same.len();
    }
    groups.sort_unstable_by_key(|group| group.place);
}
