"""The goals a bot is measured by: any of them completes a session, the top one makes the rate of completion."""

from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.bots.catalog.models import Bot, Goal
from app.bots.catalog.service import goals_of
from app.core.db.base import db, write_or
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.jobs import enqueue


def top_goal(bot_id: int) -> str | None:
    """The name of the bot's top goal; None when every goal counts alike."""
    return db.session.scalar(select(Goal.name).where(Goal.bot_id == bot_id, Goal.top))


def note_goals(bot_id: int, names: Iterable[str]) -> None:
    """Make goals of the names that sessions of the bot have reached and that are none yet."""
    new_names = set(names)
    if not new_names:
        return
    existing_names = set(db.session.scalars(select(Goal.name).where(Goal.bot_id == bot_id, Goal.name.in_(new_names))))
    for name in sorted(new_names - existing_names):
        # Another process may note it at the same moment.
        with suppress(IntegrityError), db.session.begin_nested():
            db.session.add(Goal(bot_id=bot_id, name=name))


def add_goal(bot: Bot, name: str) -> Goal:
    """A new goal of the bot."""
    if any(goal.name == name for goal in goals_of(bot.id)):
        raise _has_goal()
    goal = Goal(bot_id=bot.id, name=name)
    with write_or(_has_goal()):
        db.session.add(goal)
    return goal


def _has_goal() -> Conflict:
    """The refusal of a name that another goal of the bot has."""
    return Conflict("The bot already has a goal with this name.", code="duplicate")


def choose_top(bot: Bot, goal_id: int | None) -> None:
    """Let one goal make the rate of completion, or all of them; what is stored is measured again by a job."""
    goals = goals_of(bot.id)
    if goal_id is not None and all(goal.id != goal_id for goal in goals):
        raise Invalid({"goal": [BeyondSchema("The bot does not have this goal.")]})
    # The former top steps down first: a bot has one at most at any time.
    for goal in sorted(goals, key=lambda row: row.id == goal_id):
        goal.top = goal.id == goal_id
        db.session.flush()
    enqueue("measure_bot", {"bot_id": str(bot.id)})
