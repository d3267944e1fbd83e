"""Addresses of the web that others give."""

from urllib.parse import SplitResult, urlsplit

_NONE = SplitResult("", "", "", "", "")


def split_url(url: str) -> SplitResult:
    """Split an address; where its host or port can be none, every part is empty."""
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")
        return _NONE if parts.port == 0 else parts
    except ValueError:
        return _NONE


def is_web_url(url: str) -> bool:
    """Whether a text is an address of the web, of whatever host."""
    parts = split_url(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname)
