"""The search: what fits, in groups, a few of each or one of them page by page."""

from typing import Any

from app.search.groups import GROUPS
from app.search.matching import terms_of

LIMIT = 4
"""Things of a group beside other groups, as specified."""
EVERY = "actions"
"""The group that is listed whole where nothing was typed."""


def search(q: str, language: str, *, group: str = "", page: int = 1, per: int = 10) -> dict[str, Any]:
    """Everything in reach that fits: a few of each group with the number of all, or a page of one group."""
    is_listed = bool(terms_of(q)) or group == EVERY
    names = (
        [candidate for candidate in GROUPS if group in ("", candidate.id) and candidate.allowed()] if is_listed else []
    )
    groups = []
    for search_group in names:
        hits = search_group.find(q, language)
        start, size = ((page - 1) * per, per) if group else (0, LIMIT)
        if hits.total or group:
            groups.append(
                {
                    "id": search_group.id,
                    "total": hits.total,
                    "more": hits.more,
                    "hits": hits.items(start, start + size),
                    "next": page + 1 if group and hits.total > start + size else None,
                    "previous": page - 1 if group and page > 1 else None,
                }
            )
    return {"q": q, "groups": groups}
