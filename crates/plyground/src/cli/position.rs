//! The position on the command line, from standard input or from a file.

use std::io::BufRead;
use std::path::Path;

use plyground_arena::file;
use plyground_core::{Game, Notation, parse_any, quote};

use crate::exit::Failure;
use crate::shown;

/// Longer positions are refused.
const MOST_BYTES: u64 = 64 << 10;

/// What every command takes that wants a position.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct PositionArgs {
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
    /// Whether there is one, not only the start position by default.
    pub(super) const fn is_given(&self) -> bool {
        !self.words.is_empty()
    }

    /// The position that is meant.
    pub(super) fn read<G: Game>(&self, input: &mut dyn BufRead) -> Result<G::Position, Failure> {
        let notations = match &self.notation {
            None => G::notations().to_vec(),
            Some(name) => vec![notation_named::<G>(name)?],
        };
        if self.words.is_empty() {
            return Ok(G::start());
        }
        parse::<G>(&self.words.join(" "), &notations, input)
    }
}

/// The position that one argument gives, in any notation of the game.
pub(super) fn read_text<G: Game>(text: &str, input: &mut dyn BufRead) -> Result<G::Position, Failure> {
    parse::<G>(text, G::notations(), input)
}

fn notation_named<G: Game>(name: &str) -> Result<&'static dyn Notation<G::Position>, Failure> {
    let found = G::notations().iter().find(|notation| notation.name() == name);
    found.copied().ok_or_else(|| {
        Failure::bad_input(format_args!(
            "notation {}: {} has no notation of this name; expected one of {}",
            quote(name),
            G::ID.name(),
            names::<G>(|_| true),
        ))
    })
}

fn names<G: Game>(wanted: impl Fn(&str) -> bool) -> String {
    let names = G::notations().iter().map(|notation| notation.name()).filter(|name| wanted(name));
    names.collect::<Vec<_>>().join(", ")
}

/// Reads what the notations can, in order, from the command line, standard input or a file.
fn parse<G: Game>(
    given: &str,
    notations: &[&'static dyn Notation<G::Position>],
    input: &mut dyn BufRead,
) -> Result<G::Position, Failure> {
    let unreadable =
        |source: &str, error| Failure::bad_input(format_args!("{source}: {error}; expected readable text"));
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
    let (assumed, error) = match parse_any(notations, &text) {
        Ok(position) => return Ok(position),
        Err(Some(furthest)) => furthest,
        Err(None) => return Err(Failure::bad_input(format_args!("{source}: no notation can read it"))),
    };
    let problems = error.problems().iter();
    let mut lines: Vec<String> =
        problems.map(|problem| format!("{source}: {}: {}", problem.place, problem.message)).collect();
    let others = names::<G>(|name| name != assumed);
    lines.push(format!(
        "this was read in the notation {assumed}; {} also has {others}, and --notation NAME picks one",
        G::ID.name()
    ));
    Err(Failure::bad_input(lines.join("\n")))
}
