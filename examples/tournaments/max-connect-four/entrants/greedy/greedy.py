#!/usr/bin/env python3
"""A player for Max-Connect-Four (one-move INPUT OUTPUT DEPTH): the column that completes the most quadruples."""

import sys

STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]

mode, before, after, depth = sys.argv[1:]
with open(before) as file:
    *rows, side = file.read().split()  # the top row first


def lands(column):
    """The row in which a piece of this column comes to lie."""
    return max(row for row in range(6) if rows[row][column] == "0")


def gain(column):
    """How many quadruples of ours a piece in this column completes."""
    row, count = lands(column), 0
    for down, right in STEPS:
        for back in range(4):
            cells = [(row + (i - back) * down, column + (i - back) * right) for i in range(4)]
            if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                count += all((r, c) == (row, column) or rows[r][c] == side for r, c in cells)
    return count


column = max((c for c in range(7) if rows[0][c] == "0"), key=lambda c: (gain(c), -abs(c - 3)))
row = lands(column)
rows[row] = rows[row][:column] + side + rows[row][column + 1:]
with open(after, "w") as file:
    print(*rows, "2" if side == "1" else "1", sep="\n", file=file)
