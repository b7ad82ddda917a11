#!/usr/bin/env python3
"""Tries the tests on wrong programs: a sample of the mutants of `cargo mutants`, drawn by a seed.

    cargo install --locked cargo-mutants
    scripts/mutants.py list
    scripts/mutants.py run
    scripts/mutants.py tell

`list` prints the sample. It has mutants of the rules of all games, of the engine, of the protocol
and of the limits of a search, a fixed number of each. `run` builds one program that holds them
all. It runs a fast part of the tests on each, some at a time, until a test fails. It may be
interrupted; the same command goes on with the mutants that are missing, and with `--again` with
those that passed, too.
`tell` counts what was found so far, and names the mutants that passed.
"""

from needs import need

need()

from mutation.cli import main

if __name__ == "__main__":
    main(__doc__)
