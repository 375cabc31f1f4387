//! What every program for CS431 must get right: see [`basics`](crate::connect_four::basics).
//!
//! Each board but the last has one best column. Most programs with a mistake that has nothing to do with the basic find it.

pub(super) const BASICS: &str = "\
the only open column
.rryrrr,.rryyry,.yyryrr,.rrryyy,.ryyryr,.yyryyy red 1
rry.rry,rrr.rry,yry.yyr,yyr.ryy,yry.yyr,ryr.yry red 1
rrryrr.,rryyyr.,yrrryr.,ryyyry.,yyryyr.,yryryy. red 1
the empty board
.......,.......,.......,.......,.......,....... red 1
the column that wins at once by four in a column
....ryy,....r.y,....r..,.......,.......,....... red 1
the column that wins at once by four in a row
.ryyyr.,.y.rrr.,...y.r.,.....y.,.......,....... red 1
the column that wins at once by a rising diagonal
rryy..y,rryr...,.y.y...,...r...,...r...,...y... red 1
the column that wins at once by a falling diagonal
ryryyr.,r.yyr..,..y.y..,..r....,..r....,....... red 1
the column that wins at once at an edge of the board
rr.r.y.,...y.y.,.....r.,.....y.,.......,....... red 1
yr....y,.y....y,.r.....,.r.....,.r.....,....... red 1
..rryyy,..yrr.r,..r...y,..y....,.......,....... red 1
y..rryr,...ry..,...yr..,...ry..,...y...,....... red 1
yr.ryyr,...yryr,......y,......r,.......,....... red 1
the column at depth 1, red to move
...ryy.,...yr..,...rr..,...y...,.......,....... red 1
yrryrry,.yr..y.,.y...r.,.......,.......,....... red 1
the column at depth 1, yellow to move
r.yry..,..ryr..,..rr...,..yy...,.......,....... yellow 1
ryyryr.,.ry..r.,.....y.,.....r.,.......,....... yellow 1
the column at depth 1 where column 0 is full
rrryy.r,y.ry...,r..r...,y......,y......,y...... red 1
the column where its own spans decide
.yr.y..,.r..r..,.y..y..,....r..,.......,....... red 1
the column where the opponent's spans decide
.ryrr.y,.yr.y..,.r..y..,....r..,....y..,....... red 1
the column where it matters that spans of both sides count nothing
.ry.rry,.y..ryy,.r.....,.......,.......,....... red 1
the column where spans with gaps decide
.ry.r.y,..r.y.r,..y.y..,..r....,.......,....... red 1
the column where spans of two decide
r...yr.,....yy.,....rr.,.....y.,.......,....... red 1
the column where spans of three decide
ryryy.r,.y.ry..,.r.r...,...y...,.......,....... red 1
the column where it matters that spans weigh 1, 10 and 100
y.ry.yr,...r.ry,.....rr,.....yy,.......,....... red 1
..yyry.,..rry..,..r....,.......,.......,....... red 1
the column where horizontal spans decide
.y.ry..,.r..r..,....y..,.......,.......,....... red 1
the column where vertical spans decide
.yr.yry,..y.ryr,....r..,.......,.......,....... red 1
the column where spans that rise to the right decide
.yr....,.ry....,.......,.......,.......,....... red 1
the column where spans that fall to the right decide
....ry.,....yr.,.......,.......,.......,....... red 1
the column at depth 2 that keeps the opponent from four
...rr..,...ry..,....y..,....y..,.......,....... red 2
rrryyry,.ryy.yr,.y....r,.......,.......,....... red 2
ryryrr.,.ryryy.,.y.yr..,.......,.......,....... red 2
.ryryyr,.ryry..,..ry...,.......,.......,....... red 2
the column at depth 2 that wins before the opponent does
.r.rrry,...yyy.,...y.r.,.......,.......,....... red 2
r.ryryy,r.ry.y.,..ry...,.......,.......,....... red 2
the column at depth 2 where nobody wins
ry..r..,....y..,....r..,....y..,.......,....... red 2
.r..yr.,.y...y.,.r.....,.......,.......,....... red 2
the column at depth 3 where nobody wins
..ry...,..r....,..y....,.......,.......,....... red 3
.ryyr.r,.yr.y..,.......,.......,.......,....... red 3
an open column where all lose
r.yyy..,y......,r......,y......,r......,y...... red 2";
