"""Matches and tournaments between engines: `match.py` and `report.py`.

- `cli`, `options`, `settings_file`, `specs`, `preflight`: the command line and its checks.
- `plan`: what a match is, as plain data. `schedule`: which engine plays which from which seat.
- `opening_book`, `opening_files`: the positions from which games begin.
- `tournament`: hands out games to slots, keeps the records, stops when the match is decided.
- `local_slot`, `remote_slot`: play one game, here or on a cluster.
- `referee`, `referees`, `clock`, `adjudicate`, `points`: what decides a game.
- `networks`: the lines of communication in A Game of War, for the drawings.
- `records`: a game on disk. `statistics`: every figure. `report`: pages, plots and PGN.
"""
