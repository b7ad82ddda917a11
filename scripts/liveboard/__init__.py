"""The live board: a page on the loopback interface that plays and analyses: `board.py`.

The game itself is on a table of the engine, `strategos table` (section 16 of protocol.md).

- `cli`: the command line. `server`: serves the page and its WebSocket, and refuses other sites.
- `hub`: between the pages, the table and other programs. `pages`: the messages for each page.
- `table_process`: the process of the table, which is replaced if it dies.
- `kept_game`: the file that keeps the game for a server that is started again.
- `programs`: other engines that play. `helper`: an engine that is replaced if it dies.
- `static_page`: the page by itself, for `build_page.py`.
- `screenshots`: pictures of all boards.
"""
