//! What a person types in the middle of a game.

use std::io::{self, BufRead, Read};

/// Longer lines are refused; their rest is skipped.
const MOST_BYTES: usize = 4096;

/// A line from the person at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// There is no more input.
    End,
    /// Not a line that can mean anything, and why.
    Unreadable(&'static str),
    /// Take back to one's previous move.
    Undo,
    /// Ask for advice.
    Hint,
    /// List the legal moves.
    Moves,
    /// Explain what can be typed.
    Help,
    /// Leave.
    Quit,
    /// Anything else: a move, perhaps.
    Text(String),
}

/// Reads the next line.
pub(super) fn ask(input: &mut dyn BufRead) -> io::Result<Reply> {
    let mut line = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if input.take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(Reply::End);
    }
    if line.len() > MOST_BYTES && line.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Reply::Unreadable("a line of more than 4096 bytes"));
    }
    let Ok(text) = std::str::from_utf8(&line) else {
        return Ok(Reply::Unreadable("a line that is not UTF-8 text"));
    };
    let text = text.trim();
    Ok(match text.to_ascii_lowercase().as_str() {
        "" => Reply::Unreadable("an empty line"),
        "undo" => Reply::Undo,
        "hint" => Reply::Hint,
        "moves" => Reply::Moves,
        "help" => Reply::Help,
        "quit" | "q" | "exit" => Reply::Quit,
        _ => Reply::Text(text.to_owned()),
    })
}

/// Reads up to the end of the line without keeping it.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let line_end = buffer.iter().position(|&byte| byte == b'\n');
        let used = line_end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if line_end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(text: &[u8]) -> Vec<Reply> {
        // A small buffer, so that lines span several reads.
        let mut input = io::BufReader::with_capacity(7, text);
        let mut replies = Vec::new();
        loop {
            match ask(&mut input).unwrap() {
                Reply::End => return replies,
                reply => replies.push(reply),
            }
        }
    }

    #[test]
    fn lines_are_understood() {
        assert_eq!(
            replies(b"3\r\n Undo \nhint\nmoves\nHELP\nquit\nq\nExit\n\n4 4"),
            [
                Reply::Text("3".to_owned()),
                Reply::Undo,
                Reply::Hint,
                Reply::Moves,
                Reply::Help,
                Reply::Quit,
                Reply::Quit,
                Reply::Quit,
                Reply::Unreadable("an empty line"),
                Reply::Text("4 4".to_owned()),
            ]
        );
    }

    #[test]
    fn long_and_binary_lines_are_skipped() {
        let long = Reply::Unreadable("a line of more than 4096 bytes");
        let text = |length: usize| [vec![b'x'; length], b"\n1\n".to_vec()].concat();
        let one = Reply::Text("1".to_owned());
        assert_eq!(replies(&text(4096)), [Reply::Text("x".repeat(4096)), one.clone()]);
        assert_eq!(replies(&text(4097)), [long.clone(), one.clone()]);
        assert_eq!(replies(&text(100_000)), [long.clone(), one.clone()]);
        assert_eq!(replies(&[b'x'; 5000]), [long]);
        let binary = Reply::Unreadable("a line that is not UTF-8 text");
        assert_eq!(replies(b"\xff\xfe\n1\n"), [binary, one]);
    }
}
