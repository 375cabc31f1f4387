//! Workers on threads of their own: as many as can be had.

use std::io;
use std::thread::{Builder, Scope};

/// Has `count` threads do the same work, or as many as start: fewer come to the same results, later.
///
/// # Errors
///
/// If none starts.
pub(crate) fn start_all<'scope, W>(scope: &'scope Scope<'scope, '_>, count: usize, work: W) -> io::Result<()>
where
    W: FnOnce() + Clone + Send + 'scope,
{
    for started in 0..count {
        match Builder::new().spawn_scoped(scope, work.clone()) {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(())
}
