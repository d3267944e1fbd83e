"""The head sent early, and pages recognised as unchanged without rendering them."""

import gzip
from collections.abc import Callable

import brotli
import pytest
import zstandard
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from app.core.http.concurrency import REPORTS
from app.core.lru import Recent
from app.reports import service
from app.web.site import Site
from tests.app.web.conftest import state_of
from tests.app.web.fake_worker import FakeWorker, page
from tests.factories.turns import use_up_turns

Browser = Callable[[str], FlaskClient]
URL = "/reports/dashboard"


def test_the_head_is_out_before_the_page_is_rendered(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    whole = browser.get(URL)
    assert len(fake.requests) == 1
    gate: list[str] = []

    def render(job: dict[str, object]) -> tuple[int, object]:
        gate.append("rendering")
        return page(job, "<h1>late</h1>", name="dashboard")

    fake.behave = render
    first: list[str] = []
    cookie = "; ".join(f"{c.key}={c.value}" for c in browser._cookies.values())
    environ = EnvironBuilder(path=URL, headers={"Accept": "text/html", "Cookie": cookie}).get_environ()
    body, status, headers = run_wsgi_app(browser.application.wsgi_app, environ)
    rest = []
    for piece in body:
        if not first:
            first.append(piece.decode())
            assert not gate, "the head waited for the renderer"
        else:
            rest.append(piece.decode())
    assert status.startswith("200") and headers["Content-Security-Policy"] == whole.headers["Content-Security-Policy"]
    assert "<style>" in first[0] and "modulepreload" in first[0] and "<title>" not in first[0]
    assert "<h1>late</h1>" in "".join(rest)
    assert state_of("".join(rest))["session"]["user"]["role"] == "admin"


def unpacked(data: bytes) -> bytes:
    """What was packed by zstd, whose frames do not say how long they are."""
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


@pytest.mark.parametrize("encoding", ["", "zstd", "br", "gzip"])
def test_both_ways_make_the_same_document(signed_in: Browser, encoding: str) -> None:
    browser = signed_in("admin")
    read = {"": bytes, "zstd": unpacked, "br": brotli.decompress, "gzip": gzip.decompress}[encoding]
    at_once, in_pieces = (read(browser.get(URL, headers={"Accept-Encoding": encoding}).data).decode() for _ in "12")
    masked = [text.replace(state_of(text)["session"]["csrf"], "") for text in (at_once, in_pieces)]
    moments = [text.replace(state_of(text)["session"]["now"], "") for text in masked]
    moments = [text.replace(state_of(text)["session"]["request"], "") for text in moments]
    assert moments[0] == moments[1]


def test_an_unchanged_page_is_not_rendered_again(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    tag = browser.get(URL).headers["ETag"]
    again = browser.get(URL, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"], len(fake.requests)) == (304, b"", tag, 1)
    other = signed_in("admin").get(URL, headers={"If-None-Match": tag})
    assert (other.status_code, len(fake.requests)) == (200, 2)


def test_a_head_request_renders_nothing(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    whole = browser.get(URL)
    head = browser.head(URL)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", whole.headers["ETag"])
    assert len(fake.requests) == 1


def test_needs_are_answered_before_they_are_asked(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    need = "/api/v1/me"

    def render(job: dict[str, dict[str, dict[str, dict[str, str]]]]) -> tuple[int, object]:
        if need not in job["answers"]:
            return 200, {"needs": [need]}
        return page(job, str(job["answers"][need]["status"]), name="dashboard")

    fake.behave = render
    browser.get(URL)
    assert len(fake.requests) == 2
    assert '<div id="root">' in browser.get(URL).text
    assert len(fake.requests) == 3
    assert need in fake.requests[2]["answers"]


def test_nothing_goes_out_early_when_an_answer_is_bad(signed_in: Browser, site: Site, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    user_id = browser.get("/api/v1/me").json["user"]["id"]
    missing = "/api/v1/conversations/99"

    def render(job: dict[str, dict[str, dict[str, int]]]) -> tuple[int, object]:
        if missing not in job["answers"]:
            return 200, {"needs": [missing]}
        return page(job, "gone", status=job["answers"][missing]["status"], name="error")

    fake.behave = render
    assert browser.get(URL).status_code == 404
    assert browser.get(URL).status_code == 404
    site.memory.learn((site.table.build, URL, int(user_id)), (missing,), "tag")
    assert browser.get(URL).status_code == 404
    assert len(fake.requests) == 2 + 2 + 1


def test_a_page_that_is_refused_says_when_to_come_again(
    signed_in: Browser, fake: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = "/api/v1/reports/dashboard"

    def render(job: dict[str, dict[str, dict[str, int]]]) -> tuple[int, object]:
        if report not in job["answers"]:
            return 200, {"needs": [report]}
        return page(job, "busy", status=job["answers"][report]["status"], name="error")

    fake.behave = render
    browser = signed_in("admin")
    monkeypatch.setattr(service, "_bodies", Recent(1))
    with use_up_turns(REPORTS):
        refused = browser.get(URL)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    answer = browser.get(URL)
    assert answer.status_code == 200 and "Retry-After" not in answer.headers


def test_a_renderer_that_fails_after_the_head_leaves_the_page_to_the_browser(
    signed_in: Browser, fake: FakeWorker
) -> None:
    browser = signed_in("admin")
    browser.get(URL)
    fake.behave = lambda _: (500, {"error": {"name": "Error"}})
    broken = browser.get(URL)
    assert broken.status_code == 200
    assert '<div id="root"></div>' in broken.text
    assert set(state_of(broken.text)) == {"session"}
    assert broken.text.count("<head>") == broken.text.count("</html>") == 1
    fake.behave = lambda _: (409, {"error": {}})
    browser.get(URL)
    settled = browser.get(URL)
    assert settled.headers["X-SSR"] == "fallback"


def test_a_copy_that_was_never_finished_is_not_called_unchanged(
    signed_in: Browser, site: Site, fake: FakeWorker
) -> None:
    browser, good = signed_in("admin"), fake.behave
    browser.get(URL)
    site.memory._finished = Recent(10)
    fake.behave = lambda _: (500, {"error": {"name": "Error"}})
    tag = browser.get(URL).headers["ETag"]
    assert browser.get(URL, headers={"If-None-Match": tag}).status_code == 200
    fake.behave = good
    assert [browser.get(URL, headers={"If-None-Match": tag}).status_code for _ in "12"] == [200, 304]
