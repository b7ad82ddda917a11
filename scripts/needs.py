"""Ends a program with one line if Python is too old or packages are missing.

Any Python 3 can read this file and the first lines of the programs.
"""

import sys
from importlib.util import find_spec

NEWEST_MISSING = (3, 10)
BAD_USAGE = 2
# Packages that are not in requirements.txt, and their files.
ELSEWHERE = {
    "playwright": "requirements-dev.txt",
    "numba": "requirements-learn.txt",
    "scipy": "requirements-learn.txt",
}


def need(*packages: str) -> None:
    """Ends the program unless Python is new enough and has these packages."""
    found = sys.version_info[:2]
    if found <= NEWEST_MISSING:
        _end(f"Python 3.11 or later is needed, and this is {found[0]}.{found[1]}")
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        word = "package" if len(missing) == 1 else "packages"
        names = " and ".join(missing)
        files = [ELSEWHERE[name] for name in missing if name in ELSEWHERE]
        file = files[0] if files else "requirements.txt"
        _end(f"needs the {word} {names}: pip install -r scripts/{file}")


def _end(text: str) -> None:
    program = sys.argv[0].rsplit("/", 1)[-1]
    sys.stderr.write(f"{program}: {text}\n")
    sys.exit(BAD_USAGE)
