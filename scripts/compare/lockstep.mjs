// What the lock-step comparisons in JavaScript share: dice, the engine, and the count of what differed.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The same numbers for the same seed. */
export class Dice {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /** A number below `sides`. */
  roll(sides) {
    this.state = (this.state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((this.state >> 33n) % BigInt(sides));
  }

  /** One of a list. */
  pick(list) {
    return list[this.roll(list.length)];
  }
}

/** The engine, asked one query at a time or several at once. */
export class Engine {
  /** Starts the engine with a file of variants, and sets one of them. */
  constructor(path, file, variant) {
    this.process = spawn(path, ["--variants", file], { stdio: ["pipe", "pipe", "inherit"] });
    this.answers = [];
    this.waiting = undefined;
    createInterface({ input: this.process.stdout }).on("line", (line) => this.hear(line));
    this.send(`setoption name UCI_Variant value ${variant}`);
  }

  hear(line) {
    if (!line.startsWith("response") && !line.startsWith("info string error")) return;
    if (this.waiting) this.waiting(line);
    else this.answers.push(line);
    this.waiting = undefined;
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  go(fen, moves = []) {
    this.send(`position fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
  }

  /** The next answer; an error is thrown. */
  async answer() {
    const line = this.answers.shift() ?? (await new Promise((done) => (this.waiting = done)));
    if (!line.startsWith("response")) throw new Error(line);
    return line.slice("response ".length);
  }

  async query(what) {
    this.send(`query ${what}`);
    return this.answer();
  }

  async list(what) {
    return (await this.query(what)).split(" ").filter(Boolean);
  }

  /** The answers to several commands, each with one query. */
  async ask(commands) {
    for (const command of commands) this.send(command);
    const answers = [];
    while (answers.length < commands.length) answers.push(await this.answer());
    return answers;
  }
}
