"""Finding code lists and their entries, text snippets and metrics."""

from collections.abc import Iterator
from urllib.parse import quote

from sqlalchemy import select

from app.core.db.base import db
from app.core.languages import catalogue, label_in
from app.core.security.visitor import can
from app.reference.lists import LISTS
from app.reference.models import Entry, Snippet
from app.reports.metrics.definitions import describe_metrics
from app.search.hits import Candidate, SearchResults, fitting
from app.search.matching import terms_of

MANY = 5_000
"""More rows than this are not compared with what was typed."""
PAGE = "/admin/reference"


def name_of(code_list: str, language: str) -> str:
    """What a list is called in a language of the interface."""
    return catalogue("reference", language)[f"list.{code_list}"]


def find(q: str, language: str) -> SearchResults:
    """Lists, entries by code or any label, snippets by key and text, metrics by name."""
    terms = terms_of(q)
    return fitting(terms, [*_lists(language), *_entries(language), *_snippets(language), *_metrics(language)])


def _lists(language: str) -> Iterator[Candidate]:
    """The lists by name."""
    for name in LISTS:
        yield Candidate(name, f"{PAGE}/{name}", name_of(name, language), (name,), icon="book-open")


def _entries(language: str) -> Iterator[Candidate]:
    """Entries of the lists that are kept here."""
    query = select(Entry.id, Entry.list_name, Entry.code, Entry.labels).limit(MANY)
    for row_id, list_name, code, labels in db.session.execute(query):
        title = label_in(labels, language, code)
        url, detail = f"{PAGE}/{list_name}?q={quote(code)}", f"{name_of(list_name, language)} · {code}"
        yield Candidate(str(row_id), url, title, (code, *labels.values()), detail, "tag")


def _snippets(language: str) -> Iterator[Candidate]:
    """Text snippets."""
    for row in db.session.scalars(select(Snippet).limit(MANY)):
        text = row.texts.get(language) or next(iter(row.texts.values()), "")
        yield Candidate(
            str(row.id), f"{PAGE}/snippets?q={row.key}", row.key, (row.note, *row.texts.values()), text, "quote"
        )


def _metrics(language: str) -> Iterator[Candidate]:
    """Metrics, for who may read reports."""
    if can("read", "Dashboard"):
        for metric in describe_metrics(language):
            yield Candidate(
                metric["id"],
                f"{PAGE}/metrics?m={metric['id']}",
                metric["name"],
                (metric["id"],),
                metric["formula"],
                "chart-line",
            )
