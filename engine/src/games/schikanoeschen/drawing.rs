//! The table of Schikanöschen in pieces, for a page that draws it.

use super::action::Actions;
use super::position::{Phase, Position};
use super::{InfoSet, Schikanoeschen, Stack};
use crate::{ActionSet as _, Drawing, Piece, Player};

/// The table as both players see it. Cards that were seen and lie face down again are not told: at the table
/// too they must be remembered. Nor is it told that an obligation was missed, or that there is one: `words` are
/// what the active player may say if there is none.
pub(super) fn drawing(game: &Schikanoeschen, info_set: &InfoSet) -> Option<Drawing> {
    let position = info_set.position();
    if !position.is_dealt() {
        return None;
    }
    let mut words = Actions::NONE;
    if position.phase == Phase::Act {
        game.add_words(&mut words, position);
    }
    let words = words.iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ");
    let mut drawing = Drawing::new("schikanoeschen")
        .with("@", None, position.held().map(Piece::up))
        .fact("active", position.active().index())
        .fact_if("words", (!words.is_empty()).then_some(words))
        .fact_if("about to", (position.phase == Phase::Touch).then_some(position.touched))
        .fact_if("offer", (position.phase == Phase::Offer).then_some("draw"));
    for stack in Stack::places() {
        drawing = drawing.with(stack, None, pieces(position, stack));
    }
    for stack in Stack::finals() {
        drawing = drawing.with(stack, None, position.cards(stack).next().flatten().map(Piece::up));
    }
    for player in Player::all(2) {
        drawing = drawing.fact_if("warned", position.flags.warned[player.index()].then_some(player.index()));
    }
    Some(drawing)
}

/// The cards of a stack from the bottom: all of the board, of the others only whether the top is open.
fn pieces(position: &Position, stack: Stack) -> Vec<Piece> {
    // No card of a main stack ever lies open.
    let top = (stack.index() < Stack::SHOWN).then(|| position.open(stack).card()).flatten();
    let height = position.height(stack);
    if !stack.is_board() {
        let down = height - usize::from(top.is_some());
        return Piece::downs(down).chain(top.map(Piece::up)).collect();
    }
    let down = position.face_down(stack);
    let mut open: Vec<Piece> =
        position.cards(stack).take(height - down).map(|card| card.map_or(Piece::Down, Piece::up)).collect();
    open.reverse();
    Piece::downs(down).chain(open).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules::KnockMode;
    use super::super::scene::Scene;
    use super::*;

    #[test]
    fn the_words_do_not_tell_of_an_obligation() {
        let game = Schikanoeschen { knock_mode: KnockMode::Full, ..Schikanoeschen::default() };
        let told = |cards: &str| {
            let scene =
                Scene::new(game, &format!("{cards} E0:KC' F0:KS' G0:KH' H0:KD' E1:KC F1:KS G1:KH H1:KD"));
            let drawing = drawing(&game, &InfoSet::of(&scene.position, Player::FIRST)).expect("it is dealt");
            let words = drawing.facts.into_iter().find(|(name, _)| *name == "words").map(|(_, words)| words);
            (words.unwrap_or_default(), scene.allows("offer"), scene.allows("end"))
        };
        let both = "end offer".to_owned();
        assert_eq!(told("B0:2S,5D D:AS"), (both.clone(), false, false));
        assert_eq!(told("B0:3S,5D D:AS"), (both, true, true));
        assert_eq!(told("A0:5H B0:2S D:AS"), ("offer".to_owned(), false, false));
    }
}
