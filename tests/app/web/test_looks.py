"""Layouts and skins other than the default ones: their styles are in the documents of who chose them alone."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.web.page_context import has_other_looks, make_context
from app.web.site import Assets
from app.web.table import Access, Page, Table

PAGE = Page(name="home", path="/", access=Access("public"), styles=("frame.css",))
TABLE = Table(build="b", entry="/e.js", looks="looks.css", pages=(PAGE,))


@pytest.mark.parametrize(
    ("chosen", "other"),
    [
        ({}, False),
        ({"skin": "dark", "menuCollapsed": False, "isRTL": True}, False),
        ({"skin": "bordered"}, True),
        ({"skin": "semi-dark"}, True),
        ({"menuHidden": True}, True),
        ({"contentWidth": "boxed"}, True),
        ({"navbar": "hidden"}, True),
        ({"footer": "static"}, True),
    ],
)
def test_other_looks_are_known(chosen: dict[str, Any], other: bool) -> None:
    session = make_context("en", chosen=chosen)
    assert not has_other_looks(session), "only the frame of who is signed in has a layout"
    session["user"] = {"id": "1"}
    assert has_other_looks(session) is other


def test_their_styles_come_last_and_have_a_digest_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "frame.css").write_text("a{}")
    (tmp_path / "looks.css").write_text("b{}")
    assets = Assets(tmp_path)
    usual, other = assets.styles(TABLE, PAGE), assets.styles(TABLE, PAGE, looks=True)
    assert (usual.text, other.text) == ("a{}", "a{}b{}")
    assert usual.digest != other.digest


def test_a_build_without_them_has_the_usual_ones(tmp_path: Path) -> None:
    (tmp_path / "frame.css").write_text("a{}")
    table = Table(build="b", entry="/e.js", pages=(PAGE,))
    assert Assets(tmp_path).styles(table, PAGE, looks=True).text == "a{}"


def test_pages_are_light_until_another_skin_is_chosen(browser: FlaskClient) -> None:
    """The specified default; the system's own is one of the choices."""
    assert 'data-skin="light"' in browser.get("/pages/login-v1").text
    browser.set_cookie("prefs", b'{"skin":"auto"}'.hex())
    assert 'data-skin="auto"' in browser.get("/pages/login-v1").text
