// A server of board games: node server.js [PORT]. Each game is a table, and one engine plays in all of them.
//
//   curl localhost:8000/game -d '{"do": "new", "variant": "pacru", "seats": [{"kind": "person"}, {"kind": "engine"}]}'
//   curl localhost:8000/game -d '{"do": "play", "token": "a3b4@b6"}'

import { createServer } from "node:http";
import { Engine, Refused, Table } from "strategos";

const engine = await Engine.start();
const tables = new Map();

/** Gives the table of a game an order. Returns what the player sees after the moves of the engine. */
async function obey(game, order) {
  if (!tables.has(game)) tables.set(game, await Table.open("pacru"));
  const table = tables.get(game);
  const told = table.tell({ ...order, viewer: "player" });
  // The list grows while the engine moves.
  for (const message of told) {
    if (message.type === "search") await engine.run(message, (event) => told.push(...table.tell(event)));
  }
  return told.findLast(({ type }) => type === "state");
}

const server = createServer(async (request, response) => {
  try {
    const order = (await request.toArray()).join("");
    response.end(JSON.stringify(await obey(request.url, JSON.parse(order))));
  } catch (error) {
    const isRefused = error instanceof Refused || error instanceof SyntaxError;
    response.writeHead(isRefused ? 400 : 500).end(JSON.stringify({ error: error.message }));
  }
});
server.listen(Number(process.argv[2] ?? 8000), () => console.log(`listens on port ${server.address().port}`));
