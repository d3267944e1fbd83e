"""Rows of everything that lists show."""

from datetime import date, timedelta

from sqlalchemy import select

from app import clock
from app.bots.models import Bot, Goal
from app.clients.models import Client
from app.conversations import ingest
from app.conversations.rollup_models import Restatement
from app.db import db
from app.imports.models import Import, ImportProblem
from app.jobs import Job
from tests.factories.conversations import asked_and_answered, dialogue, make_bot


def grow(count: int, mark: str) -> None:
    """Add as many of each: bots, clients, goals, restatements, imports with problems, failed jobs, talks of people."""
    now = clock.now()
    bots = [make_bot(f"Bot {mark} {n:03}") for n in range(count)]
    db.session.add_all(Client(name=f"Client {mark} {n:03}") for n in range(count))
    for bot in bots:
        row = _import(bot)
        db.session.add(row)
        db.session.flush()
        db.session.add(ImportProblem(import_id=row.id, line=1, reason="no dialogue"))
    for n, bot in enumerate(bots):
        spoken = asked_and_answered(now - timedelta(days=3, minutes=n))
        ingest.store_dialogues([dialogue(spoken, ext_user=f"{mark}-{n}")], bot=bot, source="contract")
    first = db.session.scalars(select(Bot).order_by(Bot.id)).first()
    assert first is not None
    db.session.add_all(Goal(bot_id=first.id, name=f"goal {mark} {n:03}") for n in range(count))
    db.session.add_all(
        Restatement(client_id=bot.client_id, bot_id=bot.id, day=date(2026, 1, 1), metric="engaged", cause="contract")
        for bot in bots
    )
    db.session.add_all(Job(kind="test", payload={}, state="failed", error=f"{mark} {n}") for n in range(count))
    db.session.commit()


def _import(bot: Bot) -> Import:
    """A finished import."""
    now = clock.now()
    return Import(
        client_id=bot.client_id, bot_id=bot.id, name="dialogues.jsonl", state="done", problem_count=1, lines=2,
        first_day=date(2026, 1, 1), last_day=date(2026, 1, 2), earliest_at=now, latest_at=now,
    )  # fmt: skip
