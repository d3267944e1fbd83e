"""The languages we speak, and which of them a reader gets."""

from flask import request

LANGUAGES = ("en", "hi", "ar")
RIGHT_TO_LEFT = frozenset({"ar"})


def negotiate(*wishes: str | None, accept: str = "") -> str:
    """The first wish we speak, else the best of Accept-Language, else English."""
    for wish in wishes:
        if wish in LANGUAGES:
            return str(wish)
    ranges = []
    for part in accept.split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        language = tag.partition("-")[0].lower()
        if language in LANGUAGES:
            ranges.append((_quality(parameters), language))
    best = max(ranges, key=lambda pair: pair[0], default=(0.0, "en"))
    return best[1] if best[0] > 0 else "en"


def reading_language(asked: str = "") -> str:
    """The language to answer a call in: what it asks for, else what the client accepts, else English."""
    return negotiate(asked, accept=request.headers.get("Accept-Language", ""))


def _quality(parameters: str) -> float:
    """The `q` of one language range; nonsense counts as refused."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
