//! What the browser of one side is shown: made from what its seat knows and has noticed, and from nothing
//! else; and what those are shown who watch: what each of the players could tell them.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Drawing, Notation as _, Piece, Place, Player, Turn};
use hinterhand_players::option_value::number;
use serde_json::{Value as Json, json};

use super::hand::Noticed;
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
    /// The number of browsers that watch.
    pub(super) watching: usize,
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
        let text = drawing.is_none().then(|| game.table_text(&info_set));
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
        let mut view = self.for_all(events, is_touch);
        let more = json!({
            "practice": self.terms.practice, "side": side, "seat": seat, "made": made, "turn": turn,
            "legal": legal, "hints": hints, "about": about, "masked": is_masked,
            "drawing": drawing.as_ref().map(drawing_json), "text": text,
        });
        extend(&mut view, more);
        view
    }

    /// The view of those who watch: what all players know alike until the hand is over, and then all cards;
    /// all cards at once, where bots play at an open table.
    pub(super) fn public(&self) -> Json {
        let (hand, game) = (self.hand, self.hand.game());
        let is_over = hand.turn() == Turn::Over;
        let is_touch = hand.is_masked() && Question::of(hand) == Question::Touch;
        let seats = 0..self.sides.len();
        let all: Option<Vec<Drawing>> = seats.map(|seat| knocking::drawing(hand, seat)).collect();
        let is_open = is_over || self.terms.open && self.terms.is_of_bots();
        let (drawing, drawings) = match all {
            Some(all) if is_open => (None, all.iter().map(drawing_json).collect::<Vec<_>>()),
            all => (all.as_deref().and_then(common).as_ref().map(drawing_json), Vec::new()),
        };
        let mut events = hand.public();
        let mut about = self.about.map(str::to_owned);
        if is_touch && let Some((last, before)) = events.split_last() {
            about = Some(last.text.clone());
            events = before;
        }
        let turn = match is_over {
            true => "over",
            false if !self.terms.is_complete() => "waiting",
            false => "other",
        };
        let text = (is_open && drawings.is_empty()).then(|| game.position_text(hand.history().state()));
        // Where no person plays they let the next hand begin.
        let leads = self.terms.is_of_bots();
        let mut view = self.for_all(events, is_touch);
        let more = json!({
            "watches": true, "leads": leads, "open": is_open, "practice": false, "side": null,
            "seat": self.sides.iter().position(|&side| side == 0), "turn": turn, "legal": null,
            "hints": false, "about": about, "masked": false, "drawing": drawing, "drawings": drawings, "text": text,
        });
        extend(&mut view, more);
        view
    }

    /// What everybody is told, with these events.
    fn for_all(&self, events: &[Noticed], is_touch: bool) -> Json {
        let (hand, game) = (self.hand, self.hand.game());
        let first = events.len().saturating_sub(EVENTS);
        json!({
            "type": "view", "room": self.id, "game": game.name(), "options": self.terms.options,
            "pace": self.terms.pace_ms, "sides": self.terms.sides.iter().map(side_json).collect::<Vec<_>>(),
            "seats": self.sides, "hand": self.number, "mover": self.mover(is_touch),
            "events": events[first..].iter().map(|one| json!([one.by, one.text])).collect::<Vec<_>>(),
            "noticed": events.len(), "score": self.score.json(hand.turn() == Turn::Over),
            "result": self.result(game), "trouble": self.trouble, "again": self.may_ask_again,
            "watching": self.watching,
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

/// Adds the fields of one object to another.
fn extend(view: &mut Json, more: Json) {
    if let (Some(view), Json::Object(more)) = (view.as_object_mut(), more) {
        view.extend(more);
    }
}

/// The tables on which what all players see is known to be so by each of them. On a phantom board it is not:
/// a stone that the other has found is seen by both, and its owner does not know that.
const COMMON: [&str; 7] =
    ["tricks", "recipippes", "schikanoeschen", "klondike-chess", "poker", "dice", "auction"];

/// The table of which each player sees as much: pieces that lie open for all, others face down, and the facts
/// that all are told.
fn common(drawings: &[Drawing]) -> Option<Drawing> {
    let (first, others) = drawings.split_first().filter(|(first, _)| COMMON.contains(&first.layout))?;
    let mut drawing = Drawing::new(first.layout);
    for (n, place) in first.places.iter().enumerate() {
        let is_same = |other: &&Place| other.name == place.name && other.owner == place.owner;
        let nth = first.places[..n].iter().filter(is_same).count();
        let same: Option<Vec<&Place>> =
            others.iter().map(|other| other.places.iter().filter(is_same).nth(nth)).collect();
        // The own cards that are not even backs for the others are not shown.
        let Some(same) = same else { continue };
        let lowest = same.iter().map(|other| other.pieces.len()).fold(place.pieces.len(), usize::min);
        let is_alike = same.iter().all(|other| other.pieces.len() == place.pieces.len());
        let pieces = (0..lowest).map(|at| match &place.pieces[at] {
            Piece::Up(piece) if is_alike && same.iter().all(|other| other.pieces[at] == place.pieces[at]) => {
                Piece::up(piece)
            }
            _ => Piece::Down,
        });
        drawing = drawing.with(&place.name, place.owner, pieces.collect::<Vec<_>>());
    }
    drawing.facts = first.facts.clone();
    drawing.facts.retain(|fact| others.iter().all(|other| other.facts.contains(fact)));
    Some(drawing)
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
    use hinterhand_engine::dynamic::AnyState;
    use hinterhand_engine::{ActionSet as _, Game as _, Rng};
    use hinterhand_players::games;

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
            watching: 0,
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

    /// What those who watch are shown of a state: the table alone, which is all that is not made from events.
    fn shown_to_all(game: &AnyGame, state: &AnyState) -> Option<Json> {
        let drawings: Option<Vec<Drawing>> =
            Player::all(game.players()).map(|seat| game.drawing(&game.info_set(state, seat))).collect();
        common(&drawings?).as_ref().map(drawing_json)
    }

    #[test]
    fn each_player_could_tell_those_who_watch_what_they_see() {
        // In any world that a player takes to be possible they would be shown the same.
        let mut compared = 0;
        for name in games::complete_names() {
            let loaded = games::load_default(name).expect("a game");
            let (game, mut rng) = (loaded.rules(), Rng::new(25, 0));
            for _ in 0..4 {
                let mut state = game.start();
                for _ in 0..120 {
                    match game.turn(&state) {
                        Turn::Over => break,
                        Turn::Chance => game.deal(&mut state, &mut rng),
                        Turn::Player(_) => {
                            let legal = game.legal(&state);
                            let chosen = legal.nth(rng.below(legal.len() as u32) as usize);
                            game.play(&mut state, chosen);
                        }
                    }
                    if game.turn(&state) == Turn::Over {
                        break;
                    }
                    let shown = shown_to_all(game, &state);
                    for seat in Player::all(game.players()) {
                        let world = game.sample(&game.info_set(&state, seat), &mut rng);
                        assert_eq!(shown_to_all(game, &world), shown, "{name}, by {seat}");
                        compared += usize::from(shown.is_some());
                    }
                }
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn a_stone_that_only_its_finder_knows_of_is_not_shown() {
        let game = games::load_default("phantom-ttt").expect("a game");
        let hand = Hand::replayed(game.rules(), ["a1", "a1", "b1"]).expect("legal");
        assert_eq!(shown_to_all(game.rules(), hand.history().state()), None);
        let told: Vec<&str> = hand.public().iter().map(|one| one.text.as_str()).collect();
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn hands_and_what_is_drawn_are_not_shown() {
        let game = games::load_default("sixty-six").expect("a game");
        let words = "deal:QC,KC,AC,QS,9D,KD/9C,TS,JH,KH,QD,TD/KS/AH,TH,JC,9S,9H,AS,JS,AD,JD,QH,TC AC 9C KC";
        let hand = Hand::replayed(game.rules(), words.split(' ')).expect("legal");
        let told: Vec<&str> = hand.public().iter().map(|one| one.text.as_str()).collect();
        assert_eq!(told, ["deal", "AC", "9C", "KC"]);
        let shown = shown_to_all(game.rules(), hand.history().state()).expect("a table");
        let mut places: Vec<String> =
            shown["places"].as_array().expect("a list").iter().map(ToString::to_string).collect();
        places.sort();
        let backs = |seat, number: usize| json!(["hand", seat, vec!["[]"; number]]).to_string();
        assert_eq!(places[..2], [backs(0, 5), backs(1, 6)]);
        assert!(places.contains(&json!(["trick", null, ["KC"]]).to_string()), "{places:?}");
        assert!(places.contains(&json!(["last", 0, ["AC", "9C"]]).to_string()), "{places:?}");
    }
}
