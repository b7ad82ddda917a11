"""What every program needs while it runs.

- `arguments`: the parser of command lines, exit codes, the text of an error.
- `output` and `progress`: lines on standard output, a progress bar on a terminal.
- `interrupts`: Ctrl-C and termination signals.
- `files`: files that grow by whole lines, locks, files that are replaced as a whole.
- `cluster`: functions on the workers of a Dask cluster.
"""
