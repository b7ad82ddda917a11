"""Records of games: a game, files of games, games as PGN, and their replay by a referee."""
