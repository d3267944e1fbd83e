"""The page view: redirects, access, statuses, headers, and what a document may contain."""

import gzip
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import brotli
import pytest
import zstandard
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth import service, tokens
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.web import rendering
from app.web.site import Site
from tests import gate
from tests.app.web.conftest import state_of, token_of
from tests.app.web.fake_worker import Answer, FakeWorker, RenderJob, page
from tests.conftest import add_person
from tests.factories.accounts import HERE

Browser = Callable[[str], FlaskClient]


def test_a_page_is_one_document_with_its_styles_and_state(browser: FlaskClient) -> None:
    answer = browser.get("/pages/login-v1")
    assert answer.status_code == 200
    assert answer.text.startswith('<!doctype html>\n<html lang="en" dir="ltr" data-skin="light">')
    assert "<style>h1{color:#005b78}</style>" in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "style-src 'self' 'sha256-" in policy and "style-src-attr 'unsafe-inline'" in policy
    # Attributes alone: scripts, elements and sheets are named one by one.
    assert policy.count("unsafe") == 1
    assert state_of(answer.text)["session"]["user"] is None
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/reports/sales", "/reports/dashboard?grp=sales"),
        ("/reports/sales/", "/reports/dashboard?grp=sales"),
        ("/reports/sales?page=2", "/reports/dashboard?grp=sales&page=2"),
        ("/dashboard", "/reports/dashboard"),
        ("/dashboard?page=2", "/reports/dashboard?page=2"),
        ("/old/7/thing?page=2", "/things/7?page=2"),
    ],
)
def test_another_address_of_a_page_leads_to_its_own(browser: FlaskClient, path: str, to: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (301, to)


def test_where_a_call_has_another_address_of_a_page_only_browsers_are_led_on(browser: FlaskClient) -> None:
    path = "/faq/data/knowledge_base"
    answer = browser.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer.headers["Location"]) == (301, "/reports/dashboard?page=2")
    assert "Accept" in answer.headers["Vary"]
    result = browser.get(path, headers={"Accept": "application/json"})
    assert result.status_code == 200
    assert result.is_json
    assert "Accept" in result.headers["Vary"]


def test_the_token_is_made_for_this_answer_and_is_in_form_and_state(browser: FlaskClient) -> None:
    first, second = browser.get("/pages/login-v1").text, browser.get("/pages/login-v1").text
    assert state_of(first)["session"]["csrf"] == token_of(first)
    assert token_of(first) != token_of(second)
    assert "%%csrf%%" not in first


def test_text_that_looks_like_the_slot_gets_no_token(browser: FlaskClient, fake: FakeWorker) -> None:
    fake.behave = lambda job: page(job, '<a href="https://evil.example/?%%csrf%%">x</a>', name="sign-in")
    assert '"https://evil.example/?%%csrf%%"' in browser.get("/pages/login-v1").text


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/pages/faq/", "/pages/faq"),
        ("/pages/faq?q=&utm_source=x", "/pages/faq"),
        ("/pages/faq?q=a+b", "/pages/faq?q=a%20b"),
        ("/pages/login-v1/?next=%2Fx", "/pages/login-v1?next=%2Fx"),
    ],
)
def test_one_page_has_one_address(browser: FlaskClient, path: str, to: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (301, to)


def test_a_page_for_people_sends_guests_to_sign_in_and_back(browser: FlaskClient) -> None:
    answer = browser.get("/reports/dashboard?grp=sales&bot=3")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/pages/login-v1?next=%2Freports%2Fdashboard%3Fgrp%3Dsales%26bot%3D3"
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_sign_in_page_sends_on_who_is_signed_in(signed_in: Browser) -> None:
    browser = signed_in("admin")
    assert browser.get("/pages/login-v1?next=%2Fadmin%2Fusers").headers["Location"] == "/admin/users"
    assert browser.get("/pages/login-v1?next=%2F%2Fevil").headers["Location"] == "/"


def test_a_need_is_answered_by_our_api_as_this_visitor(browser: FlaskClient, fake: FakeWorker) -> None:
    assert '<div id="root">Payment</div>' in browser.get("/pages/faq").text
    answers = fake.requests[-1]["answers"]["/faq/data"]
    assert answers["status"] == 200
    assert "भुगतान" in browser.get("/pages/faq?hl=hi").text


def test_needs_reach_api_calls_only(browser: FlaskClient, fake: FakeWorker) -> None:
    asked_for = ["/metrics", "/static/icon.svg", "/submit", "//evil/faq/data", "/api/v1/me", "/pages/faq", "x"]
    fake.behave = lambda a: page(a, "done") if a["answers"] else (200, {"needs": asked_for})
    assert browser.get("/pages/login-v1").status_code == 200
    statuses = {path: answer["status"] for path, answer in fake.requests[-1]["answers"].items()}
    assert statuses == dict.fromkeys(asked_for, 404) | {"/api/v1/me": 401}


@pytest.mark.parametrize("needs", [[f"/faq/data?q={n}" for n in range(13)], "all", [1]])
def test_too_many_or_malformed_needs_end_as_the_shell(browser: FlaskClient, fake: FakeWorker, needs: object) -> None:
    fake.behave = lambda _: (200, {"needs": needs})
    answer = browser.get("/pages/login-v1")
    assert (answer.status_code, answer.headers["X-SSR"]) == (200, "fallback")


def test_endless_needs_end_as_the_shell(browser: FlaskClient, fake: FakeWorker) -> None:
    fake.behave = lambda a: (200, {"needs": [f"/faq/data?q={len(a['answers'])}"]})
    assert browser.get("/pages/login-v1").headers["X-SSR"] == "fallback"
    assert len(fake.requests) == 4


def test_a_missing_thing_is_404_whatever_the_renderer_says(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    browser.get("/things/12")
    assert fake.requests[-1]["answers"]["/api/v1/conversations/12"]["status"] == 404
    fake.stop()
    assert browser.get("/things/12").status_code == 404


def test_without_the_ability_a_page_is_403_even_without_renderer(signed_in: Browser, fake: FakeWorker) -> None:
    fake.stop()
    browser = signed_in("subscriber")
    assert browser.get("/admin/users").status_code == 403
    assert browser.get("/reports/dashboard").status_code == 200


def test_a_bad_value_is_named_even_without_renderer(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    browser.get("/reports/dashboard?grp=zzz")
    assert fake.requests[-1]["url"] == "/reports/dashboard?grp=zzz"
    fake.stop()
    answer = browser.get("/reports/dashboard?grp=zzz")
    assert answer.status_code == 400
    assert "zzz → overall, sales" in answer.text


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api", "/jwt/x", "/webhooks/x", "/static/build/../pages.json"])
def test_reserved_addresses_never_become_pages(browser: FlaskClient, fake: FakeWorker, path: str) -> None:
    assert browser.get(path).status_code == 404
    assert fake.requests == []


def test_an_unknown_address_is_a_problem_for_who_wants_data(browser: FlaskClient, fake: FakeWorker) -> None:
    before = len(fake.requests)
    for accept in ("application/json", "application/json, text/plain, */*", "*/*"):
        answer = browser.get("/apps/nothing", headers={"Accept": accept})
        assert (answer.status_code, answer.content_type) == (404, "application/problem+json")
    assert len(fake.requests) == before


def test_an_unknown_address_is_the_404_page(browser: FlaskClient, fake: FakeWorker) -> None:
    answer = browser.get("/nowhere")
    assert (answer.status_code, "Nothing here" in answer.text) == (404, True)
    fake.stop()
    assert browser.get("/nowhere").status_code == 404
    assert browser.post("/nowhere").status_code == 405


def test_page_and_api_share_an_address_by_what_is_accepted(browser: FlaskClient) -> None:
    response = browser.get("/faq/data")
    data = browser.get("/faq/data", headers={"Accept": "application/json"})
    anything = browser.get("/faq/data", headers={"Accept": "*/*"})
    assert response.content_type.startswith("text/html")
    assert data.json is not None
    assert anything.json is not None
    assert all("accept" in answer.vary for answer in (response, data, anything))


def test_problems_are_pages_for_browsers_in_their_language(browser: FlaskClient) -> None:
    answer = browser.post("/pages/faq", headers={"Accept-Language": "hi"})
    assert answer.status_code == 405
    assert 'lang="hi"' in answer.text
    assert answer.headers["Allow"]


# ---- escaping (attacks 19 and 20) ---------------------------------------------------------------------

NASTY = '</script><script>alert(1)</script><!--<script>"onmouseover=alert(1)//javascript:\u2028\u202e'


class _Scripts(HTMLParser):
    """Collects script elements and event handlers as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[dict[str, str | None]] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.scripts.append(dict(attrs))
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def test_attack_19_nasty_text_stays_text_in_title_and_state(browser: FlaskClient, fake: FakeWorker) -> None:
    answer = {"status": 200, "title": NASTY, "head": "", "html": "", "state": {"bot": NASTY}, "page": "sign-in"}
    fake.behave = lambda _: (200, {"page": answer})
    text = browser.get("/pages/login-v1").text
    scripts = _Scripts(text)
    assert [s.get("type") for s in scripts.scripts] == ["module", "application/json"]
    assert scripts.handlers == []
    assert state_of(text)["bot"] == NASTY


@pytest.mark.parametrize(
    "path", ["/pages/login-v1?next=%3C%2Fscript%3E%3Cscript%3E", "/%3C/script%3E%3Cscript%3Ealert(1)"]
)
def test_attack_20_nasty_addresses_and_headers_are_escaped(browser: FlaskClient, fake: FakeWorker, path: str) -> None:
    headers = {"Accept-Language": '"><script>alert(1)</script>'}
    for _ in range(2):
        answer = browser.get(path, headers=headers)
        assert answer.status_code in (200, 301, 404)
        assert all(s.get("type") in ("module", "application/json") for s in _Scripts(answer.text).scripts)
        fake.stop()


def test_the_requests_id_goes_to_the_renderer(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    for number in (1, 2):  # at once, and with the head sent early
        browser.get("/reports/dashboard", headers={"X-Request-ID": f"abcdefgh-{number}"})
    assert fake.ids == ["abcdefgh-1", "abcdefgh-2"]


# ---- bytes --------------------------------------------------------------------------------------------


def test_documents_are_compressed_as_the_browser_likes(browser: FlaskClient) -> None:
    newest = browser.get("/pages/login-v1", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert newest.headers["Content-Encoding"] == "zstd"
    assert zstandard.decompress(newest.data).startswith(b"<!doctype html>")
    br = browser.get("/pages/login-v1", headers={"Accept-Encoding": "gzip, br"})
    assert br.headers["Content-Encoding"] == "br"
    assert brotli.decompress(br.data).startswith(b"<!doctype html>")
    zipped = browser.get("/pages/login-v1", headers={"Accept-Encoding": "gzip, br;q=0"})
    assert gzip.decompress(zipped.data).startswith(b"<!doctype html>")


def test_an_unchanged_page_is_304(signed_in: Browser) -> None:
    browser = signed_in("admin")
    tag = browser.get("/reports/dashboard").headers["ETag"]
    assert tag.startswith("W/")
    assert browser.get("/reports/dashboard", headers={"If-None-Match": tag}).status_code == 304


def test_public_pages_are_rendered_once_for_everyone_with_the_same_looks(
    browser: FlaskClient, fake: FakeWorker, site: Site
) -> None:
    first = browser.get("/", headers={"Accept-Encoding": "br"})
    again = browser.get("/", headers={"Accept-Encoding": "br", "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, len(fake.requests)) == (200, 304, 1)
    assert fake.requests[0]["session"]["csrf"] == ""
    assert "stale-while-revalidate" in first.headers["Cache-Control"]
    assert "Cookie" in first.headers["Vary"]
    browser.get("/?hl=ar")
    assert len(fake.requests) == 2
    fake.stop()
    assert browser.get("/").headers.get("X-SSR") is None


def test_a_signed_in_reader_gets_their_own_public_page(signed_in: Browser, browser: FlaskClient) -> None:
    browser.get("/")
    own = signed_in("admin").get("/")
    assert own.headers["Cache-Control"] == "private, no-cache"
    assert state_of(own.text)["session"]["user"]["role"] == "admin"


def test_a_public_page_with_a_form_that_writes_is_not_shared(browser: FlaskClient, fake: FakeWorker) -> None:
    field = '<input type="hidden" name="csrf" value="{}"/>'
    fake.behave = lambda job: page(job, field.format(job["session"]["csrf"]))
    answer = browser.get("/")
    assert len(token_of(answer.text)) == 128
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_built_files_never_change_and_come_compressed(browser: FlaskClient) -> None:
    answer = browser.get("/static/build/browser-1.js", headers={"Accept-Encoding": "br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert browser.get("/static/build/browser-1.js.map").status_code == 200
    assert browser.get("/static/build/none.js").status_code == 404


def test_robots_and_sitemap_name_public_pages_in_every_language(browser: FlaskClient) -> None:
    assert "Disallow: /reports/" in browser.get("/robots.txt").text
    text = browser.get("/sitemap.xml").text
    assert "/pages/faq</loc>" in text
    assert 'hreflang="ar" href="http://localhost/pages/faq?hl=ar"' in text
    assert "login" not in text


def test_a_page_that_renews_its_session_is_rendered_by_a_reader(
    app: Flask, site: Site, workspace: Workspace, fake: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = service.open_session(add_person("admin"), "cookie", HERE)
    browser = app.test_client()
    browser.set_cookie("refresh", tokens.refresh_token(session, service.idle_time(session)))
    browser.environ_base["HTTP_ACCEPT"] = "text/html"
    db.session.commit()
    seen, render, call = list[bool](), site.renderer.render, rendering.call

    def look(*args: Any) -> Any:
        seen.append(gate.reads())
        return render(*args)

    def look_at_call(environ: Any) -> Any:
        result = call(environ)
        seen.append(gate.reads())
        return result

    def needing(job: RenderJob) -> Answer:
        need = "/api/v1/reports/dashboard"
        return page(job, "<h1>x</h1>", name="dashboard") if job["answers"] else (200, {"needs": [need]})

    fake.behave = needing
    monkeypatch.setattr(site.renderer, "render", look)
    monkeypatch.setattr(rendering, "call", look_at_call)
    answer = browser.get("/reports/dashboard")
    assert answer.status_code == 200 and "refresh=" in str(answer.headers)
    assert seen == [True] * 3


def test_a_refused_page_knows_who_can_give_access(signed_in: Browser, fake: FakeWorker) -> None:
    """The names of the workspace's admins go with the refusal, and with no other page."""
    signed_in("admin")
    reader = signed_in("client")
    reader.get("/admin/users")
    assert fake.requests[-1]["session"]["admins"]
    reader.get("/")
    assert "admins" not in fake.requests[-1]["session"]
