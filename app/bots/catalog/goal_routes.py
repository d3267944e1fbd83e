"""Calls on a bot's goals."""

from typing import Any

import marshmallow as ma
from sqlalchemy import select

from app.bots.catalog import goals
from app.bots.catalog.models import Goal
from app.bots.catalog.service import get_bot
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.schemas import Id, PageArgs, Schema, Text, page_schema
from app.core.security.operations import Operation, needs

blp = Blueprint("goals", __name__, url_prefix="/api/v1/bots", description="Goals of bots.")


class NewGoalSchema(Schema):
    """A goal by the name events reach it with."""

    name = Text(required=True, validate=ma.validate.Length(1, 80), metadata={"example": "service_booking_created"})


class GoalSchema(NewGoalSchema):
    """A goal, and whether it makes the bot's rate of completion."""

    id = Id()
    top = ma.fields.Boolean()


GoalPageSchema = page_schema(GoalSchema)


class TopGoalSchema(Schema):
    """The goal that makes the rate of completion; null for all of them."""

    goal = Id(required=True, allow_none=True)


@blp.get("/<int:bot_id>/goals", Operation(needs("read", "Bot"), query=PageArgs, answer=GoalPageSchema))
def list_goals(args: dict[str, Any], bot_id: int) -> Page:
    """List a bot's goals, declared or reached."""
    query = select(Goal).where(Goal.bot_id == get_bot(bot_id).id)
    return paginate(query, args, key=Goal.id, descending=False)


@blp.post(
    "/<int:bot_id>/goals",
    Operation(needs("update", "Bot"), audit="goal:create", body=NewGoalSchema, answer=GoalSchema, status=201),
)
def create_goal(args: dict[str, Any], bot_id: int) -> Goal:
    """Create a goal before it is reached."""
    goal = goals.add_goal(get_bot(bot_id), args["name"])
    db.session.commit()
    return goal


@blp.post(
    "/<int:bot_id>/goals/top",
    Operation(needs("update", "Bot"), audit="bot:choose_goal", body=TopGoalSchema, answer=TopGoalSchema, status=202),
)
def choose_top_goal(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Set the goal of the completion rate; a job measures the bot's conversations again."""
    goals.choose_top(get_bot(bot_id), args["goal"])
    db.session.commit()
    return args
