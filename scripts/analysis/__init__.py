"""Analysis of many positions and of whole games.

`tasks` reads what is to be analysed, `stream` while it comes; `analyst` has a server do it,
`annotate` goes through a game, `output` writes JSON lines, CSV or annotated games. The command line
is in `cli`.
"""
