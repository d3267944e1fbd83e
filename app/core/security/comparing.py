"""Comparing secrets without saying by the time it takes how much of one was right."""

import hmac


def is_same(expected: str, actual: str) -> bool:
    """Whether a text is the expected one; `hmac` itself compares only ASCII texts and raises for others."""
    return hmac.compare_digest(expected.encode(), actual.encode("utf-8", "replace"))
