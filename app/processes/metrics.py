"""The figures of all processes: each keeps files of its own, and those that have ended have theirs in one together."""

import fcntl
import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from app.core.process_ids import start_time

ENDED = "ended"
_SUMS = {"counter", "histogram"}
"""The kinds of figures we keep; those of two processes are added."""
_LIVE = {"gauge_livesum"}
"""The kinds that say what is so now: they end with their process."""


@contextmanager
def _lock_folder(folder: Path, operation: int) -> Iterator[None]:
    """Hold a folder of figures: alone to change whose file holds what, together with others to read them all."""
    with (folder / "lock").open("a") as file:
        fcntl.flock(file, operation)
        yield


class Together(MultiProcessCollector):
    """The figures of all processes, alive or not."""

    def collect(self) -> Iterable[Metric]:
        """Read them while nobody moves any."""
        with _lock_folder(Path(self._path), fcntl.LOCK_SH):
            return list(super().collect())  # type: ignore[no-untyped-call]


def fold() -> None:
    """Move the figures of processes that have ended into the one file of each kind, where they are kept in files."""
    folder = Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR") or os.devnull)
    if not folder.is_dir():
        return
    with _lock_folder(folder, fcntl.LOCK_EX):
        for file in folder.glob("*.db"):
            kind, _, owner = file.stem.rpartition("_")
            if kind not in _SUMS | _LIVE or not owner.isdecimal() or start_time(int(owner)) is not None:
                continue
            figures = _read(file)
            file.unlink()  # Before the other file grows: a process that writes where there is no room is killed.
            if kind in _SUMS:
                _add(folder / f"{kind}_{ENDED}.db", figures)


def _read(file: Path) -> dict[str, float]:
    """The figures in a file; none where the process was killed as it made it."""
    try:
        values = MmapedDict.read_all_values_from_file(file)  # type: ignore[no-untyped-call]
        return {key: value for key, value, _moment, _place in values}
    except (RuntimeError, ValueError, struct.error):
        return {}


def _add(file: Path, figures: dict[str, float]) -> None:
    """Add figures to those in a file."""
    stored = MmapedDict(str(file))  # type: ignore[no-untyped-call]
    for key, value in figures.items():
        before, _moment = stored.read_value(key)  # type: ignore[no-untyped-call]
        stored.write_value(key, before + value, 0.0)  # type: ignore[no-untyped-call]
    stored.close()  # type: ignore[no-untyped-call]
