//! Files that are being written when a process ends by force. Nothing can be written after that, so this test is alone
//! in its file.

use std::fs;
use std::thread::{sleep, spawn};
use std::time::Duration;

use plyground_arena::file::{abandon, write_atomically};

#[test]
fn nothing_unfinished_is_left() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("state.txt");
    write_atomically(&path, b"whole").expect("a file");
    let content = vec![b'x'; 1 << 20];
    let at_work = path.clone();
    spawn(move || while write_atomically(&at_work, &content).is_ok() {});
    sleep(Duration::from_millis(100));
    abandon();
    for _ in 0..50 {
        let names: Vec<_> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        assert_eq!(names, ["state.txt"]);
        sleep(Duration::from_millis(2));
    }
}
