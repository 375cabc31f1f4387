//! Lines of the page's modules and styles that are nothing but comments, a quarter of their compressed bytes: browsers do not get
//! those that are embedded.

use std::iter;
use std::path::Path;

/// Whether a file of this name can have comments as [`without_comments`] knows them.
pub(super) fn can_have_comments(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "js" || extension == "css")
}

/// A module or style without the lines that are nothing but a comment. They are left empty, so that a browser still
/// gives the numbers of the file's lines.
///
/// A comment beside code stays, and so does whatever looks like one within a text between backticks.
pub(super) fn without_comments(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut kept = String::with_capacity(text.len());
    let mut next = 0;
    // Whether a text between backticks is open.
    let mut is_in_text = false;
    while let Some(&line) = lines.get(next) {
        let length = if is_in_text { 0 } else { length_of_comment(&lines[next..]) };
        if length == 0 {
            is_in_text ^= line.matches('`').count() % 2 == 1;
            kept.push_str(line);
        }
        kept.extend(iter::repeat_n('\n', length.max(1)));
        next += length.max(1);
    }
    kept
}

/// How many lines the comment takes that begins with the first of these; 0 if there is none, if code follows its end,
/// or if it has no end.
fn length_of_comment(lines: &[&str]) -> usize {
    let first = lines.first().map_or("", |line| line.trim_start());
    // No style has such a line.
    if first.starts_with("//") {
        return 1;
    }
    let Some(rest) = first.strip_prefix("/*") else { return 0 };
    let rests = iter::once(rest).chain(lines.iter().skip(1).copied());
    let end = rests.enumerate().find_map(|(at, line)| Some((at, line.split_once("*/")?.1)));
    end.filter(|(_, after)| after.trim().is_empty()).map_or(0, |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comments_are_empty_and_all_others_stay() {
        let text = "// a\nlet a = 1; // b\n/** c */\n  /* d\n * e\n   */\nlet b = a;\n";
        assert_eq!(without_comments(text), "\nlet a = 1; // b\n\n\n\n\nlet b = a;\n");
    }

    #[test]
    fn a_comment_before_code_stays() {
        let text = "/** @type {A} */ (a).b();\n/* a\n b */ c();\n/* no end\nd();\n";
        assert_eq!(without_comments(text), text);
    }

    #[test]
    fn texts_between_backticks_stay() {
        let text = "const a = `\n// b\n/* c */\n${d}`;\n// e\n";
        assert_eq!(without_comments(text), "const a = `\n// b\n/* c */\n${d}`;\n\n");
    }

    #[test]
    fn only_modules_and_styles_have_comments() {
        assert!(can_have_comments("a/b.js") && can_have_comments("a.css"));
        assert!(!can_have_comments("a.html") && !can_have_comments("js"));
    }
}
