//! The server: what can be asked for when it is started, listening, and the end.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
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
use crate::named::{self, SameName};
use crate::rooms::Rooms;
use crate::routes::{App, routes};
use crate::store::Store;
use crate::studying;
use crate::thinker::Thinker;
use crate::watch::Watch;

/// What can be asked for.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen at; port 0 takes a free one.
    pub address: SocketAddr,
    /// Whether browsers must know a token, which is needed if other machines can reach the server. The store
    /// keeps it.
    pub is_public: bool,
    /// The file of the rooms; without one they end with the server.
    pub store: Option<PathBuf>,
    /// Bots that are offered besides those of the registry, with their files.
    pub bots: Vec<String>,
    /// Stores whose tournaments are shown while they are played, and folders and logs of trainings.
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

impl ServeOptions {
    /// Refuses bots that would have the same name on the page.
    pub fn check_bots(&self) -> Result<(), SameName> {
        named::names(&self.bots).map(drop)
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
        let named = named::names(&options.bots)?;
        let catalogue = Catalogue::new(named.iter().map(|(name, _)| name.clone()).collect(), token.is_none());
        let thinker = Arc::new(Thinker::new(named.into_iter().collect()));
        let watch = Watch::new(options.watch);
        let mut listed = catalogue.json(&|text| thinker.bot(text));
        listed["watch"] = (!watch.is_empty()).into();
        listed["people"] = true.into();
        let app = App {
            listed: listed.to_string().into(),
            watch: Arc::new(watch),
            rooms: Arc::new(Rooms::new(Arc::new(store), thinker)),
            catalogue: Arc::new(catalogue),
            solutions: Arc::default(),
            replaying: Arc::new(Semaphore::new(2)),
        };
        let router = routes(app, token.clone(), studying::routes());
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
        format!("http://{}/{token}", SocketAddr::new(openable(self.address.ip()), self.address.port()))
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

/// An address that a browser can open, where a server listens: for all addresses of this machine, that by
/// which it reaches others.
fn openable(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // Nothing is sent: the socket is only given a route, to an address that is kept for documentation.
    let (other, loopback): (SocketAddr, IpAddr) = match ip {
        IpAddr::V4(_) => (([192, 0, 2, 1], 9).into(), Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(_) => (([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], 9).into(), Ipv6Addr::LOCALHOST.into()),
    };
    let route = UdpSocket::bind((ip, 0)).and_then(|socket| socket.connect(other).and(socket.local_addr()));
    route.map_or(loopback, |route| route.ip())
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
    use super::*;

    #[test]
    fn the_link_can_be_opened() {
        let all = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(openable(all("192.0.2.7")), all("192.0.2.7"));
        for every in ["0.0.0.0", "::"] {
            let one = openable(all(every));
            assert!(!one.is_unspecified() && one.is_ipv4() == all(every).is_ipv4(), "{one}");
        }
    }
}
