//! Hints: what a bot would do in the place of a person, of the actions that the person is shown.

use std::sync::Arc;

use hinterhand_engine::dynamic::ActionNumber;
use hinterhand_solvers::search::ActionValues;
use serde_json::json;

use super::task::RoomTask;
use super::{Hand, knocking};

impl RoomTask {
    /// Lets a bot think about the decision of a side, if it is asked at this moment, and shows the answer to
    /// the side.
    pub(super) fn hint(&mut self, hand: &Hand<'_>, side: usize, moment: (usize, usize)) {
        let shown = knocking::answers(hand, self.has_knocked);
        let seat = self.is_now(hand, side, moment).filter(|&seat| hand.mover() == Some(seat));
        let Some(seat) = seat.filter(|_| !shown.is_empty() && self.about.is_none()) else { return };
        if let Some(reason) = self.no_hint(hand, side) {
            self.refuse(side, reason);
            return;
        }
        let words = hand.legal_words();
        let question = self.question(hand, seat, self.adviser.clone(), 1 << 61 | hand.ply() as u64);
        let thinking = Arc::clone(&self.thinker).think(question);
        let (views, adviser, (number, made)) = (self.views_of(side), self.adviser.clone(), moment);
        let hint = tokio::spawn(async move {
            let hint = match thinking.await {
                Ok(thought) => {
                    let actions = advised(&words, &shown, thought.values.as_ref());
                    json!({ "type": "hint", "hand": number, "made": made, "by": adviser, "actions": actions })
                }
                Err(reason) => json!({ "type": "refused", "reason": reason }),
            };
            for views in views {
                let _ = views.try_send(hint.to_string());
            }
        });
        self.hints.insert(side, hint);
    }

    /// The reason for which there is no hint here.
    fn no_hint(&self, hand: &Hand<'_>, side: usize) -> Option<&'static str> {
        if !self.terms.practice {
            Some("there are no hints in this room")
        } else if !knocking::has_hints(hand, self.has_knocked) {
            Some("there are no hints about knocking")
        } else if self.hints.get(&side).is_some_and(|hint| !hint.is_finished()) {
            Some("a hint is on its way")
        } else {
            None
        }
    }
}

/// The legal actions that are shown, with their probabilities among these and their values.
fn advised(
    words: &[String],
    shown: &[String],
    values: Option<&ActionValues<ActionNumber>>,
) -> Vec<(String, f64, Option<f64>)> {
    let advised = words.iter().enumerate().filter(|(_, word)| shown.contains(word)).map(|(n, word)| {
        let entry = values.map(|values| values.entries[n]);
        (word.clone(), entry.map_or(1.0, |entry| entry.probability), entry.and_then(|entry| entry.value))
    });
    let mut advised: Vec<_> = advised.collect();
    let sum: f64 = advised.iter().map(|(_, probability, _)| probability).sum();
    if sum > 0.0 {
        advised.iter_mut().for_each(|(_, probability, _)| *probability /= sum);
    }
    advised
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde_json::Value as Json;
    use tokio::sync::mpsc;

    use super::*;
    use crate::room::Terms;
    use crate::room::knocking::tests::{full, hand};
    use crate::store::Store;
    use crate::thinker::Thinker;

    /// A room for Schikanöschen in which Ben, at side 1, has entered.
    fn room() -> (RoomTask, mpsc::Receiver<String>) {
        let mut terms = Terms::example("schikanoeschen");
        terms.practice = true;
        terms.options.insert("knock_mode".to_owned(), Json::from("full"));
        let (game, store) = (terms.load().expect("a game"), Store::in_memory().expect("a store"));
        let thinker = Arc::new(Thinker::new(HashMap::new()));
        let mut room =
            RoomTask::new("a".to_owned(), terms, game, Arc::new(store), thinker, "random".to_owned());
        let (views, heard) = mpsc::channel(8);
        room.enter("key of Ben", views).expect("it is the key");
        (room, heard)
    }

    async fn next(heard: &mut mpsc::Receiver<String>) -> Json {
        serde_json::from_str(&heard.recv().await.expect("a message")).expect("JSON")
    }

    #[tokio::test]
    async fn a_hint_does_not_tell_whether_a_duty_was_missed() {
        let game = full();
        let (mut room, mut heard) = room();
        for (has_duty, words) in [(false, "E1>F0"), (true, "E1>F0 wait")] {
            room.hint(&hand(&game, has_duty, words), 1, (0, 0));
            let refused = json!({ "type": "refused", "reason": "there are no hints about knocking" });
            assert_eq!(next(&mut heard).await, refused, "{words}");
        }
        // At a touch the player is not asked anything.
        room.hint(&hand(&game, true, "E1>F0"), 1, (0, 0));
        assert!(heard.try_recv().is_err());
        // After a right knock the question is what the page shows, and no more.
        room.has_knocked = true;
        room.hint(&hand(&game, true, "E1>F0 wait"), 1, (0, 0));
        assert_eq!(next(&mut heard).await["actions"], json!([["keep", 0.5, null], ["revert", 0.5, null]]));
    }

    #[tokio::test]
    async fn a_side_has_one_hint_at_a_time() {
        let game = full();
        let (mut room, mut heard) = room();
        let hand = hand(&game, false, "turn @>B0 let");
        let pending = tokio::spawn(std::future::pending());
        let end = pending.abort_handle();
        room.hints.insert(1, pending);
        room.hint(&hand, 1, (0, 1));
        assert_eq!(next(&mut heard).await["reason"], "a hint is on its way");
        end.abort();
        tokio::task::yield_now().await;
        room.hint(&hand, 1, (0, 1));
        assert_eq!(next(&mut heard).await["type"], "hint");
    }
}
