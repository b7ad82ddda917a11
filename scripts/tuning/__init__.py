"""Tunes the search by SPSA, in games of an engine against itself: `tune.py`.

- `parameters`: the tunables, in OpenBench's form. `spsa`: the method, without any game.
- `run`: plays the pairs of games. `journal`: the pairs played, on disk.
- `result`, `plots`: tables, patches and pictures. `cli`: the command line.

Three packages measure the engine in other ways: `weights` fits an evaluation to games, `levels`
measures strength levels, `beliefs` what the engine knows of unseen submarines.
"""
