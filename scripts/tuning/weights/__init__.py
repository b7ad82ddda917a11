"""Fits the weights of an evaluation to results of games by Texel's method: `tune_weights.py`.

- `observations`: positions of finished games, and what the engine counts in them.
- `regression`: logistic regression with a ridge.
- `pacific`, `pacru`, `warpac`: which positions, features and weights each family of games has.
- `cli`: the command line.
"""
