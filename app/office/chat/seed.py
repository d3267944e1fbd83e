"""The sample people and conversations of the chat."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.chat.models import ChatPerson
from app.office.chat.people import CONTACTS, join, load_contacts
from app.office.chat.service import send, side_of


def seed(workspace: Workspace) -> int:
    """Have the first person of a workspace talk with two of the ten next; returns how many messages there are.

    A workspace with fewer people, or with a chat already, is left as it is. The caller commits.
    """
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    with within(workspace.id):
        people = list(db.session.scalars(select(User).order_by(User.number).limit(CONTACTS + 1)))
        if len(people) <= CONTACTS or db.session.scalar(select(ChatPerson.id).limit(1)) is not None:
            return 0
        me, *others = people
        for user, sample in zip(people, [samples["own"], *samples["contacts"]], strict=True):
            row = join(user)
            row.about, row.status = sample["about"], sample["status"]
            user.designation = user.designation or sample.get("title", "")
        chats = [_talk(me, others[chat["with"] - 1], chat, ZoneInfo(workspace.zone)) for chat in samples["chats"]]
        db.session.flush()
    return sum(chats)


def _talk(me: User, other: User, sample: dict[str, Any], zone: ZoneInfo) -> int:
    """One conversation, all of it read but for the last few messages to yourself."""
    now = clock.now()
    contacts = {contact.id: contact for contact in load_contacts([me, other])}
    for line in sample["lines"]:
        speaker, hearer = (me, other) if line["by"] == "me" else (other, me)
        send(speaker, contacts[hearer.id], line["text"], _moment(now, line, zone))
    mine, theirs = side_of(me.id, other.id), side_of(other.id, me.id)
    assert mine is not None and theirs is not None  # noqa: S101 - both have just been made
    mine.unseen, theirs.unseen, theirs.seen_id = sample["unseen"], 0, theirs.last_id
    if not mine.unseen:
        mine.seen_id = mine.last_id
    return len(sample["lines"])


def _moment(now: datetime, line: dict[str, Any], zone: ZoneInfo) -> datetime:
    """Some minutes ago, or a clock time of a day gone by."""
    if "ago" in line:
        return now - timedelta(minutes=line["ago"])
    hour, minute = (int(part) for part in line["at"].split(":"))
    day = (now.astimezone(zone) + timedelta(days=line["day"])).date()
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
