"""Pages of PDFs as readers are shown them: a few at a time are drawn, and each once."""

from collections.abc import Callable, Hashable, Sequence
from threading import BoundedSemaphore

from app.core.db.base import db
from app.core.errors import NotFound, Unavailable
from app.core.lru import Recent
from app.core.pdf.pages import draw_page

WAIT = 5.0
"""Seconds that a page waits for others to be drawn."""
_drawing = BoundedSemaphore(2)
_pages: Recent[Hashable, bytes] = Recent(24)


def page_picture(key: Hashable, read: Callable[[], bytes], number: int, marked: Sequence[str] = ()) -> bytes:
    """Return a page of the PDF that is read, drawn once; NotFound if it cannot be; the transaction is over then."""
    picture = _pages.get(key)
    if picture is not None:
        return picture
    content = read()
    db.session.rollback()
    if not _drawing.acquire(timeout=WAIT):
        raise Unavailable
    try:
        picture = draw_page(content, number, marked)
    finally:
        _drawing.release()
    if picture is None:
        raise NotFound("This page cannot be shown. Save the file.")
    _pages.put(key, picture)
    return picture
