"""Pages a second, first bytes and sizes."""

import http.client
import json
import re
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import brotli
import psutil

from tests.bench.figures import Figure, amount, at_least, at_most, beside, output
from tests.bench.installation import BIN, ROOT, Installation, bare_server, installation
from tests.faults.installation import MARKS

SECONDS, CONNECTIONS, ROUNDS = amount(2, 0.3), amount(16, 4), amount(5, 1)
SCRIPT_KB = 115
DASHBOARD = "/reports/dashboard"
LEAST_LINKS = 10
"""How many of the dashboard's figures lead to their conversations at least, where there are any."""
BUILD = ROOT / "app" / "static" / "build"


def load(**request: Any) -> dict[str, Any]:
    """What `load.mjs` measures of one request repeated."""
    words = json.dumps({"connections": CONNECTIONS, "seconds": SECONDS} | request)
    command = [str(BIN / "node"), str(Path(__file__).with_name("load.mjs")), words]
    result: dict[str, Any] = json.loads(output(command))
    if set(result["statuses"]) != {"200"}:
        raise SystemExit(f"{request.get('path')}: {result['statuses']}")
    return result


def fetch(
    site: Installation, path: str, cookie: str = "", body: str | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    """One request as a browser's navigation."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    headers = {"Accept": "text/html,*/*;q=0.8", "Cookie": cookie}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request("POST" if body is not None else "GET", path, body, headers)
    answer = connection.getresponse()
    return answer, answer.read()


def cookies(answer: http.client.HTTPResponse) -> dict[str, str]:
    """The cookies an answer sets."""
    pairs = [value.partition(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    return dict(pair.split("=", 1) for pair in pairs)


def sign_in(site: Installation) -> str:
    """The Cookie header of the demonstration's administrator, signed in by the form."""
    answer, page = fetch(site, "/pages/login-v1")
    jar = cookies(answer)
    token = re.search(rb'name="csrf" value="([0-9a-f]+)"', page)
    assert token is not None
    form = {"csrf": token[1].decode(), "email": "admin@demo.com", "password": "admin", "next": "/", "keep": "true"}
    query = urlencode({"call": "/api/v1/session", "method": "POST", "page": "/pages/login-v1"})
    header = "; ".join(f"{k}={v}" for k, v in jar.items())
    answer, _page = fetch(site, f"/submit?{query}", header, urlencode(form))
    jar |= cookies(answer)
    return "; ".join(f"{k}={v}" for k, v in jar.items())


class Worker(http.client.HTTPConnection):
    """A connection to the installation's render worker."""

    def __init__(self, site: Installation) -> None:
        super().__init__("localhost", timeout=30)
        self._path = str(site.folder / "ssr.sock")

    def connect(self) -> None:
        """Connect over its socket."""
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)


def render_request(site: Installation, cookie: str, url: str = DASHBOARD) -> str:
    """The worker's request for a page with the answers to all that the worker says it needs."""
    _answer, page = fetch(site, url, cookie)
    state = json.loads(re.search(rb'id="__STATE__">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    build = json.loads((BUILD / "pages.json").read_text())["build"]
    session = state["session"] | {"csrf": "%%csrf%%"}
    answers: dict[str, Any] = {}
    while True:
        body = json.dumps({"build": build, "url": url, "session": session, "answers": answers})
        worker = Worker(site)
        worker.request("POST", "/render", body, {"Content-Type": "application/json"})
        document = json.loads(worker.getresponse().read())
        if "needs" not in document:
            if document["page"]["status"] != 200:
                raise SystemExit(f"{url} is answered by {document['page']['status']}")
            return body
        for need in document["needs"]:
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
            connection.request("GET", need, headers={"Accept": "application/json", "Cookie": cookie})
            answer = connection.getresponse()
            answers[need] = {"status": answer.status, "body": json.loads(answer.read())}


def require_conversations(site: Installation, cookie: str) -> None:
    """Refuse to measure a dashboard that has nothing to show."""
    count = len(re.findall(rb'href="/reports/conversations\?', fetch(site, DASHBOARD, cookie)[1]))
    if count < LEAST_LINKS:
        raise SystemExit(f"the dashboard has {count} links to conversations: there is no data on it")


def render_loop(site: Installation, body: str) -> float:
    """Dashboards a second by `renderToString` alone."""
    command = [str(BIN / "node"), str(Path(__file__).with_name("loop.mjs")), str(site.folder / "loop.mjs")]
    return float(output(command, stdin=body))


def processor(site: Installation) -> dict[str, float]:
    """Seconds of processor that the installation's web processes and renderers have taken so far."""
    kinds = {MARKS["renderer"]: "renderer", MARKS["web"]: "web"}
    taken = dict.fromkeys(kinds.values(), 0.0)
    for process in psutil.Process(site.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            kind = next((kind for sign, kind in kinds.items() if sign in " ".join(process.cmdline())), None)
            if kind is not None:
                taken[kind] += process.cpu_times().user + process.cpu_times().system
    return taken


def processor_ms(site: Installation, **request: Any) -> dict[str, float]:
    """Milliseconds of processor that one request takes of the web process and of the renderer: medians of rounds."""
    rounds = []
    for _ in range(ROUNDS):
        before, report = processor(site), load(**request)
        after, count = processor(site), sum(report["statuses"].values())
        rounds.append({kind: 1000 * (after[kind] - before[kind]) / count for kind in after})
    return {kind: median(times[kind] for times in rounds) for kind in rounds[0]}


def in_turn(*measures: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """Each measure's median over rounds in which all take their turn: a machine's moods meet them alike."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    names = ("per_second", "ttfb_p50", "ttfb_p99")
    return [{name: median(row[name] for row in column) for name in names} for column in zip(*rounds, strict=True)]


def pages(site: Installation) -> list[Figure]:
    """Pages a second against the bare render server, first bytes, and sizes against their budgets."""
    cookie = sign_in(site)
    require_conversations(site, cookie)
    headers = {"Accept": "text/html", "Cookie": cookie, "Accept-Encoding": "gzip, deflate, br, zstd"}
    body = render_request(site, cookie)
    as_json = {"Content-Type": "application/json", "Content-Length": str(len(body.encode()))}
    request = {"socketPath": str(site.folder / "ssr.sock"), "path": "/render", "method": "POST", "body": body}
    loop = render_loop(site, body)
    bare, ours = in_turn(
        lambda: load(**request, headers=as_json),
        lambda: load(port=site.port, path="/reports/dashboard", headers=headers),
    )
    alone = processor_ms(site, **request, headers=as_json)
    page = processor_ms(site, port=site.port, path="/reports/dashboard", headers=headers)
    with bare_server(site, 6_000) as port:
        string, public = in_turn(
            lambda: load(port=port, path="/", headers={"Accept": "text/html"}),
            lambda: load(
                port=site.port, path="/pages/faq", headers={k: v for k, v in headers.items() if k != "Cookie"}
            ),
        )
    _answer, sign = fetch(site, "/pages/login-v1")
    _answer, board = fetch(site, "/reports/dashboard", cookie)
    visible, _mark, state = board.partition(b'<script type="application/json"')
    signs = sign.partition(b'<script type="application/json"')[0]
    ratio, share = ours["per_second"] / bare["per_second"], public["per_second"] / string["per_second"]
    return [
        beside("bare render server, dashboards/s", bare["per_second"]),
        beside("renderToString in a loop, dashboards/s", loop),
        beside("dashboard, pages/s", ours["per_second"]),
        at_least("dashboard against the bare render server", ratio, 0.8),
        at_most("dashboard, first byte p50 ms at c = 16", ours["ttfb_p50"], 30),
        beside("bare render server, processor ms a dashboard", alone["renderer"]),
        beside("dashboard, processor ms of the renderer", page["renderer"]),
        beside("dashboard, processor ms of the web process", page["web"]),
        at_most("dashboard's processor against the bare server's", sum(page.values()) / alone["renderer"], 1.8),
        beside("a string of the same size from the bare web server, /s", string["per_second"]),
        beside("cached public page against it", share),
        at_least("cached public page, pages/s", public["per_second"], 1_500),
        _size("sign-in document to the last visible byte, KB br", signs, 4),
        _size("dashboard document to the last visible byte, KB br", visible, 14),
        _size("dashboard state after it, KB br", state, 6),
        at_most("signed-in JavaScript with the dashboard, KB br", scripts("dashboard"), SCRIPT_KB),
    ]


def _size(name: str, part: bytes, budget: float) -> Figure:
    """The brotli size of a part of a document."""
    size = len(brotli.compress(part, quality=11)) / 1024
    return at_most(name, size, budget)


def compressed(names: Iterable[str]) -> float:
    """KB of built files as they travel."""
    return sum((BUILD / f"{Path(name).name}.br").stat().st_size for name in names) / 1024


def scripts(name: str) -> float:
    """KB of the scripts that a signed-in reader's first load of a page takes."""
    table = json.loads((BUILD / "pages.json").read_text())
    page = next(p for p in table["pages"] if p["name"] == name)
    return compressed({table["entry"], *page["modules"], *page.get("messages", {}).get("en", [])})


def measure() -> list[Figure]:
    """Measure on an installation of its own."""
    with installation() as site:
        return pages(site)
