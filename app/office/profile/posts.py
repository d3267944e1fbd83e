"""Posts as a reader sees them: with who likes and shares them and the newest of what is said of them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.security.visitor import can
from app.office.profile.models import Post, Reaction

LIKERS = 5
REMARKS = 20
"""How many comments of a post are shown, the newest ones."""


@dataclass(frozen=True, slots=True)
class PostAuthor:
    """Someone of the workspace, as they show themselves."""

    id: int
    name: str
    avatar: str


@dataclass(slots=True)
class Remark:
    """A post or comment as one reader sees it."""

    id: int
    author: PostAuthor
    text: str
    created_at: datetime
    edited_at: datetime | None
    revision: int
    editable: bool
    removable: bool
    deleted: bool
    image: str = ""
    likes: int = 0
    liked: bool = False
    likers: list[PostAuthor] = field(default_factory=list)
    shares: int = 0
    shared: bool = False
    comments: int = 0
    remarks: list["Remark"] = field(default_factory=list)


def newest() -> Select[Any]:
    """All posts of the workspace that were not taken away, without comments."""
    return select(Post).where(Post.parent_id.is_(None), Post.deleted_at.is_(None))


def people(ids: Iterable[int]) -> dict[int, PostAuthor]:
    """These people, by id."""
    rows = db.session.execute(select(User.id, User.full_name, User.avatar).where(User.id.in_(set(ids))))
    return {row.id: PostAuthor(row.id, row.full_name, row.avatar) for row in rows}


def remarks_of(posts: Sequence[Post], reader: User) -> list[Remark]:
    """These posts as this reader sees them, in their order."""
    comments, counts = _comments([post.id for post in posts])
    everything, likers = [*posts, *comments], _likers([post.id for post in posts])
    authors = people([row.user_id for row in everything] + [user_id for ids in likers.values() for user_id in ids])
    reactions = _count_reactions([row.id for row in everything], reader)
    remarks = {row.id: _remark(row, reactions, authors, reader) for row in everything}
    for post in posts:
        remarks[post.id].comments = counts.get(post.id, 0)
        remarks[post.id].likers = [authors[user_id] for user_id in likers[post.id]]
    for comment in comments:
        remarks[comment.parent_id or 0].remarks.append(remarks[comment.id])
    return [remarks[post.id] for post in posts]


def _comments(posts: list[int]) -> tuple[list[Post], dict[int, int]]:
    """The newest comments of each of these posts, oldest first, and how many there are of each."""
    conditions = (Post.parent_id.in_(posts), Post.deleted_at.is_(None))
    place = func.row_number().over(partition_by=Post.parent_id, order_by=Post.id.desc()).label("place")
    ranked = select(Post.id, place).where(*conditions).subquery()
    newest = select(Post).join(ranked, ranked.c.id == Post.id).where(ranked.c.place <= REMARKS).order_by(Post.id)
    query = select(Post.parent_id, func.count()).where(*conditions).group_by(Post.parent_id)
    counts = {parent: count for parent, count in db.session.execute(query) if parent is not None}
    return list(db.session.scalars(newest)), counts


def _count_reactions(ids: list[int], reader: User) -> dict[tuple[int, str], tuple[int, bool]]:
    """How many people have each reaction to these, and whether the reader is one of them."""
    mine = func.count().filter(Reaction.user_id == reader.id)
    columns = (Reaction.post_id, Reaction.kind, func.count(), mine)
    query = select(*columns).select_from(Reaction).where(Reaction.post_id.in_(ids))
    rows = db.session.execute(query.group_by(Reaction.post_id, Reaction.kind))
    return {(post_id, kind): (count, own > 0) for post_id, kind, count, own in rows}


def _likers(ids: list[int]) -> dict[int, list[int]]:
    """The first few who like each of these."""
    place = func.row_number().over(partition_by=Reaction.post_id, order_by=Reaction.id).label("place")
    liked = (Reaction.post_id.in_(ids), Reaction.kind == "like")
    ranked = select(Reaction.post_id, Reaction.user_id, place).where(*liked).subquery()
    query = select(ranked.c.post_id, ranked.c.user_id).where(ranked.c.place <= LIKERS).order_by(ranked.c.place)
    likers: dict[int, list[int]] = defaultdict(list)
    for post_id, user_id in db.session.execute(query):
        likers[post_id].append(user_id)
    return likers


def _remark(
    row: Post, reactions: dict[tuple[int, str], tuple[int, bool]], authors: dict[int, PostAuthor], reader: User
) -> Remark:
    """One post or comment with its reactions."""
    likes, liked = reactions.get((row.id, "like"), (0, False))
    shares, shared = reactions.get((row.id, "share"), (0, False))
    return Remark(
        id=row.id, author=authors[row.user_id], text=row.text, created_at=row.created_at, edited_at=row.edited_at,
        revision=row.revision, editable=row.user_id == reader.id, removable=may_remove(row, reader),
        deleted=row.deleted_at is not None, image=row.image, likes=likes, liked=liked, shares=shares, shared=shared,
    )  # fmt: skip


def may_remove(row: Post, reader: User) -> bool:
    """One's own, or anything for who looks after the workspace."""
    return row.user_id == reader.id or can("delete", "Office")
