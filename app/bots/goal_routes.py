"""Calls on a bot's goals."""

from typing import Any

import marshmallow as ma

from app.api import Blueprint
from app.bots import goals
from app.bots.models import Goal
from app.bots.service import get_bot, goals_of
from app.db import db
from app.schemas import Id, Schema, Text
from app.security import needs

blp = Blueprint("goals", __name__, url_prefix="/api/v1/bots", description="What bots work towards.")


class NewGoalSchema(Schema):
    """A goal by the name events reach it with."""

    name = Text(required=True, validate=ma.validate.Length(1, 80), metadata={"example": "service_booking_created"})


class GoalSchema(NewGoalSchema):
    """A goal, and whether it makes the bot's rate of completion."""

    id = Id()
    top = ma.fields.Boolean()


class GoalsSchema(Schema):
    """All goals of a bot, by name."""

    items = ma.fields.List(ma.fields.Nested(GoalSchema))


class TopGoalSchema(Schema):
    """The goal that makes the rate of completion; null for all of them."""

    goal = Id(required=True, allow_none=True)


@blp.get("/<int:bot_id>/goals")
@needs("read", "Bot")
@blp.response(200, GoalsSchema)
def list_goals(bot_id: int) -> dict[str, Any]:
    """The bot's goals: those declared, and those its conversations have reached."""
    return {"items": goals_of(get_bot(bot_id).id)}


@blp.post("/<int:bot_id>/goals")
@needs("update", "Bot")
@blp.arguments(NewGoalSchema)
@blp.response(201, GoalSchema)
def create_goal(args: dict[str, Any], bot_id: int) -> Goal:
    """Declare a goal before it is reached."""
    goal = goals.add_goal(get_bot(bot_id), args["name"])
    db.session.commit()
    return goal


@blp.post("/<int:bot_id>/goals/top")
@needs("update", "Bot")
@blp.arguments(TopGoalSchema)
@blp.response(202, GoalsSchema)
def choose_top_goal(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Choose the goal that makes the rate of completion; a job measures the bot's conversations again."""
    bot = get_bot(bot_id)
    goals.choose_top(bot, args["goal"])
    db.session.commit()
    return {"items": goals_of(bot.id)}
