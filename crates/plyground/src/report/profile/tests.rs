use super::*;

fn series(algorithm: &'static str, points: &[(u32, u128, &[u64])]) -> Series {
    let points = points.iter().map(|&(depth, examined, micros)| {
        let cpu = micros.iter().copied().map(Duration::from_micros).collect();
        Point { depth, examined: Some(examined), cpu }
    });
    let points = points.collect();
    Series { position: 0, algorithm: algorithm.to_owned(), evaluation: Some("e"), points, end: End::Limit }
}

#[test]
fn the_median_is_the_middle_run() {
    let point = Point { depth: 1, examined: Some(10), cpu: [5, 1, 3].map(Duration::from_nanos).to_vec() };
    assert_eq!(point.median(), Some(Duration::from_nanos(3)));
    assert!((point.nanoseconds_per_node().unwrap() - 0.3).abs() < 1e-12);
    assert_eq!(Point { cpu: Vec::new(), ..point }.median(), None);
}

#[test]
fn a_power_law_is_found_again() {
    let law = |nodes: f64| 2e-8 * nodes.powf(1.1);
    let points = [1e5, 1e6, 1e7].map(|nodes| Point {
        depth: 1,
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers")]
        examined: Some(nodes as u128),
        cpu: vec![Duration::from_secs_f64(law(nodes))],
    });
    let series = Series { points: points.to_vec(), ..series("minimax", &[]) };
    let fit = Fit::of(&series).unwrap();
    assert!((fit.slope - 1.1).abs() < 1e-4, "{fit:?}");
    assert!((fit.seconds(1e6) / law(1e6) - 1.0).abs() < 1e-3, "{fit:?}");
}

#[test]
fn too_little_for_a_line_gives_none() {
    let fast = series("minimax", &[(1, 8, &[1]), (2, 57, &[2])]);
    assert_eq!(Fit::of(&fast), None, "all below the clock's grain");
    assert_eq!(Fit::of(&series("minimax", &[(1, 8, &[500]), (2, 8, &[900])])), None, "no spread");
}

#[test]
fn branching_factors_of_uniform_trees() {
    for (examined, depth, factor) in [(8, 1, 7.0), (2801, 4, 7.0), (1, 3, 0.0), (1, 0, 0.0)] {
        assert!((branching_factor(examined, depth) - factor).abs() < 1e-9, "{examined} to depth {depth}");
    }
}

#[test]
fn text_csv_and_json_have_the_same_numbers() {
    let profile = Profile {
        game: "connect-four",
        positions: vec!["p".into()],
        series: vec![
            series("minimax", &[(1, 8, &[1000]), (2, 57, &[7000, 9000, 8000])]),
            series("alpha-beta", &[(1, 8, &[1000]), (2, 19, &[3000])]),
            series("best order", &[(1, 8, &[]), (2, 10, &[])]),
        ],
    };
    let mut text = Vec::new();
    write_text(&mut text, &profile).unwrap();
    let text = String::from_utf8(text).unwrap();
    for words in [
        "    2     57    7.12       7.00  0.008000  0.007000  0.009000   140350.9",
        "At depth 2 with e, alpha-beta examines 33.3 % of the nodes of minimax.",
        "best order examines 52.6 % of the nodes of alpha-beta.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let csv = csv(&profile);
    assert!(csv.contains("p,minimax,e,2,57,3,0.008000000,0.007000000,0.009000000\n"), "{csv}");
    assert!(csv.contains("best order,e,2,10,0,,,\n"), "{csv}");
    let json = json(&profile);
    assert_eq!(json["series"][0]["points"][1]["examined"], 57);
    assert_eq!(json["series"][2]["points"][0]["median_seconds"], serde_json::Value::Null);
    // The best order has no times, so it is only in the chart of nodes.
    assert_eq!(chart(&profile, false).lines.len(), 2);
    assert_eq!(chart(&profile, true).lines.len(), 3);
}

#[test]
fn a_program_that_reports_no_nodes_has_times_by_depth() {
    let mut program = series("p.py, alpha-beta", &[(1, 0, &[1000]), (2, 0, &[9000])]);
    program.evaluation = None;
    program.points.iter_mut().for_each(|point| point.examined = None);
    let profile =
        Profile { game: "max-connect-four", positions: vec!["a".into(), "b".into()], series: vec![program] };
    assert_eq!(Fit::of(&profile.series[0]), None);
    let by_time = chart(&profile, false);
    assert_eq!(by_time.lines[0].points, [(1.0, 0.001), (2.0, 0.009)]);
    assert_eq!(by_time.title, "CPU time by depth: max-connect-four");
    assert_eq!(by_time.lines[0].name, "p.py, alpha-beta, a");
    assert!(chart(&profile, true).lines.is_empty());
    assert!(csv(&profile).contains("a,\"p.py, alpha-beta\",,2,,1,0.009000000,"), "{}", csv(&profile));
    let json = json(&profile);
    assert_eq!(json["series"][0]["points"][1]["examined"], serde_json::Value::Null);
    assert_eq!(json["series"][0]["evaluation"], serde_json::Value::Null);
    let mut text = Vec::new();
    write_text(&mut text, &profile).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("max-connect-four, a\n\np.py, alpha-beta\n\n"), "{text}");
    assert!(text.contains("\n      2                            0.009000  0.009000  0.009000\n"), "{text}");
}
