"""Ctrl-C and termination signals, on every system."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

NUMBERS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Within this context a Ctrl-C or a termination signal calls `act` in the event loop, and does
    nothing else. The event loops of Windows have no signal handlers; there a handler of `signal`
    makes the call."""
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
    """Within this context the first Ctrl-C is only noted. From then on the yielded function raises
    KeyboardInterrupt. A second Ctrl-C raises it at once. Python's own KeyboardInterrupt is lost in
    a finaliser or in the callback of a weak reference, and thread pools have some."""
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
    # The parent process may have turned the signal off.
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, note)
    try:
        yield obey
    finally:
        signal.signal(signal.SIGINT, before)
