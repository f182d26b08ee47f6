//! The thread that writes down what rooms have noted: whatever has gathered while it wrote is one entry into
//! the file, so that many rooms at once cost little more than one.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use crate::room::Note;
use crate::store::Store;

/// Writes for all rooms. The thread ends with the last of its copies.
#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::UnboundedSender<Entry>);

/// What a room has noted.
#[derive(Debug)]
struct Entry {
    room: String,
    notes: Vec<Note>,
    /// The reason if it could not be written.
    done: oneshot::Sender<Result<(), String>>,
}

/// The rooms whose notes are one entry.
const TOGETHER: usize = 256;

impl Writer {
    /// A writer into this store.
    pub(crate) fn new(store: Arc<Store>) -> Writer {
        let (entries, written) = mpsc::unbounded_channel();
        // Without a thread every entry fails, and is told.
        let _ = std::thread::Builder::new().name("writer".to_owned()).spawn(move || run(&store, written));
        Writer(entries)
    }

    /// Writes the notes of a room down, all or nothing; returns when they are in the file.
    pub(crate) async fn write(&self, room: &str, notes: Vec<Note>) -> Result<(), String> {
        let (done, written) = oneshot::channel();
        let entry = Entry { room: room.to_owned(), notes, done };
        let ended = || "the writer has ended".to_owned();
        self.0.send(entry).map_err(|_| ended())?;
        written.await.map_err(|_| ended())?
    }
}

fn run(store: &Store, mut written: mpsc::UnboundedReceiver<Entry>) {
    while let Some(first) = written.blocking_recv() {
        let mut entries = vec![first];
        while entries.len() < TOGETHER
            && let Ok(entry) = written.try_recv()
        {
            entries.push(entry);
        }
        let together: Vec<(&str, &[Note])> =
            entries.iter().map(|entry| (entry.room.as_str(), entry.notes.as_slice())).collect();
        // What cannot be written for one room is no reason to lose what others have noted.
        let all = store.write_all(&together);
        for Entry { room, notes, done } in entries {
            let result = if all.is_ok() { Ok(()) } else { store.write(&room, &notes) };
            let _ = done.send(result.map_err(|error| error.to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{Move, Terms};

    #[tokio::test]
    async fn a_room_that_cannot_be_written_harms_no_other() {
        let store = Arc::new(Store::in_memory().expect("a store"));
        let writer = Writer::new(Arc::clone(&store));
        let put =
            |ply, word: &str| Note::Move { hand: 0, ply, one: Move { word: word.to_owned(), thought: None } };
        let begin = || vec![Note::Terms(Terms::example("kuhn")), put(0, "deal:J,Q")];
        // The file is held, so that all of these gather.
        let held = store.hold();
        let writing = ["a", "b", "none"].map(|room| {
            let (writer, notes) =
                (writer.clone(), if room == "none" { vec![put(0, "pass")] } else { begin() });
            tokio::spawn(async move { writer.write(room, notes).await })
        });
        tokio::task::yield_now().await;
        drop(held);
        let mut told = Vec::new();
        for one in writing {
            told.push(one.await.expect("it ends"));
        }
        // There is no room `none` to which a move could belong.
        assert!(told[0].is_ok() && told[1].is_ok() && told[2].is_err(), "{told:?}");
        assert_eq!(store.hands("b").expect("read")[0][0].word, "deal:J,Q");
        assert!(writer.write("a", vec![put(0, "bet")]).await.is_err());
        assert!(writer.write("a", vec![put(1, "bet")]).await.is_ok());
    }
}
