//! The events of a game, as a referee reports them and a record keeps them.
//!
//! Everything here is written as JSON. Fields that a reader does not know are ignored and fields that
//! may be missing have a value, so that every later version reads what an earlier one wrote. Text that
//! programs have printed is untrusted: it is cut short by [`excerpt`], and JSON escapes its control
//! characters.

use std::fmt;
use std::time::Duration;

use plyground_core::{Player, counted};
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, FaultKind};

/// Bytes of what a program printed on standard error that a record keeps, from its end.
pub const MOST_STDERR: usize = 2048;

/// Bytes of an answer or a message that a record keeps, from its beginning.
pub const MOST_TEXT: usize = 400;

/// Bytes of a name that a record keeps, from its beginning.
pub const MOST_NAME: usize = 200;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Moves first from the start position.
    First,
    /// Moves second from the start position.
    Second,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Self {
        if matches!(self, Self::First) { Self::Second } else { Self::First }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        if player == Player::First { Self::First } else { Self::Second }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        if side == Side::First { Self::First } else { Self::Second }
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By itself, with this exit status, 0 to 255; 127 also if it could not be started.
    Exited(i32),
    /// By this signal. In a box this is read from the status 128 + signal, as shells do, and a program that
    /// exits with such a status looks the same.
    Signalled(i32),
    /// Killed: its wall time was over.
    WallOut,
    /// Killed: its CPU time was used up.
    CpuOut,
    /// Killed: it took more memory than there was for it.
    MemoryOut,
    /// Killed: it had more processes than it may. In a box more cannot be started, and this is not seen.
    ProcessesOut,
    /// Killed: it wrote too much on standard output, or a line that was too long.
    StdoutFlood,
    /// Killed: it wrote far too much on standard error.
    StderrFlood,
    /// Killed: it saw to it that it ran while it was not on move.
    OutOfTurn,
    /// Killed at the end of a game, when it did not end by itself.
    Closed,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(signal) => write!(f, "signal {signal}"),
            Self::WallOut => f.write_str("out of wall time"),
            Self::CpuOut => f.write_str("out of CPU time"),
            Self::MemoryOut => f.write_str("out of memory"),
            Self::ProcessesOut => f.write_str("too many processes"),
            Self::StdoutFlood => f.write_str("too much on standard output"),
            Self::StderrFlood => f.write_str("too much on standard error"),
            Self::OutOfTurn => f.write_str("ran while it was not on move"),
            Self::Closed => f.write_str("ended at the end of the session"),
        }
    }
}

/// The share of a processor that a program had, in percent: it is judged by `own` microseconds and was kept waiting for
/// `waited` more. 100 if it was never kept waiting.
pub const fn share_of_processor(own: u64, waited: u64) -> u64 {
    match own.saturating_mul(100).checked_div(own.saturating_add(waited)) {
        Some(percent) => percent,
        None => 100,
    }
}

/// How long a program waited for a processor, and why that does not count (`waited`) or does (`unexcused`); nothing below a
/// millisecond.
pub fn waiting_words(waited: Duration, unexcused: Duration) -> Option<String> {
    let told = |time: Duration, reason: &str| {
        (time >= Duration::from_millis(1))
            .then(|| format!("{:.1} ms of waiting for a processor {reason}", time.as_secs_f64() * 1e3))
    };
    let words = [
        told(waited, "do not count: the machine was busy"),
        told(unexcused, "count: processes of its own that nobody saw may have had it"),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// What went on beside a program: since the machine was started, or while it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Meanwhile {
    /// For how long the referee was kept from watching, in microseconds: it had no processor, or was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referee_us: Option<u64>,
    /// How many processors the machine has; 0 if it does not tell what they did.
    #[serde(skip_serializing_if = "is_zero")]
    pub processors: u32,
    /// Time of processors, in microseconds, in which something ran, the program among it.
    #[serde(skip_serializing_if = "is_zero")]
    pub busy_us: u64,
    /// Time of processors, in microseconds, in which nothing ran.
    #[serde(skip_serializing_if = "is_zero")]
    pub idle_us: u64,
}

/// Machines count what their processors do in steps of 10 ms: of less time than this, in microseconds, nothing is said.
const SHORTEST: u64 = 100_000;

impl Meanwhile {
    /// What went on from `before` until this.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        let referee_us = self.referee_us.zip(before.referee_us).map(|(now, then)| now.saturating_sub(then));
        let busy_us = self.busy_us.saturating_sub(before.busy_us);
        let idle_us = self.idle_us.saturating_sub(before.idle_us);
        let is_known = self.processors == before.processors
            && busy_us.saturating_add(idle_us) >= SHORTEST.saturating_mul(self.processors.into());
        let machine = if is_known { Self { busy_us, idle_us, ..self } } else { Self::default() };
        Self { referee_us, ..machine }
    }

    /// How busy the processors were, in percent, besides a program that used so much CPU time.
    pub fn busy_percent(&self, besides: Duration) -> Option<u64> {
        let hundredfold = self.busy_us.saturating_sub(micros(besides)).saturating_mul(100);
        hundredfold.checked_div(self.busy_us.saturating_add(self.idle_us))
    }
}

/// What there is to know of an answer whose time ran out, besides its own times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timeout {
    /// The time that it was allowed, in microseconds.
    pub allowed_us: u64,
    /// What went on while it was asked.
    #[serde(flatten)]
    pub meanwhile: Meanwhile,
}

impl Timeout {
    /// That of an answer with this fault: nothing unless it was late.
    pub fn of(fault: Option<&Fault>, allowed: Duration, meanwhile: Meanwhile) -> Option<Self> {
        (fault?.kind == FaultKind::Late).then(|| Self { allowed_us: micros(allowed), meanwhile })
    }
}

/// Time that an answer took, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Spent {
    /// Wall time: from the start of a process that answers once, from the question to a running one, which begins
    /// with asking whether it is ready.
    #[serde(rename = "wall_us")]
    wall: u64,
    /// How much of that the program was not to blame for: it was ready to run and the machine kept it waiting.
    #[serde(rename = "waited_us", default, skip_serializing_if = "is_zero")]
    waited: u64,
    /// How much it waited besides, but counts: something of the program may have run unseen, and had the processor.
    #[serde(rename = "unexcused_us", default, skip_serializing_if = "is_zero")]
    unexcused: u64,
    /// CPU time of the program and its children, user and system, where it is known.
    #[serde(rename = "cpu_us", default, skip_serializing_if = "Option::is_none")]
    cpu: Option<u64>,
    /// The program's own time without what its interpreter needs to start. Shown, never judged by.
    #[serde(rename = "corrected_us")]
    corrected: u64,
    /// What else there is to know, if the time ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Timeout>,
}

impl Spent {
    /// The time of an answer, of which an interpreter needed `startup` to start.
    pub fn new(wall: Duration, cpu: Option<Duration>, startup: Duration) -> Self {
        let corrected = micros(wall.saturating_sub(startup));
        Self { wall: micros(wall), cpu: cpu.map(micros), corrected, ..Self::default() }
    }

    /// The same, of which the program was ready to run for `waited` and the machine kept it waiting; and for `unexcused`
    /// more, in which something of it may have run unseen.
    #[must_use]
    pub fn with_waiting(mut self, waited: Duration, unexcused: Duration) -> Self {
        self.waited = micros(waited).min(self.wall);
        self.unexcused = micros(unexcused).min(self.wall.saturating_sub(self.waited));
        self.corrected = self.corrected.saturating_sub(self.waited);
        self
    }

    /// Wall time.
    pub const fn wall(&self) -> Duration {
        Duration::from_micros(self.wall)
    }

    /// Wall time in which the machine kept the program waiting.
    pub const fn waited(&self) -> Duration {
        Duration::from_micros(self.waited)
    }

    /// Wall time in which the program waited, and which counts all the same: something of it may have run unseen.
    pub const fn unexcused(&self) -> Duration {
        Duration::from_micros(self.unexcused)
    }

    /// How long the program waited, and what became of that: see [`waiting_words`].
    pub fn waiting_words(&self) -> Option<String> {
        waiting_words(self.waited(), self.unexcused())
    }

    /// The figures of an answer whose time ran out, in words that leave it open who was late: the program, the machine
    /// or the referee. Nothing of other answers.
    pub fn timeout_words(&self) -> Option<String> {
        let Timeout { allowed_us, meanwhile } = self.timeout?;
        let ms = |micros: u64| format!("{} ms", micros / 1000);
        let [allowed, used, waited] = [allowed_us, micros(self.own()), self.waited].map(ms);
        let cpu = self.cpu.map(|cpu| format!("CPU {}", ms(cpu)));
        let unexcused =
            (self.unexcused >= 1000).then(|| format!("{} of waiting that counts", ms(self.unexcused)));
        let parts: Vec<String> = cpu.into_iter().chain(unexcused).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let own =
            format!("allowed {allowed}, used {used}{parts}, kept waiting by the machine for {waited} more");
        let machine = meanwhile.busy_percent(Duration::ZERO).map(|busy| {
            let others = self.cpu().and_then(|cpu| meanwhile.busy_percent(cpu));
            let others = others.map_or_else(String::new, |others| format!(" ({others} % with other work)"));
            format!("the {} meanwhile {busy} % busy{others}", counted(meanwhile.processors, "processor"))
        });
        let referee =
            meanwhile.referee_us.map(|time| format!("the referee kept from watching for {}", ms(time)));
        let all: Vec<String> = [Some(own), machine, referee].into_iter().flatten().collect();
        Some(all.join(", "))
    }

    /// The time by which the answer is judged: wall time without waiting.
    pub const fn own(&self) -> Duration {
        Duration::from_micros(self.wall.saturating_sub(self.waited))
    }

    /// The part of the wall time in which the machine did not keep the program waiting, in percent: see
    /// [`share_of_processor`].
    pub const fn processor_percent(&self) -> u64 {
        share_of_processor(self.wall.saturating_sub(self.waited), self.waited)
    }

    /// CPU time of the program and its children, where it is known.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu.map(Duration::from_micros)
    }

    /// Wall time without starting up.
    pub const fn corrected(&self) -> Duration {
        Duration::from_micros(self.corrected)
    }
}

/// Whole microseconds; what does not fit is cut.
pub fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// One question to an entrant and what came of it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// The answer of the program, cut short. Empty for agents built in: their move is in the turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer: String,
    /// Why the answer does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Points of penalty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: u16,
    /// Nodes examined, if the entrant reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Its time.
    pub spent: Spent,
    /// How the process ended, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The end of what the program wrote on standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// What was done in a turn. Moves are written in the game's first notation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The entrant's move.
    Move(String),
    /// A legal move drawn by the referee.
    RandomMove(String),
    /// Nothing: the turn passed.
    LostTurn,
    /// Nothing: the game was lost by a fault.
    LostGame,
}

/// A turn of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Counts turns from 1, lost ones included.
    pub number: u32,
    /// Whose turn it was.
    pub side: Side,
    /// The questions asked; the last decided.
    pub attempts: Vec<Attempt>,
    /// What was done.
    pub action: Action,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// This side lost by a fault of this kind.
    Fault(Side, FaultKind),
    /// Both sides lost their turns in a row, as often as the settings allow. Nobody wins.
    Stalled,
    /// It had as many turns as the settings allow. Nobody wins.
    TurnLimit,
    /// The machine failed, not an entrant: the game does not count and must be played again.
    Void,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Who won; nobody in a draw.
    #[serde(default)]
    pub winner: Option<Side>,
    /// The points of both sides, first player first, in a game that is decided by points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[u16; 2]>,
    /// The error of the machine, if the game is void.
    #[serde(rename = "trouble", default, skip_serializing_if = "Option::is_none")]
    pub system_error: Option<String>,
    /// Whose turn it was when the machine failed, if the game is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Side>,
}

impl Ending {
    /// An ending for this reason; a winner and the rest can be added.
    pub const fn of(reason: Reason) -> Self {
        Self { reason, winner: None, points: None, system_error: None, of: None }
    }

    /// How the game ended, in a sentence without a point; `names` are those of the first and the second player.
    pub fn words(&self, names: [&str; 2]) -> String {
        let name = |side: Side| names[Player::from(side) as usize];
        let who = match (self.winner, self.reason) {
            (Some(winner), _) => format!("{} has won", name(winner)),
            (None, Reason::Void) => "void".to_owned(),
            (None, _) => "a draw".to_owned(),
        };
        let points = self.points.map(|[first, second]| format!(", {first} to {second}")).unwrap_or_default();
        let why = match self.reason {
            Reason::Rules => String::new(),
            Reason::Fault(side, kind) => format!(": {} lost by a fault ({})", name(side), kind.name()),
            Reason::Stalled => ": both sides only lost their turns".to_owned(),
            Reason::TurnLimit => ": broken off at the limit of turns".to_owned(),
            Reason::Void => ": the machine failed".to_owned(),
        };
        format!("{who}{points}{why}")
    }
}

/// The events that a spectator of a game gets, in order: a beginning, turns, an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The game begins.
    Begin {
        /// The game's id.
        id: &'a str,
        /// The game's name.
        game: &'a str,
        /// The position in the game's first notation.
        start: &'a str,
    },
    /// A turn was taken.
    Turn(&'a Turn),
    /// The game is over.
    End(&'a Ending),
}

/// The beginning of an untrusted text, at most `most` bytes, with `...` where it was cut.
pub fn excerpt(bytes: &[u8], most: usize) -> String {
    let mut text = String::from_utf8_lossy(&bytes[..bytes.len().min(most)]).into_owned();
    // Replacement characters are longer than what they replace.
    let is_cut = bytes.len() > most || text.len() > most;
    while text.len() > most {
        text.pop();
    }
    if is_cut {
        text.push_str("...");
    }
    text
}

/// The end of an untrusted text, at most `most` bytes, with `...` where it was cut.
pub fn tail(bytes: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(most)..]);
    let mut from = text.len().saturating_sub(most);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let is_cut = bytes.len() > most || from > 0;
    format!("{}{}", if is_cut { "..." } else { "" }, &text[from..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::rng::Rng;

    #[test]
    fn excerpts_are_bounded_text() {
        assert_eq!(excerpt(b"short", 5), "short");
        assert_eq!(excerpt(b"longer", 5), "longe...");
        assert_eq!(tail(b"longer", 5), "...onger");
        assert_eq!(tail(b"short", 5), "short");
        assert_eq!(excerpt("\u{e9}\u{e9}".as_bytes(), 3), "\u{e9}...");
        assert_eq!(tail(b"\xff\xff", 3), "...\u{fffd}");
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.next().to_le_bytes()[0]).collect();
            let most = rng.below(40);
            for text in [excerpt(&bytes, most), tail(&bytes, most)] {
                assert!(text.len() <= most + 3, "{bytes:?}");
            }
        }
    }

    #[test]
    fn text_of_programs_is_escaped() {
        let attempt = Attempt {
            answer: excerpt(b"\x1b[2J\n<b>", MOST_TEXT),
            spent: Spent::new(Duration::from_millis(3), None, Duration::from_millis(1)),
            end: Some(End::Signalled(9)),
            ..Attempt::default()
        };
        let line = serde_json::to_string(&attempt).unwrap();
        let spent = r#""spent":{"wall_us":3000,"corrected_us":2000}"#;
        assert_eq!(line, format!(r#"{{"answer":"\u001b[2J\n<b>",{spent},"end":{{"signalled":9}}}}"#));
        assert_eq!(serde_json::from_str::<Attempt>(&line).unwrap(), attempt);
    }

    #[test]
    fn the_figures_of_a_lost_clock_name_nobody_as_late() {
        let ms = Duration::from_millis;
        let began = Meanwhile { referee_us: Some(5), processors: 2, busy_us: 7_000, idle_us: 9 };
        let now = Meanwhile { referee_us: Some(20_005), processors: 2, busy_us: 1_947_000, idle_us: 60_009 };
        let whole = Spent::new(ms(1812), Some(ms(210)), ms(30)).with_waiting(ms(800), ms(100));
        let bare = Spent::new(ms(7), None, ms(0));
        let nothing = Meanwhile::default();
        let late = Fault::new(FaultKind::Late, "");
        let busy = |busy_us| Meanwhile { busy_us, ..began };
        // What the machine did not tell, or what is too short for its steps, is not said.
        let kept = "more, the referee kept from watching for 20 ms";
        for (spent, meanwhile, words) in [
            (
                whole,
                now.since(began),
                "allowed 1000 ms, used 1012 ms (CPU 210 ms, 100 ms of waiting that counts), kept waiting by the machine \
                 for 800 ms more, the 2 processors meanwhile 97 % busy (86 % with other work), the referee kept from \
                 watching for 20 ms",
            ),
            (bare, now.since(nothing), "used 7 ms, kept waiting by the machine for 0 ms more"),
            (bare, nothing.since(began), "for 0 ms more"),
            (bare, now.since(Meanwhile { processors: 3, ..began }), kept),
            (bare, now.since(busy(1_810_000)), kept),
            (bare, now.since(busy(1_807_000)), "70 % busy, the referee kept from watching for 20 ms"),
        ] {
            let late = Spent { timeout: Timeout::of(Some(&late), ms(1000), meanwhile), ..spent };
            let told = late.timeout_words().unwrap();
            assert!(told.starts_with("allowed 1000 ms, used ") && told.ends_with(words), "{told}");
            let line = serde_json::to_string(&late).unwrap();
            assert_eq!(serde_json::from_str::<Spent>(&line).unwrap(), late, "{line}");
        }
        // Records of strangers hold any numbers.
        let most = Meanwhile { referee_us: None, processors: u32::MAX, busy_us: u64::MAX, idle_us: u64::MAX };
        let timeout = Some(Timeout { allowed_us: u64::MAX, meanwhile: most });
        let told = Spent { timeout, ..whole }.timeout_words().unwrap();
        assert!(told.contains("processors meanwhile 1 % busy"), "{told}");
        let wrong = Fault::new(FaultKind::Illegal, "");
        assert_eq!([Some(&wrong), None].map(|fault| Timeout::of(fault, ms(1000), now)), [None, None]);
    }

    #[test]
    fn corrected_time_is_never_negative() {
        let spent =
            Spent::new(Duration::from_millis(1), Some(Duration::from_micros(7)), Duration::from_secs(1));
        assert_eq!(spent.corrected(), Duration::ZERO);
        assert_eq!((spent.wall(), spent.cpu()), (Duration::from_millis(1), Some(Duration::from_micros(7))));
    }
}
