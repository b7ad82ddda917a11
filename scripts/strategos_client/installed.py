"""The engine that is installed beside this library."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from .errors import EngineDied

VARIABLE = "STRATEGOS_ENGINE"
_NAME = "strategos"


def installed_engine() -> str:
    """The path of the engine: the environment's `STRATEGOS_ENGINE`, or the command `strategos` of
    this Python's environment, or that of the PATH. Raises `EngineDied` if there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    for folder in (*folders, None):
        found = shutil.which(_NAME, path=folder)
        if found:
            return found
    raise EngineDied(
        f"there is no engine: {VARIABLE} does not name it, and no command '{_NAME}' is installed"
    )
