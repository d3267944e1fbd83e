"""`python -m tests.bench.edits 1000000`: that many random changes of stored talks, and then not one number wrong.

Works on the database of TEST_DATABASE_URL, or on a file of its own; the same seed makes the same changes.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from sqlalchemy import select

from app import create_app
from app.analytics import recount
from app.bots.catalog.models import GROUPS, Bot
from app.bots.catalog.service import change_bot
from app.cli import create_schema
from app.conversations.models import Contact, Conversation, Message
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict, NotFound
from app.ingest import closing, corrections, dialogues, live_events, merging
from tests.conftest import add_workspace, drop_database, settings_in
from tests.factories.conversations import START, dialogue, event, make_bot

MINUTES = 60 * 60
MARKS: tuple[dict[str, Any], ...] = (
    {}, {"intent": "service.book", "confidence": 0.9}, {"intent": "sales.price"}, {"cause": "no_match"},
    {"cause": "error"}, {"goal": "booked"}, {"goal": "paid"}, {"enters": "booked"}, {"handoff": "requested"},
    {"rating": 5}, {"rating": 1}, {"waits": True}, {"ends": True}, {"cost_micro": 350_000},
)  # fmt: skip
SPEAKERS = ("user", "user", "bot", "bot", "agent", "system")


@dataclass
class Talks:
    """What there is to change, and the dice that decide."""

    bot: Bot
    dice: random.Random
    people: int
    messages: list[int] = field(default_factory=list)
    sessions: list[int] = field(default_factory=list)
    contacts: list[int] = field(default_factory=list)
    known: list[Any] = field(default_factory=list)

    def person(self) -> str:
        """One of the people."""
        return f"p{self.dice.randrange(self.people)}"

    def moment(self) -> float:
        """A time in seconds, to the millisecond."""
        return self.dice.randrange(MINUTES * 60_000) / 1000

    def one_of(self, values: list[Any]) -> Any:
        """One of what is kept, or None."""
        return values[self.dice.randrange(len(values))] if values else None

    def note(self, values: list[Any], value: Any, most: int = 50_000) -> None:
        """Keep something to change later, in place of something else when there is enough."""
        if len(values) < most:
            values.append(value)
        else:
            values[self.dice.randrange(most)] = value

    def learn(self, sessions: list[Conversation]) -> None:
        """Keep what has come in."""
        for session in sessions:
            self.note(self.sessions, session.id)
            self.note(self.contacts, session.contact_id)
            message_ids = db.session.scalars(select(Message.id).where(Message.conversation_id == session.id))
            for message_id in message_ids:
                self.note(self.messages, message_id)


def insert(talks: Talks) -> int:
    """A batch of whole dialogues, one of which may have come before; every event counts as a change."""
    drafts = []
    for _ in range(talks.dice.randrange(1, 30)):
        begun = talks.moment()
        lines = [event("user", at=begun)]
        for place in range(1, talks.dice.randrange(2, 8)):
            marks = talks.dice.choice(MARKS)
            lines.append(event(talks.dice.choice(SPEAKERS), at=begun + 20 * place, **marks))
        drafts.append(dialogue(lines, ext_user=talks.person()))
    talks.note(talks.known, drafts[0], 1000)
    again = talks.one_of(talks.known)
    stored = dialogues.store_dialogues([*drafts, again], bot=talks.bot, source="edits")
    talks.learn(stored)
    return sum(len(draft.events) for draft in drafts)


def late(talks: Talks) -> int:
    """An event that comes when it comes; now and then one that has come before."""
    message = event(talks.dice.choice(SPEAKERS), at=talks.moment(), **talks.dice.choice(MARKS))
    session = live_events.take_event(message, bot=talks.bot, channel="web", ext_user=talks.person())
    if session is not None and talks.dice.random() < 0.2:
        live_events.take_event(message, bot=talks.bot, channel="web", ext_user=talks.person())
    if session is not None and talks.dice.random() < 0.2:
        talks.learn([session])
    return 1


def edit(talks: Talks) -> int:
    """Another meaning for a message."""
    corrections.edit_message(talks.one_of(talks.messages) or 0, text="changed", marks=dict(talks.dice.choice(MARKS)))
    return 1


def remove(talks: Talks) -> int:
    """A message less."""
    corrections.delete_message(talks.one_of(talks.messages) or 0)
    return 1


def remove_session(talks: Talks) -> int:
    """A session less."""
    corrections.delete_conversation(talks.one_of(talks.sessions) or 0)
    return 1


def merge(talks: Talks) -> int:
    """Two contacts one person."""
    merging.merge(talks.one_of(talks.contacts) or 0, talks.one_of(talks.contacts) or 0)
    return 1


def part(talks: Talks) -> int:
    """A merge taken back."""
    merged = db.session.scalars(select(Contact.id).where(Contact.merged_into_id.is_not(None)).limit(50)).all()
    merging.unmerge(talks.one_of(list(merged)) or 0)
    return 1


def close(_talks: Talks) -> int:
    """Sessions closed by silence."""
    closing.close_due()
    return 1


def regroup(talks: Talks) -> int:
    """Another group for the bot: what it had stays what it was."""
    change_bot(talks.bot, group=talks.dice.choice(GROUPS))
    return 1


CHANGES: tuple[tuple[Callable[[Talks], int], float], ...] = (
    (insert, 8), (late, 20), (edit, 45), (remove, 14), (remove_session, 8), (merge, 2.5), (part, 2.4), (close, 0.1),
    (regroup, 0.3),
)  # fmt: skip


def change(talks: Talks, count: int, every: int, say: Callable[[str], None]) -> Counter[str]:
    """Make so many changes, recounting after every so many; SystemExit with the rows that are wrong."""
    kinds, weights = zip(*CHANGES, strict=True)
    changes: Counter[str] = Counter()
    begun, checked = time.perf_counter(), 0
    while (done := changes.total()) < count:
        (kind,) = talks.dice.choices(kinds, weights)
        with suppress(Conflict, NotFound), db.session.begin_nested():
            changes[kind.__name__] += kind(talks)
        if talks.dice.random() < 0.02:
            db.session.commit()
            db.session.expunge_all()
            talks.bot = db.session.scalars(select(Bot)).one()
        if done - checked >= every:
            checked = done
            verify(done)
            say(f"{done:>9,} changes, {done / (time.perf_counter() - begun):,.0f} a second, no drift")
    db.session.commit()
    verify(changes.total())
    return changes


def verify(done: int) -> None:
    """Stop with what is wrong."""
    drift = recount.verify()
    if drift:
        raise SystemExit(f"after {done} changes {len(drift)} rows are wrong: {drift[:3]}")


def main() -> None:
    """Make the changes and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--every", type=int, default=50_000, help="recount after so many")
    arguments = parser.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="parley-edits-", dir=memory if memory.is_dir() else None) as folder:
        settings = settings_in(Path(folder))
        app = create_app(settings)
        begun = time.perf_counter()
        with app.app_context(), mock.patch.object(clock, "now", lambda: START + timedelta(days=3)):
            create_schema()
            with within(add_workspace("Edits").id):
                talks = Talks(make_bot(), random.Random(arguments.seed), arguments.people)
                changes = change(talks, arguments.count, arguments.every, lambda line: print(line, flush=True))
            db.session.remove()
            db.engine.dispose()
        drop_database(settings)
    seconds = time.perf_counter() - begun
    print(f"{changes.total():,} changes in {seconds:,.0f} s, drift 0: {dict(changes)}")


if __name__ == "__main__":
    main()
