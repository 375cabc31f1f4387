"""COMP3608. Ties go to the middle."""
import sys
INF=float("inf")
nodes=0
DIRS=((0,1),(1,0),(1,1),(-1,1))
def at(b,r,c): return b[r][c] if 0<=r<6 and 0<=c<7 else None
def runs(b,p):
    found=[]
    for r in range(6):
        for c in range(7):
            if b[r][c]!=p: continue
            for dr,dc in DIRS:
                if at(b,r-dr,c-dc)==p: continue
                k=1
                while at(b,r+k*dr,c+k*dc)==p: k+=1
                if k>1: found.append(k)
    return found
def won(b,p):
    return any(k>=4 for k in runs(b,p))
def score(b,p):
    f=runs(b,p)
    return sum(x.count(p) for x in b)+10*f.count(2)+100*f.count(3)+1000*sum(k>=4 for k in f)
def evaluation(b): return score(b,"r")-score(b,"y")
def full(b): return "." not in b[5]
def other(p): return "y" if p=="r" else "r"
def drop(b,c,p):
    for r in range(6):
        if b[r][c]==".":
            n=[x[:] for x in b]; n[r][c]=p
            return n
    return None
def search(b,p,d,ab,al,be,top=True):
    global nodes
    nodes+=1
    if won(b,"r"): return 10000,0
    if won(b,"y"): return -10000,0
    if d==0 or full(b): return evaluation(b),0
    best=None; col=0
    for c in range(7):
        n=drop(b,c,p)
        if n is None: continue
        v,_=search(n,other(p),d-1,ab,al,be,False)
        if best is None or (v>best if p=="r" else v<best) or top and v==best and abs(c-3)<abs(col-3):
            best,col=v,c
        if p=="r": al=max(al,best)
        else: be=min(be,best)
        if ab and al>=be: break
    return best,col
b=[list(x) for x in sys.argv[1].split(",")]
p=sys.argv[2][0]; d=int(sys.argv[4]); ab=sys.argv[3]=="A"
v,c=search(b,p,d,ab,-INF,INF)
print(c); print(nodes)
