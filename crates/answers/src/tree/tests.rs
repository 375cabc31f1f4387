//! The worked example to the last number, and laws on random positions.

use plyground_core::rng::Rng;
use plyground_core::search::record::Recorder;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, AnyPosition, Bound, Game, Limits, Player, Position};
use serde_json::{Value, json};

use super::whole::Whole;
use super::{SearchRequest, node, overview, steps};
use crate::query::Query;

const EXAMPLE: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red";

fn query(pairs: &[(&str, &str)]) -> Query {
    Query::of(pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()).unwrap()
}

/// Further parameters about the worked example.
fn example(pairs: &[(&str, &str)]) -> Query {
    let mut all = vec![("game", "connect-four"), ("position", EXAMPLE)];
    all.extend(pairs);
    query(&all)
}

fn tree(pairs: &[(&str, &str)]) -> Value {
    node(&example(pairs), &Limits::NONE).unwrap()
}

#[test]
fn counts_by_ply_are_those_of_the_worked_example() {
    let minimax = tree(&[("algorithm", "minimax")]);
    assert_eq!(minimax["totals"]["by_ply"], json!([1, 7, 42, 293, 1741]));
    let totals = &minimax["totals"];
    assert_eq!((totals["examined"].as_u64(), totals["cuts"].as_u64()), (Some(2084), Some(0)));
    assert_eq!(minimax["node"]["window"]["alpha"], Value::Null);
    let equal = tree(&[])["totals"].clone();
    assert_eq!(equal["by_ply"], json!([1, 7, 18, 88, 183]));
    assert_eq!((equal["examined"].as_u64(), equal["cuts"].as_u64()), (Some(297), Some(71)));
    assert_eq!(equal["minimax"]["by_ply"], json!([1, 7, 42, 293, 1741]));
    let beyond = tree(&[("cut", "beyond")])["totals"].clone();
    assert_eq!(beyond["by_ply"], json!([1, 7, 34, 232, 332]));
    assert_eq!((beyond["examined"].as_u64(), beyond["cuts"].as_u64()), (Some(606), Some(186)));
    assert_eq!(beyond["other_cut"]["examined"], 297);
    for totals in [&minimax["totals"], &equal, &beyond] {
        assert_eq!((&totals["best"], &totals["value"]), (&"1".into(), &10_000.into()));
    }
    for (depth, m, a) in [("5", 13_770, 1_215), ("6", 82_893, 3_258)] {
        let totals = tree(&[("depth", depth)])["totals"].clone();
        assert_eq!((&totals["minimax"]["examined"], &totals["examined"]), (&m.into(), &a.into()));
    }
}

#[test]
fn moves_of_the_root_are_those_of_the_worked_example() {
    let rows = tree(&[])["children"].clone();
    let column =
        |key: &str| -> Value { rows.as_array().unwrap().iter().map(|row| row[key].clone()).collect() };
    assert_eq!(column("minimax_value"), json!([190, 10000, 170, 270, 10000, 270, 180]));
    assert_eq!(column("value"), json!([190, 10000, 10000, 10000, 10000, 10000, 10000]));
    assert_eq!(column("minimax_nodes"), json!([357, 315, 339, 357, 1, 357, 357]));
    assert_eq!(column("nodes"), json!([184, 51, 15, 15, 1, 15, 15]));
    let bound = "at most 10000";
    assert_eq!(column("words"), json!(["190", "10000", bound, bound, "10000", bound, bound]));
    let [first, better] = ["examined first", "best so far: 10000 > 190"];
    let equal = "as good as column 1, which was examined first";
    let worse = "no better than column 1: at most 10000";
    assert_eq!(column("why"), json!([first, better, worse, worse, equal, worse, worse]));
}

#[test]
fn a_cut_is_explained_and_skipped_replies_are_rows() {
    let found = tree(&[("path", "2")]);
    assert_eq!(
        found["node"]["reason"],
        "Yellow's column 0 already holds red to 10000 or less here. Red is sure of 10000 elsewhere (alpha = \
         10000), so good play does not come here: alpha 10000 >= beta 10000, and 6 other replies are skipped. \
         Minimax examines 339 nodes here, this search 15."
    );
    assert_eq!(found["totals"], Value::Null);
    let rows = found["children"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0]["why"], "examined first; cut: alpha 10000 >= beta 10000");
    for row in &rows[1..] {
        assert_eq!((row["state"].as_str(), row["words"].as_str()), (Some("skipped"), Some("not examined")));
        assert_eq!(row["why"], "not examined: alpha 10000 >= beta 10000 after column 0");
        assert!(row["number"].is_null() && row["minimax_nodes"].as_u64() > Some(0));
    }
    let nodes: u64 = rows.iter().map(|row| row["minimax_nodes"].as_u64().unwrap()).sum();
    assert_eq!(nodes + 1, 339);
    // Below what was skipped minimax still has its numbers.
    let skipped = tree(&[("path", "2.1")]);
    assert_eq!(skipped["node"]["state"], "skipped");
    assert_eq!(skipped["node"]["minimax_nodes"], rows[1]["minimax_nodes"]);
    assert!(skipped["children"].as_array().unwrap().iter().all(|row| row["state"] == "skipped"));
    let reason = "The game is over here (red has won): the utility is 10000.";
    assert_eq!(tree(&[("path", "4")])["node"]["reason"], reason);
}

#[test]
fn the_largest_depth_that_fits_is_named() {
    let too_deep = |pairs: &[(&str, &str)]| node(&example(pairs), &Limits::NONE);
    for algorithm in ["minimax", "alpha-beta"] {
        let refused = too_deep(&[("depth", "20"), ("algorithm", algorithm)]).unwrap_err().body();
        let fits = refused["error"]["fits"].as_u64().expect("a depth that fits");
        let (fits, more) = (fits.to_string(), (fits + 1).to_string());
        assert!(too_deep(&[("depth", &fits), ("algorithm", algorithm)]).is_ok(), "{algorithm} {fits}");
        assert!(too_deep(&[("depth", &more), ("algorithm", algorithm)]).is_err(), "{algorithm} {more}");
    }
    let stopped = node(&example(&[]), &Limits { stop: &|| true }).unwrap_err();
    let message = stopped.body()["error"]["message"].as_str().unwrap().to_owned();
    assert_eq!(message, "alpha-beta to depth 4 takes too long here; expected less work");
}

/// Random positions of a game, some with lost turns.
fn random_positions(game: AnyGame, seed: u64, count: usize) -> Vec<AnyPosition> {
    let mut rng = Rng::new(seed);
    let mut position = || {
        let plies = rng.below(30);
        rng.play(game.start(), plies, 10)
    };
    (0..count).map(|_| position()).collect()
}

/// What bounds say is true of minimax at every examined node, and exact values of the root are found.
#[test]
fn bounds_hold_at_every_node() {
    let mut bounds = 0;
    for &game in AnyGame::all() {
        let algorithms = Algorithm::ALL.iter().flat_map(|it| CutRule::ALL.map(|rule| it.with_cut(rule)));
        for (position, algorithm) in random_positions(game, 71, 28).into_iter().zip(algorithms.cycle()) {
            let evaluation = game.evaluations()[0];
            let (depth, me) = (3, evaluation.maximiser(position.turn()));
            let asked = SearchRequest { position: position.clone(), evaluation, algorithm, depth, me };
            let mut recorder = Recorder::new(algorithm, me, 500_000, &Limits::NONE);
            let choice =
                evaluation.observe(algorithm, &position, depth, me, &mut recorder).expect("nobody stops it");
            let tree = recorder.finish().unwrap();
            assert_eq!((tree.nodes[0].value, tree.nodes[0].best), (choice.value, choice.best));
            assert_eq!(tree.nodes[0].bound(), Bound::Exact);
            let counts = evaluation.textbook(algorithm, &position, depth).counts;
            let by_ply: Vec<u128> = tree.by_ply().into_iter().map(|n| n as u128).collect();
            assert_eq!(by_ply, counts.by_ply());
            // Every node, with its position.
            let mut open = vec![(0, position, depth)];
            while let Some((index, position, depth)) = open.pop() {
                let node = &tree.nodes[index];
                let whole = Whole::of(&asked, Algorithm::Minimax, &position, depth, &Limits::NONE).unwrap();
                let truth = whole.choice;
                let holds = match node.bound() {
                    Bound::Exact => truth.value == node.value,
                    Bound::AtMost => truth.value <= node.value,
                    Bound::AtLeast => truth.value >= node.value,
                };
                assert!(holds, "{node:?}, minimax {} at {position:?}", truth.value);
                bounds += usize::from(node.bound() != Bound::Exact);
                if node.ply < 2 {
                    open.extend(tree.children(index).map(|child| {
                        let mv = tree.nodes[child].mv.unwrap();
                        (child, position.play(mv), depth - 1)
                    }));
                }
            }
        }
    }
    assert!(bounds > 500, "{bounds} bounds were checked");
}

#[test]
fn the_overview_is_the_tree_in_the_order_of_examination() {
    let packed = overview::show(&example(&[]), &Limits::NONE).unwrap();
    let text = |key: &str| packed[key].as_str().unwrap().to_owned();
    assert_eq!((text("plies").len(), text("children").len(), text("kinds").len()), (297, 297, 297));
    // The path of number 240, followed back through the strings.
    let (plies, children) = (text("plies").into_bytes(), text("children").into_bytes());
    let number = 240;
    let (mut words, mut ply) = (Vec::new(), plies[number - 1]);
    for index in (0..number).rev() {
        if plies[index] == ply && ply > b'0' {
            words.insert(0, char::from(children[index]).to_string());
            ply -= 1;
        }
    }
    // No column is full so early: the number of a move is its column.
    assert_eq!(tree(&[("path", &words.join("."))])["node"]["number"], number);
    let minimax = overview::show(&example(&[("with", "minimax")]), &Limits::NONE).unwrap();
    let kinds = minimax["kinds"].as_str().unwrap();
    assert_eq!((kinds.len(), kinds.matches('s').count()), (2084, 2084 - 297));
    assert_eq!(kinds.replace('s', ""), text("kinds"));
}

#[test]
fn large_overviews_show_the_upper_plies() {
    let pairs = [("depth", "9"), ("game", "connect-four")];
    let packed = overview::show(&query(&pairs), &Limits::NONE).unwrap();
    let shown = packed["plies"].as_str().unwrap();
    assert_eq!(packed["is_complete"], false);
    assert!(packed["nodes"].as_u64() > Some(200_000) && shown.len() <= 200_000);
    let deepest = shown.bytes().max().unwrap() - b'0';
    assert_eq!(packed["shown_plies"].as_u64(), Some(u64::from(deepest)));
}

fn events(query: &Query) -> Vec<Value> {
    steps::show(query, &Limits::NONE).unwrap()["events"].as_array().unwrap().clone()
}

#[test]
fn steps_can_be_begun_anywhere() {
    let with = |from: &str, to: &str| events(&example(&[("depth", "3"), ("from", from), ("to", to)]));
    let all = with("1", "115");
    let examined = all.iter().filter(|event| event["event"] == "enter").count();
    assert_eq!(examined, 115, "A to depth 3 examines 115");
    for number in 1..=115_u64 {
        let text = number.to_string();
        let own: Vec<Value> = all.iter().filter(|event| event["number"] == number).cloned().collect();
        assert_eq!(with(&text, &text), own, "number {number}");
    }
    let last = all.last().unwrap();
    let end = (&last["event"], &last["path"], &last["value"]);
    assert_eq!(end, (&"leave".into(), &"".into(), &10_000.into()));
    assert_eq!(last["caption"], "The root returns 10000.");
}

#[test]
fn steps_of_the_worked_example_have_their_captions() {
    let captions = |number: &str| -> Vec<String> {
        let events = events(&example(&[("from", number)]));
        events.iter().map(|event| event["caption"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        captions("11"),
        [
            "Number 11: node 0.0.0.6 is examined; red would take the highest value.",
            "The depth limit is reached at node 0.0.0.6: its evaluation is 100.",
            "At node 0.0.0: that is no better, column 1 stays, worth 10.",
            "Node 0.0.0 returns 10.",
            "At node 0.0: column 0 is the best so far, worth 10.",
        ]
    );
    assert_eq!(captions("1"), ["Number 1: the root is examined; red would take the highest value."]);
    assert_eq!(captions("297").last().map(String::as_str), Some("The root returns 10000."));
    // A returned value says how far it goes, another event does not.
    let events = events(&example(&[("from", "21")]));
    let column = |key: &str| -> Value { events.iter().map(|event| event[key].clone()).collect() };
    assert_eq!(column("event"), json!(["enter", "evaluate", "update", "cut", "leave", "keep"]));
    assert_eq!(column("bound"), json!([null, "exact", null, null, "at-most", null]));
    // All cuts of the example happen, each at its number.
    let (mut cuts, mut number) = (0, Some(1));
    while let Some(from) = number {
        let found = steps::show(&example(&[("from", &from.to_string())]), &Limits::NONE).unwrap();
        let here = found["events"].as_array().unwrap().iter().filter(|event| event["event"] == "cut");
        cuts += here.count();
        number = found["cuts"]["next"].as_u64();
    }
    assert_eq!(cuts, 71);
}

/// Steps taken one after another lead to the value of the search.
#[test]
fn steps_lead_to_the_value_of_the_search() {
    for algorithm in ["minimax", "alpha-beta"] {
        let pairs = [("game", "breakthrough"), ("algorithm", algorithm), ("depth", "2")];
        let searched = node(&query(&pairs), &Limits::NONE).unwrap();
        let examined = searched["totals"]["examined"].as_u64().unwrap();
        let from = examined.to_string();
        let events = events(&query(&[&pairs[..], &[("from", from.as_str())]].concat()));
        let last = events.last().unwrap();
        assert_eq!(last["value"], searched["totals"]["value"]);
        assert_eq!(last["best"], searched["totals"]["best"]);
        assert_eq!(last["line"], if algorithm == "minimax" { 8 } else { 10 });
    }
}

#[test]
fn the_point_of_view_can_be_chosen() {
    let pairs = [("game", "adjacent-four"), ("moves", "3,4.3,3"), ("depth", "2"), ("algorithm", "minimax")];
    let value = |side: Option<&'static str>| {
        let mut pairs = pairs.to_vec();
        pairs.extend(side.map(|side| ("for", side)));
        let found = node(&query(&pairs), &Limits::NONE).unwrap();
        // 138 nodes are generated, the root not counted.
        assert_eq!(found["totals"]["examined"], 139);
        (found["maximiser"].as_str().unwrap().to_owned(), found["node"]["role"].clone())
    };
    let sides = Player::BOTH.map(|side| plyground_core::games::adjacent_four::AdjacentFour::SIDES[side]);
    assert_eq!(value(None), (sides[0].to_owned(), "max".into()));
    assert_eq!(value(Some(sides[1])), (sides[1].to_owned(), "min".into()));
}
