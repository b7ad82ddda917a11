"""Tests of the scripts: `python3 -m unittest discover -t scripts -s scripts/tests`.

They need no engine but `fake_engine.py`, and no packages: what needs one is skipped without it.
"""

import logging

# Warnings are looked at by the tests that expect them.
logging.getLogger("matches").addHandler(logging.NullHandler())
