"""The report of a match as one HTML file, plots, and PGN: `report.py`.

- `figures`: the data of the plots. `charts` draws them as SVG, `png` with matplotlib.
- `page`: the whole page. `modules`: the JavaScript of `scripts/web` in it, which draws the boards.
- `annotations`: results of `analyse.py`. `beliefs`: what players believed of hidden pieces.
- `outputs`: writes the files. `cli`: the command line.
"""
