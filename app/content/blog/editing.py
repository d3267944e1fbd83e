"""Writing the blog: what of it is a post's own."""

from typing import Any

from sqlalchemy import select

from app.content.blog.models import BlogPost
from app.content.editor import service as writing
from app.content.markdown import to_html
from app.core.db.base import fetch
from app.core.security.visitor import require_user


def get_post(number: int) -> BlogPost:
    """The bound workspace's post of a number, whatever its state; NotFound otherwise."""
    return fetch(select(BlogPost).where(BlogPost.number == number), "This post does not exist.")


def create_post(title: str) -> BlogPost:
    """A draft by the present person."""
    writing.writers_site()
    user = require_user()
    texts = {"en": {"title": title, "excerpt": "", "content": ""}}
    post = BlogPost(
        category="Quote", tags=[], user_id=user.id, author=user.full_name, avatar=user.avatar, texts=texts
    )  # fmt: skip
    writing.begin_addressed(post)
    return post


def for_editing(post: BlogPost, language: str = "en") -> dict[str, Any]:
    """A post as its form is filled in, in one language."""
    columns = ("number", "slug", "category", "tags", "image", "author", "published_at")
    return writing.for_editing(post, language, *columns)


def preview(typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed, and how readers would see it; nothing is stored."""
    return typed | {"html": to_html(typed["content"]), "excerpt_html": to_html(typed["excerpt"])}
