//! Slow work: on threads on which there is time, a few at a time, and told when its answer is no longer
//! awaited.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Semaphore;

/// Whether the answer of some work is still awaited.
#[derive(Clone, Debug)]
pub(crate) struct Awaited(Arc<AtomicBool>);

impl Awaited {
    /// Whether it is; work that can end early does so when it is not.
    pub(crate) fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Lives as long as the answer is awaited.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Does work at one of these places. The place is taken until the work is done, also if the answer is no
/// longer awaited: a thread that works cannot be ended.
pub(crate) async fn work<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce(&Awaited) -> T + Send + 'static,
) -> Result<T, String> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|error| error.to_string())?;
    let awaited = Awaited(Arc::new(AtomicBool::new(true)));
    let _waiting = Waiting(Arc::clone(&awaited.0));
    let working = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&awaited)
    });
    working.await.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_place_is_taken_until_the_work_is_done() {
        let places = Arc::new(Semaphore::new(1));
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (end, ends) = mpsc::channel::<()>();
        let (told, tells) = tokio::sync::oneshot::channel();
        let working = tokio::spawn({
            let places = Arc::clone(&places);
            async move {
                work(&places, move |awaited| {
                    let before = awaited.is_awaited();
                    let _ = begun.send(());
                    let _ = ends.recv();
                    let _ = told.send((before, awaited.is_awaited()));
                })
                .await
            }
        });
        begins.await.expect("it begins");
        working.abort();
        assert!(working.await.is_err_and(|error| error.is_cancelled()));
        assert_eq!(places.available_permits(), 0);
        end.send(()).expect("it waits for that");
        assert_eq!(tells.await, Ok((true, false)));
        // The next one finds the place free.
        assert_eq!(work(&places, |_| 7).await, Ok(7));
    }
}
