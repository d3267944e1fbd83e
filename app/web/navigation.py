"""The pages a reader may open by name: what search finds and bookmarks keep, out of the page table."""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import marshmallow as ma
from flask import has_request_context

from app.core.http.schemas import ResponseSchema, Text, Whole
from app.core.security import abilities
from app.core.security.abilities import Ability
from app.core.security.visitor import sees_all
from app.web.site import site
from app.web.table import Page

NUMBERS = 1_000_003
# The names Feather has for our drawings, where they differ by more than how they are written.
_FEATHER = {
    "layout-dashboard": "Layout", "messages-square": "MessageSquare", "bot": "Cpu", "history": "Clock",
    "circle-help": "HelpCircle", "circle-alert": "AlertCircle", "circle-check": "CheckCircle", "send": "Send",
    "languages": "Globe", "file": "File",
}  # fmt: skip
_UNSAFE = re.compile(r"[^a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Destination:
    """A page that can be gone to without knowing of any thing: its name in the reader's language and its drawing."""

    page: Page
    title: str
    icon: str

    @property
    def number(self) -> int:
        """The small number of the specified calls."""
        return number(self.page.name)

    @property
    def target(self) -> str:
        """A name that can stand in a style sheet."""
        return _UNSAFE.sub("-", self.page.name)

    @property
    def feather(self) -> str:
        """The drawing as Feather calls it."""
        return _FEATHER.get(self.icon) or "".join(part.capitalize() for part in self.icon.split("-"))


def number(name: str) -> int:
    """A small whole number that is always the same for a page's name; a test sees that no two pages share one."""
    return zlib.crc32(name.encode()) % NUMBERS + 1


def may_open(page: Page, ability: Sequence[Ability]) -> bool:
    """Whether the visitor, with these abilities, may open a page."""
    access = page.access
    if access.kind != "ability":
        return True
    return abilities.can(list(ability), access.action, access.subject) and (
        not access.whole or not has_request_context() or sees_all(access.subject)
    )


def places(ability: Sequence[Ability], language: str) -> list[Destination]:
    """The named pages that someone signed in may open, in the table's order."""
    return [
        Destination(page, page.title.get(language) or page.title["en"], page.icon or "file")
        for page in site().table.pages
        if page.title and not page.has_parameters and not _takes_a_link(page) and may_open(page, ability)
    ]


def _takes_a_link(page: Page) -> bool:
    """Whether a page is only reached by a link of its own, as from a mail, or by people who have not signed in."""
    return page.access.kind == "guest" or (page.access.kind == "public" and not page.sitemap)


class PlaceSchema(ResponseSchema):
    """A page as the specified calls have it."""

    id = Whole(metadata={"description": "The same for as long as the page has its name"})
    target = Text(metadata={"description": "A name that can stand in a style sheet"})
    isBookmarked = ma.fields.Boolean()
    title = Text()
    icon = Text(metadata={"example": "CreditCard"})
    link = Text()


def serialize_place(place: Destination, bookmarked: bool) -> dict[str, Any]:
    """A page as the specified calls have it."""
    return {
        "id": place.number,
        "target": place.target,
        "isBookmarked": bookmarked,
        "title": place.title,
        "icon": place.feather,
        "link": place.page.path,
    }
