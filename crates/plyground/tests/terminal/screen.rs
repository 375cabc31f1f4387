//! What a person sees: the screen of a terminal, drawn from all that is written to it.

use std::num::NonZeroU16;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use vt100::{Callbacks, Color, Parser};

/// So many that nothing scrolls away.
pub(crate) const ROWS: u16 = 2000;

/// A screen that a thread draws and others look at.
pub(crate) struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: Parser<Prompt>,
    /// Whether nobody can write any more.
    is_closed: bool,
}

/// What the shell says when a command has ended: its status, in the title of the window, where it changes nothing on
/// the screen.
#[derive(Default)]
struct Prompt {
    ended: Option<(i32, Instant)>,
}

/// What the title begins with at the end of a command; its status follows.
pub(crate) const END: &str = "ended with ";

impl Callbacks for Prompt {
    fn set_window_title(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        let status = std::str::from_utf8(title).ok().and_then(|title| title.strip_prefix(END)?.parse().ok());
        self.ended = self.ended.or_else(|| Some((status?, Instant::now())));
    }
}

/// Between two looks at a screen that changes: a screen is large.
const LOOK: Duration = Duration::from_millis(20);

impl Screen {
    /// An empty one.
    pub(crate) fn new(columns: u16) -> Self {
        let size = [ROWS, columns].map(|number| NonZeroU16::new(number).expect("a size"));
        let parser = Parser::new_with_callbacks(size[0], size[1], 0, Prompt::default());
        Self { state: Mutex::new(State { parser, is_closed: false }), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws what was written.
    pub(crate) fn draw(&self, bytes: &[u8]) {
        self.state().parser.process(bytes);
        self.changed.notify_all();
    }

    /// Nothing will be written any more.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// The text, with lines whole that are longer than the screen is wide.
    pub(crate) fn text(&self) -> String {
        self.state().parser.screen().contents()
    }

    /// Waits until the text is as wanted. Fails if the command has ended, or time is up.
    pub(crate) fn wait(
        &self,
        deadline: Instant,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<(), &'static str> {
        let mut state = self.state();
        loop {
            if is_wanted(&state.parser.screen().contents()) {
                return Ok(());
            }
            if state.parser.callbacks().ended.is_some() || state.is_closed {
                return Err("ended before this was seen");
            }
            drop(self.changes(state, deadline).ok_or("not seen in time")?);
            std::thread::sleep(LOOK);
            state = self.state();
        }
    }

    /// Waits until the command has ended; `None` if it has not, or nobody can tell.
    pub(crate) fn end(&self, deadline: Instant) -> Option<(i32, Instant)> {
        let mut state = self.state();
        while state.parser.callbacks().ended.is_none() && !state.is_closed {
            state = self.changes(state, deadline)?;
        }
        state.parser.callbacks().ended
    }

    /// Waits until something is drawn; `None` if nothing is.
    fn changes<'a>(&self, state: MutexGuard<'a, State>, deadline: Instant) -> Option<MutexGuard<'a, State>> {
        let left = deadline.checked_duration_since(Instant::now())?;
        let (state, time) = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        (!time.timed_out()).then_some(state)
    }

    /// What a command has wrongly left on the terminal, where the next command is typed.
    pub(crate) fn remains(&self) -> Vec<String> {
        let state = self.state();
        let screen = state.parser.screen();
        let colors = [screen.fgcolor(), screen.bgcolor()];
        let attributes = [screen.bold(), screen.dim(), screen.italic(), screen.underline(), screen.inverse()]
            .contains(&true);
        let keys = screen.application_keypad() || screen.application_cursor() || screen.bracketed_paste();
        let (row, _) = screen.cursor_position();
        [
            (screen.hide_cursor(), "the cursor is hidden"),
            (screen.alternate_screen(), "the other screen is shown"),
            (attributes || colors != [Color::Default; 2], "what is typed next has a colour or an attribute"),
            (keys, "keys say something else"),
            (screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None, "the mouse is caught"),
            (row + 1 == ROWS, "there was more than the screen holds"),
        ]
        .into_iter()
        .filter(|(is_so, _)| *is_so)
        .map(|(_, what)| what.to_owned())
        .collect()
    }
}

/// A line with a bar or a spinner, which are drawn with blocks and Braille.
pub(crate) fn drawn(text: &str) -> Option<&str> {
    let is_drawn = |c: char| matches!(c, '\u{2580}'..='\u{259f}' | '\u{2800}'..='\u{28ff}');
    text.lines().find(|line| line.chars().any(is_drawn))
}
