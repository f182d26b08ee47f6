//! The decisions of one player as a tree of information sets and sequences.

use std::ops::Range;

use crate::parallel;

/// The information sets and sequences of one player, in flat arrays.
///
/// A *sequence* is an action at an information set, together with all own actions before it; sequence 0 is that of
/// having done nothing. What follows a sequence depends on the others and on chance: each possibility is a *point*. A
/// point is an information set, by its number, or, with a higher number, an end that has no decision and that only
/// an oracle knows.
///
/// Information sets are numbered in layers from the beginning of the game on. A layer consists of parts. The
/// sequence before an information set belongs to an earlier layer, or to the same part and an information set
/// with a lower number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Treeplex {
    /// The first sequence of each information set, and the number of sequences.
    first: Vec<u32>,
    /// The sequence before each point.
    parent: Vec<u32>,
    /// The first entry of each sequence in `points`, and the number of points.
    first_point: Vec<u32>,
    /// The points after each sequence.
    points: Vec<u32>,
    layers: Vec<Vec<Range<usize>>>,
    /// The number of actions that the last action of each sequence stands for; empty if they all stand for one.
    alike: Vec<u8>,
}

impl Treeplex {
    /// A treeplex. `first` has the first sequence of each information set and the number of sequences at the end;
    /// `parent` the sequence before each point; `layers` the information sets of each part of each layer, without
    /// gaps.
    ///
    /// # Panics
    ///
    /// If the parts leave gaps, or there are fewer points than information sets.
    pub fn new(first: Vec<u32>, parent: Vec<u32>, layers: Vec<Vec<Range<usize>>>) -> Treeplex {
        let mut next = 0;
        for part in layers.iter().flatten() {
            assert_eq!(part.start, next, "the parts of a treeplex leave no gaps");
            next = part.end;
        }
        assert_eq!(next + 1, first.len(), "each information set is in a part");
        assert!(next <= parent.len(), "each information set is a point");
        let sequences = *first.last().expect("there is an entry after the last one") as usize;
        let mut first_point = vec![0_u32; sequences + 1];
        parent.iter().for_each(|&sequence| first_point[sequence as usize + 1] += 1);
        for sequence in 0..sequences {
            first_point[sequence + 1] += first_point[sequence];
        }
        let mut place = first_point.clone();
        let mut points = vec![0; parent.len()];
        for (point, &sequence) in parent.iter().enumerate() {
            points[place[sequence as usize] as usize] = point as u32;
            place[sequence as usize] += 1;
        }
        Treeplex { first, parent, first_point, points, layers, alike: Vec::new() }
    }

    /// The same if the last action of each sequence stands for this number of actions of the game, which are alike.
    ///
    /// # Panics
    ///
    /// If there is not one number for each sequence.
    #[must_use]
    pub fn with_alike(self, alike: Vec<u8>) -> Treeplex {
        assert_eq!(alike.len(), self.sequences(), "a number for each sequence");
        Treeplex { alike, ..self }
    }

    /// The number of actions of the game that each action at an information set stands for; nothing if each stands for
    /// itself.
    #[inline]
    pub fn alike(&self, infoset: usize) -> &[u8] {
        if self.alike.is_empty() { &[] } else { &self.alike[self.sequences_of(infoset)] }
    }

    /// The policy at an information set that takes all actions of the game with the same probability.
    pub fn even(&self, infoset: usize) -> impl Iterator<Item = f64> {
        let alike = self.alike(infoset);
        let actions: usize = alike.iter().map(|&actions| usize::from(actions)).sum();
        let actions = if alike.is_empty() { self.sequences_of(infoset).len() } else { actions };
        let share = 1.0 / actions as f64;
        (0..self.sequences_of(infoset).len())
            .map(move |number| share * alike.get(number).map_or(1.0, |&actions| f64::from(actions)))
    }

    /// The number of information sets.
    pub fn infosets(&self) -> usize {
        self.first.len() - 1
    }

    /// The number of sequences, the empty one included.
    pub fn sequences(&self) -> usize {
        self.first[self.infosets()] as usize
    }

    /// The number of points.
    pub fn point_count(&self) -> usize {
        self.parent.len()
    }

    /// The sequences of an information set.
    pub fn sequences_of(&self, infoset: usize) -> Range<usize> {
        self.first[infoset] as usize..self.first[infoset + 1] as usize
    }

    /// The information set of a sequence, which must not be the empty one.
    pub fn infoset_of(&self, sequence: usize) -> usize {
        assert!((1..self.sequences()).contains(&sequence), "no sequence of an information set: {sequence}");
        self.first.partition_point(|&first| first as usize <= sequence) - 1
    }

    /// The sequence before a point.
    pub fn parent(&self, point: usize) -> usize {
        self.parent[point] as usize
    }

    /// The points after a sequence.
    pub fn points_after(&self, sequence: usize) -> &[u32] {
        &self.points[self.first_point[sequence] as usize..self.first_point[sequence + 1] as usize]
    }

    /// Bytes of the arrays.
    pub fn bytes(&self) -> usize {
        4 * (self.first.len() + self.parent.len() + self.first_point.len() + self.points.len())
            + self.alike.len()
    }

    /// Goes through the information sets from the end of the game to its beginning. `visit` is handed the number of one,
    /// for each of its sequences the sum of its number and the values of the information sets after it, and what is
    /// kept for each of them; it returns the value of the information set. Returns the value of having done nothing.
    /// `memory` is overwritten; what it has allocated is used again.
    ///
    /// Sums are taken in a fixed order, on any number of threads.
    pub fn from_the_end<T: Send>(
        &self,
        memory: &mut Vec<f64>,
        numbers: &[f64],
        kept: &mut [T],
        visit: impl Fn(usize, &[f64], &mut [T]) -> f64 + Sync,
    ) -> f64 {
        self.check_lengths(numbers.len(), kept.len());
        let values = room(memory, self.infosets());
        for layer in self.layers.iter().rev() {
            let end = layer.last().map_or(0, |part| part.end);
            let (here, later) = values.split_at_mut(end);
            let start = layer.first().map_or(0, |part| part.start);
            let begin = self.first[start] as usize;
            let values = pieces(&mut here[start..], layer.iter().map(Range::len));
            let kept = pieces(&mut kept[begin..], layer.iter().map(|part| self.sequences_in(part)));
            let mut parts: Vec<_> = layer.iter().cloned().zip(values).zip(kept).collect();
            parallel::for_each_alone(&mut parts, &|((infosets, values), kept)| {
                let first_sequence = self.first[infosets.start] as usize;
                let mut sums = Vec::new();
                for infoset in infosets.clone().rev() {
                    let sequences = self.sequences_of(infoset);
                    sums.clear();
                    sums.extend(sequences.clone().map(|sequence| {
                        let mut sum = numbers[sequence];
                        for &point in self.points_after(sequence) {
                            let point = point as usize;
                            if point < infosets.end {
                                sum += values[point - infosets.start];
                            } else if point < self.infosets() {
                                sum += later[point - end];
                            }
                        }
                        sum
                    }));
                    let local = sequences.start - first_sequence..sequences.end - first_sequence;
                    values[infoset - infosets.start] = visit(infoset, &sums, &mut kept[local]);
                }
            });
        }
        let after = self.points_after(0).iter().filter_map(|&point| values.get(point as usize));
        numbers[0] + after.sum::<f64>()
    }

    /// Goes through the information sets from the beginning of the game to its end. `visit` is handed the number of one,
    /// the number of the sequence before it, that is its reach, and sets the numbers of its sequences. That of having
    /// done nothing becomes 1.
    pub fn from_the_beginning<T: Send>(
        &self,
        numbers: &mut [f64],
        kept: &mut [T],
        visit: impl Fn(usize, f64, &mut [f64], &mut [T]) + Sync,
    ) {
        self.check_lengths(numbers.len(), kept.len());
        numbers[0] = 1.0;
        for layer in &self.layers {
            let Some(begin) = layer.first().map(|part| self.first[part.start] as usize) else { continue };
            let (earlier, here) = numbers.split_at_mut(begin);
            let lengths = || layer.iter().map(|part| self.sequences_in(part));
            let parts = layer.iter().cloned().zip(pieces(here, lengths()));
            let mut parts: Vec<_> = parts.zip(pieces(&mut kept[begin..], lengths())).collect();
            parallel::for_each_alone(&mut parts, &|((infosets, numbers), kept)| {
                let first_sequence = self.first[infosets.start] as usize;
                for infoset in infosets.clone() {
                    let sequences = self.sequences_of(infoset);
                    let parent = self.parent(infoset);
                    let reach =
                        if parent < begin { earlier[parent] } else { numbers[parent - first_sequence] };
                    let local = sequences.start - first_sequence..sequences.end - first_sequence;
                    visit(infoset, reach, &mut numbers[local.clone()], &mut kept[local]);
                }
            });
        }
    }

    /// The number of sequences of these information sets.
    fn sequences_in(&self, part: &Range<usize>) -> usize {
        (self.first[part.end] - self.first[part.start]) as usize
    }

    fn check_lengths(&self, numbers: usize, kept: usize) {
        assert_eq!((numbers, kept), (self.sequences(), self.sequences()), "one for each sequence");
    }
}

/// Pieces of a slice that follow one another, of these lengths.
fn pieces<T>(mut rest: &mut [T], lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = &mut [T]> {
    lengths.map(move |length| {
        let (piece, later) = std::mem::take(&mut rest).split_at_mut(length);
        rest = later;
        piece
    })
}

/// Room for this number of numbers, of any value, in memory that grows where it must. It never shrinks, since growing
/// again would write it on one thread.
pub fn room(memory: &mut Vec<f64>, numbers: usize) -> &mut [f64] {
    if memory.len() < numbers {
        *memory = vec![0.0; numbers];
    }
    &mut memory[..numbers]
}
