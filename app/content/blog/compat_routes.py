"""The specified calls of the blog, and its feed."""

from typing import Any

from flask import Response

from app.content.blog import schemas, service
from app.content.blog.feed import atom
from app.content.editor.shapes import LanguageArgs
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.visitor import public

blp = SpecifiedBlueprint("blog", __name__, url_prefix="/blog", description="Blog posts and comments.")


@blp.get("/list/data")
@public
@blp.arguments(schemas.NarrowArgs, location="query")
@blp.response(200, schemas.ListedBlogPostSchema(many=True))
def posts(args: dict[str, Any]) -> list[dict[str, Any]]:
    """List published posts, newest first, filtered by `category` and `tag`."""
    return service.specified_list(args["category"], args["tag"], reading_language(args["hl"]))


@blp.get("/list/data/sidebar")
@public
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, schemas.BlogSidebarSchema)
def sidebar(args: dict[str, Any]) -> dict[str, Any]:
    """List the newest posts and the categories."""
    return service.sidebar(reading_language(args["hl"]))


@blp.get("/list/data/detail")
@public
@blp.arguments(schemas.OneArgs, location="query")
@blp.response(200, schemas.BlogDetailSchema)
@blp.alt_response(404, "NOT_FOUND")
def detail(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a post with its comments by `id`, by default the newest."""
    return service.specified_detail(args["id"], reading_language(args["hl"]))


@blp.get("/list/data/edit")
@public
@blp.arguments(schemas.OneArgs, location="query")
@blp.response(200, schemas.BlogEditSchema)
@blp.alt_response(404, "NOT_FOUND")
def edit(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a published post as its form needs it."""
    return service.specified_edit(args["id"], reading_language(args["hl"]))


@blp.get("/feed.xml")
@public
@blp.arguments(LanguageArgs, location="query")
@blp.alt_response(200, content_type="application/atom+xml")
def feed(args: dict[str, Any]) -> Response:
    """Retrieve the newest posts as an Atom feed."""
    return atom(reading_language(args["hl"]))
