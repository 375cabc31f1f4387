#!/usr/bin/env python3
"""A player that speaks Plyground's line protocol (docs/line-protocol.md): random legal moves in any game."""

import random
import sys


def choose(game, board, side, moves):
    """The place for something better. The moves are those that are legal, as text."""
    return random.choice(moves)


def main():
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "plyground":
            print("name Random moves from Python")
        elif command == "isready":
            print("readyok")
        elif command == "position":
            game, board, side, _, *moves = words
        elif command == "go":
            print("bestmove", choose(game, board, side, moves))
        elif command == "quit":
            break
        sys.stdout.flush()  # without this the answer waits in a buffer, and the move is late


main()
