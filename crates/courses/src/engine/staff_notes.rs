//! What those who mark should look at themselves: nothing here costs marks, and students are not shown it.

use plyground_core::quote;

use super::case::{Case, Visibility};
use super::intake::Files;
use super::verdict::CaseAnswer;
use plyground_arena::MARK;

/// Files that are named of one submission.
const MOST_NAMED: usize = 8;

/// Files that were not written by hand: what they do is seen in no source.
pub fn files(files: &Files) -> Vec<String> {
    let found = |(path, content): (&String, &Vec<u8>)| {
        let bytes = content.len();
        let path = quote(path);
        if holds(content, MARK) {
            return Some(format!(
                "{path} is a program of this project, or holds one ({bytes} bytes): the answers need not be the \
                 student's own"
            ));
        }
        let kind = kind(content)?;
        Some(format!("{path} is {kind} ({bytes} bytes): what it does is seen in no source"))
    };
    let mut all: Vec<String> = files.iter().filter_map(found).collect();
    if let more @ 1.. = all.len().saturating_sub(MOST_NAMED) {
        all.truncate(MOST_NAMED);
        all.push(format!("{more} further files are not text either"));
    }
    all
}

fn holds(content: &[u8], word: &[u8]) -> bool {
    content.windows(word.len()).any(|window| window == word)
}

/// What a file is that is neither text nor a picture or a page for people.
fn kind(content: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 8] = [
        (b"\x7fELF", "an executable or a library"),
        (b"MZ", "an executable or a library of Windows"),
        (b"\xcf\xfa\xed\xfe", "an executable or a library of macOS"),
        (b"\xca\xfe\xba\xbe", "compiled"),
        (b"!<arch>", "a library"),
        (b"PK\x03\x04", "an archive"),
        (b"\x1f\x8b", "an archive"),
        (b"\0asm", "compiled"),
    ];
    // Portable documents, pictures, and text of two bytes a letter.
    const FOR_PEOPLE: [&[u8]; 6] = [b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xff\xfe", b"\xfe\xff"];
    let known = KINDS.into_iter().find(|(magic, _)| content.starts_with(magic)).map(|(_, kind)| kind);
    let is_text = || !content.contains(&0) || FOR_PEOPLE.iter().any(|magic| content.starts_with(magic));
    known.or_else(|| (!is_text()).then_some("not text"))
}

/// Fewer cases of a kind than this say nothing.
const LEAST: usize = 5;

/// Whether a program knows the cases that everybody can see, and not what they ask.
pub fn answers(cases: &[Case], answers: &[CaseAnswer]) -> Option<String> {
    let of = |is_public: bool| {
        let asked = cases.iter().zip(answers);
        let those = asked.filter(|(case, _)| (case.visibility == Visibility::Public) == is_public);
        // What was not answered at all has other reasons.
        let answered = those.filter(|(_, answered)| !answered.got.is_empty());
        answered
            .fold((0, 0), |(all, right), (_, answered)| (all + 1, right + usize::from(answered.is_right())))
    };
    let ((public, public_right), (other, other_right)) = (of(true), of(false));
    let is_odd = public >= LEAST && other >= LEAST && public_right == public && 2 * other_right < other;
    is_odd.then(|| {
        format!(
            "all {public} public cases are right, and only {other_right} of {other} others: the answers to the public \
             ones may stand in the program"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::assignment::Assignment;
    use crate::engine::case::cases;

    #[test]
    fn what_is_no_source_is_named() {
        let own = [b"#!/bin/sh\n", MARK].concat();
        let all: [(&str, &[u8]); 9] = [
            ("ConnectFour.py", b"print(1)"),
            ("Data.txt", "Gr\u{fc}\u{df}e".as_bytes()),
            ("report.pdf", b"%PDF-1.5\n\0\0"),
            ("engine", b"\x7fELF\x02\x01"),
            ("Library.class", b"\xca\xfe\xba\xbe\0"),
            ("book.bin", b"1\0\x002"),
            ("data.txt", &own),
            ("lib/x.jar", b"PK\x03\x04"),
            ("x.png", b"\x89PNG\0"),
        ];
        let all = all.into_iter().map(|(path, content)| (path.to_owned(), content.to_vec())).collect();
        let found = files(&all);
        let of = |kind: &str| format!(" is {kind}: what it does is seen in no source");
        let expected = [
            format!("'Library.class'{}", of("compiled (5 bytes)")),
            format!("'book.bin'{}", of("not text (4 bytes)")),
            format!(
                "'data.txt' is a program of this project, or holds one ({} bytes): the answers need not be the \
                 student's own",
                own.len()
            ),
            format!("'engine'{}", of("an executable or a library (6 bytes)")),
            format!("'lib/x.jar'{}", of("an archive (4 bytes)")),
        ];
        assert_eq!(found, expected);
        let many = (0..20).map(|number| (format!("f{number:02}"), b"\x7fELF".to_vec())).collect();
        assert_eq!(files(&many).last().map(String::as_str), Some("12 further files are not text either"));
    }

    #[test]
    fn public_cases_known_by_heart_are_noticed() {
        let text = include_str!("../../embedded/assignments/cs3243/assignment.toml");
        let cases = cases(&Assignment::parse(text).unwrap(), &mut |_, _| {}).unwrap();
        let word = |is_right: &dyn Fn(usize, &Case) -> bool, got: &str| {
            let given: Vec<CaseAnswer> = (cases.iter().enumerate())
                .map(|(number, case)| CaseAnswer {
                    case: case.id.clone(),
                    earned: vec![Some(if is_right(number, case) { 100 } else { 0 }), None],
                    numbers: Vec::new(),
                    got: got.to_owned(),
                    problem: String::new(),
                    fault: None,
                    cause: None,
                    said: String::new(),
                    stderr: String::new(),
                    wall_us: 0,
                    waited_us: 0,
                    unexcused_us: 0,
                    cpu_us: None,
                })
                .collect();
            answers(&cases, &given)
        };
        let is_public = |_: usize, case: &Case| case.visibility == Visibility::Public;
        let said = word(&is_public, "A1A2").expect("a word");
        assert!(said.starts_with("all 14 public cases are right, and only 0 of 20 others"), "{said}");
        assert_eq!(word(&is_public, ""), None, "late, perhaps");
        assert_eq!(word(&|_, _| true, "A1A2"), None);
        assert_eq!(word(&|number, _| number % 2 == 0, "A1A2"), None);
    }
}
