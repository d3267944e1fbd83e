"""Rules of the profile: everybody likes, follows, and votes once, and takes away what is their own."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import aliased

from app.accounts.users.models import User
from app.accounts.users.scope import colleagues_of
from app.core import clock
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Invalid, NotFound
from app.notifications import tell
from app.office.profile.models import Favorite, Follow, Photo, Poll, PollOption, Post, Reaction, Source, Vote
from app.office.profile.posts import PostAuthor, may_remove, people

SUGGESTED = 5
VOTERS = 5
PHOTOS = 9
KEPT = timedelta(days=1)
"""How long someone one has just followed stays among the suggestions, so that it can be taken back there."""
COVER = "/static/profile/cover.svg"


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Someone one may know."""

    person: PostAuthor
    mutual: int
    following: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer of a poll with its votes."""

    id: int
    name: str
    votes: int
    percent: int
    people: list[PostAuthor]


@dataclass(frozen=True, slots=True)
class PollView:
    """A poll as one reader sees it."""

    id: int
    question: str
    votes: int
    mine: int | None
    options: list[Choice]


def profile(reader: User) -> dict[str, Any]:
    """The reader's profile but for the posts."""
    follows = func.count().filter(Follow.user_id == reader.id), func.count().filter(Follow.followed_id == reader.id)
    following, followers = db.session.execute(select(*follows).select_from(Follow)).one()
    return {
        "person": PostAuthor(reader.id, reader.full_name, reader.avatar), "designation": reader.designation,
        "cover": COVER, "about": reader.bio, "joined": reader.created_at, "country": reader.country,
        "company": reader.company, "email": reader.email, "website": reader.website,
        "followers": followers, "following": following,
        "pages": sources("page", reader), "feeds": sources("feed", reader),
        "photos": list(db.session.scalars(select(Photo).order_by(Photo.id.desc()).limit(PHOTOS))),
        "suggestions": suggestions(reader), "poll": newest_poll(reader),
    }  # fmt: skip


def sources(kind: str, reader: User) -> list[dict[str, Any]]:
    """The pages or feeds there are, and which the reader calls a favourite."""
    favorite_ids = set(db.session.scalars(select(Favorite.source_id).where(Favorite.user_id == reader.id)))
    rows = db.session.scalars(select(Source).where(Source.kind == kind).order_by(Source.id).limit(20))
    return [
        {"id": row.id, "name": row.name, "handle": row.handle, "about": row.about, "tags": row.tags,
         "favorite": row.id in favorite_ids}
        for row in rows
    ]  # fmt: skip


def suggestions(reader: User) -> list[Acquaintance]:
    """People whom those follow whom the reader follows, the most first; who was just followed stays for a day."""
    own = select(Follow.followed_id).where(Follow.user_id == reader.id)
    older_follows = own.where(Follow.created_at < clock.now() - KEPT)
    through = aliased(Follow)
    mutual = (
        select(through.followed_id, func.count().label("count"))
        .where(through.user_id.in_(own)).group_by(through.followed_id).subquery()
    )  # fmt: skip
    count = func.coalesce(mutual.c.count, 0)
    query = (
        select(User.id, User.full_name, User.avatar, count, User.id.in_(own))
        .outerjoin(mutual, mutual.c.followed_id == User.id)
        .where(User.id != reader.id, User.id.not_in(older_follows), User.status == "active", User.deleted_at.is_(None),
               colleagues_of(reader))
        .order_by(count.desc(), User.id).limit(SUGGESTED)
    )  # fmt: skip
    return [Acquaintance(PostAuthor(*row[:3]), row[3], bool(row[4])) for row in db.session.execute(query)]


def newest_poll(reader: User) -> PollView | None:
    """The newest poll with its votes counted; None where nobody has asked anything."""
    poll = db.session.scalar(select(Poll).order_by(Poll.id.desc()).limit(1))
    return None if poll is None else view_poll(poll, reader)


def view_poll(poll: Poll, reader: User) -> PollView:
    """A poll as the reader sees it."""
    options = db.session.scalars(
        select(PollOption).where(PollOption.poll_id == poll.id).order_by(PollOption.position)
    ).all()
    query = select(Vote.option_id, func.count()).where(Vote.poll_id == poll.id).group_by(Vote.option_id)
    counts = {option_id: count for option_id, count in db.session.execute(query)}
    total, voters = sum(counts.values()), _voters(poll)
    people_by_id = people(user_id for few in voters.values() for user_id in few)
    choices = [
        Choice(option.id, option.name, votes, round(100 * votes / total) if total else 0,
               [people_by_id[user_id] for user_id in voters.get(option.id, [])])
        for option in options for votes in (counts.get(option.id, 0),)
    ]  # fmt: skip
    mine = db.session.scalar(select(Vote.option_id).where(Vote.poll_id == poll.id, Vote.user_id == reader.id))
    return PollView(poll.id, poll.question, total, mine, choices)


def _voters(poll: Poll) -> dict[int, list[int]]:
    """The first few who gave each answer."""
    place = func.row_number().over(partition_by=Vote.option_id, order_by=Vote.id).label("place")
    ranked = select(Vote.option_id, Vote.user_id, place).where(Vote.poll_id == poll.id).subquery()
    query = select(ranked.c.option_id, ranked.c.user_id).where(ranked.c.place <= VOTERS).order_by(ranked.c.place)
    voters: dict[int, list[int]] = defaultdict(list)
    for option_id, user_id in db.session.execute(query):
        voters[option_id].append(user_id)
    return voters


def find_post(post_id: int) -> Post:
    """A post or comment of the workspace; NotFound otherwise, as of what was taken away and what hangs on that."""
    parent = aliased(Post)
    is_removed = exists().where(parent.id == Post.parent_id, parent.deleted_at.is_not(None))
    return fetch(select(Post).where(Post.id == post_id, Post.deleted_at.is_(None), ~is_removed))


def find_own(post_id: int, reader: User) -> Post:
    """What the reader has written; anything else is as if it were not there."""
    row = find_post(post_id)
    if row.user_id != reader.id:
        raise NotFound
    return row


def write_post(author: User, text: str, parent: Post | None = None) -> Post:
    """Write a post, or a comment on one; on a comment nobody comments."""
    if parent is not None and parent.parent_id is not None:
        raise NotFound
    row = Post(user_id=author.id, text=text, parent_id=parent.id if parent is not None else None)
    db.session.add(row)
    db.session.flush()
    if parent is not None:
        tell(parent.user_id, "answer", f"/pages/profile?post={parent.id}", what=parent.text, by=author)
    return row


def find_removable(post_id: int, reader: User) -> Post:
    """What the reader may take away; anything else is as if it were not there."""
    row = find_post(post_id)
    if not may_remove(row, reader):
        raise NotFound
    return row


def find_removed(post_id: int, reader: User) -> Post:
    """What the reader has taken away, to be brought back; anything else is as if it were not there."""
    return fetch(select(Post).where(Post.id == post_id, Post.deleted_by == reader.id))


def edit(row: Post, text: str) -> None:
    """Give a post or comment another text, which its readers are notified of."""
    if text != row.text:
        row.text, row.edited_at = text, clock.now()
    db.session.flush()


def remove(row: Post, reader: User) -> None:
    """Take a post or comment away, with all that hangs on it; who did can bring it back."""
    row.deleted_at, row.deleted_by = clock.now(), reader.id
    db.session.flush()


def restore(row: Post) -> None:
    """Bring back what was taken away."""
    row.deleted_at = row.deleted_by = None
    db.session.flush()


def react(post: Post, reader: User, kind: str, *, on: bool) -> None:
    """Have the reader like or share something, or no longer; saying it twice is saying it once."""
    query = (Reaction.post_id == post.id, Reaction.user_id == reader.id, Reaction.kind == kind)
    _switch(Reaction, query, {"post_id": post.id, "user_id": reader.id, "kind": kind}, on=on)


def favor(source_id: int, reader: User, *, on: bool) -> None:
    """Have the reader call a page or feed a favourite, or no longer."""
    if db.session.scalar(select(Source.id).where(Source.id == source_id)) is None:
        raise NotFound
    query = (Favorite.source_id == source_id, Favorite.user_id == reader.id)
    _switch(Favorite, query, {"source_id": source_id, "user_id": reader.id}, on=on)


def follow(user_id: int, reader: User, *, on: bool) -> None:
    """Have the reader follow someone, or no longer; nobody follows themselves."""
    there = select(User.id).where(User.id == user_id, User.deleted_at.is_(None))
    if user_id == reader.id or db.session.scalar(there) is None:
        raise NotFound
    query = (Follow.followed_id == user_id, Follow.user_id == reader.id)
    if _switch(Follow, query, {"followed_id": user_id, "user_id": reader.id}, on=on):
        tell(user_id, "follow", "/pages/profile", by=reader)


def _switch(model: Any, query: tuple[Any, ...], values: dict[str, Any], *, on: bool) -> bool:
    """Have a row of a person be there or not; whether it was put there now."""
    is_new = on and db.session.scalar(select(model.id).where(*query)) is None
    if not on:
        db.session.execute(delete(model).where(*query))
    elif is_new:
        db.session.add(model(**values))
    db.session.flush()
    return is_new


def find_poll(poll_id: int) -> Poll:
    """A poll of the workspace; NotFound otherwise."""
    return fetch(select(Poll).where(Poll.id == poll_id))


def vote(poll: Poll, reader: User, option_id: int) -> None:
    """Give the reader's one answer, in place of the one before."""
    belongs = select(PollOption.id).where(PollOption.id == option_id, PollOption.poll_id == poll.id)
    if db.session.scalar(belongs) is None:
        raise Invalid({"option": [BeyondSchema("This answer does not exist.")]})
    row = db.session.scalar(select(Vote).where(Vote.poll_id == poll.id, Vote.user_id == reader.id))
    if row is None:
        db.session.add(Vote(poll_id=poll.id, user_id=reader.id, option_id=option_id))
    else:
        row.option_id = option_id
    db.session.flush()
