"""Render workers killed again and again while pages are read: every page comes, and whole."""

import time
from pathlib import Path
from urllib.parse import urlencode

from tests.endurance import repetitions
from tests.faults.installation import Answer, Load, running

ANONYMOUS = "/pages/faq"
GOOD = ("rendered", "fallback", "kept", "early")
KILLS, READ = repetitions(2, 8), 20
PROBED = 10
"""Seconds in which a renderer that hangs is noticed."""
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
            verdict = judged(site.page(path, "" if path == ANONYMOUS else cookie))
            return verdict if verdict in GOOD else f"{path} is {verdict}"

        with Load(read, 5, 0.02) as load:
            for round_ in range(KILLS):
                before = load.count()
                for which in range(1 + round_ % 2):
                    site.kill("renderer", which)
                site.until(lambda before=before: (load.count() - before)["rendered"] > READ, "pages are rendered again")
        seen = load.count()
        assert not [what for what in seen if what not in GOOD], seen
        assert seen["fallback"] > 0, seen
        site.until(lambda: site.ask("/readyz").json["checks"]["renderer"]["ok"], "the renderers are back")
        site.until(lambda: judged(site.page("/reports/dashboard", cookie)) == "rendered", "and render")


HANG = """
const real = URLSearchParams.prototype.getAll;
URLSearchParams.prototype.getAll = function (key) {
  const found = real.call(this, key);
  while (found.includes("hang")) { /* for ever, as an expression that backtracks does */ }
  return found;
};
"""
HANGS = "/reports/conversations?q=hang"


def test_a_page_that_hangs_takes_no_other_with_it(folder: Path) -> None:
    (folder / "hang.mjs").write_text(HANG)
    # A long deadline: this is about who has to wait for whom, not about how busy the machine is.
    settings = {"SSR_WORKERS": "2", "WEB_CONCURRENCY": "1", "SSR_TIMEOUT_MS": "4000"}
    with running(folder, NODE_OPTIONS=f"--import={folder / 'hang.mjs'}", **settings) as site:
        cookie, colleague = site.sign_in(), site.sign_in()
        before = {child.pid for child in site.processes("renderer")}

        def read(number: int) -> str:
            path = PATHS[number]
            return judged(site.page(path, "" if path == ANONYMOUS else colleague))

        assert {read(number) for number in range(len(PATHS))} <= set(GOOD)
        with Load(read, 3, 0.05) as load:
            assert judged(site.page(HANGS, cookie)) == "fallback"
            site.until(lambda: before - {child.pid for child in site.processes("renderer")} != set(), "it is replaced")
        lines = [line for line in site.log().splitlines() if "renderer_" in line or "process_" in line]
        assert set(load.results) <= {"rendered", "early"}, (load.count(), lines)
        left = {child.pid for child in site.processes("renderer")}
        for _ in range(10):
            assert judged(site.page(HANGS, cookie)) == "fallback"
        assert {read(number) for number in range(len(PATHS))} <= {"rendered", "early"}
        time.sleep(PROBED)
        assert {child.pid for child in site.processes("renderer")} >= left, "it has held no second one"


def test_the_zone_of_a_page_holds_no_worker(folder: Path) -> None:
    # A zone that holds a worker does so for ever; a machine that does much else is only late.
    with running(folder, SSR_WORKERS="1", SSR_TIMEOUT_MS="4000") as site:
        cookie = site.sign_in()
        for zone in ("a" + "-" * 60 + "!", "a" + "/a" * 30 + "!", "a" * 5000, "+" * 60, "A" * 64 + "!"):
            answer = site.page(f"/reports/dashboard?{urlencode({'tz': zone})}", cookie)
            assert (answer.status, judged_body(answer)) == (400, "rendered"), zone
            assert judged(site.page("/", cookie)) == "rendered"


def judged_body(answer: Answer) -> str:
    """Whether a page came from the worker, whatever its status."""
    return answer.headers.get("x-ssr", "rendered" if b"<h1" in answer.body else "early")
