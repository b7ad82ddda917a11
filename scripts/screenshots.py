#!/usr/bin/env python3
"""Takes pictures of the report and of the live board for every family of games.

    scripts/screenshots.py --out pictures

It also draws the boards alone, as SVG. It needs a build of the engine, Chromium and the packages
of scripts/requirements-dev.txt.
"""

import sys

from needs import need

need("playwright", "aiohttp")

from liveboard.screenshots import main

if __name__ == "__main__":
    sys.exit(main())
