# The best cell of tic-tac-toe, by trying every line to its end: CELLS SIDE.
awk -v cells="$1" -v side="$2" '
function other(side) { return side == "X" ? "O" : "X" }

function has_line(cells, side,    line) {
    for (line = 1; line in LINES; line++)
        if (substr(cells, substr(LINES[line], 1, 1), 1) == side &&
            substr(cells, substr(LINES[line], 2, 1), 1) == side &&
            substr(cells, substr(LINES[line], 3, 1), 1) == side) return 1
    return 0
}

# What a board is worth to the side to move.
function value(cells, side,    cell, best, worth_of) {
    if (has_line(cells, other(side))) return -1
    if (!index(cells, ".")) return 0
    best = -1
    for (cell = 1; cell <= 9; cell++)
        if (substr(cells, cell, 1) == "." && (worth_of = worth(cells, side, cell)) > best) best = worth_of
    return best
}

# What a cell is worth to the side that takes it.
function worth(cells, side, cell) {
    return -value(substr(cells, 1, cell - 1) side substr(cells, cell + 1), other(side))
}

BEGIN {
    split("123 456 789 147 258 369 159 357", LINES, " ")
    most = -2
    for (cell = 1; cell <= 9; cell++)
        if (substr(cells, cell, 1) == "." && (found = worth(cells, side, cell)) > most) {
            most = found
            best = cell
        }
    print best
}'
