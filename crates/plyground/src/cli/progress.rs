//! Signs of life of long work. They are seen on a terminal only, between the lines of standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

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
