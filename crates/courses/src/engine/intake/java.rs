//! Sources of Java: packages and types that they declare, and what was compiled from them before.

use std::collections::BTreeSet;

use super::Files;
use super::extension;

/// The folder of the package that a source file of Java declares.
pub(super) fn package(files: &Files, path: &str) -> Option<String> {
    if extension(path) != "java" {
        return None;
    }
    let text = String::from_utf8_lossy(files.get(path)?);
    let mut tokens = Tokens { rest: text.trim_start_matches('\u{feff}') };
    // Nothing but annotations can stand before it.
    let first = tokens.find(|token| matches!(*token, "package" | "import") || TYPES.contains(token))?;
    let name: String = tokens.take_while(|token| *token != ";").collect();
    let is_part = |part: &str| !part.is_empty() && part.chars().all(is_of_name);
    (first == "package" && name.split('.').all(is_part)).then(|| name.replace('.', "/"))
}

/// The words that declare types.
const TYPES: [&str; 4] = ["class", "interface", "enum", "record"];

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// The names of the types that a source declares; what a comment says of a class may be among them.
pub(super) fn types(text: &str) -> impl Iterator<Item = &str> {
    let words = || text.split(|c| !is_of_name(c)).filter(|word| !word.is_empty());
    words().zip(words().skip(1)).filter(|(word, _)| TYPES.contains(word)).map(|(_, name)| name)
}

/// Whether a source has a main program: the words `void main (`, with white space or comments between them or not.
/// Comments and text in quotes do not count.
pub(super) fn has_main(text: &str) -> bool {
    let tokens: Vec<&str> = Tokens { rest: text }.collect();
    tokens.windows(3).any(|three| three == ["void", "main", "("])
}

/// Names and single characters of a source, without white space, comments and what is in quotes.
struct Tokens<'a> {
    rest: &'a str,
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

/// Takes out the compiled classes whose sources are there, and says which: a compiler may take one for its source, and
/// what comes of that is not what the sources say. A class without a source is a library, and stays.
pub(super) fn take_out_stale(files: &mut Files) -> Vec<String> {
    let mut built = BTreeSet::new();
    for (path, content) in files.iter().filter(|(path, _)| extension(path) == "java") {
        let folder = folder(path);
        let mut folders = vec![folder.to_owned()];
        if let Some(package) = package(files, path) {
            // Compiled on the spot, or below or above it in the folders of its package.
            let above = folder.strip_suffix(&package).map(|above| above.trim_end_matches('/').to_owned());
            folders.push(format!("{folder}/{package}").trim_start_matches('/').to_owned());
            folders.extend(above);
        }
        for name in types(&String::from_utf8_lossy(content)) {
            built.extend(folders.iter().map(|folder| (folder.clone(), name.to_owned())));
        }
    }
    let is_stale = |path: &&String| {
        let folder = folder(path);
        let name = path[folder.len()..].trim_start_matches('/');
        let outermost = name.strip_suffix(".class").and_then(|name| name.split('$').next());
        outermost.is_some_and(|name| built.contains(&(folder.to_owned(), name.to_owned())))
    };
    let stale: Vec<String> = files.keys().filter(is_stale).cloned().collect();
    files.retain(|path, _| !stale.contains(path));
    stale
}

/// The folder that a file lies in; empty at the top.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
