//! The end of a program: all of it is killed, and what it did is reported.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Instant;

use super::start::{EXEC_FAILED, Wanted, reported_end};
use super::supervise::{GivenUp, Supervisor};
use super::tree::Reaped;
use super::{End, Report, SpawnError};
use crate::isolation::Group;

impl Supervisor {
    /// Kills what is left of the program and reports what it did, and what it wrote to the wanted file. Fails if it
    /// turns out that it never started, or it was interrupted.
    pub(super) fn finish(mut self) -> Result<(Report, Option<Vec<u8>>), SpawnError> {
        let ended = Instant::now();
        let wall = ended.saturating_duration_since(self.running.started);
        let (front, core) = self.running.end();
        match self.given_up {
            Some(GivenUp::Interrupted) => return Err(SpawnError::Interrupted),
            Some(GivenUp::Starved) => return Err(SpawnError::Starved { wall, cpu: self.clock.cpu }),
            None => {}
        }
        if self.end.is_none() {
            self.read_rest();
        }
        let status = self.status(front)?;
        let mut cpu = core.or(front).map_or(self.clock.cpu, |reaped| reaped.cpu);
        let mut memory = self.memory;
        match core {
            Some(core) => memory = memory.max(core.max_rss),
            None => cpu = cpu.max(self.clock.cpu),
        }
        let group = self.running.boxed.as_ref().and_then(|boxed| boxed.group.as_ref());
        // Children whose end is ignored are reaped by nobody.
        cpu = cpu.max(group.and_then(Group::cpu).unwrap_or_default());
        let over = self.emptied.unwrap_or(ended);
        self.clock.end(over, cpu);
        let own = self.clock.own(over);
        if self.end.is_none() && own > self.bounds.wall {
            self.end = Some(End::WallOut);
        }
        memory = group.and_then(Group::peak).unwrap_or(memory);
        if group.is_some_and(Group::out_of_memory) {
            self.end_with(End::MemoryOut);
        }
        let signalled = |signal: i32| matches!(status, Some(End::Signalled(found)) if found == signal);
        if self.bounds.cpu.is_some_and(|most| cpu > most || signalled(libc::SIGXCPU)) {
            self.end_with(End::CpuOut);
        }
        let file = self.wanted();
        let end = self.end.or(status).unwrap_or(End::Closed);
        let report = Report {
            stdout: std::mem::take(&mut self.stdout),
            stderr_tail: self.stderr.iter().copied().collect(),
            end,
            wall,
            waited: wall.saturating_sub(own),
            unexcused: self.clock.unexcused,
            unwatched: self.clock.unwatched,
            cpu,
            max_rss: memory,
            level: self.running.level,
        };
        Ok((report, file))
    }

    /// How the program ended by itself, if it did.
    fn status(&mut self, front: Option<Reaped>) -> Result<Option<End>, SpawnError> {
        let Some(boxed) = &self.running.boxed else {
            return Ok(front.map(|front| front.status.map_or_else(End::Signalled, End::Exited)));
        };
        let mut line = Vec::new();
        let mut piece = [0; 512];
        while let Ok(read @ 1..) = rustix::io::read(&boxed.status, &mut piece) {
            line.extend_from_slice(&piece[..read]);
        }
        let reported = reported_end(&line);
        if reported.is_some() || self.end.is_some() {
            return Ok(reported);
        }
        // It ended by itself, but never was the program.
        let text: Vec<u8> = self.stderr.iter().copied().collect();
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        Err(if let Some(said) = text.strip_prefix(EXEC_FAILED) {
            let reason = said.rsplit(": ").next().unwrap_or(said).to_owned();
            SpawnError::Program { program: self.running.name.clone(), reason }
        } else {
            let reason = text.trim_start_matches("bwrap: ").escape_debug().to_string();
            SpawnError::Isolation(self.running.level, reason)
        })
    }

    /// The wanted file; what precedes it stays as standard output.
    fn wanted(&mut self) -> Option<Vec<u8>> {
        let ended_by_itself = self.end.is_none();
        let file = match &self.running.wanted {
            Wanted::Nothing => None,
            Wanted::AfterMark(mark, _) => {
                let at = self.stdout.windows(mark.len()).position(|window| window == mark.as_bytes());
                let file = at.map(|at| self.stdout.split_off(at).split_off(mark.len()));
                if self.stdout.len() > self.bounds.stdout_bytes {
                    self.stdout.truncate(self.bounds.stdout_bytes);
                    self.end = Some(End::StdoutFlood);
                }
                file
            }
            Wanted::File(path, most) => read_regular(path, *most),
        };
        file.filter(|_| ended_by_itself)
    }
}

/// Reads a file that an untrusted program made, unless it is a link, a pipe, a folder or too long.
fn read_regular(path: &Path, most: u64) -> Option<Vec<u8>> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file: File = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut content = Vec::new();
    file.take(most).read_to_end(&mut content).ok()?;
    Some(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_regular_files_are_read_and_not_beyond_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        assert_eq!(read_regular(&path, 10), None);
        fs::write(&path, b"0123456789").unwrap();
        assert_eq!(read_regular(&path, 4).unwrap(), b"0123");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert_eq!(read_regular(&link, 10), None);
        assert_eq!(read_regular(folder.path(), 10), None);
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600));
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).unwrap();
        assert_eq!(read_regular(&pipe, 10), None);
    }
}
