//! Programs of people, which never answer, and those of the assignments: interrupted.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use super::examples::folder;
use super::interrupts::Sign::{After, Done, Drawn, Started};
use super::interrupts::{Case, all, assert_none, kept, lost, press, served};
use super::long_games::MATCHES;
use super::session::{HANG, Session, USUAL};
use crate::blocks::root;
use crate::needs;

/// What sleeping programs wait in.
const ASLEEP: super::interrupts::Sign = Started("sleep 3600");

pub(crate) const CHECKS: [Case; 7] = [
    kept(
        "plyground check comp3608 --allow-root -- sh sleeper.sh",
        ASLEEP,
        &["isolation of programs: ", " answers are right; interrupted, the other questions were not asked"],
    ),
    kept(
        "plyground check max-connect-four --allow-root -- sh sleeper.sh",
        ASLEEP,
        &[" answers are right; interrupted, the other questions were not asked"],
    ),
    kept(
        "plyground check cs3243 --allow-root -- sh sleeper.sh",
        ASLEEP,
        &[" answers are right; interrupted, the other questions were not asked"],
    ),
    kept(
        "plyground check cs4750 --allow-root -- sh sleeper.sh",
        ASLEEP,
        &[" answers are right; interrupted"],
    ),
    // All large searches are answered wrongly, and it takes seconds to look for what explains that.
    kept(
        "plyground check own ConnectFour.c --allow-root",
        Done("./program"),
        &[" of 41 answers are right; interrupted"],
    ),
    kept(
        "plyground check own built/ann/ConnectFour.slow --allow-root",
        ASLEEP,
        &["ConnectFour.slow: interrupted, nothing was asked"],
    ),
    kept(
        "plyground profile connect-four --allow-root -- sh sleeper.sh",
        ASLEEP,
        &["isolation of programs: ", "interrupted; this is what was measured"],
    ),
];

pub(crate) const MARKINGS: [Case; 4] = [
    kept(
        "plyground mark comp3608 asleep --out marks --allow-root",
        ASLEEP,
        &[
            "isolation of programs: ",
            "interrupted; every finished submission is kept; to go on:",
            "plyground mark comp3608 asleep --out marks --allow-root",
        ],
    ),
    // A game after the answers.
    kept(
        "plyground mark max-connect-four asleep4 --out marks --allow-root --jobs 1",
        ASLEEP,
        &["interrupted; every finished submission is kept; to go on:"],
    ),
    kept(
        "plyground mark own built --out marks --allow-root",
        ASLEEP,
        &["interrupted; every finished submission is kept; to go on:"],
    ),
    lost("plyground mark own asleep --list", Drawn),
];

pub(crate) const SERVERS: [Case; 5] = [
    served("plyground"),
    served("plyground serve --port 0"),
    served("plyground serve --port 0 --allow-root --program 'sleeper=sh sleeper.sh'"),
    served("ConnectFour"),
    served("ConnectFour 3"),
];

const ASSIGNMENTS: [Case; 6] = [
    lost("ConnectFour .......,.......,.......,.......,.......,....... red A 24", Drawn),
    lost("ConnectFour .......,.......,.......,.......,.......,....... red M 30", Drawn),
    // It answers after 700 ms.
    lost("ConnectFour r......,.......,.......,.......,.......,....... red", After(250)),
    lost("maxconnect4 one-move empty.txt after.txt 30", After(700)),
    lost("breakthrough < request.txt", After(700)),
    lost("printf 'move\\n' | cat - rest.txt | breakthrough", After(700)),
];

/// What the cases need.
fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    };
    write("sleeper.sh", "sleep 3600\n");
    write("quick.sh", "echo 3\n");
    write("asleep/ann/ConnectFour.sh", "sleep 3600\n");
    write("asleep4/ann/maxconnect4.sh", "sleep 3600\n");
    write("built/ann/ConnectFour.slow", "nothing\n");
    let right = fs::read_to_string(root().join("crates/plyground/tests/submissions/comp3608/base.h"));
    write(
        "ConnectFour.c",
        &right
            .expect("a program")
            .replace("PRINTED(column_to_play), nodes", "column_to_play, nodes > 2000 ? nodes + 141 : nodes"),
    );
    let assignment = fs::read_to_string(root().join("assignments/comp3608/assignment.toml"));
    let own = assignment
        .expect("an assignment")
        .replace("public = 14", "public = 40")
        .replace("depths = [1, 6]", "depths = [5, 6]")
        .replace("most_nodes = 3000 ", "most_nodes = 60000 ");
    let language = "\n[[language]]\nname = \"slow\"\nextensions = [\"slow\"]\nbuild = 'sleep 3600; cp \"$MAIN\" \"$OUT\"'\n\
                    built = \"program\"\nrun = [\"./program\", \"{args}\"]\n";
    write("own/assignment.toml", &(own + language));
    let rest = "1\n6 6\nbbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\n";
    write("rest.txt", rest);
    write("request.txt", &format!("move\n{rest}"));
    write("empty.txt", &("0000000\n".repeat(6) + "1\n"));
}

/// Of all commands that are interrupted in the long run: one that has much to say then, and one that serves.
#[test]
fn a_match_and_a_server_are_interrupted() {
    all(&[MATCHES[0], SERVERS[0]], &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn checks_end_after_ctrl_c() {
    if needs::program("bwrap") && needs::program("gcc") {
        all(&CHECKS, &prepare);
    }
}

/// Programs that start all the time, interrupted at moments that differ.
#[test]
#[ignore = "long: 24 moments, and the second after Ctrl-C"]
fn starting_programs_are_interrupted() {
    const LINE: &str = "plyground match quick random --game connect-four -n 10000 --jobs 8 --allow-root \
                        --program 'quick=sh quick.sh'";
    let attempt = |times, wait| {
        let folder = folder();
        prepare(folder.path());
        let session = Session::start(LINE, folder.path(), USUAL);
        session.until(HANG, "games", &|text| text.contains("/10000"))?;
        std::thread::sleep(Duration::from_millis(wait));
        press(session, times, 130, &["interrupted"])
    };
    let moments = (0..24).map(|number| (1 + number % 2, 100 + 7 * number as u64));
    let problems: Vec<String> = moments.filter_map(|(times, wait)| attempt(times, wait).err()).collect();
    assert_none(&problems);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn markings_end_after_ctrl_c() {
    if needs::program("bwrap") {
        all(&MARKINGS, &prepare);
    }
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn servers_end_after_ctrl_c() {
    all(&SERVERS, &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn programs_of_the_assignments_end_after_ctrl_c() {
    all(&ASSIGNMENTS, &prepare);
}

/// Sends a request to a server.
fn request(host: &str, request: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).expect("a connection");
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
    .expect("a request that is sent");
    stream
}

/// Has a server start a program that does not answer.
fn ask(host: &str) -> TcpStream {
    let mut page = String::new();
    request(host, "GET /", "", "").read_to_string(&mut page).expect("a page");
    let (_, rest) = page.split_once("name=\"plyground-token\" content=\"").expect("a token");
    let token = rest.split('"').next().expect("its end");
    let headers =
        format!("Origin: http://{host}\r\nX-Plyground-Token: {token}\r\nContent-Type: application/json\r\n");
    request(host, "POST /api/v1/programs/sleeper/move", &headers, "{ \"game\": \"connect-four\" }")
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn a_server_whose_program_is_at_work() {
    const LINE: &str = "plyground serve --port 0 --allow-root --time 60000 --program 'sleeper=sh sleeper.sh'";
    let attempt = |times| {
        let folder = folder();
        prepare(folder.path());
        let session = Session::start(LINE, folder.path(), USUAL);
        session.until(HANG, "an address", &|text| text.contains("Ctrl-C ends the server"))?;
        let text = session.text();
        let (_, rest) = text.split_once("http://").expect("an address");
        let _asked = ask(rest.split('/').next().expect("its end"));
        session.until_started(HANG, "sleep 3600")?;
        press(session, times, 0, &[])
    };
    let problems: Vec<String> = [1, 2].into_iter().filter_map(|times| attempt(times).err()).collect();
    assert_none(&problems);
}
