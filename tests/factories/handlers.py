"""Handlers of bots on loopback: servers of OpenAI's and Rasa's shape, which can be made to fail."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.factories.servers import serve


class PeerRequest(NamedTuple):
    """A request that has come in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    raw: bytes


@dataclass
class Peer:
    """A server: what it has been asked, and what it answers next, (status, body, headers) or seconds of silence."""

    url: str = ""
    text: str = "From the peer."
    requests: list[PeerRequest] = field(default_factory=list)
    next: list[Any] = field(default_factory=list)
    always: Any = None
    """What it answers whenever nothing else is next."""

    def answer(self, path: str) -> tuple[int, Any, dict[str, str]]:
        """The answer of a healthy server of the shape that the path names."""
        if path.endswith("/chat/completions"):
            message = {"role": "assistant", "content": self.text}
            usage = {"prompt_tokens": 212, "completion_tokens": 58, "total_tokens": 270}
            return 200, {"choices": [{"index": 0, "message": message}], "usage": usage}, {}
        if path.endswith("/webhooks/rest/webhook"):
            return 200, [{"recipient_id": "x", "text": self.text}], {}
        return 200, {"text": self.text}, {}


@contextmanager
def peer_running() -> Iterator[Peer]:
    """Run a server on a free port."""
    peer = Peer()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            peer.requests.append(PeerRequest(self.path, headers, orjson.loads(raw), raw))
            reply = peer.next.pop(0) if peer.next else peer.always
            if isinstance(reply, float):
                time.sleep(reply)
                return
            status, body, more = reply or peer.answer(self.path)
            sent = body if isinstance(body, bytes) else orjson.dumps(body)
            self.send_response(status)
            for name, value in (more | {"Content-Length": str(len(sent))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.daemon_threads = True
    peer.url = f"http://127.0.0.1:{server.server_port}"
    with serve(server):
        yield peer


def put_handler(admin: FlaskClient, bot: str, **values: Any) -> TestResponse:
    """Store the handlers of a bot."""
    address = f"/api/v1/bots/{bot}/handler"
    return admin.put(address, json=values, headers={"If-Match": admin.get(address).headers["ETag"]})
