"""Languages of the interface: which are offered, by whom they are changed, and who gets which."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.languages import LANGUAGES, negotiate, offered_languages
from app.web.page_context import page_context

PATH = "/api/v1/languages"
As = Callable[..., FlaskClient]


def test_languages_are_listed_with_direction_and_version(as_: As) -> None:
    items = as_("admin").get(PATH).json["items"]
    assert [(item["id"], item["code"], item["dir"], item["active"], item["revision"]) for item in items] == [
        ("en", "en", "ltr", True, 1), ("hi", "hi", "ltr", True, 1), ("ar", "ar", "rtl", True, 1),
    ]  # fmt: skip
    assert items[1]["name"] == "हिन्दी"


def test_coverage_is_the_builds(app: Flask, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    table = app.extensions["site"].table
    monkeypatch.setitem(table.coverage, "en", 100)
    monkeypatch.setitem(table.coverage, "hi", 97)
    monkeypatch.delitem(table.coverage, "ar", raising=False)
    assert [item["coverage"] for item in as_("admin").get(PATH).json["items"]] == [100, 97, None]


def test_a_language_is_withheld_and_offered_again(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    answer = admin.patch(f"{PATH}/hi", json={"active": False}, headers={"If-Match": '"1"'})
    assert (answer.status_code, answer.json["active"], answer.headers["ETag"]) == (200, False, '"2"')
    assert admin.get(f"{PATH}/hi").json["active"] is False
    answer = admin.patch(f"{PATH}/hi", json={"active": True, "name": "हिंदी"}, headers={"If-Match": '"2"'})
    assert (answer.json["active"], answer.json["name"], answer.json["revision"]) == (True, "हिंदी", 3)


def test_english_stays(as_: As) -> None:
    answer = as_("admin").patch(f"{PATH}/en", json={"active": False}, headers={"If-Match": '"1"'})
    assert (answer.status_code, answer.json["code"]) == (409, "language_needed")
    assert as_("admin").get(f"{PATH}/en").json["active"] is True


@pytest.mark.parametrize("headers", [{}, {"If-Match": '"7"'}])
def test_a_change_names_the_version_it_was_made_on(as_: As, headers: dict[str, str]) -> None:
    answer = as_("admin").patch(f"{PATH}/hi", json={"active": False}, headers=headers)
    assert answer.status_code == (412 if headers else 428)
    assert as_("admin").get(f"{PATH}/hi").json["revision"] == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [({"name": " "}, "name"), ({"name": "x" * 41}, "name"), ({"active": "no"}, "active"), ({"code": "fr"}, "code"),
     ({"name": "english"}, "name")],
)  # fmt: skip
def test_wrong_values_are_refused_by_their_field(as_: As, body: dict[str, str], field: str) -> None:
    answer = as_("admin").patch(f"{PATH}/hi", json=body, headers={"If-Match": '"1"'})
    assert answer.status_code == 422
    assert list(answer.json["errors"]) == [field]


def test_who_may_not_is_refused(as_: As, client: FlaskClient) -> None:
    assert client.get(PATH).status_code == 401
    assert as_("maintainer").get(PATH).status_code == 403
    assert as_("maintainer").patch(f"{PATH}/hi", json={}, headers={"If-Match": '"1"'}).status_code == 403
    assert as_("admin").get(f"{PATH}/fr").status_code == 404
    assert as_("admin").patch(f"{PATH}/fr", json={}, headers={"If-Match": '"1"'}).status_code == 404


def test_what_is_not_offered_is_not_chosen() -> None:
    assert list(offered_languages({"hi": {"active": False}})) == ["en", "ar"]
    assert offered_languages({"hi": {"name": "हिंदी"}})["hi"] == "हिंदी"
    assert negotiate("hi", "ar", accept="hi", among=("en", "ar")) == "ar"
    assert negotiate("hi", accept="hi,ar;q=0.1", among=("en", "ar")) == "ar"
    assert negotiate("hi", among=("en",)) == "en"
    assert negotiate("hi") == "hi"


def test_pages_offer_what_the_workspace_does(app: Flask, as_: As, workspace: Workspace) -> None:
    as_("admin").patch(f"{PATH}/ar", json={"active": False}, headers={"If-Match": '"1"'})
    with app.test_request_context("/", headers={"Accept-Language": "ar"}):
        from flask import g

        from app.core.security.visitor import Visitor

        g.visitor = Visitor(workspace=db.session.get_one(Workspace, workspace.id))
        session = page_context("ar")
    assert session["locale"] == "en"
    assert [language["id"] for language in session["languages"]] == [code for code in LANGUAGES if code != "ar"]
