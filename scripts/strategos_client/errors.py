"""What can go wrong with an engine. All are `EngineError`, so that a caller who only
wants to know whether the engine still plays needs a single `except`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import SearchResult


class EngineError(Exception):
    """The engine did not do what the protocol asks of it."""


class EngineTimeout(EngineError):
    """No answer in time. The process may still be alive and thinking."""


class EngineDied(EngineError):
    """The process could not be started, or has ended."""


class EngineFault(EngineError):
    """An answer came, but it breaks the protocol or reports an error. `result` is what a search
    gave all the same, where the engine complained and answered."""

    def __init__(self, text: str, result: SearchResult | None = None) -> None:
        super().__init__(text)
        self.result = result
