"""Other machines: runs functions on a Dask cluster. `distributed` is loaded only here.

A cluster is named by `--scheduler tcp://HOST:PORT`, or made on this machine with `--workers N`.
The packages beside this one are sent to every worker; programs that are called by a path must lie
at that path there too. What a worker had when it died is done again by another one; a result is
taken once, by the process that asked for it.
"""

from __future__ import annotations

import argparse
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

T = TypeVar("T")

PACKAGES = ("strategos_client", "arena", "analysis")
# How often a task is handed out anew whose workers died.
TRIES = 5
CONNECT_TIMEOUT_S = 20.0


class ClusterError(Exception):
    """There is no cluster, or it fails."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that choose a cluster."""
    group = parser.add_argument_group("more than one machine (needs the package distributed)")
    group.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster to use")
    group.add_argument("--workers", type=int, metavar="N", help="a local cluster of N processes")


class Cluster:
    """A connection to a Dask cluster."""

    def __init__(self, client: Any, local: Any, errors: tuple[type[BaseException], ...]) -> None:
        self._client = client
        self._local = local
        self._errors = errors

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
            with tempfile.TemporaryDirectory() as folder:
                package = write_package(Path(folder))
                plugin = distributed.diagnostics.plugin.UploadFile(str(package))
            await client.register_plugin(plugin)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise ClusterError(f"no cluster at {scheduler or 'this machine'}: {error}") from None
        failures = (distributed.scheduler.KilledWorker, distributed.client.FutureCancelledError)
        return cls(client, local, failures)

    def slots(self) -> int:
        """How many tasks the workers can do at a time."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return max(sum(int(worker["nthreads"]) for worker in workers), 1)

    def workers(self) -> list[int]:
        """The numbers of the local cluster's processes."""
        found = self._local.workers.values() if self._local else ()
        return [nanny.pid for nanny in found]

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Runs a function on some worker; again on another one if that dies."""
        for left in reversed(range(TRIES)):
            future = self._client.submit(function, *arguments, pure=False)
            try:
                result: T = await future
                return result
            except self._errors as error:
                if not left:
                    raise ClusterError(f"{TRIES} times workers died: {error}") from None
            finally:
                if not future.done():
                    await future.cancel()
        raise ClusterError("no try is left")

    async def close(self) -> None:
        """Disconnects; ends a local cluster."""
        await self._client.close()
        if self._local is not None:
            await self._local.close()


def write_package(folder: Path) -> Path:
    """Writes an archive of the packages that a worker needs."""
    root = Path(__file__).resolve().parents[1]
    path = folder / "strategos_scripts.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in PACKAGES:
            for file in sorted((root / name).glob("*.py")):
                archive.write(file, file.relative_to(root))
    return path
