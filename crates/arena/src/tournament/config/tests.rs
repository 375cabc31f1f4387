use super::*;
use crate::protocol::PlayRules;
use plyground_core::quote;
use plyground_league::fault::{FaultKind, Remedy, Rule};
use plyground_league::standings::Points;

const SMALL: &str = r#"
name = "Small"
game = "connect-four"
[[entrant]]
name = "A"
agent = "random"
[[entrant]]
name = "B"
command = ["python3", "b.py"]
"#;

fn read(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("/t")).map_err(|error| error.to_string())
}

#[test]
fn what_is_left_out_is_what_the_assignment_says() {
    let config = read(SMALL).unwrap();
    assert_eq!(config.schedule, Schedule::new(Form::RoundRobin, 2, 1, 0).unwrap());
    assert_eq!((config.openings.plies, config.points), (0, PointsRule::default()));
    assert!(config.has_programs());
    let one_shot = Protocol::OneShot { depth: 4 };
    for (game, seconds, policy, protocol, name) in [
        ("connect-four", 1, FaultPolicy::COMP3608, one_shot, Some("arguments")),
        ("max-connect-four", 60, FaultPolicy::MAX_CONNECT_FOUR, one_shot, Some("state-file")),
        ("breakthrough", 3, FaultPolicy::CS3243, one_shot, Some("stdin-move")),
        // Its assignment has no programs that play each other.
        ("adjacent-four", 60, FaultPolicy::STRICT, Protocol::Lines, None),
    ] {
        let config = read(&SMALL.replace("connect-four", game)).unwrap();
        assert_eq!((config.time, config.policy), (TimeLimit::seconds(seconds), policy), "{game}");
        let EntrantKind::Program(program) = &config.entrants[1].kind else { panic!("a program") };
        assert_eq!((program.dir.as_deref(), program.protocol), (None, protocol), "{game}");
        let rules = PlayRules::of(config.game);
        assert_eq!(rules.protocol(4).map(|protocol| protocol.name()), name);
        assert_eq!(rules.says_who_it_is, game == "breakthrough");
        // A point of penalty is a whole one.
        let costs = FaultKind::ALL.map(|kind| config.points.faults[kind as usize].in_hundredths());
        assert_eq!(costs, FaultKind::ALL.map(|kind| -100 * i64::from(policy.rule(kind).penalty)));
    }
}

#[test]
fn settings_are_read_from_the_file() {
    let config = read(
        r#"
name = "Full"
game = "max-connect-four"
form = "swiss"
rounds = 3
openings = 2
opening_plies = 5
opening_depth = 2
seed = 9
concurrency = 3
replays = 0
depth = 6
readable = ["/opt/python"]
tie_breaks = ["margin", "buchholz"]
[limits]
time_ms = 1500
grace_ms = 200
memory_mib = 100
processes = 9
file_mib = 2
output_kib = 3
[faults]
late = { then = "lost-game" }
illegal = { then = "lost-turn", ask_again = 2, penalty = 3 }
[points]
win = 3
draw = 1
loss = -0.25
penalty = 0.1
[marks]
steps = [{ up_to = 1, mark = 20 }, { up_to = 3, mark = 12.5 }]
rest = 4
shared = "mean"
[[entrant]]
name = "A"
command = ["./a"]
dir = "programs/a"
env = { SEED = "1" }
startup = ["/bin/true"]
protocol = "state-file"
[[entrant]]
name = "B"
command = ["./b"]
dir = "."
protocol = "lines"
[[entrant]]
name = "C"
agent = "alpha-beta:depth=2"
"#,
    )
    .unwrap();
    assert_eq!(config.schedule, Schedule::new(Form::Swiss { rounds: 3 }, 3, 2, 9).unwrap());
    assert_eq!(config.openings, OpeningRules { plies: 5, depth: 2 });
    assert_eq!(config.concurrency.unwrap().get(), 3);
    assert_eq!(config.time.allowed().as_millis(), 1700);
    let Bounds { wall, memory_bytes, processes, file_bytes, stdout_bytes, .. } = config.bounds;
    assert_eq!(wall, config.time.allowed());
    assert_eq!((memory_bytes, processes, file_bytes, stdout_bytes), (100 << 20, 9, 2 << 20, 3 << 10));
    assert_eq!(config.policy.late, Rule::at_once(Remedy::LostGame));
    assert_eq!(config.policy.illegal, Rule { ask_again: 2, then: Remedy::LostTurn, penalty: 3 });
    assert_eq!(config.policy.crashed, FaultPolicy::MAX_CONNECT_FOUR.crashed);
    let PointsRule { win, draw, loss, faults } = config.points;
    assert_eq!([win, draw, loss].map(Points::in_hundredths), [300, 100, -25]);
    assert_eq!(faults.map(Points::in_hundredths), [0, -30, -10, -10, -10]);
    assert_eq!(config.tie_breaks, [TieBreak::Margin, TieBreak::Buchholz]);
    let steps = vec![(1, Points::hundredths(2000)), (3, Points::hundredths(1250))];
    let rule = MarkRule::Steps { steps, rest: Points::hundredths(400) };
    assert_eq!(config.marks, Some((rule, SharedRank::Mean)));
    assert_eq!(config.readable, [PathBuf::from("/opt/python")]);
    let EntrantKind::Program(program) = &config.entrants[0].kind else { panic!("a program") };
    assert_eq!(program.dir.as_deref(), Some(Path::new("/t/programs/a")));
    assert_eq!(program.env, [("SEED".into(), "1".into())]);
    assert_eq!((program.protocol, program.startup.is_some()), (Protocol::OneShot { depth: 6 }, true));
}

#[test]
fn forms_have_their_own_keys() {
    let with = |keys: &str| {
        read(&SMALL.replacen('\n', &format!("\n{keys}\n"), 1)).map(|config| config.schedule.form())
    };
    assert_eq!(with("form = \"gauntlet\""), Ok(Form::Gauntlet { challengers: 1 }));
    assert_eq!(with("form = \"swiss\""), Ok(Form::Swiss { rounds: 1 }));
    assert_eq!(with("form = \"knockout\"\nextra_pairs = 5"), Ok(Form::Knockout { tie_breaks: 5 }));
    let misplaced = "line 3, column 10: rounds: expected only with form = \"swiss\"";
    assert_eq!(with("form = \"knockout\"\nrounds = 5"), Err(misplaced.to_owned()));
}

#[test]
fn matches_may_have_a_test() {
    let config = read(&SMALL.replacen("[[", "[sprt]\nelo0 = 0\nelo1 = 20.5\nbeta = 0.1\n[[", 1)).unwrap();
    assert_eq!(config.sprt, Some(Sprt::new(0.0, 20.5, 0.05, 0.1).unwrap()));
}

/// Refuses the small file with one thing replaced by another.
fn refused(old: &str, new: &str, message: &str) {
    let text = SMALL.replacen(old, new, 1);
    assert_ne!(text, SMALL);
    let found = read(&text).expect_err(new);
    assert!(found.starts_with(message), "{new}\n  found    {found}\n  expected {message}");
}

/// What is replaced in the small file, by what, and how the error begins.
const REPLACED: &str = r#"
game = | gme = | line 3, column 1: unknown key 'gme'; did you mean game? Expected one of name, game, form,
game = | zzz = | line 3, column 1: unknown key 'zzz'; expected one of name, game, form,
"connect-four" | "conect-four" | line 3, column 8: game: found 'conect-four'; did you mean connect-four? Expected one of connect-four, max-connect-four, breakthrough, adjacent-four
"Small" | "Small | line 2, column
name = "Small"\n |  | line 1, column 1: missing field `name`
"Small" | "\u0007" | line 2, column 8: name: found '\u{7}'; expected 1 to 200 bytes without control characters
name = "B" | name = "A" | line 8, column 8: name: 'A' is there twice; expected another name
agent = "random" | agent = "radnom" | line 6, column 9:
agent = "random" | agnet = "random" | line 6, column 1: unknown key 'agnet'; did you mean agent? Expected one of name, agent, command, dir, env, protocol, startup
agent = "random" |  | line 5, column 8: entrant 'A': expected either agent or command
agent = "random" | agent = "random"\ndir = "x" | line 5, column 8: dir: expected only with command, not with agent
["python3", "b.py"] | [] | line 9, column 11: command: expected a list of a program and its arguments, such as ["python3", "agent.py"]
["python3", "b.py"] | "python3 b.py" | line 9, column 11: invalid type: string "python3 b.py", expected a sequence
[[entrant]]\nname = "A"\nagent = "random"\n |  | entrants: 1; expected from 2 to 4096
"#;

/// Lines of the entrant who is a program, and what is said of the first of them.
const OF_A_PROGRAM: &str = r#"
env = { "A=B" = "" } | column 9: env: found 'A=B'; expected a name without = and zero bytes
env = { "" = "" } | column 9: env: found ''; expected a name
env = { A = "\u0000" } | column 13: env: 'A': expected a value without zero bytes
protocol = "stdin-move" | column 12: protocol: found 'stdin-move'; expected one of arguments, lines
"#;

/// Lines before the entrants, and how the error begins.
const BEFORE_ENTRANTS: &str = r#"
opening_depth = 11 | line 4, column 17: opening_depth: found 11; expected 0 to 10
openings = 0 | line 4, column 12: openings: 0; expected 1 or more for each meeting
openings = 99999999 | games: 199999998 would be played; expected at most 10000000
concurrency = 0 | line 4, column 15: invalid value: integer `0`, expected a nonzero usize
depth = 0 | line 4, column 9: depth: found 0; expected 1 or more
readable = ["python"] | line 4, column 13: readable: found 'python'; expected an absolute path
tie_breaks = ["wins", "luck"] | line 4, column 23: tie_breaks: found 'luck'; expected one of wins, faults, margin, buchholz, sonneborn-berger
[limits]\ntime_ms = 0 | line 5, column 11: time_ms: found 0; expected 1 to 86400000
[limits]\ntime = 1 | line 5, column 1: unknown key 'time'; did you mean time_ms? Expected one of time_ms, grace_ms,
[limits]\nmemory_mib = 0 | line 5, column 14: memory_mib: found 0; expected 1 or more
[limits]\nprocesses = 0 | line 5, column 13: processes: found 0; expected 1 or more
[limits]\noutput_kib = 0 | line 5, column 14: output_kib: found 0; expected 1 or more
[faults]\nlate = { penalty = 1 } | line 5, column 8: missing field `then`
[faults]\nlate = { then = "cry" } | line 5, column 17: unknown variant `cry`, expected one of `lost-turn`, `random-move`, `lost-game`
[points]\nwin = 0.125 | line 5, column 7: found '0.125'; expected a number with at most two decimals, such as 1, 0.5 or -0.25
[sprt]\nelo0 = 9\nelo1 = 2 | line 4, column 1: sprt: expected two Elo differences from
[[entrant]]\nname = "C"\nagent = "random"\n[sprt]\nelo0 = 0\nelo1 = 9 | line 7, column 1: sprt: 3 entrants; expected two
[marks]\nbest = 3 | line 4, column 1: marks: expected best and worst, or steps and rest
[marks]\nrest = 1\nsteps = [{ up_to = 2, mark = 3 }, { up_to = 2, mark = 1 }] | line 6, column 45: up_to: found 2; expected a place after 2
"#;

fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    table.trim().lines().map(|row| {
        let fields: Vec<String> = row.split(" | ").map(|field| field.replace("\\n", "\n")).collect();
        fields.try_into().unwrap_or_else(|fields| panic!("{fields:?}"))
    })
}

#[test]
fn names_that_look_alike_are_refused_with_both() {
    let message = "line 8, column 8: name: ' a ' and 'A' look alike; expected another name";
    refused("name = \"B\"", "name = \" a \"", message);
    for [one, other] in [["Jos\u{e9}", "Jose\u{301}"], ["o\u{323}\u{302}", "\u{1ed9}"]] {
        let both = SMALL.replacen("\"A\"", &format!("\"{one}\""), 1);
        let parsed = |other: &str| read(&both.replacen("\"B\"", &format!("\"{other}\""), 1));
        let error = parsed(other).unwrap_err();
        let [one, other] = [one, other].map(quote);
        assert!(error.contains(&format!("name: {other} and {one} look alike")), "{error}");
        assert!(parsed("Jos\u{e8}").is_ok() && parsed("Jose").is_ok());
    }
    // Where games have been played they keep their names.
    let alike = SMALL.replacen("name = \"B\"", "name = \" a \"", 1);
    assert!(Config::parse_begun(&alike, Path::new("/t")).is_ok());
    let equal = SMALL.replacen("name = \"B\"", "name = \"A\"", 1);
    assert!(Config::parse_begun(&equal, Path::new("/t")).is_err());
}

#[test]
fn errors_name_line_column_and_what_was_expected() {
    for [old, new, message] in rows(REPLACED) {
        refused(&old, &new, &message);
    }
    for [of_b, message] in rows(OF_A_PROGRAM) {
        refused("\"b.py\"]", &format!("\"b.py\"]\n{of_b}"), &format!("line 10, {message}"));
    }
    for [keys, message] in rows(BEFORE_ENTRANTS) {
        refused("[[", &format!("{keys}\n[["), &message);
    }
}

#[test]
fn the_identity_depends_on_everything_that_changes_games() {
    let config = read(SMALL).unwrap();
    let same = read(&SMALL.replacen("[[", "replays = 7\nconcurrency = 2\n[points]\nwin = 3\n[[", 1)).unwrap();
    assert_eq!(same.identity(), config.identity());
    for (old, new) in [
        ("connect-four", "max-connect-four"),
        ("name = \"A\"", "name = \"C\""),
        ("random", "random:seed=2"),
        ("b.py", "c.py"),
        ("[[", "seed = 1\n[["),
        ("[[", "openings = 2\n[["),
        ("[[", "opening_plies = 2\n[["),
        ("[[", "form = \"knockout\"\n[["),
        ("[[", "[limits]\ngrace_ms = 1\n[["),
        ("[[", "[limits]\nmemory_mib = 1\n[["),
        ("[[", "[faults]\nlate = { then = \"lost-game\" }\n[["),
    ] {
        let other = read(&SMALL.replacen(old, new, 1)).unwrap();
        assert_ne!(other.identity(), config.identity(), "{new}");
    }
}

#[test]
fn ladders_bring_their_rungs() {
    let with = |keys: &str| read(&SMALL.replacen('\n', &format!("\nform = \"ladder\"\n{keys}\n"), 1));
    let config = with("").unwrap();
    assert_eq!(config.schedule.form(), Form::Ladder { rungs: 6 });
    assert_eq!((config.schedule.openings(), config.openings), (10, OpeningRules::of(config.game)));
    assert_eq!((config.entrants.len(), config.entrants[5].name.as_str()), (8, "graded:level=5"));
    let few = with("rungs = [\"graded:level=2\", \"random\"]\nopenings = 2\nopening_plies = 1").unwrap();
    assert_eq!(few.rungs.iter().map(|rung| rung.agent).collect::<Vec<_>>(), ["random", "graded:level=2"]);
    assert_eq!((few.schedule.openings(), few.openings.plies), (2, 1));
    let marks = |keys: &str| read(&format!("form = \"ladder\"\n{SMALL}[marks]\n{keys}\n"));
    let ends = "best = 2\nworst = 0.5\nladder = { from = \"random\", to = \"graded:level=4\" }";
    let rule = marks(ends).unwrap().rung_marks.unwrap();
    assert_eq!((rule.best(), rule.mark(-5000.0)), (Points::hundredths(200), Points::hundredths(50)));
    let no_ladder = "marks: expected best, worst, and ladder = { from = \"RUNG\", to = \"RUNG\" }";
    let no_rung = "ladder: to: found 'graded:level=9'; expected a rung of connect-four: random, ";
    for (refused, message) in [
        (marks("best = 2\nworst = 0.5"), no_ladder),
        (marks(&ends.replace("level=4", "level=9")), no_rung),
        (read(&format!("{SMALL}[marks]\n{ends}\n")), "ladder: expected only with form = \"ladder\""),
        (with("tie_breaks = [\"wins\"]"), "tie_breaks: expected only with another form than a ladder"),
        (with("rungs = []"), "entrants: 2, 0 of them rungs; expected a rung and somebody else"),
        (with("rungs = [\"graded:level=7\"]"), "rungs: found 'graded:level=7'; did you mean graded:level="),
        (read(&format!("rungs = [\"random\"]\n{SMALL}")), "rungs: expected only with form = \"ladder\""),
    ] {
        let found = refused.map(|_| ()).unwrap_err();
        assert!(found.contains(message), "{found}");
    }
}
