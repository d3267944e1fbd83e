"""Pages of PDFs as pictures, drawn in a confined process."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from app.core import confined

MOST_PAGES = 50
"""Pages of a document that are shown; the others are in the file."""
SECONDS = 10
"""Processor time of one page."""
LONGEST, DOTS = 2000, 200
"""Pixels of a picture's longer side, and dots an inch of a smaller page."""
SHORTEST = 16
"""Characters of a sentence, spaces not counted, that are enough to mark a part of it."""
MARKER = (255, 221, 87)
"""The colour behind what is marked."""
HEAD, END, TAIL = b"%PDF-", b"%%EOF", 1024
"""How a PDF begins, and what is in its last bytes."""
UNPRINTED = frozenset("-\u00ad\u2010\ufffe\x02")
"""What parts a word at the end of a line."""


def is_pdf(data: bytes) -> bool:
    """Whether bytes begin like a PDF."""
    return data.startswith(HEAD)


def is_cut_off(data: bytes) -> bool:
    """Whether a PDF lacks its end."""
    return END not in data[-TAIL:]


def count_pages(data: bytes) -> int:
    """Return how many pages of a PDF can be shown; 0 for one that cannot be opened."""
    try:
        return min(int(confined.work_on(data, __name__, "{}", seconds=SECONDS)), MOST_PAGES)
    except confined.ProcessFailed:
        return 0


def draw_page(data: bytes, number: int, marked: Sequence[str] = ()) -> bytes | None:
    """Return a page of a PDF as WebP, some texts marked; None where it cannot be drawn within the limits."""
    task = orjson.dumps({"page": number, "marked": marked}).decode()
    try:
        return confined.work_on(data, __name__, task, seconds=SECONDS)
    except confined.ProcessFailed:
        return None


def _draw(data: bytes, task: str) -> bytes:
    """The number of pages, or one of them."""
    import pypdfium2
    from PIL import Image, ImageChops, ImageDraw

    document, options = pypdfium2.PdfDocument(data), orjson.loads(task)
    if not options:
        return str(len(document)).encode()
    page = document[options["page"] - 1]
    scale = min(DOTS / 72, LONGEST / max(*page.get_size(), 1))
    picture = page.render(scale=scale).to_pil().convert("RGB")
    if options["marked"]:
        marker = Image.new("RGB", picture.size, "white")
        pen = ImageDraw.Draw(marker)
        for box in _boxes(page, options["marked"], picture.size):
            pen.rectangle(box, fill=MARKER)
        picture = ImageChops.multiply(picture, marker)
    target = io.BytesIO()
    picture.save(target, "WEBP", quality=80)
    return target.getvalue()


def _boxes(page: Any, texts: Sequence[str], size: tuple[int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Where texts are in the picture of a page: left, top, right, bottom."""
    import ctypes

    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    page_text = text_page.get_text_range(errors="ignore") if text_page.count_chars() else ""
    places = [at for at, letter in enumerate(page_text) if _is_printed(letter)]
    printed = "".join(page_text[at] for at in places)

    def point(x: float, y: float) -> tuple[int, int]:
        across, down = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, across, down)
        return across.value, down.value

    for text in texts:
        start, length = _find(printed, "".join(filter(_is_printed, text)))
        if not length:
            continue
        first, last = (
            pdfium.FPDFText_GetCharIndexFromTextIndex(text_page.raw, places[at]) for at in (start, start + length - 1)
        )
        for number in range(text_page.count_rects(first, last - first + 1)):
            left, bottom, right, top = text_page.get_rect(number)
            (x1, y1), (x2, y2) = point(left, bottom), point(right, top)
            yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _is_printed(letter: str) -> bool:
    return not letter.isspace() and letter not in UNPRINTED


def _find(printed: str, text: str) -> tuple[int, int]:
    """Where a text is, or as much of its beginning or end as is on this page; with no length where none is."""
    length = len(text)
    while length and (length == len(text) or length >= SHORTEST):
        for part in (text[:length], text[-length:]):
            if (start := printed.find(part)) >= 0:
                return start, length
        length = min(length - 1, length * 3 // 4)
    return 0, 0


if __name__ == "__main__":
    confined.serve(_draw)
