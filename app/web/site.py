"""What the page views share: table, renderer, assets, cache, kept copies, and what a process has learnt of pages."""

import base64
import hashlib
import mimetypes
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from flask import Flask, Response, abort, current_app
from werkzeug.security import safe_join

from app.config import Settings
from app.core.lru import Recent
from app.web.encoding import accepted_encoding
from app.web.page_cache import PageCache
from app.web.page_context import PageContext
from app.web.snapshots import Copies
from app.web.table import Page, Table, TableFile
from app.web.worker import Renderer

Address = tuple[str, str, int]
"""Build, canonical address, reader."""


class Memory:
    """Lets needs be answered before they are asked for, and an unchanged page be recognised without rendering it.

    A wrong memory costs an answer nobody needs, or one more question; never a wrong page.
    """

    def __init__(self) -> None:
        """Start knowing nothing."""
        self._needs: Recent[Address, tuple[str, ...]] = Recent(2_000)
        self._finished: Recent[str, bool] = Recent(10_000)

    def needs(self, address: Address) -> tuple[str, ...] | None:
        """What the page needed when it was last rendered; None when it has not been."""
        return self._needs.get(address)

    def finished(self, tag: str) -> bool:
        """Whether a document of this tag was sent whole: only then is a browser's copy known to be good."""
        return self._finished.get(tag) is True

    def learn(self, address: Address, needs: tuple[str, ...], tag: str) -> None:
        """Keep what a finished page has shown."""
        self._needs.put(address, needs)
        self._finished.put(tag, True)


SLOW_SECONDS = 60.0
MOST_SLOW_PAGES = 1_000


class SlowPages:
    """Pages that have held a render worker beyond the deadline: left alone for a minute, by their own readers only."""

    def __init__(self) -> None:
        """Start with none."""
        self._until: Recent[bytes, float] = Recent(MOST_SLOW_PAGES)

    def add(self, key: bytes) -> None:
        """Leave a page alone from now on."""
        self._until.put(key, time.monotonic() + SLOW_SECONDS)

    def has(self, key: bytes) -> bool:
        """Whether a page is left alone."""
        return (self._until.get(key) or 0.0) > time.monotonic()


def key_of(url: str, context: PageContext, form: dict[str, Any] | None) -> bytes:
    """What a page is made from, but for its data: address, reader, language and what was typed into its form."""
    reader = (context["user"] or {}).get("id")
    typed = form["values"] if form else None
    return hashlib.blake2b(orjson.dumps([url, reader, context["locale"], typed]), digest_size=16).digest()


IMMUTABLE = "public, max-age=31536000, immutable"
SUFFIXES = {"br": ".br", "gzip": ".gz"}
_BUILT = re.compile(r"[\w-]{1,100}\.(?:js|css|svg)(?:\.map)?", re.ASCII)
"""Every file the build makes for browsers, source maps of a development build among them."""


@dataclass(frozen=True, slots=True)
class Styles:
    """One page's styles as text and as the policy names them."""

    text: str
    digest: str


def style_digest(text: str) -> str:
    """The Content Security Policy's name of an inlined style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Assets:
    """Files of the interface's build: inlined styles with their hashes, and what is sent under its name."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; files are read when first asked for."""
        self.folder = folder
        self._styles: dict[tuple[str, tuple[str, ...]], Styles] = {}

    def styles(self, table: Table, page: Page | None, *, looks: bool = False) -> Styles:
        """A page's styles, with those of other looks than the default; of no page, those of the first that has any."""
        names = page.styles if page else next((p.styles for p in table.pages if p.styles), ())
        if looks and table.looks:
            names = (*names, table.looks)
        key = (table.build, names)
        sheet = self._styles.get(key)
        if sheet is None:
            text = "".join(self._read(name) for name in names)
            sheet = self._styles[key] = Styles(text, style_digest(text))
        return sheet

    def _read(self, name: str) -> str:
        """A stylesheet's text; one that is missing costs its looks, not the page."""
        path = safe_join(str(self.folder), name)
        try:
            text = Path(path).read_text("utf-8") if path else ""
        except OSError:
            return ""
        # The text is inside <style>, which only its end tag closes.
        return text.replace("</", "<\\/")

    def send(self, name: str) -> Response:
        """A built file under its hashed name, compressed beforehand when the browser takes that."""
        if not _BUILT.fullmatch(name):
            abort(404)
        path = str(self.folder / name)
        encoding = accepted_encoding(
            content_encoding for content_encoding, suffix in SUFFIXES.items() if Path(path + suffix).is_file()
        )
        try:
            body = Path(path + SUFFIXES.get(encoding, "")).read_bytes()
        except OSError:
            abort(404)
        response = Response(body, content_type=_content_type(name))
        if encoding:
            response.headers["Content-Encoding"] = encoding
        response.headers["Cache-Control"] = IMMUTABLE
        response.headers["Vary"] = "Accept-Encoding"
        return response


def _content_type(name: str) -> str:
    """The type of a file by its name; text is UTF-8."""
    kind = "text/javascript" if name.endswith(".js") else (mimetypes.guess_type(name)[0] or "application/octet-stream")
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@dataclass
class Site:
    """The browser's side of one application."""

    settings: Settings
    tables: TableFile
    renderer: Renderer
    assets: Assets
    cache: PageCache
    copies: Copies
    memory: Memory = field(default_factory=Memory)
    held: SlowPages = field(default_factory=SlowPages)

    @property
    def table(self) -> Table:
        """The present page table."""
        return self.tables.current()


def make_site(app: Flask, settings: Settings) -> Site:
    """The site of an application: its build lies in `app/static/build`."""
    build = Path(app.config.get("PAGES_BUILD") or Path(app.root_path) / "static" / "build")
    return Site(
        settings=settings,
        tables=TableFile(build / "pages.json", watch=not settings.production),
        renderer=Renderer(settings.renderer_sockets),
        assets=Assets(build),
        cache=PageCache(mark=settings.instance / "content.changed"),
        copies=Copies(settings.instance / "copies"),
    )


def site() -> Site:
    """The present application's site."""
    current: Site = current_app.extensions["site"]
    return current
