"""What people of a workspace share with each other: posts, what is said of them, whom they follow, polls."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

REACTIONS = ("like", "share")


def _reference(table: str, column: str = "", **kwargs: Any) -> ForeignKeyConstraint:
    """A reference to a row of the same workspace, with which this one goes."""
    names = ["workspace_id", column or f"{table}_id"]
    return ForeignKeyConstraint(names, [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE", **kwargs)


class Post(WorkspaceMixin, RevisionMixin, Base):
    """Something a person wrote: a post, or with a parent a comment on one."""

    __tablename__ = "post"
    table_args = (
        _reference("user"),
        _reference("post", "parent_id", name="fk_post_parent"),
        Index("ix_post_parent", "workspace_id", "parent_id", "id"),
    )

    user_id: Mapped[int]
    parent_id: Mapped[int | None]
    text: Mapped[str] = mapped_column(String(2000))
    image: Mapped[str] = mapped_column(String(200), default="")
    """A file of our own; empty without one."""
    edited_at: Mapped[datetime | None]
    """When its author last gave it another text."""
    deleted_at: Mapped[datetime | None]
    deleted_by: Mapped[int | None]
    """Who took it away, and alone brings it back; they may be gone themselves, so it points at nothing."""


class Reaction(WorkspaceMixin, Base):
    """That a person likes a post or a comment, or has shared it: once each."""

    __tablename__ = "reaction"
    table_args = (
        _reference("user"),
        _reference("post"),
        Index("uq_reaction", "workspace_id", "post_id", "kind", "user_id", unique=True),
    )

    post_id: Mapped[int]
    user_id: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))


class Source(WorkspaceMixin, Base):
    """What one may like to read: a page that is suggested, or the latest from someone's feed."""

    __tablename__ = "source"
    table_args = (Index("ix_source_kind", "workspace_id", "kind", "id"),)

    kind: Mapped[str] = mapped_column(String(8))
    """`page` or `feed`."""
    name: Mapped[str] = mapped_column(String(80))
    handle: Mapped[str] = mapped_column(String(40), default="")
    about: Mapped[str] = mapped_column(String(300))
    tags: Mapped[str] = mapped_column(String(120), default="")


class Favorite(WorkspaceMixin, Base):
    """That a page or feed is one of a person's favourites."""

    __tablename__ = "favorite"
    table_args = (
        _reference("user"),
        _reference("source"),
        Index("uq_favorite", "workspace_id", "user_id", "source_id", unique=True),
    )

    user_id: Mapped[int]
    source_id: Mapped[int]


class Photo(WorkspaceMixin, Base):
    """A picture of the workspace's album, a file of our own."""

    __tablename__ = "photo"

    image: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(String(80), default="")


class Follow(WorkspaceMixin, Base):
    """That a person follows another."""

    __tablename__ = "follow"
    table_args = (
        _reference("user"),
        _reference("user", "followed_id", name="fk_follow_followed"),
        Index("uq_follow", "workspace_id", "user_id", "followed_id", unique=True),
    )

    user_id: Mapped[int]
    followed_id: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Poll(WorkspaceMixin, Base):
    """A question to everybody."""

    __tablename__ = "poll"

    question: Mapped[str] = mapped_column(String(200))


class PollOption(WorkspaceMixin, Base):
    """One of the answers there are."""

    __tablename__ = "poll_option"
    table_args = (
        _reference("poll"),
        Index("uq_poll_option_place", "workspace_id", "poll_id", "position", unique=True),
    )

    poll_id: Mapped[int]
    position: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(80))


class Vote(WorkspaceMixin, Base):
    """A person's one answer to a poll."""

    __tablename__ = "vote"
    table_args = (
        _reference("user"),
        _reference("poll"),
        _reference("poll_option", "option_id", name="fk_vote_option"),
        Index("uq_vote", "workspace_id", "poll_id", "user_id", unique=True),
    )

    poll_id: Mapped[int]
    option_id: Mapped[int]
    user_id: Mapped[int]
