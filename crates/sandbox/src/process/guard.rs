//! What remains when this process is killed, and cannot end its programs any more.
//!
//! A program is killed by the kernel with the thread that started it. But `bwrap` binds the first process of a box to
//! itself only when that process has begun; one killed a moment earlier leaves it waiting for ever. What a program
//! without a box has started is bound to nobody. So a shell waits for the end of this process, whichever it is, and
//! kills what carries this process's mark: a `bwrap` has it as its name, and a program without a box in its
//! environment. A program can rid itself of the mark; in a box it cannot outlive its `bwrap`.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use super::start::keep_descriptors;
use super::tree::known;

/// The variable that holds the mark.
pub(super) const VARIABLE: &str = "PLYGROUND_RUN";

/// Reads the mark, then waits until nobody can write to it any more. A walk may miss what is being made meanwhile, so
/// it ends when three in a row have found nothing. Its own command line does not hold the mark.
const WATCH: &str = r"
trap '' HUP INT QUIT TERM
read -r mark
read -r _
clean=0 walks=0
while [ $clean -lt 3 ] && [ $walks -lt 100 ]; do
    walks=$((walks + 1)) clean=$((clean + 1))
    for found in $(printf '%s\n' $mark VARIABLE=$mark | grep -lsazxF -f - /proc/[0-9]*/cmdline /proc/[0-9]*/environ); do
        found=${found#/proc/}
        kill -9 ${found%%/*} && clean=0
    done
    sleep 0.01
done
";

/// What all programs of this process are marked with, from the first call on watched over by the shell. Where there is
/// none, nothing is: programs run all the same.
pub(super) fn mark() -> &'static str {
    static MARK: OnceLock<(String, Option<ChildStdin>)> = OnceLock::new();
    let (mark, _) = MARK.get_or_init(|| {
        let random = RandomState::new();
        let mark = format!("plyground-{:016x}{:016x}", random.hash_one(0), random.hash_one(1));
        let held = watch(&mark).ok();
        (mark, held)
    });
    mark
}

/// Starts the shell; it waits as long as what comes back is not dropped. It stays in this session, since children in
/// others are taken for orphans, but Ctrl-C on a terminal is not for it.
fn watch(mark: &str) -> io::Result<ChildStdin> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", &WATCH.replace("VARIABLE", VARIABLE)])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .current_dir("/")
        .process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Nobody starts a program meanwhile, so that no pipe of one gets to it.
    let _known = known();
    keep_descriptors()?;
    let mut input = shell.spawn()?.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    input.write_all(format!("{mark}\n").as_bytes())?;
    Ok(input)
}

#[cfg(test)]
mod tests {
    use std::process::Child;
    use std::time::{Duration, Instant};

    use super::*;

    fn sleeper(mark: &str) -> Child {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec sleep 600"]).env(VARIABLE, mark).spawn().unwrap()
    }

    #[test]
    fn marked_processes_end_with_the_watched_one() {
        let random = RandomState::new();
        let marked = [1, 2].map(|number| format!("plyground-{:016x}", random.hash_one(number)));
        let mut children = [sleeper(&marked[0]), sleeper(&marked[1])];
        let held = watch(&marked[0]).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(children.iter_mut().all(|child| child.try_wait().unwrap().is_none()), "it is still watched");
        drop(held);
        let end = Instant::now() + Duration::from_secs(60);
        while children[0].try_wait().unwrap().is_none() {
            assert!(Instant::now() < end, "what is marked runs on");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(children[1].try_wait().unwrap().is_none(), "it has another mark");
        children[1].kill().unwrap();
        children[1].wait().unwrap();
    }
}
