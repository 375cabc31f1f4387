//! The programs in `submissions`. Many are another one but for some lines: `variants.txt` of their folder has those, and
//! `definitions.txt` those of programs in C.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

/// A folder or file of submissions.
pub(crate) fn submission(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions").join(name)
}

fn read(name: &str) -> String {
    let path = submission(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a program, such as `comp3608/right.py`.
pub(crate) fn source(name: &str) -> String {
    if submission(name).is_file() {
        return read(name);
    }
    let (folder, file) = name.rsplit_once('/').expect("a folder and a file");
    let defined = definitions(folder).into_iter().filter(|(program, _)| program == file);
    let defined: String = defined.map(|(_, line)| line).collect();
    if !defined.is_empty() {
        return defined + "#include \"base.h\"\n";
    }
    let variants = read(&format!("{folder}/variants.txt"));
    let at = variants.find(&format!("\n[{file}]")).unwrap_or_else(|| panic!("{name}: no such program"));
    let (_, base) = variants[..at].rsplit_once("\n= ").expect("what it is made of");
    let base = read(&format!("{folder}/{}", base.lines().next().expect("a name")));
    let (_, changes) = variants[at + 1..].split_once('\n').expect("a line with the name");
    let end = ["\n[", "\n= "].into_iter().filter_map(|next| changes.find(next)).min();
    changed(&base, &changes[..end.unwrap_or(changes.len())])
        .unwrap_or_else(|lines| panic!("{name}: not once in the program that it is made of:\n{lines}"))
}

/// The lines of definitions of programs in C that include `base.h`, by their names.
fn definitions(folder: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(submission(folder).join("definitions.txt")).unwrap_or_default();
    let rows = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    rows.map(|(program, definition)| (program.to_owned(), format!("#define {}\n", definition.trim())))
        .collect()
}

/// A text in which some lines are replaced by others. Each part to replace must be there exactly once.
fn changed(base: &str, changes: &str) -> Result<String, String> {
    let side = |change: &str, mark: char| -> String {
        change.lines().filter_map(|line| line.strip_prefix(mark)).flat_map(|line| ["\n", line]).collect()
    };
    let base = format!("\n{base}");
    let mut text = base.clone();
    // From the end, so that places before stay where they are.
    for change in changes.rsplit("\n\n").filter(|change| !change.is_empty()) {
        if let Some(line) = change.lines().find(|line| !line.starts_with(['-', '+'])) {
            return Err(line.to_owned());
        }
        let (old, new) = (side(change, '-'), side(change, '+'));
        let places = base.match_indices(&old).map(|(at, _)| at);
        let places: Vec<_> = places.filter(|at| base[at + old.len()..].starts_with('\n')).collect();
        let [at] = places[..] else { return Err(old) };
        text.replace_range(at..at + old.len(), &new);
    }
    Ok(text[1..].to_owned())
}

/// The words of the rows of a table.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = source(name);
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Files of a folder that are no programs.
const TABLES: [&str; 3] = ["definitions.txt", "expected.txt", "variants.txt"];

/// The names of all programs in a folder of submissions.
pub(crate) fn programs(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(submission(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let names = names.filter(|name| !TABLES.contains(&&**name) && !name.starts_with("base."));
    let defined = definitions(folder).into_iter().map(|(program, _)| program);
    let mut programs: BTreeSet<String> = names.chain(defined).collect();
    if submission(folder).join("variants.txt").is_file() {
        let variants = read(&format!("{folder}/variants.txt"));
        let name = |line: &str| Some(line.strip_prefix('[')?.split_once(']')?.0.to_owned());
        programs.extend(variants.lines().filter_map(name));
    }
    programs
}

/// Does something with each, two at a time.
pub(crate) fn two_at_a_time<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let queue = Mutex::new(items);
    let work_off = || {
        while let Some(item) = { queue.lock().expect("no panic").pop() } {
            work(item);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work_off);
        work_off();
    });
}

#[test]
fn every_variant_can_be_made() {
    let students = ["comp3608", "cs431", "cs4750", "cs3243", "max-connect-four"];
    let students = students.map(|course| format!("students/{course}"));
    for folder in ["comp3608".to_owned()].into_iter().chain(students) {
        let programs = programs(&folder);
        assert!(programs.len() >= 10, "{folder}");
        for name in programs {
            assert!(source(&format!("{folder}/{name}")).len() > 10, "{folder}/{name}");
        }
    }
    assert_eq!(changed("a\nb\na\n", "-a\n+c"), Err("\na".to_owned()), "which one is not said");
    assert_eq!(changed("a\nb\n", "-a\nc"), Err("c".to_owned()), "neither taken nor given");
    assert_eq!(changed("a\nb\nc\n", "-a\n+x\n+y\n\n-c").as_deref(), Ok("x\ny\nb\n"));
}
