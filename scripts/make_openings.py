#!/usr/bin/env python3
"""Makes a file of openings for a variant, chosen by the engine's scores.

    scripts/make_openings.py --engine target/release/strategos --variant pacific-a \\
                             --out pacific-a.epd
    scripts/make_openings.py --engine target/release/strategos --variant pacru --window 80-200 \\
                             --from random --out unbalanced.epd
    scripts/make_openings.py --engine target/release/strategos --variant warpac --from fleets \\
                             --window 400-700 --out handicaps.epd

`--help` lists all options.
"""

import sys

from needs import need

need()

from opening_books.cli import main

if __name__ == "__main__":
    sys.exit(main())
