//! Signs of life of long work. They are seen on a terminal only, between the lines of standard error.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plyground_arena::job::Progress;
use plyground_core::counted;

use crate::stdio;

/// A bar for work whose size is known.
pub fn bar() -> ProgressBar {
    stdio::show(ProgressBar::new(0).with_style(style("{wide_bar} {pos}/{len} {msg}")))
}

/// Says what is going on, and for how long, where nobody knows the end.
pub fn spinner(what: &'static str) -> ProgressBar {
    let spinner = stdio::show(ProgressBar::new_spinner().with_style(style("{spinner} {msg} {elapsed}")));
    spinner.set_message(what);
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(200));
    }
    spinner
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is right")
}

/// How far a run has come: a bar on a terminal, otherwise a line now and then.
pub(crate) struct Display {
    pub(crate) bar: ProgressBar,
    start: Instant,
    shown: Instant,
    /// What was done when the run began.
    before: Option<usize>,
}

/// Between two lines where there is no terminal.
const LINES: Duration = Duration::from_secs(10);

impl Display {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { bar: bar(), start: now, shown: now, before: None }
    }

    /// Whether something is to be shown again: on a bar after this pause.
    pub(crate) fn is_due(&mut self, pause: Duration) -> bool {
        let is_due = self.shown.elapsed() >= if self.bar.is_hidden() { LINES } else { pause };
        if is_due {
            self.shown = Instant::now();
        }
        is_due
    }

    /// How long the rest will take, in words, as far as that is known.
    pub(crate) fn time_left(&mut self, done: usize, of: usize) -> Option<String> {
        let before = *self.before.get_or_insert(done);
        let pace = Progress {
            done: done as u64,
            left: (of - done) as u64,
            here: done.saturating_sub(before) as u64,
            elapsed: self.start.elapsed(),
            words: None,
        };
        pace.time_left().map(|left| format!("about {} left", HumanDuration(left)))
    }

    /// Says how much is done of so many things with this name, and more about it.
    pub(crate) fn say(&self, done: usize, of: usize, noun: &str, more: String, err: &mut dyn Write) {
        if self.bar.is_hidden() {
            // Standard error takes every write.
            let _ = writeln!(err, "{done} of {}; {more}", counted(of, noun));
            return;
        }
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(more);
    }
}

/// Moves a bar, and says what is known and how long the rest will take.
pub fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.done + progress.left);
    bar.set_position(progress.done);
    let time = progress.time_left().map(|left| HumanDuration(Duration::from_secs(left.as_secs())));
    match (&progress.words, time) {
        (Some(words), Some(time)) => bar.set_message(format!("{words} {time} left or more")),
        (Some(words), None) => bar.set_message(words.clone()),
        (None, Some(time)) => bar.set_message(format!("about {time} left")),
        (None, None) => {}
    }
}
