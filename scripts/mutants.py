#!/usr/bin/env python3
"""Tries the tests on wrong programs: a sample of the mutants of `cargo mutants`, drawn by a seed.

    cargo install --locked cargo-mutants
    scripts/mutants.py list
    scripts/mutants.py run
    scripts/mutants.py tell

`list` draws the sample and prints it: mutants of the rules of all games, of the engine, of the
protocol and of the limits of a search, a fixed number of each. The sample is kept, and outlives
edits of the program: a mutant is known by its file, function and words, not by its line.
`run` builds one program that holds all mutants without a result. Then it runs tests on each,
some at a time, until a test fails: those of its part of the program first, the cheapest at their
front. It may be interrupted; the same command goes on with the mutants that are missing. With
`--again` it tries those that passed, too, and with `--files src/games/` only those of such files.
`tell` counts what was found so far, and names the mutants that passed.
"""

from needs import need

need()

from mutation.cli import main

if __name__ == "__main__":
    main(__doc__)
