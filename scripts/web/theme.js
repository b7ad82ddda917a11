// Light or dark, and colours that can be told apart without seeing hues: for the page and its boards.

import { colours, useTheme } from "./boards/index.js";
import { find, onClick, recall, remember } from "./dom.js";

const THEMES = ["auto", "light", "dark"];
/** @type {Record<string, string>} */
const NAMES = { auto: "◐ auto", light: "☀ light", dark: "☾ dark" };

/** The button `theme` cycles through theme of the system, light and dark. The button `safe` changes hues.
 * @param {() => void} changed Draws the boards again. */
export function themeButtons(changed) {
  const root = document.documentElement;
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  const kept = recall("theme") ?? "auto";
  let theme = THEMES.includes(kept) ? kept : "auto";
  let isSafe = recall("safe-colours") === "yes";
  const apply = () => {
    root.dataset.theme = theme;
    find("theme").textContent = NAMES[theme];
    find("safe").setAttribute("aria-pressed", String(isSafe));
    const isDark = theme === "dark" || (theme === "auto" && darkness.matches);
    useTheme(`${isDark ? "dark" : "light"}${isSafe ? "-safe" : ""}`);
    const { sides, graph } = colours();
    sides.forEach(({ flat }, seat) => root.style.setProperty(`--seat-${seat + 1}`, flat));
    graph.forEach((line, seat) => root.style.setProperty(`--graph-${seat + 1}`, line));
    changed();
  };
  onClick("theme", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember("theme", theme);
    apply();
  });
  onClick("safe", () => {
    isSafe = !isSafe;
    remember("safe-colours", isSafe ? "yes" : "no");
    apply();
  });
  darkness.addEventListener("change", apply);
  apply();
}
