//! `plyground-lab verify-proof`: certificates checked by the rules of the game alone.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plyground::present::{json, progress};
use plyground::{Exit, Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::certificate::{Certificate, Claim};
use plyground_core::games::breakthrough::certificate::{Flaw, Verified, VerifyError, verify};
use plyground_core::games::breakthrough::sized::{self, OnBoard, SIZES, on_board};
use plyground_core::games::breakthrough::{Board, Breakthrough};
use plyground_core::{Game, Player, quote};
use serde_json::json;

use plyground::arguments::unknown_size;

const EXAMPLES: &str = "Examples:
  plyground-lab prove breakthrough --size 3x5 --proof three-by-five.proof
  plyground-lab verify-proof three-by-five.proof";

/// Check a certificate of who wins a position of breakthrough
///
/// Plays the winner's choices against every reply of the other side, with nothing but the rules of the
/// game; 'plyground-lab help proofs' says what is in the file. The exit status is 1 if it proves nothing;
/// then the position and the reply that are open are told.
///
/// JSON: `game`, `columns`, `rows`, `position`, `winner`, `choices` (positions in which the winner
/// chooses), `replies` (of the other side, all of which were played), `runaways` (positions in which a
/// pawn is unstoppable) and `seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The certificate
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const NOTHING_KNOWN: &str = "interrupted; nothing is known";

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let stop = interrupt::flag(NOTHING_KNOWN)?;
        let name = shown::path(&self.file);
        let unreadable = |problem: String| bad_input!("{name}: {problem}");
        let Certificate { claim, choices } = Certificate::read(&self.file).map_err(|error| {
            unreadable(format!("{}; expected a certificate", shown::printable(&error.to_string())))
        })?;
        if claim.game != Breakthrough::NAME {
            return Err(unreadable(format!("line 1: game {}; expected breakthrough", quote(&claim.game))));
        }
        let winner = Player::BOTH.into_iter().find(|&player| Breakthrough::SIDES[player] == claim.winner);
        let winner = winner.ok_or_else(|| {
            unreadable(format!("line 1: winner {}; expected white or black", quote(&claim.winner)))
        })?;
        let start = Instant::now();
        let task = Verifying { name: &name, claim: &claim, winner, choices: &choices, stop: &stop };
        let Claim { game, columns, rows, position, winner } = &claim;
        let Verified { replies, unstoppable } = on_board(*columns, *rows, task)
            .ok_or_else(|| unreadable(format!("line 1: {}", unknown_size(*columns, *rows, SIZES))))??;
        let (choices, time) = (choices.len(), start.elapsed());
        if self.json {
            let document = json!({
                "game": game,
                "columns": columns,
                "rows": rows,
                "position": position,
                "winner": winner,
                "choices": choices,
                "replies": replies,
                "runaways": unstoppable,
                "seconds": json::seconds(Some(time)),
            });
            return Ok(json::write(streams.out, &document)?);
        }
        writeln!(streams.out, "{game} {columns}x{rows} {position}")?;
        writeln!(streams.out, "{winner} wins: verified; choices: {choices}, replies: {replies}")?;
        Ok(writeln!(streams.err, "{:.3} s", time.as_secs_f64())?)
    }
}

struct Verifying<'a> {
    name: &'a str,
    claim: &'a Claim,
    winner: Player,
    choices: &'a [u8],
    stop: &'a AtomicBool,
}

impl OnBoard for Verifying<'_> {
    type Out = Result<Verified, Failure>;

    fn on<const W: u32, const H: u32>(self, _: Board<W, H>) -> Self::Out {
        let root = sized::read::<W, H>(&self.claim.position).map_err(|error| {
            bad_input!("{}: line 1: {}", self.name, error.to_string().replace('\n', "; "))
        })?;
        let bar = progress::bar();
        bar.set_length(self.choices.len() as u64);
        let mut go_on = |done: usize| {
            bar.set_position(done as u64);
            !self.stop.load(Ordering::Relaxed)
        };
        let verified = verify(&root, self.winner, self.choices, &mut go_on);
        bar.finish_and_clear();
        verified.map_err(|error| match error {
            VerifyError::Stopped => Failure::interrupted(NOTHING_KNOWN),
            VerifyError::Flaw(flaw) => Failure {
                exit: Exit::CheckFailed,
                message: format!("{}: no proof that {} wins\n{}", self.name, self.claim.winner, words(&flaw)),
            },
        })
    }
}

/// A flaw with the position that it is in.
fn words<const W: u32, const H: u32>(flaw: &Flaw<W, H>) -> String {
    match flaw {
        Flaw::NoSuchMove { position, .. } => format!("{}: {flaw}", sized::write(position)),
        Flaw::Lost { position, reply } | Flaw::Open { position, reply } => {
            let after = reply
                .map_or_else(String::new, |reply| format!(", after {}", sized::step_name::<W, H>(reply)));
            format!("{}{after}: {flaw}", sized::write(position))
        }
        Flaw::Unused { .. } => flaw.to_string(),
    }
}
