"""Finding code lists, entries, snippets and metrics."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from app.config import ROOT
from app.core.db.base import db
from app.core.languages import LANGUAGES
from app.reference.lists import LISTS
from app.reference.models import Entry, Snippet
from app.search.reference import name_of
from tests.factories.search import search_groups

As = Callable[..., FlaskClient]


@pytest.fixture
def filled(workspace: object) -> None:
    """An entry and a snippet."""
    labels = {"en": "Zebra finish", "hi": "धारीदार"}
    db.session.add(Entry(list_name="lost-reasons", code="stripes/1", labels=labels, position=900))
    db.session.add(Snippet(key="crossing_hours", note="Gate", texts={"en": "The zebra gate opens at nine."}))
    db.session.commit()


def hits(client: FlaskClient, q: str) -> list[tuple[str, str]]:
    """Titles and addresses of what is found in reference."""
    group: dict[str, Any] = search_groups(client, q).get("reference", {"hits": []})
    return [("".join(part["text"] for part in hit["title"]), hit["url"]) for hit in group["hits"]]


@pytest.mark.parametrize("q", ["zebra fin", "stripes", "धारी"])
def test_an_entry_is_found_by_code_and_any_label(as_: As, filled: None, q: str) -> None:
    assert hits(as_("admin"), q) == [("Zebra finish", "/admin/reference/lost-reasons?q=stripes/1")]


@pytest.mark.parametrize("q", ["crossing", "hours", "zebra gate"])
def test_a_snippet_is_found_by_key_and_text(as_: As, filled: None, q: str) -> None:
    assert ("crossing_hours", "/admin/reference/snippets?q=crossing_hours") in hits(as_("admin"), q)


def test_lists_and_metrics_are_found_by_name(as_: As) -> None:
    assert hits(as_("admin"), "lost reas") == [("Lost reasons", "/admin/reference/lost-reasons")]
    assert hits(as_("admin"), "csat")[0] == ("CSAT", "/admin/reference/metrics?m=csat")


def test_who_may_not_read_reference_finds_nothing_of_it(as_: As, filled: None) -> None:
    for role in ("maintainer", "subscriber", "client"):
        assert hits(as_(role), "zebra") == []


@pytest.mark.parametrize("at", range(len(LANGUAGES)))
def test_lists_are_called_as_their_pages_are(at: int) -> None:
    words = orjson.loads((ROOT / "ui" / "i18n" / LANGUAGES[at] / "reference.json").read_bytes())
    assert {name: name_of(name, LANGUAGES[at]) for name in LISTS} == {name: words[f"list.{name}"] for name in LISTS}
    assert name_of("goals", "gu") == "Goals"
