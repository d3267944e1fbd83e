"""Files of documents: checked by their own bytes, pictures encoded again without what cameras add, and hashed."""

import hashlib
import io
from typing import NamedTuple

from PIL import Image

from app.accounts.settings.pictures import Bounds, picture_kind, reencode_picture
from app.core.errors import BeyondSchema, Invalid
from app.core.pdf.pages import count_pages, is_cut_off, is_pdf
from app.masters.documents.models import BANDS

LARGEST = 10 * 2**20
PICTURE = Bounds(most_bytes=LARGEST, least_side=64)
SIDE = 8
BAND_BITS = SIDE * SIDE // BANDS
NEAR = BANDS - 1
"""So many of 64 bits may differ between two copies of a picture."""


class CheckedFile(NamedTuple):
    """A file that may be kept."""

    media_type: str
    content: bytes
    sha256: str
    picture_hash: str
    pages: int | None = None
    """Those of a PDF that can be shown."""


def check_file(data: bytes) -> CheckedFile:
    """Return what is kept of an uploaded file; Invalid for what is neither a picture nor a PDF."""
    if not data:
        raise Invalid({"file": [BeyondSchema("The file is empty.")]})
    if len(data) > LARGEST:
        raise Invalid({"file": [BeyondSchema("The file is larger than 10 MB. Choose a smaller one.")]})
    digest = hashlib.sha256(data).hexdigest()
    if is_pdf(data):
        if is_cut_off(data):
            raise Invalid({"file": [BeyondSchema("This PDF is cut off. Send the whole file.")]})
        return CheckedFile("application/pdf", data, digest, "", count_pages(data))
    if picture_kind(data) in (None, "image/gif"):
        raise Invalid({"file": [BeyondSchema("Must be a JPEG, PNG or WebP picture, or a PDF.")]})
    media_type, content = reencode_picture(data, PICTURE)
    return CheckedFile(media_type, content, digest, hash_picture(content))


def hash_picture(content: bytes) -> str:
    """Return the difference hash of a picture: whether each part of nine by eight is brighter than the next."""
    with Image.open(io.BytesIO(content)) as picture:
        small = picture.convert("L").resize((SIDE + 1, SIDE), Image.Resampling.LANCZOS)
    shades = small.tobytes()
    bits = 0
    for row in range(SIDE):
        for column in range(SIDE):
            place = row * (SIDE + 1) + column
            bits = bits << 1 | (shades[place] > shades[place + 1])
    return f"{bits:016x}"


def bands_of(picture_hash: str) -> list[int | None]:
    """Return the parts of a hash, of which near ones share at least one."""
    if not picture_hash:
        return [None] * BANDS
    bits = int(picture_hash, 16)
    return [bits >> BAND_BITS * place & (1 << BAND_BITS) - 1 for place in range(BANDS)]


def are_near(first: str, second: str) -> bool:
    """Whether two hashes are of copies of one picture."""
    return bool(first and second) and (int(first, 16) ^ int(second, 16)).bit_count() <= NEAR
