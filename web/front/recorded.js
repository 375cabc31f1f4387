// A recorded game for each game of the menu, for the doors: who chooses a game sees it played there, and an example of
// it analysed. Moves are in the game's own notation.

/** @typedef {{ moves: string, valued: number }} Recorded the moves, and after how many of them values are worth a look */

/** @type {Record<string, Recorded>} */
const GAMES = {
  // A perfect player against the fourth graded player.
  "connect-four": { moves: "3.4.1.2.3.3.3.2.2.1.3.5.2.4.2.2.4.5.4.3.4.6.4", valued: 12 },
  // The fifth graded player against the third, or the fourth.
  "connect-four-sizes": { moves: "4.5.5.4.5.5.4.6.4.7.8.4.7.8.7.7.2.5.1.3.5.7.7.4.1.1.1.5.2.2.2.2.3.1.3", valued: 24 },
  "max-connect-four": { moves: "3.3.3.3.3.4.4.4.4.4.4.3.1.1.1.5.7.5.5.5.5.2.2.2.2.2.5.2.1.1.1.6.6.6.6.6.6.7.7.7.7.7", valued: 18 },
  // The engine against the fifth graded player.
  breakthrough: { moves: "E2D3.E5D4.A2B3.F6E5.F1E2.A5A4.A1A2.A6A5.C2C3.A4B3.A2B3.F5F4.E2E3.E6F5.C1C2.D5E4.C3C4.B5C4.D3C4.B6B5.C4B5.C6B5.B2A3.D4C3.D2C3.F4E3.C3C4.E3F2.E1F2.B5C4.B3C4.E4F3.C4D5.A5A4.D5C6", valued: 24 },
  // The third graded player against the fifth.
  "adjacent-four": { moves: "2,4.3,3.3,5.4,4.2,2.2,3.1,3.4,6.4,5.2,5.1,4.4,3.5,3.3,4.5,4.5,2", valued: 8 },
};

/** @param {string} game */
export const hasRecord = (game) => game in GAMES;

/** The moves of the recorded game; none where a game has no record. @param {string} game */
export const recordOf = (game) => GAMES[game]?.moves ?? "";

/** The moves that lead to the position whose values are shown. @param {string} game */
export const valuedOf = (game) => recordOf(game).split(".").slice(0, GAMES[game]?.valued ?? 0).join(".");
