"""Posts in every language they were written in, and what readers say to them."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.content.editor.models import AddressedMixin
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

STATUSES = ("Published", "Pending", "Draft")
CATEGORIES = {"Fashion": "Watch", "Food": "ShoppingCart", "Gaming": "Command", "Quote": "Hash", "Video": "Video"}
"""The specified categories with their drawings."""
COVERS = ("", "/static/covers/talk.svg", "/static/covers/count.svg", "/static/covers/hand.svg")
"""The pictures a post may open with: all our own."""


class BlogPost(AddressedMixin, Base):
    """A post: title, excerpt, and content in Markdown."""

    SAID = ("title", "excerpt", "content")
    __tablename__ = "blog_post"
    table_args = (
        Index("uq_blog_post_number", "workspace_id", "number", unique=True),
        Index("uq_blog_post_slug", "workspace_id", "slug", unique=True),
    )

    category: Mapped[str] = mapped_column(String(20))
    tags: Mapped[list[str]] = mapped_column(JSON)
    image: Mapped[str] = mapped_column(String(200), default="")
    user_id: Mapped[int | None]
    """Who began it, and is notified of answers; built-in posts are nobody's."""
    author: Mapped[str] = mapped_column(String(120))
    avatar: Mapped[str] = mapped_column(String(500), default="")


class BlogComment(WorkspaceMixin, RevisionMixin, Base):
    """What someone with an account, in whichever workspace, said to a post."""

    __tablename__ = "blog_comment"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "post_id"], ["blog_post.workspace_id", "blog_post.id"]),
        Index("ix_blog_comment_post", "workspace_id", "post_id", "id"),
        Index("ix_blog_comment_waiting", "workspace_id", "approved_at", "id"),
    )

    post_id: Mapped[int]
    user_id: Mapped[int | None]
    """Whose it is; accounts of other workspaces are no rows of this one, so it points at nothing."""
    author: Mapped[str] = mapped_column(String(120))
    avatar: Mapped[str] = mapped_column(String(500), default="")
    text: Mapped[str] = mapped_column(String(2000))
    approved_at: Mapped[datetime | None]
    """Since when readers see it; null while it waits for an editor."""
