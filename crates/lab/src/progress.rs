//! Signs of life of long computations.

use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar};
pub(crate) use plyground::cli::progress::{bar, spinner};
use plyground_arena::job::Progress;

/// Moves a bar, and says what is known and how long the rest will take.
pub(crate) fn show(bar: &ProgressBar, progress: &Progress) {
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
