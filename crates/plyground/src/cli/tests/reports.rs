//! Reports that are written into files.

use super::{are_refused, output};

#[test]
fn the_report_of_cs4750_is_a_page_if_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    output(&format!("report cs4750 --json --out {}", path("report.HTML")));
    let page = std::fs::read_to_string(path("report.HTML")).unwrap();
    assert!(
        page.starts_with("<!DOCTYPE html>")
            && page.contains("<h1><bdi>Minimax plays adjacent four</bdi></h1>")
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn files_that_cannot_be_written_are_refused_at_once() {
    are_refused(
        "",
        &[
            ("report cs4750 --out pdf", "--out pdf: expected a name that ends in .pdf or .html"),
            ("report cs4750 --out none/report.pdf", "--out none/report.pdf: expected a place for a file"),
        ],
    );
}
