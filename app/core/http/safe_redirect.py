"""Addresses within this site: where a visitor may be sent after a form."""

import re
from urllib.parse import unquote

LONGEST = 4000
"""What no address is longer than, in UTF-16 units."""
# A control character anywhere; in the path a backslash, two slashes, or a segment that leads upwards.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f]|^[^?#]*(?:\\|//|/\.\.?(?:[/?#]|$))")


def safe_next(target: str | None, default: str = "/") -> str:
    """The target when it is plainly a path of ours, else `default`; `safeNext` in the interface agrees on each case.

    Browsers read `\\` as `/`, drop control characters and follow `//host`; their encoded forms are refused too.
    """
    if not target or not target.startswith("/") or len(target.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST:
        return default
    return default if any(_UNSAFE.search(form) for form in (target, unquote(target))) else target
