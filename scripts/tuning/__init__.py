"""Finds better values for an engine's tunables by games against itself.

`parameters` is what is tuned, in OpenBench's form; `spsa` the method, without any game; `journal`
what was done, on disk; `run` plays the pairs; `result` writes tables and patches, `plots` pictures.
The command line is in `cli`.
"""
