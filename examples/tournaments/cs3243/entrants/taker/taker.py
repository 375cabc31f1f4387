#!/usr/bin/env python3
"""A player for CS3243: wins if it can, else takes what it can, the most advanced first, else stays at home."""

import sys

request = sys.stdin.read().split()
if request[0] == "identify":
    print("Taker: what is yours is mine")
else:
    rows = dict(zip(range(6, 0, -1), request[4:]))  # row 6 first
    moves = []
    for row in range(1, 6):
        for column in range(6):
            if rows[row][column] == "w":
                for to in (column - 1, column, column + 1):
                    free = "-" if to == column else "-b"
                    if 0 <= to < 6 and rows[row + 1][to] in free:
                        takes = rows[row + 1][to] == "b"
                        worth = (row == 5, takes, -row if takes else row < 5)
                        moves.append((worth, f"{'ABCDEF'[column]}{row}{'ABCDEF'[to]}{row + 1}"))
    print(max(moves)[1])
