"""What calls on texts do alike: they show one language, and have public pages made again after a change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.content.editor import service
from app.content.site_workspace import content_changed
from app.core.db.base import db
from app.core.http.etags import Row, etag
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.languages import reading_language


@dataclass(frozen=True, slots=True)
class WrittenResource(Resource[Row]):
    """A kind of text as its calls see it."""

    dump: Callable[..., Any] = lambda row, _language="en": row
    """What the schema takes of a row in a language, English by default."""

    def show(self, row_id: int, language: str) -> Reply:
        """Answer a row in a language."""
        row = self.find(row_id)
        return self.dump(row, reading_language(language or "en")), etag(row)

    def change(self, row_id: int, write: Callable[[Row], object], language: str = "en") -> Reply:
        """Change a row in the revision that If-Match names, and answer it in a language."""
        row = self.match(row_id)
        write(row)
        db.session.commit()
        content_changed()
        return self.dump(row, language), etag(row)


def page_for_editing(
    kind: type[Any], categories: Sequence[str], dump: Callable[..., Any], args: dict[str, Any]
) -> dict[str, Any]:
    """Return a page of a workspace's texts in their order, drafts and deleted ones by their status."""
    query = service.select_rows(kind, args["status"])
    if args["category"]:
        query = query.where(kind.category == args["category"])
    page = paginate(query, args, key=kind.id, sort=service.place_of(kind, categories), descending=False)
    language = reading_language(args["hl"])
    return with_more(page, items=[dump(row, language) for row in page.items], built_in=service.is_untouched(kind))
