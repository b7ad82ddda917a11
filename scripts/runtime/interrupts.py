"""Ctrl-C and the wish to end, as a call in the event loop, on every system."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

NUMBERS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """While this lasts, an interrupt or a termination signal has the running event loop call
    `act`, and does nothing else. The event loops of Windows take no handlers: there Python's own
    ones hand the call on."""
    loop = asyncio.get_running_loop()

    def hand_on(*_: object) -> None:
        loop.call_soon_threadsafe(act)

    try:
        for number in NUMBERS:
            loop.add_signal_handler(number, act)
    except NotImplementedError:
        before = {number: signal.signal(number, hand_on) for number in NUMBERS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return
    try:
        yield
    finally:
        for number in NUMBERS:
            loop.remove_signal_handler(number)


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
