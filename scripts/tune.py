#!/usr/bin/env python3
"""Finds better values for the tunables of the search by SPSA, in games of the engine with itself.

    cargo build --release --features tune
    scripts/tune.py --engine cmd=target/release/strategos,option.Hash=4 --variant pacific-a \\
                    --nodes 5000 --genfens --pairs 5000 --out pacific.tuning \\
                    --only 'futility_*,reduction_*' --plots plots --patch pacific.patch

In every pair of games two engines meet whose values differ a little, in opposite directions, and
the result moves all values. After Ctrl-C or a kill the same command with --resume continues. The
result is a table and, with options, a file in OpenBench's form, plots and a patch of the source.
Confirm it by a match (`match.py --sprt`). `--help` lists all options. """

import sys

from needs import need

need()

from tuning.cli import main

if __name__ == "__main__":
    sys.exit(main())
