//! What staff are told to look at, and the form of outputs.

use plyground_arena::MARK;
use plyground_courses::engine::case::{Case, Visibility, cases};
use plyground_courses::engine::output_form::{lines, only_number, whole};
use plyground_courses::engine::staff_notes::{answers, files};
use plyground_courses::engine::verdict::CaseAnswer;

use super::{CS3243, answered, parsed};

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
    let cases = cases(&parsed(CS3243), &mut |_, _| {}).unwrap();
    let word = |is_right: &dyn Fn(usize, &Case) -> bool, got: &str| {
        let given: Vec<CaseAnswer> = (cases.iter().enumerate())
            .map(|(number, case)| {
                let earned = if is_right(number, case) { 100 } else { 0 };
                answered(&case.id, &[Some(earned), None], got)
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

fn form(stdout: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut remarks = Vec::new();
    let lines = lines(stdout.as_bytes(), &mut remarks);
    (lines, remarks.into_iter().map(|remark| remark.kind).collect())
}

#[test]
fn white_space_is_remarked_on() {
    let two = || vec!["1".to_owned(), "57".to_owned()];
    assert_eq!(form("1\n57\n"), (two(), vec![]));
    assert_eq!(form("1\r\n57\r\n"), (two(), vec!["carriage-return"]));
    assert_eq!(form("1\n57"), (two(), vec!["no-line-end"]));
    assert_eq!(form("1\n57\n\n \n"), (two(), vec!["empty-lines"]));
    assert_eq!(form("1 \n57\n").1, ["trailing-blanks"]);
    assert_eq!(form("\u{feff}1\n57\n"), (two(), vec!["byte-order-mark"]));
    assert_eq!(form("\u{1b}[31m1\u{1b}[0m\n\u{1b}[1;32m57\u{1b}[0m\n"), (two(), vec!["colours"]));
    assert_eq!(form("1\n57\n\u{1b}[").1, ["colours"]);
    assert_eq!(form(""), (vec![], vec![]));
    let flood = "x".repeat(10_000);
    assert_eq!(form(&flood).0[0].len(), 4096);
}

#[test]
fn numbers_in_lines_are_form() {
    assert_eq!(["57", "-1", "1.0", "", "+1"].map(whole), [Some(57), Some(-1), None, None, None]);
    assert_eq!(["Column: 1", "1 of 7", "none"].map(only_number), [Some(1), None, None]);
    assert_eq!(whole(&"9".repeat(19)), None);
}
