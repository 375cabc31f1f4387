use std::sync::atomic::Ordering;

use super::*;
use crate::journal::sum::removed;

/// Squares numbers; stops before a number if there is one to stop at.
struct Squares {
    items: u64,
    stop_before: u64,
}

impl Job for Squares {
    type Worker = u64;
    type Output = u64;
    type Agenda = All;

    fn header(&self) -> Value {
        json!({ "job": "squares", "items": self.items })
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn agenda(&self, share: Share) -> All {
        All::new(self.items, share)
    }

    fn worker(&self) -> u64 {
        0
    }

    fn solve(&self, worker: &mut u64, item: u64, _: &Limits<'_>) -> Option<Value> {
        *worker += 1;
        (item < self.stop_before).then(|| json!(item * item))
    }

    fn read(&self, _: u64, result: &Value) -> Result<u64, Refusal> {
        result.as_u64().ok_or_else(|| "expected a square".into())
    }
}

const ALL: Squares = Squares { items: 20, stop_before: 20 };

fn run_squares(job: &Squares, path: &Path, share: Share, threads: usize) -> (bool, Vec<Progress>) {
    let mut seen = Vec::new();
    let journals = Journals { own: path, others: &[] };
    let is_done =
        run(job, journals, share, threads, &AtomicBool::new(false), &mut |progress| seen.push(progress));
    (is_done.unwrap(), seen)
}

#[test]
fn a_stopped_job_continues_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("squares.jsonl");
    let (is_done, _) = run_squares(&Squares { stop_before: 7, ..ALL }, &path, Share::WHOLE, 1);
    assert!(!is_done);
    let missing = collect(&ALL, &[&path]).unwrap_err().to_string();
    assert_eq!(missing, "no result yet: 13 items, the first is 7; run the job again");
    let (is_done, seen) = run_squares(&ALL, &path, Share::WHOLE, 3);
    assert!(is_done);
    assert_eq!((seen[0].done, seen[0].left, seen[0].time_left()), (7, 13, None));
    let last = seen.last().unwrap();
    assert_eq!((last.here, last.done, last.left, last.time_left()), (13, 20, 0, Some(Duration::ZERO)));
    let squares: Vec<u64> = (0..20).map(|n| n * n).collect();
    assert_eq!(collect(&ALL, &[&path]).unwrap(), squares);
    let (is_done, seen) = run_squares(&ALL, &path, Share::WHOLE, 3);
    assert!(is_done && seen.len() == 1, "nothing is done twice");
}

#[test]
fn a_raised_flag_stops_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("squares.jsonl");
    let stop = AtomicBool::new(false);
    let journals = Journals { own: &path, others: &[] };
    let is_done = run(&ALL, journals, Share::WHOLE, 1, &stop, &mut |progress| {
        stop.store(progress.done >= 4, Ordering::Relaxed);
    });
    assert!(!is_done.unwrap());
    // Two more may have been on their way.
    let done = results(&ALL, &[&path]).unwrap().len();
    assert!((4..=6).contains(&done), "{done}");
}

#[test]
fn shares_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["1/3", "2/3", "3/3"].map(|share| {
        let path = folder.path().join(share.replace('/', "-"));
        assert!(run_squares(&ALL, &path, share.parse().unwrap(), 2).0);
        path
    });
    let paths = paths.each_ref().map(PathBuf::as_path);
    let squares: Vec<u64> = (0..20).map(|n| n * n).collect();
    assert_eq!(collect(&ALL, &paths).unwrap(), squares);
    assert!(collect(&ALL, &paths[1..]).unwrap_err().to_string().contains("7 items"));
    // The same journal twice is no contradiction, another result is one.
    assert!(collect(&ALL, &[paths[0], paths[0], paths[1], paths[2]]).is_ok());
    let text = removed(&std::fs::read_to_string(paths[1]).unwrap()).replace(":16}", ":17}");
    let wrong = folder.path().join("wrong");
    std::fs::write(&wrong, text).unwrap();
    let error = collect(&ALL, &[paths[0], paths[1], paths[2], &wrong]).unwrap_err().to_string();
    assert!(error.ends_with("item 4 has another result than in a journal before"), "{error}");
}

#[test]
fn what_others_have_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    run_squares(&Squares { stop_before: 7, ..ALL }, &first, Share::WHOLE, 1);
    let journals = Journals { own: &second, others: &[first.clone(), folder.path().join("not there yet")] };
    let mut seen = Vec::new();
    let stop = AtomicBool::new(false);
    assert!(run(&ALL, journals, Share::WHOLE, 2, &stop, &mut |progress| seen.push(progress)).unwrap());
    assert_eq!((seen[0].done, seen.last().unwrap().here), (7, 13));
    assert!(collect(&ALL, &[&first, &second]).is_ok());
}

#[test]
fn records_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("squares.jsonl");
    for (record, problem) in [
        (r#"{"item":20,"result":1}"#, "line 2: expected an item from 0 to 19"),
        (r#"{"item":-1,"result":1}"#, "line 2: expected an item from 0 to 19"),
        (r#"{"item":3}"#, "line 2: expected a result"),
        (r#"{"item":3,"result":"x"}"#, "line 2: expected a square"),
        ("[]", "line 2: expected an item from 0 to 19"),
    ] {
        std::fs::write(&path, format!("{}\n{record}\n", ALL.header())).unwrap();
        let error = collect(&ALL, &[&path]).unwrap_err().to_string();
        assert!(error.ends_with(problem), "{error}");
        let journals = Journals { own: &path, others: &[] };
        let error = run(&ALL, journals, Share::WHOLE, 1, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
        assert!(error.to_string().ends_with(problem), "{error}");
    }
}

#[test]
fn shares_are_read() {
    let share: Share = "2/3".parse().unwrap();
    assert_eq!([0, 1, 4].map(|item| share.has(item)), [false, true, true]);
    assert_eq!(share.to_string(), "2/3");
    for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
        assert!(text.parse::<Share>().is_err(), "{text}");
    }
}
