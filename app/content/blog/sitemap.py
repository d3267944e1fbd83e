"""The blog's addresses for search engines."""

from collections.abc import Iterator
from datetime import datetime

from app.content.blog.service import address_of, public_posts
from app.content.site_workspace import in_site_workspace
from app.core.db.base import db


def addresses() -> Iterator[tuple[str, datetime]]:
    """Every published post, with when it was last changed."""
    with in_site_workspace() as bound:
        posts = list(db.session.scalars(public_posts())) if bound else []
    for post in posts:
        yield address_of(post), post.updated_at
