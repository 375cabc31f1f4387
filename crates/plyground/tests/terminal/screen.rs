//! What a person sees: the screen of a terminal, drawn from all that is written to it.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use vt100::{Callbacks, Color, Parser};

/// So many that nothing scrolls away.
pub(crate) const ROWS: u16 = 2000;

/// A screen that a thread draws and others look at.
pub(crate) struct Screen {
    parser: Mutex<Parser<Prompt>>,
    /// Whether nobody can write any more.
    is_closed: AtomicBool,
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

impl Screen {
    /// An empty one.
    pub(crate) fn new(columns: u16) -> Self {
        let [rows, columns] = [ROWS, columns].map(|number| NonZeroU16::new(number).expect("a size"));
        let parser = Parser::new_with_callbacks(rows, columns, 0, Prompt::default());
        Self { parser: Mutex::new(parser), is_closed: AtomicBool::new(false) }
    }

    fn parser(&self) -> MutexGuard<'_, Parser<Prompt>> {
        self.parser.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws what was written.
    pub(crate) fn draw(&self, bytes: &[u8]) {
        self.parser().process(bytes);
    }

    /// Nothing will be written any more.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Whether the command has ended, or nobody can tell any more.
    pub(crate) fn is_over(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed) || self.ended().is_some()
    }

    /// How and when the command has ended.
    pub(crate) fn ended(&self) -> Option<(i32, Instant)> {
        self.parser().callbacks().ended
    }

    /// The text, with lines whole that are longer than the screen is wide.
    pub(crate) fn text(&self) -> String {
        self.parser().screen().contents()
    }

    /// What a command has wrongly left on the terminal, where the next command is typed.
    pub(crate) fn remains(&self) -> Vec<String> {
        let parser = self.parser();
        let screen = parser.screen();
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
