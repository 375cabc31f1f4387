#!/usr/bin/env python3
"""A player for Max-Connect-Four (one-move INPUT OUTPUT DEPTH): the open column nearest to the centre."""

import sys

mode, before, after, depth = sys.argv[1:]
with open(before) as file:
    *rows, side = file.read().split()  # the top row first
column = min((c for c in range(7) if rows[0][c] == "0"), key=lambda c: abs(c - 3))
row = max(r for r in range(6) if rows[r][column] == "0")
rows[row] = rows[row][:column] + side + rows[row][column + 1:]
with open(after, "w") as file:
    print(*rows, "2" if side == "1" else "1", sep="\n", file=file)
