"""Ctrl-C at a time that suits."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType


@contextlib.contextmanager
def noted() -> Iterator[Callable[[], None]]:
    """Within this Ctrl-C is only noted, and the function that it gives raises KeyboardInterrupt
    from then on: what Python raises by itself is lost if it comes while a finaliser or the callback
    of a weak reference runs, of which thread pools have some. A second Ctrl-C does not wait."""
    was_asked = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal was_asked
        if was_asked:
            raise KeyboardInterrupt
        was_asked = True

    def obey() -> None:
        if was_asked:
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    # Who started this may have wanted it to be left alone.
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, note)
    try:
        yield obey
    finally:
        signal.signal(signal.SIGINT, before)
