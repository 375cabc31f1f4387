// Files of tournaments: what is not one is refused with its place, and one that cannot be loaded hides no other.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Records, page, read } from "../../web/site/records.js";

/** A file as `plyground site --tournament` writes it; a test of the transports has a real one. */
function file(name = "Class") {
  const tally = { wins: 1, draws: 0, losses: 0 };
  const row = (entrant) => ({ entrant, rank: 1, name: "A", identifies_as: null, points: 1, ...tally, by_side: [tally, tally], bye_games: 0, margin: 0, faults: {}, rating: null, rating_interval: null, mark: null });
  const seat = (entrant) => ({ entrant, name: "A", plays: "first", player: null });
  const result = { winner: "red", points: null, reason: "rules", words: "red has won" };
  return {
    form: "plyground tournament 1",
    tournament: {
      tournament: 0, folder: "class", name, game: "connect-four", state: "finished", done: 1, of: 1, idle_seconds: null, version: 1, command: "rm -r /", problem: null,
      entrants: [0, 1].map((entrant) => ({ ...seat(entrant), identifies_as: null, kind: "agent" })),
      limit_ms: 1000, grace_ms: 0, void: 0, faults: { late: 0 },
      standings: { games: 1, entrants: [row(0), row(1)], meetings: [{ entrants: [0, 1], ...tally }], rungs: [], conditions: [], mark_rule: null },
    },
    games: [{ id: 0, round: 0, entrants: [0, 1], result: { ...result, plies: 1, faults: [{}, {}] } }],
    replays: {
      0: {
        id: 0, game: "connect-four", position: "", moves: "3", entrants: [seat(0), seat(1)], limit_ms: 1000, grace_ms: 0, isolation: null, command: "rm -r /",
        turns: [{ number: 1, side: "red", action: "move", move: { move: "3", texts: { moves: "3" }, to: [0, 3] }, position: "", wall_ms: 1, attempts: [{ said: "", fault: null, penalty: 0, nodes: null, wall_ms: 1, cpu_ms: null, processor_percent: 100, waiting: null, own_ms: 1, ended: null, stderr: "" }] }],
        sessions: [null, null], result,
      },
    },
  };
}

/** Sets the value at a path of keys. */
function set(target, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  keys.reduce((inner, key) => inner[key], target)[last] = value;
  return target;
}

test("a file is taken whole, but for its commands", () => {
  const found = read("a.json", JSON.stringify(file()));
  assert.deepEqual(found, set(set(file(), "tournament.command", null), "replays.0.command", null));
});

test("what is no tournament, or not the whole of one, is refused with its place", () => {
  for (const text of ["", "{", "null", "[]", "{}", '{"form":"plyground tournament 2"}']) {
    assert.throws(() => read("a.json", text), (error) => error.error.message.startsWith("not a tournament; expected a file"), text);
  }
  for (const [path, value, place] of [
    ["tournament", null, "tournament has no fields"],
    ["tournament.state", "running", "tournament.state is not finished"],
    ["tournament.name", null, "tournament.name is not a text"],
    ["tournament.standings.entrants.1.by_side", [{}], "tournament.standings.entrants[1].by_side is not a list of 2"],
    ["tournament.faults.late", "many", "tournament.faults.late is not a whole number"],
    ["games", {}, "games is not a list"],
    ["games.0.entrants", [0, -1], "games[0].entrants[1] is not a whole number"],
    ["games.0.result.faults", undefined, "games[0].result.faults is not a list of 2"],
    ["replays", [], "replays has no fields"],
    ["replays.0.turns.0.action", "explode", "replays.0.turns[0].action is not an action"],
    ["replays.0.turns.0.attempts.0.wall_ms", "1", "replays.0.turns[0].attempts[0].wall_ms is not a number"],
    ["replays.0.turns.0.move.texts", null, "replays.0.turns[0].move.texts has no fields"],
    // More than any tournament has.
    ["tournament.name", "x".repeat(20_001), "tournament.name has more than 20,000 characters"],
    ["tournament.entrants", Array(5_001).fill(file().tournament.entrants[0]), "tournament.entrants has more than 5,000 entries"],
    ["replays.0.turns", Array(5_001).fill(file().replays[0].turns[0]), "replays.0.turns has more than 5,000 entries"],
    ["tournament.faults", Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, 0])), "tournament.faults has more than 1,000 fields"],
  ]) {
    const text = JSON.stringify(set(file(), path, value));
    assert.throws(() => read("a.json", text), (error) => error.error.place === "a.json" && error.error.message.startsWith(place), place);
  }
});

const own = globalThis.fetch;
afterEach(() => { globalThis.fetch = own; });

/** A site with these files: texts, or what else a server does. */
function siteWith(files) {
  const asked = [];
  globalThis.fetch = async (url) => {
    const name = String(url).split("/").at(-1);
    asked.push(name);
    if (!(name in files)) throw new TypeError("no connection");
    return new Response(files[name], { status: files[name] === null ? 404 : 200 });
  };
  return { records: new Records(new URL("https://example.edu/site/")), asked };
}

const list = JSON.stringify(["One", "Two"].map((name, at) => ({ file: `tournament-${at}.json`, tournament: { name, state: "finished" } })));

test("the list needs no file of a tournament, and each is loaded when it is looked at, once", async () => {
  const { records, asked } = siteWith({ "tournaments.json": list, "tournament-1.json": JSON.stringify(file("Two")) });
  const { tournaments } = await records.answer("tournaments", {});
  assert.deepEqual(tournaments.map(({ name, tournament }) => [name, tournament]), [["One", 0], ["Two", 1]]);
  assert.deepEqual(asked, ["tournaments.json"]);
  for (const route of ["tournaments/1", "tournaments/1/games", "tournaments/1/games/0"]) {
    assert.equal((await records.answer(route, {})).tournament, 1, route);
  }
  assert.deepEqual(asked, ["tournaments.json", "tournament-1.json"]);
});

test("one that cannot be loaded, or is broken, hides no other, and is asked for again", async () => {
  const files = { "tournaments.json": list, "tournament-0.json": null, "tournament-1.json": JSON.stringify(file("Two")) };
  const { records } = siteWith(files);
  await assert.rejects(records.answer("tournaments/0", {}), /tournament-0.json: could not be loaded/);
  assert.equal((await records.answer("tournaments/1", {})).name, "Two");
  files["tournament-0.json"] = "<html>";
  await assert.rejects(records.answer("tournaments/0", {}), /tournament-0.json: not a tournament/);
  files["tournament-0.json"] = JSON.stringify(file("One"));
  assert.equal((await records.answer("tournaments/0", {})).name, "One");
});

test("files that are opened come after those of the site", async () => {
  const { records } = siteWith({ "tournaments.json": list });
  assert.equal(await records.open("a.json", JSON.stringify(file("Mine"))), 2);
  assert.equal((await records.answer("tournaments/2", {})).name, "Mine");
  for (const [route, place] of [["tournaments/3", "tournament 3"], ["tournaments/2/games/7", "game 7"], ["tournaments/2/games/constructor", "game constructor"]]) {
    await assert.rejects(records.answer(route, {}), (error) => error.status === 404 && error.error.place === place);
  }
});

test("without a connection the list is asked for again", async () => {
  const files = {};
  const { records } = siteWith(files);
  await assert.rejects(records.answer("tournaments", {}), /tournaments.json: could not be loaded/);
  files["tournaments.json"] = list;
  assert.equal((await records.answer("tournaments", {})).tournaments.length, 2);
});

test("a page counts from what is wanted", () => {
  const games = [0, 1, 2].map((id) => ({ id, entrants: [id, 9], result: null }));
  assert.deepEqual(page(games, { entrant: 9, from: 1, count: 1 }, 0), { tournament: 0, total: 3, from: 1, games: [games[1]] });
});
