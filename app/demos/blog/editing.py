"""Writing the blog: drafts, changes, deletion that can be undone."""

import re
from typing import Any

from flask import current_app
from sqlalchemy import Select, func, select
from sqlalchemy.exc import IntegrityError

from app import clock
from app.db import db
from app.demos.blog.models import BlogPost
from app.demos.markup import to_html
from app.errors import Conflict, NotFound, Refused
from app.security import require_user, visitor

SLUG_LENGTH = 80
TAKEN = "Another post has this address already."
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def all_posts(status: str = "") -> Select[Any]:
    """The workspace's posts: of one status, deleted ones, or all that are not deleted."""
    if status == "Deleted":
        return select(BlogPost).where(BlogPost.deleted_at.is_not(None))
    query = select(BlogPost).where(BlogPost.deleted_at.is_(None))
    return query.where(BlogPost.status == status) if status else query


def get_post(number: int) -> BlogPost:
    """The bound workspace's post of a number, whatever its state; NotFound otherwise."""
    post = db.session.scalar(select(BlogPost).where(BlogPost.number == number))
    if post is None:
        raise NotFound("There is no such post.")
    return post


def create_post(title: str) -> BlogPost:
    """A draft by the present person."""
    workspace = visitor().workspace
    if workspace is None or workspace.slug != current_app.config["SETTINGS"].site_workspace:
        raise Refused("The blog is written in the site's workspace only.", code="not_the_site")
    user = require_user()
    number = (db.session.scalar(select(func.max(BlogPost.number))) or 0) + 1
    post = BlogPost(
        number=number, slug=_free_slug(title, number), category="Quote", tags=[], user_id=user.id,
        author=user.full_name, avatar=user.avatar, texts={"en": {"title": title, "excerpt": "", "content": ""}},
    )  # fmt: skip
    try:
        with db.session.begin_nested():
            db.session.add(post)
            db.session.flush()
    except IntegrityError:
        raise Conflict("Somebody else has begun a post at the same moment. Try again.", code="duplicate") from None
    return post


def _free_slug(title: str, number: int) -> str:
    """An address of the title's words that no other post has."""
    wish = _NOT_SLUG.sub("-", title.lower()).strip("-")[: SLUG_LENGTH - 12].strip("-") or "blog_post"
    return wish if _holder(wish) is None else f"{wish}-{number}"


def _holder(slug: str) -> BlogPost | None:
    """The post that has an address."""
    return db.session.scalar(select(BlogPost).where(BlogPost.slug == slug))


def change_post(post: BlogPost, changes: dict[str, Any]) -> None:
    """Give a post what was supplied; texts are those of one language. The first publication sets its day."""
    if post.deleted_at is not None:
        raise Conflict("A deleted post cannot be changed. Restore it first.", code="deleted")
    if "slug" in changes:
        holder = _holder(changes["slug"])
        if holder is not None and holder.id != post.id:
            raise _taken()
    language = changes.get("language", "en")
    written = {key: changes[key] for key in ("title", "excerpt", "content") if key in changes}
    if written:
        post.texts = post.texts | {language: post.text(language) | written}
    for key in ("slug", "category", "tags", "status", "image"):
        if key in changes:
            setattr(post, key, changes[key])
    if post.status == "Published" and post.published_at is None:
        post.published_at = clock.now()
    try:
        with db.session.begin_nested():
            db.session.flush()
    except IntegrityError:  # somebody else has just taken the address
        raise _taken() from None


def _taken() -> Conflict:
    """The refusal of an address that another post has."""
    return Conflict(TAKEN, code="duplicate", errors={"slug": [TAKEN]})


def delete_post(post: BlogPost) -> None:
    """Take a post away from its readers; it can be restored."""
    if post.deleted_at is not None:
        raise Conflict("The post is deleted already.", code="deleted")
    post.deleted_at = clock.now()
    db.session.flush()


def restore_post(post: BlogPost) -> None:
    """Undo the deletion of a post."""
    if post.deleted_at is None:
        raise Conflict("The post is not deleted.", code="not_deleted")
    post.deleted_at = None
    db.session.flush()


def for_editing(post: BlogPost, language: str = "en") -> dict[str, Any]:
    """A post as its form is filled in, in one language."""
    text = post.text(language)
    return {
        "id": post.id,
        "number": post.number,
        "language": language,
        "written": sorted(post.texts),
        **{key: getattr(post, key) for key in ("slug", "category", "tags", "status", "image", "author", "version")},
        **{key: text[key] for key in ("title", "excerpt", "content")},
        "published_at": post.published_at,
        "updated_at": post.updated_at,
        "deleted": post.deleted_at is not None,
    }


def preview(typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed, and how readers would see it; nothing is stored."""
    return typed | {"html": to_html(typed["content"]), "excerpt_html": to_html(typed["excerpt"])}
