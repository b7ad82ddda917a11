"""Measures how well the engine guesses where unseen submarines are: `measure_beliefs.py`.

- `games`: games against three kinds of opponents, in a file.
- `losses`: the log loss of an engine's beliefs in them.
- `cli`: the command line.
"""
