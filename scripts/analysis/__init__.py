"""Analysis of many positions and of whole games: `analyse.py`.

- `tasks`: parses lines of input. `stream`: reads them while other tasks are analysed.
- `analyst`: has a server analyse tasks. `annotate`: analyses the moves of a game.
- `run`: runs tasks in parallel, here or on a cluster.
- `output`: writes JSON lines, CSV or annotated games. `resume`: continues a file of answers.
- `cli`: the command line.
"""
