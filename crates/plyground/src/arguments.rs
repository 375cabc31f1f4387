//! What many subcommands take: a game, a position (on the command line, from standard input or from a file), a depth, a seed, threads, a
//! file to write.

use std::io::BufRead;
use std::path::Path;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plyground_arena::file;
use plyground_core::agents::{OptionKey, parse_depth, parse_time};
use plyground_core::{AnyGame, AnyNotation, AnyPosition, Game, Notation, quote};

use crate::exit::Failure;
use crate::shown;

/// Longer positions are refused.
const MOST_BYTES: u64 = 64 << 10;

/// What every command takes that wants a position.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position, in any notation of the game; by default the start position
    ///
    /// `plyground games` lists the notations. Words are joined by spaces, and `/` stands for a line end.
    /// `-` reads standard input, and `@FILE` reads a file. A position that begins with `-` goes after
    /// `--`.
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    words: Vec<String>,
    /// The notation of the position, if it is not to be found out
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
}

impl PositionArgs {
    /// Whether a position was given; otherwise it is the start position.
    pub(crate) const fn is_given(&self) -> bool {
        !self.words.is_empty()
    }

    /// The position that is meant.
    ///
    /// # Errors
    ///
    /// If no notation of the game can read it.
    pub fn read(&self, game: AnyGame, input: &mut dyn BufRead) -> Result<AnyPosition, Failure> {
        let named = |name: &String| {
            let found = game.notations().into_iter().find(|notation| notation.name() == name);
            found.ok_or_else(|| {
                bad_input!(
                    "notation {}: {} has no notation of this name; expected one of {}",
                    quote(name),
                    game.name(),
                    names(game, |_| true),
                )
            })
        };
        let notation = self.notation.as_ref().map(named).transpose()?;
        if self.words.is_empty() {
            return Ok(game.start());
        }
        parse(game, &self.words.join(" "), notation, input)
    }
}

/// The position that one argument gives, in any notation of the game.
///
/// # Errors
///
/// If none can read it.
pub fn read_text(game: AnyGame, text: &str, input: &mut dyn BufRead) -> Result<AnyPosition, Failure> {
    parse(game, text, None, input)
}

/// The position that one argument gives, for a game whose type is known.
///
/// # Errors
///
/// If no notation can read it.
///
/// # Panics
///
/// If the game is not in the list of all games.
pub fn typed_text<G: Game>(text: &str) -> Result<G::Position, Failure> {
    let position = read_text(AnyGame::listed::<G>(), text, &mut std::io::empty())?;
    Ok(position.typed::<G>().expect("a position of this game").clone())
}

fn names(game: AnyGame, wanted: impl Fn(&str) -> bool) -> String {
    let names = game.notations().into_iter().map(|notation| notation.name()).filter(|name| wanted(name));
    names.collect::<Vec<_>>().join(", ")
}

/// The text of a position on the command line, standard input or in a file, and which of them it is.
fn place_and_text(given: &str, input: &mut dyn BufRead) -> Result<(String, String), Failure> {
    let unreadable = |source: &str, error| bad_input!("{source}: {error}; expected readable text");
    let (source, text) = if given == "-" {
        let source = "position from standard input".to_owned();
        let text = file::read_bounded(input, MOST_BYTES).map_err(|error| unreadable(&source, error))?;
        (source, text)
    } else if let Some(path) = given.strip_prefix('@') {
        let path = Path::new(path);
        let source = format!("position file {}", shown::path(path));
        let text = file::read_text(path, MOST_BYTES).map_err(|error| unreadable(&source, error))?;
        (source, text)
    } else {
        let text = if given.contains('\n') { given.to_owned() } else { given.replace('/', "\n") };
        ("position".to_owned(), text)
    };
    Ok((source, text.replace("\r\n", "\n")))
}

/// Reads a position ([`AnyGame::read`]).
fn parse(
    game: AnyGame,
    given: &str,
    notation: Option<AnyNotation>,
    input: &mut dyn BufRead,
) -> Result<AnyPosition, Failure> {
    let (source, text) = place_and_text(given, input)?;
    let (assumed, error) = match game.read(&text, notation) {
        Ok((position, _)) => return Ok(position),
        Err(furthest) => furthest,
    };
    let problems = error.problems().iter();
    let mut lines: Vec<String> =
        problems.map(|problem| format!("{source}: {}: {}", problem.place, problem.message)).collect();
    let others = names(game, |name| name != assumed);
    if !others.is_empty() {
        lines.push(format!(
            "this was read in the notation {assumed}; {game} also has {others}, and --notation NAME picks one"
        ));
    }
    let each: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if each.len() > 1 && each.iter().all(|line| game.read(line, notation).is_ok()) {
        lines.push(format!(
            "each of the {} lines reads as a position of its own; expected one position",
            each.len()
        ));
    }
    Err(Failure::bad_input(lines.join("\n")))
}

/// Reads the size of a board, columns and rows, such as 5x4.
///
/// # Errors
///
/// If it is not two numbers with an `x` between.
pub fn read_size(size: &str) -> Result<(u32, u32), Failure> {
    let numbers = size
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse::<u32>().ok()?, rows.parse::<u32>().ok()?)));
    numbers.ok_or_else(|| bad_input!("--size {}: expected columns and rows such as 5x4", quote(size)))
}

/// Says that there is no board of a size, and lists the sizes that there are.
pub fn unknown_size(columns: u32, rows: u32, known: &[(u32, u32)]) -> String {
    let known = known.iter().map(|(columns, rows)| format!("{columns}x{rows}")).collect::<Vec<_>>();
    format!("size {columns}x{rows}; expected columns x rows, one of {}", known.join(", "))
}

/// The names of games. Those on boards of other sizes are taken, but not listed.
pub(crate) fn game_values() -> impl Iterator<Item = PossibleValue> {
    let sizes = AnyGame::all().iter().flat_map(|game| game.sizes());
    let hidden = sizes.map(|game| PossibleValue::new(game.name()).hide(true));
    AnyGame::names().into_iter().map(PossibleValue::new).chain(hidden)
}

/// Reads the name of a game.
pub fn game_names() -> impl TypedValueParser<Value = AnyGame> {
    PossibleValuesParser::new(game_values())
        .try_map(|name| AnyGame::from_name(&name).ok_or("not the name of a game"))
}

/// A word that is not what is expected in its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {}; expected {expected}", quote(found))]
pub(crate) struct Unexpected {
    found: String,
    expected: String,
}

impl Unexpected {
    pub(crate) fn new(found: &str, expected: impl Into<String>) -> Self {
        Self { found: found.to_owned(), expected: expected.into() }
    }
}

pub(crate) fn depth(text: &str) -> Result<u32, Unexpected> {
    parse_depth(text).ok_or_else(|| Unexpected::new(text, OptionKey::Depth.expected()))
}

/// The longest time that can be given to a program for an answer: a day.
const MOST_TIME: Duration = Duration::from_secs(86_400);

/// Reads a time up to a day, in whole milliseconds: a number of them, or a number with its unit, `ms` or `s`.
pub(crate) fn milliseconds(text: &str) -> Result<Duration, Unexpected> {
    let number = text.parse().ok().map(|ms: u32| Duration::from_millis(ms.into()));
    let with_unit = || parse_time(text).filter(|time| time.subsec_nanos().is_multiple_of(1_000_000));
    let read = number.or_else(with_unit).filter(|time| !time.is_zero() && *time <= MOST_TIME);
    read.ok_or_else(|| Unexpected::new(text, "whole milliseconds, such as 300ms or 2s, at most a day"))
}

/// The number of threads that was asked for, or that of processors.
pub fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Reads the seed of random numbers.
pub(crate) fn seed(text: &str) -> Result<u64, Unexpected> {
    text.parse().map_err(|_| Unexpected::new(text, OptionKey::Seed.expected()))
}

/// Refuses a path at once that could not be written later: there must be a folder that takes new files.
///
/// # Errors
///
/// If there is none, or the path is that of a folder.
pub fn place_for_file(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_no_file = path.is_dir() || path.file_name().is_none() || !folder.is_dir();
    let problem = match tempfile::NamedTempFile::new_in(folder) {
        _ if is_no_file => String::new(),
        Ok(_) => return Ok(()),
        // Its words name a file that nobody asked for.
        Err(error) => format!("its folder takes no files ({}); ", error.kind()),
    };
    let name = shown::path(path);
    Err(bad_input!("{option} {name}: {problem}expected a place for a file"))
}
