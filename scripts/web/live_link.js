// The WebSocket to the board's server. It reconnects when the connection breaks.

const AGAIN_MS = 1000;

export class Link {
  /** @param {(message: any) => void} heard @param {(open: boolean) => void} changed */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.socket = socket;
    socket.addEventListener("open", () => this.changed(true));
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.changed(false);
      setTimeout(() => this.connect(), AGAIN_MS);
    });
  }

  /** @param {string} order @param {Record<string, unknown>} [words] */
  ask(order, words = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: order, ...words }));
  }
}
