"""Files of openings, made from an engine's own analysis.

`sources` makes up candidates, `judge` has an engine search them, `choice` says which are taken,
`book` is the file, `run` hands candidates to several engines. The command line is in `cli`.
"""
