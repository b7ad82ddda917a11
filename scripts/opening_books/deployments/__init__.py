"""Books of set-ups for games that begin with a deployment: found, played out, mixed.

`book.py` is a book as the engine reads it; `table.py` the results of its set-ups against each
other; `matrix.py` the mixture that no set-up in the table beats; `games.py` plays many short games;
`contest.py` holds these together and lets a book grow; `armies.py` and `fleets.py` are what the two
games call a set-up; `cli.py` the commands.
"""
