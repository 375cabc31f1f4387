"""The best cell of tic-tac-toe, by trying every line to its end."""
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def value(cells, side):
    """What a board is worth to the side to move."""
    other = "O" if side == "X" else "X"
    if any(all(cells[cell] == other for cell in line) for line in LINES):
        return -1
    if "." not in cells:
        return 0
    return max(worth(cells, side, cell) for cell in range(9) if cells[cell] == ".")


def worth(cells, side, cell):
    """What a cell is worth to the side that takes it."""
    after = cells[:cell] + side + cells[cell + 1:]
    return -value(after, "O" if side == "X" else "X")


cells, side = sys.argv[1:3]
empty = [cell for cell in range(9) if cells[cell] == "."]
print(1 + max(empty, key=lambda cell: worth(cells, side, cell)))
