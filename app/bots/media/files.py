"""Files of media: checked by their own bytes, pictures encoded again without what cameras add, and made smaller."""

import hashlib
import io
from typing import Any, NamedTuple

from PIL import Image

from app.accounts.settings.pictures import Bounds, picture_kind, reencode_picture
from app.core.errors import BeyondSchema, Invalid
from app.core.pdf.pages import count_pages, is_cut_off, is_pdf

LARGEST_PICTURE, LARGEST = 2 * 2**20, 20 * 2**20
MOST_SENT = 5 * 2**20
"""Bytes of a picture that every provider of messages fetches."""
BOUNDS = Bounds(most_bytes=LARGEST_PICTURE)
WIDTHS = (320, 640, 1280)
FORMS = {"webp": ("WEBP", {"quality": 80}), "avif": ("AVIF", {"quality": 60, "speed": 8})}
"""How smaller pictures are encoded, by the ending of their form."""


class CheckedFile(NamedTuple):
    """A file that may be kept."""

    kind: str
    media_type: str
    content: bytes
    width: int | None = None
    height: int | None = None
    pages: int | None = None

    @property
    def digest(self) -> str:
        """What flow documents call it."""
        return hashlib.sha256(self.content).hexdigest()


def check_file(data: bytes) -> CheckedFile:
    """Return what is kept of an uploaded file; Invalid for what is neither a picture nor a PDF."""
    if not data:
        raise _refusal("The file is empty.")
    if len(data) > LARGEST:
        raise _refusal("The file is larger than 20 MB. Choose a smaller one.")
    if is_pdf(data):
        if is_cut_off(data):
            raise _refusal("This PDF is cut off. Send the whole file.")
        pages = count_pages(data)
        if not pages:
            raise _refusal("This PDF cannot be opened. It may be damaged or locked.")
        return CheckedFile("file", "application/pdf", data, pages=pages)
    if picture_kind(data) in (None, "image/gif"):
        raise _refusal("Must be a JPEG, PNG or WebP picture, or a PDF.")
    media_type, content = _sendable(*reencode_picture(data, BOUNDS))
    with Image.open(io.BytesIO(content)) as picture:
        return CheckedFile("image", media_type, content, *picture.size)


def _refusal(text: str) -> Invalid:
    return Invalid({"file": [BeyondSchema(text)]}, text)


def _sendable(media_type: str, content: bytes) -> tuple[str, bytes]:
    """A picture as JPEG or PNG: not every provider of messages takes WebP."""
    if media_type == "image/webp":
        with Image.open(io.BytesIO(content)) as picture:
            form = "PNG" if picture.has_transparency_data else "JPEG"
            media_type, content = f"image/{form.lower()}", _encode(picture, form, {"quality": 90})
    if len(content) > MOST_SENT:
        raise _refusal("This picture is too large to be sent. Make it smaller, or use a JPEG.")
    return media_type, content


def widths_for(width: int) -> list[int]:
    """Return the widths that a picture is made in: none is larger than itself."""
    return [size for size in WIDTHS if size < width] or [width]


def make_smaller(content: bytes, width: int, form: str) -> bytes:
    """Return a picture of some width, encoded as one of `FORMS`."""
    encoder, options = FORMS[form]
    with Image.open(io.BytesIO(content)) as picture:
        height = max(1, round(picture.height * width / picture.width))
        mode = "RGBA" if picture.has_transparency_data else "RGB"
        smaller = picture.convert(mode).resize((width, height), Image.Resampling.LANCZOS)
    return _encode(smaller, encoder, options)


def _encode(picture: Image.Image, form: str, options: dict[str, Any]) -> bytes:
    target = io.BytesIO()
    (picture.convert("RGB") if form == "JPEG" else picture).save(target, form, **options)
    return target.getvalue()
