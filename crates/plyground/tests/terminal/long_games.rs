//! Games, matches and tournaments that are interrupted.

use std::fs;
use std::path::Path;

use super::interrupts::Sign::{After, Drawn, Shown, Started};
use super::interrupts::{Case, all, kept, lost};

/// What sleeping programs wait in.
const ASLEEP: super::interrupts::Sign = Started("sleep 3600");

pub(crate) const MATCHES: [Case; 6] = [
    kept(
        "plyground match minimax:depth=4 minimax:depth=3 --game connect-four -n 10000",
        Drawn,
        &["together"],
    ),
    // Agents that are in the middle of a move for minutes.
    kept(
        "plyground match alpha-beta:depth=14 alpha-beta:depth=13 --game breakthrough -n 4",
        After(1000),
        &[" games"],
    ),
    kept("plyground match perfect:time=60s random --game max-connect-four -n 4", After(1000), &[" games"]),
    // Openings come before games.
    lost("plyground match random first --game breakthrough -n 1000000", After(700)),
    kept(
        "plyground match sleeper random --game connect-four -n 4 --time 60000 --allow-root --program 'sleeper=sh sleeper.sh'",
        ASLEEP,
        &["isolation of programs: ", " games"],
    ),
    kept(
        "plyground match sleeper random --game connect-four -n 4 --time 60000 --allow-root --program 'sleeper=lines:sh sleeper.sh'",
        ASLEEP,
        &["isolation of programs: ", " games"],
    ),
];

pub(crate) const TOURNAMENTS: [Case; 6] = [
    kept(
        "plyground tournament run agents --jobs 2",
        After(1000),
        &["interrupted; every finished game is kept; to go on:", "plyground tournament run agents --jobs 2"],
    ),
    kept(
        "plyground tournament plan agents && plyground tournament play agents --shard 1/2 --jobs 1",
        After(1000),
        &[
            "interrupted; every finished game is kept; to go on:",
            "plyground tournament play --shard 1/2 agents --jobs 1",
        ],
    ),
    kept(
        "plyground tournament run programs --allow-root",
        ASLEEP,
        &[
            "isolation of programs: ",
            "interrupted; every finished game is kept; to go on:",
            "plyground tournament run programs --allow-root",
        ],
    ),
    kept(
        "plyground tournament plan programs && plyground tournament play programs --shard 1/1 --allow-root --jobs 2",
        ASLEEP,
        &[
            "interrupted; every finished game is kept; to go on:",
            "plyground tournament play --shard 1/1 programs --jobs 2 --allow-root",
        ],
    ),
    // How long a program takes to start is found out before the games.
    lost("plyground tournament run starts --allow-root --jobs 1", ASLEEP),
    // How many games keep time is found out by a trial.
    lost("plyground tournament run agents", After(100)),
];

pub(crate) const CONVERSATIONS: [Case; 6] = [
    lost("plyground play connect-four", Shown("to move>")),
    lost("plyground play connect-four --first alpha-beta:depth=18", After(700)),
    lost("plyground play breakthrough --first engine:time=60s", After(700)),
    lost("maxconnect4 interactive new human-next 4", Shown("your column (1-7):")),
    lost("maxconnect4 interactive new computer-next 30", Shown("Score: ")),
    lost("breakthrough", After(300)),
];

/// Folders of tournaments, and a program that never answers.
fn prepare(folder: &Path) {
    let tournament = |name: &str, entrants: &[&str]| {
        let folder = folder.join(name);
        fs::create_dir(&folder).expect("a new folder");
        let entrants = entrants
            .iter()
            .enumerate()
            .map(|(number, entrant)| format!("[[entrant]]\nname = \"{number}\"\n{entrant}\n"));
        let text = format!(
            "name = \"Long\"\ngame = \"connect-four\"\nopenings = 4\n[limits]\ntime_ms = 60000\n{}",
            entrants.collect::<String>()
        );
        fs::write(folder.join("tournament.toml"), text).expect("a file");
        fs::create_dir(folder.join("sleeper")).expect("a new folder");
        fs::write(folder.join("sleeper/sleeper.sh"), "sleep 3600\n").expect("a program");
    };
    let sleeper = "command = [\"sh\", \"sleeper.sh\"]\ndir = \"sleeper\"";
    let agents = ["agent = \"alpha-beta:depth=18\"", "agent = \"alpha-beta:depth=17\"", "agent = \"random\""];
    tournament("agents", &agents);
    tournament("programs", &[sleeper, "agent = \"random\"", &format!("{sleeper}\nprotocol = \"lines\"")]);
    tournament("starts", &[&format!("{sleeper}\nstartup = [\"sh\", \"sleeper.sh\"]"), "agent = \"random\""]);
    fs::write(folder.join("sleeper.sh"), "sleep 3600\n").expect("a program");
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn matches_end_after_ctrl_c() {
    all(&MATCHES, &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn tournaments_end_after_ctrl_c() {
    all(&TOURNAMENTS, &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn conversations_end_after_ctrl_c() {
    all(&CONVERSATIONS, &prepare);
}
