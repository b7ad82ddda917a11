"""Ctrl-C and the wish to end, as a call in the event loop, on every system."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

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
