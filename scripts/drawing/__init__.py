"""Pictures of games: boards from FENs, plots, and the report of a match as one HTML file.

`boards` draws a position of every game; `figures` computes what the plots show, `charts` draws
them as SVG and `png` with matplotlib; `report` puts all into one page.
"""
