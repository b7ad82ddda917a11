// The files of games by lines in the browser's storage. They hold secrets, so they belong to this page's address alone.

const PREFIX = "strategos-lines/";

/** A player's file; `text` is null if the game is deleted. @typedef {{game: string, text: string | null}} KeptGame */

/** All games that are kept. @returns {KeptGame[]} */
export function keptGames() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => ({ game: name.slice(PREFIX.length), text: localStorage.getItem(name) }));
  } catch {
    return [];
  }
}

/** Keeps a game. Returns whether it could. @param {KeptGame} kept */
export function keepGame({ game, text }) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + game);
    else localStorage.setItem(PREFIX + game, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls `changed` when another window has changed a game. Otherwise two windows could sign two versions of a line.
 * @param {(kept: KeptGame) => void} changed */
export function onOtherWindow(changed) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX)) changed({ game: key.slice(PREFIX.length), text: newValue });
  });
}
