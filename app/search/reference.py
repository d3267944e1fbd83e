"""Finding code lists and their entries, text snippets and metrics."""

from collections.abc import Iterator
from urllib.parse import quote

from sqlalchemy import select

from app.core.db.base import db
from app.core.security.visitor import can
from app.reference.lists import LISTS
from app.reference.models import Entry, Snippet
from app.reports.metrics import described
from app.search.hits import Found, Named, fitting
from app.search.matching import asked

MANY = 5_000
"""More rows than this are not compared with what was typed."""
PAGE = "/admin/reference"
LANGUAGES = ("en", "hi", "ar")
NAMES = {
    "vehicle-models": ("Vehicle models", "वाहन मॉडल", "طرازات المركبات"),
    "variants": ("Variants", "वेरिएंट", "الفئات"),
    "service-types": ("Service types", "सर्विस के प्रकार", "أنواع الصيانة"),
    "goals": ("Goals", "लक्ष्य", "الأهداف"),
    "intents": ("Intents to groups", "इंटेंट से समूह", "النوايا إلى المجموعات"),
    "lost-reasons": ("Lost reasons", "लीड खोने के कारण", "أسباب الخسارة"),
    "reject-reasons": ("Reject reasons", "अस्वीकृति के कारण", "أسباب الرفض"),
    "complaint-types": ("Complaint types", "शिकायत के प्रकार", "أنواع الشكاوى"),
    "offer-types": ("Offer types", "ऑफ़र के प्रकार", "أنواع العروض"),
    "holidays": ("Holidays", "छुट्टियाँ", "العطلات"),
    "languages": ("Languages", "भाषाएँ", "اللغات"),
}
"""What lists are called in the languages of the interface."""


def name_of(code_list: str, language: str) -> str:
    """What a list is called in a language."""
    return dict(zip(LANGUAGES, NAMES[code_list], strict=True)).get(language, NAMES[code_list][0])


def find(q: str, language: str) -> Found:
    """Lists, entries by code or any label, snippets by key and text, metrics by name."""
    wanted = asked(q)
    return fitting(wanted, [*_lists(language), *_entries(language), *_snippets(language), *_metrics(language)])


def _lists(language: str) -> Iterator[Named]:
    """The lists by name."""
    for name in LISTS:
        yield Named(name, f"{PAGE}/{name}", name_of(name, language), (name,), icon="book-open")


def _entries(language: str) -> Iterator[Named]:
    """Entries of the lists that are kept here."""
    query = select(Entry.id, Entry.list_name, Entry.code, Entry.labels).limit(MANY)
    for row_id, list_name, code, labels in db.session.execute(query):
        title = labels.get(language) or labels.get("en") or code
        url, detail = f"{PAGE}/{list_name}?q={quote(code)}", f"{name_of(list_name, language)} · {code}"
        yield Named(str(row_id), url, title, (code, *labels.values()), detail, "tag")


def _snippets(language: str) -> Iterator[Named]:
    """Text snippets."""
    for row in db.session.scalars(select(Snippet).limit(MANY)):
        said = row.texts.get(language) or next(iter(row.texts.values()), "")
        yield Named(
            str(row.id), f"{PAGE}/snippets?q={row.key}", row.key, (row.note, *row.texts.values()), said, "quote"
        )


def _metrics(language: str) -> Iterator[Named]:
    """Metrics, for who may read reports."""
    if can("read", "Dashboard"):
        for one in described(language):
            yield Named(one["id"], f"{PAGE}/metrics?m={one['id']}", one["name"], (one["id"],), one["formula"],
                        "chart-line")  # fmt: skip
