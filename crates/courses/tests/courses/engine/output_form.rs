//! The form of outputs.

use plyground_courses::engine::output_form::{lines, only_number, whole};

fn read(stdout: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut remarks = Vec::new();
    let lines = lines(stdout.as_bytes(), &mut remarks);
    (lines, remarks.into_iter().map(|remark| remark.kind).collect())
}

#[test]
fn white_space_is_remarked_on() {
    let two = || vec!["1".to_owned(), "57".to_owned()];
    assert_eq!(read("1\n57\n"), (two(), vec![]));
    assert_eq!(read("1\r\n57\r\n"), (two(), vec!["carriage-return"]));
    assert_eq!(read("1\n57"), (two(), vec!["no-line-end"]));
    assert_eq!(read("1\n57\n\n \n"), (two(), vec!["empty-lines"]));
    assert_eq!(read("1 \n57\n").1, ["trailing-blanks"]);
    assert_eq!(read("\u{feff}1\n57\n"), (two(), vec!["byte-order-mark"]));
    assert_eq!(read("\u{1b}[31m1\u{1b}[0m\n\u{1b}[1;32m57\u{1b}[0m\n"), (two(), vec!["colours"]));
    assert_eq!(read("1\n57\n\u{1b}[").1, ["colours"]);
    assert_eq!(read(""), (vec![], vec![]));
    let flood = "x".repeat(10_000);
    assert_eq!(read(&flood).0[0].len(), 4096);
}

#[test]
fn numbers_in_lines_are_read() {
    assert_eq!(
        (whole("57"), whole("-1"), whole("1.0"), whole(""), whole("+1")),
        (Some(57), Some(-1), None, None, None)
    );
    assert_eq!((only_number("Column: 1"), only_number("1 of 7"), only_number("none")), (Some(1), None, None));
    assert_eq!(whole(&"9".repeat(19)), None);
}
