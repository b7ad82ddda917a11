"""Trains policy networks: `learn_ranker.py`.

- `choices`: legal actions and the played one, from `strategos samples --choices`.
- `kernels`: the arithmetic. `learner`: the training. `file`: the file for the engine.
- `cli`: the command line.
"""
