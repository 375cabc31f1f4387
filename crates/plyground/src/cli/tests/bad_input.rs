//! What a wrong command line or position gets: a message that helps, nothing on standard output, and
//! exit status 2.

use plyground_core::rng::Rng;
use plyground_core::{AnyGame, Notation, Position};
use proptest::prelude::*;

use super::{WON, are_refused, run, run_with};
use crate::exit::Exit;

#[test]
fn positions_are_refused_with_place_cause_and_remedy() {
    are_refused(
        "show connect-four",
        r"
        r......,....... red | position: state: 2 rows; expected 6 rows separated by commas
        0 1 -1 | board: 3 numbers; expected 42 cells, top row first, and the side to move
        --notation moves 0 | position: move 1 of the move string: found '0'
        --notation fen 4 | notation 'fen': connect-four has no notation of this name; expected one of comp3608, moves, cs431
        @no-such-file | position file no-such-file: No such file or directory
        @ | position file '':
        ",
    );
}

#[test]
fn arguments_are_refused_with_place_cause_and_remedy() {
    are_refused(
        "",
        r"
        nonsense | error: unrecognized subcommand 'nonsense'
        show | the following required arguments were not provided:\n  <GAME>
        show chess | error: invalid value 'chess' for '<GAME>'\n  [possible values: connect-four
        show connect-four --colour | error: unexpected argument '--colour' found
        move connect-four | required arguments were not provided:\n  --agent <SPEC>
        move connect-four --agent uct | error: invalid value 'uct' for '--agent <SPEC>': agent 'uct': no agent is called 'uct'; expected one of first
        move connect-four --agent minimax:eval=h | agent 'minimax:eval=h', option 'eval': connect-four has no evaluation of this name; expected one of comp3608, cs431
        search connect-four --algorithm A --depth 0 | error: invalid value '0' for '--depth <N>': found '0'; expected a whole number of plies, 1 to 1000
        search connect-four --algorithm B --depth 3 | error: invalid value 'B' for '--algorithm <NAME>'\n  [possible values: alpha-beta
        search connect-four --algorithm M --cut beyond --depth 3 | --cut: minimax skips nothing; expected --algorithm alpha-beta with it
        search connect-four --algorithm M --depth 3 --eval material | evaluation 'material': connect-four has no evaluation of this name; expected one of comp3608, cs431
        perft connect-four two | error: invalid value 'two' for '<DEPTH>': found 'two'; expected a whole number of plies
        play connect-four --first robot | '--first <PLAYER>': no player is called 'robot'; expected human or one of first
        play connect-four --hint human | agent 'human': no agent is called 'human'
        play connect-four --seed -1 | '--seed <N>': found '-1'; expected a whole number below 2^64
        completions tcsh | error: invalid value 'tcsh' for '<SHELL>'\n  [possible values: bash,
        man --out no-such-folder | --out: no-such-folder is not a folder; expected one that exists
        ",
    );
}

#[test]
fn matches_are_refused_with_place_cause_and_remedy() {
    are_refused(
        "match random --game connect-four",
        r"
        uct | agent 'uct': no agent is called 'uct'; expected one of first, random,
        first -n 7 | '--games <N>': found '7'; expected an even number from 2 to 10000000, two games an opening
        first -n 0 | '--games <N>': found '0'; expected an even number from 2 to 10000000, two games an opening
        first -n +2 | '--games <N>': found '+2'; expected an even number from 2 to 10000000, two games an opening
        first -n 10000002 | '--games <N>': found '10000002'; expected an even number from 2 to 10000000, two games an opening
        first --time 0ms | '--time <TIME>': found '0ms'; expected whole milliseconds, such as 300ms or 2s, at most a day
        first --time 86401s | '--time <TIME>': found '86401s'; expected whole milliseconds
        first --time 0.5ms | '--time <TIME>': found '0.5ms'; expected whole milliseconds
        first --jobs 0 | invalid value '0' for '--jobs <N>': 0 is not in 1..=1024
        first --sprt 5 | '--sprt <ELO0,ELO1>': found '5'; expected two Elo differences such as 0,20
        first --sprt a,b | found 'a,b'; expected two Elo differences such as 0,20
        first --sprt 5,0 | --sprt: expected two Elo differences from -2000 to 2000, the smaller first
        first --sprt 0,5 --alpha 0.5 | '--alpha <P>': found '0.5'; expected an error rate above 0 and below 0.5
        first --sprt 0,5 --beta nan | '--beta <P>': found 'nan'; expected an error rate above 0 and below 0.5
        first --alpha 0.1 | required arguments were not provided:\n  --sprt <ELO0,ELO1>
        first --plies 40 -n 2 | openings: 1 wanted, but only 0 balanced ones were found; expected fewer or shorter ones
        ",
    );
    are_refused(
        "match",
        r"
        random --game connect-four | required arguments were not provided:\n  <B>
        random random | required arguments were not provided:\n  --game <GAME>
        random random --game chess | invalid value 'chess' for '--game <GAME>'
        perfect random --game breakthrough | agent 'perfect': breakthrough is not solved
        ",
    );
}

#[test]
fn control_characters_are_shown_escaped() {
    for args in [
        ["show", "\u{1b}[31mgo"],
        ["move", "--agent=\u{1b}]0;x\u{7}"],
        ["man", "--out=\u{9b}2J\r"],
        ["show", "--\u{1b}c"],
        ["\u{1b}[2J\n", ""],
    ] {
        let ran = run_with(&args, b"");
        assert_ne!(ran.exit, Exit::Done);
        let message = ran.err;
        assert!(message.contains(r"\u{1b}") || message.contains(r"\u{9b}2J\r"), "{message:?}");
        assert!(!message.chars().any(|c| c.is_control() && c != '\n'), "{message:?}");
    }
}

#[test]
fn standard_input_is_bounded_and_must_be_text() {
    for (input, message) in [
        (vec![b'4'; 70_000], "position from standard input: longer than 65536 bytes"),
        (b"\xff\xfe4\0".to_vec(), "position from standard input: not UTF-8 text but UTF-16, which 'iconv"),
        (b"44 \xe9".to_vec(), "position from standard input: not UTF-8 text; if it is from Windows, 'iconv"),
        (b"44\xe9\0".to_vec(), "position from standard input: not UTF-8 text; expected readable text"),
        (b"44\n45\n\n".to_vec(), "position from standard input: move 3 of the move string: found '\\n'"),
        (b"44x\n".to_vec(), "position from standard input: move 3 of the move string: found 'x'"),
        // Only on the command line does a slash stand for a line end.
        (b"4/4".to_vec(), "position from standard input: move 2 of the move string: found '/'"),
    ] {
        let ran = run_with(&["show", "connect-four", "-"], &input);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
        assert!(ran.err.starts_with(message), "{}", ran.err);
    }
    let ran = run_with(&["show", "connect-four", "-"], b"44\n45\n\n");
    let remark = "each of the 2 lines reads as a position of its own; expected one position";
    assert!(ran.err.contains(remark), "{}", ran.err);
    let as_on_windows = b"\xef\xbb\xbf44\r\n".to_vec();
    let ran = run_with(&["show", "connect-four", "-"], &as_on_windows);
    assert_eq!((ran.exit, ran.out), (Exit::Done, run_with(&["show", "connect-four", "-"], b"44").out));
    let ran = run("play connect-four --position -", "44\n");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
    assert!(ran.err.starts_with("--position: standard input is needed for the moves"), "{}", ran.err);
    let ran = run("play connect-four --position - --first first --second first", "44\n");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
}

/// A game and a position in one of its notations, perhaps with one character changed.
fn game_and_position() -> impl Strategy<Value = (String, String)> {
    let game = prop::sample::select(AnyGame::all().to_vec());
    let written = (game.clone(), any::<u64>(), any::<Option<(usize, char)>>());
    let mutated = written.prop_map(|(game, seed, change)| {
        let text = random_text(game, &mut Rng::new(seed));
        let Some((at, c)) = change else { return (game.name().to_owned(), text) };
        let at = at % (text.len() + 1);
        let text = format!("{}{c}{}", &text[..at], text.get(at + 1..).unwrap_or_default());
        (game.name().to_owned(), text)
    });
    let anything = prop_oneof!["[rybwxo.,/ 0-7-]{0,60}", "\\PC{0,40}", Just(format!("{WON} red"))];
    let anything = (game, anything).prop_map(|(game, text)| (game.name().to_owned(), text));
    prop_oneof![3 => mutated, 2 => anything, 1 => Just(("chess".to_owned(), String::new()))]
}

/// A position reached by random moves, in a random notation; empty if that cannot express it.
fn random_text(game: AnyGame, rng: &mut Rng) -> String {
    let mut position = game.start();
    for _ in 0..rng.below(position.plies_left() as usize + 1) {
        let Some(mv) = rng.pick(position.moves()) else { break };
        position = position.play(mv);
    }
    game.notations()[rng.below(game.notations().len())].write(&position).unwrap_or_default()
}

/// An agent spec whose searches are short, or something like one.
fn agent_text() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec!["first", "random", "minimax", "alpha-beta", "human", "x", ""]);
    let keys = prop::sample::select(vec!["depth", "eval", "cut", "seed", "time", "", "é"]);
    let values = prop::sample::select(vec!["1", "2", "0", "-1", "cs431", "equal", "0.5s", "", "=", "x"]);
    let option = (keys, values).prop_map(|(key, value)| format!("{key}={value}"));
    let whole = (names, prop::collection::vec(option, 0..3)).prop_map(|(name, options)| {
        // Textbook agents get a small depth, so that cases are quick.
        let depth = (name.ends_with('x') || name.contains('-')).then(|| "depth=1".to_owned());
        let options: Vec<String> = depth.into_iter().chain(options).collect();
        if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) }
    });
    let valid = ["first", "random:seed=3", "minimax:depth=1", "alpha-beta:depth=2,cut=beyond", "human"];
    let valid = prop::sample::select(valid.to_vec()).prop_map(str::to_owned);
    prop_oneof![6 => valid, 2 => whole, 1 => "\\PC{0,20}"]
}

/// A command line of any shape whose work is small.
fn command_line() -> impl Strategy<Value = Vec<String>> {
    let depth = prop::sample::select(vec!["1", "2", "0", "-1", "x", ""]).prop_map(str::to_owned);
    let word = |words: &'static [&'static str]| prop::sample::select(words).prop_map(str::to_owned);
    let flags = || prop::collection::vec(word(&["--json", "--explain", "--divide", "--", "-h"]), 0..2);
    let strings = |head: &[&str]| head.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let show = (game_and_position(), flags())
        .prop_map(move |((game, text), flags)| [vec!["show".into(), game], flags, vec![text]].concat());
    let best_move =
        (game_and_position(), agent_text(), flags()).prop_map(move |((game, text), agent, flags)| {
            [vec!["move".into(), game, "--agent".into(), agent], flags, vec![text]].concat()
        });
    let search = (
        game_and_position(),
        word(&["minimax", "alpha-beta", "A", "x"]),
        depth.clone(),
        word(&["comp3608", "cs431", "cs4750", "x"]),
        word(&["--cut=equal", "--cut=beyond", "--cut=x", "--json"]),
    )
        .prop_map(|((game, text), algorithm, depth, eval, cut)| {
            let option = |name: &str, value: String| format!("--{name}={value}");
            let options = [option("algorithm", algorithm), option("depth", depth), option("eval", eval), cut];
            [vec!["search".into(), game], options.to_vec(), vec!["--".into(), text]].concat()
        });
    let perft = (game_and_position(), depth, flags()).prop_map(|((game, text), depth, flags)| {
        [vec!["perft".into(), game, depth], flags, vec![text]].concat()
    });
    let play =
        (game_and_position(), agent_text(), agent_text()).prop_map(move |((game, text), first, second)| {
            strings(&["play", &game, "--first", &first, "--second", &second, "--position", &text])
        });
    let numbers = || word(&["2", "4", "3", "0", "-2", "x", "+2"]);
    let options = word(&["--sprt=0,50", "--sprt=5,0", "--json", "--alpha=0.1", "--jobs=0", "--seed=7"]);
    let contest = (agent_text(), agent_text(), game_and_position(), numbers(), numbers(), options).prop_map(
        |(first, second, (game, _), games, plies, option)| {
            let options = [("games", games), ("plies", plies), ("game", game)];
            let options = options.map(|(name, value)| format!("--{name}={value}"));
            [vec!["match".into(), first, second, option], options.to_vec()].concat()
        },
    );
    let commands = "match show move search play perft completions games agents help --help ";
    let commands: Vec<&str> = commands.split(' ').collect();
    let anything = (prop::sample::select(commands), prop::collection::vec("\\PC{0,12}", 0..4))
        .prop_map(move |(command, rest)| [strings(&[command]), rest].concat());
    prop_oneof![show, best_move, search, perft, play, contest, anything]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn failures_write_nothing_and_nothing_panics(args in command_line(), input in "\\PC{0,10}\n[0-6\n]{0,20}") {
        let ran = run_with(&args, input.as_bytes());
        if ran.exit == Exit::Done {
            prop_assert!(args.first().is_none_or(|command| command != "play") || ran.out.contains("position: "));
        } else {
            prop_assert_eq!(ran.exit, Exit::BadInput);
            prop_assert_eq!(ran.out, "");
            prop_assert!(!ran.err.is_empty());
        }
    }
}
