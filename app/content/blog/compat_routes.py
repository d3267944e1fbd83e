"""The specified calls of the blog, and its feed."""

from typing import Any

from flask import Response

from app.content.blog import schemas, service
from app.content.blog.feed import atom
from app.content.editor.shapes import LanguageArgs
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.operations import PUBLIC, Operation

blp = SpecifiedBlueprint("blog", __name__, url_prefix="/blog", description="Blog posts and comments.")


@blp.get("/list/data", Operation(PUBLIC, query=schemas.NarrowArgs, answer=schemas.ListedBlogPostSchema(many=True)))
def posts(args: dict[str, Any]) -> list[dict[str, Any]]:
    """List published posts, newest first, filtered by `category` and `tag`."""
    return service.specified_list(args["category"], args["tag"], reading_language(args["hl"]))


@blp.get("/list/data/sidebar", Operation(PUBLIC, query=LanguageArgs, answer=schemas.BlogSidebarSchema))
def sidebar(args: dict[str, Any]) -> dict[str, Any]:
    """List the newest posts and the categories."""
    return service.sidebar(reading_language(args["hl"]))


@blp.get(
    "/list/data/detail", Operation(PUBLIC, query=schemas.OneArgs, answer=schemas.BlogDetailSchema, problems=(404,))
)
def detail(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a post with its comments by `id`, by default the newest."""
    return service.specified_detail(args["id"], reading_language(args["hl"]))


@blp.get("/list/data/edit", Operation(PUBLIC, query=schemas.OneArgs, answer=schemas.BlogEditSchema, problems=(404,)))
def edit(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a published post as its form needs it."""
    return service.specified_edit(args["id"], reading_language(args["hl"]))


@blp.get("/feed.xml", Operation(PUBLIC, query=LanguageArgs, content_type="application/atom+xml"))
def feed(args: dict[str, Any]) -> Response:
    """Retrieve the newest posts as an Atom feed."""
    return atom(reading_language(args["hl"]))
