//! A separate user for every program that root starts.
//!
//! The kernel counts queued signals, pipes and more against users, so that programs which share a user can take from
//! each other. A number is leased by a socket of an abstract name: the kernel gives it to one process of a network
//! namespace at a time, and takes it back when that ends, however it does. Containers that share the users of the
//! machine but not its network may come to use the same ones.

use std::fs;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers that systemd's list of users and groups leaves to nobody, and that fit where files have 32 bits for them.
const HIGH: u32 = 0x7000_0000;

/// Numbers that Debian leaves to nobody, for containers that have no more than 65536 of them.
const LOW: u32 = 65_000;

/// How many numbers there are: more programs than that never run at a time.
const COUNT: u32 = 500;

/// A user and group for one program. Clones are the same lease; it ends with the last of them.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) number: u32,
    _lease: Arc<UnixListener>,
}

impl User {
    /// One that no other program here runs as.
    pub(crate) fn lease() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let first = if maps(HIGH + COUNT) { HIGH } else { LOW };
        // Processes begin at different places, so that they seldom meet.
        let start = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(std::process::id().wrapping_mul(37));
        for offset in 0..COUNT {
            let number = first + start.wrapping_add(offset) % COUNT;
            let name = format!("plyground-user-{number}");
            match UnixListener::bind_addr(&SocketAddr::from_abstract_name(name)?) {
                Ok(lease) => return Ok(Self { number, _lease: Arc::new(lease) }),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("all {COUNT} users for programs are taken; expected a free one")))
    }
}

/// Whether there is a user of this number here: containers may have some only.
fn maps(number: u32) -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let mut fields = line.split_ascii_whitespace().map(str::parse::<u64>);
        let (Some(Ok(first)), _, Some(Ok(count))) = (fields.next(), fields.next(), fields.next()) else {
            return false;
        };
        (first..first.saturating_add(count)).contains(&u64::from(number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_programs_have_the_same_user() {
        let users: Vec<User> = (0..50).map(|_| User::lease().unwrap()).collect();
        let mut numbers: Vec<u32> = users.iter().map(|user| user.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), users.len());
        let [low, high] = [LOW, HIGH].map(|first| first..first + COUNT);
        assert!(numbers.iter().all(|number| low.contains(number) || high.contains(number)), "{numbers:?}");
    }

    #[test]
    fn a_user_is_free_again_when_its_lease_has_ended() {
        let user = User::lease().unwrap();
        let name = format!("plyground-user-{}", user.number);
        let bind = || UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap());
        let clone = user.clone();
        drop(user);
        assert!(bind().is_err());
        drop(clone);
        assert!(bind().is_ok());
    }

    #[test]
    fn user_numbers_that_exist_are_recognised() {
        assert!(maps(0));
        assert!(!maps(u32::MAX));
    }
}
