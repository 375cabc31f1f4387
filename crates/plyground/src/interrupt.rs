//! Ctrl-C for long work: once to finish what runs, twice to stop at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::{Exit, Failure};

/// A flag that the first Ctrl-C (or `kill`) raises; the second ends the process with status 130.
///
/// # Errors
///
/// If the system refuses.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the second signal finds the flag raised by the first.
        flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
