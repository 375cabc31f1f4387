"""A second verifier of certificates of Breakthrough, written from docs/proofs.md alone.

    python3 verify.py FILE

It says who wins and exits with status 0, or ends with an error. It is slow and short: to be read, not to be fast.
"""

import hashlib
import json
import sys


def check(holds, why):
    if not holds:
        sys.exit(why)


content = open(sys.argv[1], "rb").read()
line, _, rest = content.partition(b"\n")
claim, choices, checksum = json.loads(line), rest[:-32], rest[-32:]
check(claim["format"] == "plyground proof 1" and claim["game"] == "breakthrough", "another format")
check(len(choices) == claim["choices"], "the file is not whole")
check(hashlib.sha256(content[:-32]).digest() == checksum, "the file is damaged")

COLUMNS, ROWS = claim["columns"], claim["rows"]
check(type(COLUMNS) is int and COLUMNS >= 2 and type(ROWS) is int and ROWS >= 4, "no size of a board")
check(claim["winner"] in ("white", "black"), "no winner")
WINNER = claim["winner"][0]
LOSER = "b" if WINNER == "w" else "w"
FORWARD = {"w": 1, "b": -1}
FAR = {"w": ROWS - 1, "b": 0}

# A position is a tuple of rows, row 1 first, each a string. A cell is (row, column).


def ahead(cell, side, shifts):
    """The cells of the next row, so many columns to the right."""
    row, column = cell[0] + FORWARD[side], cell[1]
    return [(row, column + s) for s in shifts if 0 <= row < ROWS and 0 <= column + s < COLUMNS]


def cells(board, side):
    return [(row, column) for row in range(ROWS) for column in range(COLUMNS) if board[row][column] == side]


def moves(board, side):
    """All moves, in their order."""
    for source in cells(board, side):
        for target in ahead(source, side, (-1, 0, 1)):
            found = board[target[0]][target[1]]
            if found == "-" or found != side and target[1] != source[1]:
                yield source, target


def play(board, side, move):
    rows = [list(row) for row in board]
    (from_row, from_column), (to_row, to_column) = move
    rows[from_row][from_column] = "-"
    rows[to_row][to_column] = side
    return tuple("".join(row) for row in rows)


def winner(board):
    """Who has won, if the game is over."""
    for side in "wb":
        if side in board[FAR[side]]:
            return side
    for side, other in ("wb", "bw"):
        if not cells(board, other):
            return side
    return None


def runs_away(board):
    own, runners, reach = set(cells(board, WINNER)), set(cells(board, WINNER)), set(cells(board, LOSER))
    while runners:
        steps = {cell for runner in runners for cell in ahead(runner, WINNER, (-1, 1))}
        steps |= {cell for runner in runners for cell in ahead(runner, WINNER, (0,)) if cell not in reach}
        steps -= own
        if any(row == FAR[WINNER] for row, _ in steps):
            return True
        runners = {cell for cell in steps if not reach.intersection(ahead(cell, WINNER, (-1, 1)))}
        reach |= {cell for pawn in reach for cell in ahead(pawn, LOSER, (-1, 0, 1))}
        if any(row == FAR[LOSER] for row, _ in reach):
            return False
    return False


visited = set()
used = 0


def visit(board):
    """Checks a position in which the winner is to move, or the game is over."""
    global used
    won_by = winner(board)
    check(won_by in (WINNER, None), f"the other side wins: {board}")
    if won_by or board in visited or runs_away(board):
        return
    visited.update((board, tuple(row[::-1] for row in board)))
    check(used < len(choices), f"the choices end: {board}")
    legal = list(moves(board, WINNER))
    check(choices[used] < len(legal), f"no such move: {board}")
    move = legal[choices[used]]
    used += 1
    board = play(board, WINNER, move)
    if winner(board) is None:
        answer(board)


def answer(board):
    for reply in moves(board, LOSER):
        visit(play(board, LOSER, reply))


*rows, turn = claim["position"].split("/")
start = tuple(reversed(rows))
check(len(rows) == ROWS and all(len(row) == COLUMNS and set(row) <= set("bw-") for row in rows), "no position")
check(turn in ("w", "b"), "no side to move")
if turn == WINNER or winner(start):
    visit(start)
else:
    answer(start)
check(used == len(choices), "choices are left")
print(f"{claim['winner']} wins {claim['position']}")
