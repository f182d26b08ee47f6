//! The counts of a census.

use hinterhand_engine::tricks::Card;

/// The part of the game to which a node belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The talon is open.
    Open,
    /// It was closed before the first trick.
    ClosedBefore1,
    /// It was closed before the second trick.
    ClosedBefore2,
    /// It was closed before the third trick.
    ClosedBefore3,
    /// It is used up, and each player knows the cards of the other.
    Ending,
}

impl Part {
    /// All parts, in the order in which they come.
    pub const ALL: [Part; 5] =
        [Part::Open, Part::ClosedBefore1, Part::ClosedBefore2, Part::ClosedBefore3, Part::Ending];

    /// The name of the part.
    pub fn name(self) -> &'static str {
        match self {
            Part::Open => "open",
            Part::ClosedBefore1 => "closed before trick 1",
            Part::ClosedBefore2 => "closed before trick 2",
            Part::ClosedBefore3 => "closed before trick 3",
            Part::Ending => "ending",
        }
    }
}

/// The information sets of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sets {
    /// The number of information sets.
    pub info_sets: u64,
    /// Their legal actions.
    pub actions: u64,
    /// Those with two legal actions or more.
    pub choices: u64,
    /// The legal actions of these.
    pub choice_actions: u64,
}

impl Sets {
    /// `info_sets` that have `actions` legal actions each.
    #[inline]
    pub(super) fn alike(info_sets: u64, actions: u64) -> Sets {
        let mut sets = Sets { info_sets, actions: info_sets * actions, ..Sets::default() };
        if actions > 1 {
            (sets.choices, sets.choice_actions) = (sets.info_sets, sets.actions);
        }
        sets
    }

    /// This many times as many.
    #[inline]
    pub(super) fn times(&self, times: u64) -> Sets {
        self.with(self, |a, _| a * times)
    }

    /// Both together.
    #[inline]
    pub fn plus(&self, other: &Sets) -> Sets {
        self.with(other, |a, b| a + b)
    }

    #[inline]
    fn with(&self, other: &Sets, f: impl Fn(u64, u64) -> u64) -> Sets {
        Sets {
            info_sets: f(self.info_sets, other.info_sets),
            actions: f(self.actions, other.actions),
            choices: f(self.choices, other.choices),
            choice_actions: f(self.choice_actions, other.choice_actions),
        }
    }
}

/// The counts of one part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Public histories after which a player decides.
    pub public_decisions: u64,
    /// Public histories after which the hand is over.
    pub public_ends: u64,
    /// The information sets of each player.
    pub sets: [Sets; 2],
    /// The number of sets, with those merged that differ only by which cards were dealt and which drawn.
    pub merged: [Sets; 2],
    /// Histories after which a player decides: deals with the actions played.
    pub histories: u64,
    /// Histories after which the hand is over.
    pub end_histories: u64,
}

impl Count {
    /// The information sets of both players.
    pub fn both(&self) -> Sets {
        self.sets[0].plus(&self.sets[1])
    }

    /// The merged information sets of both players.
    pub fn both_merged(&self) -> Sets {
        self.merged[0].plus(&self.merged[1])
    }

    #[inline]
    fn with(&self, other: &Count, f: impl Fn(u64, u64) -> u64) -> Count {
        let sets = |a: &[Sets; 2], b: &[Sets; 2]| std::array::from_fn(|at| a[at].with(&b[at], &f));
        Count {
            public_decisions: f(self.public_decisions, other.public_decisions),
            public_ends: f(self.public_ends, other.public_ends),
            sets: sets(&self.sets, &other.sets),
            merged: sets(&self.merged, &other.merged),
            histories: f(self.histories, other.histories),
            end_histories: f(self.end_histories, other.end_histories),
        }
    }
}

/// The count of one part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartCount {
    /// Of everything.
    pub all: Count,
    /// Of what stays the same when the two plain suits change places.
    pub symmetric: Count,
}

impl PartCount {
    /// Both together.
    pub fn plus(&self, other: &PartCount) -> PartCount {
        let sum = |a: &Count, b| a.with(b, |a, b| a + b);
        PartCount { all: sum(&self.all, &other.all), symmetric: sum(&self.symmetric, &other.symmetric) }
    }

    /// With the three trump suits distinguished.
    pub fn with_all_trumps(&self) -> Count {
        self.all.with(&self.all, |a, _| 3 * a)
    }

    /// Up to the names of the suits, by Burnside's lemma: trump is fixed, which leaves the plain suits to
    /// change places.
    pub fn up_to_suits(&self) -> Count {
        self.all.with(&self.symmetric, |all, symmetric| (all + symmetric) / 2)
    }
}

/// The histories with one number of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ply {
    /// Those after which a player decides.
    pub histories: u64,
    /// Those after which the hand is over.
    pub end_histories: u64,
}

/// The count of all hands with one turnup.
#[derive(Clone, Debug)]
pub struct TurnupCount {
    /// The turnup.
    pub turnup: Card,
    /// Its histories by length, from none on.
    pub plies: [Ply; TurnupCount::PLIES],
    pub(super) parts: [PartCount; 5],
}

impl TurnupCount {
    /// One more than the longest hand: twelve cards, closing, and going on after all tricks leave it at most
    /// 20.
    pub const PLIES: usize = 21;

    pub(super) fn new(turnup: Card) -> TurnupCount {
        TurnupCount { turnup, plies: [Ply::default(); Self::PLIES], parts: Default::default() }
    }

    /// The count of this part.
    pub fn part(&self, part: Part) -> &PartCount {
        &self.parts[part as usize]
    }

    /// The count of all parts.
    pub fn total(&self) -> PartCount {
        self.parts.iter().fold(PartCount::default(), |sum, part| sum.plus(part))
    }

    pub(super) fn add(&mut self, other: &TurnupCount) {
        for (ply, other) in self.plies.iter_mut().zip(&other.plies) {
            ply.histories += other.histories;
            ply.end_histories += other.end_histories;
        }
        for (part, other) in self.parts.iter_mut().zip(&other.parts) {
            *part = part.plus(other);
        }
    }
}
