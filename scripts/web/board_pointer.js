// Fingers and mice on a board: taps, pieces that are dragged, a board that is moved or made larger.

const STILL_PX = 6;

/** @typedef {import("./board_view.js").BoardView} BoardView */
/**
 * What a board does for a pointer. `grabs` says whether a piece can be dragged from a square; `grab` chooses it; `drop`
 * ends it on a square, or nowhere. `draws` says whether every pointer draws, and not only the right button of a mouse.
 * @typedef {{grabs: (square: string) => boolean, grab: (square: string) => void, drop: (square: string, from: string) => void, draws: () => boolean, draw: (from: string, to: string) => void}} Hands
 */

export class BoardPointer {
  /** @param {BoardView} view @param {Hands} hands */
  constructor(view, hands) {
    this.view = view;
    this.hands = hands;
    /** @type {Map<number, {x: number, y: number}>} all that press the board */
    this.pressed = new Map();
    /** What the first one does. @type {"" | "tap" | "drag" | "pan" | "pinch" | "draw"} */
    this.doing = "";
    this.from = "";
    this.start = { x: 0, y: 0 };
    this.spread = 1;
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    // What follows a drag is no click.
    svg.addEventListener("click", (event) => this.moved && event.stopImmediatePropagation(), { capture: true });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.moved = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 && event.button !== 2) return;
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pressed.size === 2) {
      this.letGo("");
      this.doing = "pinch";
      this.moved = true;
      this.spread = this.distance();
      return;
    }
    const isDrawing = event.button === 2 || this.hands.draws();
    this.doing = isDrawing ? "draw" : "tap";
    this.moved = isDrawing;
    this.start = { x: event.clientX, y: event.clientY };
    this.from = this.view.squareAt(event.clientX, event.clientY);
    // A fast pointer may leave the board before it is seen to move. An arrow of the board gets its own clicks.
    const isArrow = /** @type {Element} */ (event.target).closest(".handle");
    if (!isArrow && this.from && (isDrawing || this.hands.grabs(this.from))) this.capture(event.pointerId);
  }

  /** Sends all that a pointer does to the board. @param {number} pointer */
  capture(pointer) {
    try {
      this.view.svg.setPointerCapture(pointer);
    } catch {
      // The pointer is gone already.
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pressed.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.pressed.set(event.pointerId, now);
    if (this.doing === "tap") this.begin(event);
    if (this.doing === "drag") this.view.carry(this.from, now.x, now.y);
    if (this.doing === "pan") this.pan(before, now);
    if (this.doing === "pinch" && this.pressed.size === 2) this.pinch();
  }

  /** Decides what a pointer does that has moved. @param {PointerEvent} event */
  begin(event) {
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < STILL_PX) return;
    if (this.from && this.hands.grabs(this.from)) {
      this.doing = "drag";
      this.hands.grab(this.from);
    } else if (this.view.window.isZoomed) this.doing = "pan";
    else return;
    this.moved = true;
    this.capture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pressed.delete(event.pointerId)) return;
    const square = this.view.squareAt(event.clientX, event.clientY);
    if (this.doing === "draw" && square && this.from) this.hands.draw(this.from, square);
    this.letGo(square);
    if (this.pressed.size === 0) this.doing = "";
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.pressed.delete(event.pointerId);
    this.letGo("");
    if (this.pressed.size === 0) this.doing = "";
  }

  /** @param {string} square */
  letGo(square) {
    if (this.doing !== "drag") return;
    this.doing = "";
    this.view.putDown();
    this.hands.drop(square, this.from);
  }

  /** @param {{x: number, y: number}} before @param {{x: number, y: number}} now */
  pan(before, now) {
    const { window } = this.view;
    const [x, y] = window.boardPoint(before.x, before.y);
    const [x2, y2] = window.boardPoint(now.x, now.y);
    window.pan(x2 - x, y2 - y);
  }

  pinch() {
    const distance = this.distance();
    const [one, other] = [...this.pressed.values()];
    const about = this.view.window.boardPoint((one.x + other.x) / 2, (one.y + other.y) / 2);
    this.view.window.zoom(distance / this.spread, about);
    this.spread = distance;
  }

  distance() {
    const [one, other] = [...this.pressed.values()];
    return Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
  }

  /** The wheel zooms with Control, as a trackpad's pinch does. @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.view.window.zoom(Math.exp(-event.deltaY / 200), this.view.window.boardPoint(event.clientX, event.clientY));
  }
}
