// Pieces that are dragged from a tray or a palette to the board.

const STILL_PX = 6;

/** @typedef {import("./board_view.js").BoardView} BoardView */

export class PaletteDrag {
  /** @param {HTMLElement} place whose buttons have `data-piece` @param {BoardView} view @param {(piece: string, square: string) => void} drop */
  constructor(place, view, drop) {
    this.view = view;
    this.drop = drop;
    /** @type {HTMLElement | undefined} the button that is pressed */
    this.source = undefined;
    /** @type {HTMLElement | undefined} what follows the pointer */
    this.carried = undefined;
    this.start = { x: 0, y: 0 };
    this.moved = false;
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    place.addEventListener("pointerup", (event) => this.up(event));
    place.addEventListener("pointercancel", () => this.end());
    // What follows a drag is no click.
    place.addEventListener("click", (event) => this.moved && event.stopImmediatePropagation(), { capture: true });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.moved = false;
    const source = /** @type {HTMLElement} */ (event.target).closest("[data-piece]");
    if (event.button !== 0 || !(source instanceof HTMLElement)) return;
    this.source = source;
    this.start = { x: event.clientX, y: event.clientY };
    // A fast pointer may leave the button before it is seen to move.
    source.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.source) return;
    if (!this.carried) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < STILL_PX) return;
      this.carried = this.copy(this.source);
      this.moved = true;
    }
    this.carried.style.left = `${event.clientX}px`;
    this.carried.style.top = `${event.clientY}px`;
  }

  /** The picture of a button, for the pointer. @param {HTMLElement} source */
  copy(source) {
    const made = document.createElement("div");
    made.className = "carried-piece";
    made.append((source.querySelector("svg") ?? document.createTextNode(source.textContent ?? "")).cloneNode(true));
    document.body.append(made);
    return made;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const piece = this.source?.dataset.piece ?? "";
    const isCarried = this.carried !== undefined;
    this.end();
    if (!isCarried) return;
    const square = this.view.squareAt(event.clientX, event.clientY);
    if (square) this.drop(piece, square);
  }

  end() {
    this.carried?.remove();
    this.carried = undefined;
    this.source = undefined;
  }
}
