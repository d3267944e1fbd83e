"""The process that holds the models: asked over a socket of the installation, by a thread for each who asks."""

import os
import signal
import socket
import socketserver
import sys
import threading
import time
from pathlib import Path
from typing import Any

import structlog

from app.bots.understanding import frames

log = structlog.get_logger(__name__)
SWITCH_SECONDS = 0.0005
"""How long one thread computes while others wait: who asks must not wait for training."""
PROGRESS_EVERY = 0.2
HEALTHY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Listens at once and loads the engines meanwhile, so that a probe sees it alive."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, path: str, folder: Path) -> None:
        """Listen at a path and read models of a folder."""
        Path(path).unlink(missing_ok=True)
        os.umask(0o077)
        super().__init__(path, Connection)
        self.folder, self._loading = folder, threading.Lock()
        self._models: Any = None

    @property
    def models(self) -> Any:
        """The models, their engines being loaded by the first who needs them."""
        with self._loading:
            if self._models is None:
                from app.bots.understanding.answering import Models
                from app.bots.understanding.embedding import embedders

                self._models = Models()
                log.info("understanding_ready", engines=["tfidf", *embedders()])
        return self._models

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Write down what went wrong with one who asked."""
        log.exception("understanding_failed")


class Connection(socketserver.BaseRequestHandler):
    """One connection: questions until the other side has no more."""

    server: Server

    def handle(self) -> None:
        """Answer, one question after the other."""
        if self.request.recv(4, socket.MSG_PEEK) == b"GET ":
            self.request.sendall(HEALTHY)
            return
        while True:
            try:
                request, data = frames.receive(self.request)
            except (OSError, ValueError):
                return
            try:
                _OPERATIONS[request["op"]](self, request, data)
            except (BrokenPipeError, ConnectionResetError):
                return
            except FileNotFoundError:
                frames.send(self.request, {"error": "no_model"})
            except Exception as error:
                log.exception("understanding_failed", op=request.get("op"))
                frames.send(self.request, {"error": f"{type(error).__name__}: {error}"[:300]})

    def read(self, request: dict[str, Any], _data: bytes) -> None:
        """Say what texts mean."""
        path = self.server.folder / Path(request["model"]).name
        frames.send(self.request, {"items": self.server.models.read(path, request["texts"], request["sensitivity"])})

    def embed(self, request: dict[str, Any], _data: bytes) -> None:
        """Answer texts as vectors."""
        from app.bots.understanding.embedding import embed_texts

        result = embed_texts(request["texts"], request["kind"])
        engine, vectors = result if result is not None else ("", None)
        frames.send(self.request, {"engine": engine}, vectors.tobytes() if vectors is not None else b"")

    def train(self, request: dict[str, Any], data: bytes) -> None:
        """Train, saying how far it is; stops where nobody listens any more."""
        models, last = self.server.models, 0.0

        def report_progress(progress: float) -> None:
            nonlocal last
            if time.monotonic() - last >= PROGRESS_EVERY:
                last = time.monotonic()
                frames.send(self.request, {"progress": round(progress, 3)})

        turn = models.turn(request["data"])
        while not turn.acquire(timeout=1):
            report_progress(0.0)
        try:
            figures, content = models.train(request["data"], data, report_progress)
        finally:
            turn.release()
        frames.send(self.request, {"figures": figures}, content)


_OPERATIONS = {"read": Connection.read, "train": Connection.train, "embed": Connection.embed}


def serve(path: str, folder: Path) -> None:
    """Serve until this process is ended."""
    sys.setswitchinterval(SWITCH_SECONDS)
    # There is nothing to finish: callers see that the process is gone, and a training is begun again.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: os._exit(0))
    with Server(path, folder) as server:
        threading.Thread(target=lambda: server.models, daemon=True).start()
        server.serve_forever()
