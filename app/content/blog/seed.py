"""The built-in posts as rows of a workspace."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.blog.models import BlogComment, BlogPost
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within


def seed(workspace: Workspace) -> int:
    """Add the built-in posts to a workspace that has none; returns how many. The caller commits."""
    with within(workspace.id):
        if db.session.scalar(select(BlogPost.id).limit(1)) is not None:
            return 0
        content: list[dict[str, Any]] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
        for number, entry in enumerate(content, 1):
            _add(number, entry)
    return len(content)


def _add(number: int, entry: dict[str, Any]) -> None:
    """One post with what was said to it."""
    at = clock.now() - timedelta(days=entry["days_ago"], hours=3)
    post = BlogPost(number=number, status="Published", published_at=at, created_at=at, updated_at=at, avatar="",
                **{key: entry[key] for key in ("slug", "category", "tags", "image", "author", "texts")})  # fmt: skip
    db.session.add(post)
    db.session.flush()
    for hours, comment in enumerate(entry["comments"], 1):
        db.session.add(BlogComment(post_id=post.id, created_at=at + timedelta(hours=hours), approved_at=at, **comment))
    db.session.flush()
