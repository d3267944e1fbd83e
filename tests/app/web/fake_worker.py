"""A render worker that does as the test says: renders, hangs, lies, throws or goes away."""

import json
import socket
import threading
import time
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingMixIn, UnixStreamServer
from typing import Any

RenderJob = dict[str, Any]
Answer = tuple[int, Any]


def page(job: RenderJob, html: str, *, status: int = 200, name: str = "") -> Answer:
    """An answer with a page."""
    state = {"session": job["session"], "url": job["url"]}
    rendered_page = {
        "status": status,
        "title": "A page",
        "head": "",
        "html": html,
        "state": state,
        "page": name or "home",
    }
    return 200, {"page": rendered_page}


def sign_in_form(job: RenderJob) -> str:
    """The markup of a sign-in form, as React writes it."""
    form = job.get("form") or {"values": {}, "problem": {}}
    values, problem = form["values"], form["problem"]
    wish = job["url"].partition("next=")[2].replace("%2F", "/").replace("%25", "%")
    errors = "".join(f'<p id="{k}-error">{escape(v[0])}</p>' for k, v in (problem.get("errors") or {}).items())
    return (
        '<form method="post" action="/submit?call=%2Fapi%2Fv1%2Fsession&amp;method=POST&amp;page=%2Fpages%2Flogin-v1">'
        f'<input type="hidden" name="csrf" value="{job["session"]["csrf"]}"/>'
        f'<input type="hidden" name="next" value="{escape(wish)}"/>'
        f'<input type="email" name="email" value="{escape(values.get("email", ""))}"/>'
        '<input type="password" name="password"/>'
        f'</form><p class="return">You will return to: {escape(wish)}</p>'
        f"<p>{escape(problem.get('detail', ''))}</p>{errors}"
    )


def renders(job: RenderJob) -> Answer:
    """What a well-behaved worker answers for the pages of these tests."""
    path, form = job["url"].partition("?")[0], job.get("form")
    status = form["problem"]["status"] if form else 200
    if path == "/pages/login-v1":
        return page(job, sign_in_form(job), status=status, name="sign-in")
    if path == "/pages/faq" and "/faq/data" not in job["answers"]:
        return 200, {"needs": ["/faq/data"]}
    if path == "/pages/faq":
        return page(job, escape(job["answers"]["/faq/data"]["body"]["payment"]["title"]), name="faq")
    if path == "/nowhere":
        return page(job, "<h1>Nothing here</h1>", status=404, name="error")
    typed = escape(json.dumps(form["values"])) if form else ""
    return page(job, f"<h1>{escape(job['url'])}</h1>{typed}", status=status, name="dashboard")


class _Server(ThreadingMixIn, UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections the client gave up are no news here."""


class FakeWorker:
    """The worker on one socket; `behave` is what it does with the next requests."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.requests: list[RenderJob] = []
        self.ids: list[str] = []
        self.behave: Callable[[RenderJob], Answer] = renders
        self.raw: bytes | None = None
        self.delay = 0.0
        self.begins = True
        self.hangs = True
        self._connections: set[socket.socket] = set()
        self._server: _Server | None = None

    def start(self) -> None:
        """Listen."""
        Path(self.path).unlink(missing_ok=True)
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                super().setup()
                fake._connections.add(self.request)

            def do_POST(self) -> None:
                document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.requests.append(document)
                fake.ids.append(self.headers.get("X-Request-ID", ""))
                if fake.begins:
                    self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                time.sleep(fake.delay)
                if fake.raw is not None:
                    self.wfile.write(fake.raw)
                    self.close_connection = True
                    return
                status, body = fake.behave(document)
                text = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def do_GET(self) -> None:
                time.sleep(fake.delay if fake.hangs else 0)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = _Server(self.path, Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Go away as a killed process does: connections break, the socket refuses."""
        if self._server is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server = None
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self._connections.clear()
