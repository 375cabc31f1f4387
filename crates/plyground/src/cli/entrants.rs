//! Entrants of tournaments as players on the board.

use std::path::PathBuf;

use plyground_arena::protocol::Protocol;
use plyground_arena::tournament::Config;
use plyground_arena::tournament::config::{EntrantConfig, EntrantKind, ProgramConfig};
use plyground_core::quote;
use plyground_sandbox::process::Program;

use super::programs::Probed;
use super::tournament::folder::FolderArg;
use crate::exit::{Failure, Streams};
use crate::shown::{self, printable, word};
use crate::web::{Player, Players, RegisteredPlayer, Rules, Tournament};

/// The tournaments of these folders, and their entrants under names that none of the others has. Programs whose folder
/// is missing, or which may not be started here, are reported and left out: games can be looked at all the same. `options`
/// are those of isolation, as words of a command.
pub(super) fn all(
    folders: &[PathBuf],
    others: &[RegisteredPlayer],
    options: &str,
    probed: &mut Probed<'_>,
    streams: &mut Streams<'_>,
) -> Result<(Vec<Tournament>, Vec<RegisteredPlayer>), Failure> {
    let folders: Vec<FolderArg> = folders.iter().map(|path| FolderArg { path: path.clone() }).collect();
    let configs = folders.iter().map(|folder| Ok(folder.open()?.config().clone()));
    let configs = configs.collect::<Result<Vec<Config>, Failure>>()?;
    let mut players: Vec<RegisteredPlayer> = Vec::new();
    let mut tournaments = Vec::new();
    let mut refused = None;
    for (folder, config) in folders.into_iter().zip(&configs) {
        let mut names = Players::new();
        for entrant in &config.entrants {
            let Some(player) = player(entrant, config, probed, &mut refused, streams)? else { continue };
            let same =
                configs.iter().flat_map(|config| &config.entrants).filter(|one| one.name == entrant.name);
            let is_taken = |name: &str| others.iter().chain(&players).any(|one| one.name == name);
            let mut name = entrant.name.clone();
            if same.count() > 1 || is_taken(&name) {
                name = format!("{} ({})", entrant.name, config.name);
                // Tournaments can have equal names, too.
                let mut number = 1;
                while is_taken(&name) {
                    number += 1;
                    name = format!("{} ({}, {number})", entrant.name, config.name);
                }
                let (plain, folder) = (printable(&quote(&entrant.name)), shown::path(&folder.path));
                writeln!(
                    streams.err,
                    "{plain} is the name of several players; that of {folder} plays as '{}'",
                    printable(&name)
                )?;
            }
            names.insert(entrant.name.clone(), name.clone());
            let time = config.time;
            let depth = match &entrant.kind {
                EntrantKind::Program(ProgramConfig { protocol: Protocol::OneShot { depth }, .. }) => *depth,
                _ => Protocol::USUAL_DEPTH,
            };
            let rules = Rules::Tournament { time, policy: config.policy, bounds: config.bounds, depth };
            players.push(RegisteredPlayer { name, player, rules, game: Some(config.game) });
        }
        let (word, options) = (word(&folder.path), options.to_owned());
        tournaments.push(Tournament { folder: folder.path, word, options, players: names });
    }
    if let Some(Failure { message, .. }) = refused {
        writeln!(
            streams.err,
            "{message}\nuntil then programs cannot be played against; the games of their tournaments are shown"
        )?;
    }
    Ok((tournaments, players))
}

/// What plays for an entrant, if it can be started here. Why programs may not be started at all comes into `refused`.
fn player(
    entrant: &EntrantConfig,
    config: &Config,
    probed: &mut Probed<'_>,
    refused: &mut Option<Failure>,
    streams: &mut Streams<'_>,
) -> Result<Option<Player>, Failure> {
    let program = match &entrant.kind {
        EntrantKind::Agent(spec) => return Ok(Some(Player::Agent(spec.clone()))),
        EntrantKind::Program(program) => program,
    };
    let dir = program.dir.clone().map_or_else(|| probed.empty(), Ok)?;
    if !dir.is_dir() {
        let (name, dir) = (printable(&entrant.name), shown::path(&dir));
        let what = "its games are shown, but it cannot be played against";
        writeln!(streams.err, "{name}: {dir} is no folder; {what}")?;
        return Ok(None);
    }
    if refused.is_some() {
        return Ok(None);
    }
    let isolation = match probed.isolation(&config.readable, streams) {
        Ok(isolation) => isolation,
        Err(failure) => {
            *refused = Some(failure);
            return Ok(None);
        }
    };
    Ok(Some(Player::Program {
        program: Program { argv: program.command.clone(), dir, env: program.env.clone() },
        isolation,
        is_lines: program.protocol == Protocol::Lines,
    }))
}
