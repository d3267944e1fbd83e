"""The search: what fits, in groups, a few of each or one of them page by page."""

from typing import Any

from app.search.groups import GROUPS
from app.search.matching import asked

LIMIT = 4
"""Things of a group beside other groups, as specified."""
EVERY = "actions"
"""The group that is listed whole where nothing was typed."""


def search(q: str, language: str, *, group: str = "", page: int = 1, per: int = 10) -> dict[str, Any]:
    """Everything in reach that fits: a few of each group with the number of all, or a page of one group."""
    is_listed = bool(asked(q)) or group == EVERY
    wanted = [one for one in GROUPS if group in ("", one.id) and one.allowed()] if is_listed else []
    told = []
    for one in wanted:
        found = one.find(q, language)
        start, size = ((page - 1) * per, per) if group else (0, LIMIT)
        if found.total or group:
            told.append(
                {
                    "id": one.id,
                    "total": found.total,
                    "more": found.more,
                    "hits": found.items(start, start + size),
                    "next": page + 1 if group and found.total > start + size else None,
                    "previous": page - 1 if group and page > 1 else None,
                }
            )
    return {"q": q, "groups": told}
