// The part of a board that its window shows: all of it, or a part of a larger one.

const MOST = 6;

export class Viewport {
  /** @param {SVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.width = 1;
    this.height = 1;
    this.scale = 1;
    /** The upper left corner, in units of the board. */
    this.left = 0;
    this.top = 0;
  }

  /** Whether only a part is shown. */
  get isZoomed() {
    return this.scale > 1;
  }

  /** Shows the whole of another board. @param {number} width @param {number} height */
  fit(width, height) {
    [this.width, this.height, this.scale, this.left, this.top] = [width, height, 1, 0, 0];
    this.apply();
  }

  /** A point of the window, in units of the board. @param {number} clientX @param {number} clientY @returns {[number, number]} */
  boardPoint(clientX, clientY) {
    const matrix = /** @type {SVGGraphicsElement} */ (this.svg).getScreenCTM();
    if (!matrix) return [-1, -1];
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  /** Makes the board larger or smaller about a point of it. @param {number} factor @param {[number, number]} [about] */
  zoom(factor, about = [this.left + this.width / this.scale / 2, this.top + this.height / this.scale / 2]) {
    const scale = Math.min(Math.max(this.scale * factor, 1), MOST);
    const share = this.scale / scale;
    this.left = about[0] - (about[0] - this.left) * share;
    this.top = about[1] - (about[1] - this.top) * share;
    this.scale = scale;
    this.apply();
  }

  /** Moves the board under the window, by units of the board. @param {number} across @param {number} down */
  pan(across, down) {
    this.left -= across;
    this.top -= down;
    this.apply();
  }

  /** Makes a point visible. @param {number} x @param {number} y @param {number} room around it */
  reveal(x, y, room) {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    this.left = Math.min(Math.max(this.left, x + room - width), x - room);
    this.top = Math.min(Math.max(this.top, y + room - height), y - room);
    this.apply();
  }

  apply() {
    const [width, height] = [this.width / this.scale, this.height / this.scale];
    this.left = Math.min(Math.max(this.left, 0), this.width - width);
    this.top = Math.min(Math.max(this.top, 0), this.height - height);
    this.svg.setAttribute("viewBox", [this.left, this.top, width, height].map((value) => Number(value.toFixed(2))).join(" "));
  }
}
