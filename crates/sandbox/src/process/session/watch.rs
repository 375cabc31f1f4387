//! What a session and the thread that watches its program have in common, and that thread.

use std::collections::VecDeque;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Line, Session};
use crate::process::supervise::Supervisor;
use crate::process::{End, Report, SpawnError};

/// How far a program has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stage {
    #[default]
    Talking,
    /// No more lines will come.
    Silent,
    /// It has ended.
    Over,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    pub(super) changed: Condvar,
    /// Written to when the watcher has something to do.
    pub(super) wake: OwnedFd,
}

#[derive(Debug, Default)]
pub(super) struct State {
    /// To be sent.
    pub(super) input: Vec<u8>,
    pub(super) close_input: bool,
    pub(super) kill: bool,
    /// Received: complete lines, and the last words.
    pub(super) lines: VecDeque<Line>,
    /// What all lines count for.
    pub(super) waiting: usize,
    /// Whether the program is to stand still.
    pub(super) is_frozen: bool,
    /// How often the watcher was asked for something, and how much of that it has done.
    pub(super) asked: u64,
    pub(super) done: u64,
    pub(super) cpu: Duration,
    /// What it waited and counts all the same, by the last look.
    pub(super) unexcused: Duration,
    /// For how long the watcher was kept from watching, by the last look.
    pub(super) unwatched: Duration,
    /// The time that the program has had by the last look, at least.
    pub(super) clock: Duration,
    /// What the program has had at most when the watcher did what it was last asked for.
    pub(super) latest: Duration,
    pub(super) stage: Stage,
}

impl State {
    /// Takes a line for the program.
    pub(super) fn put_in(&mut self, line: &str) {
        if self.stage != Stage::Over {
            self.input.extend_from_slice(line.as_bytes());
            self.input.push(b'\n');
        }
    }

    fn put(&mut self, bytes: Vec<u8>, complete: bool) {
        let line = Line { bytes, complete, at: Instant::now(), clock: self.clock };
        self.waiting += line.size();
        self.lines.push_back(line);
    }
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wake(&self) {
        // A counter that is full has been written to, which is all that is wanted.
        let _ = rustix::io::write(&self.wake, &1u64.to_ne_bytes());
    }
}

/// The thread of a session: moves lines between the caller and the program until it has ended.
pub(super) fn watch(mut supervisor: Supervisor, shared: &Shared, most: usize) -> Result<Report, SpawnError> {
    loop {
        let over = supervisor.step(Some(shared.wake.as_fd()), Session::LONGEST_LINE);
        let mut count = [0; 8];
        let _ = rustix::io::read(&shared.wake, &mut count);
        let mut state = shared.state();
        let was_asked = state.done < state.asked;
        if was_asked || supervisor.stdout.contains(&b'\n') {
            // What has ended may have given its number to another.
            if !over {
                supervisor.look_anew();
                supervisor.set_frozen(state.is_frozen);
            }
            state.done = state.asked;
        }
        let input = std::mem::take(&mut state.input);
        let asks = !input.is_empty();
        supervisor.feed(&input);
        if was_asked {
            // Not when the caller comes to read it: that may be much later.
            state.latest =
                if asks { supervisor.clock_when_asked() } else { supervisor.clock.latest(Instant::now()) };
        }
        if supervisor.input.len() > most {
            // It has left unread more than it may write: it will not play on.
            supervisor.end_with(End::Closed);
        }
        if state.close_input {
            supervisor.close_input();
        }
        if state.kill {
            supervisor.end_with(End::Closed);
        }
        state.cpu = supervisor.clock.cpu;
        state.unexcused = supervisor.clock.unexcused;
        state.unwatched = supervisor.clock.unwatched;
        state.clock = supervisor.clock.known();
        take_lines(&mut supervisor.stdout, &mut state);
        if state.waiting > most {
            supervisor.end_with(End::StdoutFlood);
        }
        if supervisor.stdout_ended {
            state.stage = Stage::Silent;
        }
        drop(state);
        shared.changed.notify_all();
        if over {
            break;
        }
    }
    let finished = supervisor.finish();
    let mut state = shared.state();
    if let Ok((report, _)) = &finished {
        let mut rest = report.stdout.clone();
        take_lines(&mut rest, &mut state);
        if !rest.is_empty() {
            state.put(rest, false);
        }
    }
    state.stage = Stage::Over;
    drop(state);
    shared.changed.notify_all();
    finished.map(|(report, _)| report)
}

/// Moves complete lines out of what was read.
fn take_lines(read: &mut Vec<u8>, state: &mut State) {
    let mut start = 0;
    while let Some(length) = read[start..].iter().position(|&byte| byte == b'\n') {
        let line = &read[start..start + length];
        state.put(line.strip_suffix(b"\r").unwrap_or(line).to_vec(), true);
        start += length + 1;
    }
    read.drain(..start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart_however_they_arrive() {
        let text = b"one\r\ntwo\n\nthr\0ee\nlast";
        for cut in 0..text.len() {
            let (mut state, mut read) = (State::default(), Vec::new());
            for piece in [&text[..cut], &text[cut..]] {
                read.extend_from_slice(piece);
                take_lines(&mut read, &mut state);
            }
            let lines: Vec<&[u8]> = state.lines.iter().map(|line| line.bytes.as_slice()).collect();
            assert_eq!(lines, [b"one".as_slice(), b"two", b"", b"thr\0ee"], "cut at {cut}");
            assert_eq!((read.as_slice(), state.waiting), (b"last".as_slice(), 16));
        }
    }

    #[test]
    fn empty_lines_count() {
        let mut state = State::default();
        take_lines(&mut b"\n\r\n\n".to_vec(), &mut state);
        assert_eq!((state.lines.len(), state.waiting), (3, 3));
    }
}
