"""Who asks the process that holds the models, or has them in this one where that is configured."""

import socket
import threading
import time
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import structlog

from app.bots.understanding import frames
from app.config import Settings
from app.core.lru import Recent

log = structlog.get_logger(__name__)
SECONDS, EACH = 1.0, 0.05
"""How long a text may take to be read, and each further one; then the bot goes on without."""
FAILURES, REST = 3, 2.0
"""Failures in a row after which nobody asks for some seconds."""
SLOW = 1024
"""Models whose slowness is remembered."""
IDLE = 16
PATIENCE = 20.0
"""How long training waits for the process to be there."""
SILENCE = 20.0
"""How long an answer that has begun may take to come whole; other questions than texts have three times as long."""
QUIET = 5.0
"""How long training may say nothing before its job hears that it goes on."""
Item = dict[str, Any]


class Unavailable(Exception):
    """The process that holds the models is not there, or does not answer in time."""


class TrainingRefused(Exception):
    """A model cannot be trained on this."""


class Understanding(Protocol):
    """Reads texts by models kept in files, and trains new ones."""

    def read(self, model: str, texts: list[str], sensitivity: str) -> list[Item] | None:
        """Return what texts mean, None where that cannot be known now."""

    def embed(self, texts: list[str], kind: str) -> tuple[str, Any] | None:
        """Return the name of an engine and a row of numbers for each text; None where that cannot be had now."""

    def train(self, data: dict[str, Any], before: bytes, report_progress: Any) -> tuple[dict[str, Any], bytes]:
        """Return the figures and the bytes of a new model; `report_progress` may raise to stop."""


class Process:
    """The process of the installation, over its socket."""

    def __init__(self, path: str) -> None:
        """Name the socket; nothing is opened yet."""
        self.path = path
        self._idle: deque[socket.socket] = deque(maxlen=IDLE)
        self._failures, self._rests_until, self._lock = 0, 0.0, threading.Lock()
        self._slow: Recent[str, tuple[int, float]] = Recent(SLOW)
        """Models that did not answer in time: how often in a row, and until when nobody asks for them."""

    def read(self, model: str, texts: list[str], sensitivity: str) -> list[Item] | None:
        """Ask for a short while; after some failures in a row, not at all for some seconds.

        A model that is too slow rests alone: those of other bots are asked on.
        """
        late, until = self._slow.get(model) or (0, 0.0)
        with self._lock:
            if time.monotonic() < max(self._rests_until, until):
                return None
        try:
            request = {"op": "read", "model": model, "texts": texts, "sensitivity": sensitivity}
            answer, _ = self._ask(request, SECONDS + EACH * (len(texts) - 1))
        except TimeoutError:
            rests = time.monotonic() + REST if late + 1 >= FAILURES else 0.0
            self._slow.put(model, (late + 1, rests))
            log.warning("understanding_slow", model=model, times=late + 1)
            return None
        except (OSError, ValueError) as error:
            self._count_failure(error)
            return None
        self._failures = 0
        if late:
            self._slow.put(model, (0, 0.0))
        if "error" in answer:
            log.warning("understanding_refused", model=model, error=answer["error"])
            return None
        return list(answer["items"])

    def embed(self, texts: list[str], kind: str) -> tuple[str, Any] | None:
        """Ask for vectors; a question waits for a short while, passages of a document as long as they may take."""
        import numpy as np

        with self._lock:
            if time.monotonic() < self._rests_until and kind == "query":
                return None
        seconds = SECONDS + EACH * (len(texts) - 1) if kind == "query" else SILENCE * 3
        try:
            answer, data = self._ask({"op": "embed", "texts": texts, "kind": kind}, seconds)
        except TimeoutError:
            log.warning("embedding_slow", texts=len(texts))
            return None
        except (OSError, ValueError) as error:
            self._count_failure(error)
            return None
        if not answer.get("engine"):
            return None
        return answer["engine"], np.frombuffer(data, np.float32).reshape(len(texts), -1)

    def _ask(self, request: dict[str, Any], seconds: float) -> tuple[dict[str, Any], bytes]:
        """Ask over a kept connection, or over a new one where the other side has closed that."""
        while True:
            try:
                is_reused, link = True, self._idle.pop()
            except IndexError:
                is_reused, link = False, self._connect(seconds)
            try:
                link.settimeout(seconds)
                frames.send(link, request)
                answer = frames.receive(link)
            except (frames.ConnectionBroken, BrokenPipeError, ConnectionResetError):
                link.close()
                if is_reused:
                    continue
                raise
            except BaseException:
                link.close()
                raise
            self._idle.append(link)
            return answer

    def _connect(self, seconds: float) -> socket.socket:
        """A new connection."""
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(seconds)
        try:
            link.connect(self.path)
        except OSError:
            link.close()
            raise
        return link

    def _count_failure(self, error: Exception) -> None:
        """Count a failure; the first of a row is written down."""
        with self._lock:
            self._failures += 1
            if self._failures == 1:
                log.warning("understanding_unavailable", error=f"{type(error).__name__}: {error}"[:200])
            if self._failures >= FAILURES:
                self._rests_until = time.monotonic() + REST

    def train(self, data: dict[str, Any], before: bytes, report_progress: Any) -> tuple[dict[str, Any], bytes]:
        """Have a model trained; raises Unavailable where the process is not there or ends meanwhile."""
        with self._patiently(report_progress) as link:
            try:
                frames.send(link, {"op": "train", "data": data}, before)
                return self._follow_training(link, report_progress)
            except (OSError, ValueError) as error:
                raise Unavailable("Understanding stopped during training.") from error

    def _patiently(self, report_progress: Any) -> socket.socket:
        """A connection, waited for."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._connect(QUIET)
            except OSError as error:
                if time.monotonic() > until:
                    raise Unavailable("Understanding is not running.") from error
            report_progress(0.0)
            time.sleep(0.25)

    def _follow_training(self, link: socket.socket, report_progress: Any) -> tuple[dict[str, Any], bytes]:
        """Hear how far it is until it is done."""
        progress = 0.0
        while True:
            link.settimeout(QUIET)
            try:
                if not link.recv(1, socket.MSG_PEEK):
                    raise frames.ConnectionBroken("The other side has ended.")
            except TimeoutError:
                report_progress(progress)
                continue
            link.settimeout(SILENCE)
            answer, content = frames.receive(link)
            if "error" in answer:
                raise TrainingRefused(answer["error"])
            if "figures" in answer:
                return answer["figures"], content
            progress = answer["progress"]
            report_progress(progress)


class Inside:
    """The same within this process: for tests, and for commands that run without the others."""

    def __init__(self, folder: Path) -> None:
        """Name the folder of the models' files; nothing is loaded yet."""
        self.folder = folder
        self._models: Any = None

    @property
    def models(self) -> Any:
        """The models, loaded when first asked for."""
        if self._models is None:
            from app.bots.understanding.answering import Models

            self._models = Models()
        return self._models

    def read(self, model: str, texts: list[str], sensitivity: str) -> list[Item] | None:
        """Read texts here."""
        try:
            return list(self.models.read(self.folder / model, texts, sensitivity))
        except FileNotFoundError:
            return None

    def embed(self, texts: list[str], kind: str) -> tuple[str, Any] | None:
        """Embed here."""
        from app.bots.understanding.embedding import embed_texts

        return embed_texts(texts, kind)

    def train(self, data: dict[str, Any], before: bytes, report_progress: Any) -> tuple[dict[str, Any], bytes]:
        """Train here."""
        figures, content = self.models.train(data, before, report_progress)
        return figures, content


@cache
def _client(kind: str, path: str, folder: Path) -> Understanding:
    """One for each place, with its connections."""
    return Inside(folder) if kind == "inside" else Process(path)


def understanding_of(settings: Settings) -> Understanding:
    """Return whom an installation asks."""
    return _client(settings.understanding, settings.understanding_socket, settings.model_files)
