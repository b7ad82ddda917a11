#!/usr/bin/env python3
"""Finds better values for the engine's tunables by games of the engine against itself (SPSA).

    cargo build --release --features tune
    scripts/tune.py --engine cmd=target/release/strategos,option.Hash=4 --variant pacific-a \\
                    --nodes 5000 --genfens --pairs 5000 --out pacific.tuning \\
                    --only 'futility_*,reduction_*' --plots plots --patch pacific.patch

In every pair of games two engines meet whose values differ a little, in opposite ways, and the
result moves all values. Ctrl-C and a kill are taken up again by the same command with --resume.
What was found is a table, on request a file in OpenBench's form, a plot and a patch of the source;
prove it by a match (`match.py --sprt`). `--help` lists all options.
"""

import sys

from needs import need

need()

from tuning.cli import main

if __name__ == "__main__":
    sys.exit(main())
