"""Texts of files: their kind by content, and their blocks with page and heading.

Hostile files are read by `parsing`, in a process that may die; nothing here needs the application.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from statistics import median
from typing import Any, NamedTuple
from xml.etree import ElementTree

MOST_PAGES = 2_000
MOST_CHARACTERS = 4_000_000
MOST_UNPACKED = 100 * 2**20
FEWEST_CHARACTERS = 20
"""Characters a page below which a PDF is a scan."""
LONGEST_HEADING = 120
LARGER = 1.12
"""How much larger than most of a file's lines a heading is set."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|article|main|h1)\b", re.IGNORECASE)
_CHARSET = re.compile(rb"""charset=["']?([\w-]{3,20})""", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")


class UnreadableFile(Exception):
    """A file that cannot be read, by the reason that is shown."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Block(NamedTuple):
    """Some text under one heading, on one page where the file has pages."""

    text: str
    heading: str = ""
    page: int | None = None


class Content(NamedTuple):
    """What was read: blocks in order, a title if the file names one, and the number of its pages."""

    blocks: list[Block]
    title: str = ""
    pages: int | None = None


def kind_of(data: bytes, name: str = "") -> str:
    """Return the kind of a file by its first bytes; Unreadable for any other."""
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data[:4] == b"PK\x03\x04":
        return "docx"
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise UnreadableFile("unsupported")
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff") and b"\x00" in data[:4096]:
        raise UnreadableFile("unsupported")
    if _HTML.search(data[:2048]):
        return "html"
    return "markdown" if name.lower().endswith((".md", ".markdown")) else "text"


def read_blocks(data: bytes, kind: str) -> Content:
    """Return the blocks of a file; Unreadable with the reason where there are none."""
    content = _READERS[kind](data)
    blocks = [block._replace(text=text) for block in content.blocks if (text := _clean(block.text))]
    if sum(len(block.text) for block in blocks) > MOST_CHARACTERS:
        raise UnreadableFile("too_long")
    if not blocks:
        raise UnreadableFile("no_text")
    return content._replace(blocks=blocks, title=" ".join(_clean(content.title).split())[:200])


def _clean(text: str) -> str:
    lines = (_SPACES.sub(" ", line).strip() for line in _CONTROLS.sub("", text.replace("\r", "\n")).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def decode_text(data: bytes) -> str:
    """Return the text of bytes in UTF-8 or UTF-16, or by the character set that they name."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        charset = _CHARSET.search(data[:2048])
        try:
            return data.decode(charset[1].decode() if charset else "cp1252", "replace")
        except LookupError:
            return data.decode("cp1252", "replace")


# ---- PDF ----------------------------------------------------------------------------------------------


def _read_pdf(data: bytes) -> Content:
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        code = pdfium.FPDF_GetLastError()
        raise UnreadableFile(
            "encrypted" if code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY) else "broken"
        ) from None
    count = len(document)
    if count == 0:
        raise UnreadableFile("broken")
    if count > MOST_PAGES:
        raise UnreadableFile("too_long")
    pages = [_page_lines(document[at], pdfium) for at in range(count)]
    characters = sum(len(text.strip()) for lines in pages for text, _ in lines)
    if characters < FEWEST_CHARACTERS * count:
        raise UnreadableFile("no_text")
    if characters > MOST_CHARACTERS:
        raise UnreadableFile("too_long")
    title = document.get_metadata_value("Title") or ""
    return Content(list(_pdf_blocks(pages)), title, count)


def _page_lines(page: Any, pdfium: Any) -> list[tuple[str, float]]:
    """The lines of a page with the height of their letters."""
    text_page = page.get_textpage()
    whole = text_page.get_text_range(errors="ignore") if text_page.count_chars() else ""
    lines, at = [], 0
    for line in whole.split("\n"):
        start = at + len(line) - len(line.lstrip())
        size = pdfium.FPDFText_GetFontSize(text_page.raw, min(start, max(text_page.count_chars() - 1, 0)))
        lines.append((line.strip("\r"), float(size)))
        at += len(line) + 1
    text_page.close()
    page.close()
    return lines


def _pdf_blocks(pages: list[list[tuple[str, float]]]) -> Iterator[Block]:
    """Lines joined to blocks: larger ones that are no sentence are headings."""
    sizes = [size for lines in pages for text, size in lines if text.strip() for _ in range(len(text) // 20 + 1)]
    usual, heading = median(sizes) if sizes else 0.0, ""
    for number, lines in enumerate(pages, 1):
        gathered: list[str] = []
        for text, size in lines:
            line = text.strip()
            is_heading = size > usual * LARGER and 2 < len(line) <= LONGEST_HEADING and line[-1:] not in ".,;।"
            if not is_heading:
                gathered.append(text)
                continue
            if any(gathered):
                yield Block(_unwrap_lines(gathered), heading, number)
            heading, gathered = line[:200], []
        if any(gathered):
            yield Block(_unwrap_lines(gathered), heading, number)


def _unwrap_lines(lines: list[str]) -> str:
    """Lines of a paragraph as one; words that were parted at a line's end are whole again."""
    return re.sub(r"(?<=[a-z])[-\u00ad\ufffe]\n(?=[a-z])", "", "\n".join(lines)).replace("\n", " ")


# ---- Word ---------------------------------------------------------------------------------------------


def _read_docx(data: bytes) -> Content:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entry = archive.getinfo("word/document.xml")
            if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
                raise UnreadableFile("too_large")
            if entry.flag_bits & 1:
                raise UnreadableFile("encrypted")
            with archive.open(entry) as stream:
                # The size that an entry states may be a lie.
                raw = stream.read(MOST_UNPACKED + 1)
    except KeyError:
        raise UnreadableFile("unsupported") from None
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, ValueError):
        raise UnreadableFile("broken") from None
    if len(raw) > MOST_UNPACKED:
        raise UnreadableFile("too_large")
    if b"<!DOCTYPE" in raw[:4096] or b"<!ENTITY" in raw:
        raise UnreadableFile("broken")
    try:
        body = ElementTree.fromstring(raw).find(f"{_W}body")  # noqa: S314 - no entities, in a bounded process
    except ElementTree.ParseError:
        raise UnreadableFile("broken") from None
    return Content(list(_docx_blocks(body)) if body is not None else [])


def _docx_blocks(body: Any) -> Iterator[Block]:
    """Paragraphs and tables under their headings."""
    heading, gathered = "", list[str]()
    for part in body:
        if part.tag == f"{_W}tbl":
            gathered += [" | ".join(_docx_text(cell) for cell in row.iter(f"{_W}tc")) for row in part.iter(f"{_W}tr")]
            continue
        if part.tag != f"{_W}p":
            continue
        text, style = _docx_text(part), part.find(f"{_W}pPr/{_W}pStyle")
        name = style.get(f"{_W}val", "") if style is not None else ""
        if text and name.lower().startswith(("heading", "title")):
            yield Block("\n".join(gathered), heading)
            heading, gathered = text[:200], []
        else:
            gathered.append(text)
    yield Block("\n".join(gathered), heading)


def _docx_text(element: Any) -> str:
    """The text of an element, with its line breaks as blanks."""
    spaces = {f"{_W}tab": " ", f"{_W}br": " "}
    return "".join(
        node.text or "" if node.tag == f"{_W}t" else spaces.get(node.tag, "") for node in element.iter()
    ).strip()


# ---- HTML, Markdown, plain text -----------------------------------------------------------------------


class _Page(HTMLParser):
    """The text of a page without what is not read: scripts, styles, menus and footers."""

    SKIPPED = frozenset("script style noscript template svg nav footer aside iframe object select button".split())
    PARTS = frozenset("p div section article main li ul ol table tr br dt dd blockquote pre figure hr header".split())
    HEADINGS = frozenset(("h1", "h2", "h3", "h4"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.title, self._heading, self._into = "", "", ""
        self._text: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        if tag in self.SKIPPED:
            self._skipped.append(tag)
        elif tag in self.HEADINGS:
            self.end()
            self._heading, self._into = "", "heading"
        elif tag == "title":
            self._into = "title"
        elif tag in self.PARTS:
            self._text.append("\n")
        elif tag in ("td", "th"):
            self._text.append(" | " if self._text and self._text[-1] != "\n" else "")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element; ends without a beginning are nothing."""
        if tag in self._skipped:
            while self._skipped.pop() != tag:
                pass
        elif tag in self.HEADINGS or tag == "title":
            self._into = ""
        elif tag in self.PARTS:
            self._text.append("\n")

    def handle_data(self, data: str) -> None:
        """Take in text."""
        if self._skipped:
            return
        if self._into == "title":
            self.title += data
        elif self._into == "heading":
            self._heading += data
        else:
            self._text.append(re.sub(r"\s+", " ", data))

    def end(self) -> None:
        """Close the block under way."""
        heading = " ".join(self._heading.split())[:200]
        self.blocks.append(Block("".join(self._text), heading))
        self._text = []


def _read_html(data: bytes) -> Content:
    return _page(decode_text(data))


def _page(source: str) -> Content:
    page = _Page()
    page.feed(source)
    page.close()
    page.end()
    return Content(page.blocks, page.title)


def _read_markdown(data: bytes) -> Content:
    from markdown_it import MarkdownIt

    source = re.sub(r"\A---\n.*?\n---\n", "", decode_text(data), flags=re.DOTALL)
    return _page(MarkdownIt("commonmark", {"html": False}).enable("table").render(source))


def _read_text(data: bytes) -> Content:
    return Content([Block(part) for part in re.split(r"\n\s*\n", decode_text(data).replace("\r\n", "\n"))])


_READERS: dict[str, Callable[[bytes], Content]] = {
    "pdf": _read_pdf, "docx": _read_docx, "html": _read_html, "markdown": _read_markdown, "text": _read_text,
}  # fmt: skip
