"""PostgreSQL restarted, under load and while nobody asks: 503 that says when to come back, never 500."""

import json
import time
from pathlib import Path

from app.outages import OPEN_SECONDS
from tests import postgres
from tests.faults.installation import Answer, Installation, Load, running

RESTARTS, AWAY = 3, 1.5
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


def use(site: Installation, cookie: str, number: int) -> str:
    """Read, write and look at pages by turns."""
    turn = number % 4
    if turn == 0:
        name = {"name": f"restart {time.monotonic_ns()}", "group": "sales"}
        return judged(site.api("/api/v1/bots", "POST", name), "write")
    if turn == 1:
        return judged(site.page("/reports/dashboard", cookie), "page")
    return judged(site.api(READS[time.monotonic_ns() % 3]), "read")


def test_a_restart_under_load_is_503_and_over_with_it(folder: Path, cluster: postgres.Server, prepared: str) -> None:
    with running(folder, DATABASE_URL=prepared) as site:
        cookie = site.sign_in()
        site.page("/reports/dashboard", cookie)
        ready = list[int]()
        with Load(lambda n: use(site, cookie, n), 8) as load:
            for _ in range(RESTARTS):
                time.sleep(1)
                cluster.run("-m", "immediate", "stop")
                ready.append(site.ask("/readyz", seconds=5).status)
                assert site.ask("/healthz").status == 200
                time.sleep(AWAY)
                cluster.run("start")
                site.until(lambda: site.ask("/readyz").status == 200, "ready again")
                site.until(lambda: site.api("/api/v1/bots").status == 200, "reads are answered again")
        seen = load.count()
        allowed = {f"{status} {kind}" for status in ("good", "503") for kind in ("page", "read", "write")}
        assert set(seen) <= allowed, {what: n for what, n in seen.items() if what not in allowed}
        assert {"good page", "good read", "good write", "503 page", "503 read", "503 write"} <= set(seen), seen
        assert ready == [503] * RESTARTS
        assert "unhandled" not in site.log()
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
