"""Many slow clients, half with their headers and half with their bodies: everybody else is answered."""

from pathlib import Path

from tests.endurance import repetitions
from tests.factories.loads import SLOW_CLIENTS, connect_slow_clients
from tests.faults.installation import Load, running

READS = repetitions(20, 60)


def test_slow_clients_keep_nobody_waiting(folder: Path) -> None:
    with running(folder) as site:
        cookie = site.sign_in()
        with connect_slow_clients(site) as held:
            assert len(held) == SLOW_CLIENTS
            with Load(lambda n: site.api("/api/v1/bots", seconds=5).status, 3) as reads:
                with Load(lambda n: site.page("/reports/dashboard", cookie).status, 1) as pages:
                    site.until(lambda: len(reads.results) > READS and len(pages.results) > 2, "others are answered")
            assert set(reads.results) == {200}, reads.count()
            assert set(pages.results) == {200}, pages.count()
        # Those that never brought their headers have been cut off, and cost nothing any more.
        site.until(lambda: site.ask("/healthz").status == 200, "answers as before")
