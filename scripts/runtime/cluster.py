"""Other machines: runs functions on a Dask cluster. `distributed` is loaded only here.

`--scheduler tcp://HOST:PORT` names a cluster, `--workers N` starts one on this machine. Scheduler
and workers need not have these scripts: each task carries the packages and its arguments as bytes.
Programs must lie at the same path on every worker. If a worker dies, another one repeats its tasks.
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
# How often a task is tried if its workers die.
TRIES = 5
CONNECT_TIMEOUT_S = 20.0
CLOSE_TIMEOUT_S = 5.0
# A scheduler that restarts has lost its tasks.
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
        """The number of tasks that the workers can run concurrently."""
        workers = await self._workers()
        return max(sum(int(worker["nthreads"]) for worker in workers.values()), 1)

    async def addresses(self) -> list[str]:
        """The addresses of the present workers."""
        return sorted(await self._workers())

    async def _workers(self) -> dict[str, Any]:
        """The workers by address. Only the scheduler knows them, not its client."""
        identity = await self._client.scheduler.identity(n_workers=-1)
        found: dict[str, Any] = identity["workers"]
        return found

    def workers(self) -> list[int]:
        """The process ids of the local cluster."""
        found = self._local.workers.values() if self._local else ()
        return [nanny.pid for nanny in found]

    async def call(
        self, function: Callable[..., T], *arguments: Any, worker: str | None = None
    ) -> T:
        """Runs a function on any worker, or preferably on `worker`. Another one repeats it if that
        dies."""
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
                # The connection broke while the result was fetched.
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
        """Cancels a task; does nothing without a scheduler."""
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
    """Turns off the logs of a package, including loggers with their own levels: the caller reports
    errors."""
    for name in [package, *logging.root.manager.loggerDict]:
        if name.split(".")[0] == package:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _portable() -> Callable[..., Any]:
    """The function that runs on a worker. It is local to this function, so pickle sends its code.
    An importable function would be sent by name, and workers could not import it."""

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
                # Modules of another version of the scripts would be found first.
                for name in [name for name in sys.modules if name.split(".")[0] in packages]:
                    del sys.modules[name]
            function, arguments = pickle.loads(work)
        return function(*arguments)

    return run


def archive_of_packages() -> bytes:
    """A zip file of the packages that a worker needs. Equal files give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        # An installed copy lacks some of them, and the programs that need these.
        for name in filter(importlib.util.find_spec, PACKAGES):
            # In an installed copy the client is in another folder than the rest.
            folder = Path(importlib.import_module(name).__path__[0])
            for source in sorted(folder.rglob("*.py")):
                entry = zipfile.ZipInfo(f"{name}/{source.relative_to(folder).as_posix()}")
                archive.writestr(entry, source.read_bytes())
    return file.getvalue()
