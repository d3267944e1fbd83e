"""Our calls of the blog: reading by pages, comments, and writing posts."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.content.blog import editing, schemas, service
from app.content.blog.models import BlogComment, BlogPost
from app.content.editor import service as shared
from app.content.editor.resources import WrittenResource
from app.content.editor.shapes import LanguageArgs
from app.content.site_workspace import content_changed, in_site_workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.languages import reading_language
from app.core.security.limits import COMMENTS, limits
from app.core.security.operations import PUBLIC, SIGNED_IN, UNAUDITED, Operation, RowOperations, needs
from app.core.security.visitor import require_user

reading = Blueprint("blog_posts", __name__, url_prefix="/api/v1/blog", description="Reading the blog.")
writing = Blueprint("posts", __name__, url_prefix="/api/v1/posts", description="Editing the blog.")
POSTS = WrittenResource(
    editing.get_post,
    schemas.WrittenPostSchema,
    editing.for_editing,
    lambda post: url_for("posts.get_post", number=post.number),
)
BLOG_POST_CALLS = RowOperations("Site", "blog_post", schemas.WrittenPostSchema)


@reading.get("", Operation(PUBLIC, query=schemas.BlogArgs, answer=schemas.BlogPageSchema, problems=(404,)))
def list_blog(args: dict[str, Any]) -> Page:
    """List published posts, newest first."""
    return service.page_of(args, reading_language(args["hl"]))


@reading.get("/<int:number>", Operation(PUBLIC, query=LanguageArgs, answer=schemas.BlogPostSchema))
def get_blog_post(args: dict[str, Any], number: int) -> dict[str, Any]:
    """Retrieve a published post, by the number in its page's address, with its latest comments."""
    return service.post_page(number, reading_language(args["hl"]))


@reading.post(
    "/<int:number>/comments",
    Operation(
        SIGNED_IN,
        audit="blog_comment:create",
        body=schemas.CommentArgs,
        answer=schemas.BlogCommentSchema,
        status=201,
        problems=(429,),
    ),
)
def add_comment(args: dict[str, Any], number: int) -> BlogComment:
    """Comment on a post under your own name."""
    user = require_user()
    with limits.count_success([COMMENTS], f"comment:{user.id}"), in_site_workspace() as bound:
        if not bound:
            raise NotFound("This post does not exist.")
        row = service.add_comment(number, user, args["text"])
        db.session.commit()
        db.session.refresh(row)
    return row


@reading.delete(
    "/<int:number>/comments/<int:blog_comment_id>",
    Operation(needs("delete", "Site"), audit="blog_comment:delete", revisioned=True, status=204),
)
def delete_comment(number: int, blog_comment_id: int) -> None:
    """Delete a comment permanently."""
    row = match_revision(service.get_comment(number, blog_comment_id), schemas.BlogCommentSchema)
    db.session.delete(row)
    db.session.commit()
    content_changed()


@writing.get("", Operation(needs("read", "Site"), query=schemas.PostListArgs, answer=schemas.WrittenPostPageSchema))
def list_posts(args: dict[str, Any]) -> Page:
    """List all posts of the workspace, drafts included; `status=Deleted` lists those that can be restored."""
    page = paginate(shared.select_rows(BlogPost, args["status"]), args, key=BlogPost.id)
    return replace(page, items=[editing.for_editing(post) for post in page.items])


@writing.get("/comments", Operation(needs("update", "Site"), query=PageArgs, answer=schemas.WaitingCommentPageSchema))
def list_waiting_comments(args: dict[str, Any]) -> Page:
    """List comments that wait for approval, newest first."""
    page = paginate(service.waiting_comments(), args, key=BlogComment.id)
    titles = service.titles_of(page.items)
    for row in page.items:
        row.post_number, row.post_title = titles[row.post_id]
    return page


@writing.post(
    "/comments/<int:blog_comment_id>/approve",
    Operation(needs("update", "Site"), audit="blog_comment:approve", status=204),
)
def approve_comment(blog_comment_id: int) -> None:
    """Approve a comment."""
    service.waiting_comment(blog_comment_id).approved_at = now()
    db.session.commit()
    content_changed()


@writing.post(
    "/comments/<int:blog_comment_id>/reject",
    Operation(needs("update", "Site"), audit="blog_comment:reject", status=204),
)
def reject_comment(blog_comment_id: int) -> None:
    """Reject a comment that waits for approval."""
    db.session.delete(service.waiting_comment(blog_comment_id))
    db.session.commit()


@writing.post(
    "",
    Operation(
        needs("create", "Site"),
        audit="blog_post:create",
        revisioned=True,
        body=schemas.NewBlogPostSchema,
        answer=schemas.NewBlogPostAnswerSchema,
        status=201,
        problems=(409,),
    ),
)
def create_post(args: dict[str, Any]) -> Reply:
    """Create a post as a draft."""
    post = editing.create_post(args["title"])
    body, headers = POSTS.create(post)
    return body | {"next": f"/pages/blog/edit/{post.number}"}, headers


@writing.post(
    "/preview",
    Operation(
        needs("update", "Site"),
        audit=UNAUDITED,
        body=schemas.BlogPostChangeSchema,
        answer=schemas.BlogPreviewSchema,
        renders_answer=True,
    ),
)
def preview_post(args: dict[str, Any]) -> dict[str, Any]:
    """Preview a post without storing it."""
    return editing.preview({"title": "", "excerpt": "", "content": ""} | args)


@writing.get("/<int:number>", BLOG_POST_CALLS.read(query=LanguageArgs))
def get_post(args: dict[str, Any], number: int) -> Reply:
    """Retrieve a post in one language, English by default."""
    return POSTS.show(number, args["hl"])


@writing.patch("/<int:number>", BLOG_POST_CALLS.update(schemas.BlogPostChangeSchema, problems=(409,)))
def change_post(args: dict[str, Any], number: int) -> Reply:
    """Update a post in one language."""
    return POSTS.change(number, lambda post: shared.change(post, args), args["language"])


@writing.delete("/<int:number>", BLOG_POST_CALLS.trash(problems=(409,)))
def delete_post(number: int) -> Reply:
    """Delete a post; it can be restored."""
    return POSTS.change(number, shared.delete)


@writing.post("/<int:number>/restore", BLOG_POST_CALLS.restore())
def restore_post(number: int) -> Reply:
    """Restore a deleted post."""
    return POSTS.change(number, shared.restore)


blueprints = (reading, writing)
