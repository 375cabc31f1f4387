//! Folders that are written to, and what they must not be mixed up with.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::exit::Failure;
use crate::shown;

/// Refuses a folder for outputs that is, holds, or lies in one of these. Files written there would overwrite
/// submissions, or be read as submissions next time. No folder is made yet.
pub(super) fn apart(folder: &Path, others: &[(&str, &Path)]) -> Result<(), Failure> {
    let place = shown::path(folder);
    let unknown = |path: &Path, error: &io::Error| {
        Failure::bad_input(format_args!(
            "{}: {error}; expected a folder that can be found",
            shown::path(path)
        ))
    };
    let full = resolved(folder).map_err(|error| unknown(folder, &error))?;
    for (what, other) in others {
        let other = resolved(other).map_err(|error| unknown(other, &error))?;
        let how = if full == other {
            "is"
        } else if full.starts_with(&other) {
            "lies in"
        } else if other.starts_with(&full) {
            "holds"
        } else {
            continue;
        };
        return Err(Failure::bad_input(format_args!(
            "{place}: it {how} {what}; expected a folder elsewhere"
        )));
    }
    Ok(())
}

/// Where a path leads that need not be there yet: links on the way are followed as far as there are any.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let parts: Vec<Component<'_>> = path.components().collect();
    for there in (1..=parts.len()).rev() {
        let front: PathBuf = parts[..there].iter().collect();
        match front.canonicalize() {
            Ok(mut found) => {
                let rest = &parts[there..];
                for part in rest {
                    // A folder that is not there yet will be no link, and two dots lead back out of it.
                    if *part == Component::ParentDir {
                        found.pop();
                    } else {
                        found.push(part);
                    }
                }
                return if rest.contains(&Component::ParentDir) { resolved(&found) } else { Ok(found) };
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_are_compared_after_links_are_followed() {
        let top = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| top.path().join(name);
        fs::create_dir_all(at("subs/ann")).expect("folders");
        symlink(at("subs"), at("link")).expect("a link");
        let subs = at("subs");
        let found = |name: &str| apart(&at(name), &[("the folder of submissions", &subs)]);
        for name in ["out", "subs2", "new/../out", "subs/../out", "link/../out/deep"] {
            assert_eq!(found(name), Ok(()), "{name}");
            assert!(!at("out").exists(), "nothing is made");
        }
        for (name, how) in [
            ("subs", "is"),
            ("link", "is"),
            ("link/", "is"),
            ("new/../subs", "is"),
            ("subs/new", "lies in"),
            ("link/ann/deep", "lies in"),
            ("new/../link/x", "lies in"),
            ("subs/..", "holds"),
            ("", "holds"),
        ] {
            let message = found(name).expect_err(name).message;
            let expected = format!(": it {how} the folder of submissions; expected a folder elsewhere");
            assert!(message.ends_with(&expected), "{name}: {message}");
        }
    }
}
