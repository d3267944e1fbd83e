"""Forms: one route, checked token, values by the call's own schema, the page again when refused."""

import io
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import marshmallow as ma
import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from app.core.http.schemas import Text, Whole
from app.core.refusals import worded
from app.web.coercion import Body, to_json
from app.web.rendering import CallResult
from tests.app.web.conftest import state_of, token_of
from tests.app.web.fake_worker import FakeWorker
from tests.factories.forms import PREFERENCES, form_token

Browser = Callable[[str], FlaskClient]


def test_a_good_form_makes_its_call_and_goes_to_its_page(browser: FlaskClient, fake: FakeWorker) -> None:
    data = {"csrf": form_token(browser, fake), "locale": "ar", "menuCollapsed": ["0", "on"]}
    answer = browser.post(PREFERENCES, data=data)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/reports/dashboard?grp=sales")
    assert any(cookie.startswith("prefs=") for cookie in answer.headers.getlist("Set-Cookie"))
    assert 'lang="ar" dir="rtl"' in browser.get("/pages/login-v1").text


@pytest.mark.parametrize("token", ["", "00", "zz" * 64])
def test_without_a_good_token_nothing_happens_and_the_page_comes_again(
    signed_in: Browser, fake: FakeWorker, token: str
) -> None:
    browser = signed_in("admin")
    form_token(browser, fake)
    answer = browser.post(PREFERENCES, data={"csrf": token, "locale": "ar"})
    assert answer.status_code == 403
    assert "&#34;locale&#34;: &#34;ar&#34;" in answer.text or "&quot;locale&quot;: &quot;ar&quot;" in answer.text
    assert not any(cookie.startswith("prefs=") for cookie in answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:9"])
def test_another_site_cannot_send_our_forms(browser: FlaskClient, fake: FakeWorker, origin: str) -> None:
    data = {"csrf": form_token(browser, fake), "locale": "ar"}
    answer = browser.post("/submit?call=/api/v1/preferences&page=/", data=data, headers={"Origin": origin})
    assert answer.status_code == 403
    assert not answer.headers.getlist("Set-Cookie")


def test_a_refused_form_says_why_in_the_language_of_its_page(browser: FlaskClient, fake: FakeWorker) -> None:
    browser.post(PREFERENCES, data={"csrf": form_token(browser, fake), "locale": "ar"})
    english = {"Accept-Language": "en"}
    for page, reason in (("/pages/login-v1", "أدخل قيمة."), ("/pages/login-v1?hl=hi", "कोई मान दर्ज करें।")):
        address = f"/submit?call=/api/v1/registration&page={quote(page)}"
        browser.post(address, data={"csrf": form_token(browser, fake), "username": ""}, headers=english)
        assert fake.requests[-1]["form"]["problem"]["errors"]["username"] == [reason]
    browser.post("/submit?call=/api/v1/registration&page=/pages/login-v1", data={"csrf": "00"}, headers=english)
    assert fake.requests[-1]["form"]["problem"]["detail"] == worded(
        "This page has expired. Reload it and try again.", "ar"
    )


def test_a_refused_form_is_shown_again_with_what_was_typed(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    data = {
        "csrf": form_token(browser, fake), "locale": "tlh", "skin": "dark", "password": "hidden",
        "menuCollapsed": ["0", "1"], "menuHidden": "0",
    }  # fmt: skip
    answer = browser.post(PREFERENCES, data=data)
    assert answer.status_code == 422
    form = fake.requests[-1]["form"]
    assert form["page"] == "dashboard"
    assert form["values"] == {"locale": "tlh", "skin": "dark", "menuCollapsed": "1", "menuHidden": "0"}
    assert set(form["problem"]["errors"]) >= {"locale"}
    assert fake.requests[-1]["url"] == "/reports/dashboard?grp=sales"


@pytest.mark.parametrize(
    ("page", "url"),
    [
        ("/reports/dashboard?done=saved", "/reports/dashboard"),
        ("/reports/dashboard?done=saved&grp=sales#part", "/reports/dashboard?grp=sales"),
        ("/reports/dashboard?grp=sales&done=saved", "/reports/dashboard?grp=sales"),
    ],
)
def test_what_a_refused_form_has_not_done_is_in_no_address(
    signed_in: Browser, fake: FakeWorker, page: str, url: str
) -> None:
    browser = signed_in("admin")
    data, query = {"csrf": form_token(browser, fake), "locale": "tlh"}, {"call": "/api/v1/preferences", "page": page}
    assert browser.post("/submit", query_string=query, data=data).status_code == 422
    assert fake.requests[-1]["url"] == url
    assert "done=" not in browser.get("/submit", query_string=query).headers["Location"]


def test_a_refused_form_comes_back_with_codes_and_switches(signed_in: Browser, fake: FakeWorker) -> None:
    """A box counts as its call took it; a business code is no secret, a one-time code is one."""
    browser = signed_in("admin")
    data = {"csrf": form_token(browser, fake), "code": "new code!", "active": ["0", "1"], "labels.en": "New"}
    call = {"call": "/api/v1/reference/complaints", "page": "/reports/dashboard"}
    assert browser.post("/submit", query_string=call, data=data).status_code in (404, 422)
    assert fake.requests[-1]["form"]["values"] == {"code": "new code!", "active": "1", "labels.en": "New"}
    data = {"csrf": form_token(browser, fake), "code": "123 456", "next": "/"}
    call = {"call": "/api/v1/session/code", "page": "/reports/dashboard"}
    assert browser.post("/submit", query_string=call, data=data).status_code >= 400
    assert fake.requests[-1]["form"]["values"] == {"next": "/"}


def test_a_schedule_is_added_without_script(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    data = {
        "csrf": form_token(browser, fake), "name": "", "report": "dashboard", "query": "", "every": "week", "on": "9",
        "at": "09:00", "zone": "Asia/Kolkata", "recipients": "asha@example.com, bo@example.com",
        "formats[]": ["html", "csv"], "skip_unchanged": ["0", "1"],
    }  # fmt: skip
    call = {"call": "/api/v1/schedules", "page": "/reports/dashboard", "then": "/reports/schedules/{id}"}
    assert browser.post("/submit", query_string=call, data=data).status_code == 422
    form = fake.requests[-1]["form"]
    assert list(form["problem"]["errors"]) == ["on"] and form["values"]["formats[]"] == "html\ncsv"
    assert form["values"]["recipients"] == data["recipients"]
    answer = browser.post("/submit", query_string=call, data=data | {"on": "5"})
    assert answer.status_code == 303, answer.text
    body = browser.get(answer.headers["Location"].replace("/reports/", "/api/v1/")).json
    assert (body["on"], body["formats"], body["skip_unchanged"]) == (5, ["html", "csv"], True)
    assert body["recipients"] == ["asha@example.com", "bo@example.com"]
    pause = {"call": f"/api/v1/schedules/{body['id']}", "method": "PATCH", "page": "/", "revision": "1"}
    data = {"csrf": data["csrf"], "active": "0"}
    assert browser.post("/submit", query_string=pause, data=data).status_code == 303
    assert not browser.get(f"/api/v1/schedules/{body['id']}").json["active"]


@pytest.mark.parametrize(
    ("then", "place"), [("/admin/bots?q={name}", "/admin/bots?q=Desk-2"), ("/admin/bots/{job}", "/admin")]
)
def test_a_form_goes_on_to_what_the_answer_names_and_never_to_an_open_place(
    signed_in: Browser, fake: FakeWorker, then: str, place: str
) -> None:
    browser = signed_in("admin")
    data = {"csrf": form_token(browser, fake), "name": "Desk-2", "group": "service", "template": "service-booking"}
    answer = browser.post("/submit", query_string={"call": "/api/v1/bots", "page": "/admin", "then": then}, data=data)
    assert (answer.status_code, answer.headers.get("Location")) == (303, place), answer.text


def test_a_refused_form_comes_back_with_every_tick_and_each_reason_at_its_field(
    signed_in: Browser, fake: FakeWorker
) -> None:
    """Several boxes of one name are a list; what is wrong deep in a value is reported by its path, as plain text."""
    browser = signed_in("admin")
    data = {
        "csrf": form_token(browser, fake), "role": "nobody", "scope.clients": ["", "3", "4"], "scope.places": "ticked",
        "abilities": ["", "read Bot", "update Bot"],
    }  # fmt: skip
    call = {"call": "/api/v1/people/7/access", "method": "PUT", "page": "/reports/dashboard#access"}
    assert browser.post("/submit", query_string=call, data=data).status_code >= 400
    form = fake.requests[-1]["form"]
    assert form["part"] == "access"
    assert form["values"] == {
        "role": "nobody", "scope.clients": "\n3\n4", "scope.places": "ticked", "abilities": "\nread Bot\nupdate Bot",
    }  # fmt: skip
    rows = {"week.0.day": "mon", "week.0.from": "9–6pm", "week.0.to": "18:00", "open": "hours"}
    call = {"call": "/api/v1/outlets/7/hours", "method": "PUT", "page": "/reports/dashboard", "revision": "1"}
    assert browser.post("/submit", query_string=call, data=data | rows).status_code == 422
    errors = fake.requests[-1]["form"]["problem"]["errors"]
    assert "week.0.from" in errors and all(isinstance(text, str) for texts in errors.values() for text in texts)


def test_a_file_is_chosen_once(signed_in: Browser, fake: FakeWorker) -> None:
    """What was checked or refused comes along with the page, and goes to the call as if it had been chosen again."""
    browser = signed_in("admin")
    form = {"csrf": form_token(browser, fake)}
    text = "full_name,email,role\r\nAsha Rao,asha@example.test,subscriber\r\n"
    call = "/submit?call=/api/v1/people/import&page=/reports/dashboard"
    checked = browser.post(call, data=form | {"dry": "1", "file": (io.BytesIO(text.encode()), "p.csv")})
    assert checked.status_code == 200, checked.text
    values = fake.requests[-1]["form"]["values"]
    assert values.pop("dry") == "1" and values == {"file:name": "p.csv", "file:text": text}
    assert fake.requests[-1]["form"]["answer"]["changes"] == 1
    again = browser.post(call, data=form | values, content_type="multipart/form-data")
    assert (again.status_code, fake.requests[-1]["form"]["answer"]["changes"]) == (201, 1)
    assert fake.requests[-1]["form"]["values"] == {}
    # A file chosen instead goes first; what is no text, or long, does not come along.
    wrong = browser.post(call, data=form | values | {"file": (io.BytesIO(b"\xff\xfe"), "q.csv")})
    assert wrong.status_code == 422


@pytest.mark.parametrize(("page", "leads"), [("/admin/users?q=a#x", "/admin/users?q=a#x"), ("https://evil", "/")])
def test_reloading_an_answered_form_leads_to_its_page(browser: FlaskClient, page: str, leads: str) -> None:
    answer = browser.get("/submit", query_string={"call": "/api/v1/people/import", "page": page})
    assert (answer.status_code, answer.headers["Location"]) == (303, leads)


def test_a_refused_form_without_renderer_keeps_the_typed_text(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    data = {"csrf": form_token(browser, fake), "locale": "tlh"}
    fake.stop()
    answer = browser.post(PREFERENCES, data=data)
    assert answer.status_code == 422
    assert "tlh" in answer.text


@pytest.mark.parametrize(
    "target",
    [
        "/pages/faq",
        "/healthz",
        "/submit",
        "https://evil/api/v1/preferences",
        "//evil",
        "/static/icon.svg",
        "",
        "/api/v1/none",
    ],
)
def test_only_calls_of_our_api_can_be_the_target(browser: FlaskClient, fake: FakeWorker, target: str) -> None:
    data = {"csrf": form_token(browser, fake)}
    assert browser.post("/submit", query_string={"call": target, "page": "/"}, data=data).status_code == 404


@pytest.mark.parametrize("method", ["GET", "OPTIONS", "TRACE", "x"])
def test_only_writes_can_be_made(browser: FlaskClient, fake: FakeWorker, method: str) -> None:
    query = {"call": "/api/v1/preferences", "method": method}
    assert browser.post("/submit", query_string=query, data={"csrf": form_token(browser, fake)}).status_code == 404


@pytest.mark.parametrize("target", ["//evil", "https://evil", "/\\evil"])
def test_a_form_never_leads_away_from_us(browser: FlaskClient, fake: FakeWorker, target: str) -> None:
    data = {"csrf": form_token(browser, fake), "locale": "en"}
    answer = browser.post("/submit", query_string={"call": "/api/v1/preferences", "page": target}, data=data)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_one_signs_out_by_a_form(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    data = {"csrf": form_token(browser, fake)}
    answer = browser.post("/submit?call=/api/v1/session&method=DELETE&page=/", data=data)
    assert answer.status_code == 303
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert browser.get("/reports/dashboard").status_code == 303


def test_a_form_too_large_is_413(browser: FlaskClient, fake: FakeWorker) -> None:
    data = {"csrf": form_token(browser, fake), "locale": "x" * 1_100_000}
    assert browser.post(PREFERENCES, data=data).status_code == 413


def test_the_state_of_a_refused_form_has_no_password(browser: FlaskClient, fake: FakeWorker) -> None:
    text = browser.get("/pages/login-v1").text
    data = {"csrf": token_of(text), "email": "a@b.c", "password": "sesame-street"}
    answer = browser.post("/submit?call=/api/v1/session&page=/pages/login-v1", data=data)
    assert answer.status_code == 400
    assert "sesame" not in answer.text
    assert state_of(answer.text)["session"]["user"] is None


# ---- values -------------------------------------------------------------------------------------------


class _Args(ma.Schema):
    name = Text(required=True)
    note = Text(load_default="", validate=ma.validate.Length(max=9))
    group = Text(validate=ma.validate.OneOf(["sales"]))
    count = Whole()
    on = ma.fields.Boolean()
    until = ma.fields.Date(allow_none=True)
    tags = ma.fields.List(Text())


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ([("name", "A"), ("count", "7"), ("csrf", "x")], {"name": "A", "count": "7"}),
        ([("on", "0"), ("on", "true")], {"on": True}),
        ([("on", "0")], {"on": False}),
        ([("on", "maybe")], {"on": "maybe"}),
        ([("on", "")], {"on": False}),
        ([("tags", "a"), ("tags", "b")], {"tags": ["a", "b"]}),
        ([("tags[]", ""), ("tags[]", "b")], {"tags": ["b"]}),
        ([("until", ""), ("count", ""), ("group", ""), ("note", "")], {"until": None, "note": ""}),
        ([("name", "")], {"name": ""}),
        ([("extra.a", "1"), ("extra.b", "2")], {"extra": {"a": "1", "b": "2"}}),
    ],
)
def test_form_text_becomes_the_body_its_schema_takes(form: list[tuple[str, str]], expected: dict[str, Any]) -> None:
    fields = dict(_Args().load_fields)
    assert to_json(fields, MultiDict(form)) == expected


def test_files_go_on_as_multipart(app: Flask) -> None:
    from werkzeug.datastructures import FileStorage
    from werkzeug.wrappers import Request

    file = FileStorage(io.BytesIO(b"1,2"), "a.csv", "file", "text/csv")
    form = MultiDict([("bot", "7"), ("csrf", "x"), ("from", "")])
    environ = Body("form").environ(form, MultiDict([("file", file)]))
    request = Request(environ | {"REQUEST_METHOD": "POST"})
    assert request.form.to_dict() == {"bot": "7"}
    assert request.files["file"].read() == b"1,2"


def test_all_that_is_in_the_way_reaches_the_page(
    signed_in: Browser, fake: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in("admin")
    token = form_token(browser, fake)
    obstacle = {"code": "not_approved", "detail": "Nobody has approved.", "link": "/admin/bots/7/versions#review"}
    problem = {"status": 409, "code": "not_approved", "detail": "No.", "obstacles": [obstacle]}
    result = CallResult(409, [], orjson.dumps(problem))
    monkeypatch.setattr("app.web.forms.call", lambda environ: result)
    assert browser.post(PREFERENCES, data={"csrf": token, "locale": "ar"}).status_code == 409
    assert fake.requests[-1]["form"]["problem"]["obstacles"] == [obstacle]
