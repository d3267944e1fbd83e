"""Where the content of a document comes from: its file, an address, the pages of a sitemap, or questions."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin

import orjson

from app.bots.documents.blocks import UnreadableFile, decode_text, kind_of
from app.bots.documents.parsing import parse
from app.bots.documents.passages import Passage, cut
from app.core.http import outgoing
from app.core.jobs import ReportProgress
from app.core.values.urls import split_url

SECONDS = 20.0
"""How long one address may take."""
LARGEST = 20 * 2**20
MOST_PAGES = 200
"""Pages of a sitemap."""
MOST_PASSAGES = 10_000
_LOCATION = re.compile(r"<loc>\s*([^<\s]{1,1000})\s*</loc>", re.IGNORECASE)


class SourceContent:
    """What was read of a source."""

    def __init__(self, passages: list[Passage], *, title: str = "", pages: int | None = None, kind: str) -> None:
        self.passages, self.title, self.pages, self.kind = passages, title, pages, kind


def fetch(address: str, hosts: tuple[str, ...]) -> bytes:
    """Return what is at an address; Unreadable with the reason where nothing is to be had."""
    headers = {"User-Agent": "Parley", "Accept": "text/html, application/pdf, text/*;q=0.9, */*;q=0.5"}
    answer = outgoing.send(
        "GET", address, headers=headers, body=None, timeout=SECONDS, hosts=hosts, largest=LARGEST
    )  # fmt: skip
    if answer.error == "too_large":
        raise UnreadableFile("too_large")
    if answer.status in (404, 410):
        raise UnreadableFile("not_found")
    if answer.error in ("not_public", "bad_address") or answer.status in (301, 302, 303, 307, 308, 401, 403):
        raise UnreadableFile("refused")
    if not answer.ok:
        raise UnreadableFile("unreachable")
    return answer.body


def read_file(data: bytes, kind: str, beat: ReportProgress) -> SourceContent:
    """Read a file that was uploaded."""
    content = parse(data, kind, lambda: beat(0.2))
    return SourceContent(cut(content.blocks), title=content.title, pages=content.pages, kind=kind)


def read_address(address: str, hosts: tuple[str, ...], beat: ReportProgress) -> SourceContent:
    """Read the page or file at an address."""
    data = fetch(address, hosts)
    beat(0.1)
    kind = kind_of(data, split_url(address).path)
    content = parse(data, kind, lambda: beat(0.2))
    return SourceContent(cut(content.blocks, address), title=content.title, pages=content.pages, kind=kind)


def read_sitemap(address: str, hosts: tuple[str, ...], beat: ReportProgress) -> SourceContent:
    """Read the pages that a sitemap names, of its own host only; a page that cannot be read is left out."""
    pages = _pages_of(address, decode_text(fetch(address, hosts)))
    passages: list[Passage] = []
    last = UnreadableFile("no_text")
    for number, page in enumerate(pages, 1):
        try:
            passages += read_address(page, hosts, lambda _part: None).passages
        except UnreadableFile as error:
            last = error
        beat(0.6 * number / len(pages))
        if len(passages) >= MOST_PASSAGES:
            break
    if not passages:
        raise last
    return SourceContent(passages[:MOST_PASSAGES], pages=len(pages), kind="sitemap")


def _pages_of(address: str, source: str) -> list[str]:
    """The addresses of a sitemap that lie on its own host; other sitemaps it names are left out."""
    host = split_url(address).netloc
    places = (unescape(place) for place in _LOCATION.findall(source))
    addresses = (urljoin(address, place) for place in places if any(split_url(place)))
    pages = [
        place for place in dict.fromkeys(addresses) if split_url(place).netloc == host and not place.endswith(".xml")
    ]
    if not pages:
        raise UnreadableFile("no_text")
    return pages[:MOST_PAGES]


def read_questions(data: bytes) -> SourceContent:
    """Read questions with their answers: each is a passage of its own."""
    passages = list(_questions(orjson.loads(data)))
    return SourceContent(passages, kind="questions")


def _questions(rows: list[dict[str, str]]) -> Iterator[Passage]:
    for row in rows:
        yield Passage(row["answer"], row["question"][:200], None)
