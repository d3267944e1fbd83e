"""Models at work in one process: read from their files when first asked, the least used let go."""

import ctypes
import gc
import os
import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.bots.flow.training import is_long
from app.bots.understanding.embedding import embedders
from app.bots.understanding.model import Model
from app.bots.understanding.training import Progress, train

HELD = 64 * 2**20
"""Bytes of files whose models are held; in memory a model takes about twice as much as its file."""
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)


class Models:
    """The models of an installation by their files."""

    def __init__(self) -> None:
        """Begin with none."""
        self._held: OrderedDict[Path, tuple[Model, int]] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = {is_long: threading.Lock() for is_long in (False, True)}

    def turn(self, data: Mapping[str, Any]) -> threading.Lock:
        """Return what is held while a model is trained on data: one long and one short training go on at once.

        Two long ones would need twice the memory and take as long.
        """
        return self._turns[is_long(data)]

    def read(self, path: Path, texts: list[str], sensitivity: str) -> list[dict[str, Any]]:
        """Return what texts mean by a model; raises OSError where there is no such file."""
        return self._model(path).read(texts, embedders(), sensitivity)

    def _model(self, path: Path) -> Model:
        """The model of a file."""
        with self._lock:
            if path in self._held:
                self._held.move_to_end(path)
                return self._held[path][0]
        data = path.read_bytes()
        # Files that nobody reads any more are removed by their age.
        os.utime(path)
        model = Model.from_bytes(data)
        with self._lock:
            self._held[path] = model, len(data)
            while len(self._held) > 1 and sum(size for _, size in self._held.values()) > HELD:
                self._held.popitem(last=False)
        return model

    def train(self, data: dict[str, Any], before: bytes, report_progress: Progress) -> tuple[dict[str, Any], bytes]:
        """Train a model; return its figures and the model as it is kept. `before` is the one it replaces, or empty."""
        try:
            old = Model.from_bytes(before) if before else None
        except ValueError:
            old = None
        try:
            return _train_fresh(data, report_progress, old)
        finally:
            old = None
            _tidy()


def _train_fresh(data: dict[str, Any], report_progress: Progress, old: Model | None) -> tuple[dict[str, Any], bytes]:
    """The figures and the bytes of a new model, of which nothing else is left."""
    trained = train(data, embedders(), report_progress, old)
    return trained.figures, trained.model.to_bytes()


def _tidy() -> None:
    """Give back to the system what training has needed."""
    gc.collect()
    if _trim is not None:
        _trim(0)
