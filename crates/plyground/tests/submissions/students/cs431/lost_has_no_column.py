"""CS431. The first best value is a lost one, and no column goes with it."""
import sys


def spans():
    for row in range(6):
        for column in range(7):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * up, column + i * right) for i in range(4)]
                if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                    yield cells


SPANS = list(spans())
INFINITY = 1000000


def evaluate(board, mine, theirs):
    total = 0
    for span in SPANS:
        found = [board[r][c] for r, c in span]
        own, other = found.count(mine), found.count(theirs)
        if own and other:
            continue
        if own == 4:
            return INFINITY
        if other == 4:
            return -INFINITY
        total += (0, 1, 10, 100)[own] - (0, 1, 10, 100)[other]
    return total


def search(board, depth, mine, theirs, mine_next):
    value = evaluate(board, mine, theirs)
    columns = [c for c in range(7) if board[5][c] == "."]
    if depth == 0 or not columns or abs(value) == INFINITY:
        return value, None
    best, chosen = (-INFINITY if mine_next else INFINITY), -1
    for column in columns:
        row = next(r for r in range(6) if board[r][column] == ".")
        board[row][column] = mine if mine_next else theirs
        found, _ = search(board, depth - 1, mine, theirs, not mine_next)
        board[row][column] = "."
        if found > best if mine_next else found < best:
            best, chosen = found, column
    return best, chosen


rows = [list(row) for row in sys.argv[1].split(",")]
side = sys.argv[2][0]
print(search(rows, int(sys.argv[3]), side, "y" if side == "r" else "r", True)[1])
