"""Books of set-ups for games that begin with a secret deployment: `find_set_ups.py`.

- `book`: a book in the engine's form. `table`: results of its set-ups against each other.
- `matrix`: the mixed strategy that no set-up in the table beats.
- `games`: plays many short games. `book_search`: lets books grow by best responses.
- `armies`, `fleets`: the set-ups of the two games. `cli`: the commands.
"""
