// Tests of the page that need the machine, by name, and why: they are left out on the static site.

/** @type {Record<string, string[]>} */
export const MACHINE_ONLY = {
  "it holds back or breaks what goes to a server, which a site has not": [
    "Back several times in quick succession shows the last of them",
    "what computers tell is whole: one node, no depth that is none, times in few digits, or nothing",
    "Stop works while the position after a computer's move is on its way",
    "Stop works while the position after a move of a replay is on its way",
    "another game is begun while the position after a computer's move is on its way",
    "a computer that cannot move is announced, with what helps",
    "without the server a loaded game can be looked through; when it is back, play continues",
    "a game that was opened from a link can be looked through without the server",
    "a game that the server does not give leaves everything as it was",
    "values come back when the server does",
    "an analysis that was broken off is taken up again when the server is back",
    "an analysis for which there was no place is asked for again",
    "when the server does not answer the page says so, and tries again on request",
    "a strip that does not come goes away, and comes when asked for again",
    "a page whose first question fails says so, and opens when something answers",
    "a page whose first question finds no place asks again, and says when",
    "a tour for which there was no place can be started again",
    "a search for which there was no place is asked for again on request",
    "what a review has proved stays when a shorter search finds less afterwards",
    "Back while nothing answers leaves the game as it is, and opens the other when something does",
    "an analysis that fails for good is not begun again by itself, and a smaller one can be",
    "the front door of the document stays whole until the first position is there",
    "a review that is stopped and begun again goes through the game once, and says how far it is",
    "a random position that something newer has overtaken is not set up",
    "the end of an analysis that ran out of time keeps what is known; it can go on for longer",
    "a value keeps its side when another game is begun before it is known",
  ],
  "it shows tournaments that are played, or says how to play one": [
    "from a game to its analysis, its tree, and play against an entrant",
    "play against an entrant from the table",
    "a tournament is watched from its plan to its end",
    "without a tournament the view says what to type",
  ],
  "files cannot say who may frame them": ["another site may frame nothing but what is made for it"],
  "a page without a server starts no programs": [
    "a program can be asked without loading the page again after the server was restarted",
    "a program of one's own plays, and what it prints is shown as text",
    "a program that loses by a fault is announced",
    "the fault of a program is shown, with what follows from it",
  ],
};

/** Tests that need a network, though they do not need the machine: they have one while others have not. @type {Record<string, string[]>} */
export const ONLINE_ONLY = {
  "it asks for a file that is not there": ["the last game is offered again"],
  "it breaks what goes to the network, of which nothing goes there": [
    "the board of the document stays until the page draws its own",
    "until the page can answer its first board is there, in the colours that are remembered, unless the address asks for another",
    "a frame whose first question has no answer says so, and is loaded again",
    "the frame says that a step has no answer",
  ],
};

/**
 * Why a test is left out on the static site; `false` if it is not.
 * @param {string} name
 * @returns {string | false}
 */
export function whyNotOnSite(name) {
  const found = Object.entries(MACHINE_ONLY).find(([, names]) => names.includes(name));
  return found === undefined ? false : found[0];
}

/**
 * Whether a test needs a network.
 * @param {string} name
 */
export function needsNetwork(name) {
  return Object.values(ONLINE_ONLY).flat().includes(name);
}
