"""Pictures of several kinds and sizes, and their upload."""

import io
import struct
import zlib
from typing import Any

from flask.testing import FlaskClient
from PIL import Image

ACCOUNT = "/api/v1/account"


def png(width: int = 64, height: int = 64, shade: int = 0) -> bytes:
    """Return a grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = (b"\0" + bytes([shade]) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def jpeg(width: int = 64, height: int = 64) -> bytes:
    """Return the segments a JPEG has before its pixels."""
    app0 = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
    return b"\xff\xd8" + app0 + b"\xff\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + b"\x03" + b"\0" * 9


def gif(width: int = 64, height: int = 64) -> bytes:
    """Return the first bytes of a GIF."""
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0" * 20


def draw_picture(form: str, mode: str = "RGB", size: tuple[int, int] = (64, 64), **more: Any) -> bytes:
    """Return a picture as an image library writes it."""
    out = io.BytesIO()
    Image.new(mode, size).save(out, form, **more)
    return out.getvalue()


def upload_avatar(client: FlaskClient, content: bytes, name: str = "a.png") -> Any:
    """Upload a picture."""
    form = {"file": (io.BytesIO(content), name)}
    return client.post(f"{ACCOUNT}/avatar", data=form, content_type="multipart/form-data")
