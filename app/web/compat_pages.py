"""A page as the specified calls have it."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Text, Whole
from app.web.navigation import Destination


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
