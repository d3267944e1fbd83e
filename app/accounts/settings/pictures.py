"""What a picture is, read from its own bytes: its name and what its sender says of it count for nothing."""

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import structlog
from PIL import Image, ImageOps, ImageSequence

from app.core.errors import BeyondSchema, Invalid
from app.core.http.headers import SANDBOXED

MAX_BYTES = 2**20
MAX_SIDE = 4096
MAX_PIXELS = MAX_SIDE * MAX_SIDE
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
HEADERS = SANDBOXED | {
    # The address names the content, so what it holds never changes; it is for members alone.
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Disposition": "inline",
}
"""What a stored picture is answered with."""
log = structlog.get_logger(__name__)
_FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
"""The markers of a JPEG after which its size is."""
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a picture may be where it is used."""

    most_bytes: int = MAX_BYTES
    least_side: int = 16
    moves: bool = False
    """Whether a GIF stays one with all its frames; else its first is left."""

    def check(self, size: Size) -> None:
        """Invalid where a picture's size does not fit."""
        if not all(self.least_side <= side <= MAX_SIDE for side in size):
            problem = f"Must be {self.least_side} to {MAX_SIDE} pixels on each side."
            raise Invalid({"file": [BeyondSchema(problem)]}, code="picture_size")


AVATAR = Bounds()


def picture_kind(data: bytes) -> str | None:
    """The media type of a picture of the four kinds, whatever its size; None for anything else."""
    return next((kind for kind, _size in _variants(data)), None)


def reencode_picture(data: bytes, bounds: Bounds = AVATAR) -> tuple[str, bytes]:
    """A picture decoded and encoded again, with its media type: what else was in the file is gone.

    Its size is checked before anything is decoded.
    """
    if len(data) > bounds.most_bytes:
        raise Invalid({"file": [f"Must be at most {bounds.most_bytes // 2**20} MB."]}, code="picture_bytes")
    image = next(_variants(data), None)
    if image is None:
        raise Invalid({"file": [BeyondSchema("Must be a PNG, JPEG, WebP or GIF picture.")]}, code="picture_kind")
    bounds.check(image[1])
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            bounds.check(picture.size)
            if picture.format == "GIF" and bounds.moves:
                return "image/gif", _moving(picture)
            return _still(picture)
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError) as error:
        log.info("picture_refused", error=type(error).__name__)
        raise Invalid({"file": ["This picture cannot be read. It may be damaged."]}, code="picture_damaged") from None


def _still(image: Image.Image) -> tuple[str, bytes]:
    """One picture; of a moving one the first frame."""
    form = image.format if image.format in ("JPEG", "WEBP") else "PNG"
    picture = ImageOps.exif_transpose(image)
    clear = picture.has_transparency_data and form != "JPEG"
    out = io.BytesIO()
    options: dict[str, Any] = {"optimize": True} if form == "PNG" else {"quality": 88}
    _fresh(picture, "RGBA" if clear else "RGB").save(out, form, **options)
    return f"image/{form.lower()}", out.getvalue()


def _moving(image: Image.Image) -> bytes:
    """A GIF with each of its frames and how long it stays."""
    frames: list[Image.Image] = []
    lasting: list[int] = []
    for frame in ImageSequence.Iterator(image):
        if (len(frames) + 1) * image.width * image.height > MAX_PIXELS:
            raise Invalid({"file": ["This animation is too large. Use fewer or smaller frames."]}, code="picture_size")
        lasting.append(frame.info.get("duration", 0))
        frames.append(_fresh(frame, "RGBA"))
    out, loop = io.BytesIO(), image.info.get("loop")
    options: dict[str, Any] = {} if loop is None else {"loop": loop}
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=lasting, disposal=2, **options)
    return out.getvalue()


def _fresh(image: Image.Image, mode: str) -> Image.Image:
    """A new picture of the same pixels, so that nothing else that the file said is written again."""
    plain = image.convert(mode)
    fresh = Image.new(plain.mode, plain.size)
    fresh.paste(plain)
    return fresh


def _variants(data: bytes) -> Iterator[tuple[str, Size]]:
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
