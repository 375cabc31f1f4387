#!/usr/bin/env python3
"""A player for CS3243: always runs with the pawn that is furthest ahead."""

import sys

request = sys.stdin.read().split()
if request[0] == "identify":
    print("Runner: the shortest way is the best")
else:
    rows = dict(zip(range(6, 0, -1), request[4:]))  # row 6 first
    moves = []
    for row in range(5, 0, -1):
        for column in range(6):
            if rows[row][column] == "w":
                for to in (column - 1, column, column + 1):
                    free = "-" if to == column else "-b"
                    if 0 <= to < 6 and rows[row + 1][to] in free:
                        moves.append(f"{'ABCDEF'[column]}{row}{'ABCDEF'[to]}{row + 1}")
    print(moves[0])
