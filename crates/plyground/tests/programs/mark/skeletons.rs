//! The skeletons that courses give their students to begin with: they are accepted as submissions.

use std::path::Path;

use super::class::{Class, below, few, source};
use crate::needs;
use crate::run::{has, is_long};

/// Puts a folder of samples among the submissions, sources that are changed on the way.
fn hand_in(class: &Class, sample: &str, student: &str, change: &dyn Fn(&str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions/skeletons").join(sample);
    for path in below(&folder).into_iter().filter(|path| path.is_file()) {
        let name = path.strip_prefix(&folder).expect("inside").display();
        let text = source(&format!("skeletons/{sample}/{name}"));
        class.file(&format!("subs/{student}/{name}"), &change(&text));
    }
}

fn as_it_is(text: &str) -> String {
    text.to_owned()
}

/// The functions of COMP3608's later years: in two files of their own names, in one, and in one with the main part of
/// a program, which is asked as such.
#[test]
fn submissions_of_functions_are_marked() {
    let class = Class::small();
    let right = super::class::right();
    let (head, main) = right.split_at(right.find("state, side, algorithm").expect("the main part"));
    let tree = format!(
        "{head}def searched(contents, turn, depth, prune):\n    global nodes\n    nodes = 0\n    \
         board = [list(row) for row in contents.split(\",\")]\n    \
         found = search(board, turn == \"red\", depth, -INF, INF, prune)\n    return [found[1], nodes]\n"
    );
    hand_in(&class, "comp3608_functions", "ann/task", &as_it_is);
    class.file("subs/ann/task/tree.py", &tree);
    // Another mistake in each function would be two programs; this one is in both.
    hand_in(&class, "comp3608_functions", "ben", &as_it_is);
    let wrong = tree.replace("    nodes += 1\n    if won", "    nodes += depth > 0\n    if won");
    class.file("subs/ben/tree.py", &wrong);
    let functions = format!(
        "{tree}\n\ndef connect_four_mm(contents, turn, max_depth):\n    \
         return searched(contents, turn, max_depth, False)\n\n\n\
         def connect_four_ab(contents, turn, max_depth):\n    return searched(contents, turn, max_depth, True)\n"
    );
    class.file("subs/cleo.py", &functions);
    class.file("subs/dan.py", &format!("{functions}\n\n{main}"));
    class.file("subs/eve.py", "def connect_four_mm(contents, turn, max_depth):\n    return ''\n");
    class.file("subs/fay/program.py", "def connect_four_ab(contents, turn, max_depth):\n    pass\n");
    let marks = class.mark("out", "");
    let of = |student: &str| ["language", "total", "mistakes"].map(|column| marks[student][column].as_str());
    assert_eq!(of("ann"), ["python-functions", "8", ""]);
    assert_eq!(of("cleo"), ["python-functions", "8", ""]);
    assert_eq!(of("dan"), ["python", "8", ""]);
    let [language, total, _] = of("ben");
    assert!(language == "python-functions" && total != "8" && total != "0", "{:?}", marks["ben"]);
    let page = class.text("out/students/eve.html");
    has(&page, &["no source defines connect_four_ab; expected def connect_four_ab("]);
    let page = class.text("out/students/fay.html");
    has(&page, &["connect_four_ab returned None; expected the column and the number of"]);
}

/// The main part of a program in Java. The rows of its argument begin at the bottom.
const MAIN: &str = r#"    public static void main(String[] args) {
        String[] rows = args[0].split(",");
        byte[][] board = new byte[6][7];
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 7; column++) {
                char cell = rows[5 - row].charAt(column);
                board[row][column] = (byte) (cell == '.' ? 0 : cell == args[1].charAt(0) ? -1 : 1);
            }
        }
        System.out.println(new ConnectFour(Integer.parseInt(args[2])).column(board));
    }

"#;

/// The packages of CS431, `players` and `graphics`, in the folder that the text asks for.
#[test]
fn classes_of_cs431_are_asked() {
    if !needs::program("javac") {
        return;
    }
    let class = Class::with(&few("cs431").replace("depths = [1, 4]", "depths = [1, 2]"));
    hand_in(&class, "cs431", "ann/hw2_Ann_Lee", &as_it_is);
    let wrong = |text: &str| text.replace("mine == 0 || theirs == 0", "mine == 0");
    hand_in(&class, "cs431", "ben/hw2_Ben_Lee", &wrong);
    // The course's own class without the one that it extends; it is made with its side too, and with nothing else.
    let text = source("skeletons/cs431/players/ComputerConnectFourPlayer.java")
        .replace(" extends ConnectFourPlayer", "")
        .replace("    @Override\n", "")
        .replace("private final int depth;", "private final int depth;\n    private final byte side = -1;");
    let sided = "(int depth, byte side) {\n        super(side);";
    assert!(text.contains(sided));
    let made = |with: &str| text.replace(sided, with);
    // Programs of their own, by their own name and by that of the course's class.
    let main = made("(int depth) {")
        .replace("package players;\n\n", "")
        .replace("ComputerConnectFourPlayer", "ConnectFour")
        .replace("int getNextPlay(", "int column(")
        .replacen("    private final int depth;", &format!("{MAIN}    private final int depth;"), 1);
    class.file("subs/cleo/ConnectFour.java", &main);
    let renamed = main.replace("ConnectFour", "ComputerConnectFourPlayer");
    class.file("subs/dan/ComputerConnectFourPlayer.java", &renamed);
    // With another class beside it, which has no main program but in a comment.
    class.file("subs/eve/ConnectFour.java", &main);
    class.file("subs/eve/Helper.java", "// no void main(String[] args)\nclass Helper {}\n");
    // A class that has the method, and not as the course has it, is not judged by its main program.
    let method = "    int getNextPlay(int[][] b) {\n        return 0;\n    }\n\n";
    let (head, rest) = main.split_at(main.find("    public static void main").expect("the main part"));
    class.file("subs/fay/ConnectFour.java", &format!("{head}{method}{rest}"));
    class.file("subs/gus.java", &made("(int depth, byte side) {\nif (side != -1) { depth = 0; }"));
    // The class alone, with the interface that the course has for it.
    let alone = source("skeletons/cs431/players/ComputerConnectFourPlayer.java")
        .replace(" extends ConnectFourPlayer", " implements ConnectFourPlayer")
        .replace("private final int depth;", "private final int depth;\n    private final byte side;")
        .replace("super(side);", "this.side = side;");
    class.file("subs/kim.java", &alone);
    class.file("subs/hal.java", &made("(long depth) {").replace("= depth", "= (int) depth"));
    let mut all_right = vec!["ann", "cleo", "dan", "eve", "gus", "kim"];
    if is_long() {
        // Another package, or none, is no other program.
        let text = made("(int depth) {");
        class.file("subs/ida.java", &text.replace("package players;", "package hw2.ida;"));
        class.file("subs/jon.java", &text.replace("package players;", ""));
        all_right.extend(["ida", "jon"]);
    }
    let marks = class.mark("out", "");
    let right = |student: &str| marks[student]["cases_right"].parse::<usize>().expect("a number");
    for student in all_right {
        assert_eq!(marks[student]["total"], "100", "{:?}", marks[student]);
    }
    has(&class.text("out/students/hal.html"), &["expected (int depth, byte side) or (int depth)"]);
    assert_eq!(right("fay"), 0, "{:?}", marks["fay"]);
    has(&class.text("out/students/fay.html"), &["expected getNextPlay(byte[][])"]);
    assert!(marks["ben"]["language"] == "java" && right("ben") < right("ann"), "{:?}", marks["ben"]);
}

/// The three classes of Max-Connect-Four, one of which refuses boards that play cannot reach.
#[test]
fn classes_of_max_connect_four_are_asked() {
    if !needs::program("javac") {
        return;
    }
    let class =
        Class::with(&few("max-connect-four").replace("\"random:seed=1\", \"minimax:depth=2\"", "\"first\""));
    hand_in(&class, "max_connect_four", "ann", &as_it_is);
    hand_in(&class, "max_connect_four", "ben", &|text| text.replace("cells[row][column] = turn();\n", ""));
    let marks = class.mark("out", "");
    let right = |student: &str| marks[student]["cases_right"].parse::<usize>().expect("a number");
    // All boards are right, and a search wins against the first open column.
    assert!(right("ann") >= 5, "{:?}", marks["ann"]);
    assert_eq!(right("ben"), 0, "{:?}", marks["ben"]);
    let page = class.text("out/students/ann.html");
    assert!(!page.contains("does not fit the number of pieces"), "{page}");
}
