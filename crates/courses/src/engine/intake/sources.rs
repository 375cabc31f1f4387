//! From files to a program: the main program is found, and small mistakes in how it was submitted are mended and noted,
//! or explained and refused.

use std::fmt;

use plyground_core::quote;

use super::java::{has_main, package, take_out_stale, types};
use super::{Files, Refusal, distinct, extension, last_name};
use crate::engine::assignment::{Assignment, Language};

/// Files that are ready to be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadySources<'a> {
    /// The files, the main program among them.
    pub files: Files,
    /// The language.
    pub language: &'a Language,
    /// The path of the main program.
    pub main: String,
    /// What was mended or is worth saying.
    pub notes: Vec<String>,
}

/// Whether a path is of what systems and tools leave behind, or of libraries that they have fetched.
pub(super) fn is_litter(path: &str) -> bool {
    let is_left = |name: &str| {
        name.starts_with("._")
            || matches!(name, "__MACOSX" | ".DS_Store" | "Thumbs.db" | "desktop.ini" | "__pycache__" | ".git")
    };
    // A program of one's own may lie beside the libraries of Python's environment.
    let is_library = |folder: &str, name: &str| match folder {
        "node_modules" => true,
        "venv" | ".venv" => {
            matches!(name, "bin" | "include" | "lib" | "lib64" | "share" | "Include" | "Lib" | "Scripts")
        }
        _ => false,
    };
    let names = || path.split('/');
    names().any(is_left) || names().zip(names().skip(1)).any(|(folder, name)| is_library(folder, name))
}

/// Notes that are kept of a submission.
const MOST_NOTES: usize = 20;

/// What is mended is noted, and the rules of the assignment say whether it is mended at all.
struct Mending {
    mends: bool,
    notes: Vec<String>,
}

impl Mending {
    fn note(&mut self, found: impl fmt::Display, expected: impl fmt::Display) -> Result<(), Refusal> {
        let text = format!("{found}; expected {expected}");
        if !self.mends {
            return Err(Refusal(text));
        }
        self.notes.push(text);
        Ok(())
    }
}

impl<'a> ReadySources<'a> {
    /// Finds the main program and puts it where it belongs.
    ///
    /// # Errors
    ///
    /// If there is no main program, or something would have to be mended that is not to be mended.
    pub fn of(mut files: Files, assignment: &'a Assignment) -> Result<Self, Refusal> {
        let mut mending = Mending { mends: assignment.mends, notes: Vec::new() };
        files.retain(|path, _| !is_litter(path));
        no_clash(&files)?;
        // What a language is known by is looked for in text.
        let is_source = |path: &str| {
            let extension = extension(path);
            ["h", "hpp", "hh"].contains(&extension.as_str())
                || assignment.languages.iter().any(|language| language.extensions.contains(&extension))
        };
        for (path, content) in files.iter_mut().filter(|(path, _)| is_source(path)) {
            decode(path, content, &mut mending)?;
        }
        let (language, main) = find(&mut files, assignment, &mut mending)?;
        if !language.has.is_empty() {
            let texts: Vec<String> = language.has.iter().map(|text| quote(text)).collect();
            let why = format!("a line begins with {}", texts.join(" or "));
            let instead = "not for a program that reads its arguments";
            mending.notes.push(format!("taken for {}, {instead}: {why}", language.name));
        }
        // The main program may have got another name and place.
        no_clash(&files)?;
        let added = language.harness.as_ref().map(|(name, _)| name);
        let built = language.build.is_some().then_some(&language.built);
        for name in added.into_iter().chain(built) {
            let below = format!("{name}/");
            if files.keys().any(|path| path.starts_with(&below)) {
                let text =
                    format!("there is a folder {}; expected another name: a file gets this one", quote(name));
                return Err(Refusal(text));
            }
        }
        let others: Vec<String> = mains(assignment)
            .filter(|(_, name)| files.contains_key(name) && *name != main)
            .map(|(_, name)| name)
            .collect();
        if !others.is_empty() {
            mending.notes.push(format!("{} is taken; {} is there too", main, others.join(", ")));
        }
        let stale = take_out_stale(&mut files);
        if !stale.is_empty() {
            let (listed, verb) = (listed(stale.iter()), if stale.len() == 1 { "is" } else { "are" });
            let why = "compiled anew from the sources that are there";
            mending.notes.push(format!("{listed} {verb} left out: {why}"));
        }
        let mut notes = mending.notes;
        if notes.len() > MOST_NOTES {
            notes.truncate(MOST_NOTES);
            notes.push("further files are like these".to_owned());
        }
        Ok(Self { files, language, main, notes })
    }
}

/// Refuses files that would be folders too: nothing could lay them out.
///
/// # Errors
///
/// The first path that is both.
pub fn no_clash(files: &Files) -> Result<(), Refusal> {
    let above = |path: &str| path.match_indices('/').map(|(at, _)| path[..at].to_owned()).collect::<Vec<_>>();
    match files.keys().flat_map(|path| above(path)).find(|path| files.contains_key(path)) {
        Some(path) => Err(Refusal(format!("{} is a file and a folder; expected one of them", quote(&path)))),
        None => Ok(()),
    }
}

/// Every name that a main program may have, in order.
fn mains(assignment: &Assignment) -> impl Iterator<Item = (&Language, String)> {
    assignment.languages.iter().flat_map(move |language| {
        language
            .extensions
            .iter()
            .map(move |extension| (language, format!("{}.{extension}", assignment.main)))
    })
}

/// The language and the path of the main program, after files were moved or renamed.
fn find<'a>(
    files: &mut Files,
    assignment: &'a Assignment,
    mending: &mut Mending,
) -> Result<(&'a Language, String), Refusal> {
    let is_main = |(language, name): &(&Language, String)| {
        files.get(name).is_some_and(|source| language.recognises(source))
    };
    if let Some((language, name)) = mains(assignment).find(is_main) {
        let class = class_file(&files[&name], &name, assignment).filter(|class| *class != name);
        if let Some(class) = &class {
            let found = format!("the class of {} has a name in other letters", quote(&name));
            mending.note(found, &assignment.main)?;
            let content = files.remove(&name).unwrap_or_default();
            files.insert(class.clone(), content);
        }
        let main = into_package(files, class.unwrap_or(name), mending)?;
        return Ok((language, main));
    }
    // The right name in a folder; else the right name in other letters; else any name where the text says what it
    // is; else a single source file.
    let is_named = |path: &&String, name: &str| last_name(path) == name;
    let matching = |same: &dyn Fn(&&String, &str) -> bool| {
        mains(assignment).find_map(|(language, name)| {
            let is_it = |path: &&String| same(path, &name) && language.recognises(&files[*path]);
            let mut found: Vec<&String> = files.keys().filter(is_it).collect();
            // The one that is nearest to the top, if that is one.
            found.sort_by_key(|path| path.matches('/').count());
            let level = |at: usize| found.get(at).map(|path: &&String| path.matches('/').count());
            (level(0).is_some() && level(0) != level(1)).then(|| (language, name, found[0].clone()))
        })
    };
    let in_other_letters = |path: &&String, name: &str| last_name(path).eq_ignore_ascii_case(name);
    let found = matching(&is_named).or_else(|| matching(&in_other_letters));
    let found = found.or_else(|| by_text(files, assignment)).or_else(|| {
        let language_of = |path: &String| {
            let extension = extension(path);
            let is_it = |l: &&Language| l.extensions.contains(&extension) && l.recognises(&files[path]);
            let found = assignment.languages.iter().find(is_it)?;
            Some((found, format!("{}.{extension}", assignment.main), path.clone()))
        };
        let mut sources = files.keys().filter_map(language_of);
        sources.next().filter(|_| sources.next().is_none())
    });
    let found = found.or_else(|| by_main(files, assignment));
    let Some((language, mut name, path)) = found else { return Err(no_main(files, assignment)) };
    let (folder, last) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, last)| (folder, last));
    if last != name {
        let class = class_file(&files[&path], &name, assignment);
        // What asks a class in its stead can ask one of any name.
        let own = language.harness.is_some() && class.is_none() && has_own_main(&files[&path], last);
        let class = if own { Some(last.to_owned()) } else { class };
        if extension(&name) == "java" && class.is_none() {
            let expected = format!("expected {name} with a class {}", assignment.main);
            return Err(Refusal(format!("the main program is named {}; {expected}", quote(last))));
        }
        mending.note(format_args!("the main program is named {}", quote(last)), &name)?;
        // Java looks for a class of this very name.
        name = class.unwrap_or(name);
    }
    // A package of Java is a folder that belongs to the program.
    let package = package(files, &path);
    let root: &str = match &package {
        Some(package) if folder == package => "",
        Some(package) => folder.strip_suffix(&format!("/{package}")).unwrap_or(folder),
        None => folder,
    };
    let main = joined(folder[root.len()..].trim_start_matches('/'), &name);
    if !root.is_empty() {
        let expected = "them without a folder, so that unpacking gives the files themselves";
        mending.note(format_args!("the files lie in a folder {}", quote(root)), expected)?;
    }
    if let Some(content) = files.remove(&path) {
        files.insert(joined(folder, &name), content);
    }
    if !root.is_empty() {
        let prefix = format!("{root}/");
        let mut outside = Vec::new();
        for (path, content) in std::mem::take(files) {
            match path.strip_prefix(&prefix) {
                Some(inside) => drop(files.insert(inside.to_owned(), content)),
                None => outside.push(path),
            }
        }
        if !outside.is_empty() {
            mending.notes.push(format!(
                "{} left out: only what lies with the main program, in {}, is taken; expected everything that \
                 it needs there",
                listed(outside.iter()),
                quote(root)
            ));
        }
        mending.notes.extend(named_from_outside(files, language, &prefix));
    }
    let main = if main.contains('/') { main } else { into_package(files, main, mending)? };
    Ok((language, main))
}

/// The path of a file in a folder, which may be the top.
fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// What is said of the first source that names a path by the folder around the program, out of which it was taken.
fn named_from_outside(files: &Files, language: &Language, prefix: &str) -> Option<String> {
    let is_it = |content: &[u8]| {
        let mut parts = content.windows(prefix.len() + 1);
        parts.any(|part| matches!(part[0], b'"' | b'\'') && part.ends_with(prefix.as_bytes()))
    };
    let is_source = |path: &str| language.extensions.contains(&extension(path));
    let (path, _) = files.iter().find(|(path, content)| is_source(path) && is_it(content))?;
    let expected = "the program starts inside this folder; expected paths from there";
    Some(format!("{} names {}: {expected}", quote(path), quote(prefix)))
}

/// The first source whose text says that it is a main program, under any name: the nearest to the top. Other sources
/// may name it, so it keeps its name.
fn by_text<'a>(files: &Files, assignment: &'a Assignment) -> Option<(&'a Language, String, String)> {
    let of = |language: &'a Language| {
        let is_it = |(path, source): &(&String, &Vec<u8>)| {
            language.extensions.contains(&extension(path)) && language.recognises(source)
        };
        let path =
            files.iter().filter(is_it).map(|(path, _)| path).min_by_key(|path| path.matches('/').count())?;
        Some((language, last_name(path).to_owned(), path.clone()))
    };
    assignment.languages.iter().filter(|language| !language.has.is_empty()).find_map(of)
}

/// The file that the main class of a Java source belongs into: it may have the name of the main program in other
/// letters. `None` of other languages, and if there is no such class.
fn class_file(source: &[u8], name: &str, assignment: &Assignment) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let named: Vec<&str> =
        types(&text).filter(|class| class.eq_ignore_ascii_case(&assignment.main)).collect();
    let class = named.iter().find(|class| **class == assignment.main).or(named.first())?;
    (extension(name) == "java").then(|| format!("{class}.java"))
}

/// Whether a Java source of this name has a class of the name, and a main program.
fn has_own_main(source: &[u8], name: &str) -> bool {
    let text = String::from_utf8_lossy(source);
    let class = name.strip_suffix(".java");
    class.is_some_and(|class| types(&text).any(|declared| declared == class)) && has_main(&text)
}

/// Of several sources in Java the only one that has a main program, where a harness can ask a class of any name.
fn by_main<'a>(files: &Files, assignment: &'a Assignment) -> Option<(&'a Language, String, String)> {
    let is_java = |language: &&Language| {
        language.harness.is_some() && language.extensions.iter().any(|extension| extension == "java")
    };
    let language = assignment.languages.iter().find(is_java)?;
    let is_it = |(path, source): &(&String, &Vec<u8>)| {
        extension(path) == "java" && language.recognises(source) && has_own_main(source, last_name(path))
    };
    let mut found = files.iter().filter(is_it).map(|(path, _)| path);
    let path = found.next().filter(|_| found.next().is_none())?;
    Some((language, format!("{}.java", assignment.main), path.clone()))
}

/// Puts a main program at the top that declares a package of Java into the folder of the package, and the sources
/// beside it that declare the same: neither compiler nor machine would find them otherwise. Where the main program is
/// then.
fn into_package(files: &mut Files, main: String, mending: &mut Mending) -> Result<String, Refusal> {
    let Some(folder) = package(files, &main) else { return Ok(main) };
    let name = folder.replace('/', ".");
    let (shown, place) = (quote(&main), quote(&folder));
    let found = format!("{shown} declares the package {name} and does not lie in a folder {place}");
    mending.note(found, "it there")?;
    let same: Vec<String> = files
        .keys()
        .filter(|path| !path.contains('/') && package(files, path).as_ref() == Some(&folder))
        .cloned()
        .collect();
    for path in same {
        if let Some(content) = files.remove(&path) {
            files.insert(format!("{folder}/{path}"), content);
        }
    }
    Ok(format!("{folder}/{main}"))
}

/// The first names, in a message.
fn listed<'a>(mut paths: impl ExactSizeIterator<Item = &'a String>) -> String {
    let mut listed: Vec<String> = paths.by_ref().take(8).map(|path| quote(path)).collect();
    if paths.len() > 0 {
        listed.push("...".to_owned());
    }
    listed.join(", ")
}

fn no_main(files: &Files, assignment: &Assignment) -> Refusal {
    let names = distinct(mains(assignment).map(|(_, name)| name));
    let starts: Vec<String> =
        assignment.languages.iter().flat_map(|language| &language.has).map(|start| quote(start)).collect();
    let or_text = if starts.is_empty() {
        String::new()
    } else {
        format!(", or a source with a line that begins with {}", starts.join(" or "))
    };
    let expected = format!("one of {} at the top{or_text}", names.join(", "));
    if files.is_empty() {
        return Refusal(format!(
            "there are no files in it; expected {expected}; .git, node_modules and the libraries in a venv do not count"
        ));
    }
    let archives = ["zip", "rar", "7z", "gz", "tar"];
    let hint = if files.keys().any(|path| archives.contains(&extension(path).as_str())) {
        " An archive in it is not unpacked."
    } else {
        ""
    };
    Refusal(format!("there is no main program, only {}; expected {expected}.{hint}", listed(files.keys())))
}

/// Turns a source file into UTF-8 with line ends that compilers know.
fn decode(path: &str, content: &mut Vec<u8>, mending: &mut Mending) -> Result<(), Refusal> {
    let shown = quote(path);
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    let little = content.strip_prefix(b"\xff\xfe").map(|rest| utf16(rest, u16::from_le_bytes));
    let wide = little.or_else(|| Some(utf16(content.strip_prefix(b"\xfe\xff")?, u16::from_be_bytes)));
    if let Some(text) = wide {
        mending.note(format_args!("{shown} is UTF-16"), "UTF-8")?;
        *content = text;
    } else if content.starts_with(b"\xef\xbb\xbf") {
        mending.note(format_args!("{shown} begins with a byte order mark"), "UTF-8 without one")?;
        content.drain(..3);
    }
    if let Err(error) = std::str::from_utf8(content) {
        let head: Vec<&[u8]> = content.split(|&byte| byte == b'\n').take(2).collect();
        let has_cookie = extension(path) == "py"
            && head
                .iter()
                .any(|line| line.starts_with(b"#") && line.windows(6).any(|part| part == b"coding"));
        if !has_cookie {
            let line = content[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            mending.note(format_args!("{shown}, line {line}: not UTF-8, read as Latin-1"), "UTF-8")?;
            *content = content.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes();
        }
    }
    let returns = content.split(|&byte| byte == b'\r').count() - 1;
    let pairs = content.windows(2).filter(|pair| pair == b"\r\n").count();
    if returns > pairs && !content.contains(&b'\n') {
        mending.note(format_args!("{shown} has line ends of old Macs (CR)"), "LF")?;
        content.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    } else if pairs > 0 && extension(path) == "sh" {
        mending
            .note(format_args!("{shown} has line ends of Windows (CRLF), which sh does not know"), "LF")?;
        *content = String::from_utf8_lossy(content).replace("\r\n", "\n").into_bytes();
    } else if pairs > 0 {
        mending.notes.push(format!("{shown} has line ends of Windows (CRLF), which do no harm here"));
    }
    Ok(())
}
