"""Trains the small networks with which the engine judges positions, from its own games.

`samples` reads what the engine writes; `targets` says what a network should have said, and how far
off it was; `outlook` what later searches of a game tell of its positions; `network` is the
network, its quantised form and its file; `kernels` the arithmetic, in compiled loops; `trainer`
takes the steps, by a `schedule`; `checkpoint` lets a run go on; `plots` draws its losses; `check`
compares with the engine. The command line is in `cli`.
"""
