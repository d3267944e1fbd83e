"""PostgreSQL restarted, under load and while nobody asks: 503 that says when to come back, never 500."""

import json
import time
from pathlib import Path

from app.core.db.availability import OPEN_SECONDS
from tests import postgres
from tests.faults.installation import Answer, Installation, Load, running

MODES, AWAY = ("immediate", "fast", "immediate"), 1.5
"""A server that is killed breaks connections off; one that is asked to restart ends each with a word."""
READS = ("/api/v1/bots", "/api/v1/reports/dashboard", "/api/v1/conversations?r=all")


def judged(answer: Answer, kind: str) -> str:
    """A good answer, an honest refusal of the right kind, or what else it was."""
    if answer.status < 400:
        return f"good {kind}"
    honest = answer.status == 503 and answer.headers.get("retry-after") == "1"
    if kind == "page":
        honest = honest and answer.body.rstrip().endswith(b"</html>") and b"<h1" in answer.body
    else:
        honest = honest and answer.headers["content-type"].startswith("application/problem+json")
        honest = honest and json.loads(answer.body)["code"] in {"unavailable", "too_slow", "busy"}
    return f"503 {kind}" if honest else f"{kind}: {answer.status} {answer.headers} {answer.body[:300]!r}"


def use(site: Installation, cookie: str, number: int, acknowledged: list[str]) -> str:
    """Read, write and look at pages by turns; names written and acknowledged are noted."""
    turn = number % 4
    if turn == 0:
        name = f"restart {time.monotonic_ns()}"
        answer = site.api("/api/v1/bots", "POST", {"name": name, "group": "sales"})
        if answer.status < 400:
            acknowledged.append(name)
        return judged(answer, "write")
    read = "/reports/dashboard" if turn == 1 else READS[time.monotonic_ns() % 3]
    kind, answer = ("page", site.page(read, cookie)) if turn == 1 else ("read", site.api(read))
    # Reports are made one at a time: while the database is away, more may wait for their turn than are let wait.
    is_whole = kind == "read" or answer.body.rstrip().endswith(b"</html>")
    if answer.status == 429 and "dashboard" in read and "retry-after" in answer.headers and is_whole:
        return f"503 {kind}"
    return judged(answer, kind)


def test_a_restart_under_load_is_503_and_over_with_it(folder: Path, cluster: postgres.Server, prepared: str) -> None:
    with running(folder, DATABASE_URL=prepared) as site:
        cookie = site.sign_in()
        site.page("/reports/dashboard", cookie)
        ready, acknowledged = list[int](), list[str]()
        with Load(lambda n: use(site, cookie, n, acknowledged), 8) as load:
            for mode in MODES:
                time.sleep(1)
                cluster.run("-m", mode, "stop")
                ready.append(site.ask("/readyz", seconds=5).status)
                assert site.ask("/healthz").status == 200
                time.sleep(AWAY)
                cluster.run("start")
                site.until(lambda: site.ask("/readyz").status == 200, "ready again")
                site.until(lambda: site.api("/api/v1/bots").status == 200, "reads are answered again")
        seen = load.count()
        unhandled = [line for line in site.log().splitlines() if "unhandled" in line]
        assert unhandled == []
        allowed = {f"{status} {kind}" for status in ("good", "503") for kind in ("page", "read", "write")}
        assert set(seen) <= allowed, {what: n for what, n in seen.items() if what not in allowed}
        assert {"good page", "good read", "good write", "503 page", "503 read", "503 write"} <= set(seen), seen
        assert ready == [503] * len(MODES)
        stored = site.bots("restart ")
        assert [name for name in acknowledged if stored[name] != 1] == [], "what was acknowledged is there, once"
        # The runner has waited for it, too, instead of falling over.
        assert "name='jobs'" not in site.log()


def test_a_restart_while_nobody_asks_is_not_noticed(folder: Path, cluster: postgres.Server, prepared: str) -> None:
    with running(folder, DATABASE_URL=prepared) as site:
        # Every process and thread has connections lying idle.
        with Load(lambda _n: site.api("/api/v1/bots").status, 12) as load:
            time.sleep(1)
        assert set(load.results) == {200}
        cluster.run("-m", "immediate", "restart")
        # What a thread of our own met while it was away is forgotten by now.
        time.sleep(2 * OPEN_SECONDS)
        assert [site.api("/api/v1/bots").status for _ in range(10)] == [200] * 10
