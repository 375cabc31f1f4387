//! Memory that programs have the kernel hold, in pairs of sockets and for files. No process shows it as its own.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use rustix::fs::statvfs;
use rustix::process::Pid;

use crate::isolation::BOX_SCRATCH;
use crate::machine::value_of;

/// So many sockets are free: programs that wait for several things at a time use some.
const FREE: u64 = 64;

/// What one socket holds at most if `/proc` does not have it: the usual size, twice.
const USUAL: u64 = 2 * 212_992;

/// The most bytes that so many sockets can hold, [`FREE`] of them apart. The filter of system calls keeps them at the
/// size that the machine gives all; the last message may go beyond it.
pub(super) fn most_in_sockets(sockets: u64) -> u64 {
    let extra = sockets.saturating_sub(FREE);
    if extra == 0 {
        return 0;
    }
    let size = value_of("", "/proc/sys/net/core/wmem_default").and_then(|size| size.parse::<u64>().ok());
    extra.saturating_mul(size.map_or(USUAL, |size| size.saturating_mul(2)))
}

/// All sockets of a box, which has a separate network, including those in transit through other sockets.
pub(super) fn sockets_of_box(inside: Pid) -> u64 {
    let used = value_of("sockets: used ", format!("/proc/{}/net/sockstat", inside.as_raw_nonzero()));
    used.and_then(|used| used.parse().ok()).unwrap_or(0)
}

/// Sockets that these processes have open, each counted once however many hold it. They are only looked for where there
/// are more open files than [`FREE`], which the kernel reports since Linux 6.2; a fence needs a newer one.
pub(super) fn sockets_of<'a>(processes: impl Iterator<Item = &'a i32> + Clone) -> u64 {
    let folder = |process: &i32| format!("/proc/{process}/fd");
    let listed = |process: &i32| fs::read_dir(folder(process)).into_iter().flatten().flatten();
    let open = |process: &i32| fs::metadata(folder(process)).map_or(0, |found| found.size());
    if processes.clone().map(open).sum::<u64>() <= FREE {
        return 0;
    }
    let targets = processes.flat_map(listed).filter_map(|file| fs::read_link(file.path()).ok());
    let is_socket = |target: &PathBuf| target.as_os_str().as_encoded_bytes().starts_with(b"socket:");
    targets.filter(is_socket).collect::<BTreeSet<_>>().len() as u64
}

/// What the kernel holds for a file or folder in memory, however little it has in it: 390 MiB were measured for 322,500 files.
const FILE: u64 = 1280;

/// The bytes that the kernel holds for the files in the scratch folder of a box, their contents apart.
pub(super) fn for_files_of_box(inside: Pid) -> u64 {
    let scratch = format!("/proc/{}/root{BOX_SCRATCH}", inside.as_raw_nonzero());
    let files = statvfs(scratch).map_or(0, |found| found.f_files.saturating_sub(found.f_ffree));
    files.saturating_mul(FILE)
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn sockets_are_counted_beyond_those_that_are_free() {
        let own = [std::process::id().cast_signed()];
        assert_eq!((most_in_sockets(0), most_in_sockets(FREE)), (0, 0));
        assert!(most_in_sockets(FREE + 3) >= 3 * 4096);
        let pairs: Vec<_> = (0..FREE).map(|_| UnixStream::pair().unwrap()).collect();
        let open = sockets_of(own.iter());
        assert!(open >= 2 * FREE, "{open}");
        assert!(sockets_of_box(rustix::process::getpid()) >= 2 * FREE);
        // Held twice, they are no more; other tests may have some meanwhile.
        let copies: Vec<_> =
            pairs.iter().map(|(one, other)| [one, other].map(|end| end.try_clone().unwrap())).collect();
        let with_copies = sockets_of(own.iter().chain(&own));
        assert!(with_copies < open + FREE, "{with_copies}, {open} before");
        drop((pairs, copies));
    }
}
