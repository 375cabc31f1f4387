"""COMP3608. Falling diagonals begin in row 0 only."""
import sys
INF = float("inf")
count = 0

def make(text):
    rows = text.split(",")
    return [[rows[r][c] for r in range(6)] for c in range(7)]   # columns

def height(col):
    h = 0
    while h < 6 and col[h] != ".":
        h += 1
    return h

def all_lines(b):
    out = []
    for c in range(7):
        out.append("".join(b[c]))
    for r in range(6):
        out.append("".join(b[c][r] for c in range(7)))
    for s in range(-5, 7):
        out.append("".join(b[s + i][i] for i in range(6) if 0 <= s + i < 7))
    for s in range(0, 7):
        out.append("".join(b[s - i][i] for i in range(6) if 0 <= s - i < 7))
    return out

def lengths(b, p):
    found = []
    for line in all_lines(b):
        for part in line.replace("r" if p == "y" else "y", ".").split("."):
            if part:
                found.append(len(part))
    return found

def score(b, p):
    ls = lengths(b, p)
    tokens = sum(col.count(p) for col in b)
    return tokens + 10 * ls.count(2) + 100 * ls.count(3) + 1000 * len([x for x in ls if x >= 4])

def evaluation(b):
    return score(b, "r") - score(b, "y")

def winner(b):
    for p in "ry":
        if any(p * 4 in line for line in all_lines(b)):
            return p
    return None

def is_full(b):
    return all(height(col) == 6 for col in b)

def search(b, p, depth, ab, alpha, beta):
    global count
    count += 1
    w = winner(b)
    if w == "r":
        return 10000, None
    if w == "y":
        return -10000, None
    if depth == 0 or is_full(b):
        return evaluation(b), None
    choice = None
    best = -INF if p == "r" else INF
    for c in range(7):
        h = height(b[c])
        if h == 6:
            continue
        b[c][h] = p
        v, _ = search(b, "y" if p == "r" else "r", depth - 1, ab, alpha, beta)
        b[c][h] = "."
        if p == "r":
            if choice is None or v > best:
                best, choice = v, c
            alpha = max(alpha, best)
        else:
            if choice is None or v < best:
                best, choice = v, c
            beta = min(beta, best)
        if ab and alpha >= beta:
            break
    return best, choice

def main():
    b = make(sys.argv[1])
    p = sys.argv[2][0]
    v, c = search(b, p, int(sys.argv[4]), sys.argv[3] == "A", -INF, INF)
    print(c if c is not None else 0)
    print(count)

main()
