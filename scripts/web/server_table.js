// A table behind a server, `board.py`. The connection is made again when it breaks.

const AGAIN_MS = 1000;

export class ServerTable {
  /**
   * @param {(message: any) => void} heard Receives what the table says to this page.
   * @param {(trouble: string) => void} changed Is told that something is wrong, or by an empty text that all is well.
   */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.connect();
  }

  connect() {
    const address = new URL("ws", location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => this.changed(""));
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.changed("The board's server does not answer. This is the last position that it has sent.");
      setTimeout(() => this.connect(), AGAIN_MS);
    });
  }

  /** Sends an order of this page. @param {string} order @param {Record<string, unknown>} [words] */
  ask(order, words = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: order, ...words }));
    else this.heard({ type: "error", text: "Nothing was sent: the board's server does not answer." });
  }
}
