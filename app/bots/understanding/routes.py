"""Calls on what a bot understands."""

from typing import Any

from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.understanding import service, trainings
from app.bots.understanding.knowledge import search
from app.bots.understanding.schemas import (
    KnowledgeFoundSchema,
    KnowledgeSearchSchema,
    ParsedTextsSchema,
    ParseSchema,
    TrainingBegunSchema,
    TrainingSchema,
)
from app.core.db.base import db, without_lock
from app.core.http.api import Blueprint
from app.core.security.operations import UNAUDITED, Operation, needs

blp = Blueprint("understanding", __name__, url_prefix="/api/v1/bots", description="Training and recognition.")


@blp.get("/<int:bot_id>/training", Operation(needs("read", "Bot"), answer=TrainingSchema))
def get_training(bot_id: int) -> dict[str, Any]:
    """Retrieve the state of training and the quality of the live model."""
    return _serialize_training(get_bot(bot_id))


@blp.post(
    "/<int:bot_id>/training",
    Operation(needs("update", "Bot"), audit="bot:train", answer=TrainingBegunSchema, status=202),
)
def train_bot(bot_id: int) -> dict[str, Any]:
    """Train the working copy."""
    row = trainings.train(get_bot(bot_id))
    db.session.commit()
    return {"job": row.job_id}


@blp.post(
    "/<int:bot_id>/training/cancel",
    Operation(needs("update", "Bot"), audit="bot:cancel_training", answer=TrainingSchema),
)
def cancel_training(bot_id: int) -> dict[str, Any]:
    """Cancel the running training."""
    bot = get_bot(bot_id)
    trainings.cancel(bot)
    db.session.commit()
    return _serialize_training(bot)


@blp.post(
    "/<int:bot_id>/parse",
    Operation(needs("read", "Bot"), audit=UNAUDITED, body=ParseSchema, answer=ParsedTextsSchema, renders_answer=True),
)
def parse(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Parse texts with the working copy's model."""
    items = service.parse(get_bot(bot_id), args["texts"], args["language"])
    return {"items": [_serialize_parse(text, item) for text, item in zip(args["texts"], items, strict=True)]}


@blp.post(
    "/<int:bot_id>/knowledge/search",
    Operation(
        needs("read", "Bot"),
        audit=UNAUDITED,
        body=KnowledgeSearchSchema,
        answer=KnowledgeFoundSchema,
        renders_answer=True,
    ),
)
def search_knowledge(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Search the knowledge of the working copy; by shared words until a model is trained."""
    bot = get_bot(bot_id)
    document, means = get_flow(bot).document, service.reference(bot, None)
    with without_lock():
        return search(document, args["text"], means, most=args["k"], language=args["language"])


def _serialize_training(bot: Bot) -> dict[str, Any]:
    """A training as it is answered."""
    training = trainings.training_of(bot)
    model = training.model
    return {
        "state": training.state,
        "progress": training.progress,
        "stale": training.stale,
        "error": training.error,
        "threshold": training.threshold,
        "engines": model.engines if model else [],
        "accuracy": model.accuracy if model else None,
        "intents": model.intents if model else [],
        "confusions": model.confusions if model else [],
        "trained_at": model.trained_at if model else None,
        "extras": service.missing_extras(get_flow(bot).document["languages"]),
    }


def _serialize_parse(text: str, item: dict[str, Any]) -> dict[str, Any]:
    """A text as it is answered: the best candidate is its intent unless none is likely enough."""
    candidates = [{"name": intent["name"], "confidence": intent["score"]} for intent in item["intents"]]
    is_meant = item["band"] != "reject" and candidates
    return item | {"text": text, "candidates": candidates, "intent": candidates[0] if is_meant else None}
