"""Measures how often a search without endgame tables spoils a result: `measure_endings.py`.

- `positions`: random positions of a class.
- `measure`: what searches make of them.
- `cli`: the command line.
"""
