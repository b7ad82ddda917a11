"""Other machines: runs functions on a Dask cluster. `distributed` is loaded only here.

A cluster is named by `--scheduler tcp://HOST:PORT`, or made on this machine with `--workers N`.
Its scheduler and its workers need know nothing of these scripts: each task brings along the
packages beside this one, and all that it is about as plain bytes. Programs that are called by a
path must lie at that path on every worker. What a worker had when it died is done again by
another one; a result is taken once, by the process that asked for it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import importlib
import importlib.util
import io
import logging
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

T = TypeVar("T")

PACKAGES = ("strategos_client", "runtime", "matches", "analysis", "learning")
# How often a task is handed out anew whose workers died.
TRIES = 5
CONNECT_TIMEOUT_S = 20.0
CLOSE_TIMEOUT_S = 5.0
# A scheduler that is gone does not come back with what it knew.
LOST_SCHEDULER = "scheduler-connection-lost"


class ClusterError(Exception):
    """There is no cluster, or it fails."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that choose a cluster."""
    group = parser.add_argument_group("more than one machine (needs the package distributed)")
    group.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster to use")
    group.add_argument("--workers", type=int, metavar="N", help="a local cluster of N processes")


class Cluster:
    """A connection to a Dask cluster."""

    def __init__(
        self,
        client: Any,
        local: Any,
        errors: tuple[type[BaseException], ...],
        closed: type[BaseException],
    ) -> None:
        self._client = client
        self._local = local
        self._errors = errors
        self._closed = closed
        self._place = client.scheduler.address
        self._archive = archive_of_packages()
        self._digest = hashlib.sha256(self._archive).hexdigest()[:16]

    @classmethod
    async def connect(
        cls, scheduler: str | None, workers: int | None, timeout_s: float = CONNECT_TIMEOUT_S
    ) -> Self:
        """Connects to a scheduler, or starts a local cluster; raises `ClusterError`."""
        try:
            import distributed
        except ImportError:
            raise ClusterError(
                "--scheduler and --workers need the package distributed: "
                "pip install -r scripts/requirements.txt"
            ) from None
        _silence("distributed")
        local = None
        try:
            if not scheduler:
                local = await distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, asynchronous=True,
                    dashboard_address=None, silence_logs=50,
                )  # fmt: skip
            client = await distributed.Client(
                local or scheduler, asynchronous=True, timeout=timeout_s
            )
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise ClusterError(f"no cluster at {scheduler or 'this machine'}: {error}") from None
        try:
            await client.wait_for_workers(1, timeout=timeout_s)
        except TimeoutError:
            await client.close()
            raise ClusterError(f"the cluster at {scheduler} has no workers") from None
        failures = (distributed.scheduler.KilledWorker, distributed.client.FutureCancelledError)
        return cls(client, local, failures, distributed.comm.CommClosedError)

    async def slots(self) -> int:
        """How many tasks the workers can do at a time."""
        workers = await self._workers()
        return max(sum(int(worker["nthreads"]) for worker in workers.values()), 1)

    async def addresses(self) -> list[str]:
        """The workers that there are now."""
        return sorted(await self._workers())

    async def _workers(self) -> dict[str, Any]:
        """By address. The scheduler is asked: its client notes nothing of single workers."""
        identity = await self._client.scheduler.identity(n_workers=-1)
        found: dict[str, Any] = identity["workers"]
        return found

    def workers(self) -> list[int]:
        """The numbers of the local cluster's processes."""
        found = self._local.workers.values() if self._local else ()
        return [nanny.pid for nanny in found]

    async def call(
        self, function: Callable[..., T], *arguments: Any, worker: str | None = None
    ) -> T:
        """Runs a function on some worker, or on this one; again on another one if that dies."""
        work = pickle.dumps((function, arguments))
        for left in reversed(range(TRIES)):
            future = self._client.submit(
                _portable(), self._archive, self._digest, PACKAGES, work, pure=False,
                workers=[worker] if worker else None, allow_other_workers=worker is not None,
            )  # fmt: skip
            try:
                result: T = await future
                return result
            except self._closed:
                # The result lay with the scheduler, or the way to it broke while it was fetched.
                raise ClusterError(f"the scheduler at {self._place} is gone") from None
            except self._errors as error:
                if LOST_SCHEDULER in str(error) or self._client.status != "running":
                    raise ClusterError(f"the scheduler at {self._place} is gone") from None
                if not left:
                    raise ClusterError(f"{TRIES} times workers died: {error}") from None
            finally:
                if not future.done():
                    await self._forget(future)
        raise ClusterError("no try is left")

    async def _forget(self, future: Any) -> None:
        """Takes a task back; without a scheduler there is nobody to tell."""
        with contextlib.suppress(*self._errors, OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await future.cancel()

    async def close(self) -> None:
        """Disconnects; ends a local cluster."""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._client.close()
        if self._local is not None:
            await self._local.close()


def _silence(package: str) -> None:
    """What goes wrong is said once, by whoever asked. The package has set levels of its own."""
    for name in [package, *logging.root.manager.loggerDict]:
        if name.split(".")[0] == package:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _portable() -> Callable[..., Any]:
    """What runs on a worker. As it is made inside a function it is sent whole: a function that
    can be imported is sent by its name, which scheduler and workers would have to know."""

    def run(archive: bytes, digest: str, packages: tuple[str, ...], work: bytes) -> Any:
        import pickle
        import sys
        import threading
        from pathlib import Path

        from distributed import get_worker

        worker = get_worker()
        path = Path(worker.local_directory, f"strategos-{digest}.zip")
        with vars(worker).setdefault("strategos_lock", threading.Lock()):
            if sys.path[0] != str(path):
                path.write_bytes(archive)
                sys.path.insert(0, str(path))
                # What another version of the scripts has left would be found first.
                for name in [name for name in sys.modules if name.split(".")[0] in packages]:
                    del sys.modules[name]
            function, arguments = pickle.loads(work)
        return function(*arguments)

    return run


def archive_of_packages() -> bytes:
    """A zip file of the packages that a worker needs, the same for the same files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        # An installed copy does not have all of them, nor the programs that need the others.
        for name in filter(importlib.util.find_spec, PACKAGES):
            # Installed, the client lies elsewhere than the rest.
            folder = Path(importlib.import_module(name).__path__[0])
            for source in sorted(folder.rglob("*.py")):
                entry = zipfile.ZipInfo(f"{name}/{source.relative_to(folder).as_posix()}")
                archive.writestr(entry, source.read_bytes())
    return file.getvalue()
