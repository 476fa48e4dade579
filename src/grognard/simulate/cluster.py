"""Games spread over a Ray cluster, local or remote: the same games as everywhere, in batches of some seconds.

Ray plays a batch again when its process or machine dies; what it gives up is told in a sentence, and the games that
came before it are kept.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

from grognard.kernel.errors import BadInput
from grognard.simulate.pool import Setup
from grognard.simulate.told import Failed, Told

BATCH_SECONDS = 1.0
"""How long a batch should take: long against what Ray adds to it, short against the end, at which cores wait."""
KNOCK = 10.0
"""Seconds in which a cluster must answer."""
MOST = 500
"""Games of a batch, however short they are."""


def play_on_ray(setup: Setup, numbers: Iterator[int], on: str, patience: float) -> Iterator[Told | Failed]:
    """On the cluster at an address, or, for “ray”, on one that is started on this machine."""
    ray = _connect(on)
    try:
        yield from _batches(ray, setup, numbers, patience)
    except (ray.exceptions.RayError, ConnectionError) as fault:
        words = str(fault).strip().splitlines()
        raise BadInput(
            f"The Ray cluster “{on}” went away or gave up a batch ({words[0] if words else type(fault).__name__}). "
            "The games that had come are kept: the study can be gone on with."
        ) from None
    finally:
        ray.shutdown()


def _connect(on: str) -> ModuleType:
    try:
        import ray
    except ImportError:
        raise BadInput("Ray is not installed: pip install 'grognard[cluster]'.") from None
    _knock(on)
    try:
        if on == "ray":
            ray.init(logging_level="ERROR", log_to_driver=False, include_dashboard=False)
        else:
            ray.init(address=on, logging_level="ERROR", log_to_driver=False)
    except Exception as fault:  # each kind of address fails in its own way
        words = str(fault).strip().splitlines()
        raise BadInput(f"The Ray cluster “{on}” cannot be reached: {words[0] if words else fault!r}") from None
    connected: ModuleType = ray
    return connected


def _knock(on: str) -> None:
    """See whether anybody answers at an address: Ray itself would try without end."""
    found = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+)\]?:(\d+)", on)
    if found is None:  # "ray", "auto", a name that Ray knows
        return
    try:
        socket.create_connection((found[1], int(found[2])), timeout=KNOCK).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"The Ray cluster “{on}” cannot be reached: {why}.") from None


def _batches(ray: ModuleType, setup: Setup, numbers: Iterator[int], patience: float) -> Iterator[Told | Failed]:
    play = ray.remote(num_cpus=1, max_retries=3)(_play)
    shared = ray.put(setup)
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    size = 1
    waiting: dict[Any, tuple[list[int], float]] = {}
    games, seconds = 0, 0.0
    while True:
        while len(waiting) < 2 * cores and (batch := list(islice(numbers, size))):
            waiting[play.remote(shared, batch)] = batch, time.monotonic()
        if not waiting:
            return
        ready, _ = ray.wait(list(waiting), timeout=1.0)
        for reference in ready:
            del waiting[reference]
            for told in ray.get(reference):
                yield told
                if isinstance(told, Told):
                    games, seconds = games + 1, seconds + told.game["seconds"]
        if games >= 2 * cores:
            size = max(1, min(MOST, int(BATCH_SECONDS * games / max(seconds, 1e-6))))
        for batch, since in waiting.values():
            if time.monotonic() - since > 2 * patience * len(batch):  # it may have waited for the batch before it
                number = batch[0]
                yield Failed(number, f"Games {number} to {batch[-1]} have not ended, {patience:g} seconds for each.")
                return


def _play(setup: Setup, batch: list[int]) -> list[Told | Failed]:
    return [setup.tell(number) for number in batch]
