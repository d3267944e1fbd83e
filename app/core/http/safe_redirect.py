"""Addresses within this site: where a visitor may be sent after a form."""

from urllib.parse import unquote, urlsplit


def safe_next(target: str | None, default: str = "/") -> str:
    """The target when it is plainly a path of ours, else `default`.

    Browsers read `\\` as `/`, drop control characters and follow `//host`; their encoded forms are refused too.
    """
    if not target or not target.startswith("/") or len(target) > 2000:
        return default
    for form in (target, unquote(target)):
        path = form.partition("?")[0]
        if any(ord(c) < 0x20 or ord(c) == 0x7F for c in form) or "\\" in path or "//" in path:
            return default
        parts = urlsplit(form)
        if parts.scheme or parts.netloc or any(part in {".", ".."} for part in path.split("/")):
            return default
    return target
