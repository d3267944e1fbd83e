"""Kept copies: every slot is filled in one pass, escaped for the place it is in."""

from pathlib import Path

from app.web.snapshots import Copies, fill
from app.web.worker import RenderedPage

PAGE = RenderedPage(
    200,
    "t",
    "",
    '<a href="/x?page=%2Fl%3Fnext%3D%252F%2525%2525next%2525%2525&amp;n=%25%25next%25%25">'
    '<input name="csrf" value="%%csrf%%"/><input value="%%email%%"/>%%detail%%%%error.email%%',
    {"form": {"values": {"email": "%%email%%"}}},
    "sign-in",
)


def test_values_are_escaped_and_never_taken_for_slots() -> None:
    values = {"email": '"><b>%%detail%%', "detail": "%%csrf%%"}
    filled = fill(PAGE, values, "/a?b=1")
    assert 'value="&quot;&gt;&lt;b&gt;%%detail%%"' in filled.html
    assert filled.html.endswith("%%csrf%%")
    assert filled.state == {"form": {"values": {"email": '"><b>%%detail%%'}}}


def test_slots_inside_addresses_are_encoded_as_often_as_they_stand_there() -> None:
    html = fill(PAGE, {}, "/a?b=1").html
    assert "n=a%3Fb%3D1" in html
    assert "next%3D%252Fa%253Fb%253D1" in html


def test_a_copy_is_found_by_build_page_language_and_variant(tmp_path: Path) -> None:
    copies = Copies(tmp_path)
    copies.put("b1", "sign-in", "hi", PAGE, "refused+email")
    assert copies.get("b1", "sign-in", "hi", "refused+email") == PAGE
    assert copies.get("b1", "sign-in", "hi") is None
    assert copies.get("../b1", "sign-in", "hi") is None
    copies.forget_others("b2")
    assert not copies.has("b1")
