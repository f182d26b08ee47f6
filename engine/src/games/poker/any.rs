//! Any small poker as one type: what is generic over games is then compiled once for all of them.

use super::{Action, Generic, Pack, Stakes, Suits, Table, Variant};
use crate::{GameInfo, OptionError, Settings};

/// Any variant; which one settings mean follows from the game that they are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyVariant {
    /// Leduc poker.
    Leduc(Suits),
    /// Generic Poker.
    Generic(Generic),
}

impl Variant for AnyVariant {
    const INFO: GameInfo = GameInfo::new("poker", "Small poker");

    fn with_settings(settings: &Settings) -> Result<AnyVariant, OptionError> {
        if settings.info().name == Suits::INFO.name {
            Suits::with_settings(settings).map(AnyVariant::Leduc)
        } else {
            Generic::with_settings(settings).map(AnyVariant::Generic)
        }
    }

    fn pack(&self) -> Pack {
        match self {
            AnyVariant::Leduc(suits) => suits.pack(),
            AnyVariant::Generic(generic) => generic.pack(),
        }
    }

    fn stakes(&self) -> Stakes {
        match self {
            AnyVariant::Leduc(suits) => suits.stakes(),
            AnyVariant::Generic(generic) => generic.stakes(),
        }
    }

    fn word(&self, table: &Table, action: Action) -> String {
        match self {
            AnyVariant::Leduc(suits) => suits.word(table, action),
            AnyVariant::Generic(generic) => generic.word(table, action),
        }
    }
}
