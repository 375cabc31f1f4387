//! What goes wrong in COMP3608's programs.

use crate::mistakes;

mistakes! {
    /// A mistake in a program for COMP3608.
    Mistake {
        CutOnGreater "cut-on-greater":
            "prunes only when alpha > beta.",
            "Stop looking at further children as soon as alpha >= beta.";
        NoPruning "no-pruning":
            "prunes nothing for A: it looks at as many nodes as for M.",
            "Stop the loop over the children as soon as alpha >= beta.";
        AlwaysPruning "always-pruning":
            "prunes for M as well as for A.",
            "Look at the third argument: M is minimax without pruning.";
        AlphaNotPassed "alpha-not-passed":
            "does not pass alpha down: every child begins with alpha at minus infinity.",
            "Give each child the alpha that is known at the time, not that of the start.";
        BetaNotPassed "beta-not-passed":
            "does not pass beta down: every child begins with beta at infinity.",
            "Give each child the beta that is known at the time, not that of the start.";
        RootWindowNew "root-window-new":
            "searches every child of the root with an infinite window.",
            "Treat the root as any other node: its alpha or beta goes down to its later children.";
        NarrowWindow "narrow-window":
            "begins with alpha and beta inside the range of values, such as -10000 and 10000.",
            "Begin with minus infinity and infinity: 10000 is a value that occurs, so a window that ends \
             there prunes before anything is known.";
        WindowShared "window-shared":
            "has one alpha and one beta for the whole search, so that what is learnt in one subtree prunes another.",
            "Pass alpha and beta as arguments: a node changes its own copies only.";
        ParentBoundOnly "parent-bound-only":
            "prunes by the best value of the parent alone: bounds from further up are lost.",
            "Give each child alpha and beta as they are at the node, which hold what came from above.";
        CutBeforeUpdate "cut-before-update":
            "tests alpha >= beta before the value of the child has gone into alpha or beta, and so prunes a child too late.",
            "Update alpha or beta with the best value so far first, then test.";
        RootNotCounted "root-not-counted":
            "does not count the root.",
            "The terminal test is performed on the root too, so it is examined: count it.";
        LeavesOnly "leaves-only":
            "counts only the nodes that have no children in the search.",
            "Count every node on which the terminal test is performed: at the beginning of the function, before anything is returned.";
        InnerOnly "inner-only":
            "counts only the nodes that are expanded.",
            "Count every node on which the terminal test is performed, those at the depth limit and won ones too.";
        EvaluationsCounted "evaluations-counted":
            "counts only calls of EVALUATION.",
            "Count every node on which the terminal test is performed.";
        WonNotCounted "won-not-counted":
            "does not count won positions.",
            "Count a node before the terminal test returns UTILITY.";
        MadeCounted "made-counted":
            "counts children when they are made, also those that are pruned away afterwards.",
            "Count a node when the terminal test is performed on it; a child that was pruned is not examined.";
        RightToLeft "right-to-left":
            "looks at the columns from right to left.",
            "Go from column 0 to column 6.";
        MiddleFirst "middle-first":
            "looks at the columns in the middle first.",
            "Go from column 0 to column 6; another order is for the tournament.";
        LastTieKept "last-tie-kept":
            "takes the last of equally good moves.",
            "Replace the best move only by one that is strictly better.";
        LastChildKept "last-child-kept":
            "takes the value of every child, so that the last one overwrites the best.",
            "Take the value of a child only if it is better than the best so far.";
        DeeperColumn "deeper-column":
            "prints a column that a deeper node has chosen: whatever node found a better move last.",
            "Only the root chooses the column; remember it there, not in a variable that every call sets.";
        ChildIndex "child-index":
            "prints the number of the child, not that of the column: they differ where a column further left is full.",
            "Remember the column of each child.";
        ColumnsFromOne "columns-from-one":
            "numbers the columns from 1.",
            "The left-most column is 0.";
        BestFromUtility "best-from-utility":
            "begins with a best value of -10000 or 10000, so that a move into a lost position never becomes the best.",
            "Begin with minus infinity or infinity, so that the first open column is always taken.";
        BestFromZero "best-from-zero":
            "begins with a best value of 0, so that MAX never gets less and MIN never more.",
            "Begin with minus infinity for MAX and infinity for MIN.";
        PassOnFull "pass-on-full":
            "examines a child for a full column too, on which nothing has changed but the turn.",
            "Skip full columns.";
        StopAtFull "stop-at-full":
            "leaves the loop over the columns at the first full column.",
            "Skip the full column and go on with the next (continue, not break).";
        FullColumnZero "full-column-zero":
            "takes a full column for a move of value 0.",
            "Skip full columns: they are no moves, and have no value.";
        MovesNotUndone "moves-not-undone":
            "does not take tokens back: what was dropped for one child is still there for the next.",
            "Search a copy of the board, or take the token out after the child has been searched.";
        UndoSkippedAtCut "undo-skipped-at-cut":
            "leaves a node without taking the token back when it prunes.",
            "Take the token out before the function returns early.";
        ExactlyFour "exactly-four":
            "takes five or more in a row for no win.",
            "A run of four or more wins.";
        EvaluationAtLimit "evaluation-at-limit":
            "uses EVALUATION for a won position at the depth limit.",
            "Look for a winner first: a won position has UTILITY at every depth.";
        EvaluationForWins "evaluation-for-wins":
            "never uses UTILITY: won positions get their EVALUATION.",
            "A won position has the value 10000 or -10000.";
        WinsSearchedOn "wins-searched-on":
            "goes on below won positions.",
            "A won position is a leaf at every depth.";
        WinsTestedLate "wins-tested-late":
            "looks for a winner only when it comes back from the children of a node.",
            "Perform the terminal test before anything else: a won position has no children.";
        WinAlwaysPositive "win-always-positive":
            "gives 10000 for a win of either side.",
            "A win of yellow is worth -10000.";
        FullBoardZero "full-board-zero":
            "gives 0 to a full board on which nobody has won.",
            "Such a board has its EVALUATION.";
        FullBoardInfinite "full-board-infinite":
            "gives a full board inside the tree no value: it expands it, and the infinite best value stays.",
            "A full board is a leaf and has its EVALUATION.";
        NoRisingDiagonals "no-rising-diagonals":
            "does not see the diagonals that rise to the right.",
            "Look along all four directions, for wins and for runs.";
        NoFallingDiagonals "no-falling-diagonals":
            "does not see the diagonals that fall to the right.",
            "Look along all four directions, for wins and for runs.";
        NoDiagonals "no-diagonals":
            "sees no diagonals at all.",
            "Look along all four directions, for wins and for runs.";
        NoDiagonalWins "no-diagonal-wins":
            "does not see diagonals when it looks for a winner.",
            "Four tokens on a diagonal win too.";
        NoDiagonalRuns "no-diagonal-runs":
            "does not count runs on diagonals.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoVerticals "no-verticals":
            "does not see columns of tokens.",
            "Look along all four directions, for wins and for runs.";
        RunsInRuns "runs-in-runs":
            "counts shorter runs inside longer ones: a run of three as two runs of two as well.",
            "Count a run once, by its full length.";
        OpponentForgotten "opponent-forgotten":
            "leaves out SCORE(yellow).",
            "EVALUATION is SCORE(red) - SCORE(yellow).";
        EvaluationNegated "evaluation-negated":
            "takes SCORE(yellow) - SCORE(red).",
            "EVALUATION is SCORE(red) - SCORE(yellow), whoever is to move.";
        EvaluationForMover "evaluation-for-mover":
            "takes EVALUATION from the point of view of the side that is to move at the root, but lets red maximise.",
            "Red is MAX and EVALUATION is SCORE(red) - SCORE(yellow), whoever is to move.";
        MoverMaximises "mover-maximises":
            "lets the side that is to move at the root maximise, although values are red's; or lets red maximise, although \
             UTILITY and EVALUATION are from the point of view of the side that is to move at the root, which comes to the same.",
            "Red is MAX, and UTILITY and EVALUATION are red's, whoever is to move.";
        MinForgotten "min-forgotten":
            "maximises at every node.",
            "Yellow takes the child with the smallest value.";
        SideIgnored "side-ignored":
            "always lets red begin.",
            "Look at the second argument: it says who is to move.";
        OneColour "one-colour":
            "drops tokens of the same colour at every depth.",
            "The sides take turns in the search too.";
        ColoursSwapped "colours-swapped":
            "takes r for yellow and y for red, or lets the other side begin, which comes to the same.",
            "r is a red token and y a yellow one; the second argument is the side that is to move.";
        UpsideDown "upside-down":
            "takes the first row of the state for the top row.",
            "row0 is the bottom row.";
        OnePlyDeeper "one-ply-deeper":
            "searches one ply too deep.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        OnePlyShallower "one-ply-shallower":
            "searches one ply too shallow.",
            "The root is at depth 0, and a node whose depth is the limit is not expanded.";
        DepthInPairs "depth-in-pairs":
            "takes the depth for pairs of moves.",
            "Each move of either side is one level of depth.";
    }
    // Seen less often, and shown by no case that is chosen for them.
    further {
        LastTieOfRed "last-tie-of-red":
            "takes the last of equally good moves where red is to move, as when pairs of value and column are compared.",
            "Replace the best move only by one whose value is strictly better.";
        LastTieOfYellow "last-tie-of-yellow":
            "takes the last of equally good moves where yellow is to move.",
            "Replace the best move only by one whose value is strictly better.";
        LastValueReturned "last-value-returned":
            "returns the value of the last child from a node, though it remembers the best column.",
            "Return the best value.";
        LineColumn "line-column":
            "prints the last column of the line that it expects, not the first.",
            "The root remembers the column of its own best child; what a child chose does not matter.";
        RootCountedTwice "root-counted-twice":
            "counts one node too many, as where the root is counted twice.",
            "Count a node once, when the terminal test is performed on it.";
        FullColumnsCounted "full-columns-counted":
            "counts a node for every full column that it looks at.",
            "A full column makes no child: count after it has been skipped.";
        DeepeningCounted "deepening-counted":
            "counts the nodes of searches to depth 1, 2 and so on together.",
            "Search once, to the depth that is given.";
        Mirrored "mirrored":
            "takes the first character of a row for the right-most column.",
            "The characters of a row are the columns from left to right, 0 to 6.";
        LastColumnMissed "last-column-missed":
            "never looks at column 6.",
            "There are seven columns, 0 to 6: check the end of the loop.";
        NeighbourPlayed "neighbour-played":
            "drops the token into the next open column to the right if a column is full.",
            "Skip full columns: they are no moves.";
        FullTakenForEmpty "full-taken-for-empty":
            "takes a column that is full at the start for an empty one.",
            "The height of a column without an empty cell is 6, not 0.";
        DropsFromTop "drops-from-top":
            "puts a token into the highest empty cell of its column, not the lowest.",
            "A token falls: look for the first empty cell from row 0 upwards.";
        RootNotTested "root-not-tested":
            "does not test the root for its end, and searches on where the game is over.",
            "Perform the terminal test on the root too.";
        StopAtWin "stop-at-win":
            "looks at no further children once one of them wins.",
            "Only alpha and beta end the loop over the children, and for M nothing does.";
        SoonerWins "sooner-wins":
            "gives a sooner win a better value than a later one.",
            "Every win is worth 10000 or -10000, at any depth.";
        UtilityNegated "utility-negated":
            "gives -10000 for a win of red and 10000 for one of yellow.",
            "A win of red is worth 10000, one of yellow -10000.";
        UtilityForMover "utility-for-mover":
            "gives 10000 for a win of the side that is to move at the root, but lets red maximise.",
            "A win of red is worth 10000, whoever is to move.";
        EvaluationForLeaf "evaluation-for-leaf":
            "takes EVALUATION from the point of view of the side that is to move at the leaf, as negamax does that does not turn its sign.",
            "EVALUATION is SCORE(red) - SCORE(yellow); negamax turns its sign where yellow is to move.";
        CutOnGreaterAtMax "cut-on-greater-at-max":
            "prunes only when alpha > beta at MAX nodes, and rightly at MIN nodes.",
            "Stop looking at further children as soon as alpha >= beta.";
        CutOnGreaterAtMin "cut-on-greater-at-min":
            "prunes only when alpha > beta at MIN nodes, and rightly at MAX nodes.",
            "Stop looking at further children as soon as alpha >= beta.";
        MaxOnlyPruned "max-only-pruned":
            "prunes at MAX nodes only.",
            "MIN nodes are pruned too, as soon as alpha >= beta.";
        MinOnlyPruned "min-only-pruned":
            "prunes at MIN nodes only.",
            "MAX nodes are pruned too, as soon as alpha >= beta.";
        StaticPruning "static-pruning":
            "prunes a node by its own EVALUATION, before it has looked at children.",
            "Only values that come back from children are compared with alpha and beta.";
        RunsNested "runs-nested":
            "counts a run as each shorter one too: a run of three as one run of two as well.",
            "Count a run once, by its full length.";
        TwosForgotten "twos-forgotten":
            "does not count runs of two.",
            "SCORE has 10 for each run of two.";
        ThreesForgotten "threes-forgotten":
            "does not count runs of three.",
            "SCORE has 100 for each run of three.";
        WinsAtRightMissed "wins-at-right-missed":
            "overlooks wins that reach column 6, as where lines of four begin in columns 0 to 2 only.",
            "Lines begin in columns 0 to 3: check the end of the loop.";
        WinsAtTopMissed "wins-at-top-missed":
            "overlooks wins that reach the top row, as where lines of four begin in rows 0 and 1 only.",
            "Lines begin in rows 0 to 2: check the end of the loop.";
        LinesWrap "lines-wrap":
            "lets lines go over the edge of the board, from the end of a row to the next one.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        DiagonalsWrap "diagonals-wrap":
            "lets diagonals go over the left and the right edge of the board.",
            "Test the column of each cell of a diagonal.";
        BeforeFirstWraps "before-first-wraps":
            "takes the last row for the one before the first, and the last column likewise, where it looks if a run goes on backwards.",
            "An index below zero counts from the end: test that it is not.";
        BelowZeroWraps "below-zero-wraps":
            "lets falling diagonals go over the left edge to column 6, by an index below zero.",
            "An index below zero counts from the end: test that it is not.";
        NoHorizontals "no-horizontals":
            "does not see rows of tokens.",
            "Look along all four directions, for wins and for runs.";
        NoVerticalWins "no-vertical-wins":
            "does not see columns of tokens when it looks for a winner.",
            "Four tokens in a column win too.";
        NoHorizontalWins "no-horizontal-wins":
            "does not see rows of tokens when it looks for a winner.",
            "Four tokens in a row win too.";
        NoRisingWins "no-rising-wins":
            "does not see diagonals that rise to the right when it looks for a winner.",
            "Four tokens on a diagonal of either direction win.";
        NoFallingWins "no-falling-wins":
            "does not see diagonals that fall to the right when it looks for a winner.",
            "Four tokens on a diagonal of either direction win.";
        NoVerticalRuns "no-vertical-runs":
            "does not count runs in columns.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoHorizontalRuns "no-horizontal-runs":
            "does not count runs in rows.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoRisingRuns "no-rising-runs":
            "does not count runs on diagonals that rise to the right.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        NoFallingRuns "no-falling-runs":
            "does not count runs on diagonals that fall to the right.",
            "NUM_IN_A_ROW counts runs in all four directions.";
        WinsWrap "wins-wrap":
            "lets lines of four go over the edge of the board, from the end of a row to the next one; its runs do not.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        RunsWrap "runs-wrap":
            "lets runs go over the edge of the board, from the end of a row to the next one; its wins do not.",
            "Test row and column of each cell: steps of 1, 6 and 8 in a list of 42 cells leave the board.";
        RisingTwice "rising-twice":
            "counts runs on diagonals that rise to the right twice, and those that fall never.",
            "The two diagonals need different steps: (1, 1) and (1, -1).";
        FallingTwice "falling-twice":
            "counts runs on diagonals that fall to the right twice, and those that rise never.",
            "The two diagonals need different steps: (1, 1) and (1, -1).";
        LineEndMissed "line-end-missed":
            "does not count a run that reaches the end of its row, column or diagonal, as where a run is counted when another cell ends it.",
            "Count the run that is open when a line ends.";
        TopRowMissed "top-row-missed":
            "does not look at the top row when it counts runs.",
            "There are six rows, 0 to 5: check the end of the loop.";
        RightColumnMissed "right-column-missed":
            "does not look at column 6 when it counts runs.",
            "There are seven columns, 0 to 6: check the end of the loop.";
        RunsWhereFourFit "runs-where-four-fit":
            "counts only runs that begin where a line of four has room.",
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
        WinsOfMoverOnly "wins-of-mover-only":
            "looks only for a win of the side that is to move.",
            "Look for a win of either side: nearly always the side that has just moved is the one.";
        FullByBottomRow "full-by-bottom-row":
            "takes a board for full when its bottom row is.",
            "A board is full when the top cell of every column is taken.";
        WindowSwapped "window-swapped":
            "gives children alpha for beta and beta for alpha, as negamax does with (-alpha, -beta).",
            "Negamax calls the child with (-beta, -alpha): the bounds change places as well as signs.";
        ColumnsReversed "columns-reversed":
            "stacks the tokens of each column in reverse: it reads the rows from the top, and lets the tokens fall.",
            "row0 is the bottom row: add its tokens first.";
        WinTakenFirst "win-taken-first":
            "looks for a winning move before it searches, and returns it at once.",
            "Children are examined one after the other, in their order; a win is found when its child is.";
        UtilityForLeaf "utility-for-leaf":
            "takes UTILITY from the point of view of the side that is to move at the leaf, as negamax does that does not turn \
             its sign; or gives -10000 for a win of either side, which comes to the same.",
            "A win of red is worth 10000, one of yellow -10000; negamax turns the sign of UTILITY where yellow is to move.";
        ValuesForLeaf "values-for-leaf":
            "takes UTILITY and EVALUATION from the point of view of the side that is to move at the leaf, as negamax does that \
             does not turn their signs.",
            "Values are red's, whoever is to move; negamax turns the signs of UTILITY and EVALUATION where yellow is to move.";
        BestFromWithin "best-from-within":
            "begins with a best value inside the range of values, such as -9999 or 9999, or with that of a win where a sooner \
             one is worth more; so a move into a lost position never becomes the best, and is taken for less bad than it is.",
            "Begin with minus infinity or infinity, so that the first open column is always taken; every win is worth 10000 or -10000.";
        UpsideDownFilling "upside-down-filling":
            "takes the first row of the state for the top row, and puts tokens below those that hang there while there is room.",
            "row0 is the bottom row.";
        UpsideDownEnded "upside-down-ended":
            "takes the first row of the state for the top row, puts tokens below those that hang there, and takes the board \
             for full when that row is.",
            "row0 is the bottom row.";
        BottomCellFull "bottom-cell-full":
            "takes a column for full when its cell of row0 is taken, so that only empty columns are open.",
            "row0 is the bottom row: a column is full when its cell of row5 is taken.";
        FullColumnOverwritten "full-column-overwritten":
            "plays into full columns too: the token on top is replaced.",
            "Skip full columns: they are no moves.";
        SideByCounts "side-by-counts":
            "works out who is to move from the numbers of tokens, not from the second argument.",
            "Look at the second argument: the numbers of tokens need not fit it.";
        LimitNotCounted "limit-not-counted":
            "does not count nodes at the depth limit.",
            "Count every node on which the terminal test is performed, those at the depth limit too.";
        LimitFirst "limit-first":
            "returns EVALUATION at the depth limit before it counts the node and looks for a winner.",
            "Count the node and look for a winner first: a won position has UTILITY at every depth.";
        WonChildrenNotCounted "won-children-not-counted":
            "does not count won children, as where a win is looked for in the loop over the moves, but counts the root.",
            "Perform the terminal test on every child, at the beginning of the function, and count it there.";
        WinsOfRootOnly "wins-of-root-only":
            "looks only for a win of the side that is to move at the root.",
            "Look for a win of either side.";
        DepthLowered "depth-lowered":
            "lowers the depth inside the loop over the moves, so that each child is searched less deep than the one before.",
            "All children of a node get the same depth, one less than the node's.";
        DepthLoweredByColumn "depth-lowered-by-column":
            "lowers the depth inside the loop over the columns, full ones too, so that each child is searched less deep than \
             the one before.",
            "All children of a node get the same depth, one less than the node's.";
        WeightsExchanged "weights-exchanged":
            "gives 100 for a run of two and 10 for a run of three.",
            "SCORE has 10 for each run of two and 100 for each run of three.";
        SpansForRuns "spans-for-runs":
            "counts spans of four cells with two or more tokens of a side and none of the other, gaps included, not runs.",
            "The tokens of a run stand side by side; it is counted once, however long it is.";
        TokensUsedOnce "tokens-used-once":
            "uses a token in one run only, columns first: what was counted in one direction is left out in the next.",
            "A token may be in a run of each direction.";
        ScanTooShort "scan-too-short":
            "misses wins and runs that end in the top row or in column 6, as where both ranges of a scan are one too short.",
            "A line of n cells begins in row 6 - n or column 7 - n at the latest: check the ends of the loops.";
        RisingTooShort "rising-too-short":
            "misses wins and runs on diagonals that rise to the right, where they end in the top row or in column 6.",
            "A line of n cells begins in row 6 - n or column 7 - n at the latest: check the ends of the loops.";
        FallingTooShort "falling-too-short":
            "misses wins and runs on diagonals that rise to the left, where they end in the top row or in column 0.",
            "A line of n cells to the left begins in column n - 1 at the earliest, and in row 6 - n at the latest.";
        DiagonalsTooShort "diagonals-too-short":
            "misses wins and runs on diagonals that end in the top row, or at the side to which they rise.",
            "A line of n cells begins in row 6 - n at the latest, and in column 7 - n or n - 1: check the ends of the loops.";
        ColumnsWrap "columns-wrap":
            "lets lines go on from the top of a column to the bottom of the next one, as on a bitboard of seven times six bits.",
            "Leave a bit free above each column, or test row and column of each cell.";
        BeforeFirstWrapsFlat "before-first-wraps-flat":
            "looks for what stands before a run at a place in the list of 42 cells: that may be in another row, and the run is lost.",
            "Test row and column of the cell before the first: in a list the neighbour of a cell at the edge is in another row.";
        NegativeWraps "negative-wraps":
            "takes the last column for the one before column 0, and the top row for the one below row 0, by an index below zero.",
            "An index below zero counts from the end: test that it is not.";
        RunsNegativeWrap "runs-negative-wrap":
            "takes, where it counts runs only, the last column for the one before column 0, and the top row for the one below row 0.",
            "An index below zero counts from the end: test that it is not.";
        HorizontalWinsShort "horizontal-wins-short":
            "overlooks horizontal wins that reach column 6.",
            "Horizontal lines of four begin in columns 0 to 3: check the end of the loop.";
        VerticalWinsShort "vertical-wins-short":
            "overlooks vertical wins that reach the top row.",
            "Vertical lines of four begin in rows 0 to 2: check the end of the loop.";
        DiagonalWinsAtTopMissed "diagonal-wins-at-top-missed":
            "overlooks diagonal wins that reach the top row.",
            "Diagonal lines of four begin in rows 0 to 2 going up, in rows 3 to 5 going down: check the ends of the loops.";
        LineEndMissedUpwards "line-end-missed-upwards":
            "does not count a run that reaches the end of its line, where no other cell ends it; diagonals are followed from below.",
            "Count the run that is open when a line ends.";
        LineEndsMissed "line-ends-missed":
            "overlooks wins and runs that reach the end of their line, where no other cell ends them; diagonals are followed from below.",
            "Record the run that is open when a line ends.";
        UndoSkippedOnStack "undo-skipped-on-stack":
            "leaves a node without taking the token back when it prunes; the next that it takes from that column is the wrong one.",
            "Take the token out before the function returns early.";
        UndoSkippedWithGaps "undo-skipped-with-gaps":
            "leaves a node without taking the token back when it prunes; later tokens fill the gaps that come to be below it.",
            "Take the token out before the function returns early.";
        ColumnWinsWrap "column-wins-wrap":
            "lets lines of four go on from the top of a column to the bottom of the next one. This concerns wins alone.",
            "Leave a bit free above each column, or test row and column of each cell.";
        ColumnRunsWrap "column-runs-wrap":
            "lets runs go on from the top of a column to the bottom of the next one. This concerns runs alone.",
            "Leave a bit free above each column, or test row and column of each cell.";
        WinsNegativeWrap "wins-negative-wrap":
            "takes, where it looks for wins only, the last column for the one before column 0, and the top row for the one below row 0.",
            "An index below zero counts from the end: test that it is not.";
        HorizontalWinsWrap "horizontal-wins-wrap":
            "lets horizontal lines of four go on from column 6 to column 0 of the next row. This concerns wins alone.",
            "A row ends at column 6: look at each row alone.";
        HorizontalRunsWrap "horizontal-runs-wrap":
            "lets horizontal runs go on from column 6 to column 0 of the next row. This concerns runs alone.",
            "A row ends at column 6: look at each row alone.";
        WinLineEndsMissed "win-line-ends-missed":
            "overlooks wins that reach the end of their line, where no other cell ends them; diagonals are followed from below.",
            "Look at the run that is open when a line ends.";
        RunsTooShort "runs-too-short":
            "does not count runs that end in the top row or in column 6, as where both ranges of a scan are one too short. This concerns runs alone.",
            "A line of n cells begins in row 6 - n or column 7 - n at the latest: check the ends of the loops.";
        DiagonalRunsTooShort "diagonal-runs-too-short":
            "does not count diagonal runs that end in the top row, or at the side to which they rise. This concerns runs alone.",
            "A line of n cells begins in row 6 - n at the latest, and in column 7 - n or n - 1: check the ends of the loops.";
        FirstDiagonalRunsOnly "first-diagonal-runs-only":
            "counts runs only on diagonals that begin in the bottom row. This concerns runs alone.",
            "Diagonals begin in the bottom row and at the side.";
        FirstDiagonalWinsOnly "first-diagonal-wins-only":
            "looks for wins only on diagonals that begin in the bottom row. This concerns wins alone.",
            "Diagonals begin in the bottom row and at the side.";
        OnePlyShallowerButOne "one-ply-shallower-but-one":
            "searches one ply too shallow, but never less than one ply, as where the children of the root begin with depth 2.",
            "The root is at depth 0, its children are at depth 1.";
        FullAtFive "full-at-five":
            "takes a column for full when five tokens are in it.",
            "A column is full when the cell of row 5 is taken.";
        FirstFallingRunsOnly "first-falling-runs-only":
            "counts runs that rise to the left only on diagonals that begin in the bottom row. This concerns runs alone.",
            "Such diagonals begin in the bottom row and in column 6.";
        FirstRisingRunsOnly "first-rising-runs-only":
            "counts runs that rise to the right only on diagonals that begin in the bottom row. This concerns runs alone.",
            "Such diagonals begin in the bottom row and in column 0.";
        HorizontalsWrap "horizontals-wrap":
            "lets horizontal wins and runs go on from column 6 to column 0 of the next row.",
            "A row ends at column 6: look at each row alone.";
        NoneIfLost "none-if-lost":
            "begins with a best value of -10000 or 10000, and prints -1 where every move loses.",
            "Begin with minus infinity or infinity, so that the first open column is always taken.";
        MaxByParity "max-by-parity":
            "takes a node for MAX where an even number of plies is left, whoever is to move.",
            "Red is MAX and yellow MIN: look at the side that is to move.";
        YellowAlways "yellow-always":
            "always lets yellow begin.",
            "Look at the second argument, red or yellow: it says who is to move.";
        FirstDiagonalsOnly "first-diagonals-only":
            "looks only at diagonals that begin in row 0: those that begin at an edge further up are missed.",
            "Diagonals begin in row 0, and at the left or the right edge of each further row.";
        FirstFallingOnly "first-falling-only":
            "looks only at those falling diagonals that begin in row 0: those that begin further up at the right edge are missed.",
            "Diagonals begin in row 0, and at the left or the right edge of each further row.";
        FiveIsNothing "five-is-nothing":
            "takes five or more in a row for no win, and for no run of four in SCORE either.",
            "A run of four or more wins, and counts 1000.";
        OpenRunsOnly "open-runs-only":
            "counts only runs with an empty cell at an end.",
            "A run counts whatever is at its ends.";
        SideUnchanged "side-unchanged":
            "never changes the side in its recursion: every token is of the side that is to move at the root, and every node is \
             MAX for red, MIN for yellow.",
            "Give each child the other side.";
        OncePerLine "once-per-line":
            "counts runs of two or more, of three or more and of four or more at most once in each row, column and diagonal, as \
             where it looks if rr is in a line.",
            "Count each run of a line, once, by its full length.";
        LongestPerLine "longest-per-line":
            "counts only the longest run of each row, column and diagonal.",
            "Count each run of a line.";
        ScoresAdded "scores-added":
            "takes SCORE(red) + SCORE(yellow).",
            "EVALUATION is SCORE(red) - SCORE(yellow).";
        WinsInLoop "wins-in-loop":
            "looks for a win of the side that moves in the loop over the moves, so that won children are not counted, and the root \
             is not tested for a win.",
            "Perform the terminal test on every node, the root too, at the beginning of the function, and count it there.";
        DepthByTwo "depth-by-two":
            "lowers the depth by two from each level to the next.",
            "Each move of either side is one level of depth.";
        TokensUsedOnceRowsFirst "tokens-used-once-rows-first":
            "uses a token in one run only, rows first: what was counted in one direction is left out in the next.",
            "A token may be in a run of each direction.";
        ZeroReplaced "zero-replaced":
            "takes a best value of 0 for none, so that the next child replaces it, as where it tests 'not best'.",
            "Compare with None, or begin with minus infinity or infinity: 0 is a value that occurs.";
        WinnerTestsCounted "winner-tests-counted":
            "counts each look for a winner, red first, then yellow, so that nearly every node is counted twice.",
            "Count a node once, when the terminal test is performed on it.";
        DiagonalWinsAtRightMissed "diagonal-wins-at-right-missed":
            "overlooks diagonal wins that reach column 6, as where diagonals of four begin in columns 0 to 2 only.",
            "Diagonals begin in columns 0 to 3 too: check the end of the loop.";
        TieToMiddle "tie-to-middle":
            "takes the one nearest to the middle of equally good moves.",
            "Of equally good moves the left-most one is taken; another choice is for the tournament.";
    }
    // All positions of a search that get their EVALUATION are at the same ply, so they have the same numbers
    // of tokens: nothing that is compared changes.
    unseen {
        TokensForgotten "tokens-forgotten":
            "leaves the number of tokens out of SCORE.",
            "SCORE begins with the number of the player's tokens.";
    }
    topics {
        "what a win is worth": [
            WinAlwaysPositive, UtilityNegated, UtilityForMover, UtilityForLeaf, ValuesForLeaf, EvaluationForWins,
            EvaluationAtLimit, LimitFirst, SoonerWins, BestFromUtility, NoneIfLost, BestFromWithin,
        ];
        "whose values are taken": [
            EvaluationNegated, EvaluationForMover, EvaluationForLeaf, UtilityNegated, UtilityForMover, UtilityForLeaf,
            ValuesForLeaf, MoverMaximises, MinForgotten, MaxByParity, ColoursSwapped, SideIgnored, YellowAlways, SideByCounts, OneColour,
            OpponentForgotten, WinAlwaysPositive, SideUnchanged, ScoresAdded,
        ];
        "the best value": [
            BestFromUtility, NoneIfLost, BestFromWithin, BestFromZero, FullColumnZero, LastChildKept, LastValueReturned, ZeroReplaced,
        ];
        "how the board is read and where a token lands": [
            UndoSkippedWithGaps, UpsideDown, UpsideDownFilling, UpsideDownEnded, ColumnsReversed, DropsFromTop, BottomCellFull, FullByBottomRow,
            FullTakenForEmpty, FullColumnOverwritten, NeighbourPlayed, FullAtFive,
        ];
        "the order of the columns": [Mirrored, RightToLeft, MiddleFirst, TieToMiddle];
        "how deep it searches": [
            OnePlyDeeper, OnePlyShallower, OnePlyShallowerButOne, DepthInPairs, DepthByTwo, DepthLowered, DepthLoweredByColumn, LimitFirst,
        ];
        "tokens that are not taken back": [MovesNotUndone, UndoSkippedAtCut, UndoSkippedOnStack, UndoSkippedWithGaps];
        "the root": [RootNotCounted, RootCountedTwice, RootNotTested];
        "how wins are counted": [WonNotCounted, WonChildrenNotCounted, WinsInLoop, RootNotTested, EvaluationsCounted];
        "how runs are counted": [
            RunsInRuns, RunsNested, SpansForRuns, OncePerLine, LongestPerLine, TokensUsedOnce, TokensUsedOnceRowsFirst,
        ];
    }
}
