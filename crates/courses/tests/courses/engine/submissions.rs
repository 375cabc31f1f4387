//! Submissions as students send them: which count, which files are taken, and what is mended.

use std::ffi::OsStr;
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{
    Files, Mark, ReadySources, Refusal, Submission, counting, digest, list, read,
};
use plyground_courses::engine::local_time::{LocalTime, Zone};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{COMP3608, CS431, MAX_CONNECT_FOUR, parsed};

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("room");
        zip.write_all(content).expect("room");
    }
    zip.finish().expect("room").into_inner()
}

fn submission(path: &Path) -> Submission {
    let label = path.file_name().and_then(OsStr::to_str).expect("a plain name").to_owned();
    Submission { student: "ann".to_owned(), label, path: path.to_owned(), mark: Mark::None }
}

/// The names of the files of a submission with this name and content, or why it was refused.
fn taken(name: &str, content: &[u8]) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("room");
    let files = read(&submission(&path), &parsed(COMP3608)).expect("it can be read");
    files.map(|files| files.into_keys().collect()).map_err(|refused| refused.0)
}

/// A folder with empty files of these names.
fn folder_of<S: AsRef<OsStr>>(names: &[S]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        let path = folder.path().join(name.as_ref());
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, "").expect("room");
    }
    folder
}

#[test]
fn zips_and_single_files_are_taken() {
    let zip = zipped(&[("ConnectFour.py", b"x"), ("lib/board.py", b"y"), ("a\\b.py", b"z"), ("./c.py", b"")]);
    assert_eq!(taken("ann.zip", &zip).unwrap(), ["ConnectFour.py", "a/b.py", "c.py", "lib/board.py"]);
    assert_eq!(taken("ann.ZIP", &zip).unwrap().len(), 4);
    assert_eq!(taken("ann.py", b"print()").unwrap(), ["ConnectFour.py"]);
    assert_eq!(taken("ann.CC", b"").unwrap(), ["ConnectFour.cc"]);
}

#[test]
fn hostile_and_broken_archives_are_refused_with_a_reason() {
    let one = |name: &str| zipped(&[(name, b"x")]);
    for (zip, reason) in [
        (one("../ann/marks.csv"), "the path '../ann/marks.csv' leads out of the submission; expected names"),
        (one("a/../../b"), "the path 'a/../../b' leads out of the submission"),
        (one("/etc/passwd"), "the path '/etc/passwd' is absolute"),
        (one("C:\\x.py"), "the path 'C:\\\\x.py' is absolute"),
        (one("\\\\host\\x.py"), "the path '\\\\\\\\host\\\\x.py' is absolute"),
        (one("a\u{7}b"), "the path 'a\\u{7}b' has control characters"),
        (one(&"x".repeat(201)), "the path '"),
        (one(&"x/".repeat(13)), "the path '"),
        (b"not a zip".to_vec(), "the zip cannot be read: "),
        (b"Rar!\x1a\x07\x00".to_vec(), "it is named .zip but is a RAR archive; expected a zip archive"),
        (b"\x1f\x8b\x08".to_vec(), "it is named .zip but is a gzip archive"),
    ] {
        let found = taken("ann.zip", &zip).expect_err(reason);
        assert!(found.starts_with(reason), "{found}\n{reason}");
    }
    let whole = zipped(&[("ConnectFour.py", b"some text that is long enough")]);
    for cut in 1..whole.len() {
        // It must not panic, and what is whole is not taken for more than it is.
        let _ = taken("ann.zip", &whole[..cut]);
    }
    assert!(taken("ann.zip", &whole[..whole.len() / 2]).is_err());
    for (name, content, reason) in [
        ("ann.rar", &b"Rar!"[..], "it is a RAR archive; expected a zip archive (.zip) or a source file"),
        ("ann.py", b"PK\x03\x04", "it is a zip archive with another extension"),
        ("ann", b"\x7fELF\x02", "it is a program, not its source"),
        ("ann.txt", b"hello", "its extension is 'txt'; expected zip or one of py, java, c, cpp, cc, m, sh"),
    ] {
        let found = taken(name, content).unwrap_err();
        assert!(found.starts_with(reason), "{found}");
    }
}

#[test]
fn names_that_are_there_twice_are_refused() {
    let mut zip = zipped(&[("ConnectFour.py", b"print(1)"), ("ConnectFour.pz", b"print(2)")]);
    for at in 0..zip.len() - 14 {
        if &zip[at..at + 14] == b"ConnectFour.pz" {
            zip[at + 13] = b'y';
        }
    }
    let twice = "two files in the zip have the same name; expected each file once";
    assert_eq!(taken("ann.zip", &zip).unwrap_err(), twice);
    let same = zipped(&[("hw/./a.py", b""), ("hw/a.py", b"")]);
    assert_eq!(taken("ann.zip", &same).unwrap_err(), twice);
}

#[test]
fn bombs_are_refused_before_they_are_large() {
    // 96 MiB of zeros in about 100 KiB.
    let zeros = vec![0; 32 << 20];
    let zip = zipped(&[("a", &zeros), ("b", &zeros), ("c", &zeros)]);
    assert!(zip.len() < 1 << 20);
    let found = taken("ann.zip", &zip).unwrap_err();
    let expected =
        "the zip unpacks to more than source files need; expected at most 64 MiB and 200 times its own size";
    assert_eq!(found, expected);
    let with_many = |folder: &str| {
        let names: Vec<String> = (0..2001).map(|number| format!("{folder}f{number}")).collect();
        let many = names.iter().map(String::as_str).chain(["hw/ConnectFour.py"]);
        taken("ann.zip", &zipped(&many.map(|name| (name, &b""[..])).collect::<Vec<_>>()))
    };
    assert_eq!(with_many("").unwrap_err(), "the zip has 2002 entries; expected at most 2000");
    let deep = "the zip has 2002 entries, 2001 of them in 'hw/data'; expected at most 2000";
    assert_eq!(with_many("hw/data/").unwrap_err(), deep);
    // What tools leave behind does not count, however deep it lies.
    let deep = format!("hw/node_modules/{}", "a/".repeat(13));
    for litter in ["hw/.git/objects/", "hw\\.git\\objects\\", "venv/lib/", &deep] {
        assert_eq!(with_many(litter), Ok(vec!["hw/ConnectFour.py".to_owned()]), "{litter}");
    }
    // A program beside the libraries of an environment is one, and a path that leads elsewhere is refused anyway.
    let beside = zipped(&[("venv/ConnectFour.py", b""), ("venv/bin/python", b"")]);
    assert_eq!(taken("ann.zip", &beside), Ok(vec!["venv/ConnectFour.py".to_owned()]));
    assert!(taken("ann.zip", &zipped(&[("venv/lib/../../x", b"")])).unwrap_err().contains("leads out"));
    // Small files may be dull.
    assert!(taken("ann.zip", &zipped(&[("ConnectFour.py", &zeros[..1 << 20])])).is_ok());
}

#[test]
fn links_and_devices_are_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("ConnectFour.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let link = zip.finish().unwrap().into_inner();
    assert_eq!(taken("ann.zip", &link).unwrap_err(), "'ConnectFour.py' is a link; expected the file itself");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("hw/venv/bin/python3", "/usr/bin/python3", SimpleFileOptions::default()).unwrap();
    zip.start_file("hw/ConnectFour.py", SimpleFileOptions::default()).unwrap();
    assert_eq!(taken("ann.zip", &zip.finish().unwrap().into_inner()).map(|files| files.len()), Ok(1));
    // The mode is in the upper half of the external attributes: a link becomes a device.
    let mut device = link;
    let mode = 0o120_777_u32.to_le_bytes();
    let at = device.windows(2).rposition(|pair| pair == &mode[..2]).unwrap();
    device[at..at + 2].copy_from_slice(&0o060_777_u32.to_le_bytes()[..2]);
    let found = taken("ann.zip", &device).unwrap_err();
    assert_eq!(found, "'ConnectFour.py' is a device; expected files and folders only");
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| read(&submission(path), &parsed(COMP3608)).unwrap().unwrap_err().0;
    let inner = folder.path().join("ann");
    fs::create_dir(&inner).unwrap();
    symlink("/etc/passwd", inner.join("ConnectFour.py")).unwrap();
    assert_eq!(refused(&inner), "'ConnectFour.py' is a link; expected the file itself");
    let link = folder.path().join("ben.zip");
    symlink("/etc/passwd", &link).unwrap();
    assert_eq!(refused(&link), "it is a link; expected the files themselves");
}

#[test]
fn the_last_submission_counts() {
    let files = ["ann@2.zip", "ann@10.zip", "ben.py", ".hidden", "Thumbs.db", "dan/x.py", "eve v1.5/x.py"];
    let folders = ["cleo/@2026-05-01T09-00.zip", "cleo/@2026-05-01T22-10-30/x.py"];
    let folder = folder_of(&[&files[..], &folders].concat());
    let all = list(folder.path(), &Zone::default()).unwrap().students;
    let labels: Vec<(&str, Vec<&str>)> = all
        .iter()
        .map(|(name, of)| (name.as_str(), of.iter().map(|submission| submission.label.as_str()).collect()))
        .collect();
    let expected = [
        ("ann", vec!["ann@2.zip", "ann@10.zip"]),
        ("ben", vec!["ben.py"]),
        ("cleo", vec!["cleo/@2026-05-01T09-00.zip", "cleo/@2026-05-01T22-10-30"]),
        ("dan", vec!["dan"]),
        ("eve v1.5", vec!["eve v1.5"]),
    ];
    assert_eq!(labels, expected);
    let time = all["cleo"][1].time().unwrap();
    assert_eq!(time.to_string(), "2026-05-01T22:10:30");
    // The last that is not too late to count; the last if all are.
    let with = |due: &str| {
        let mut assignment = parsed(COMP3608);
        assignment.late.due = Some(LocalTime::parse(due, &Zone::default()).unwrap().end_of_minute());
        counting(&all["cleo"], &assignment).unwrap().label.clone()
    };
    assert_eq!(with("2026-04-28T23:59"), "cleo/@2026-05-01T22-10-30", "three days");
    assert_eq!(with("2026-04-27T23:59"), "cleo/@2026-05-01T22-10-30", "all are too late");
    assert_eq!(with("2026-05-01T12:00"), "cleo/@2026-05-01T22-10-30");
}

/// One name that nobody understands keeps nobody else from being marked.
#[test]
fn odd_names_do_not_stop_the_class() {
    let mails = ["jsmith@uni.edu.au/x.py", "b.lee@uni.edu.au@2.zip"].map(OsStr::new);
    let others = ["cleo@late.zip", "ann.zip", "ann.py", "dan.py", "new\nline.py"].map(OsStr::new);
    let folder = folder_of(&[&mails[..], &others, &[OsStr::from_bytes(b"\xdcbung.py")]].concat());
    let listed = list(folder.path(), &Zone::default()).unwrap();
    let found: Vec<(&str, Mark)> =
        listed.students.iter().map(|(name, of)| (name.as_str(), of[0].mark)).collect();
    let expected = [
        ("b.lee@uni.edu.au", Mark::Number(2)),
        ("cleo@late", Mark::None),
        ("dan", Mark::None),
        ("jsmith@uni.edu.au", Mark::None),
    ];
    assert_eq!(found, expected);
    assert_eq!(listed.left_out.len(), 3, "{:?}", listed.left_out);
}

/// Names in a folder of a student's say nothing about others.
#[test]
fn a_folder_of_a_student_with_other_files_is_one_submission() {
    let names = ["ann/@1.zip", "ann/notes.txt", "ben/@notes.txt", "dan.tar.gz"].map(OsStr::new);
    let folder = folder_of(&[&names[..], &[OsStr::from_bytes(b"cleo/\xdcbung.txt")]].concat());
    let all = list(folder.path(), &Zone::default()).unwrap().students;
    let found: Vec<(&str, Vec<(&str, Mark)>)> = all
        .iter()
        .map(|(name, of)| (name.as_str(), of.iter().map(|one| (one.label.as_str(), one.mark)).collect()))
        .collect();
    let labels = [("ann", "ann"), ("ben", "ben"), ("cleo", "cleo"), ("dan", "dan.tar.gz")];
    assert_eq!(found, labels.map(|(name, label)| (name, vec![(label, Mark::None)])));
}

#[test]
fn names_that_say_too_little_are_left_out() {
    for (names, message) in [
        (
            &["ann.zip", "ann.py"][..],
            "is it earlier or later than ann.py? Expected different numbers or times after",
        ),
        (&["ann@1.zip", "ann.py"], "is it earlier or later than ann"),
        (&["ann@1.zip", "ann@2026-05-01T09-00.zip"], "is it earlier or later than ann"),
        (&["ann@2026-05-01T22.10.zip"], "found '2026-05-01T22.10'; expected a date and a time"),
        (&["@1.zip"], "expected the name of a student"),
    ] {
        let folder = folder_of(names);
        let listed = list(folder.path(), &Zone::default()).unwrap();
        let [error] = &listed.left_out[..] else { panic!("{names:?}: {listed:?}") };
        assert!(listed.students.is_empty() && error.path.starts_with(folder.path()), "{names:?}: {listed:?}");
        assert!(error.message.starts_with(message), "{names:?}: {error}");
    }
    let error = list(Path::new("/no/such/folder"), &Zone::default()).unwrap_err();
    assert!(error.message.contains("expected a folder"), "{error}");
}

/// What a program is made of after mending.
fn ready<'a>(files: &[(&str, &str)], assignment: &'a Assignment) -> Result<ReadySources<'a>, String> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    ReadySources::of(files, assignment).map_err(|refused| refused.0)
}

fn names_of<'a>(sources: &'a ReadySources<'_>) -> Vec<&'a str> {
    sources.files.keys().map(String::as_str).collect()
}

#[test]
fn small_mistakes_are_mended_and_noted() {
    let (assignment, strict) = (parsed(COMP3608), parsed(&COMP3608.replace("mend = true", "mend = false")));
    let in_folder = "the files lie in a folder 'hw1'; expected them without a folder, so that unpacking gives the files themselves";
    let named = |name: &str, main: &str| format!("the main program is named '{name}'; expected {main}");
    for (files, left, note) in [
        (
            &[("hw1/ConnectFour.py", ""), ("hw1/board.py", ""), ("__MACOSX/x", "")][..],
            &["ConnectFour.py", "board.py"][..],
            in_folder.to_owned(),
        ),
        (&[("connectfour.PY", "")], &["ConnectFour.py"], named("connectfour.PY", "ConnectFour.py")),
        (
            &[("main.c", ""), ("notes.txt", "")],
            &["ConnectFour.c", "notes.txt"],
            named("main.c", "ConnectFour.c"),
        ),
        (
            &[("Main.java", "class ConnectFour {}")],
            &["ConnectFour.java"],
            named("Main.java", "ConnectFour.java"),
        ),
    ] {
        let found = ready(files, &assignment).unwrap();
        // The main program comes first.
        assert_eq!((found.main.as_str(), names_of(&found)), (left[0], left.to_vec()));
        assert_eq!(found.notes, [note.as_str()]);
        assert_eq!(ready(files, &strict), Err(note), "mended only if the assignment says so");
    }
    // Files outside the main program's folder are left out with a note. System files are left out without one.
    let many = ["z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8"].map(|name| (name, ""));
    let files = [&[("hw/ConnectFour.py", ""), ("hw/lib/b.py", ""), ("old/b.py", ""), ("._x", "")][..], &many]
        .concat();
    let found = ready(&files, &assignment).unwrap();
    assert_eq!(names_of(&found), ["ConnectFour.py", "lib/b.py"]);
    assert_eq!(
        found.notes[1],
        "'old/b.py', 'z1', 'z2', 'z3', 'z4', 'z5', 'z6', 'z7', ... left out: only what lies with the main program, in \
         'hw', is taken; expected everything that it needs there"
    );
    // Paths may have been written for the folder around.
    let opens = [("src/ConnectFour.py", "open('src/weights.txt')"), ("src/weights.txt", "")];
    let from_there =
        "'ConnectFour.py' names 'src/': the program starts inside this folder; expected paths from there";
    assert_eq!(ready(&opens, &assignment).unwrap().notes[1], from_there);
    // Nothing is wrong with these.
    assert_eq!(ready(&[("ConnectFour.java", "")], &strict).unwrap().language.name, "java");
    let both = ready(&[("ConnectFour.py", ""), ("ConnectFour.java", "")], &strict).unwrap();
    assert_eq!(both.language.name, "python");
    assert_eq!(both.notes, ["ConnectFour.py is taken; ConnectFour.java is there too"]);
}

/// The class may have the name of the main program in other letters: Java finds it under its own.
#[test]
fn classes_keep_the_letters_of_their_names() {
    let assignment = parsed(MAX_CONNECT_FOUR);
    let text = "public class Maxconnect4 {}";
    for (files, left) in [
        (&[("Maxconnect4.java", text), ("Board.java", "")][..], &["Board.java", "Maxconnect4.java"][..]),
        (&[("hw/MAXconnect4.java", text)], &["Maxconnect4.java"]),
        (&[("maxconnect4.java", text)], &["Maxconnect4.java"]),
    ] {
        let found = ready(files, &assignment).unwrap();
        assert_eq!((found.language.name.as_str(), found.main.as_str()), ("java", "Maxconnect4.java"));
        assert_eq!((names_of(&found), found.notes.is_empty()), (left.to_vec(), false));
    }
    let both = [("maxconnect4.java", "class Maxconnect4 {} class maxconnect4 {}")];
    assert_eq!(ready(&both, &assignment).unwrap().main, "maxconnect4.java");
}

#[test]
fn packages_of_java_stay_folders() {
    let assignment = parsed(CS431);
    let text = "package players;\npublic class ComputerConnectFourPlayer {}";
    let files =
        [("hw2_A_B/players/ComputerConnectFourPlayer.java", text), ("hw2_A_B/graphics/Board.java", "")];
    let found = ready(&files, &assignment).unwrap();
    assert_eq!(found.main, "players/ComputerConnectFourPlayer.java");
    assert_eq!(names_of(&found), ["graphics/Board.java", "players/ComputerConnectFourPlayer.java"]);
    assert!(found.notes[0].starts_with("the files lie in a folder 'hw2_A_B'"), "{found:?}");
    let found = ready(&[("players/ComputerConnectFourPlayer.java", text)], &assignment).unwrap();
    assert_eq!((found.main.as_str(), found.notes.len()), ("players/ComputerConnectFourPlayer.java", 0));
    // Sources without the folder of their package are put there, others stay.
    let main = "\u{feff}// mine\npackage a.b ;\nclass ComputerConnectFourPlayer {}";
    let files = [
        ("src/ComputerConnectFourPlayer.java", main),
        ("src/Board.java", "/* mine */ package a\n  . b; // package c;\nimport a.b.Main;"),
        ("src/Main.java", "/* package of none */ class Main {}"),
    ];
    let found = ready(&files, &assignment).unwrap();
    assert_eq!(found.main, "a/b/ComputerConnectFourPlayer.java");
    assert_eq!(names_of(&found), ["Main.java", "a/b/Board.java", "a/b/ComputerConnectFourPlayer.java"]);
    let moved =
        "'ComputerConnectFourPlayer.java' declares the package a.b and does not lie in a folder 'a/b'";
    assert!(found.notes.iter().any(|note| note.starts_with(moved)), "{found:?}");
}

/// A class of another name is asked if it is a program of its own.
#[test]
fn a_main_program_is_seen_in_the_words_of_a_source() {
    let assignment = parsed(CS431);
    let has_main =
        |text: &str| ready(&[("Game.java", &format!("class Game {{}} {text}"))], &assignment).is_ok();
    for text in [
        "public static void main(String[] args) {}",
        "static public void\n  main (final String... a) throws IOException {}",
        "char quote = '\"'; void main(String[] args)",
        "String s = \"\\\\\"; void /* here */ main(String[] args)",
        "// it's\nvoid main(String[] args)",
    ] {
        assert!(has_main(text), "{text}");
    }
    for text in [
        "",
        "// void main(String[] args)",
        "/* void main(String[] args) */ class A {}",
        "/* void main(",
        "String s = \"void main(\";",
        "void mainLoop(int depth)",
        "avoid main(",
        "int main(String[] args)",
        "\u{e4}\"void main(",
    ] {
        assert!(!has_main(text), "{text}");
    }
}

/// A class that was compiled before from a source that is there is not taken for it; a library has no source.
#[test]
fn classes_are_compiled_again_from_their_sources() {
    let assignment = parsed(COMP3608);
    let main = "class ConnectFour {}\nclass Helper { interface Inner {} }";
    let left = |files: &[(&str, &str)]| {
        let ReadySources { files, notes, .. } = ready(files, &assignment).unwrap();
        (files.into_keys().filter(|path| path.contains(".class")).collect::<Vec<_>>(), notes)
    };
    let files = [
        ("ConnectFour.java", main),
        ("Node.java", "public final class Node<T> {}"),
        ("ConnectFour.class", "old"),
        ("Helper.class", "old"),
        ("Helper$Inner.class", "old"),
        ("Node.class", "old"),
        ("Library.class", "no source"),
        ("lib/Node.class", "another one"),
    ];
    let (classes, notes) = left(&files);
    assert_eq!(classes, ["Library.class", "lib/Node.class"]);
    let note = "'ConnectFour.class', 'Helper$Inner.class', 'Helper.class', 'Node.class' are left out: compiled anew \
                from the sources that are there";
    assert_eq!(notes, [note]);
    // In the folders of a package, or where the sources lie.
    let text = "package a.b;\nclass ConnectFour {}";
    let moved = [("ConnectFour.java", text), ("ConnectFour.class", ""), ("a/b/ConnectFour.class", "")];
    assert_eq!(left(&moved).0, Vec::<String>::new());
    let in_place =
        [("hw/a/b/ConnectFour.java", text), ("hw/a/b/ConnectFour.class", ""), ("hw/a/b/X.class", "")];
    assert_eq!(left(&in_place).0, ["a/b/X.class"]);
}

#[test]
fn what_has_no_main_program_is_explained() {
    let assignment = parsed(COMP3608);
    for (files, message) in [
        (&[][..], "there are no files in it; expected one of ConnectFour.py, ConnectFour.java"),
        (&[("a.py", ""), ("b.py", "")], "there is no main program, only 'a.py', 'b.py'; expected"),
        (&[("a/ConnectFour.py", ""), ("b/ConnectFour.py", "")], "there is no main program"),
        (
            &[("Game.java", "class Game {}")],
            "the main program is named 'Game.java'; expected ConnectFour.java with a class ConnectFour",
        ),
        (&[("a", ""), ("a/b", "")], "'a' is a file and a folder; expected one of them"),
    ] {
        let refused = ready(files, &assignment).unwrap_err();
        assert!(refused.starts_with(message), "{files:?}: {refused}");
    }
    let refused = ready(&[("inner.zip", "")], &assignment).unwrap_err();
    assert!(refused.ends_with("An archive in it is not unpacked."), "{refused}");
}

/// What a source is may stand in its text: then it may have any name, and keeps it.
#[test]
fn functions_are_recognised_without_running_them() {
    let assignment = parsed(COMP3608);
    let (mm, ab) =
        ("def connect_four_mm(contents, turn, max_depth):\n", "x = 1\ndef connect_four_ab(c, t, m):\n");
    let reads_arguments =
        [format!("import sys\n{mm}    pass\nprint(sys.argv)\n"), format!("import argparse\n{mm}    pass\n")];
    for (files, language, main, notes) in [
        (&[("ConnectFour.py", mm)][..], "python-functions", "ConnectFour.py", 1),
        (&[("task1.py", mm), ("task2.py", ab)], "python-functions", "task1.py", 1),
        (&[("a.py", ""), ("task2.py", ab)], "python-functions", "task2.py", 1),
        // That is noted, and so is the folder; what lies nearest to the top is taken.
        (
            &[("hw/old/task1.py", mm), ("hw/task2.py", ab), ("hw/x/y.py", "")],
            "python-functions",
            "task2.py",
            2,
        ),
        // A program that reads arguments is asked as one, and so is one that only calls the functions.
        (&[("ConnectFour.py", &reads_arguments[0])], "python", "ConnectFour.py", 0),
        (&[("ConnectFour.py", &reads_arguments[1])], "python", "ConnectFour.py", 0),
        (&[("ConnectFour.py", "from task1 import *\n"), ("task1.py", mm)], "python", "ConnectFour.py", 0),
        (&[("ConnectFour.py", "  def connect_four_mm(c):\n")], "python", "ConnectFour.py", 0),
    ] {
        let found = ready(files, &assignment).unwrap();
        assert_eq!((found.language.name.as_str(), found.main.as_str()), (language, main), "{files:?}");
        assert_eq!(found.notes.len(), notes, "{files:?}");
    }
    // Text is mended before it is looked at.
    let wide: Vec<u8> = [0xfeff].into_iter().chain(mm.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    for content in [wide, [b"\xef\xbb\xbf", mm.as_bytes()].concat()] {
        let files = [("ConnectFour.py".to_owned(), content)].into();
        assert_eq!(ReadySources::of(files, &assignment).unwrap().language.name, "python-functions");
    }
    let refused = ready(&[("a.py", ""), ("b.py", "")], &assignment).unwrap_err();
    let expected = "ConnectFour.sh at the top, or a source with a line that begins with 'def connect_four_mm' or \
                    'def connect_four_ab'.";
    assert!(refused.ends_with(expected), "{refused}");
    assert_eq!(refused.matches("ConnectFour.py").count(), 1);
}

#[test]
fn encodings_and_line_ends_are_mended() {
    let assignment = parsed(COMP3608);
    let crlf = "has line ends of Windows (CRLF), which";
    for (name, content, text, note) in [
        (
            "ConnectFour.java",
            &b"\xef\xbb\xbfclass ConnectFour {}"[..],
            "class ConnectFour {}",
            " begins with a byte order mark; expected UTF-8 without one",
        ),
        ("ConnectFour.java", b"\xff\xfea\0\n\0", "a\n", " is UTF-16; expected UTF-8"),
        ("ConnectFour.java", b"\xfe\xff\0a", "a", " is UTF-16; expected UTF-8"),
        (
            "ConnectFour.py",
            b"x = 1\n# caf\xe9\n",
            "x = 1\n# caf\u{e9}\n",
            ", line 2: not UTF-8, read as Latin-1; expected UTF-8",
        ),
        ("ConnectFour.sh", b"a\r\nb\r\n", "a\nb\n", &format!(" {crlf} sh does not know; expected LF")),
        ("ConnectFour.py", b"a\r\nb\r\n", "a\r\nb\r\n", &format!(" {crlf} do no harm here")),
        (
            "ConnectFour.c",
            b"// a\rint b;\r",
            "// a\nint b;\n",
            " has line ends of old Macs (CR); expected LF",
        ),
    ] {
        let files = [(name.to_owned(), content.to_vec())].into();
        let ready = ReadySources::of(files, &assignment).unwrap();
        assert_eq!(String::from_utf8_lossy(&ready.files[name]), text, "{name}");
        assert_eq!(ready.notes, [format!("'{name}'{note}")]);
    }
    // Python reads the encoding that a source declares.
    let declared = [("ConnectFour.py".to_owned(), b"# coding: latin-1\n# caf\xe9\n".to_vec())].into();
    assert_eq!(ReadySources::of(declared, &assignment).unwrap().notes, Vec::<String>::new());
}

#[test]
fn submissions_differ_by_their_files_alone() {
    let files = |name: &str, text: &str| Ok([(name.to_owned(), text.as_bytes().to_vec())].into());
    let one = digest(&files("a", "b"));
    assert_eq!(one.len(), 64);
    assert_eq!(one, digest(&files("a", "b")));
    for other in [files("a", "c"), files("b", "b"), Ok(Files::new()), Err(Refusal("a".to_owned()))] {
        assert_ne!(one, digest(&other));
    }
}
