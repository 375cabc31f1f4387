//! Landlock and the filter of system calls, for machines where no box can be made.
//!
//! Both bind the thread that asks for them and all that it starts from then on, for ever.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::{DEVICES, Obstacle, filter};

/// The oldest Landlock that keeps signals and abstract sockets inside (Linux 6.12).
const NEEDED: ABI = ABI::V6;

/// What a program inside may touch.
#[derive(Clone, Debug)]
pub(crate) struct Fence {
    /// May be read and run.
    pub(crate) readable: Vec<PathBuf>,
    /// The folder in which files may be made.
    pub(crate) scratch: PathBuf,
}

impl Fence {
    /// Puts the calling thread inside, and all that it starts from now on. Fails if this machine cannot hold it there
    /// completely. The thread may then be half restricted.
    pub(crate) fn close_around_this_thread(&self) -> Result<(), Obstacle> {
        let mut filters = filter::programs()?;
        filters.push(filter::for_files()?);
        self.rules().and_then(RulesetCreated::restrict_self).map_err(Obstacle::NoLandlock)?;
        for program in &filters {
            seccompiler::apply_filter(program).map_err(|error| Obstacle::NoFilter(error.to_string()))?;
        }
        Ok(())
    }

    fn rules(&self) -> Result<RulesetCreated, RulesetError> {
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(NEEDED))?
            .handle_access(AccessNet::from_all(NEEDED))?
            .scope(Scope::from_all(NEEDED))?
            .create()?;
        for path in &self.readable {
            rules = allow(rules, path, AccessFs::from_read(NEEDED))?;
        }
        for device in DEVICES {
            rules = allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
        let devices_and_sockets = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock;
        let write = AccessFs::from_all(NEEDED) & !(devices_and_sockets | AccessFs::IoctlDev);
        allow(rules, &self.scratch, write)
    }
}

/// Lets `access` to what is below a path through, as far as it fits a file or a folder. What cannot be
/// opened stays refused.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEEDED) };
    rules.add_rule(PathBeneath::new(opened, access))
}
