//! What the browser of one side is shown: made from what its seat knows and has noticed, and from nothing
//! else.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Drawing, Notation as _, Player, Turn};
use hinterhand_players::option_value::number;
use serde_json::{Value as Json, json};

use super::knocking::{self, Question};
use super::{Hand, Score, Side, Terms};

/// The number of events that are sent again with every view.
const EVENTS: usize = 80;

/// Everything that a view is made from.
pub(super) struct Shown<'s, 'g> {
    /// The room.
    pub(super) id: &'s str,
    /// What was agreed.
    pub(super) terms: &'s Terms,
    /// The score.
    pub(super) score: &'s Score,
    /// The hand.
    pub(super) hand: &'s Hand<'g>,
    /// The number of the hand.
    pub(super) number: usize,
    /// The side in each seat.
    pub(super) sides: &'s [usize],
    /// The action that is about to be done, where that is told before.
    pub(super) about: Option<&'s str>,
    /// Whether the player that is asked has knocked.
    pub(super) has_knocked: bool,
    /// The reason for which the hand does not go on.
    pub(super) trouble: Option<&'s str>,
    /// Whether a bot has given it, and can be asked again.
    pub(super) may_ask_again: bool,
}

impl Shown<'_, '_> {
    /// The view of a side.
    pub(super) fn to(&self, side: usize) -> Json {
        let (hand, game) = (self.hand, self.hand.game());
        let seat = self.sides.iter().position(|&other| other == side).expect("every side has a seat");
        let info_set = hand.info_set(seat);
        let is_masked = hand.is_masked();
        let is_touch = is_masked && Question::of(hand) == Question::Touch;
        let drawing = knocking::drawing(hand, seat);
        // What is drawn need not be told again, and a text may tell which question it is.
        // Only at the end does it say more: every trick with its points.
        let is_told = drawing.is_none() || hand.turn() == Turn::Over;
        let text = is_told.then(|| game.table_text(&info_set));
        let (mut events, mut made) = (hand.noticed(seat), hand.made(seat));
        let mut about = self.about.map(str::to_owned);
        if is_touch && let Some((last, before)) = events.split_last() {
            // The action is still about to be done.
            about = Some(last.text.clone());
            events = before;
            made -= usize::from(last.by == Some(seat));
        }
        let legal = self.legal(seat);
        let turn = match (hand.turn(), &legal) {
            (Turn::Over, _) => "over",
            _ if !self.terms.is_complete() => "waiting",
            (_, Some(_)) => "you",
            _ => "other",
        };
        let hints = self.terms.practice && legal.is_some() && knocking::has_hints(hand, self.has_knocked);
        let first = events.len().saturating_sub(EVENTS);
        json!({
            "type": "view", "room": self.id, "game": game.name(), "practice": self.terms.practice,
            "options": self.terms.options, "pace": self.terms.pace_ms,
            "sides": self.terms.sides.iter().map(side_json).collect::<Vec<_>>(),
            "side": side, "seat": seat, "seats": self.sides, "hand": self.number, "made": made,
            "turn": turn, "mover": self.mover(is_touch), "legal": legal, "hints": hints, "about": about,
            "masked": is_masked,
            "drawing": drawing.as_ref().map(drawing_json), "text": text,
            "events": events[first..].iter().map(|one| json!([one.by, one.text])).collect::<Vec<_>>(),
            "noticed": events.len(), "score": self.score.json(hand.turn() == Turn::Over),
            "result": self.result(game), "trouble": self.trouble, "again": self.may_ask_again,
        })
    }

    /// The seat whose answer is awaited. A wrong card that was touched is not told.
    fn mover(&self, is_touch: bool) -> Option<usize> {
        match (is_touch, self.hand.mover()) {
            (true, Some(seat)) => Some(self.sides.len() - 1 - seat),
            (_, mover) => mover,
        }
    }

    /// The actions that a seat is shown, if it is asked.
    fn legal(&self, seat: usize) -> Option<Vec<String>> {
        let is_asked = self.hand.mover() == Some(seat) && self.about.is_none() && self.terms.is_complete();
        let legal = is_asked.then(|| knocking::answers(self.hand, self.has_knocked))?;
        (!legal.is_empty()).then_some(legal)
    }

    /// The result of a hand that is over.
    fn result(&self, game: &AnyGame) -> Option<Json> {
        let returns = self.hand.history().returns()?;
        let returns: Vec<Json> = returns.into_iter().map(number).collect();
        let ending = game.ending(self.hand.history().state());
        Some(
            json!({ "returns": returns, "ending": ending, "record": format!("{}.{}", self.id, self.number) }),
        )
    }
}

fn side_json(side: &Side) -> Json {
    match side {
        Side::Person { name, .. } => json!({ "kind": "person", "name": name }),
        Side::Open => json!({ "kind": "open" }),
        Side::Bot { spec } => json!({ "kind": "bot", "name": spec }),
    }
}

/// A table in pieces as JSON.
pub(crate) fn drawing_json(drawing: &Drawing) -> Json {
    let place = |place: &hinterhand_engine::Place| {
        let pieces: Vec<String> = place.pieces.iter().map(ToString::to_string).collect();
        json!([place.name, place.owner.map(Player::index), pieces])
    };
    let facts: Vec<Json> = drawing.facts.iter().map(|(name, value)| json!([name, value])).collect();
    let places: Vec<Json> = drawing.places.iter().map(place).collect();
    json!({ "layout": drawing.layout, "places": places, "facts": facts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::knocking::tests::{full, hand};

    /// What a side is shown of a hand that begins with a duty or without; the deal aside, which differs.
    fn shown(hand: &Hand<'_>, side: usize, about: Option<&str>) -> Json {
        let mut terms = Terms::example("schikanoeschen");
        terms.practice = true;
        let (score, sides) = (Score::new(hand.game(), None), [0, 1]);
        let (terms, score, sides) = (&terms, &score, &sides);
        let shown = Shown {
            id: "a",
            terms,
            score,
            hand,
            number: 0,
            sides,
            about,
            has_knocked: false,
            trouble: None,
            may_ask_again: false,
        };
        let mut view = shown.to(side);
        view["events"][0] = Json::Null;
        view
    }

    #[test]
    fn a_missed_duty_is_not_told() {
        let game = full();
        let (done, missed) = (hand(&game, false, "E1>F0"), hand(&game, true, "E1>F0 wait"));
        let (let_done, let_missed) = (hand(&game, false, "E1>F0 let"), hand(&game, true, "E1>F0 wait let"));
        for (done, missed, asked) in [(&done, &missed, 1), (&let_done, &let_missed, 0)] {
            for side in 0..2 {
                let [mut good, mut bad] = [done, missed].map(|hand| shown(hand, side, None));
                assert_eq!(good["turn"], if side == asked { "you" } else { "other" });
                // The ace lies on the table for all to see, and other cards can be moved.
                for view in [&mut good, &mut bad] {
                    view["drawing"] = view["drawing"]["facts"].take();
                    if asked == 0 {
                        view["legal"] = Json::Null;
                    }
                }
                assert_eq!(good, bad, "side {side}");
            }
        }
    }

    #[test]
    fn a_touch_is_an_action_that_is_about_to_be_done() {
        let game = full();
        let (before, touched) = (hand(&game, true, ""), hand(&game, true, "E1>F0"));
        let told = shown(&before, 0, Some("E1>F0"));
        assert_eq!(
            (&told["about"], &told["turn"], &told["hints"]),
            (&json!("E1>F0"), &json!("other"), &json!(false))
        );
        for side in 0..2 {
            assert_eq!(shown(&before, side, Some("E1>F0")), shown(&touched, side, None), "side {side}");
        }
    }
}
