"""Wheels as files: what glibc their modules need, and the same wheel for another system."""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from pathlib import Path

# Where the engine's module is in a wheel.
MODULE = re.compile(r"strategos/_native[^/]*\.(so|pyd)")


def glibc_fault(wheel: Path) -> str | None:
    """What is wrong if the module in a wheel needs a newer glibc than the wheel's name says."""
    promised = re.search(r"manylinux_(\d+)_(\d+)_", wheel.name)
    needed = newest_glibc(wheel)
    if promised is None or needed <= (int(promised[1]), int(promised[2])):
        return None
    return f"{wheel.name} needs glibc {needed[0]}.{needed[1]}"


def newest_glibc(wheel: Path) -> tuple[int, int]:
    """The newest version of glibc that the modules in a wheel name; 0.0 if they name none."""
    with zipfile.ZipFile(wheel) as files:
        modules = [files.read(name) for name in files.namelist() if name.endswith(".so")]
    found = re.findall(rb"\bGLIBC_(\d+)\.(\d+)", b"".join(modules))
    return max(((int(major), int(minor)) for major, minor in found), default=(0, 0))


def repacked(wheel: Path, tag: str, module: bytes, is_windows: bool) -> Path:
    """Writes the same wheel for the systems of another tag, with the module for them."""
    python, abi, _ = wheel.stem.split("-")[-3:]
    path = wheel.with_name(f"{wheel.stem.rsplit('-', 1)[0]}-{tag}.whl")
    with zipfile.ZipFile(wheel) as old:
        files = {name: old.read(name) for name in old.namelist() if not name.endswith("/RECORD")}
        record = next(name for name in old.namelist() if name.endswith("/RECORD"))
    files = {name: content for name, content in files.items() if not MODULE.fullmatch(name)}
    files[f"strategos/_native.{'pyd' if is_windows else 'abi3.so'}"] = module
    facts = record.replace("/RECORD", "/WHEEL")
    lines = files[facts].decode().splitlines()
    kept = [line for line in lines if line and not line.startswith("Tag: ")]
    files[facts] = "\n".join([*kept, f"Tag: {python}-{abi}-{tag}", ""]).encode()
    rows = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in files.items():
            new.writestr(name, content)
    return path


def digest(content: bytes) -> str:
    """The checksum of a file as RECORD has it."""
    found = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()
