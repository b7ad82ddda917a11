// The switches of variants of files that differ from the built-in variants behind them.

/** @typedef {Record<string, number | boolean | string>} Settings by key */

/** By variant. @type {Map<string, Settings>} */
const SETTINGS = new Map();

/** Tells the switches of a variant that differ. @param {string} variant @param {Settings} settings */
export function knowSettings(variant, settings) {
  SETTINGS.set(variant, settings);
}

/** The switches of a variant that differ; none if it is built in. @param {string} variant @returns {Settings} */
export function settingsOf(variant) {
  return SETTINGS.get(variant) ?? {};
}
