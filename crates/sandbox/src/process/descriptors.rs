//! Descriptors that programs inherit: only those that are meant for them.

use std::io;

/// Makes programs that are started from now on inherit no descriptor of this process, from any part of its code.
/// Programs could otherwise write to files and pipes that are not theirs.
#[allow(unsafe_code, reason = "close_range has no safe form here")]
pub(super) fn keep_descriptors() -> io::Result<()> {
    // SAFETY: with this flag nothing is closed in this process; the call has no pointers.
    let kept =
        unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if kept == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
