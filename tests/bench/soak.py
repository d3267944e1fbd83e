"""`make soak`: mixed load for an hour, and whether memory stays what it was. SECONDS=… makes it shorter or longer.

Readers open dashboards, lists, conversations and public pages, sign in and out; an administrator pauses and resumes a
bot and imports a file now and then. Memory is read every ten seconds, process by process.
"""

import json
import os
import random
import re
import sys
import tempfile
import threading
import time
from statistics import median
from urllib.parse import urlencode

from tests.bench.figures import Figure, at_most, beside, keep, machine
from tests.bench.installation import Installation, prepared, running
from tests.bench.pages import cookies, fetch, sign_in
from tests.bench.start import FILES, memory

READERS = 4
PAGES = (
    "/", "/reports/dashboard", "/reports/dashboard?r=last_7_days", "/reports/dashboard?grp=sales&cmp=py",
    "/reports/conversations", "/reports/conversations?page=7", "/reports/conversations?q=service",
    "/reports/conversations?ch=whatsapp&sort=-turns", "/admin/bots", "/admin/import", "/pages/faq", "/pages/pricing",
    "/api/v1/metrics", "/api/v1/conversations?per=50", "/pages/nothing-here", "/reports/dashboard?r=nonsense",
)  # fmt: skip
FINE = {200, 301, 303, 304, 400, 401, 404, 429}


class Load:
    """People at work, until asked to stop; counts what was answered."""

    def __init__(self, site: Installation) -> None:
        self.site, self.cookie = site, sign_in(site)
        self.answers: dict[int, int] = {}
        self.stop = threading.Event()
        self._lock = threading.Lock()

    def ask(self, path: str, cookie: str = "", body: str | None = None) -> bytes:
        """One request; anything but an answer that belongs there is counted as what it is."""
        try:
            answer, page = fetch(self.site, path, cookie, body)
            status = answer.status
        except OSError:
            status, page = 0, b""
        with self._lock:
            self.answers[status] = self.answers.get(status, 0) + 1
        return page

    def read(self) -> None:
        """Open pages, some of them signed out."""
        chance = random.Random()
        while not self.stop.is_set():
            path = chance.choice(PAGES)
            page = self.ask(path, self.cookie if chance.random() < 0.8 else "")
            links = re.findall(rb'href="(/reports/conversations/\d+[^"]*)"', page)
            if links:
                self.ask(chance.choice(links).decode().replace("&amp;", "&"), self.cookie)
            time.sleep(chance.random() * 0.2)

    def administer(self) -> None:
        """Pause and resume a bot, import a file, sign in again and out again."""
        turn = 0
        while not self.stop.wait(3):
            turn += 1
            self._form("/api/v1/session/all" if turn % 40 == 0 else "/api/v1/preferences", turn)
            if turn % 10 == 0:
                self._import(turn)

    def _form(self, call: str, turn: int) -> None:
        """Send a form of the kind a page without script sends."""
        page = self.ask("/reports/dashboard", self.cookie)
        token = re.search(rb'name="csrf" value="([0-9a-f]+)"', page)
        if call.endswith("/all") or token is None:
            self.cookie = sign_in(self.site)
            return
        form = {"csrf": token[1].decode(), "skin": ("light", "dark")[turn % 2]}
        query = urlencode({"call": call, "method": "POST", "page": "/reports/dashboard"})
        answer, _page = fetch(self.site, f"/submit?{query}", self.cookie, urlencode(form))
        jar = dict(pair.split("=", 1) for pair in self.cookie.split("; ")) | cookies(answer)
        self.cookie = "; ".join(f"{name}={value}" for name, value in jar.items())

    def _import(self, turn: int) -> None:
        """Take a small file in by the command, as a nightly job would."""
        turns = [{"speaker": "user", "text": "Is it ready?"}, {"speaker": "bot", "text": "Yes."}]
        rows = [{"id": f"soak-{turn}-{n}", "turns": turns} for n in range(200)]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=self.site.folder) as file:
            file.write("\n".join(json.dumps(row) for row in rows))
            file.flush()
            self.site.flask("conversations", "import", file.name, "--workspace", "demo")


def measure(seconds: float) -> list[Figure]:
    """Load for so long; the median of the last tenth against that of the second tenth, when all is warm."""
    with prepared(SSR_WORKERS="2") as site, running(site) as server:
        load, held = Load(site), list[tuple[float, dict[str, float]]]()
        threads = [threading.Thread(target=load.read) for _ in range(READERS)]
        threads.append(threading.Thread(target=load.administer))
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        while (now := time.monotonic() - begun) < seconds:
            held.append((now / seconds, memory(server.pid)))
            time.sleep(min(10, seconds / 60))
        load.stop.set()
        for thread in threads:
            thread.join()
    kinds = sorted(held[-1][1])

    def at(first: float, last: float, kind: str) -> float:
        return median(parts.get(kind, 0) for share, parts in held if first <= share <= last)

    early = {kind: at(0.1, 0.2, kind) for kind in kinds}
    late = {kind: at(0.9, 1.0, kind) for kind in kinds}
    # The database's file is mapped and grows with what is imported, which is no memory that anything holds.
    own_kinds = [kind for kind in kinds if kind != FILES]
    tenths = [sum(at(n / 10, (n + 1) / 10, kind) for kind in own_kinds) for n in range(10)]
    requests, wrong = sum(load.answers.values()), sum(n for status, n in load.answers.items() if status not in FINE)
    growth = 100 * (sum(late[kind] for kind in own_kinds) / sum(early[kind] for kind in own_kinds) - 1)
    return [
        beside("soak, seconds", seconds),
        beside("soak, requests answered", requests),
        *(beside(f"soak, answers of status {status}", count) for status, count in sorted(load.answers.items())),
        at_most("soak, answers that should not be", wrong, 0),
        *(beside(f"soak, {kind}: MB early", early[kind]) for kind in kinds),
        *(beside(f"soak, {kind}: MB late", late[kind]) for kind in kinds),
        # Memory that grows until it is full of what is kept is no leak: one sees it stop.
        *(beside(f"soak, MB in tenth {n}", mb) for n, mb in enumerate(tenths, start=1)),
        at_most("soak, growth of memory, %", growth, 5),
    ]


if __name__ == "__main__":
    on = machine()
    sys.stdout.write(f"kept in {keep(measure(float(os.environ.get('SECONDS', '3600'))), on).name}\n")
