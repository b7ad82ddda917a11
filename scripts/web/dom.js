// Small helpers for pages: elements, the clipboard, files.

const SVG = "http://www.w3.org/2000/svg";

/** An element of the page by its id; throws if there is none. @param {string} id @returns {HTMLElement} */
export function find(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** @param {string} id */
export function inputOf(id) {
  return /** @type {HTMLInputElement} */ (find(id));
}

/** @param {string} id */
export function selectOf(id) {
  return /** @type {HTMLSelectElement} */ (find(id));
}

/** A new element; texts and elements become its children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Record<string, string>} [attributes] @param {...(Node | string)} children @returns {HTMLElementTagNameMap[T]} */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
export function makeSvg(name, attributes, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** A button with an action. @param {string} text @param {() => void} act @param {Record<string, string>} [attributes] */
export function button(text, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** @param {string} id @param {() => void} act */
export function onClick(id, act) {
  find(id).addEventListener("click", act);
}

/** Shows a text for some seconds, and has screen readers read it. @param {string} text */
export function say(text) {
  find("said").textContent = text;
}

/** Copies a text to the clipboard, also in a page from a file. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "off" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`${what} copied: ${text.length > 90 ? `${text.slice(0, 90)}…` : text}`);
}

/** Has the browser save a text as a file. @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Asks before something is done that cannot be taken back. @param {string} text @param {string} yes @param {() => void} act */
export function askFirst(text, yes, act) {
  const dialog = /** @type {HTMLDialogElement} */ (find("question"));
  find("question-text").textContent = text;
  find("question-yes").textContent = yes;
  find("question-no").textContent = "cancel";
  find("question-yes").onclick = () => {
    dialog.close();
    act();
  };
  dialog.showModal();
}

/** Keeps a value for later visits. A browser may have no storage: then it is kept for none. @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // There is no storage.
  }
}

/** A value that was kept. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Whether keys go into a text field, and are no commands. @param {EventTarget | null} target */
export function takesText(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !/^(range|checkbox|radio|button|file)$/.test(target.type);
}
