//! What a wrong command line or position gets: a message that helps, nothing on standard output, and
//! exit status 2.

use plyground_core::rng::Rng;
use plyground_core::{AnyGame, Notation, Position};

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
        search connect-four --algorithm x --depth 3 | error: invalid value 'x' for '--algorithm <NAME>'\n  [possible values: alpha-beta
        search connect-four --algorithm M --cut beyond --depth 3 | --cut: minimax skips nothing; expected --algorithm alpha-beta with it
        search connect-four --algorithm M --depth 3 --eval material | evaluation 'material': connect-four has no evaluation of this name; expected one of comp3608, cs431
        search connect-four --algorithm M --depth 1 --tree tree.png | --tree: tree.png; expected a name in .dot or .jsonl
        search connect-four --algorithm M --depth 1 --tree none/tree.dot | --tree none/tree.dot: expected a place for a file
        perft connect-four two | error: invalid value 'two' for '<DEPTH>': found 'two'; expected a whole number of plies
        play connect-four --first robot | '--first <PLAYER>': no player is called 'robot'; expected human or one of first
        play connect-four --hint human | agent 'human': no agent is called 'human'
        play connect-four --seed -1 | '--seed <N>': found '-1'; expected a whole number below 2^64
        tournament init class --assignment cs431 | its program plays against people and has no way to be asked for a move; expected comp3608, cs3243 or max-connect-four
        tournament init class --assignment cs4750 | its program plays both sides by itself and has no way to be asked for a move; expected comp3608, cs3243 or max-connect-four
        tournament init class --assignment chess | found 'chess'; expected comp3608, cs3243 or max-connect-four
        tournament submit class --shards 3 | required arguments were not provided:\n  --slurm
        tournament submit class --slurm | required arguments were not provided:\n  --shards <N>
        tournament submit class --slurm --shards 0 | error: invalid value '0' for '--shards <N>'
        solve adjacent-four --threads 2 | --threads: only for connect-four and max-connect-four; expected none with adjacent-four
        solve adjacent-four --no-book | --no-book: only for connect-four; expected none with adjacent-four
        solve connect-four --no-adjacency | --no-adjacency: only for adjacent-four; expected none with connect-four
        solve max-connect-four --no-book | --no-book: only for connect-four; expected none with max-connect-four
        solve connect-four --openings | --openings: only for adjacent-four; expected none with connect-four
        solve breakthrough --weak | --weak: only for connect-four, max-connect-four and adjacent-four; expected none with breakthrough
        solve breakthrough --threads 2 | --threads: only for connect-four and max-connect-four; expected none with breakthrough
        solve breakthrough --size 6x5 | --size: only for connect-four; expected none with breakthrough
        solve connect-four --size 9x7 | size 9x7; expected columns x rows, one of 4x4, 5x4
        solve connect-four --size big | --size 'big': expected columns and rows such as 5x4
        solve connect-four --size 6x5 7 | position: move 1 of the move string: found '7'; expected a column from 1 to 6
        solve connect-four --size 6x5 --no-book 3 | --no-book: only for connect-four; expected none with connect-four-6x5
        solve connect-four --size 6x5 --notation grid 3 | connect-four-6x5 has no notation of this name; expected one of rows, moves
        solve adjacent-four --table 0 | invalid value '0' for '--table <MIB>'
        solve connect-four 12121212 | position: move 8 of the move string: the game is already over
        solve adjacent-four [3,4][1,1] | position: move 2 of the list, '[1,1]': not legal in this position; expected [row,column]
        profile chess | invalid value 'chess'
        profile connect-four --limit 0s | found '0s'; expected a time such as 500ms or 60s
        profile connect-four --eval h | evaluation 'h': connect-four has no evaluation of this name
        profile connect-four --repeat 0 | 0 is not in 1..=1000
        profile connect-four --plot time.jpeg | --plot time.jpeg: expected a name that ends in .svg or .png
        profile connect-four --nodes-plot nodes | --nodes-plot nodes: expected a name that ends in .svg or .png
        profile connect-four --position 9 | --position 9: position:
        profile breakthrough -- ./x | breakthrough: its programs are told no depth; expected connect-four or max
        profile connect-four --algorithm best-order -- ./x | --algorithm best-order: programs are told minimax
        profile connect-four --eval comp3608 -- ./x | cannot be used with
        report cs4750 --out pdf | --out pdf: expected a name that ends in .pdf or .html
        report cs4750 --out none/report.pdf | --out none/report.pdf: expected a place for a file
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
        mine --program mine=true --allow-root --trust-agents --isolation none --isolation-at-least landlock | (options --allow-root and --isolation-at-least)
        first --plies 40 -n 2 | openings: 1 wanted, but only 0 balanced ones were found; expected fewer or shorter ones
        ",
    );
    are_refused(
        "match",
        r"
        random --game connect-four | required arguments were not provided:\n  <B>
        random random | required arguments were not provided:\n  --game <GAME>
        random random --game chess | invalid value 'chess' for '--game <GAME>'
        mine random --game connect-four --program other=sh | agent 'mine'
        mine random --game connect-four --program mine=true --program mine=false | --program: the name 'mine'; expected different names
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
        let err = run_with(&["show", "connect-four", "-"], &input).refused();
        assert!(err.starts_with(message), "{err}");
    }
    let ran = run_with(&["show", "connect-four", "-"], b"44\n45\n\n");
    let remark = "each of the 2 lines reads as a position of its own; expected one position";
    assert!(ran.err.contains(remark), "{}", ran.err);
    let as_on_windows = run_with(&["show", "connect-four", "-"], b"\xef\xbb\xbf44\r\n").done();
    assert_eq!(as_on_windows, run_with(&["show", "connect-four", "-"], b"44").out);
    let err = run("play connect-four --position -", "44\n").refused();
    assert!(err.starts_with("--position: standard input is needed for the moves"), "{err}");
    run("play connect-four --position - --first first --second first", "44\n").done();
}

/// Command lines of any shape whose work is small. What is in capitals stands for one of its kind.
const SHAPES: [&str; 9] = [
    "show GAME POSITION",
    "show GAME FLAG POSITION",
    "move GAME --agent AGENT POSITION",
    "move GAME --agent AGENT FLAG POSITION",
    "search GAME --algorithm=SEARCH --depth=DEPTH --eval=EVAL CUT -- POSITION",
    "perft GAME DEPTH FLAG POSITION",
    "play GAME --first AGENT --second AGENT --position POSITION",
    "match AGENT AGENT OPTION --games=COUNT --plies=COUNT --game=GAME",
    "COMMAND NOISE NOISE",
];

/// Textbook agents have a small depth, so that cases are quick.
const KINDS: [(&str, &str); 9] = [
    (
        "AGENT",
        "first random:seed=3 minimax:depth=1 alpha-beta:depth=2,cut=beyond human minimax:depth=1,eval=cs431 \
         minimax:depth=1,cut=equal random:seed=-1 first:time=0.5s x:depth=1 human: random:= é=1",
    ),
    ("SEARCH", "minimax alpha-beta A x"),
    ("DEPTH", "1 2 0 -1 x "),
    ("EVAL", "comp3608 cs431 cs4750 x"),
    ("CUT", "--cut=equal --cut=beyond --cut=x --json"),
    ("FLAG", "--json --explain --divide -- -h"),
    ("OPTION", "--sprt=0,50 --sprt=5,0 --json --alpha=0.1 --jobs=0 --seed=7"),
    ("COUNT", "2 4 3 0 -2 x +2"),
    ("COMMAND", "match show move search play perft completions games agents help --help "),
];

fn command_line(rng: &mut Rng) -> Vec<String> {
    let game = rng.pick(AnyGame::all().iter().copied()).expect("games");
    let shape = rng.pick(SHAPES.into_iter()).expect("shapes");
    let mut word = |word: &str| {
        let before = word.trim_end_matches(|c: char| c.is_ascii_uppercase());
        let after = match &word[before.len()..] {
            "" => String::new(),
            "GAME" if rng.below(9) == 0 => "chess".to_owned(),
            "GAME" => game.name().to_owned(),
            "POSITION" => position(game, rng),
            "NOISE" => noise(rng),
            kind => {
                let (_, words) = KINDS.iter().find(|(name, _)| *name == kind).expect("a kind");
                rng.pick(words.split(' ')).expect("words").to_owned()
            }
        };
        format!("{before}{after}")
    };
    shape.split(' ').map(&mut word).collect()
}

/// A position reached by random moves, in a random notation that may not be able to express it, perhaps with one character
/// changed; or something else.
fn position(game: AnyGame, rng: &mut Rng) -> String {
    let plies = rng.below(game.start().plies_left() as usize + 1);
    let position = rng.play(game.start(), plies, 0);
    let text = game.notations()[rng.below(game.notations().len())].write(&position).unwrap_or_default();
    let at = rng.below(text.len() + 1);
    match rng.below(6) {
        0 => noise(rng),
        1 => format!("{WON} red"),
        2 => (0..rng.below(60)).filter_map(|_| rng.pick("rybwxo.,/ 01234567-".chars())).collect(),
        3 => format!("{}{}{}", &text[..at], noise(rng), text.get(at + 1..).unwrap_or_default()),
        _ => text,
    }
}

/// A few characters of any kind.
fn noise(rng: &mut Rng) -> String {
    (0..rng.below(12)).filter_map(|_| char::from_u32(u32::try_from(rng.below(0x3000)).ok()?)).collect()
}

#[test]
fn failures_write_nothing_and_nothing_panics() {
    for seed in 0..400 {
        let rng = &mut Rng::new(seed);
        let args = command_line(rng);
        let answers: String = (0..rng.below(21)).filter_map(|_| rng.pick("0123456\n".chars())).collect();
        let ran = run_with(&args, format!("{}\n{answers}", noise(rng)).as_bytes());
        if ran.exit == Exit::Done {
            assert!(args[0] != "play" || ran.out.contains("position: "), "{args:?}");
        } else {
            assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{args:?}");
            assert!(!ran.err.is_empty(), "{args:?}");
        }
    }
}
