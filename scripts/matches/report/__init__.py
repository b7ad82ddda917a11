"""The report of a match as one HTML file, plots, and PGN: `report.py`.

`figures` computes what the plots show, `charts` draws them as SVG and `png` with matplotlib;
`page` puts all into one page. The boards are drawn by the page's own modules in `scripts/web`,
which `modules` brings into it; `annotations` reads what an analysis found.
"""
