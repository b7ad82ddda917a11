"""Headers of the engine's training files: eight bytes for the kind, four for the length of the
header, then the header as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

KIND_BYTES = 8
# The offset of the header.
HEADER_PLACE = KIND_BYTES + 4
# A longer header means that the file is damaged.
MOST_HEADER_BYTES = 1 << 16


class SamplesError(Exception):
    """A file cannot be used. The message has file, byte and reason."""


def error_at(path: Path, place: int, reason: str) -> SamplesError:
    """An error at a byte of a file."""
    return SamplesError(f"{path}: byte {place}: {reason}")


def read_header(
    path: Path, file: BinaryIO, kind: bytes, what: str, numbers: Mapping[str, tuple[int, int]]
) -> tuple[str, list[int], str]:
    """The variant of a header, its numbers within their ranges, and the layout of the inputs. A
    file of `what` begins with `kind`. Raises `SamplesError` or OSError."""
    start = file.read(HEADER_PLACE)
    if len(start) < HEADER_PLACE:
        raise error_at(path, len(start), "cut off in its first bytes")
    if not start.startswith(kind):
        raise error_at(path, 0, f"no {what} of this version: it does not begin with {kind!r}")
    length = int.from_bytes(start[KIND_BYTES:], "little")
    if length > MOST_HEADER_BYTES:
        raise error_at(path, KIND_BYTES, f"a header of {length} bytes")
    text = file.read(length)
    if len(text) < length:
        raise error_at(path, HEADER_PLACE + len(text), "cut off in its header")
    try:
        data = json.loads(text.decode())
    except ValueError as error:
        raise error_at(path, HEADER_PLACE, f"the header is no JSON ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise error_at(path, HEADER_PLACE, "the header names no variant")
    for name, (least, greatest) in numbers.items():
        value = data.get(name)
        if type(value) is not int or not least <= value <= greatest:
            reason = f"the header's {name} is no number from {least} to {greatest}: {value}"
            raise error_at(path, HEADER_PLACE, reason)
    if not isinstance(data.get("layout"), str):
        raise error_at(path, HEADER_PLACE, "the header has no layout: make the file anew")
    return data["variant"], [data[name] for name in numbers], data["layout"]
