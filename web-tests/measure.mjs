// How long the compiled answers take: win, draw or loss of random balanced Connect Four positions, on one thread in node.
//
//   node web-tests/measure.mjs [COUNT]     1,000 positions if nothing is said
//
// A position is balanced if it is a draw, or nobody wins within 20 plies; the number of its pieces is drawn evenly from 8
// to 20. The time is that of the result of the position and of every move, without distances. A position whose result is
// not known after 60 s counts as one of 60 s. Processor time is printed too, for machines that do other things meanwhile.

import { answersHere } from "./answers.mjs";

const SECONDS = 60;
const count = Number(process.argv[2] ?? 1000);

/** When the value of the position was first known. */
let known = null;
/** Times in milliseconds. */
function now() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), processor: (user + system) / 1000 };
}
const ask = await answersHere(({ name }) => { if (name === "position") known ??= now(); });

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

/** @type {{ wall: number, processor: number, moves: string }[]} */
const all = [];
let unsolved = 0;
while (all.length < count) {
  const moves = line(8 + random(13));
  if (moves === null) continue;
  const begin = now();
  known = null;
  const values = ask(`solve?game=connect-four&time=${SECONDS}&moves=${moves}`).filter(({ name }) => name === "position");
  if (known === null) {
    unsolved += 1;
    all.push({ wall: SECONDS * 1000, processor: SECONDS * 1000, moves });
    continue;
  }
  const { result, plies } = values.at(-1).data;
  if (result !== "draw" && (plies ?? 42) <= 20) continue;
  all.push({ wall: known.wall - begin.wall, processor: known.processor - begin.processor, moves });
}

/** The time of the position at this share of all, in order. @param {"wall" | "processor"} clock */
function at(clock, share) {
  const times = all.map((one) => one[clock]).sort((a, b) => a - b);
  return `${times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0)} ms`;
}
console.log(`${all.length} positions, of which ${unsolved} were not solved in ${SECONDS} s`);
for (const [clock, name] of [["wall", "by the clock"], ["processor", "of the processor"]]) {
  const worst = all.reduce((found, one) => (one[clock] > found[clock] ? one : found));
  console.log(`time ${name}: median ${at(clock, 0.5)}, 95 % ${at(clock, 0.95)}, worst ${at(clock, 1)} (${worst.moves})`);
}
