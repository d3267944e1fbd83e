"""The dashboard's first paint and first figures on a slow link, against the same page rendered by the browser."""

import json
from pathlib import Path

from tests.bench.figures import Figure, amount, at_most, beside, output, skipped
from tests.bench.installation import BIN, Installation, has_chromium, prepared, running
from tests.bench.pages import sign_in

ROUNDS = amount(5, 1)


def measure() -> list[Figure]:
    """In Chromium at 400 kbit/s and 400 ms: with render workers, and without any, where the shell is sent."""
    if not has_chromium():
        return skipped("first paint", "there is no Chromium")
    with prepared() as site:
        with running(site):
            cookie = sign_in(site)
            ours = _paint(site, cookie)
        with running(site, SSR_WORKERS="0"):
            shell = _paint(site, cookie)
    return [
        beside("rendered by the browser: first contentful paint, ms", shell["paint"]),
        beside("rendered by the browser: first figures, ms", shell["figure"]),
        beside("rendered on the server: first contentful paint, ms", ours["paint"]),
        beside("rendered on the server: first figures, ms", ours["figure"]),
        at_most("first figures, server against browser", ours["figure"] / shell["figure"], 0.5),
    ]


def _paint(site: Installation, cookie: str) -> dict[str, float]:
    """Medians of some cold visits."""
    words = {"base": f"http://127.0.0.1:{site.port}", "path": "/reports/dashboard", "cookie": cookie, "times": ROUNDS}
    command = [str(BIN / "node"), str(Path(__file__).with_name("paint.mjs")), json.dumps(words)]
    printed = output(command)
    result: dict[str, float] = json.loads(printed)
    return result
