//! Positions, moves, evaluations and decisions as documents, and what is wrong with requests.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::rng::Rng;
use plyground_core::search::Algorithm;
use plyground_core::{AnyGame, Limits, Notation, Outcome, Player, Position};
use serde_json::{Value, json};

use super::query::{GivenPosition, Query};
use super::{Event, Host, Route, position, solve};

/// The time since the first time that it was asked for.
fn clock() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

fn ask(route: &str, query: &str) -> Result<Value, (u16, Value)> {
    let route = Route::from_name(route).expect("a route");
    let host = Host { programs: &[], clock };
    Query::parse(query)
        .and_then(|query| route.answer(&query, host, &Limits::NONE))
        .map_err(|error| (error.status as u16, error.body()["error"].clone()))
}

/// Status, place and message of a refusal.
fn refused(route: &str, query: &str) -> (u16, String, String) {
    let (status, error) = ask(route, query).expect_err("a refusal");
    assert!(error["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()), "{error}");
    let text = |key: &str| error[key].as_str().unwrap().to_owned();
    (status, text("place"), text("message"))
}

/// The worked example of COMP3608.
const EXAMPLE: &str = "game=connect-four&position=.ryyrry,.rryry.,..y.r..,..y....,.......,.......%20red";

/// Requests, and status, place and message of the refusal.
const MALFORMED: &str = "\
position? | 400 | game | found ''; expected one of connect-four, max-connect-four, breakthrough, adjacent-four
position?game=chess | 400 | game | found 'chess'; expected one of connect-four, max-connect-four, breakthrough, adjacent-four
position?game=breakthrough&depth=3 | 400 | parameter 'depth' | not known here; expected game, position, notation, moves
position?game=breakthrough&game=breakthrough | 400 | parameter 'game' | given twice; expected once
position?game=breakthrough&notation=fen | 400 | notation | found 'fen'; expected one of grid, request
position?game=connect-four&notation=comp3608&position=..y...., | 400 | position, state | 2 rows; expected 6 rows separated by commas, the bottom row first
position?game=connect-four&position=448 | 400 | position, move 3 of the move string | found '8'; expected a column from 1 to 7
position?game=connect-four&moves=3.9 | 400 | moves, move 2, '9' | not a move; expected an open column from 0 to 6
position?game=connect-four&moves=0.0.0.0.0.0.0 | 409 | moves, move 7, '0' | not legal in this position; expected an open column from 0 to 6
position?game=connect-four&moves=0.1.0.1.0.1.0.-- | 409 | moves, move 8, '--' | the game is over; expected no further turn
play?game=connect-four | 400 | move | found ''; expected the text of a move
play?game=connect-four&move=x | 400 | move, move 'x' | not a move; expected an open column from 0 to 6
play?game=breakthrough&move=A1A2 | 409 | move, move 'A1A2' | not legal in this position; expected one step forward of a pawn whose turn it is, source and target such as E1D2
play?game=connect-four&move=1&convention=grid | 400 | convention | found 'grid'; expected one of comp3608, moves, cs431
play?game=connect-four&moves=0.1.0.1.0.1.0&move=3 | 409 | move, move '3' | the game is over
evaluate?game=connect-four&for=green | 400 | for | found 'green'; expected red or yellow
choose?game=connect-four | 400 | agent '' | no agent is called ''; expected one of first, random, minimax, alpha-beta, engine, mcts, graded, perfect
choose?game=breakthrough&agent=perfect | 400 | agent 'perfect' | breakthrough is not solved; expected another agent, such as engine
choose?game=connect-four&agent=first&moves=0.1.0.1.0.1.0 | 409 | position | the game is over; expected a position in which a move can be made
choose?game=connect-four&agent=minimax:depth=12 | 413 | agent | minimax to depth 12 examines more than 20000000 nodes here, or takes too long; expected fewer
choose?game=breakthrough&agent=engine:threads=256 | 413 | agent | 256 threads; expected one: the board shares its machine
search?EXAMPLE&for=red | 400 | parameter 'for' | not known here; expected game, position, notation, moves, algorithm, cut, evaluation, depth
tree?EXAMPLE&path=9 | 404 | path, move '9' | not a move; expected an open column from 0 to 6
tree?EXAMPLE&path=4.0 | 404 | path, move '0' | the game is over
tree?EXAMPLE&path=0.0.0.0.0&depth=4 | 404 | path | goes on below the depth limit; expected a shorter path
tree?EXAMPLE&depth=0 | 400 | depth | found '0'; expected a whole number, 1 or more
tree?EXAMPLE&depth=x | 400 | depth | found 'x'; expected a whole number, 1 or more
tree?EXAMPLE&cut=never | 400 | cut | found 'never'; expected equal or beyond
tree?EXAMPLE&algorithm=x | 400 | algorithm | found 'x'; expected ALGORITHMS
tree?EXAMPLE&evaluation=best | 400 | evaluation | found 'best'; expected one of comp3608, cs431
tree?EXAMPLE&for=green | 400 | for | found 'green'; expected red or yellow
tree?EXAMPLE&depth=9&algorithm=minimax | 413 | depth | minimax to depth 9 examines more than 500000 nodes here; expected fewer
";

#[test]
fn every_malformed_request_has_its_message() {
    for row in MALFORMED.lines() {
        let [request, status, place, message] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (route, query) = request.split_once('?').expect("a query");
        let message = message.replace("ALGORITHMS", &Algorithm::names().join(" or "));
        let expected = (status.parse::<u16>().expect("a number"), place.to_owned(), message);
        assert_eq!(refused(route, &query.replace("EXAMPLE", EXAMPLE)), expected, "{row}");
    }
}

#[test]
fn spans_point_into_the_text_that_was_given() {
    let problems = |position: &str| {
        let query = format!("game=connect-four&notation=comp3608&position={position}");
        ask("position", &query).unwrap_err().1["problems"].clone()
    };
    let of_one = problems(".......,...X...,.......,.......,.......,....... red");
    assert_eq!(of_one[0]["span"], json!([11, 12]));
    let (_, error) = ask("position", "game=connect-four&moves=3.3.x").unwrap_err();
    let message = "not a move; expected an open column from 0 to 6";
    let problem = json!({ "parameter": "moves", "span": [4, 5], "place": "move 3, 'x'", "message": message });
    assert_eq!(error["problems"], json!([problem]));
    assert_eq!(error["legal"], "3.3");
    // Several problems are reported at once.
    let of_two = problems("x......,.......,.......,.......,.......,.......%20blue");
    assert_eq!(of_two.as_array().unwrap().len(), 2);
}

#[test]
fn positions_are_read_back_from_their_own_text() {
    let mut rng = Rng::new(7777);
    for &game in AnyGame::all() {
        for _ in 0..6 {
            let mut given = GivenPosition { position: game.start(), played: Vec::new(), read_as: None };
            for _ in 0..rng.below(60) {
                let Some(mv) = rng.pick(given.position.moves()) else { break };
                let text = game.notation().write_move(&given.position, mv);
                given.play(&text, game.notation()).unwrap();
                if given.position.outcome().is_none() && rng.below(10) == 0 {
                    given.play("--", game.notation()).unwrap();
                }
            }
            let line = given.line();
            let read = |pairs: Vec<(&str, &str)>| {
                let pairs = [("game", game.name())].into_iter().chain(pairs);
                let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
                GivenPosition::read(&Query::of(pairs.collect()).unwrap()).unwrap().position
            };
            assert_eq!(read(vec![("moves", &line)]), given.position, "{line}");
            let text = position::one_line(&given.position);
            assert!(!text.contains('\n'));
            assert_eq!(read(vec![("position", &text)]), given.position, "{text}");
            let document = position::describe(&given);
            for (name, text) in document["notations"].as_object().unwrap() {
                if let Some(text) = text.as_str() {
                    assert_eq!(read(vec![("notation", name), ("position", text)]), given.position);
                }
            }
            check(&given, &document);
        }
    }
}

/// What a document says agrees with the position.
fn check(given: &GivenPosition, document: &Value) {
    let at = &given.position;
    let game = at.game();
    let moves = document["moves"].as_array().unwrap();
    assert_eq!(moves.len(), at.moves().count());
    let cell = |cell: &Value| {
        let place = [0, 1].map(|i| usize::try_from(cell[i].as_u64().unwrap()).unwrap());
        document["board"]["cells"][place[0]][place[1]].clone()
    };
    let [own, other] = [at.turn(), at.turn().opponent()].map(|side| json!(game.sides()[side]));
    for entry in moves {
        let target = cell(&entry["to"]);
        assert_eq!(target == other, entry["takes"] == true, "{entry}");
        assert!(target == other || target.is_null(), "{entry}");
        assert_eq!(entry["from"].is_null(), !game.is::<Breakthrough>());
        if !entry["from"].is_null() {
            assert_eq!(cell(&entry["from"]), own);
        }
    }
    assert_eq!(document["played"].as_array().unwrap().len(), given.played.len());
    if let Some(Outcome::Points(points)) = at.outcome() {
        for side in Player::BOTH {
            assert_eq!(document["quadruples"][game.sides()[side]], points[side]);
            assert_eq!(document["outcome"]["points"][game.sides()[side]], points[side]);
        }
    }
    assert_eq!(document["outcome"].is_null(), at.outcome().is_none());
    if game.is::<ConnectFour>()
        && let Some(Outcome::Win(winner)) = at.outcome()
    {
        let lines = document["lines"].as_array().unwrap();
        assert!(!lines.is_empty() && lines.iter().all(|line| line["side"] == game.sides()[winner]));
    }
}

#[test]
fn running_scores_count_quadruples() {
    // Seven in the bottom row hold four quadruples.
    let row = "0000000/0000000/0000000/0000000/0000000/1111111/2";
    let document = ask("position", &format!("game=max-connect-four&position={row}")).unwrap();
    assert_eq!(document["quadruples"], json!({ "red": 4, "green": 0 }));
    assert_eq!(document["lines"][0]["cells"].as_array().unwrap().len(), 7);
    assert_eq!(document["outcome"], Value::Null);
    let note = "red has 7 pieces, green has 0, and green is to move: a game leads here only by lost turns. Searches \
                and solvers work all the same.";
    assert_eq!(document["notes"], json!([note]));
    assert_eq!(ask("position", "game=connect-four&moves=0.1.0.1.0.1.0").unwrap()["notes"], json!([]));
}

#[test]
fn conventions_name_the_same_column_differently() {
    for (convention, text) in [("comp3608", "3"), ("moves", "4"), ("cs431", "3")] {
        let query = format!("game=connect-four&move={text}&convention={convention}");
        let document = ask("play", &query).unwrap();
        assert_eq!((&document["line"], &document["move"]["to"]), (&json!("3"), &json!([5, 3])));
    }
    assert_eq!(ask("play", "game=adjacent-four&moves=3,4&move=3%203").unwrap_err().0, 400);
    let document = ask("play", "game=adjacent-four&moves=3,4&move=[3,3]").unwrap();
    assert_eq!(document["line"], "[3,4].[3,3]");
    let document = ask("play", "game=connect-four&moves=3&move=--").unwrap();
    assert_eq!((&document["turn"], &document["line"]), (&json!("red"), &json!("3.--")));
}

#[test]
fn evaluations_are_those_of_the_texts() {
    let views = |query: &str| ask("evaluate", query).unwrap()["evaluations"][0]["views"].clone();
    let board = "game=connect-four&evaluation=comp3608&position=";
    let worked = views(&format!("{board}.ryyrry,.rryry.,..y.r..,..y....,.......,.......%20red"));
    assert_eq!((&worked[0]["sum"], &worked[0]["value"]), (&json!("157 - 67 = 90"), &json!(90)));
    let terms = worked[0]["terms"].as_array().unwrap();
    let yellow: Vec<&Value> = terms.iter().filter(|term| term["owner"] == "yellow").collect();
    assert_eq!((&yellow[0]["points"], &yellow[1]["points"]), (&json!(-7), &json!(-60)));
    assert_eq!(yellow[1]["groups"].as_array().unwrap().len(), 6);
    let text = views(&format!("{board}..yyrrr,..ryryr,....y..,.......,.......,.......%20red"));
    assert_eq!(text[0]["points"], json!({ "red": 146, "yellow": -135 }));
    let board = "game=adjacent-four&position=....../..ox../..oox./.oxxo./..x.../x";
    let both = views(board);
    assert_eq!((&both[0]["value"], &both[1]["value"]), (&json!(84), &json!(160)));
    let one = views(&format!("{board}&for=O"));
    assert_eq!((one.as_array().unwrap().len(), &one[0]["value"]), (1, &json!(160)));
    let won = views("game=connect-four&evaluation=cs431&moves=0.1.0.1.0.1.0");
    assert_eq!(won[0]["utility"], 1_000_000);
    assert!(won[0]["sum"].as_str().unwrap().contains("knows infinity"));
}

#[test]
fn agents_choose() {
    for (agent, nodes) in [("alpha-beta:depth=4", 297), ("minimax:depth=4", 2084)] {
        let chosen = ask("choose", &format!("{EXAMPLE}&agent={agent}")).unwrap();
        assert_eq!((&chosen["move"]["move"], &chosen["nodes"]), (&json!("1"), &json!(nodes)));
        assert_eq!((&chosen["value"], &chosen["for"]), (&json!(10_000), &json!("red")));
    }
    let chosen = ask("choose", &format!("{EXAMPLE}&agent=perfect")).unwrap();
    assert_eq!((&chosen["move"]["move"], &chosen["proof"]["plies"]), (&json!("4"), &json!(1)));
    let chosen = ask("choose", "game=breakthrough&agent=first").unwrap();
    let known = (&chosen["value"], &chosen["proof"], &chosen["words"]);
    assert_eq!(known, (&Value::Null, &Value::Null, &json!("")));
}

/// The events of a solution.
fn solved(query: &str, limits: &Limits<'_>) -> Vec<Event> {
    let job = solve(&Query::parse(query).unwrap(), clock).unwrap();
    let mut events = Vec::new();
    job(limits, &mut |event| events.push(event));
    events
}

/// The last words about each move of a solution that came to its end. The first news of a move and the last agree, and
/// the last is final.
fn settled<'a>(events: &'a [Event]) -> impl Fn(&str) -> &'a str {
    let last = move |mv: &Value| {
        let found = events.iter().rfind(|event| event.name == "move" && event.data["move"] == *mv);
        &found.expect("news of the move").data
    };
    for event in events.iter().filter(|event| event.name == "move") {
        let last = last(&event.data["move"]);
        assert_eq!((&event.data["result"], &last["is_final"]), (&last["result"], &json!(true)));
    }
    let end = events.last().unwrap();
    assert_eq!((end.name, end.data["reason"].as_str()), ("end", Some("done")));
    move |mv| last(&json!(mv))["words"].as_str().unwrap()
}

#[test]
fn connect_four_is_solved_move_by_move() {
    let events = solved(EXAMPLE, &Limits::NONE);
    assert_eq!(events[0].data["kind"], "scores");
    let words = settled(&events);
    assert_eq!(words("1"), "red wins in 2 moves (3 plies)");
    assert_eq!(words("4"), "red wins with this move");
    assert!(words("0").starts_with("red loses in "), "{}", words("0"));
}

#[test]
fn solutions_that_are_stopped_say_so() {
    for game in ["connect-four", "breakthrough", "max-connect-four", "adjacent-four"] {
        // Nothing of the opening is proved at once.
        let events = solved(&format!("game={game}&moves="), &Limits { stop: &|| true });
        let end = events.last().unwrap();
        assert_eq!((events[0].name, end.name), ("start", "end"));
        assert!(matches!(end.data["reason"].as_str(), Some("stopped" | "done")), "{game}: {}", end.data);
    }
    let over = solved("game=connect-four&moves=0.1.0.1.0.1.0", &Limits::NONE);
    assert_eq!(over.last().unwrap().data["words"], "the game is over: red has won");
    assert_eq!(over.len(), 2);
}

#[test]
fn breakthrough_is_proved_where_it_can_be() {
    // White's pawn arrives next move, by two steps; everything else is slower or loses.
    let query = "game=breakthrough&position=------/--w---/------/---b--/------/w-----/w&time=5";
    let events = solved(query, &Limits::NONE);
    let moves = events.iter().filter(|event| event.name == "move");
    let results: Vec<Value> = moves.map(|event| json!([event.data["move"], event.data["result"]])).collect();
    assert!(results.contains(&json!(["C5C6", "win"])), "{results:?}");
    assert_eq!(results.len(), 5);
    assert!(events.iter().any(|event| event.name == "depth"));
    let position = events.iter().rfind(|event| event.name == "position").unwrap();
    assert_eq!(position.data["result"], "win");
}

/// A clock of nodes: 8 ms pass from one look to the next.
fn looks() -> Duration {
    thread_local!(static LOOKS: Cell<u64> = const { Cell::new(0) });
    Duration::from_millis(8 * LOOKS.replace(LOOKS.get() + 1))
}

/// The events until moves are judged, by that clock.
fn judged(query: &str) -> Vec<Event> {
    let job = solve(&Query::parse(query).unwrap(), looks).unwrap();
    // What is proved after that is of no interest.
    let (mut events, is_judged) = (Vec::new(), AtomicBool::new(false));
    job(&Limits { stop: &|| is_judged.load(Ordering::Relaxed) }, &mut |event| {
        is_judged.fetch_or(event.name == "estimates", Ordering::Relaxed);
        events.push(event);
    });
    events
}

#[test]
fn moves_are_judged_at_one_depth_before_they_are_proved() {
    for (game, count) in [("breakthrough", 16), ("max-connect-four", 7)] {
        let events = judged(&format!("game={game}&moves=&time=10"));
        let estimates = &events.iter().find(|event| event.name == "estimates").expect("estimates").data;
        let moves = estimates["moves"].as_array().unwrap();
        let names: HashSet<&str> = moves.iter().map(|data| data["move"].as_str().unwrap()).collect();
        assert_eq!((moves.len(), names.len()), (count, count), "{game}");
        assert!(moves.is_sorted_by_key(|data| -data["value"].as_i64().unwrap()), "{moves:?}");
        assert!(moves.iter().all(|data| data["line"][0] == data["move"]), "{moves:?}");
        // The best of them is as good as the search of that depth says.
        let is_as_deep = |event: &&Event| event.name == "depth" && event.data["depth"] == estimates["depth"];
        let searched = events.iter().find(is_as_deep).expect("a search of that depth");
        assert_eq!(searched.data["value"], moves[0]["value"], "{game}");
    }
    assert!(judged("game=breakthrough&moves=&time=9").iter().all(|event| event.name != "estimates"));
}

#[test]
fn of_moves_that_are_seen_to_lose_that_is_said_instead() {
    // Whoever does not take the pawn on B2 loses at once.
    let events = judged("game=breakthrough&position=bbbbbb/bbb-bb/------/---w--/-bwwww/wwwwww/w&time=10");
    let estimates = events.iter().find(|event| event.name == "estimates").expect("estimates");
    let moves = estimates.data["moves"].as_array().unwrap().iter().map(|data| data["move"].as_str().unwrap());
    assert_eq!(moves.collect::<BTreeSet<_>>(), BTreeSet::from(["A1B2", "C1B2"]));
    let before = events.iter().take_while(|event| event.name != "estimates");
    let lost = before.filter(|event| event.name == "move");
    assert!(lost.clone().count() > 5 && lost.clone().all(|event| event.data["result"] == "loss"));
}

#[test]
fn adjacent_four_is_solved_move_by_move() {
    let events = solved("game=adjacent-four&moves=3,4.3,3", &Limits::NONE);
    assert_eq!(events[0].data["kind"], "distances");
    let words = settled(&events);
    assert_eq!(words("[2,3]"), "X wins in 4 moves (7 plies)");
    assert_eq!(words("[2,2]"), "X wins in 7 moves (13 plies)");
    assert_eq!(words("[2,4]"), "draw");
    assert_eq!(words("[3,2]"), "X loses in 4 moves (8 plies)");
    let position = events.iter().rfind(|event| event.name == "position").unwrap();
    assert_eq!(position.data["plies"], 7);
    assert_eq!(position.data["best"], json!(["[2,3]", "[4,3]", "[2,5]", "[4,5]"]));
    assert_eq!(position.data["line"].as_array().map(Vec::len), Some(7));

    let drawn = solved("game=adjacent-four&moves=1,1.2,2", &Limits::NONE);
    let position = drawn.iter().rfind(|event| event.name == "position").unwrap();
    assert_eq!((&position.data["result"], &position.data["plies"]), (&json!("draw"), &Value::Null));
    assert_eq!(position.data["words"], "draw");
}

#[test]
fn values_of_max_connect_four_are_differences_of_points() {
    // Six cells are left.
    let moves = "1.1.1.1.1.1.2.2.2.2.2.2.3.3.3.3.3.3.4.4.4.4.4.4.5.5.5.5.5.5.6.6.6.6.6.6";
    let events = solved(&format!("game=max-connect-four&moves={moves}&time=5"), &Limits::NONE);
    assert_eq!(events[0].data["kind"], "points");
    let depths = events.iter().filter(|event| event.name == "depth");
    let depths: Vec<u64> = depths.map(|event| event.data["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, (1..=depths.len() as u64).collect::<Vec<_>>());
    let position = events.iter().rfind(|event| event.name == "position").expect("a value");
    assert_eq!(position.data["best"], json!(["7"]));
    assert_eq!(position.data["line"].as_array().map(Vec::len), Some(6));
    assert_eq!((&position.data["score"], &position.data["words"]), (&json!(0), &json!("draw")));
    let query = "game=max-connect-four&moves=4.4.4.4.4.4.3.3.3.3.3.3.5.5.5.5.5.5.1.1.1.1&time=60";
    let open = solved(query, &Limits::NONE);
    let moves = open.iter().filter(|event| event.name == "move");
    let scores: Vec<i64> = moves.map(|event| event.data["score"].as_i64().unwrap()).collect();
    let position = open.iter().rfind(|event| event.name == "position").unwrap();
    let score = position.data["score"].as_i64().expect("a difference");
    assert_eq!(Some(score), scores.iter().copied().max());
    let words = match score {
        0 => "draw".to_owned(),
        1.. => format!("red wins by {score}"),
        _ => format!("red loses by {}", -score),
    };
    assert_eq!(position.data["words"], words);
}

#[test]
fn a_search_of_any_size_has_the_counts_of_the_command() {
    let found = ask("search", EXAMPLE).unwrap();
    assert_eq!((&found["examined"], &found["move"]), (&json!(297), &json!("1")));
    assert_eq!(found["by_ply"], json!([1, 7, 18, 88, 183]));
    assert_eq!(found["root_moves"][0], json!({ "move": "0", "value": 190, "bound": "exact" }));
    let minimax = ask("search", &format!("{EXAMPLE}&algorithm=minimax")).unwrap();
    assert_eq!((&minimax["examined"], &minimax["value"]), (&json!(2084), &json!(10_000)));
    let query = Query::parse("game=connect-four&depth=40").unwrap();
    let host = Host { programs: &[], clock };
    let stopped = Route::Search.answer(&query, host, &Limits { stop: &|| true }).unwrap_err();
    assert_eq!(stopped.status as u16, 413);
}
