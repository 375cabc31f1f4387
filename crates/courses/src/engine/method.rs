//! Methods of Java that a source has to have, and the tokens by which sources are read.

/// A method by its name and the types of its parameters, such as `getNextPlay(byte[][])`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    text: String,
    name: String,
    parameters: Vec<Parameter>,
}

/// The type of a parameter: a name and how many times it is an array.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parameter {
    name: String,
    arrays: usize,
}

impl Method {
    /// A method by this text; `None` if that is not its name and, in brackets, the types of its parameters.
    pub(super) fn new(text: &str) -> Option<Self> {
        let tokens: Vec<&str> = Tokens::of(text).collect();
        let [name, "(", between @ .., ")"] = tokens.as_slice() else { return None };
        let is_name = |word: &str| word.starts_with(|c: char| is_of_name(c) && !c.is_ascii_digit());
        let parameters = parameters(between);
        let is_type = |parameter: &Parameter| is_name(&parameter.name);
        let is_one = is_name(name) && parameters.iter().all(is_type);
        is_one.then(|| Self { text: text.to_owned(), name: (*name).to_owned(), parameters })
    }

    /// The text that it was made from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a source has a class of this name, not an abstract one, with the body of this method: after its parameters comes
    /// `{` or `throws`. A call is none, nor is a method of a class within, a comment, or a text in quotes.
    pub(super) fn is_of_class(&self, source: &str, class: &str) -> bool {
        let tokens: Vec<&str> = Tokens::of(source).collect();
        let body = body(&tokens, class).unwrap_or_default();
        let mut depth = 0;
        for (at, token) in body.iter().enumerate() {
            match *token {
                "{" => depth += 1,
                "}" if depth == 0 => return false,
                "}" => depth -= 1,
                name if depth == 0 && name == self.name && self.begins_at(&body[at + 1..]) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether these are the parameters of this method and the beginning of its body.
    fn begins_at(&self, tokens: &[&str]) -> bool {
        let ["(", inside @ ..] = tokens else { return false };
        let Some(end) = inside.iter().position(|token| *token == ")") else { return false };
        matches!(inside.get(end + 1), Some(&("{" | "throws")))
            && parameters(&inside[..end]) == self.parameters
    }
}

/// The types of parameters, whatever their names: arrays may be written at either.
fn parameters(tokens: &[&str]) -> Vec<Parameter> {
    let of = |tokens: &[&str]| Parameter {
        name: tokens
            .iter()
            .find(|token| **token != "final")
            .map_or_else(String::new, |name| (*name).to_owned()),
        arrays: tokens.iter().filter(|token| **token == "[").count(),
    };
    if tokens.is_empty() { Vec::new() } else { tokens.split(|token| *token == ",").map(of).collect() }
}

/// What follows the brace after `class` and this name, if that class is not `abstract`: one of which there can be an object.
fn body<'a>(tokens: &'a [&'a str], class: &str) -> Option<&'a [&'a str]> {
    let is_modifier =
        |token: &&&str| matches!(**token, "public" | "final" | "static" | "abstract" | "strictfp" | "sealed");
    let is_it = |at: &usize| tokens[*at] == "class" && tokens.get(at + 1) == Some(&class);
    let is_abstract =
        |at: usize| tokens[..at].iter().rev().take_while(is_modifier).any(|token| *token == "abstract");
    let at = (0..tokens.len()).filter(is_it).find(|at| !is_abstract(*at))?;
    let brace = tokens[at..].iter().position(|token| *token == "{")?;
    Some(&tokens[at + brace + 1..])
}

/// Names and single characters of a source, without white space, comments and what is in quotes.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) const fn of(source: &'a str) -> Self {
        Self { rest: source }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            let end =
                |pattern: &str| self.rest.find(pattern).map_or(self.rest.len(), |at| at + pattern.len());
            let skipped = match first {
                '/' if self.rest.starts_with("//") => end("\n"),
                '/' if self.rest[1..].starts_with('*') => {
                    self.rest[2..].find("*/").map_or(self.rest.len(), |at| at + 4)
                }
                '"' | '\'' => quoted(self.rest, first),
                _ => 0,
            };
            if skipped > 0 {
                self.rest = &self.rest[skipped..];
                continue;
            }
            let length = self.rest.find(|c| !is_of_name(c)).unwrap_or(self.rest.len());
            let (token, rest) = self.rest.split_at(length.max(first.len_utf8()));
            self.rest = rest;
            return Some(token);
        }
    }
}

/// The length of what begins with a quote, up to the next one that is not escaped: at the end of its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether names have this character.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_told_from_its_calls_and_from_others_of_its_name() {
        let method = Method::new("getNextPlay(byte[][])").expect("a method");
        let is_in_class = |text: &str| method.is_of_class(&format!("class A {{ {text}"), "A");
        for text in [
            "public int getNextPlay(byte[][] b) { return 0; }",
            "int getNextPlay (final byte b[][] /* ) */)\n  throws Exception\n{",
            "int f() { return p.getNextPlay(b); } byte getNextPlay(byte[] b[]) {",
        ] {
            assert!(is_in_class(text), "{text}");
        }
        for text in [
            "",
            "// int getNextPlay(byte[][] b) {",
            "\"int getNextPlay(byte[][] b) {\"",
            "int getNextPlay(byte[][] b);",
            "int getNextPlay(int[][] b) {",
            "int getNextPlay(byte[] b) {",
            "int getNextPlay(byte[][] b, int depth) {",
            "int getNextPlay() {",
            "int x = p.getNextPlay(b);",
            "int getNextPlayer(byte[][] b) {",
            "int getNextPlay",
            "int getNextPlay(byte[][] b",
            "class B { int getNextPlay(byte[][] b) {} }",
            "P p = new P() { int getNextPlay(byte[][] b) {} };",
            "} class B { int getNextPlay(byte[][] b) {} }",
        ] {
            assert!(!is_in_class(text), "{text}");
        }
        assert!(Method::new("f()").expect("a method").is_of_class("class A { void f() {", "A"));
        for text in ["", "f", "f(", "f)", "1f()", "f(,)", "f(byte) {", "(byte)"] {
            assert_eq!(Method::new(text), None, "{text}");
        }
    }

    #[test]
    fn classes_without_objects_are_none() {
        let method = Method::new("f()").expect("a method");
        let of = |head: &str| method.is_of_class(&format!("{head} void f() {{}} }}"), "A");
        for head in [
            "class A {",
            "public final class A<T> extends B {",
            "interface B {} class A {",
            "abstract class B {} class A {",
        ] {
            assert!(of(head), "{head}");
        }
        for head in [
            "",
            "interface A {",
            "abstract class A {",
            "abstract public class A {",
            "// class A {",
            "class AB {",
        ] {
            assert!(!of(head), "{head}");
        }
    }
}
