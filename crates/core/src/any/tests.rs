//! A game that is chosen at run time is the game itself.

use std::any::TypeId;
use std::collections::BTreeSet;

use super::*;
use crate::agents::AgentSpec;
use crate::games::adjacent_four::AdjacentFour;
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::laws;
use crate::games::max_connect_four::MaxConnectFour;
use crate::rng::Rng;
use crate::search::{Algorithm, CutRule};
use crate::{
    BoardKind, ByPlayer, Game, Limits, Notation, Observer, Player, Position, SolverSettings, Stopped, Window,
};

laws!(
    typed_and_untyped_games_agree,
    front_ends_can_point_out_what_terms_count,
    searches_are_those_of_the_game,
    agents_play_the_same_game,
);

/// Positions of a random game in which now and then a turn is lost, as the game has them and as any game has.
fn walk<G: Game>(seed: u64) -> Vec<(G::Position, AnyPosition)> {
    let mut rng = Rng::new(seed);
    let (mut own, mut any) = (G::start(), AnyGame::of::<G>().start());
    let mut visited = vec![(own.clone(), any.clone())];
    while let Some(mv) = rng.pick(own.moves()) {
        (own, any) = if rng.below(8) == 0 {
            (own.skip(), any.skip())
        } else {
            (own.play(mv), any.play(AnyMove::of(mv)))
        };
        visited.push((own.clone(), any.clone()));
    }
    visited
}

fn typed_and_untyped_games_agree<G: Game>() {
    let game = AnyGame::of::<G>();
    let told = (game.name(), game.about(), game.sides(), game.look());
    assert_eq!(told, (G::NAME, G::ABOUT, G::SIDES, G::LOOK));
    assert_eq!(AnyGame::from_name(G::NAME), Some(game));
    for (own, any) in (0..10).flat_map(walk::<G>) {
        assert_eq!((any.game(), any.typed::<G>()), (game, Some(&own)));
        assert_eq!(any, AnyPosition::of::<G>(own.clone()));
        assert_eq!((any.turn(), any.outcome(), any.key()), (own.turn(), own.outcome(), own.key()));
        assert_eq!((any.plies_left(), any.canonical_key()), (own.plies_left(), own.canonical_key()));
        assert_eq!(any.mirror().typed::<G>(), Some(&own.mirror()));
        assert_eq!(any.perft(2), crate::perft(&own, 2));
        assert_eq!((any.view(), any.oddity()), (G::view(&own), G::oddity(&own)));
        let moves: Vec<AnyMove> = own.moves().map(AnyMove::of).collect();
        assert_eq!(any.moves().collect::<Vec<_>>(), moves);
        assert!(moves.is_sorted(), "the order of numbers is the order of moves: {moves:?}");
        assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), moves.len());
        for (any_notation, notation) in game.notations().iter().zip(G::notations()) {
            let text = notation.write(&own);
            assert_eq!(any_notation.write(&any), text);
            if let Some(text) = text {
                assert_eq!(any_notation.parse(&text).as_ref(), Ok(&any));
            }
            for mv in own.moves() {
                let text = notation.write_move(&own, mv);
                assert_eq!(any_notation.write_move(&any, AnyMove::of(mv)), text);
                assert_eq!(any_notation.parse_move(&any, &text), Ok(AnyMove::of(mv)));
            }
            assert_eq!(any_notation.parse_move(&any, "?").err(), notation.parse_move(&own, "?").err());
        }
    }
}

fn front_ends_can_point_out_what_terms_count<G: Game>() {
    for (own, any) in (0..12).flat_map(walk::<G>) {
        // Evaluations are for games that go on; a pawn that has arrived has no row to go to.
        if own.outcome().is_some() && TypeId::of::<G>() == TypeId::of::<Breakthrough>() {
            continue;
        }
        for evaluation in G::evaluations() {
            for term in evaluation.terms(&own, own.turn()) {
                let groups = G::groups(&own, &term).expect("every term has its cells");
                assert_eq!(groups.len(), term.count as usize, "{term:?} of {own:?}");
                assert_eq!(any.groups(&term), Some(groups));
            }
        }
    }
}

#[test]
fn positions_of_different_games_differ() {
    let starts: Vec<AnyPosition> = AnyGame::all().iter().map(|game| game.start()).collect();
    for (i, one) in starts.iter().enumerate() {
        for (j, other) in starts.iter().enumerate() {
            assert_eq!(one == other, i == j);
        }
    }
    assert_eq!(starts[0].typed::<MaxConnectFour>(), None);
}

/// What an observer has seen, and the node at which it ends the search.
#[derive(Default)]
struct Seen {
    events: Vec<String>,
    most: Option<usize>,
}

impl<P: Position> Observer<P> for Seen {
    type Stop = Stopped;

    fn enter(&mut self, position: &P, ply: u32, window: Window) -> Result<(), Stopped> {
        self.events.push(format!("enter {position:?} {ply} {window:?}"));
        if self.most.is_some_and(|most| self.events.len() > most) { Err(Stopped) } else { Ok(()) }
    }

    fn evaluated(&mut self, value: i32) {
        self.events.push(format!("evaluated {value}"));
    }

    fn cutoff(&mut self) {
        self.events.push("cutoff".to_owned());
    }

    fn leave(&mut self, value: i32) {
        self.events.push(format!("leave {value}"));
    }
}

fn searches_are_those_of_the_game<G: Game>() {
    let alpha_beta = Algorithm::AlphaBeta(CutRule::AtEqual);
    for (own, any) in walk::<G>(3).into_iter().step_by(3) {
        for (typed, evaluation) in G::evaluations().iter().zip(AnyGame::of::<G>().evaluations()) {
            let me = typed.maximiser(own.turn());
            assert_eq!((evaluation.name, evaluation.maximiser(any.turn())), (typed.name, me));
            assert_eq!(evaluation.evaluate(&any, me), typed.evaluate(&own, me));
            assert_eq!(evaluation.terms(&any, me), typed.terms(&own, me));
            let named = |choice: crate::search::Choice<_>| choice.map(AnyMove::of);
            let choice = named(typed.textbook(alpha_beta, &own, 2).choice);
            assert_eq!(evaluation.textbook(alpha_beta, &any, 2).choice, choice);
            assert_eq!(evaluation.replay(alpha_beta, &any, 2, 1 << 12).choice, choice);
            let (_, examined) = typed.answer(alpha_beta, &own, 2, me, 1 << 12);
            assert_eq!(evaluation.answer(alpha_beta, &any, 2, me, 1 << 12), (choice, examined));
            for most in [None, Some(5)] {
                let mut seen = [(); 2].map(|()| Seen { most, ..Seen::default() });
                let [first, second] = &mut seen;
                let found = typed.observe(alpha_beta, &own, 2, me, first).map(named);
                assert_eq!(evaluation.observe(alpha_beta, &any, 2, me, second), found);
                assert_eq!(seen[0].events, seen[1].events);
            }
        }
    }
}

fn agents_play_the_same_game<G: Game>() {
    let game = AnyGame::of::<G>();
    for spec in ["first", "random:seed=3", "alpha-beta:depth=2", "engine:depth=2", "mcts:simulations=30"] {
        let spec: AgentSpec = spec.parse().expect("a spec");
        let mut own = crate::agents::build::<G>(&spec).expect("an agent");
        let mut any = game.agent(&spec).expect("an agent");
        for (position, same) in walk::<G>(4).into_iter().step_by(4) {
            let decision = own.choose(&position, &Limits::NONE).map(|decision| decision.map(AnyMove::of));
            assert_eq!(any.choose(&same, &Limits::NONE), decision, "{spec}");
        }
    }
}

#[test]
fn solvers_find_the_same() {
    fn law<G: Game>(games: u64, last: usize) {
        let settings = SolverSettings::with_table(1 << 20);
        let mut own = (G::solver().expect("a solver").new)(&settings);
        let mut any = AnyGame::of::<G>().solver(&settings).expect("a solver");
        let mut lines = 0;
        for (position, same) in (0..games).flat_map(|seed| walk::<G>(seed).into_iter().rev().take(last)) {
            let limits = &Limits::NONE;
            let value = own.value(&position, limits).expect("nobody stops it");
            assert_eq!(any.value(&same, limits), Ok(value));
            assert_eq!(any.result(&same, limits), own.result(&position, limits));
            assert_eq!(any.proof(&same, value), own.proof(&position, value));
            assert_eq!(any.score(&same, value), own.score(&position, value));
            for mv in own.moves(&position) {
                let named = AnyMove::of(mv);
                let (after, after_same) = (own.after(&position, mv), any.after(&same, named));
                assert_eq!(after_same.typed::<G>(), Some(&after));
                assert_eq!(any.keeps(value, &after_same, limits), own.keeps(value, &after, limits));
                assert_eq!(any.mistakes(value, &after_same, limits), own.mistakes(value, &after, limits));
                let preferred: Vec<AnyMove> =
                    own.preferred(&position, mv).into_iter().map(AnyMove::of).collect();
                assert_eq!(any.preferred(&same, named), preferred);
                if own.keeps(value, &after, limits) == Ok(true) {
                    let line = own.line(&position, mv, limits).expect("nobody stops it");
                    let line = line.into_iter().map(AnyMove::of).collect();
                    assert_eq!(any.line(&same, named, limits), Ok(line));
                    lines += 1;
                }
            }
        }
        assert!(lines > 5, "{lines} lines of {}", G::NAME);
        assert_eq!(any.shallow_depth(), own.shallow_depth());
        assert!(any.nodes() > 0);
    }
    law::<ConnectFour>(2, 6);
    law::<MaxConnectFour>(2, 5);
    law::<AdjacentFour>(2, 4);
}

#[test]
fn notations_and_evaluations_are_found_by_name() {
    for &game in AnyGame::all() {
        assert_eq!(game.evaluation(None).map(|found| found.name), Ok(game.evaluations()[0].name));
        for evaluation in game.evaluations() {
            assert_eq!(game.evaluation(Some(evaluation.name)).map(|found| found.name), Ok(evaluation.name));
        }
        let text = game.notation().write(&game.start()).expect("a text");
        assert_eq!(game.parse(&text), Ok(game.start()));
        assert!(game.parse("nonsense").is_err());
    }
    let error = AnyGame::of::<ConnectFour>().evaluation(Some("chess")).expect_err("none of this name");
    let message = "connect-four has no evaluation of this name; expected one of comp3608, cs431";
    assert_eq!(error.to_string(), format!("evaluation 'chess': {message}"));
    assert_eq!(AnyGame::from_name("chess"), None);
}

#[test]
fn labels_are_those_of_the_picture_or_the_texts_of_moves() {
    for &game in AnyGame::all() {
        let start = game.start();
        let view = start.view();
        assert_eq!(game.notation().labels().filter(|labels| labels.columns != view.columns), None, "{game}");
        for notation in game.notations() {
            let own = || (view.columns.clone(), view.rows.clone());
            let (columns, rows) = notation.labels().map_or_else(own, |labels| (labels.columns, labels.rows));
            assert_eq!((columns.len(), rows.len()), (view.columns.len(), view.cells.len()));
            if game.look().board == BoardKind::Upright {
                let texts: Vec<String> = start.moves().map(|mv| notation.write_move(&start, mv)).collect();
                assert_eq!(columns, texts, "{notation:?}");
            }
        }
    }
}

/// Which cell holds what is compared with the own notation of each game, in boards as people have them.
#[test]
fn pictures_have_the_labels_of_the_game_and_mark_what_has_won() {
    let fours_of_both = [(5, 0), (4, 0), (3, 0), (2, 0), (5, 1), (4, 1), (3, 1), (2, 1)];
    let board = "rrrr..y,yyy...r,......y,.......,.......,....... yellow";
    for (game, text, columns, rows, marked) in [
        ("connect-four", board, "0123456", "543210", &[(5, 0), (5, 1), (5, 2), (5, 3)][..]),
        ("max-connect-four", "12121212", "1234567", "654321", &fours_of_both),
        ("breakthrough", "--w--b/------/------/------/------/w-----/b", "ABCDEF", "654321", &[(0, 2)]),
        (
            "adjacent-four",
            "x...../.x.o../..xo../...x../.....o/o",
            "123456",
            "12345",
            &[(0, 0), (1, 1), (2, 2), (3, 3)],
        ),
    ] {
        let game = AnyGame::from_name(game).expect("a game");
        let view = game.parse(&text.replace('/', "\n")).expect("a position").view();
        assert_eq!((view.columns.concat(), view.rows.concat()), (columns.to_owned(), rows.to_owned()));
        assert_eq!(view.marked, marked, "{game}");
        assert_eq!(game.start().view().marked, [], "{game}");
    }
}

#[test]
fn odd_boards_are_remarked_on() {
    let oddity = |game: &str, text: &str| {
        let game = AnyGame::from_name(game).expect("a game");
        game.parse(text).expect("a position").oddity()
    };
    let twice =
        |what: &str, winner: &str| format!("{what}: no game leads here. The winner is taken to be {winner}.");
    let lost = "red has 2 pieces, yellow has 0, and red is to move: a game leads here only by lost turns. \
                Searches and solvers work all the same.";
    for (game, text, remark) in [
        ("connect-four", "4453", None),
        ("connect-four", "1212121", None),
        (
            "connect-four",
            "rrrr...,yyyy...,.......,.......,.......,....... red",
            Some(twice("Both sides have four in a row", "red")),
        ),
        ("connect-four", "rr.....,.......,.......,.......,.......,....... red", Some(lost.to_owned())),
        (
            "breakthrough",
            "------\n------\n------\n------\n------\n------\nw",
            Some(twice("Neither side has a pawn", "white")),
        ),
        (
            "breakthrough",
            "w-----\n------\n------\n------\n------\nb-----\nb",
            Some(twice("Both sides have a pawn on their last row", "white")),
        ),
        ("breakthrough", "------\nw-----\n------\n------\n-----b\n------\nb", None),
        ("breakthrough", "w-----\n------\n------\n-----b\n------\n------\nb", None),
        ("breakthrough", "w-----\n------\n------\n------\n------\n------\nb", None),
    ] {
        assert_eq!(oddity(game, text), remark, "{text}");
    }
}

/// A board in the forms that people have, with the letters of the game's notation or with 1 and 2.
fn pasted(position: &AnyPosition) -> Vec<String> {
    let game = position.game();
    let style = game.look().rows.expect("rows");
    let rows =
        |empty: &str, pieces: ByPlayer<String>, between: &str, ends: [&str; 2], next: &str| -> String {
            let cell = |cell: &Option<Player>| cell.map_or(empty.to_owned(), |side| pieces[side].clone());
            let cells = position.view().cells;
            let row = |row: &Vec<_>| row.iter().map(cell).collect::<Vec<_>>().join(between);
            let lines: Vec<String> =
                cells.iter().map(|cells| format!("{}{}{}", ends[0], row(cells), ends[1])).collect();
            lines.join(next)
        };
    let [first, second] = Player::BOTH.map(|side| style.pieces[side].to_string());
    let letters = || ByPlayer::new(first.clone(), second.clone());
    let capitals = ByPlayer::new(first.to_uppercase(), second.to_uppercase());
    let numbers = || ByPlayer::new("1".to_owned(), "2".to_owned());
    let signs = ByPlayer::new("1".to_owned(), "-1".to_owned());
    let quoted = ByPlayer::new(format!("'{first}'"), format!("'{second}'"));
    vec![
        rows(".", letters(), "", ["", ""], "\n"),
        rows("_", capitals, "", ["", ""], " / "),
        rows(".", letters(), " ", ["", ""], "\r\n"),
        rows("", letters(), "\t", ["", ""], "\n") + "\n",
        rows("", letters(), ",", ["", ""], "\n"),
        rows(" ", letters(), " | ", ["| ", " |"], "\n"),
        rows("0", numbers(), ", ", ["[", "]"], ", "),
        format!("[{}]", rows(" 0", signs, " ", ["[", "]"], "\n ")),
        format!("array([{}], dtype=int8)", rows("0", numbers(), ", ", ["[", "]"], ",\n       ")),
        format!("array([{}], dtype='<U1')", rows("'.'", quoted, ", ", ["[", "]"], ",\n       ")),
        rows("0", numbers(), "", ["", ""], ""),
    ]
}

#[test]
fn boards_are_read_as_people_have_them() {
    let mut rng = Rng::new(30);
    for &game in AnyGame::all() {
        let adds_pieces = game.start().view().cells.iter().flatten().all(Option::is_none);
        for _ in 0..30 {
            let mut position = game.start();
            loop {
                for (form, text) in pasted(&position).into_iter().enumerate() {
                    let side = game.side(position.turn());
                    let (read, words) = game
                        .read(&format!("{text}\n{side}"), None)
                        .unwrap_or_else(|(_, error)| panic!("{text}: {error}"));
                    let (in_front, _) =
                        game.read(&format!("{side}\n{text}"), None).expect("the side in front");
                    assert_eq!(in_front, position, "form {form}, the side in front: {text}");
                    // Without gravity nothing says which row is the top one; the first is.
                    assert_eq!(read, position, "form {form}: {text}");
                    assert_eq!(words, "rows of the board, the top row first", "{text}");
                    let (read, words) = match game.read(&text, None) {
                        Ok(read) => read,
                        Err((_, error)) => {
                            assert!(!adds_pieces, "form {form}: {text}");
                            assert!(error.to_string().contains("missing; expected"), "{error}: {text}");
                            continue;
                        }
                    };
                    assert!(adds_pieces, "pieces are captured in {game}: {text}");
                    assert_eq!(read, position, "form {form}: {text}");
                    // A text of blanks is an empty list of moves, which comes to the same.
                    let by_count = words.contains(&format!("; {side} to move, by the number of pieces ("));
                    assert!(by_count || text.trim().is_empty(), "{words}");
                }
                let Some(mv) = rng.pick(position.moves()) else { break };
                position = position.play(mv);
            }
        }
    }
}

#[test]
fn a_board_without_its_side_is_read_only_where_the_pieces_say_it() {
    let read = |text: &str| {
        let game = AnyGame::from_name("connect-four").expect("a game");
        game.read(text, None)
            .map(|(position, words)| (game.side(position.turn()), words))
            .map_err(|(_, error)| error.to_string())
    };
    let state = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
    let by_count = |side| {
        format!(
            "rows of the board, the bottom row first; {side} to move, by the number of pieces (7 pieces and 7)"
        )
    };
    assert_eq!(read(state), Ok(("red", by_count("red"))));
    assert_eq!(read(&state.replace(',', ", ")), Ok(("red", by_count("red"))));
    assert_eq!(read(&format!("{state} yellow")), Ok(("yellow", "the notation comp3608".to_owned())));
    // Both sides could be to move, pieces float in either order, a letter means nothing: the notation says what is wrong.
    for (wrong, said) in [
        (state.replacen('r', ".", 1), "floating piece"),
        (state.replacen("ryy", "ryr", 1), "side to move: missing"),
        (state.replacen('r', "q", 1), "found 'q'"),
        (format!("{state},......."), "7 rows"),
    ] {
        let error = read(&wrong).expect_err(&wrong);
        assert!(error.contains(said), "{wrong}: {error}");
    }
    // Two pieces of one side and one of the other: nobody knows who is to move.
    let sheet = format!("{}0 0 2 2 1 0 2", "0 0 0 0 0 0 0\n".repeat(5));
    let missing = "side to move: missing; expected red or yellow after the rows";
    assert_eq!(read(&sheet), Err(missing.to_owned()));
    // A board of another game.
    let other = "board: 6 rows of 6 cells, a board of breakthrough; expected 6 rows of 7 cells, a board of connect-four";
    let rows =
        format!("{}{}{}", "2 2 2 2 2 2\n".repeat(2), "0 0 0 0 0 0\n".repeat(2), "1 1 1 1 1 1\n".repeat(2));
    assert_eq!(read(&rows), Err(other.to_owned()));
    assert_eq!(read(&format!("{rows}1")), Err(other.to_owned()));
    // A side in front of all cells in one line is no cell.
    let cells = "0 ".repeat(36) + "1 1 2 2 0 0";
    assert_eq!(read(&cells).map(|(side, _)| side), Ok("red"));
    assert!(read(&format!("red {cells}")).is_err());
    let array = format!("array([{}])", cells.replace(' ', ","));
    assert_eq!(read(&format!("x = np.{array}")).map(|(side, _)| side), Ok("red"));
    assert!(read(&format!("yellow {array}")).is_err());
    assert!(read(&"0 ".repeat(5000)).is_err());
}
