#!/usr/bin/env python3
"""A player for COMP3608: takes a win, prevents one, does not help the opponent, and likes the centre."""

import sys


def drop(rows, column, piece):
    """The rows after a move, the bottom row first."""
    level = next(r for r in range(6) if rows[r][column] == ".")
    row = rows[level][:column] + piece + rows[level][column + 1:]
    return rows[:level] + [row] + rows[level + 1:]


def has_four(rows, piece):
    return any(
        all(0 <= r + i * dr < 6 and 0 <= c + i * dc < 7 and rows[r + i * dr][c + i * dc] == piece for i in range(4))
        for r in range(6) for c in range(7) for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)))


def wins(rows, piece):
    return [c for c in range(7) if rows[5][c] == "." and has_four(drop(rows, c, piece), piece)]


def choose(rows, mine, other):
    moves = sorted((c for c in range(7) if rows[5][c] == "."), key=lambda c: abs(c - 3))
    safe = [c for c in moves if not wins(drop(rows, c, mine), other)]
    return (wins(rows, mine) or wins(rows, other) or safe or moves)[0]


mine, other = ("r", "y") if sys.argv[2] == "red" else ("y", "r")
print(choose(sys.argv[1].split(","), mine, other))
