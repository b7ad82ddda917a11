"""A copy of the program with all mutants of a sample in it, and its build."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .results import REFUSED, UNTRIED
from .sample import ROOT, Mutant
from .schemata import MODULE, Source, Woven, reason_against, weave

PROGRAMS = ["--lib", "--test", "tests"]


class Tree:
    """A copy of the program in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self._target = folder / "build"
        self._woven: dict[str, Woven] = {}
        self._mutants: dict[int, Mutant] = {}

    def build(self, numbered: Mapping[int, Mutant]) -> tuple[list[Path], dict[int, str]]:
        """The test programs with all mutants that build, and why the others do not."""
        self._mutants = dict(numbered)
        refused: dict[int, str] = {}
        for command in (["check"], ["test", "--no-run"]):
            while True:
                self._write(self._mutants)
                messages = list(self._cargo(command))
                wrong = self._wrong(messages)
                if not wrong:
                    break
                print(f"{len(wrong)} mutants do not build", flush=True)
                refused |= wrong
                for number in wrong:
                    del self._mutants[number]
        return executables(messages), refused

    def _write(self, mutants: Mapping[int, Mutant]) -> None:
        """Writes all files that differ from what is there."""
        by_file: dict[str, dict[int, Mutant]] = {}
        for number, mutant in mutants.items():
            by_file.setdefault(mutant.file, {})[number] = mutant
        texts = {"src/mutation.rs": MODULE.encode()}
        self._woven = {}
        for name in files():
            read = (ROOT / name).read_bytes()
            if name in by_file:
                self._woven[name] = weave(read.decode(), by_file[name])
                read = self._woven[name].text.encode()
            if name == "src/lib.rs":
                read += b"#[allow(missing_docs)]\npub mod mutation;\n"
            texts[name] = read
        for path in self.folder.rglob("*"):
            if path.is_file() and path.relative_to(self.folder).as_posix() not in texts:
                path.unlink()
        for name, text in texts.items():
            path = self.folder / name
            if not path.exists() or path.read_bytes() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)

    def _cargo(self, command: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The messages of a command of Cargo. Mutants are allowed to be odd, so lints are off."""
        words = ["cargo", *command, *PROGRAMS, "--message-format", "json"]
        flags = f"{os.environ.get('RUSTFLAGS', '')} --cap-lints allow"
        settings = os.environ | {"CARGO_TARGET_DIR": str(self._target), "RUSTFLAGS": flags}
        done = subprocess.run(
            words, cwd=self.folder, env=settings, stdout=subprocess.PIPE, text=True, check=False
        )
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)

    def _wrong(self, messages: Sequence[dict[str, Any]]) -> dict[int, str]:
        """The mutants that the compiler's errors are about, and why they are refused."""
        wrong: dict[int, str] = {}
        strange: list[str] = []
        for message in messages:
            error = message.get("message", {})
            if message["reason"] != "compiler-message" or error["level"] != "error":
                continue
            found = {
                self._mutant_at(span): REFUSED for span in error["spans"] if span["is_primary"]
            }
            found.pop(None, None)
            found = found or self._of_constants(error)
            wrong |= {number: why for number, why in found.items() if number is not None}
            if error["spans"] and not found:
                strange.append(error["rendered"])
        if not wrong and (strange or not messages[-1].get("success")):
            sys.exit("\n".join(["the build fails, and no mutant is to blame", *strange]))
        return wrong

    def _of_constants(self, error: dict[str, Any]) -> dict[int | None, str]:
        """The mutants of a function that a constant calls: it can have none."""
        called = re.search(
            r"^cannot call non-const .*`(?:.*::)?(\w+)(?:::<.*>)?` in", error["message"]
        )
        return {
            number: UNTRIED
            for number, mutant in self._mutants.items()
            if called and mutant.function_name == called[1]
        }

    def _mutant_at(self, span: dict[str, Any] | None) -> int | None:
        """The mutant where a message points to, maybe from inside a macro."""
        while span:
            if span["file_name"] in self._woven:
                return self._woven[span["file_name"]].at(span["line_start"])
            span = (span["expansion"] or {}).get("span")
        return None


def files() -> list[str]:
    """The files of the repository as they are now."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def executables(messages: Sequence[dict[str, Any]]) -> list[Path]:
    """The test programs of a build: the library's, then the others."""
    built = [
        (message["target"]["kind"] != ["lib"], message["executable"])
        for message in messages
        if message["reason"] == "compiler-artifact" and message["profile"]["test"]
    ]
    return [Path(path) for _, path in sorted(built) if path]


def reasons(mutants: Sequence[Mutant]) -> dict[str, str]:
    """The mutants that cannot be chosen when the program runs, and why."""
    sources: dict[str, Source] = {}
    found: dict[str, str] = {}
    for mutant in mutants:
        if mutant.file not in sources:
            sources[mutant.file] = Source((ROOT / mutant.file).read_text())
        reason = reason_against(sources[mutant.file], mutant)
        if reason:
            found[mutant.key] = reason
    return found
