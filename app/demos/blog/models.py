"""Posts in every language they were written in, and what readers say to them."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, BigInt, VersionMixin, WorkspaceMixin

STATUSES = ("Published", "Pending", "Draft")
CATEGORIES = {"Fashion": "Watch", "Food": "ShoppingCart", "Gaming": "Command", "Quote": "Hash", "Video": "Video"}
"""The specified categories with their drawings."""
COVERS = ("", "/static/covers/talk.svg", "/static/covers/count.svg", "/static/covers/hand.svg")
"""The pictures a post may open with: all our own."""


class BlogPost(WorkspaceMixin, VersionMixin, Base):
    """A post; readers see it while it is published and not deleted."""

    __tablename__ = "blog_post"
    table_args = (
        Index("uq_blog_post_number", "workspace_id", "number", unique=True),
        Index("uq_blog_post_slug", "workspace_id", "slug", unique=True),
    )

    number: Mapped[int] = mapped_column(BigInt)
    slug: Mapped[str] = mapped_column(String(80))
    category: Mapped[str] = mapped_column(String(20))
    tags: Mapped[list[str]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(12), default="Draft")
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON)
    """`title`, `excerpt` and `content` (Markdown) by language; English is always there."""
    image: Mapped[str] = mapped_column(String(200), default="")
    user_id: Mapped[int | None]
    """Who began it, and is told what is said to it; built-in posts are nobody's."""
    author: Mapped[str] = mapped_column(String(120))
    avatar: Mapped[str] = mapped_column(String(500), default="")
    published_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]

    def text(self, language: str) -> dict[str, str]:
        """Title, excerpt and content in a language, in English where it was not written."""
        return self.texts.get(language) or self.texts["en"]


class BlogComment(WorkspaceMixin, VersionMixin, Base):
    """What somebody with an account, in whichever workspace, said to a post."""

    __tablename__ = "blog_comment"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "post_id"], ["blog_post.workspace_id", "blog_post.id"]),
        Index("ix_blog_comment_post", "workspace_id", "post_id", "id"),
    )

    post_id: Mapped[int]
    user_id: Mapped[int | None]
    """Whose it is; accounts of other workspaces are no rows of this one, so it points at nothing."""
    author: Mapped[str] = mapped_column(String(120))
    avatar: Mapped[str] = mapped_column(String(500), default="")
    text: Mapped[str] = mapped_column(String(2000))
