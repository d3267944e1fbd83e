"""Files of the interface's build: inlined styles with their hashes, modules to preload, static delivery."""

import base64
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Response, abort
from werkzeug.security import safe_join

from app.web.encoding import accepted_encoding
from app.web.table import Page, Table

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
    """The build's folder."""

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
