// The buttons of a picker: what the squares alone do not settle.

import { button } from "./dom.js";
import { MODES } from "./picker.js";

/** @typedef {import("./picker.js").Picker} Picker */

/** Buttons for the kinds of actions that a click can mean; none if there is one kind. `draw` shows the new kind.
 * @param {Picker} picker @param {() => void} draw @returns {HTMLButtonElement[]} */
export function modeButtons(picker, draw) {
  const modes = picker.modes();
  if (modes.length < 2) return [];
  return modes.map((mode) => button(MODES[mode], () => {
    picker.choose(mode);
    draw();
  }, { "data-mode": mode, "aria-pressed": String(mode === picker.mode) })); // prettier-ignore
}

/** All buttons that a lesson or a puzzle offers. @param {Picker} picker @param {() => void} draw
 * @returns {HTMLButtonElement[]} */
export function menuButtons(picker, draw) {
  const actions = [...picker.menu(), ...picker.buttons()];
  const finish = actions.map((one) => button(one.choice || one.words, () => picker.finish(one), { "data-token": one.token }));
  return [...modeButtons(picker, draw), ...finish];
}
