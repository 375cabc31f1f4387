//! The filter of system calls that programs run under at every level above `none`.
//!
//! It refuses what a game-playing program has no use for and what goes through the walls: sockets of any kind but
//! connected pairs, keyrings, locks and watches on files that others can open too, shared memory that no file bounds,
//! other processes' limits and scheduling, tracing, and calls that only widen the kernel's surface. A refused call
//! fails with `EPERM`; new calls that have an older form fail with `ENOSYS`, so that libraries fall back to the form
//! that can be judged by its arguments.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};

use super::Obstacle;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Numbers by their names in the C library's bindings, and after a semicolon those that have their names here.
macro_rules! numbers {
    ($($of_libc:ident)* $(; $($own:ident)*)?) => { &[$(libc::$of_libc,)* $($($own),*)?] };
}

/// Refused with any arguments.
const REFUSED: &[c_long] = numbers! {
    // Sockets: a pair of connected ones is harmless and stays.
    SYS_socket SYS_bind SYS_connect SYS_listen
    // Channels to others that share a user, a key or an open file.
    SYS_keyctl SYS_add_key SYS_request_key SYS_flock SYS_inotify_init1 SYS_fanotify_init
    SYS_shmget SYS_shmat SYS_semget SYS_msgget SYS_mq_open
    // A page in a pipe stays when its process lets go of it, and a large page stays whole.
    SYS_vmsplice
    // Other processes.
    SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_process_madvise SYS_kcmp SYS_pidfd_getfd
    SYS_setpriority SYS_ioprio_set
    // The processors that a program may use are chosen for it, and how much of them: one that chose to starve would
    // have its clock stand.
    SYS_sched_setaffinity SYS_sched_setscheduler SYS_sched_setparam SYS_sched_setattr
    SYS_move_pages SYS_migrate_pages
    // Which pages of a file are in memory: what one program read, another would know; `CACHESTAT` tells it, too.
    SYS_mincore
    // The machine.
    SYS_mount SYS_umount2 SYS_pivot_root SYS_chroot SYS_setns SYS_unshare
    SYS_open_tree SYS_move_mount SYS_fsopen SYS_fsmount SYS_fsconfig SYS_fspick SYS_mount_setattr
    SYS_open_by_handle_at SYS_name_to_handle_at SYS_bpf SYS_perf_event_open SYS_userfaultfd
    SYS_kexec_load SYS_init_module SYS_finit_module SYS_delete_module SYS_reboot
    SYS_swapon SYS_swapoff SYS_acct SYS_quotactl SYS_syslog
    SYS_settimeofday SYS_clock_settime SYS_clock_adjtime SYS_adjtimex
    SYS_sethostname SYS_setdomainname SYS_vhangup SYS_lookup_dcookie SYS_nfsservctl;
    CACHESTAT
};

/// Calls of the x86-64 that other machines do not have.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[c_long] = numbers! { SYS_inotify_init SYS_iopl SYS_ioperm SYS_modify_ldt SYS_uselib };
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[c_long] = &[];

/// What belongs to a file besides its content: rights, owner, times, attributes. Landlock guards none of it, so where
/// nothing else keeps the files of others away it is refused for all.
const OF_FILES: &[c_long] = numbers! {
    SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_utimensat
    SYS_setxattr SYS_lsetxattr SYS_fsetxattr SYS_removexattr SYS_lremovexattr SYS_fremovexattr;
    FCHMODAT2 SETXATTRAT REMOVEXATTRAT FILE_SETATTR
};

/// Older forms of the same that only the x86-64 has.
#[cfg(target_arch = "x86_64")]
const OF_FILES_HERE: &[c_long] =
    numbers! { SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat };
#[cfg(not(target_arch = "x86_64"))]
const OF_FILES_HERE: &[c_long] = &[];

// Not in every version of the C library's bindings. Calls as new as these have the same numbers on all machines.
const CACHESTAT: c_long = 451;
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;
const F_SETSIG: i32 = 10;
const PR_SCHED_CORE: i32 = 62;
const RWF_DONTCACHE: i32 = 0x80;

const FILE_COMMANDS: &[i32] =
    numbers! { F_SETLK F_SETLKW F_OFD_SETLK F_OFD_SETLKW F_SETLEASE F_NOTIFY; F_SETSIG };
const NAMESPACES: &[i32] = numbers! {
    CLONE_NEWUSER CLONE_NEWNS CLONE_NEWPID CLONE_NEWNET CLONE_NEWIPC CLONE_NEWUTS CLONE_NEWCGROUP
};

/// How an argument compares to a value.
type Compare = fn(u64) -> SeccompCmpOp;
const IS: Compare = |_| SeccompCmpOp::Eq;
const IS_NOT: Compare = |_| SeccompCmpOp::Ne;
const HAS_ALL_BITS: Compare = SeccompCmpOp::MaskedEq;

/// Calls that are refused where an argument, counted from 0, compares so to one of these values.
const JUDGED: &[(c_long, u8, Compare, &[i32])] = &[
    // Limits of another process than the caller itself, which is 0.
    (libc::SYS_prlimit64, 0, IS_NOT, &[0]),
    // Commands that lock, lease or watch a file, and the one that chooses a signal for its events: `SIGCONT` would wake
    // a stopped program.
    (libc::SYS_fcntl, 1, IS, FILE_COMMANDS),
    // Reading only what is in memory, and reading what leaves no trace there: bits that a program could keep between
    // turns.
    (libc::SYS_preadv2, 5, HAS_ALL_BITS, &[libc::RWF_NOWAIT, RWF_DONTCACHE]),
    // Has a file leave memory.
    (libc::SYS_fadvise64, 3, IS, &[libc::POSIX_FADV_DONTNEED]),
    // Has pages leave memory, those of files among them.
    (libc::SYS_madvise, 2, IS, &[libc::MADV_PAGEOUT]),
    // Memory that processes share and that is no file's. It stays when the process that filled it lets go of it, and
    // then none shows it.
    (libc::SYS_mmap, 3, HAS_ALL_BITS, &[libc::MAP_SHARED | libc::MAP_ANONYMOUS]),
    // Options of sockets that have the kernel hold more for them than it does for all.
    (libc::SYS_setsockopt, 2, IS, &[libc::SO_SNDBUF, libc::SO_SNDBUFFORCE]),
    // Core scheduling keeps other programs off the processor that shares a core with the program's own.
    (libc::SYS_prctl, 0, IS, &[PR_SCHED_CORE]),
    // Flags that make namespaces.
    (libc::SYS_clone, 0, HAS_ALL_BITS, NAMESPACES),
];

/// As if the kernel did not know them.
const UNKNOWN: &[c_long] = numbers! {
    SYS_clone3 SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register
    // Files in memory without a name: no size of a file system bounds them, and no process shows them.
    SYS_memfd_create SYS_memfd_secret
};

/// Calls that do nothing and succeed. A program that yields again and again is always ready and never runs: a clock
/// that leaves out waiting would stop.
const NOTHING: &[c_long] = &[libc::SYS_sched_yield];

/// The filters, to be installed one after the other. A call that several judge gets the strictest
/// answer.
pub(super) fn programs() -> Result<Vec<BpfProgram>, Obstacle> {
    let refused = REFUSED.iter().chain(REFUSED_HERE).map(|&call| (call, Vec::new()));
    let mut rules: Rules = refused.collect();
    for &(call, argument, compare, values) in JUDGED {
        rules.entry(call).or_default().extend(any(argument, values, compare)?);
    }
    let mut refusing = compile(rules, libc::EPERM)?;
    if cfg!(target_arch = "x86_64") {
        refusing.splice(0..0, refuse_x32());
    }
    let all = |calls: &[c_long]| calls.iter().map(|&call| (call, Vec::new())).collect();
    Ok(vec![refusing, compile(all(UNKNOWN), libc::ENOSYS)?, compile(all(NOTHING), 0)?])
}

/// A further filter, for programs that no box keeps from the files of others.
pub(super) fn for_files() -> Result<BpfProgram, Obstacle> {
    let refused = OF_FILES.iter().chain(OF_FILES_HERE).map(|&call| (call, Vec::new()));
    compile(refused.collect(), libc::EPERM)
}

fn compile(rules: Rules, errno: i32) -> Result<BpfProgram, Obstacle> {
    let architecture = std::env::consts::ARCH.try_into().map_err(shown)?;
    let refusal = SeccompAction::Errno(errno.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture)
        .and_then(TryInto::try_into)
        .map_err(shown)
}

/// They apply where the lower half of an argument compares to one of the values; the kernel ignores the upper half of these.
fn any(argument: u8, values: &[i32], compare: Compare) -> Result<Vec<SeccompRule>, Obstacle> {
    let rule = |value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare(value), value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
            .map_err(shown)
    };
    values.iter().map(|value| rule(value.cast_unsigned().into())).collect()
}

fn shown(error: impl std::fmt::Display) -> Obstacle {
    Obstacle::NoFilter(error.to_string())
}

/// Refuses the calls of the x32 machine, which count as x86-64 but have numbers of their own, so that
/// a list of numbers does not meet them.
fn refuse_x32() -> [sock_filter; 3] {
    const X32: u32 = 0x4000_0000;
    const ERRNO: u32 = 0x0005_0000;
    let instruction = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    [
        // Load the number of the call, the first word of what a filter sees.
        instruction(0x20, 0, 0, 0),
        // At least that of the first x32 call? If not, skip one.
        instruction(0x35, 0, 1, X32),
        instruction(0x06, 0, 0, ERRNO | libc::EPERM.unsigned_abs()),
    ]
}

/// The filters as `bwrap` reads them.
pub(crate) fn encoded() -> Result<Vec<Vec<u8>>, Obstacle> {
    Ok(programs()?.iter().map(bytes).collect())
}

/// A filter as the kernel reads it.
fn bytes(program: &BpfProgram) -> Vec<u8> {
    let instruction =
        |i: &sock_filter| [i.code.to_ne_bytes().as_slice(), &[i.jt, i.jf], &i.k.to_ne_bytes()].concat();
    program.iter().flat_map(instruction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow reading of the filter's language, for what [`programs`] uses of it.
    fn judge(program: &[sock_filter], data: &[u32; 16]) -> u32 {
        let (mut at, mut a) = (0, 0u32);
        loop {
            let i = &program[at];
            at += 1;
            let jump = |yes: bool| usize::from(if yes { i.jt } else { i.jf });
            match i.code {
                0x20 => a = data[i.k as usize / 4],
                0x54 => a &= i.k,
                0x05 => at += i.k as usize,
                0x15 => at += jump(a == i.k),
                0x25 => at += jump(a > i.k),
                0x35 => at += jump(a >= i.k),
                0x06 => return i.k,
                code => panic!("instruction {code:#x}"),
            }
        }
    }

    /// A call without arguments, as filters see it.
    #[cfg(target_arch = "x86_64")]
    fn data(call: c_long) -> [u32; 16] {
        let mut data = [0; 16];
        data[0] = u32::try_from(call).unwrap();
        data[1] = 0xc000_003e; // x86-64
        data
    }

    /// What the filters together answer to a call: the error, or 0.
    #[cfg(target_arch = "x86_64")]
    fn errno<const N: usize>(call: c_long, arguments: [u32; N]) -> i32 {
        let mut data = data(call);
        for (number, argument) in arguments.into_iter().enumerate() {
            data[4 + 2 * number] = argument;
        }
        let answers = programs().unwrap().into_iter().map(|program| judge(&program, &data));
        let refused = answers.filter(|answer| answer & 0xffff_0000 == 0x0005_0000);
        refused.map(|answer| i32::try_from(answer & 0xffff).unwrap()).max().unwrap_or(0)
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn calls_are_refused_by_number_and_argument() {
        for &call in REFUSED.iter().chain(REFUSED_HERE) {
            assert_eq!(errno(call, [0, 0]), libc::EPERM, "call {call}");
        }
        for call in [libc::SYS_read, libc::SYS_execve, libc::SYS_socketpair, libc::SYS_tgkill, libc::SYS_mmap]
        {
            assert_eq!(errno(call, [1, 1]), 0, "call {call}");
        }
        let missing =
            [libc::SYS_clone3, libc::SYS_io_uring_setup, libc::SYS_memfd_create, libc::SYS_memfd_secret];
        assert_eq!(missing.map(|call| errno(call, [0, 0])), [libc::ENOSYS; 4]);
        assert_eq!(errno(libc::SYS_prlimit64, [0, 0]), 0);
        assert_eq!(errno(libc::SYS_prlimit64, [1, 0]), libc::EPERM);
        assert_eq!(errno(libc::SYS_fcntl, [3, libc::F_SETFD.unsigned_abs()]), 0);
        assert_eq!(errno(libc::SYS_fcntl, [3, libc::F_SETLKW.unsigned_abs()]), libc::EPERM);
        let threads = libc::CLONE_VM | libc::CLONE_THREAD | libc::CLONE_SIGHAND;
        assert_eq!(errno(libc::SYS_clone, [threads.unsigned_abs(), 0]), 0);
        let user = libc::CLONE_NEWUSER | libc::SIGCHLD;
        assert_eq!(errno(libc::SYS_clone, [user.unsigned_abs(), 0]), libc::EPERM);
        let map = |flags: i32| errno(libc::SYS_mmap, [0, 1 << 20, 3, flags.unsigned_abs()]);
        assert_eq!(map(libc::MAP_SHARED | libc::MAP_ANONYMOUS), libc::EPERM);
        assert_eq!(map(libc::MAP_SHARED_VALIDATE | libc::MAP_ANONYMOUS | libc::MAP_POPULATE), libc::EPERM);
        let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK;
        assert_eq!([map(private), map(libc::MAP_SHARED)], [0; 2]);
        let option = |name: i32| {
            errno(libc::SYS_setsockopt, [3, libc::SOL_SOCKET.unsigned_abs(), name.unsigned_abs()])
        };
        assert_eq!([option(libc::SO_SNDBUF), option(libc::SO_SNDBUFFORCE)], [libc::EPERM; 2]);
        assert_eq!(option(libc::SO_PASSCRED), 0);
        for (flags, refused) in [(0, 0), (8, libc::EPERM), (0x80, libc::EPERM), (9, libc::EPERM), (16, 0)] {
            assert_eq!(errno(libc::SYS_preadv2, [3, 0, 1, 0, 0, flags]), refused, "{flags}");
        }
        for (advice, refused) in [(0, 0), (3, 0), (4, libc::EPERM)] {
            assert_eq!(errno(libc::SYS_fadvise64, [3, 0, 0, advice]), refused, "{advice}");
        }
        // Memory that a program no longer needs it may give back.
        assert_eq!([4, 21].map(|advice| errno(libc::SYS_madvise, [0, 1, advice])), [0, libc::EPERM]);
        let share_core = errno(libc::SYS_prctl, [PR_SCHED_CORE.unsigned_abs(), 1]);
        assert_eq!([share_core, errno(libc::SYS_prctl, [1, 9])], [libc::EPERM, 0]);
        // The same calls by their x32 names.
        assert_eq!(errno(0x4000_0000 + libc::SYS_read, [0, 0]), libc::EPERM);
        assert_eq!(errno(0x4000_0000 + libc::SYS_keyctl, [0, 0]), libc::EPERM);
    }

    /// Another answer than that it may be done: that it was.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn yielding_the_processor_does_nothing() {
        let answers = |call: c_long| -> Vec<u32> {
            programs().unwrap().iter().map(|program| judge(program, &data(call))).collect()
        };
        assert_eq!(answers(libc::SYS_sched_yield), [0x7fff_0000, 0x7fff_0000, 0x0005_0000]);
        assert_eq!(answers(libc::SYS_nanosleep), [0x7fff_0000; 3]);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn what_belongs_to_files_is_refused() {
        let program = for_files().unwrap();
        let verdict = |call: c_long| judge(&program, &data(call));
        for &call in OF_FILES.iter().chain(OF_FILES_HERE) {
            assert_eq!(verdict(call), 0x0005_0000 | libc::EPERM.unsigned_abs(), "call {call}");
        }
        for call in [libc::SYS_openat, libc::SYS_getxattr, libc::SYS_rename] {
            assert_eq!(verdict(call), 0x7fff_0000, "call {call}");
        }
    }

    #[test]
    fn filters_are_written_as_eight_bytes_an_instruction() {
        for program in programs().unwrap() {
            let bytes = bytes(&program);
            assert_eq!(bytes.len(), 8 * program.len());
            assert_eq!(bytes[2..4], [program[0].jt, program[0].jf]);
        }
    }
}
