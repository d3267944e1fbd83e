"""Render workers killed again and again while pages are read: every page comes, and whole."""

import time
from pathlib import Path

from tests.faults.installation import Answer, Load, running

ANONYMOUS = "/pages/faq"
GOOD = ("rendered", "fallback", "kept", "early")
KILLS, EVERY = 8, 2.5
PATHS = ("/reports/dashboard", "/admin/bots", "/", "/pages/faq", "/reports/conversations")


def judged(answer: Answer) -> str:
    """What a page is: rendered, without its renderer but marked so, begun early and left to the browser, or broken."""
    if answer.status != 200 or not answer.body.rstrip().endswith(b"</html>") or b"__STATE__" not in answer.body:
        return f"broken: {answer.status}"
    if "x-ssr" in answer.headers:
        return answer.headers["x-ssr"]
    return "rendered" if b"<h1" in answer.body else "early"


def test_no_page_fails_while_render_workers_are_killed(folder: Path) -> None:
    with running(folder, SSR_WORKERS="2") as site:
        cookie = site.sign_in()

        def read(number: int) -> str:
            path = PATHS[number % len(PATHS)]
            found = judged(site.page(path, "" if path == ANONYMOUS else cookie))
            return found if found in GOOD else f"{path} is {found}"

        with Load(read, 5, 0.02) as load:
            for round_ in range(KILLS):
                for which in range(1 + round_ % 2):
                    site.kill("renderer", which)
                time.sleep(EVERY)
        seen = load.count()
        assert not [what for what in seen if what not in GOOD], seen
        assert seen["rendered"] > 50, seen
        assert seen["fallback"] > 0, seen
        site.until(lambda: site.ask("/readyz").json["checks"]["renderer"]["ok"], "the renderers are back")
        site.until(lambda: judged(site.page("/reports/dashboard", cookie)) == "rendered", "and render")
