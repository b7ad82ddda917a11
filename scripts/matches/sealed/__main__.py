"""Runs `sealed.py` as a module, for processes that a match starts."""

import sys

from .cli import main

sys.exit(main())
