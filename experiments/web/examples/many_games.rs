//! A bench of the server of the page: many games at once over WebSocket, each between a random player that
//! acts as a browser does and the bot `random`; how soon moves are answered, and which share of the
//! processors each side took.
//!
//! ```sh
//! cargo run --release -p hinterhand-web --example many_games -- [GAMES] [SECONDS]
//! ```
//!
//! The server is a process of its own, with its rooms in a file, and listens on loopback. It is measured
//! twice: with players that wait half a second before each move, and with players that move at once. Prints a
//! table.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use hinterhand_engine::Rng;
use hinterhand_web::{ServeOptions, Server};
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The most games at once: the limit of the server.
const MOST_GAMES: usize = 2_000;

/// The longest measurement, in seconds.
const MOST_SECONDS: u64 = 300;

/// Moves of these first seconds are not counted: tables are still being opened.
const WARM_UP: Duration = Duration::from_secs(2);

/// A server lets a browser send 200 messages in ten seconds.
const SHORTEST_WAIT: Duration = Duration::from_millis(55);

/// A player gives up if it is not asked again within this time.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(folder) = arguments.first().and_then(|first| first.strip_prefix("--serve=")) {
        return serve(folder);
    }
    let number = |at: usize, usual: u64, most: u64| -> anyhow::Result<u64> {
        let number = arguments.get(at).map_or(Ok(usual), |text| text.parse())?;
        ensure!((1..=most).contains(&number), "{number} is not from 1 to {most}");
        Ok(number)
    };
    let games = number(0, 500, MOST_GAMES as u64)? as usize;
    let seconds = number(1, 20, MOST_SECONDS)?;
    println!(
        "| Wait before a move | Games | Moves/s | Answer: median | 99 % | Asked again: median | 99 % | CPU: server | CPU: load |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for wait in [Duration::from_millis(500), Duration::ZERO] {
        let measured = measure(games, Duration::from_secs(seconds), wait)?;
        println!("{}", measured.row(wait));
    }
    Ok(())
}

/// The server process: prints where it listens, and serves until its input ends.
fn serve(folder: &str) -> anyhow::Result<()> {
    let store = Some(std::path::Path::new(folder).join("rooms.sqlite"));
    let server = Server::start(ServeOptions { store, ..ServeOptions::default() })?;
    println!("{}", server.address());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

/// A server process, which ends with this value.
struct Served {
    process: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Served {
    fn start() -> anyhow::Result<Served> {
        let folder = tempfile::tempdir()?;
        let mut process = Command::new(std::env::current_exe()?)
            .arg(format!("--serve={}", folder.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("it is piped")?).read_line(&mut line)?;
        Ok(Served {
            address: line.trim().parse().context("the server has not started")?,
            process,
            _folder: folder,
        })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the players of one measurement saw.
#[derive(Default)]
struct Measured {
    games: usize,
    /// From a move to the next message of the server.
    answers: Vec<Duration>,
    /// From a move until its player is asked again or the hand is over: the bot has moved as well.
    asked: Vec<Duration>,
    time: Duration,
    /// CPU seconds of the server and of this process.
    cpu: [f64; 2],
}

impl Measured {
    fn row(mut self, wait: Duration) -> String {
        let moves = self.answers.len() as f64 / self.time.as_secs_f64();
        let percentile = |times: &mut Vec<Duration>, share: f64| {
            times.sort_unstable();
            let at = ((times.len() as f64 * share).ceil() as usize).clamp(1, times.len()) - 1;
            format!("{:.1} ms", 1e3 * times[at].as_secs_f64())
        };
        let answers = [0.5, 0.99].map(|share| percentile(&mut self.answers, share));
        let asked = [0.5, 0.99].map(|share| percentile(&mut self.asked, share));
        let [server, load] = self.cpu.map(|seconds| seconds / self.time.as_secs_f64());
        let wait = if wait.is_zero() { "none".to_owned() } else { format!("{} ms", wait.as_millis()) };
        format!(
            "| {wait} | {} | {moves:.0} | {} | {} | {} | {} | {server:.2} | {load:.2} |",
            self.games, answers[0], answers[1], asked[0], asked[1]
        )
    }
}

/// Plays at this many tables for this time.
fn measure(games: usize, time: Duration, wait: Duration) -> anyhow::Result<Measured> {
    let server = Served::start()?;
    let offered = offered(server.address)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (address, pid) = (server.address, server.process.id());
    runtime.block_on(async move {
        let begin = Instant::now() + WARM_UP + Duration::from_millis(4 * games as u64);
        let end = begin + time;
        let mut players = Vec::new();
        for number in 0..games {
            let (game, others) = offered[number % offered.len()].clone();
            let player = async move { play(address, (&game, others), number as u64, wait, begin..end).await };
            players.push(tokio::spawn(player));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        tokio::time::sleep_until(begin.into()).await;
        let before = [cpu_seconds(&pid.to_string())?, cpu_seconds("self")?];
        tokio::time::sleep_until(end.into()).await;
        let after = [cpu_seconds(&pid.to_string())?, cpu_seconds("self")?];
        let mut measured = Measured { games, time, ..Measured::default() };
        measured.cpu = [after[0] - before[0], after[1] - before[1]];
        for player in players {
            let (answers, asked) = player.await??;
            measured.answers.extend(answers);
            measured.asked.extend(asked);
        }
        ensure!(!measured.answers.is_empty() && !measured.asked.is_empty(), "no move was counted");
        Ok(measured)
    })
}

/// The games with the number of other players.
fn offered(at: SocketAddr) -> anyhow::Result<Vec<(String, usize)>> {
    let listed = request(at, &format!("GET /api/games HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n"))?;
    let games = listed["games"].as_array().context("a list of games")?;
    let game = |game: &Json| {
        // `2`, or `2 to 4`, of which the first is the default.
        let players: usize = game["players"].as_str()?.split(' ').next()?.parse().ok()?;
        Some((game["name"].as_str()?.to_owned(), players - 1))
    };
    Ok(games.iter().filter_map(game).collect())
}

/// Sends a request and returns the JSON of the answer.
fn request(at: SocketAddr, text: &str) -> anyhow::Result<Json> {
    let mut stream = TcpStream::connect(at)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(text.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer has a head")?;
    ensure!(head.contains(" 200 "), "{answer}");
    Ok(serde_json::from_str(body)?)
}

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Plays hand after hand at a table of its own; returns the times of the moves that fall into `counted`.
async fn play(
    at: SocketAddr,
    (game, others): (&str, usize),
    seed: u64,
    wait: Duration,
    counted: std::ops::Range<Instant>,
) -> anyhow::Result<(Vec<Duration>, Vec<Duration>)> {
    let wish =
        json!({ "game": game, "others": vec!["random"; others], "name": "Anna", "pace": 0 }).to_string();
    let post = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{wish}",
        wish.len()
    );
    let made = tokio::task::spawn_blocking(move || request(at, &post)).await??;
    let room = made["room"].as_str().context("a room")?;
    let mut opening = format!("ws://{at}/api/rooms/{room}/play").into_client_request()?;
    opening.headers_mut().insert("origin", format!("http://{at}").parse()?);
    let (mut socket, _) = connect_async(opening).await?;
    say(&mut socket, &json!({ "type": "enter", "key": made["key"] })).await?;
    let mut rng = Rng::new(1, seed);
    let (mut answers, mut asked) = (Vec::new(), Vec::new());
    let mut moved: Option<Instant> = None;
    let mut is_answered = false;
    while Instant::now() < counted.end {
        let view = hear(&mut socket).await?;
        let now = Instant::now();
        if let Some(began) = moved.filter(|began| counted.contains(began)) {
            if !is_answered {
                answers.push(now - began);
                is_answered = true;
            }
            if view["turn"] == "you" || view["turn"] == "over" {
                asked.push(now - began);
            }
        }
        let next = match view["turn"].as_str() {
            Some("over") => json!({ "type": "next", "hand": view["hand"] }),
            Some("you") => {
                let legal = view["legal"].as_array().context("a list")?;
                let word = &legal[rng.below(legal.len() as u32) as usize];
                json!({ "type": "act", "hand": view["hand"], "made": view["made"], "word": word })
            }
            _ => continue,
        };
        // Players do not move in step.
        let some = wait.mul_f64(0.5 + rng.below(1_001) as f64 / 1_000.0);
        tokio::time::sleep(
            some.max(SHORTEST_WAIT.saturating_sub(moved.map_or(SHORTEST_WAIT, |began| began.elapsed()))),
        )
        .await;
        (moved, is_answered) = (Some(Instant::now()), false);
        say(&mut socket, &next).await?;
    }
    Ok((answers, asked))
}

async fn say(socket: &mut Socket, message: &Json) -> anyhow::Result<()> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

/// The next view.
async fn hear(socket: &mut Socket) -> anyhow::Result<Json> {
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next()).await.context("no answer came")?;
        match next.context("the connection has ended")?? {
            Message::Text(text) => {
                let heard: Json = serde_json::from_str(&text)?;
                ensure!(heard["type"] != "gone" && heard["trouble"].is_null(), "{heard}");
                // What a masked hand refuses is asked again.
                if heard["type"] == "view" || heard["type"] == "refused" {
                    return Ok(heard);
                }
            }
            Message::Close(_) => bail!("the server has closed the connection"),
            _ => {}
        }
    }
}

/// The CPU seconds of a process, as Linux counts them: in hundredths.
fn cpu_seconds(process: &str) -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let after = stat.rsplit_once(')').context("a name in brackets")?.1;
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(ticks as f64 / 100.0)
}
