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
        if content.windows(MARK.len()).any(|window| window == MARK) {
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

/// That a program lacks a module of Python, and what to do.
pub fn missing_module(module: &str) -> String {
    format!(
        "no answer: Python did not find the module {} where the program runs. If it is no file that the student forgot, install \
         it, and the same command tries this program again",
        quote(module)
    )
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
