"""Makes files of openings by an engine's searches: `make_openings.py`.

- `sources`, `fleets`: candidates. `judge`: an engine's verdict on them. `model`: their types.
- `choice`: which candidates are taken. `book`: the file.
- `run`: several engines at work on one file. `cli`: the command line.

The package `deployments` finds books of secret deployments.
"""
