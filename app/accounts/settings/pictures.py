"""What a picture is, read from its own bytes: its name and what its sender says of it count for nothing."""

import io
import struct
from collections.abc import Iterator

import structlog
from PIL import Image, ImageOps

from app.core.errors import Invalid

MAX_BYTES = 2**20
MIN_SIDE, MAX_SIDE = 16, 4096
_SIZE = f"Must be {MIN_SIDE} to {MAX_SIDE} pixels on each side."
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
log = structlog.get_logger(__name__)
_FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
"""The markers of a JPEG after which its size stands."""
Size = tuple[int, int]


def picture_kind(data: bytes) -> str | None:
    """The media type of a picture of the four kinds, whatever its size; None for anything else."""
    return next((kind for kind, _size in _found(data)), None)


def kind_of(data: bytes) -> str:
    """The media type of a picture that may be shown; Invalid says why another may not."""
    if len(data) > MAX_BYTES:
        raise Invalid({"file": ["Must be at most 1 MB."]}, code="picture_bytes")
    found = next(_found(data), None)
    if found is None:
        raise Invalid({"file": ["Must be a PNG, JPEG, WebP or GIF picture."]}, code="picture_kind")
    kind, size = found
    if not all(MIN_SIDE <= side <= MAX_SIDE for side in size):
        raise Invalid({"file": [_SIZE]}, code="picture_size")
    return kind


def renewed(data: bytes) -> tuple[str, bytes]:
    """A picture decoded and encoded again, with its media type: what else was in the file is gone.

    Its size is checked before anything is decoded. Of a moving picture the first frame is left.
    """
    kind_of(data)
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as given:
            if not all(MIN_SIDE <= side <= MAX_SIDE for side in given.size):
                raise Invalid({"file": [_SIZE]}, code="picture_size")
            form = given.format if given.format in ("JPEG", "WEBP") else "PNG"
            picture = ImageOps.exif_transpose(given)
            clear = picture.has_transparency_data and form != "JPEG"
            plain = picture.convert("RGBA" if clear else "RGB")
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError) as error:
        log.info("picture_refused", error=type(error).__name__)
        raise Invalid({"file": ["This picture cannot be read. It may be damaged."]}, code="picture_damaged") from None
    # A new picture, so that nothing the file said besides its pixels is written again.
    fresh = Image.new(plain.mode, plain.size)
    fresh.paste(plain)
    out = io.BytesIO()
    fresh.save(out, form, **({"quality": 88} if form != "PNG" else {"optimize": True}))
    return f"image/{form.lower()}", out.getvalue()


def _found(data: bytes) -> Iterator[tuple[str, Size]]:
    """Kind and size of whatever the bytes are; nothing when they are none of the four."""
    for kind, read in (("png", _png), ("jpeg", _jpeg), ("webp", _webp), ("gif", _gif)):
        try:
            size = read(data)
        except (struct.error, IndexError):
            size = None
        if size is not None:
            yield f"image/{kind}", size


def _png(data: bytes) -> Size | None:
    """A PNG begins with its header, which begins with its size."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"):
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _gif(data: bytes) -> Size | None:
    """A GIF says its size after its name."""
    if not data.startswith((b"GIF87a", b"GIF89a")):
        return None
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


def _jpeg(data: bytes) -> Size | None:
    """A JPEG is segments, each with its length; the one that begins the frame has the size."""
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    place = 2
    while data[place] == 0xFF:
        marker = data[place + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, place + 5)
            return width, height
        (length,) = struct.unpack_from(">H", data, place + 2)
        place += 1 if marker == 0xFF else 2 + length
    return None


def _webp(data: bytes) -> Size | None:
    """A WebP is one of three kinds, each with the size elsewhere."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and data[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None
