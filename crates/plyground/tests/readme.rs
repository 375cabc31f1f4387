//! The console blocks of the README and of other documents, run as they stand.

#[macro_use]
mod blocks;
#[path = "../../sandbox/tests/needs/mod.rs"]
mod needs;

documents!();

/// Readers do not see the marks that tests need.
#[test]
fn documents_have_no_marks_of_tests() {
    for document in blocks::documents() {
        let is_mark = |line: &str| {
            line.contains("[..]") || line.strip_prefix("? ").is_some_and(|rest| rest.parse::<u8>().is_ok())
        };
        let text = blocks::text(&document);
        assert_eq!(text.lines().find(|line| is_mark(line)), None, "{document}");
    }
    for topic in ["students", "exit-status"] {
        let help = blocks::shell(&format!("plyground help {topic}"), &blocks::root());
        assert!(!String::from_utf8_lossy(&help.stdout).contains("<!--"), "{topic}");
    }
}
