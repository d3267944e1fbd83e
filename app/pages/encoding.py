"""Compression of documents: the best encoding a browser takes, at a quality that fits the moment."""

import gzip

import brotli  # type: ignore[import-untyped]
from flask import Response, request

MIN_SIZE = 600
QUICK = {"br": 4, "gzip": 5}
ONCE = {"br": 11, "gzip": 9}


def accepted_encoding() -> str:
    """`br`, `gzip` or nothing, as the present browser prefers."""
    for name in ("br", "gzip"):
        if request.accept_encodings.quality(name) > 0:
            return name
    return ""


def compress(body: bytes, encoding: str, quality: dict[str, int] = QUICK) -> bytes:
    """The body in an encoding; unchanged for the empty one."""
    if encoding == "br":
        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=quality["br"]))
    return gzip.compress(body, quality["gzip"], mtime=0) if encoding == "gzip" else body


def encoded(response: Response) -> Response:
    """The response compressed for the present browser."""
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    encoding = accepted_encoding() if len(body) >= MIN_SIZE else ""
    if encoding:
        response.set_data(compress(body, encoding))
        response.headers["Content-Encoding"] = encoding
    return response
