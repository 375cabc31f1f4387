"""The program of the assignment."""
import sys

if sys.stdin.readline().strip() == "identify":
    print("First step")
    sys.exit()
sys.stdin.readline()
sys.stdin.readline()
rows = [sys.stdin.readline().strip() for _ in range(6)][::-1]
moves = []
for row in range(5):
    for column in range(6):
        if rows[row][column] != "w":
            continue
        for to in (column - 1, column, column + 1):
            if not 0 <= to < 6 or rows[row + 1][to] == "w":
                continue
            if to == column and rows[row + 1][to] != "-":
                continue
            rank = (row + 1 == 5, rows[row + 1][to] == "b", row)
            moves.append((rank, f"{'ABCDEF'[column]}{6 - row}{'ABCDEF'[to]}{5 - row}"))
print(max(moves)[1])
