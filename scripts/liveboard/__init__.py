"""The live board: a page on the loopback interface that plays and analyses with the engine.

`server` serves the page and its WebSocket, and refuses strangers; `desk` is what one board is
doing, and `orders` what a page may ask of it; `game` holds a game, `rules` asks an engine about it,
`thinking` has engines play and analyse, `helper` replaces an engine that died; `files` reads and
writes records and PGN. Pages get what `picture` makes of the game: in a game with hidden parts
nothing but what the player at the screen may know.
"""
