"""The specified bookmark calls: pages by their numbers, kept whole."""

from typing import Any

from app.bookmarks import jobs, service
from app.bookmarks.schemas import BookmarksDataSchema, ToggleArgs
from app.core.db.base import db
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import current_ability, require_user
from app.web.navigation import places, serialize_place

blp = SpecifiedBlueprint("bookmark-pages", __name__, url_prefix="/api/bookmarks", description="Bookmarked pages.")


def _data() -> dict[str, Any]:
    """The pages the reader may open, and those that are kept, in the order they are kept in."""
    urls = service.plain_pages(require_user().id)
    all_pages = [
        serialize_place(place, place.page.path in urls) for place in places(current_ability(), reading_language())
    ]
    order = {url: number for number, url in enumerate(urls)}
    bookmarks = sorted((page for page in all_pages if page["isBookmarked"]), key=lambda page: order[page["link"]])
    return {"suggestions": all_pages, "bookmarks": bookmarks}


@blp.get("/data", Operation(SIGNED_IN, answer=BookmarksDataSchema))
def data() -> dict[str, Any]:
    """List pages that can be bookmarked, and those that are."""
    return _data()


@blp.post("/update", Operation(SIGNED_IN, audit="bookmark:toggle", body=ToggleArgs, answer=BookmarksDataSchema))
def update(args: dict[str, Any]) -> dict[str, Any]:
    """Bookmark a page by its number, or remove its bookmark."""
    service.toggle(require_user().id, args["id"], reading_language())
    jobs.begin()
    db.session.commit()
    return _data()
