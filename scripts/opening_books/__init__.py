"""Makes files of openings by an engine's searches: `make_openings.py`.

- `sources`, `fleets`: candidates. `candidate_engine`: makes and scores them. `model`: types.
- `choice`: which candidates are taken. `book`: the file.
- `run`: several engines at work on one file. `cli`: the command line.

The package `deployments` finds books of secret deployments.
"""
