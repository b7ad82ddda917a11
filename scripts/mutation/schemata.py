"""Many mutants in one program: each function chooses its body when it is called.

A function with mutants becomes a `match` of the chosen mutant's number. Each mutant has an arm with
a copy of the whole body, and the last arm is the body as it was.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from .sample import Mutant, Place, Span

# In the head of a function of constants. Its word `const` is dropped: such a function cannot ask
# for the mutant, and most of them are called when the program runs, too.
CONST = re.compile(r"\bconst ((?:unsafe )?fn )")
# The module that knows the chosen mutant; it becomes a part of the library.
MODULE = """\
//! The mutant that runs: its number, or 0 for the program as it is.

use std::sync::atomic::{AtomicU32, Ordering};

static CHOSEN: AtomicU32 = AtomicU32::new(u32::MAX);

#[inline]
pub fn chosen() -> u32 {
    match CHOSEN.load(Ordering::Relaxed) {
        u32::MAX => read(),
        number => number,
    }
}

#[cold]
fn read() -> u32 {
    let text = std::env::var("STRATEGOS_MUTANT").unwrap_or_default();
    let number = text.parse().unwrap_or(0);
    CHOSEN.store(number, Ordering::Relaxed);
    number
}
"""


@dataclass(frozen=True, slots=True)
class Arm:
    """The lines of a woven file that belong to a mutant."""

    first: int
    last: int
    number: int


@dataclass(frozen=True, slots=True)
class Woven:
    """A file with its mutants inside."""

    text: str
    arms: tuple[Arm, ...]

    def at(self, line: int) -> int | None:
        """The number of the mutant at a line."""
        return next((arm.number for arm in self.arms if arm.first <= line <= arm.last), None)


class Source:
    """The text of a file, and offsets in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def offset(self, place: Place) -> int:
        """The offset of a line and column."""
        return self._starts[place[0] - 1] + place[1] - 1

    def range(self, span: Span) -> tuple[int, int]:
        """The offsets of a span."""
        return self.offset(span[0]), self.offset(span[1])

    def line(self, offset: int) -> int:
        """The line of an offset."""
        return bisect_right(self._starts, offset)

    def body(self, function: Span) -> tuple[int, int]:
        """The offsets of a function's body with its braces."""
        start, end = self.range(function)
        depth = 0
        for at in range(start, end):
            sign = self.text[at]
            if sign == "{" and depth == 0:
                return at, end
            depth += (sign in "([") - (sign in ")]")
        raise ValueError(f"no body in line {function[0][0]}")


def reason_against(source: Source, mutant: Mutant) -> str | None:
    """Why a mutant cannot be chosen when the program runs."""
    if mutant.function is None:
        return "a constant"
    body, end = source.body(mutant.function)
    if "impl " in mutant.result:
        return "a type without a name"
    if not body < source.offset(mutant.span[0]) < end:
        return "outside of the body"
    return None


def weave(text: str, mutants: Mapping[int, Mutant]) -> Woven:
    """A file with these mutants of it, by their numbers."""
    source = Source(text)
    functions: dict[Span, list[int]] = {}
    for number, mutant in sorted(mutants.items()):
        assert mutant.function
        functions.setdefault(mutant.function, []).append(number)
    out = ""
    done = 0
    arms: list[Arm] = []
    for function in sorted(functions):
        head, (start, end) = source.offset(function[0]), source.body(function)
        if head < done:
            continue
        inside = [
            number
            for (first, last), numbers in functions.items()
            if function[0] <= first and last <= function[1]
            for number in numbers
        ]
        out += text[done:head] + CONST.sub(r"\1", text[head:start], count=1)
        out += "{ match crate::mutation::chosen() {\n"
        for number in sorted(inside):
            first, last = source.range(mutants[number].span)
            changed = text[start:first] + mutants[number].replacement + text[last:end]
            line = out.count("\n") + 1
            out += f"{number} => {changed}\n"
            arms.append(Arm(line, out.count("\n"), number))
        out += f"_ => {text[start:end]}\n}} }}"
        done = end
    return Woven(out + text[done:], tuple(arms))
