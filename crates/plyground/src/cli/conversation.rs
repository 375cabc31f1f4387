//! What a person types in the middle of a game.

use std::io::{self, BufRead, Read};

/// Longer lines are refused; their rest is skipped.
const MOST_BYTES: usize = 4096;

/// A line from the person at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    End,
    /// Not a line that can mean anything, and why.
    Unreadable(&'static str),
    Undo,
    Hint,
    Moves,
    Help,
    Quit,
    /// Anything else: a move, perhaps.
    Text(String),
}

/// Reads the next line.
pub(super) fn ask(input: &mut dyn BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if input.take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(Input::End);
    }
    if line.len() > MOST_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Input::Unreadable("a line of more than 4096 bytes"));
    }
    let Ok(text) = std::str::from_utf8(&line) else {
        return Ok(Input::Unreadable("a line that is not UTF-8 text"));
    };
    let text = text.trim();
    Ok(match text.to_ascii_lowercase().as_str() {
        "" => Input::Unreadable("an empty line"),
        "undo" => Input::Undo,
        "hint" => Input::Hint,
        "moves" => Input::Moves,
        "help" => Input::Help,
        "quit" | "q" | "exit" => Input::Quit,
        _ => Input::Text(text.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &[u8]) -> Vec<Input> {
        // A small buffer, so that lines span several reads.
        let mut input = io::BufReader::with_capacity(7, text);
        let mut inputs = Vec::new();
        loop {
            match ask(&mut input).unwrap() {
                Input::End => return inputs,
                input => inputs.push(input),
            }
        }
    }

    #[test]
    fn typed_lines_are_parsed() {
        assert_eq!(
            inputs(b"3\r\n Undo \nhint\nmoves\nHELP\nquit\nq\nExit\n\n4 4"),
            [
                Input::Text("3".to_owned()),
                Input::Undo,
                Input::Hint,
                Input::Moves,
                Input::Help,
                Input::Quit,
                Input::Quit,
                Input::Quit,
                Input::Unreadable("an empty line"),
                Input::Text("4 4".to_owned()),
            ]
        );
    }

    #[test]
    fn long_and_binary_lines_are_skipped() {
        let long = Input::Unreadable("a line of more than 4096 bytes");
        let text = |length: usize| [vec![b'x'; length], b"\n1\n".to_vec()].concat();
        let one = Input::Text("1".to_owned());
        assert_eq!(inputs(&text(4096)), [Input::Text("x".repeat(4096)), one.clone()]);
        assert_eq!(inputs(&text(4097)), [long.clone(), one.clone()]);
        assert_eq!(inputs(&text(100_000)), [long.clone(), one.clone()]);
        assert_eq!(inputs(&[b'x'; 5000]), [long]);
        let binary = Input::Unreadable("a line that is not UTF-8 text");
        assert_eq!(inputs(b"\xff\xfe\n1\n"), [binary, one]);
    }
}
