"""The program of the assignment."""
import sys

mode, source, target, depth = sys.argv[1:]
lines = open(source).read().split()
board, side = [list(line) for line in lines[:6]], lines[6]
for column in range(7):
    row = next((r for r in range(5, -1, -1) if board[r][column] == "0"), None)
    if row is not None:
        board[row][column] = side
        side = "2" if side == "1" else "1"
        break
with open(target, "w") as out:
    out.write("\n".join("".join(row) for row in board) + "\n" + side + "\n")
