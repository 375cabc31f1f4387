//! The corpus: every program with its bounds and its expected end.

use std::time::Duration;

use plyground_sandbox::isolation::Level;
use plyground_sandbox::process::{Bounds, End, Report};

use crate::ground::{Ground, SECRET};
use crate::{HANG, is_long};

pub(crate) struct Case {
    pub(crate) argv: Vec<String>,
    pub(crate) bounds: Bounds,
    pub(crate) input: Vec<u8>,
    pub(crate) expected: Expected,
    /// Whether it reaches for others and for the machine: never run where nothing keeps it away.
    pub(crate) intrudes: bool,
}

pub(crate) enum Expected {
    Report { ends: Vec<End>, check: Check },
    NotStarted(&'static str),
}

/// What else must be true of the report, or why it is not.
pub(crate) type Check = Box<dyn Fn(&Report) -> Result<(), String> + Sync + Send>;

/// For programs that end by themselves, soon.
fn soon() -> Bounds {
    Bounds {
        wall: HANG,
        memory_bytes: 128 << 20,
        processes: 24,
        file_bytes: 4 << 20,
        stdout_bytes: 4096,
        stderr_bytes: 4096,
        ..Bounds::default()
    }
}

/// For programs that do not.
fn short() -> Bounds {
    Bounds { wall: Duration::from_millis(250), ..soon() }
}

fn case(argv: &[&str], bounds: Bounds, ends: &[End], check: Check) -> Case {
    let argv = argv.iter().map(ToString::to_string).collect();
    let expected = Expected::Report { ends: ends.to_vec(), check };
    Case { argv, bounds, input: Vec::new(), expected, intrudes: false }
}

fn fails(argv: &[&str], message: &'static str) -> Case {
    Case { expected: Expected::NotStarted(message), ..case(argv, soon(), &[], any()) }
}

fn any() -> Check {
    Box::new(|_| Ok(()))
}

fn prints(text: &'static [u8]) -> Check {
    Box::new(move |report| must(report.stdout == text, "it must print something else"))
}

fn number(report: &Report) -> u64 {
    String::from_utf8_lossy(&report.stdout).trim().parse().unwrap_or(u64::MAX)
}

fn must(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// It was seen soon that 200 ms were over.
fn spent(report: &Report, most: Duration) -> Result<(), String> {
    must(report.cpu >= Duration::from_millis(200) && (!is_long() || report.cpu < most), "CPU time")
}

/// All cases that can be run here.
pub(crate) fn all(ground: &Ground) -> Vec<Case> {
    let other = ground.other().display().to_string();
    let own = std::process::id().to_string();
    let mut cases = endings();
    cases.extend(answers());
    cases.extend(takers());
    cases.extend(intruders(&other, &own));
    cases.extend(deaths());
    cases.retain(|case| ground.can_run(&case.argv));
    cases
}

/// Programs that do not end, or not as they should.
fn endings() -> Vec<Case> {
    let done = [End::Exited(0)];
    let two_seconds = Bounds { wall: Duration::from_secs(2), ..soon() };
    let one_signal = |signal| [End::Signalled(signal)];
    let mut cases: Vec<Case> = ["silent.sh", "late.sh", "stubborn.sh", "stops_itself.sh", "closes_stdout.sh"]
        .into_iter()
        .map(|name| case(&[name], short(), &[End::WallOut], prints(b"")))
        .collect();
    cases.extend([
        case(&["closes_all.py"], two_seconds, &[End::WallOut], prints(b"3\n")),
        case(&["no_answer.sh"], soon(), &done, prints(b"")),
        case(&["then_fails.sh"], soon(), &[End::Exited(1)], prints(b"3\n")),
        case(&["daemon.py"], soon(), &done, prints(b"3\n")),
        case(&["hopping.py"], soon(), &done, prints(b"3\n")),
        case(&["segfault"], soon(), &one_signal(11), prints(b"3\n")),
        case(&["aborts"], soon(), &one_signal(6), prints(b"")),
        fails(
            &["missing_interpreter.sh"],
            "cannot start ./missing_interpreter.sh: No such file or directory",
        ),
        fails(&["missing"], "cannot start ./missing: No such file or directory"),
        fails(&["not_a_program"], "cannot start ./not_a_program: Permission denied"),
        fails(&[], "cannot start : no command; expected a program and its arguments"),
    ]);
    cases
}

/// Signals that end a program which does not expect them.
fn deaths() -> Vec<Case> {
    // Not among them: 17 to 23 and 28 stop a program or do nothing; 9 cannot be distinguished from a kill.
    let deadly = (1..=16).chain([24, 25, 26, 27, 29, 30, 31]);
    let death = |signal: i32| {
        let ends = [End::Signalled(signal)];
        case(&["signal.sh", &signal.to_string()], soon(), &ends, prints(b""))
    };
    deadly.map(death).collect()
}

/// Programs whose answers are not what a reader hopes for, and must arrive as they are.
fn answers() -> Vec<Case> {
    let done = [End::Exited(0)];
    let mut cases: Vec<Case> = [
        ("ansi.sh", b"\x1b[2J\x1b]0;owned\x07\x1b[31m3\x1b[0m\n".as_slice()),
        ("html.sh", b"<script>alert(1)</script><img src=x onerror=alert(2)>\n"),
        ("half_line.sh", b"3"),
        ("nul_bytes.sh", b"3\0\0\n"),
        ("twice.sh", b"3\n4\n"),
        ("crlf.sh", b"3\r\n"),
        ("lower_case.sh", b"e1d2\n"),
    ]
    .into_iter()
    .map(|(name, text)| case(&[name], soon(), &done, prints(text)))
    .collect();
    let flooded = Box::new(|report: &Report| must(report.stdout.len() == 4096, "the start is kept"));
    let line = Box::new(|report: &Report| {
        must(report.stdout == vec![b'7'; 4096] && report.max_rss < 64 << 20, "the start is kept")
    });
    let complained = Box::new(|report: &Report| {
        must(report.stderr_tail.len() == 4096 && report.stdout.is_empty(), "the end is kept")
    });
    let chatty = Box::new(|report: &Report| {
        let end = b"line 499 of many that nobody asked for, each of them some sixty bytes long\n";
        must(report.stderr_tail.ends_with(end) && report.stderr_tail.len() == 4096, "the end is kept")?;
        must(report.stdout == b"3\n", "its answer counts")
    });
    cases.extend([
        case(&["flood_stdout.sh"], soon(), &[End::StdoutFlood], flooded),
        case(&["endless_line.sh"], soon(), &[End::StdoutFlood], line),
        case(&["flood_stderr.sh"], soon(), &[End::StderrFlood], complained),
        case(&["chatty_stderr.sh"], soon(), &done, chatty),
        Case { input: vec![b'x'; 1 << 20], ..case(&["never_reads.sh"], soon(), &done, prints(b"3\n")) },
        Case { input: vec![b'x'; 1 << 20], ..case(&["silent.sh"], short(), &[End::WallOut], prints(b"")) },
        Case { input: b"a\nb".to_vec(), ..case(&["echo.sh"], soon(), &done, prints(b"a\nb")) },
    ]);
    let (large, text) = (Bounds { stdout_bytes: 1 << 20, ..soon() }, vec![b'y'; 1 << 20]);
    let same = text.clone();
    let check = Box::new(move |report: &Report| must(report.stdout == same, "all comes back"));
    cases.push(Case { input: text, ..case(&["echo.sh"], large, &done, check) });
    cases
}

/// Programs that take more than their share.
fn takers() -> Vec<Case> {
    let cpu = Bounds { cpu: Some(Duration::from_millis(200)), ..soon() };
    let forked = Box::new(|report: &Report| {
        // In a box the kernel stops it; elsewhere it is seen and killed, and prints what it got before.
        let boxed = report.level >= Level::Bwrap;
        must(!boxed || number(report) <= 24, "no more than it may have")
    });
    let filled = Box::new(|report: &Report| match report.level {
        // 4 MiB in all, or 4 MiB for each of 8 files.
        Level::Bwrap | Level::BwrapCgroup => must(number(report) <= 4, "no more than fits"),
        _ => must(number(report) <= 32, "no more than fits"),
    });
    let took = Box::new(|report: &Report| must(report.max_rss >= 100 << 20, "what it took is told"));
    let spun = Box::new(|report: &Report| spent(report, Duration::from_secs(2)));
    let spun_together = Box::new(|report: &Report| spent(report, Duration::from_secs(4)));
    let forks = [End::Exited(0), End::ProcessesOut];
    // Root may fork without end where nothing but a look now and then stops it.
    let bomb = case(
        &["doubling_bomb.sh"],
        Bounds { wall: Duration::from_millis(400), ..soon() },
        &[End::WallOut, End::ProcessesOut, End::Exited(2), End::Exited(254)],
        any(),
    );
    vec![
        case(&["fork_bomb.py"], soon(), &forks, forked.clone()),
        case(&["many_threads"], soon(), &forks, forked),
        Case { intrudes: true, ..bomb },
        case(&["fill_disk.py"], soon(), &[End::Exited(0)], filled),
        case(&["fill_memory.py"], soon(), &[End::MemoryOut], took),
        case(&["fill_memory_together.py"], soon(), &[End::MemoryOut], any()),
        case(&["fill_sockets.py"], soon(), &[End::MemoryOut], any()),
        case(&["spins.sh"], cpu, &[End::CpuOut], spun),
        case(&["spins_together.sh"], cpu, &[End::CpuOut], spun_together),
        case(&["deep_folders.py"], soon(), &[End::Exited(0)], prints(b"3\n")),
        case(&["locks_itself_out.sh"], soon(), &[End::Exited(0)], prints(b"3\n")),
    ]
}

/// Programs that look for others, or for a way out.
fn intruders(other: &str, own: &str) -> Vec<Case> {
    let done = [End::Exited(0)];
    let nothing_found = || prints(b"done\n");
    let clean = Box::new(|report: &Report| {
        let text = String::from_utf8_lossy(&report.stdout);
        let foreign =
            ["CARGO", "LOGNAME", "/target/", "programs/"].into_iter().find(|word| text.contains(word));
        must(foreign.is_none() && text.contains("HOSTILE_MARK"), "nothing but its own environment")
    });
    let secret = Box::new(|report: &Report| {
        let text = String::from_utf8_lossy(&report.stdout);
        must(!text.contains(SECRET) && text.ends_with("done\n"), "no secret")
    });
    let alone = Box::new(|report: &Report| must(number(report) == 0, "it sees nobody"));
    let names = "sockets.py write_everywhere.sh locks.py keys probes_cache hidden_memory.py shared_memory.py \
                 new_namespace.sh terminal.py first_process.py processors.py autogroup.sh descriptors.py";
    let mut cases: Vec<Case> =
        names.split(' ').map(|name| case(&[name], soon(), &done, nothing_found())).collect();
    cases.extend([
        case(&["touches.py", other], soon(), &done, nothing_found()),
        case(&["environment.sh"], soon(), &done, clean),
        case(&["read_others.sh", other], soon(), &done, secret),
        case(&["sees_others.py"], soon(), &done, alone),
        case(&["kills_others.py", own], soon(), &done, nothing_found()),
        case(&["limits_others.py", own], soon(), &done, nothing_found()),
    ]);
    cases.into_iter().map(|case| Case { intrudes: true, ..case }).collect()
}
