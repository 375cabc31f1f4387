//! A person at a terminal: types a command, looks at the screen, types more.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{self, Command, Pty};
use rustix::process::Pid;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::kin::Kin;
use super::screen::{END, ROWS, Screen};
use crate::blocks::PROGRAM;
use crate::interrupt::is_long;

/// Ctrl-C, which a terminal makes a signal of.
pub(crate) const CTRL_C: &str = "\x03";

/// Ctrl-D, which a terminal makes the end of the input of.
pub(crate) const CTRL_D: &str = "\x04";

/// How wide a terminal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Columns(u16),
    /// It does not say, as some do: 80 columns, and a size of 0x0.
    Unknown,
}

/// As most are.
pub(crate) const USUAL: Width = Width::Columns(80);

/// A telephone.
pub(crate) const NARROW: Width = Width::Columns(40);

/// The others that are tried.
pub(crate) const UNUSUAL: [Width; 2] = [NARROW, Width::Unknown];

/// Nothing takes so long but what never ends.
pub(crate) const HANG: Duration = Duration::from_secs(240);

/// What the shell runs: the command as a job in the foreground, as shells do for people. Then it says how that ended. A
/// job that Ctrl-C has ended may end the script: Bash leaves it as if it had got the signal itself, others send it to
/// themselves. The shell stays until nobody needs the terminal any more: when it ends, what was not read is dropped,
/// and what was left behind on the terminal may be ended too.
fn script(line: &str) -> String {
    format!(
        r#"end() {{
    trap - EXIT
    printf '\033]2;{END}%s\007' "$1"
    read -r bye
    exit
}}
if [ -n "$BASH_VERSION" ]; then trap 'end "$?"' EXIT; else trap 'end 130' INT; fi
{line}
end "$?""#
    )
}

/// A terminal on which a command runs.
pub(crate) struct Session {
    line: String,
    shell: Child,
    terminal: Arc<Pty>,
    screen: Arc<Screen>,
    reader: Option<JoinHandle<()>>,
    kin: Kin,
    modes: String,
}

/// How a command ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// What was typed.
    line: String,
    /// Its status, as shells report it: 130 if Ctrl-C ended it.
    pub(crate) status: i32,
    /// When that was.
    pub(crate) at: Instant,
    pub(crate) text: String,
}

impl Ended {
    /// What is wrong, with the command before it and the screen below it.
    pub(crate) fn problem(&self, what: &str) -> String {
        problem(&self.line, what, &self.text)
    }
}

fn problem(line: &str, what: &str, text: &str) -> String {
    format!("$ {line}\n  {what}\n--- screen\n{text}\n---")
}

impl Session {
    /// Types a line of shell in a folder, which is also `HOME`.
    pub(crate) fn start(line: &str, folder: &Path, width: Width) -> Self {
        let (terminal, lower) = blocking::open().expect("a terminal");
        let (size, columns) = match width {
            Width::Columns(columns) => (Size::new(ROWS, columns), columns),
            Width::Unknown => (Size::new(0, 0), 80),
        };
        terminal.resize(size).expect("a terminal has a size");
        // Ctrl-C would drop what was written and not read yet, which is not always the same.
        let mut modes = tcgetattr(&terminal).expect("a terminal has modes");
        modes.local_modes |= LocalModes::NOFLSH;
        tcsetattr(&terminal, OptionalActions::Now, &modes).expect("modes can be set");
        let programs = Path::new(PROGRAM).parent().expect("a program lies in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        // Tests in the background ignore Ctrl-C, and so would all that they start: `env` mends that.
        let mut command = Command::new("env")
            .args(["--default-signal=INT", "sh", "-m", "-c", &script(line)])
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("HOME", folder)
            .env("TERM", "xterm-256color");
        if !is_long() {
            command = command.env("PLYGROUND_GRACE_MS", "60000");
        }
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            command = command.env_remove(name);
        }
        let modes = shown_modes(&terminal);
        let (kin, shell) = Kin::start(|| command.spawn(lower));
        let shell = shell.expect("a shell");
        let (terminal, screen) = (Arc::new(terminal), Arc::new(Screen::new(columns)));
        let reader = {
            let (terminal, screen) = (Arc::clone(&terminal), Arc::clone(&screen));
            std::thread::spawn(move || read(&terminal, &screen))
        };
        Self { line: line.to_owned(), shell, terminal, screen, reader: Some(reader), kin, modes }
    }

    pub(crate) fn types(&self, text: &str) {
        (&*self.terminal).write_all(text.as_bytes()).expect("a terminal takes what is typed");
    }

    pub(crate) fn text(&self) -> String {
        self.screen.text()
    }

    /// The processes of the command, which the shell is not one of.
    pub(crate) fn processes(&self) -> Vec<String> {
        let shell = Pid::from_child(&self.shell);
        self.kin.running().into_iter().filter_map(|(pid, line)| (pid != shell).then_some(line)).collect()
    }

    /// Waits until the text of the screen is as wanted. Fails if it is not in time, or the command has ended before.
    pub(crate) fn until(
        &self,
        limit: Duration,
        what: &str,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<(), String> {
        let seen = self.screen.wait(Instant::now() + limit, is_wanted);
        seen.map_err(|why| self.problem(&format!("{why}: {what}")))
    }

    /// Waits until the command runs one of our programs, and, where it is to say something after Ctrl-C, until that
    /// catches it. Fails if that does not happen.
    pub(crate) fn until_at_work(&self, catches: bool) -> Result<(), String> {
        // As the system names it, which follows links.
        let program = Path::new(PROGRAM).canonicalize().expect("a program");
        let deadline = Instant::now() + HANG;
        while !self.kin.runs_from(program.parent().expect("a folder"), catches) {
            if Instant::now() > deadline {
                return Err(self.problem("none of our programs was at work"));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Waits until the command has started a process with this among its words. What the shell has forked says the
    /// shell's own words, this line of shell among them, until it becomes the program: that does not count, as a Ctrl-C
    /// that comes before is lost. Fails if it has not in time.
    pub(crate) fn until_started(&self, limit: Duration, words: &str) -> Result<(), String> {
        let deadline = Instant::now() + limit;
        let script = script(&self.line);
        let has_started = |line: &String| line.contains(words) && !line.contains(&script);
        while !self.processes().iter().any(has_started) {
            if Instant::now() > deadline {
                return Err(self.problem(&format!("not started within {limit:?}: {words}")));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Waits until the command has ended, and looks whether everything is as it was before. What does not end is
    /// killed. Fails if it does not end in time, leaves processes, or leaves the terminal in another state.
    pub(crate) fn end(self, limit: Duration) -> Result<Ended, String> {
        self.end_in(limit, if is_long() { Duration::from_millis(500) } else { HANG })
    }

    /// The same; its processes may take this long to go.
    pub(crate) fn end_in(self, limit: Duration, to_go: Duration) -> Result<Ended, String> {
        let Some((status, at)) = self.screen.end(Instant::now() + limit) else {
            let running = self.processes().join("; ");
            return Err(self.problem(&format!("has not ended within {limit:?}; this runs: {running}")));
        };
        let mut remains = self.screen.remains();
        let modes = shown_modes(&self.terminal);
        if modes != self.modes {
            remains.push(format!("the terminal's modes are {modes}; they were {}", self.modes));
        }
        remains.extend(self.left(at + to_go).into_iter().map(|line| format!("still runs: {line}")));
        let text = self.text();
        let found = if remains.is_empty() {
            Ok(Ended { line: self.line.clone(), status, at, text })
        } else {
            Err(self.problem(&format!("ended with {status}, but: {}", remains.join("; "))))
        };
        // The shell goes by itself, and then nobody is left who could write.
        self.types("\n");
        let deadline = Instant::now() + to_go;
        while Instant::now() < deadline && !self.reader.as_ref().is_none_or(JoinHandle::is_finished) {
            sleep(Duration::from_millis(2));
        }
        found
    }

    /// Processes of the command that do not go. One that is just becoming another program is overlooked for a moment.
    fn left(&self, deadline: Instant) -> Vec<String> {
        let mut looks_without = 0;
        loop {
            let left = self.processes();
            looks_without = if left.is_empty() { looks_without + 1 } else { 0 };
            if looks_without == 3 || Instant::now() > deadline {
                return left;
            }
            sleep(Duration::from_millis(10));
        }
    }

    fn problem(&self, what: &str) -> String {
        problem(&self.line, what, &self.text())
    }
}

impl Drop for Session {
    /// Ends all that is left, and the terminal.
    fn drop(&mut self) {
        self.kin.kill();
        let ended = self.shell.wait();
        let read = self.reader.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_ok() && read.is_none_or(|read| read.is_ok()));
    }
}

/// Draws what is written, until nobody is left to write: then there is an error (`EIO`), not an end.
fn read(mut terminal: &Pty, screen: &Screen) {
    let mut bytes = [0; 1 << 12];
    loop {
        match terminal.read(&mut bytes) {
            Ok(length @ 1..) => screen.draw(&bytes[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
        }
    }
    screen.close();
}

/// What the terminal does with what is typed and written, as text.
fn shown_modes(terminal: &Pty) -> String {
    format!("{:?}", tcgetattr(terminal).expect("a terminal has modes"))
}
