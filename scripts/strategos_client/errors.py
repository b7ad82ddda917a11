"""Errors of engines. All are subclasses of `EngineError`, so one `except` is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import SearchResult


class EngineError(Exception):
    """The engine failed to do what the protocol demands."""


class EngineTimeout(EngineError):
    """No answer in time. The process may still run and search."""


class EngineDied(EngineError):
    """The process could not be started, or has ended."""


class EngineFault(EngineError):
    """An answer that breaks the protocol or reports an error. `result` is the result of the search,
    if the engine gave one in spite of the error."""

    def __init__(self, text: str, result: SearchResult | None = None) -> None:
        super().__init__(text)
        self.result = result
