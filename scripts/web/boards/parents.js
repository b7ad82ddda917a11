// The built-in variants behind those of files.

/** By name. @type {Map<string, string>} */
const PARENTS = new Map();

/** Tells which built-in variants are behind those of files. @param {Record<string, string>} parents by name */
export function knowParents(parents) {
  for (const [variant, parent] of Object.entries(parents)) PARENTS.set(variant, parent);
}

/** The built-in variant behind a variant: itself if it is built in. @param {string} variant */
export function parentOf(variant) {
  return PARENTS.get(variant) ?? variant;
}

/** Whether a variant comes from a file. @param {string} variant */
export function isOfFile(variant) {
  return PARENTS.has(variant);
}
