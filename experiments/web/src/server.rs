//! The server: what can be asked for when it is started, listening, and the end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};

use crate::catalogue::Catalogue;
use crate::rooms::Rooms;
use crate::routes::{App, routes};
use crate::store::Store;
use crate::thinker::Thinker;
use crate::watch::Watch;

/// What can be asked for.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen at; port 0 takes a free one.
    pub address: SocketAddr,
    /// Whether browsers must know a token, which is needed if other machines can reach the server. The store keeps it.
    pub is_public: bool,
    /// The file of the rooms; without one they end with the server.
    pub store: Option<PathBuf>,
    /// Bots that are offered besides those of the registry, with their files.
    pub bots: Vec<String>,
    /// Stores whose tournaments are shown while they are played.
    pub watch: Vec<PathBuf>,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            is_public: false,
            store: None,
            bots: Vec::new(),
            watch: Vec::new(),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    token: Option<String>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// The connections at once.
const CONNECTIONS: usize = 4_096;

/// The time within which a browser must have sent the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// Rooms that were not used for this many days are forgotten.
const DAYS: i64 = 90;

impl Server {
    /// Opens the store and listens, on threads of its own.
    pub fn start(options: ServeOptions) -> anyhow::Result<Server> {
        let is_private = options.address.ip().is_loopback();
        ensure!(is_private || options.is_public, "an address that other machines can reach needs a token");
        let store = match &options.store {
            Some(path) => Store::open(path).with_context(|| format!("{}", path.display()))?,
            None => Store::in_memory()?,
        };
        store.forget(DAYS).context("the store of rooms")?;
        let token = options.is_public.then(|| store.token()).transpose().context("the store of rooms")?;
        let called: Vec<String> = options.bots.iter().map(|text| without_folder(text)).collect();
        let thinker = Arc::new(Thinker::new(called.iter().cloned().zip(options.bots).collect()));
        let catalogue = Catalogue::new(called, token.is_none());
        let watch = Watch::new(options.watch);
        let mut listed = catalogue.json(&thinker);
        listed["watch"] = (!watch.is_empty()).into();
        let app = App {
            listed: listed.to_string().into(),
            watch: Arc::new(watch),
            rooms: Arc::new(Rooms::new(Arc::new(store), thinker)),
            catalogue: Arc::new(catalogue),
            replaying: Arc::new(Semaphore::new(2)),
        };
        let router = routes(app, token.clone());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let at = options.address;
        let listener =
            runtime.block_on(TcpListener::bind(at)).with_context(|| format!("cannot listen at {at}"))?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new().name("server".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = listen(listener, router) => {}
                    _ = stopped => {}
                }
            });
            // A bot that still thinks is not waited for.
            runtime.shutdown_timeout(Duration::from_millis(200));
        })?;
        Ok(Server { address, token, stop: Some(stop), thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser, with the token if it asks for one.
    pub fn link(&self) -> String {
        let token = self.token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
        format!("http://{}/{token}", self.address)
    }

    /// Waits until it ends, which it does when it is dropped elsewhere or fails.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What browsers call a bot: its text without the folder of its file, which is no concern of theirs.
fn without_folder(text: &str) -> String {
    let (before, path) = match text.split_once(':') {
        Some((name, rest)) => (format!("{name}:"), rest),
        None => (String::new(), text),
    };
    before + path.rsplit('/').next().unwrap_or(path)
}

/// Accepts connections, each with its own task.
async fn listen(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open, say: it will pass.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _place = place;
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(64 * 1024)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            let _ = connection.await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::without_folder;

    #[test]
    fn folders_are_not_told() {
        for (text, called) in [
            ("/home/a/k.strategy", "k.strategy"),
            ("resolve:../k.strategy,iterations=5", "resolve:k.strategy,iterations=5"),
            ("ismcts:iterations=5", "ismcts:iterations=5"),
        ] {
            assert_eq!(without_folder(text), called);
        }
    }
}
