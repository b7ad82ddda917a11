"""Trains the networks of the evaluation from the engine's games: `learn.py`.

- `samples`, `headers`: files of positions. `targets`, `lambda_returns`: what the network learns.
- `network`: weights, quantised form and file. `kernels`: the arithmetic, in compiled loops.
- `trainer`, `schedule`, `checkpoint`: the run. `plots`: its losses. `check`: the engine's values.
- `cli`: the command line.

Other programs: `win_draw_loss` is `fit_wdl.py`, `cycle` is `learn_cycle.py`, `datagen` is
`datagen.py`, and the package `policy` is `learn_ranker.py`.
"""
