//! Signs of life of long work. They are seen on a terminal only, between the lines of standard error.

use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plyground_arena::job::Progress;

use crate::stdio;

/// A bar for work whose size is known.
///
/// # Panics
///
/// Never: the template is right.
pub fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
    stdio::show(ProgressBar::new(0).with_style(style.expect("the template is right")))
}

/// Says what is going on, and for how long, where nobody knows the end.
///
/// # Panics
///
/// Never: the template is right.
pub fn spinner(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    let spinner = stdio::show(ProgressBar::new_spinner().with_style(style.expect("the template is right")));
    spinner.set_message(what);
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(200));
    }
    spinner
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
