"""Sample posts, pages, people who know each other and a poll, for the demonstration's workspace."""

import random
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import within
from app.office.profile.models import Follow, Photo, Poll, PollOption, Post, Reaction, Source, Vote

SEED = 71
FOLLOWED = (4, 12)
"""How many others one follows, at least and at most."""


@cache
def _content() -> dict[str, Any]:
    """The sample texts."""
    content: dict[str, Any] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    return content


def seed(workspace: Workspace) -> int:
    """Add the samples to a workspace of people who share nothing yet; returns how many posts. The caller commits."""
    with within(workspace.id):
        people = list(db.session.scalars(select(User).order_by(User.number)))
        if not people or db.session.scalar(select(Post.id).limit(1)) is not None:
            return 0
        draw = random.Random(SEED)  # noqa: S311 - sample data
        _introduce(people)
        _show()
        _follow([person.id for person in people], draw)
        _ask([person.id for person in people], draw)
        count = _talk([person.id for person in people], draw)
        db.session.flush()
    return count


def _introduce(people: list[User]) -> None:
    """Have the two who can sign in tell something of themselves."""
    for person in people:
        for name, value in _content()["about"].get(person.username, {}).items():
            setattr(person, name, value)


def _show() -> None:
    """Add pages, feeds and pictures."""
    content = _content()
    for kind in ("page", "feed"):
        db.session.add_all(Source(kind=kind, **row) for row in content[f"{kind}s"])
    db.session.add_all(Photo(**row) for row in content["photos"])


def _follow(ids: list[int], draw: random.Random) -> None:
    """Have everybody follow a few of the others, for a while already."""
    since = clock.now() - timedelta(days=30)
    for user_id in ids:
        others = [other_id for other_id in ids if other_id != user_id]
        sources = draw.sample(others, min(draw.randint(*FOLLOWED), len(others)))
        db.session.add_all(
            Follow(user_id=user_id, followed_id=followed_id, created_at=since) for followed_id in sources
        )


def _ask(ids: list[int], draw: random.Random) -> None:
    """Add the poll with the votes of most people, but not of the first: they are to vote themselves."""
    content = _content()["poll"]
    poll = Poll(id=new_id(), question=content["question"])
    db.session.add(poll)
    db.session.flush()
    voters = draw.sample(ids[1:], len(ids) - 1)
    for position, row in enumerate(content["options"]):
        option = PollOption(id=new_id(), poll_id=poll.id, position=position, name=row["name"])
        db.session.add(option)
        db.session.flush()
        mine, voters = voters[: row["share"]], voters[row["share"] :]
        db.session.add_all(Vote(poll_id=poll.id, option_id=option.id, user_id=user_id) for user_id in mine)


def _talk(ids: list[int], draw: random.Random) -> int:
    """Add the posts, what was said of them, and who likes and shares what."""
    now = clock.now()
    for row in reversed(_content()["posts"]):
        post = _write_post(row, ids, now)
        _react(post, row, ids, draw)
        for comment in row["comments"]:
            _react(_write_post(comment, ids, now, post), comment, ids, draw)
    return len(_content()["posts"])


def _write_post(row: dict[str, Any], ids: list[int], now: datetime, parent: Post | None = None) -> Post:
    """A post or comment that was written some hours ago."""
    at = now - timedelta(hours=row["hours"])
    post = Post(
        id=new_id(at), user_id=ids[(row["author"] - 1) % len(ids)], parent_id=parent.id if parent else None,
        text=row["text"], image=row.get("image", ""), created_at=at, updated_at=at,
    )  # fmt: skip
    db.session.add(post)
    db.session.flush()
    return post


def _react(post: Post, row: dict[str, Any], ids: list[int], draw: random.Random) -> None:
    """Have as many like and share it as its row says, never the first, who are to do it themselves."""
    for kind, count in (("like", row["likes"]), ("share", row.get("shares", 0))):
        post_ids = draw.sample(ids[1:], min(count, len(ids) - 1))
        db.session.add_all(Reaction(post_id=post.id, user_id=user_id, kind=kind) for user_id in post_ids)
