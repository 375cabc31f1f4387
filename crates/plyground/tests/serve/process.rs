//! `plyground serve` and `ConnectFour [PLIES]` as processes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use super::client::Client;
use crate::interrupt::{GRACE, interrupt, until};
use crate::run::{PLYGROUND, ran};

/// A program that serves, and the address that it printed.
pub(super) struct Served {
    child: Child,
    url: String,
}

impl Served {
    pub(super) fn start(command: &mut Command) -> Self {
        command.env(GRACE, "60000");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a program that starts");
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut url).expect("a line");
        Self { child, url: url.trim_end().to_owned() }
    }

    pub(super) fn client(&self) -> Client {
        let host = self.url.strip_prefix("http://").expect("an address").split('/').next().expect("a host");
        Client(host.parse().expect("a host and a port"))
    }

    /// Memory that it uses, in KiB; 0 where the system does not say.
    pub(super) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }

    /// Presses Ctrl-C, which ends it as it should be ended; standard error.
    pub(super) fn interrupt(mut self) -> String {
        self.end()
    }

    fn end(&mut self) -> String {
        interrupt(&self.child);
        let mut status = None;
        until("the server ends", || {
            status = self.child.try_wait().expect("a child");
            status.is_some()
        });
        let mut err = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!(status.and_then(|status| status.code()), Some(0), "{err}");
        err
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // It may have ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        } else if matches!(self.child.try_wait(), Ok(None)) {
            self.end();
        }
    }
}

/// `plyground serve` at any port.
pub(super) fn server() -> Command {
    let mut command = Command::new(PLYGROUND);
    command.args(["serve", "--port", "0"]);
    command
}

#[test]
fn it_prints_one_address_and_ends_by_ctrl_c_in_the_middle_of_searches() {
    // As the README's first command starts it.
    let served = Served::start(&mut Command::new(PLYGROUND));
    assert!(served.url.starts_with("http://127.0.0.1:") && served.url.ends_with('/'), "{}", served.url);
    let client = served.client();
    assert!(client.get("/").body.contains("<title>Plyground"));
    let mut streams: Vec<_> =
        (0..5).map(|_| client.open("GET", "/api/v1/solve?game=breakthrough&time=60", "", "")).collect();
    let mut bytes = [0; 16];
    assert!(streams[0].read(&mut bytes).unwrap() > 0);
    let err = served.interrupt();
    // The usual port may be taken, which comes before.
    assert!(err.ends_with("Ctrl-C ends the server\n"), "{err}");
}

#[test]
fn a_port_that_is_taken_gives_the_next() {
    let first = Served::start(&mut server());
    let port = first.client().0.port().to_string();
    let second = Served::start(Command::new(PLYGROUND).args(["serve", "--port", &port]));
    assert!(second.client().0.port() > first.client().0.port());
    assert!(second.client().get("/api/v1/games").body.contains("connect-four"));
    let err = second.interrupt();
    assert!(err.starts_with(&format!("port {port} is taken; using ")), "{err}");
}

#[test]
fn cs431_opens_its_game() {
    for (word, plies) in [(None, 1), (Some("3"), 3)] {
        let served = Served::start(Command::new(env!("CARGO_BIN_EXE_ConnectFour")).args(word));
        let fragment = served.url.split_once('#').map_or("", |(_, fragment)| fragment);
        let players = format!("v1;g=connect-four;c=cs431;1=human;2=minimax:depth={plies},eval=cs431");
        assert_eq!(fragment, players);
        assert_eq!(served.client().get("/").status, 200);
        served.interrupt();
    }
}

#[test]
fn other_addresses_need_to_be_asked_for_and_warn() {
    let served = Served::start(server().args(["--host", "0.0.0.0"]));
    assert!(served.url.starts_with("http://127.0.0.1:"));
    assert_eq!(served.client().get("/api/v1/games").status, 200);
    let err = served.interrupt();
    assert!(err.starts_with("warning: everybody who can reach 0.0.0.0:"), "{err}");
}

#[test]
fn a_folder_can_replace_the_page() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<title>mine</title>{{token}}").unwrap();
    let served = Served::start(server().arg("--web-dir").arg(folder.path()));
    let page = served.client().get("/").body;
    assert!(page.starts_with("<title>mine</title>") && !page.contains("{{"), "{page}");
    assert_eq!(served.client().get("/main.js").status, 404);
}

#[test]
fn wrong_arguments_have_their_messages_and_no_address() {
    const NAME: &str = "expected different names without slashes";
    for (args, message) in [
        ("--port 70000", "70000 is not in 0..=65535"),
        ("--port x", "invalid digit"),
        ("--web-dir /nowhere", "--web-dir /nowhere: no folder; expected one"),
        ("--tournament nowhere", "nowhere/tournament.toml: No such file or directory"),
        ("--program mine", "found 'mine'; expected a name and a"),
        ("--program a=x --program a=y", &format!("--program: the name 'a'; {NAME}")),
        ("--program a/b=x", &format!("--program: the name 'a/b'; {NAME}")),
        ("--port 0 --host no_such_host/", "host 'no_such_host/': "),
        ("--port 0 --host 192.0.2.1", "port 0 of '192.0.2.1': "),
    ] {
        ran(Command::new(PLYGROUND).arg("serve").args(args.split(' '))).refused_with(2, message);
    }
}
