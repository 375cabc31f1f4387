//! What goes wrong in COMP3608's programs.

use crate::mistakes;

mistakes! {
    /// A mistake in a program for COMP3608.
    Mistake {
        CutOnGreater "cut-on-greater": "prunes only when alpha > beta.",
            "Stop looking at further children as soon as alpha >= beta.";
        NoPruning "no-pruning": "prunes nothing for A: it looks at as many nodes as for M.",
            "Stop the loop over the children as soon as alpha >= beta.";
        AlwaysPruning "always-pruning": "prunes for M as well as for A.",
            "Look at the third argument: M is minimax without pruning.";
        AlphaNotPassed "alpha-not-passed": "does not pass alpha down: every child begins with alpha at minus infinity.",
            "Give each child the alpha that is known at the time, not that of the start.";
        BetaNotPassed "beta-not-passed": "does not pass beta down: every child begins with beta at infinity.",
            "Give each child the beta that is known at the time, not that of the start.";
        RootWindowNew "root-window-new": "searches every child of the root with an infinite window.",
            "Treat the root as any other node: its alpha or beta goes down to its later children.";
        NarrowWindow "narrow-window": "begins with another window than from minus infinity to infinity, such as alpha = -10000 and beta = 10000.",
            "Begin with minus infinity and infinity: a window that ends at a value that occurs prunes before anything is \
             known.";
        WindowShared "window-shared":
            "has one alpha and one beta for the whole search, so that what is learnt in one subtree prunes another.",
            "Pass alpha and beta as arguments: a node changes its own copies only.";
        ParentBoundOnly "parent-bound-only":
            "prunes by the best value of the parent alone: bounds from further up are lost.",
            "Give each child alpha and beta as they are at the node, which hold what came from above.";
        CutBeforeUpdate "cut-before-update":
            "tests alpha >= beta before the value of the child has gone into alpha or beta, and so prunes a child too \
             late.",
            "Update alpha or beta with the best value so far first, then test.";
        RootNotCounted "root-not-counted": "does not count the root.",
            "The terminal test is performed on the root too, so it is examined: count it.";
        LeavesOnly "leaves-only": "counts only the nodes that have no children in the search.",
            "Count every node on which the terminal test is performed: at the beginning of the function, before \
             anything is returned.";
        InnerOnly "inner-only": "counts only the nodes that are expanded.",
            "Count every node on which the terminal test is performed, those at the depth limit and won ones too.";
        EvaluationsCounted "evaluations-counted": "counts only calls of EVALUATION.",
            "Count every node on which the terminal test is performed.";
        WonNotCounted "won-not-counted": "does not count won positions.",
            "Count a node before the terminal test returns UTILITY.";
        MadeCounted "made-counted": "counts children when they are made, also those that are pruned away afterwards.",
            "Count a node when the terminal test is performed on it; a child that was pruned is not examined.";
        RightToLeft "right-to-left": "looks at the columns from right to left.",
            "Go from column 0 to column 6.";
        MiddleFirst "middle-first": "looks at the columns in the middle first.",
            "Go from column 0 to column 6; another order is for the tournament.";
        LastTieKept "last-tie-kept": "takes the last of equally good moves.",
            "Replace the best move only by one that is strictly better.";
        LastChildKept "last-child-kept": "takes the value of every child, so that the last one overwrites the best.",
            "Take the value of a child only if it is better than the best so far.";
        DeeperColumn "deeper-column":
            "prints a column that a deeper node has chosen: whatever node found a better move last.",
            "Only the root chooses the column; remember it there, not in a variable that every call sets.";
        ChildIndex "child-index":
            "prints the number of the child, not that of the column: they differ where a column further left is full.",
            "Remember the column of each child.";
        ColumnsFromOne "columns-from-one": "numbers the columns from 1, or from another number than 0.",
            "The left-most column is 0.";
        BestFromUtility "best-from-utility":
            "begins with a best value that is not infinite, such as -10000 and 10000, so that a worse move never becomes \
             the best.",
            "Begin with minus infinity or infinity, so that the first open column is always taken.";
        BestFromZero "best-from-zero": "begins with a best value of 0, so that MAX never gets less and MIN never more.",
            "Begin with minus infinity for MAX and infinity for MIN.";
        PassOnFull "pass-on-full": "examines a child for a full column too, on which nothing has changed but the turn.",
            "Skip full columns.";
        StopAtFull "stop-at-full": "leaves the loop over the columns at the first full column.",
            "Skip the full column and go on with the next (continue, not break).";
        FullColumnZero "full-column-zero": "takes a full column for a move of value 0.",
            "Skip full columns: they are no moves, and have no value.";
        MovesNotUndone "moves-not-undone":
            "does not take tokens back: what was dropped for one child is still there for the next.",
            "Search a copy of the board, or take the token out after the child has been searched.";
        UndoSkippedAtCut "undo-skipped-at-cut": "leaves a node without taking the token back when it prunes.",
            "Take the token out before the function returns early.";
        ExactlyFour "exactly-four": "takes five or more in a row for no win.",
            "A run of four or more wins.";
        EvaluationAtLimit "evaluation-at-limit": "uses EVALUATION for a won position at the depth limit.",
            "Look for a winner first: a won position has UTILITY at every depth.";
        EvaluationForWins "evaluation-for-wins": "never uses UTILITY: won positions get their EVALUATION.",
            "A won position has the value 10000 or -10000.";
        WinsSearchedOn "wins-searched-on": "goes on below won positions.",
            "A won position is a leaf at every depth.";
        WinsTestedLate "wins-tested-late": "looks for a winner only when it comes back from the children of a node.",
            "Perform the terminal test before anything else: a won position has no children.";
        WinAlwaysPositive "win-always-positive": "gives 10000 for a win of either side.",
            "A win of yellow is worth -10000.";
        FullBoardZero "full-board-zero": "gives 0 to a full board on which nobody has won.",
            "Such a board has its EVALUATION.";
        FullBoardInfinite "full-board-infinite":
            "gives a full board inside the tree no value: it expands it, and the infinite best value stays.",
            "A full board is a leaf and has its EVALUATION.";
        NoRisingDiagonals "no-rising-diagonals": "does not see the diagonals that rise to the right.",
            "Look along all four directions, for wins and for runs.";
        NoFallingDiagonals "no-falling-diagonals": "does not see the diagonals that fall to the right.",
            "Look along all four directions, for wins and for runs.";
        NoDiagonals "no-diagonals": "sees no diagonals at all.",
            "Look along all four directions, for wins and for runs.";
        NoDiagonalWins "no-diagonal-wins": "does not see diagonals when it looks for a winner.",
            "Four tokens on a diagonal win too.";
        NoDiagonalRuns "no-diagonal-runs": "does not count runs on diagonals.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoVerticals "no-verticals": "does not see columns of tokens.",
            "Look along all four directions, for wins and for runs.";
        RunsInRuns "runs-in-runs": "counts shorter runs inside longer ones: a run of three as two runs of two as well.",
            "Count a run once, by its full length.";
        OpponentForgotten "opponent-forgotten": "leaves out SCORE(yellow).",
            "EVALUATION is SCORE(red) - SCORE(yellow).";
        EvaluationNegated "evaluation-negated": "takes SCORE(yellow) - SCORE(red).",
            "EVALUATION is SCORE(red) - SCORE(yellow), whoever is to move.";
        EvaluationForMover "evaluation-for-mover":
            "takes EVALUATION from the point of view of the side that is to move at the root, but lets red maximise.",
            "Red is MAX and EVALUATION is SCORE(red) - SCORE(yellow), whoever is to move.";
        MoverMaximises "mover-maximises":
            "lets the side that is to move at the root maximise, although values are red's.",
            "Red is always MAX: if yellow is to move, the root is a MIN node.";
        MinForgotten "min-forgotten": "maximises at every node.",
            "Yellow takes the child with the smallest value.";
        SideIgnored "side-ignored": "always lets red begin.",
            "Look at the second argument: it says who is to move.";
        OneColour "one-colour": "drops tokens of the same colour at every depth.",
            "The sides take turns in the search too.";
        ColoursSwapped "colours-swapped":
            "takes r for yellow and y for red, or lets the other side begin, which comes to the same.",
            "r is a red token and y a yellow one; the second argument is the side that is to move.";
        UpsideDown "upside-down": "takes the first row of the state for the top row.",
            "row0 is the bottom row.";
        OnePlyDeeper "one-ply-deeper": "searches one ply too deep.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        OnePlyShallower "one-ply-shallower": "searches one ply too shallow.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        DepthInPairs "depth-in-pairs": "takes the depth for pairs of moves.",
            "Each move of either side is one level of depth.";
    }
    // Seen less often, and shown by no case that is chosen for them.
    further {
        LastTieOfRed "last-tie-of-red":
            "takes the last of equally good moves where red is to move, as when pairs of value and column are \
             compared.",
            "Replace the best move only by one whose value is strictly better.";
        LastTieOfYellow "last-tie-of-yellow": "takes the last of equally good moves where yellow is to move.",
            "Replace the best move only by one whose value is strictly better.";
        LastValueReturned "last-value-returned":
            "returns the value of the last child from a node, though it remembers the best column.",
            "Return the best value.";
        LineColumn "line-column": "prints the last column of the line that it expects, not the first.",
            "The root remembers the column of its own best child; what a child chose does not matter.";
        LastChildPrinted "last-child-printed": "prints the column of the child that the root looked at last.",
            "Remember the column only where its value is better than the best so far.";
        PliesDeeper "plies-deeper": "searches two plies too deep, or more.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        PliesShallower "plies-shallower": "searches two plies too shallow, or more.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        RootCountedTwice "root-counted-twice": "counts one node too many, as where the root is counted twice.",
            "Count a node once, when the terminal test is performed on it.";
        CountedOtherwise "counted-otherwise":
            "counts some kind of node twice or never, such as evaluated nodes at their evaluation once more.",
            "Count a node once, when the terminal test is performed on it.";
        FullColumnsCounted "full-columns-counted": "counts a node for every full column that it looks at.",
            "A full column makes no child: count after it has been skipped.";
        DeepeningCounted "deepening-counted": "counts the nodes of searches to depth 1, 2 and so on together.",
            "Search once, to the depth that is given.";
        UpsideDownFilled "upside-down-filled":
            "takes the first row of the state for the top row, and drops tokens into the cells that are empty below.",
            "row0 is the bottom row.";
        BoardReadPartly "board-read-partly":
            "reads only a part of the board, such as rows 0 to 4: what is elsewhere is empty for it.",
            "There are six rows of seven characters: check the ends of both loops.";
        YellowBegins "yellow-begins": "always lets yellow begin.",
            "Look at the second argument: it says who is to move.";
        Mirrored "mirrored": "takes the first character of a row for the right-most column.",
            "The characters of a row are the columns from left to right, 0 to 6.";
        ColumnMissed "column-missed": "never looks at one of the columns 1 to 5, or at several.",
            "There are seven columns, 0 to 6: check the list of them.";
        LastColumnMissed "last-column-missed": "never looks at column 6.",
            "There are seven columns, 0 to 6: check the end of the loop.";
        FirstColumnMissed "first-column-missed": "never looks at column 0.",
            "There are seven columns, 0 to 6: check the start of the loop.";
        TopRowNotPlayed "top-row-not-played": "takes a column for full that has room for a token, or for more.",
            "A column is full when it has six tokens.";
        NeighbourPlayed "neighbour-played":
            "drops the token into the next open column to the right if a column is full.",
            "Skip full columns: they are no moves.";
        FullTakenForEmpty "full-taken-for-empty": "takes a column that is full at the start for an empty one.",
            "The height of a column without an empty cell is 6, not 0.";
        DropsFromTop "drops-from-top": "puts a token into the highest empty cell of its column, not the lowest.",
            "A token falls: look for the first empty cell from row 0 upwards.";
        StopAtWin "stop-at-win": "looks at no further children once one of them wins.",
            "Only alpha and beta end the loop over the children, and for M nothing does.";
        SoonerWins "sooner-wins": "gives a sooner win a better value than a later one.",
            "Every win is worth 10000 or -10000, at any depth.";
        UtilityNegated "utility-negated": "gives -10000 for a win of red and 10000 for one of yellow.",
            "A win of red is worth 10000, one of yellow -10000.";
        UtilityForMover "utility-for-mover":
            "gives 10000 for a win of the side that is to move at the root, but lets red maximise.",
            "A win of red is worth 10000, whoever is to move.";
        SidesWeighedOtherwise "sides-weighed-otherwise":
            "weighs SCORE(red) and SCORE(yellow) otherwise than once each, such as where it takes SCORE(yellow) twice.",
            "EVALUATION is SCORE(red) - SCORE(yellow).";
        EvaluationForLeaf "evaluation-for-leaf":
            "takes EVALUATION from the point of view of the side that is to move at the leaf.",
            "EVALUATION is SCORE(red) - SCORE(yellow); negamax turns its sign where yellow is to move.";
        CutOnGreaterAtMax "cut-on-greater-at-max":
            "prunes only when alpha > beta at MAX nodes, and rightly at MIN nodes.",
            "Stop looking at further children as soon as alpha >= beta.";
        CutOnGreaterAtMin "cut-on-greater-at-min":
            "prunes only when alpha > beta at MIN nodes, and rightly at MAX nodes.",
            "Stop looking at further children as soon as alpha >= beta.";
        MaxOnlyPruned "max-only-pruned": "prunes at MAX nodes only.",
            "MIN nodes are pruned too, as soon as alpha >= beta.";
        MinOnlyPruned "min-only-pruned": "prunes at MIN nodes only.",
            "MAX nodes are pruned too, as soon as alpha >= beta.";
        StaticPruning "static-pruning": "prunes a node by its own EVALUATION, before it has looked at children.",
            "Only values that come back from children are compared with alpha and beta.";
        StaticBound "static-bound":
            "takes a node's own EVALUATION for a bound, alpha at MAX nodes and beta at MIN nodes, before it has \
             looked at children.",
            "Only values that come back from children are compared with alpha and beta, or go into them.";
        RunsNested "runs-nested": "counts a run as each shorter one too: a run of three as one run of two as well.",
            "Count a run once, by its full length.";
        TwosForgotten "twos-forgotten": "does not count runs of two.",
            "SCORE has 10 for each run of two.";
        ThreesForgotten "threes-forgotten": "does not count runs of three.",
            "SCORE has 100 for each run of three.";
        TwosWeighMore "twos-weigh-more": "gives a run of two more than 10.",
            "SCORE has 10 for each run of two.";
        TwosWeighLess "twos-weigh-less": "gives a run of two less than 10.",
            "SCORE has 10 for each run of two.";
        ThreesWeighMore "threes-weigh-more": "gives a run of three more than 100.",
            "SCORE has 100 for each run of three.";
        ThreesWeighLess "threes-weigh-less": "gives a run of three less than 100.",
            "SCORE has 100 for each run of three.";
        SinglesCounted "singles-counted": "counts a token that has no neighbour along a line as a run of one.",
            "SCORE has the number of tokens, and runs of two and more.";
        WinsAtRightMissed "wins-at-right-missed":
            "overlooks wins that reach column 6, as where lines of four begin in columns 0 to 2 only.",
            "Lines begin in columns 0 to 3: check the end of the loop.";
        VerticalWinsAtRightMissed "vertical-wins-at-right-missed":
            "looks for four in a column in columns 0 to 3 only, where lines of the other directions begin.",
            "Four in a column can be in each of the seven columns.";
        HorizontalWinsAboveMissed "horizontal-wins-above-missed":
            "looks for four in a row in rows 0 to 2 only, where lines of the other directions begin.",
            "Four in a row can be in each of the six rows.";
        WinStartsMissed "win-starts-missed":
            "looks for lines of four that begin in some columns or rows alone, such as rows 0 to 4, whatever their direction.",
            "Where a line of four can begin depends on its direction: those that fall to the right begin in rows 3 to 5.";
        WinsOfRedMissed "wins-of-red-missed": "never sees that red has won.",
            "Look for four tokens of either side.";
        WinsOfYellowMissed "wins-of-yellow-missed": "never sees that yellow has won.",
            "Look for four tokens of either side.";
        FullBoardLost "full-board-lost": "takes a full board on which nobody has won for a loss or for a win.",
            "A full board without a winner has its EVALUATION.";
        ThreeWin "three-win": "takes three tokens in a line for a win.",
            "Four tokens in a line win: check the end of the loop that counts them.";
        FiveNeeded "five-needed": "sees a win only where five tokens are in a line.",
            "Four tokens in a line win: check the end of the loop that counts them.";
        UtilityTooSmall "utility-too-small":
            "gives a win less than 10000, so that an EVALUATION can be worth as much.",
            "A win of red is worth 10000, one of yellow -10000.";
        WinsAtTopMissed "wins-at-top-missed":
            "overlooks wins that reach the top row, as where lines of four begin in rows 0 and 1 only.",
            "Lines begin in rows 0 to 2: check the end of the loop.";
        LinesWrap "lines-wrap": "lets lines go over the edge of the board, from the end of a row to the next one.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        DiagonalsWrap "diagonals-wrap": "lets diagonals go over the left and the right edge of the board.",
            "Test the column of each cell of a diagonal.";
        BeforeFirstWraps "before-first-wraps":
            "takes the last row for the one before the first, and the last column likewise, where it looks if a run \
             goes on backwards.",
            "An index below zero counts from the end: test that it is not.";
        BelowZeroWraps "below-zero-wraps":
            "lets falling diagonals go over the left edge to column 6, by an index below zero.",
            "An index below zero counts from the end: test that it is not.";
        BelowRowZeroWraps "below-row-zero-wraps":
            "lets falling diagonals go on from row 0 to the top row, by an index below zero.",
            "An index below zero counts from the end: test that it is not.";
        AllBelowZeroWrap "all-below-zero-wrap":
            "lets lines of every direction go on from row 0 to the top row, and from column 0 to column 6, by an index \
             below zero.",
            "An index below zero counts from the end: test that it is not.";
        AllBelowZeroWrapLeft "all-below-zero-wrap-left":
            "lets lines of every direction go on from row 0 to the top row, and from column 0 to column 6, by an index \
             below zero, and follows falling diagonals to the left.",
            "An index below zero counts from the end: test that it is not.";
        RunsBelowZeroWrap "runs-below-zero-wrap":
            "lets runs of every direction go on from row 0 to the top row, and from column 0 to column 6, by an index \
             below zero.",
            "An index below zero counts from the end: test that it is not.";
        RunsBelowZeroWrapLeft "runs-below-zero-wrap-left":
            "lets runs of every direction go on from row 0 to the top row, and from column 0 to column 6, by an index \
             below zero, and follows falling diagonals to the left.",
            "An index below zero counts from the end: test that it is not.";
        NoHorizontals "no-horizontals": "does not see rows of tokens.",
            "Look along all four directions, for wins and for runs.";
        NoVerticalWins "no-vertical-wins": "does not see columns of tokens when it looks for a winner.",
            "Four tokens in a column win too.";
        NoHorizontalWins "no-horizontal-wins": "does not see rows of tokens when it looks for a winner.",
            "Four tokens in a row win too.";
        NoRisingWins "no-rising-wins": "does not see diagonals that rise to the right when it looks for a winner.",
            "Four tokens on a diagonal of either direction win.";
        NoFallingWins "no-falling-wins": "does not see diagonals that fall to the right when it looks for a winner.",
            "Four tokens on a diagonal of either direction win.";
        NoVerticalRuns "no-vertical-runs": "does not count runs in columns.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoHorizontalRuns "no-horizontal-runs": "does not count runs in rows.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoRisingRuns "no-rising-runs": "does not count runs on diagonals that rise to the right.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoFallingRuns "no-falling-runs": "does not count runs on diagonals that fall to the right.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        WinsWrap "wins-wrap":
            "lets lines of four go over the edge of the board, from the end of a row to the next one.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        RunsWrap "runs-wrap": "lets runs go over the edge of the board, from the end of a row to the next one.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        RisingTwice "rising-twice": "counts runs on diagonals that rise to the right twice, and those that fall never.",
            "The two diagonals need different steps: (1, 1) and (1, -1).";
        FallingTwice "falling-twice":
            "counts runs on diagonals that fall to the right twice, and those that rise never.",
            "The two diagonals need different steps: (1, 1) and (1, -1).";
        LineEndMissed "line-end-missed":
            "does not count a run that reaches the end of its row, column or diagonal, as where a run is counted when \
             another cell ends it.",
            "Count the run that is open when a line ends.";
        TopRowMissed "top-row-missed": "does not look at the top row when it counts runs.",
            "There are six rows, 0 to 5: check the end of the loop.";
        RightColumnMissed "right-column-missed": "does not look at column 6 when it counts runs.",
            "There are seven columns, 0 to 6: check the end of the loop.";
        ScoreOfPart "score-of-part":
            "looks only at a part of the board for SCORE, such as rows 0 to 4, and counts no tokens elsewhere.",
            "There are six rows and seven columns: check the ends of the loops.";
        RunsWhereFourFit "runs-where-four-fit": "counts only runs that begin where a line of four has room.",
            "A run of two needs two cells: it may begin nearer to the edge.";
        ShortDiagonalsMissed "short-diagonals-missed":
            "leaves out diagonals of fewer than four cells when it counts runs.",
            "Runs of two and three fit on shorter diagonals too.";
        PositionsRemembered "positions-remembered":
            "remembers the values of positions, and does not examine one again that comes up a second time.",
            "Every node is examined, however often its position comes up: leave the table out.";
        PositionsRememberedCounted "positions-remembered-counted":
            "remembers the values of positions: one that comes up a second time is counted, but not searched again.",
            "Every node is examined, however often its position comes up: leave the table out.";
        WinsOfMoverOnly "wins-of-mover-only": "looks only for a win of the side that is to move.",
            "Look for a win of either side: nearly always the side that has just moved is the one.";
        FullByBottomRow "full-by-bottom-row": "takes a board for full when its bottom row is.",
            "A board is full when the top cell of every column is taken.";
        WindowSwapped "window-swapped":
            "gives children alpha for beta and beta for alpha, as negamax does with (-alpha, -beta).",
            "Negamax calls the child with (-beta, -alpha): the bounds change places as well as signs.";
        AlphaForBoth "alpha-for-both": "gives children alpha for both bounds.",
            "Give each child alpha and beta as they are at the node.";
        ColumnsReversed "columns-reversed":
            "stacks the tokens of each column in reverse: it reads the rows from the top, and lets the tokens fall.",
            "row0 is the bottom row: add its tokens first.";
        WinTakenFirst "win-taken-first": "looks for a winning move before it searches, and returns it at once.",
            "Children are examined one after the other, in their order; a win is found when its child is.";
        RootSideEverywhere "root-side-everywhere":
            "lets the side that is to move at the root choose at every node: it only maximises for red, and only minimises \
             for yellow.",
            "The sides take turns: a node where red is to move is MAX, one where yellow is to move is MIN.";
    }
    // All positions of a search that get their EVALUATION are at the same ply, so they have the same numbers
    // of tokens: nothing that is compared changes.
    unseen {
        TokensForgotten "tokens-forgotten": "leaves the number of tokens out of SCORE.",
            "SCORE begins with the number of the player's tokens.";
    }
}
