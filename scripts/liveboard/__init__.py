"""The live board: a page on the loopback interface that plays and analyses: `board.py`.

- `server`: serves the page and its WebSocket, and refuses other sites. `cli`: the command line.
- `session`: the state of the board. `orders`: the requests of a page. `clock`: the clocks.
- `page_state`: the messages to pages. With hidden information they contain only what the player at
  the screen may know.
- `game`: a game. `rules`: an engine's answers about it. `files`: records and PGN.
- `thinking`: engines that play and analyse. `helper`: an engine that is replaced if it dies.
- `screenshots`: pictures of all boards.
"""
