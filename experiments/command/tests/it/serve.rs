//! The page: what is refused, and a server from its first line to its end.

use crate::support::run;

#[test]
#[cfg(not(feature = "web"))]
fn a_build_without_the_page_says_how_to_get_it() {
    run(&["serve"]).refused(2, &["127.0.0.1:6606", "--features web"]);
}

#[test]
#[cfg(feature = "web")]
fn the_page_is_not_served_by_mistake() {
    run(&["serve", "--address", "0.0.0.0"]).refused(2, &["0.0.0.0", "--public"]);
    run(&["serve", "--bot", "cmd:true"]).refused(1, &["`true`", "exit: it ended"]);
    run(&["serve", "--bot", "cmd:true,tc=60"]).refused(2, &["cmd:true,tc=60", "`tc` is kept by a referee"]);
    run(&["serve", "--bot", "ismct"]).refused(2, &["ismcts"]);
    run(&["serve", "--export", "page", "--wasm", "none"])
        .refused(2, &["none/hinterhand-tables.wasm is not there", "build-browser"]);
    run(&["serve", "--export", "page", "--public"]).refused(2, &["--export", "--public"]);
    run(&["serve", "--solution", "k.strategy"]).refused(2, &["--export"]);
    let two = ["serve", "--bot", "old/k.strategy", "--bot", "new/k.strategy"];
    run(&two).refused(2, &["old/k.strategy", "new/k.strategy", "both called k.strategy"]);
}

#[test]
#[cfg(all(feature = "web", unix))]
fn the_page_is_at_the_address_that_is_printed_until_a_signal() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpStream;
    use std::process::{Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process};

    let mut server = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
        .args(["serve", "--public", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("it is piped")).read_line(&mut line).expect("a line");
    let (address, token) =
        line.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
    // It listens everywhere, which is no address that a browser can open.
    assert!(!address.starts_with("0.0.0.0"), "{line}");
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens there");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).map(str::to_owned)
    };
    assert_eq!(ask("/").as_deref(), Some("401"));
    assert_eq!(ask(&format!("/{token}")).as_deref(), Some("303"));
    kill_process(Pid::from_child(&server), Signal::TERM).expect("it runs");
    assert!(server.wait().expect("it ends").success());
}
