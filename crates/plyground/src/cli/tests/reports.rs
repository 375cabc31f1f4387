//! What is written into files: measured searches and the report of a game.

use super::{are_refused, document, output};

#[test]
fn nodes_are_those_of_the_textbook_and_every_run_has_a_time() {
    let found = document(
        "profile connect-four --algorithm minimax --algorithm alpha-beta --depth 4 --repeat 3 --json",
    );
    let counts = |series: usize| -> Vec<u64> {
        let points = found["series"][series]["points"].as_array().unwrap();
        points.iter().map(|point| point["examined"].as_u64().unwrap()).collect()
    };
    assert_eq!(counts(0), [8, 57, 400, 2801]);
    assert_eq!(counts(1)[0], 8);
    assert!(counts(1)[3] < 2801);
    let point = &found["series"][0]["points"][3];
    assert_eq!(point["cpu_seconds"].as_array().map(Vec::len), Some(3));
    assert!(point["median_seconds"].as_f64().unwrap() > 0.0);
    assert!((point["effective_branching_factor"].as_f64().unwrap() - 7.0).abs() < 1e-6);
    assert_eq!(found["series"][0]["end"], "as deep as asked");
}

#[test]
fn a_limit_ends_it_and_so_does_the_game() {
    let found = document("profile maxconnect4 --limit 0.001 --json");
    assert_eq!(found["game"], "max-connect-four");
    assert_eq!(found["series"][0]["end"], "the last depth took longer than the limit");
    assert_eq!(found["series"][0]["points"].as_array().map(Vec::len), Some(1));
    // Two empty cells are left in the last column.
    let late = "11223344556677112233445566771122334455667".chars().take(40).collect::<String>();
    let found = document(&format!("profile max-connect-four --json {late}"));
    assert_eq!(found["series"][0]["end"], "the game goes no deeper");
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plot, nodes, table) = (path("time.svg"), path("nodes.svg"), path("points.csv"));
    output(&format!(
        "profile connect-four --algorithm best-order --algorithm A --depth 3 --plot {plot} --nodes-plot {nodes} --csv {table}"
    ));
    let svg = std::fs::read_to_string(nodes).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("best order, comp3608"), "{svg}");
    assert!(std::fs::read_to_string(plot).unwrap().contains("CPU time in seconds"));
    assert_eq!(std::fs::read_to_string(table).unwrap().lines().count(), 7);

    let (one, same, none) = (path("one.svg"), path("./one.svg"), path("none/points.csv"));
    are_refused(
        "profile connect-four --depth 2",
        &format!(
            "
            --csv {none} | none/points.csv: expected a place for a file
            --plot {one} --csv {same} | --plot is the same file; expected another
            --nodes-plot {one} --plot {same} | --plot is the same file; expected another
            "
        ),
    );
    assert!(!folder.path().join("one.svg").exists());
}

#[test]
fn several_positions_are_reported_separately() {
    let found = document("profile connect-four --position 44 --position 4455 --depth 1 --repeat 1 --json");
    assert_eq!(found["positions"].as_array().map(Vec::len), Some(2));
    assert_eq!((&found["series"][0]["position"], &found["series"][1]["position"]), (&0.into(), &1.into()));
    let text =
        output("profile connect-four 4 --position 44 --depth 1 --repeat 1 --algorithm M --algorithm A");
    assert_eq!(text.matches("connect-four, ").count(), 2, "{text}");
    assert_eq!(text.matches("alpha-beta examines 100.0 %").count(), 2, "{text}");
    assert_eq!(text.matches("\nIn position ").count(), 2, "{text}");
}

#[test]
fn the_report_of_cs4750_is_a_page_if_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    output(&format!("report cs4750 --json --out {}/report.HTML", folder.path().display()));
    let page = std::fs::read_to_string(folder.path().join("report.HTML")).unwrap();
    let heading = "<h1><bdi>Minimax plays adjacent four</bdi></h1>";
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(heading));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
