//! Running programs that follow a script.

use plyground_core::{AnyGame, AnyPosition};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;

use super::*;

/// When the clocks of all scripted programs began to run.
static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A program behind the line protocol: what it says to each line that it is sent.
type Speaker = Box<dyn FnMut(&str) -> Vec<Received> + Send>;

/// What has happened to scripted programs.
#[derive(Default)]
struct Log {
    sent: Vec<String>,
    closed: usize,
    /// How often one was frozen.
    freezes: usize,
    /// How often it was asked what went on.
    looks: u64,
}

struct Scripted {
    speak: Speaker,
    /// What it has said and nobody has heard yet; after the last comes silence.
    waiting: std::collections::VecDeque<Received>,
    log: Arc<Mutex<Log>>,
    is_frozen: bool,
    /// What its clock showed when it spoke last.
    spoke: Duration,
    /// By how much its clock has gone on while others heard it, and by how much it does so each time.
    heard: Duration,
    hearing: Duration,
}

impl Converse for Scripted {
    fn send(&mut self, line: &str) {
        assert!(!line.contains('\n'), "{line:?}");
        assert!(!self.is_frozen, "{line:?}");
        self.log.lock().unwrap().sent.push(line.to_owned());
        self.waiting.extend((self.speak)(line));
    }

    fn clock(&mut self) -> Duration {
        EPOCH.elapsed().max(self.spoke) + self.heard
    }

    fn freeze(&mut self) {
        assert!(!self.is_frozen);
        self.is_frozen = true;
        self.log.lock().unwrap().freezes += 1;
    }

    fn thaw(&mut self) {
        assert!(self.is_frozen);
        self.is_frozen = false;
    }

    fn receive(&mut self, _: Duration) -> Received {
        self.heard += self.hearing;
        match self.waiting.front() {
            // What has ended stays ended.
            Some(Received::Ended(end)) => return Received::Ended(*end),
            Some(Received::Line { clock, .. }) => self.spoke = *clock,
            _ => {}
        }
        self.waiting.pop_front().unwrap_or(Received::TimeOut)
    }

    fn cpu(&mut self) -> Option<Duration> {
        Some(Duration::from_millis(10 * self.log.lock().unwrap().sent.len() as u64))
    }

    fn meanwhile(&mut self) -> Meanwhile {
        let mut log = self.log.lock().unwrap();
        log.looks += 1;
        let time = 300_000 * log.looks;
        Meanwhile { referee_us: Some(time), processors: 1, busy_us: time, idle_us: time }
    }

    fn close(&mut self, _: Duration) -> Closed {
        self.log.lock().unwrap().closed += 1;
        let cpu = Some(Duration::from_millis(700));
        Closed { end: End::Exited(0), stderr: b"bye".to_vec(), cpu }
    }
}

/// Opens programs made by a function of how many were opened before.
struct Opener<F> {
    make: F,
    opened: usize,
    log: Arc<Mutex<Log>>,
    /// How long it takes to hear what they say.
    hearing: Duration,
}

impl<F: FnMut(usize) -> Speaker + Send> Open for Opener<F> {
    fn open(&mut self) -> Result<Box<dyn Converse>, SystemError> {
        let speak = (self.make)(self.opened);
        self.opened += 1;
        let (log, hearing) = (Arc::clone(&self.log), self.hearing);
        let (spoke, heard) = (Duration::ZERO, Duration::ZERO);
        Ok(Box::new(Scripted { speak, waiting: [].into(), log, is_frozen: false, spoke, heard, hearing }))
    }
}

const FOUR: AnyGame = AnyGame::of::<ConnectFour>();

fn conversation(
    game: AnyGame,
    make: impl FnMut(usize) -> Speaker + Send + 'static,
) -> (Conversation, Arc<Mutex<Log>>) {
    let log: Arc<Mutex<Log>> = Arc::default();
    let open = Opener { make, opened: 0, log: Arc::clone(&log), hearing: Duration::ZERO };
    (Conversation::new(game, "talker", Box::new(open)), log)
}

/// A game of Connect Four against a program that plays the last legal move.
fn against_last(policy: FaultPolicy, red: &mut Conversation) -> GameRecord {
    game(FOUR, policy, red, &mut conversation(FOUR, |_| last_move()).0)
}

fn line(text: &str) -> Received {
    line_at(text, Instant::now())
}

fn line_at(text: &str, at: Instant) -> Received {
    Received::Line { bytes: text.as_bytes().to_vec(), at, clock: at.saturating_duration_since(*EPOCH) }
}

/// Plays the last legal move of the last position that it was sent.
fn last_move() -> Speaker {
    let mut position = String::new();
    Box::new(move |sent| match sent.split(' ').next() {
        Some("isready") => vec![line("readyok")],
        Some("position") => {
            sent.clone_into(&mut position);
            Vec::new()
        }
        Some("go") => {
            let mv = position.rsplit(' ').next().unwrap();
            vec![line("info nodes 12"), line(&format!("bestmove {mv}"))]
        }
        _ => Vec::new(),
    })
}

/// Does the same, but for what a function changes of what it says to a line.
fn but(mut change: impl FnMut(&str, &mut Vec<Received>) + Send + 'static) -> Speaker {
    let mut play = last_move();
    Box::new(move |sent| {
        let mut said = play(sent);
        change(sent, &mut said);
        said
    })
}

/// Does the same, but for what a function changes of its answers.
fn but_answers(mut change: impl FnMut(&mut Vec<Received>) + Send + 'static) -> Speaker {
    but(move |sent, said| {
        if sent.starts_with("go ") {
            change(said);
        }
    })
}

#[test]
fn what_is_known_of_a_game_by_lines_is_recorded() {
    let (mut red, log) = conversation(FOUR, |_| {
        but(|sent, said| {
            if sent == "plyground 1" {
                said.extend(["name Last", "hello"].map(line));
            }
        })
    });
    let record = against_last(FaultPolicy::STRICT, &mut red);
    assert_eq!((record.turns.len(), record.ending.winner), (19, Some(Side::First)));
    assert_eq!(record.entrants[0].identity, "Last");
    assert_eq!(record.entrants[0].kind, "lines");
    let attempt = &record.turns[0].attempts[0];
    assert_eq!((attempt.answer.as_str(), attempt.nodes), ("6", Some(12)));
    assert_eq!(attempt.spent.cpu(), Some(Duration::from_millis(10)));
    let session = record.sessions[0].as_ref().unwrap();
    assert_eq!((session.end, session.cpu_us), (End::Exited(0), Some(700_000)));
    let log = log.lock().unwrap();
    assert_eq!(log.closed, 1);
    // It stood still after each of its moves.
    assert_eq!(log.freezes, 10);
}

#[test]
fn nothing_that_is_said_beforehand_answers_the_next_question() {
    // Column 0 would be legal in the next turn.
    for more in ["bestmove 0", "readyok\nbestmove 0"] {
        let (mut red, _) =
            conversation(FOUR, move |_| but_answers(move |said| said.extend(more.lines().map(line))));
        let record = against_last(FaultPolicy::STRICT, &mut red);
        let by_red = record.turns.iter().filter(|turn| turn.side == Side::First);
        assert!(by_red.clone().count() > 5);
        assert!(by_red.into_iter().all(|turn| turn.action != Action::Move("0".to_owned())));
    }
}

#[test]
fn programs_that_fail_are_ended_and_started_afresh() {
    let flooded = "killed: too much on standard output; expected bestmove";
    for (said, kind, message) in [
        (None, FaultKind::Late, "silent for 1000 ms; expected bestmove"),
        (Some(End::Exited(0)), FaultKind::Crashed, "ended; expected bestmove"),
        (Some(End::Exited(3)), FaultKind::Crashed, "ended with status 3; expected bestmove"),
        (Some(End::StdoutFlood), FaultKind::Flooded, flooded),
    ] {
        let (mut red, log) = conversation(FOUR, move |opened| match opened {
            0 => but_answers(move |answer| *answer = Vec::from_iter(said.map(Received::Ended))),
            _ => last_move(),
        });
        let record = against_last(FaultPolicy::COMP3608, &mut red);
        let attempt = &record.turns[0].attempts[0];
        let fault = attempt.fault.as_ref().unwrap();
        assert_eq!((fault.kind, fault.message.as_str()), (kind, message));
        // From one look to the next, if it was late.
        let told = attempt.spent.timeout_words();
        assert_eq!(told.is_some(), kind == FaultKind::Late, "{told:?}");
        let figures = "the 1 processor meanwhile 50 % busy (48 % with other work), the referee kept from watching for \
                       300 ms";
        let is_whole =
            |words: String| words.starts_with("allowed 1000 ms, used ") && words.ends_with(figures);
        assert!(told.is_none_or(is_whole), "{attempt:?}");
        assert_eq!((attempt.end, attempt.stderr.as_str()), (Some(End::Exited(0)), "bye"));
        assert_eq!(record.turns[0].action, Action::LostTurn);
        assert_eq!(record.turns[2].action, Action::Move("6".to_owned()));
        let log = log.lock().unwrap();
        assert_eq!(log.sent.iter().filter(|line| *line == "newgame connect-four first").count(), 2);
        assert_eq!(log.closed, 2);
    }
}

#[test]
fn programs_that_are_never_ready_are_late() {
    let (mut red, _) = conversation(FOUR, |_| Box::new(|_| vec![line("bestmove 3")]));
    red.to_start = Duration::from_secs(60);
    let record = against_last(FaultPolicy::STRICT, &mut red);
    assert_eq!(record.ending.reason, Reason::Fault(Side::First, FaultKind::Late));
    let fault = record.turns[0].attempts[0].fault.as_ref().unwrap();
    assert_eq!(fault.message, "no answer within 60000 ms; the last line was 'bestmove 3'; expected readyok");
    // What it had was the time to start, not that of a move.
    let told = record.turns[0].attempts[0].spent.timeout_words().unwrap();
    assert!(told.starts_with("allowed 60000 ms, "), "{told}");
    assert_eq!(record.sessions[0], None);
}

#[test]
fn programs_that_never_get_ready_are_started_twice_in_a_game() {
    let (mut red, log) = conversation(FOUR, |_| Box::new(|_| Vec::new()));
    for closed in [2, 4] {
        let record = against_last(FaultPolicy::COMP3608, &mut red);
        let by_red = record.turns.iter().filter(|turn| turn.side == Side::First);
        let told: Vec<&str> =
            by_red.map(|turn| turn.attempts[0].fault.as_ref().unwrap().message.as_str()).collect();
        let silent = "silent for 10000 ms; expected readyok; output to a pipe must be flushed";
        assert!(told[0].starts_with(silent) && told[0].contains("flush=True) in Python"), "{told:?}");
        assert_eq!((told[1], told.len()), (told[0], 4));
        assert!(told[2..].iter().all(|message| message.starts_with(NOT_STARTED)), "{told:?}");
        assert_eq!(log.lock().unwrap().closed, closed);
    }
}

#[test]
fn other_lines_than_an_answer_are_quoted_in_the_fault() {
    for (said, found) in [
        ("BESTMOVE 0", "'BESTMOVE 0'"),
        ("info nodes 7", "'info nodes 7'"),
        ("best\x1bmove 3", r"'best\u{1b}move 3'"),
        ("1234567890123456789012345678901234567890x", "'1234567890123456789012345678901234567890...'"),
    ] {
        let (mut red, _) = conversation(FOUR, move |_| {
            but_answers(move |answer| *answer = ["hello", said].map(line).into())
        });
        let answer = red.answer(&question(&FOUR.start(), Duration::from_secs(60))).unwrap();
        let fault = answer.choice.unwrap_err();
        let message = format!("no answer within 60000 ms; the last line was {found}; expected bestmove");
        assert_eq!((fault.kind, fault.message), (FaultKind::Late, message));
    }
}

#[test]
fn chatter_is_ignored_up_to_a_bound() {
    for (lines, fault) in [(1000, None), (1100, Some(FaultKind::Flooded))] {
        let talk = move |said: &mut Vec<_>| drop(said.splice(0..0, vec![line(&"x".repeat(1000)); lines]));
        let (mut red, _) = conversation(FOUR, move |_| but_answers(talk));
        let record = against_last(FaultPolicy::STRICT, &mut red);
        let found = record.turns[0].attempts[0].fault.as_ref().map(|fault| fault.kind);
        assert_eq!(found, fault, "{lines}");
    }
}

#[test]
fn refused_moves_are_explained_before_the_question_is_repeated() {
    let max = AnyGame::of::<MaxConnectFour>();
    let (mut red, log) = conversation(max, |_| {
        let mut is_refused = false;
        but(move |sent, said| {
            is_refused |= sent.starts_with("refused ");
            if sent.starts_with("go ") && !is_refused {
                *said = vec![line("bestmove 8")];
            }
        })
    });
    let (mut green, _) = conversation(max, |_| last_move());
    let record = game(max, FaultPolicy::MAX_CONNECT_FOUR, &mut red, &mut green);
    assert_eq!(record.turns[0].attempts.len(), 2);
    assert_eq!(record.turns[0].action, Action::Move("7".to_owned()));
    let refused = "refused unreadable bestmove: move '8': not a move; expected an open column from 1 to 7";
    assert_eq!(log.lock().unwrap().sent[6], refused);
}

#[test]
fn programs_that_cannot_be_started_make_the_game_void() {
    struct Nothing;
    impl Open for Nothing {
        fn open(&mut self) -> Result<Box<dyn Converse>, SystemError> {
            Err(SystemError("no such program".to_owned()))
        }
    }
    // In a box it is found out late that a program cannot be run.
    let failed = || Received::Failed(SystemError("no such program".to_owned()));
    let (mut red, _) = conversation(FOUR, move |_| Box::new(move |_| vec![failed()]));
    let record = against_last(FaultPolicy::COMP3608, &mut red);
    assert_eq!((record.ending.reason, record.turns.len()), (Reason::Void, 0));

    let mut red = Conversation::new(FOUR, "nothing", Box::new(Nothing));
    let record = against_last(FaultPolicy::COMP3608, &mut red);
    assert_eq!((record.ending.reason, record.turns.len()), (Reason::Void, 0));
    assert_eq!(record.ending.system_error.as_deref(), Some("no such program"));
}

/// A question at the beginning of a game.
fn question(position: &AnyPosition, limit: Duration) -> Question<'_> {
    let time = TimeLimit { limit, grace: Duration::ZERO };
    Question { position, turns: 0, time, refused: None }
}

#[test]
fn answers_are_judged_by_when_they_came() {
    let start = FOUR.start();
    let limit = Duration::from_secs(60);
    for (delay, is_late) in [(0, false), (45, false), (90, true)] {
        let delay = Duration::from_secs(delay);
        let (mut red, _) = conversation(FOUR, move |_| {
            // Heard at once, though it comes later: as when many lines stand before it.
            but_answers(move |said| {
                *said = vec![line("thinking"), line_at("bestmove 3", Instant::now() + delay)];
            })
        });
        let answer = red.answer(&question(&start, limit)).unwrap();
        let fault = answer.choice.as_ref().err();
        assert_eq!(fault.map(|fault| fault.kind), is_late.then_some(FaultKind::Late), "{delay:?}");
        let late = "no answer within 60000 ms; the last line was 'thinking'; expected bestmove";
        match fault {
            Some(fault) => assert_eq!(fault.message, late),
            None => assert!((delay..limit).contains(&answer.attempt.spent.wall()), "{answer:?}"),
        }
    }
}

#[test]
fn an_answer_in_time_counts_though_it_is_heard_late() {
    let (make, hearing) = (|_| last_move(), Duration::from_secs(90));
    let open = Opener { make, opened: 0, log: Arc::default(), hearing };
    let mut red = Conversation::new(FOUR, "slow", Box::new(open));
    let answer = red.answer(&question(&FOUR.start(), Duration::from_secs(60))).unwrap();
    assert!(answer.choice.is_ok(), "{answer:?}");
    assert!(answer.attempt.spent.wall() < Duration::from_secs(60), "{answer:?}");
}

/// A program could think before it says that it is ready.
#[test]
fn running_programs_get_ready_within_their_time_limit() {
    let limit = Duration::from_secs(60);
    for (delay, fault) in [
        (30, None),
        (45, Some("silent for 60000 ms; expected bestmove")),
        (90, Some("silent for 60000 ms; expected readyok")),
    ] {
        let delay = Duration::from_secs(delay);
        let (mut red, _) = conversation(FOUR, move |_| {
            let mut asked = 0;
            let mut ready = Instant::now();
            Box::new(move |sent| match sent.split(' ').next() {
                Some("isready") => {
                    asked += 1;
                    // It may take its time to start.
                    ready = Instant::now() + if asked == 1 { Duration::from_secs(150) } else { delay };
                    vec![line_at("readyok", ready)]
                }
                Some("go") if asked == 1 => vec![line("bestmove 3")],
                Some("go") => vec![line_at("bestmove 3", ready + Duration::from_secs(24))],
                _ => Vec::new(),
            })
        });
        red.to_start = Duration::from_secs(600);
        let start = FOUR.start();
        let first = red.answer(&question(&start, limit)).unwrap();
        assert!(first.choice.is_ok() && first.attempt.spent.wall() < limit, "{first:?}");
        let second = red.answer(&question(&start, limit)).unwrap();
        assert_eq!(second.choice.as_ref().err().map(|fault| fault.message.as_str()), fault, "{delay:?}");
        let kind = second.choice.as_ref().err().map(|fault| fault.kind);
        assert_eq!(kind, fault.map(|_| FaultKind::Late));
        if second.choice.is_ok() {
            // Getting ready took 30 s, the answer 24 more.
            assert!(second.attempt.spent.wall() >= Duration::from_secs(54), "{second:?}");
        }
    }
}
