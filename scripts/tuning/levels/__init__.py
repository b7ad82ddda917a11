"""Measures the strength levels of a variant, for `levels.rs` of its game: `calibrate.py`.

- `players`: the levels and the anchor, as engines of a match.
- `tournament`: the games of each pair, the scores and ratings in them.
- `table`: the strength table that follows from them.
- `cli`: the command line.
"""
