// How long the compiled answers take: win, draw or loss of random balanced Connect Four positions, on one thread in node.
//
//   node web-tests/measure.mjs [COUNT]     1,000 positions if nothing is said
//
// A position is balanced if it is a draw, or nobody wins within 20 plies; the number of its pieces is drawn evenly from 8
// to 20. The time is that of the result of the position and of every move, without distances.

import { machineHere } from "./machine.mjs";

const count = Number(process.argv[2] ?? 1000);
/** When the value of the position was first known. */
let known = 0;
const ask = await machineHere(({ name }) => { if (name === "position" && known === 0) known = performance.now(); });

let state = 7n;
/** A number below `end`; the same in every run (splitmix64). */
function random(end) {
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
  return Number((z ^ (z >> 31n)) % BigInt(end));
}

/** Moves to a position that nobody has won, chosen at random; `null` if somebody has. */
function line(pieces) {
  const moves = [];
  for (let at = 0; at < pieces; at += 1) {
    const [{ data }] = ask(`position?game=connect-four&moves=${moves.join(".")}`);
    if (data.outcome !== null) return null;
    moves.push(data.moves[random(data.moves.length)].move);
  }
  const [{ data }] = ask(`position?game=connect-four&moves=${moves.join(".")}`);
  return data.outcome === null ? moves.join(".") : null;
}

const times = [];
let worst = { ms: 0, moves: "" };
while (times.length < count) {
  const moves = line(8 + random(13));
  if (moves === null) continue;
  const begin = performance.now();
  known = 0;
  const all = ask(`solve?game=connect-four&time=60&moves=${moves}`);
  const time = known - begin;
  const value = all.find(({ name }) => name === "position")?.data;
  const final = all.findLast(({ name }) => name === "position")?.data;
  if (value === undefined || (value.result !== "draw" && (final.plies ?? 42) <= 20)) continue;
  times.push(time);
  if (time > worst.ms) worst = { ms: time, moves };
}
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0);
console.log(`${times.length} positions: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms (${worst.moves})`);
