//! Long work that is interrupted, and that every command is, or there is a reason why not.

use std::fs;
use std::path::Path;

use super::examples::folder;
use super::interrupts::Sign::{After, Done, Drawn, Shown, Started};
use super::interrupts::{Case, all, all_are_covered, assert_none, at_widths, lost, press, served};
use super::session::{HANG, Session, UNUSUAL, USUAL};
use crate::blocks::text;
use crate::client::Client;
use crate::needs;

/// A match with a bar, which has much to say.
const MATCH: &str =
    "drawn => plyground match minimax:depth=4 minimax:depth=3 --game connect-four -n 10000 => together";

/// A solver with a spinner.
const SOLVER: &str = "drawn => plyground solve max-connect-four";

const SERVER: &str = "served => plyground";

/// Rows of when a command is at work, the command, and what it says in the end, if its work is not lost.
const CASES: &str = "
# Agents that are in the middle of a move for minutes.
after 1000 => plyground match alpha-beta:depth=14 alpha-beta:depth=13 --game breakthrough -n 4 =>  games
after 1000 => plyground match perfect:time=60s random --game max-connect-four -n 4 =>  games
# Openings come before games.
after 700 => plyground match random first --game breakthrough -n 1000000
asleep => plyground match sleeper random --game connect-four -n 4 --time 60000 --allow-root --program 'sleeper=sh sleeper.sh' => isolation of programs:  =>  games
asleep => plyground match sleeper random --game connect-four -n 4 --time 60000 --allow-root --program 'sleeper=lines:sh sleeper.sh' => isolation of programs:  =>  games
# Tournaments.
after 1000 => plyground tournament run agents --jobs 2 => interrupted; every finished game is kept; to go on: => plyground tournament run agents --jobs 2
after 1000 => plyground tournament plan agents && plyground tournament play agents --shard 1/2 --jobs 1 => interrupted; every finished game is kept; to go on: => plyground tournament play --shard 1/2 agents --jobs 1
asleep => plyground tournament run programs --allow-root => isolation of programs:  => interrupted; every finished game is kept; to go on: => plyground tournament run programs --allow-root
asleep => plyground tournament plan programs && plyground tournament play programs --shard 1/1 --allow-root --jobs 2 => interrupted; every finished game is kept; to go on: => plyground tournament play --shard 1/1 programs --jobs 2 --allow-root
# How long a program takes to start is found out before the games.
asleep => plyground tournament run starts --allow-root --jobs 1
# How many games keep time is found out by a trial.
after 100 => plyground tournament run agents
# Conversations.
shown to move> => plyground play connect-four
after 700 => plyground play connect-four --first alpha-beta:depth=18
after 700 => plyground play breakthrough --first engine:time=60s
shown your column (1-7): => maxconnect4 interactive new human-next 4
shown Score:  => maxconnect4 interactive new computer-next 30
after 300 => breakthrough
# Searches.
drawn => plyground search connect-four --algorithm alpha-beta --depth 18
drawn => plyground search connect-four --algorithm minimax --depth 14 --explain
drawn => plyground move connect-four --agent alpha-beta:depth=18
after 700 => plyground move connect-four --agent engine:depth=40
after 700 => plyground move max-connect-four --agent perfect:time=60s
drawn => plyground perft connect-four 14
# The position is to be typed.
after 700 => plyground show connect-four -
after 700 => plyground solve connect-four -
# Solvers.
drawn => plyground solve connect-four --no-book
drawn => plyground solve connect-four --no-book --weak --threads 1
drawn => plyground solve max-connect-four --weak
drawn => plyground solve adjacent-four --no-adjacency
drawn => plyground solve adjacent-four --openings
drawn => plyground solve breakthrough => interrupted; nothing was proved
# Measurements.
after 700 => plyground bench
after 700 => plyground bench breakthrough max-connect-four
drawn => plyground profile connect-four --algorithm minimax => interrupted; this is what was measured
drawn => plyground profile connect-four --algorithm best-order => interrupted; this is what was measured
# Servers.
served => plyground serve --port 0 --allow-root --program 'sleeper=sh sleeper.sh'
served => ConnectFour
served => ConnectFour 3
# Programs of the assignments.
drawn => ConnectFour .......,.......,.......,.......,.......,....... red A 24
drawn => ConnectFour .......,.......,.......,.......,.......,....... red M 30
# It answers after 700 ms.
after 250 => ConnectFour r......,.......,.......,.......,.......,....... red
after 700 => maxconnect4 one-move empty.txt after.txt 30
after 700 => breakthrough < request.txt
after 700 => cat request.txt | breakthrough
# The first half of a request.
after 700 => head -n 4 request.txt | cat - /dev/tty | breakthrough
";

/// Programs of people, which never answer, in a box.
const IN_BOXES: &str = "
asleep => plyground check comp3608 --allow-root -- sh sleeper.sh => isolation of programs:  =>  answers are right; interrupted, the other questions were not asked
asleep => plyground check max-connect-four --allow-root -- sh sleeper.sh =>  answers are right; interrupted, the other questions were not asked
asleep => plyground check cs3243 --allow-root -- sh sleeper.sh =>  answers are right; interrupted, the other questions were not asked
asleep => plyground check cs4750 --allow-root -- sh sleeper.sh =>  answers are right; interrupted
# All large searches are answered wrongly, and it takes seconds to look for what explains that.
done ./program => plyground check own ConnectFour.c --allow-root =>  of 41 answers are right; interrupted
asleep => plyground check own built/ann/ConnectFour.slow --allow-root => ConnectFour.slow: interrupted, nothing was asked
asleep => plyground profile connect-four --allow-root -- sh sleeper.sh => isolation of programs:  => interrupted; this is what was measured
asleep => plyground mark comp3608 asleep --out marks --allow-root => isolation of programs:  => interrupted; every finished submission is kept; to go on: => plyground mark comp3608 asleep --out marks --allow-root
# A game after the answers.
asleep => plyground mark max-connect-four asleep4 --out marks --allow-root --jobs 1 => interrupted; every finished submission is kept; to go on:
asleep => plyground mark own built --out marks --allow-root => interrupted; every finished submission is kept; to go on:
drawn => plyground mark own asleep --list
";

fn cases(tables: &[&'static str]) -> Vec<Case> {
    let rows = tables.iter().flat_map(|table| table.trim().lines()).filter(|row| !row.starts_with('#'));
    let case = |row: &'static str| {
        let (sign, rest) = row.split_once(" => ").unwrap_or_else(|| panic!("{row}"));
        let mut says = rest.split(" => ");
        let line = says.next().unwrap_or_default();
        let sign = match sign.split_once(' ').unwrap_or((sign, "")) {
            ("served", _) => return served(line),
            ("drawn", _) => Drawn,
            ("asleep", _) => Started("sleep 3600"),
            ("after", time) => After(time.parse().expect("milliseconds")),
            ("shown", words) => Shown(words),
            ("done", words) => Done(words),
            _ => panic!("{row}"),
        };
        Case { says: says.collect(), ..lost(line, sign) }
    };
    rows.map(case).collect()
}

/// Commands that are not interrupted, after what they do. They catch no signal and keep nothing: Ctrl-C ends them as it
/// ends `search`.
const LEFT_OUT: &str = "
prints a list: agents, assignments, assignments mistakes, games
prints a page: help, man
prints a script: completions
writes a file: gradebook
writes a folder: assignments new, assignments public, site, tournament init
writes a zip: kit gradescope, kit prairielearn, kit classroom50
writes a plan: tournament plan
reads records: tournament merge, tournament missing, tournament replay, tournament report
reads records: tournament standings, tournament status
hands a script to Slurm: tournament submit
plays a game of small searches: report cs4750
searches a small tree: example
takes as long as four programs that do nothing: doctor
";

#[test]
fn every_command_is_interrupted_or_left_out_for_a_reason() {
    let cases = cases(&[MATCH, SOLVER, SERVER, CASES, IN_BOXES]);
    let left_out = LEFT_OUT.trim().lines().filter_map(|row| row.split_once(": "));
    let left_out = left_out.flat_map(|(why, commands)| commands.split(", ").map(move |one| (one, why)));
    let left_out: Vec<_> = left_out.collect();
    all_are_covered(&plyground::Program::new().command(), &|_| true, &[&cases], &left_out);
}

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
    let right = text("crates/plyground/tests/submissions/comp3608/base.h");
    let wrong =
        right.replace("PRINTED(column_to_play), nodes", "column_to_play, nodes > 2000 ? nodes + 141 : nodes");
    write("ConnectFour.c", &wrong);
    let own = text("assignments/comp3608/assignment.toml")
        .replace("public = 14", "public = 40")
        .replace("depths = [1, 6]", "depths = [5, 6]")
        .replace("most_nodes = 3000 ", "most_nodes = 60000 ");
    let language = "\n[[language]]\nname = \"slow\"\nextensions = [\"slow\"]\nbuild = 'sleep 3600; cp \"$MAIN\" \"$OUT\"'\n\
                    built = \"program\"\nrun = [\"./program\", \"{args}\"]\n";
    write("own/assignment.toml", &(own + language));
    write("request.txt", "move\n1\n6 6\nbbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\n");
    write("empty.txt", &("0000000\n".repeat(6) + "1\n"));
    let tournament = |name: &str, entrants: &[&str]| {
        let keys = "name = \"Long\"\ngame = \"connect-four\"\nopenings = 4\n[limits]\ntime_ms = 60000\n";
        let mut text = keys.to_owned();
        for (number, entrant) in entrants.iter().enumerate() {
            text.extend(["[[entrant]]\nname = \"", &number.to_string(), "\"\n", entrant, "\n"]);
        }
        write(&format!("{name}/tournament.toml"), &text);
        write(&format!("{name}/sleeper/sleeper.sh"), "sleep 3600\n");
    };
    let sleeper = "command = [\"sh\", \"sleeper.sh\"]\ndir = \"sleeper\"";
    let agents = ["agent = \"alpha-beta:depth=18\"", "agent = \"alpha-beta:depth=17\"", "agent = \"random\""];
    tournament("agents", &agents);
    tournament("programs", &[sleeper, "agent = \"random\"", &format!("{sleeper}\nprotocol = \"lines\"")]);
    tournament("starts", &[&format!("{sleeper}\nstartup = [\"sh\", \"sleeper.sh\"]"), "agent = \"random\""]);
}

/// Of all commands that are interrupted in the long run: one that has much to say then, and one that serves.
#[test]
fn a_match_and_a_server_are_interrupted() {
    all(&cases(&[MATCH, SERVER]), &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn every_command_ends_after_ctrl_c() {
    all(&cases(&[MATCH, SOLVER, SERVER, CASES]), &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn programs_in_boxes_end_after_ctrl_c() {
    if needs::program("bwrap") {
        let has_gcc = needs::program("gcc");
        let cases =
            cases(&[IN_BOXES]).into_iter().filter(|case| has_gcc || !case.line.contains("ConnectFour.c "));
        all(&cases.collect::<Vec<_>>(), &prepare);
    }
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn a_bar_and_a_spinner_at_every_width() {
    let mut cases = cases(&[SOLVER, MATCH]);
    cases[1].sign = Shown("/10000");
    at_widths(&cases, &UNUSUAL, &|_| {});
}

/// Programs that start all the time, interrupted at moments that differ.
#[test]
#[ignore = "long: 24 matches, and the second after Ctrl-C"]
fn starting_programs_are_interrupted() {
    const LINE: &str = "plyground match quick random --game connect-four -n 10000 --jobs 8 --allow-root \
                        --program 'quick=sh quick.sh'";
    let played = |text: &str| -> Option<usize> {
        let (before, _) = text.rsplit_once("/10000")?;
        before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let attempt = |times, games| {
        let folder = folder();
        prepare(folder.path());
        let session = Session::start(LINE, folder.path(), USUAL);
        session.until(HANG, "games", &|text| played(text).is_some_and(|played| played >= games))?;
        press(session, times, 130, &["interrupted"])
    };
    let moments = (0..24).map(|number| (1 + number % 2, number));
    assert_none(moments.map(|(times, games)| attempt(times, games)));
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
        let client = Client(rest.split('/').next().and_then(|host| host.parse().ok()).expect("a host"));
        let body = "{ \"game\": \"connect-four\" }";
        // It keeps waiting for its answer.
        let _asked = client.open("POST", "/api/v1/programs/sleeper/move", &client.page_headers(), body);
        session.until_started(HANG, "sleep 3600")?;
        press(session, times, 0, &[])
    };
    assert_none([1, 2].map(attempt));
}
