// Tests of the package's types. `npm run check` compiles it, and nothing runs it.

import { Broken, Engine, Refused, Table } from "strategos";
import type { Message, Order, TableState } from "strategos/table";
import { Module, SearchEvents, StopSignal, searchCommands } from "strategos/module";

export async function play(): Promise<TableState | undefined> {
  const table = await Table.open("pacru3", { seed: 7, files: "https://example.org/strategos/" });
  const engine: Engine = await Engine.start({ files: new URL("https://example.org/") });
  const order: Order = { viewer: "page", do: "new", variant: "pacru3", seats: [{ kind: "engine", level: 3 }] };
  const told: Message[] = table.tell(order, 0);
  for (const message of told) {
    if (message.type === "search") await engine.run(message, (event) => told.push(...table.tell(event)));
    if (message.type === "state" && message.viewer === "page") return message;
  }
  const lines: string[] = await engine.ask("go depth 3", (line) => line.trim());
  lines.forEach((line) => line.trim());
  engine.stop();
  engine.close();
  table.close();
  return undefined;
}

export async function wrong(table: Table, engine: Engine): Promise<void> {
  // @ts-expect-error There is no such order.
  table.tell({ viewer: "page", do: "plya", token: "a3b4" });
  // @ts-expect-error A number is no token.
  table.tell({ viewer: "page", do: "play", token: 7 });
  // @ts-expect-error Only viewers give orders.
  table.tell({ do: "play", token: "a3b4" });
  // @ts-expect-error A state is no search.
  await engine.run({ type: "state" }, () => {});
  // @ts-expect-error The commands are a text.
  await engine.ask(["go depth 3"]);
}

export function faults(error: unknown): Message[] {
  if (error instanceof Refused) return error.told;
  if (error instanceof Broken) return [];
  throw error;
}

export async function inOwnWorker(compiled: WebAssembly.Module, shared: SharedArrayBuffer): Promise<boolean> {
  const stop = new StopSignal(shared);
  const module = await Module.load(compiled, { onLines: () => {}, mustStop: (patience) => stop.mustStop(patience) });
  const events = new SearchEvents({ search: 1 });
  return module.newEngine().command(searchCommands({ seat: {}, limits: {} })) && events.take("").length === 0;
}
