"""Rules of training: when a model is made, which one answers, what is reported of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.orm import defer

from app.bots.catalog import versions
from app.bots.catalog.flows import check_editable, get_flow
from app.bots.catalog.models import Bot, BotVersion
from app.bots.catalog.training import begin_training
from app.bots.flow.training import has_training_data, is_long, training_data, training_key
from app.bots.understanding.bands import BALANCED, DEFAULT
from app.bots.understanding.models import BotModel
from app.bots.understanding.scripts import LATIN
from app.core import clock
from app.core.db.base import db, hold
from app.core.errors import Conflict
from app.core.jobs import cancel_job, enqueue

UNDER_WAY = ("queued", "running")
MOST_MODELS = 10
"""Models of a bot that are kept beside those of its working copy and its versions that answer or will."""


class Training(NamedTuple):
    """The state of training of a bot's working copy, and the figures of the model that answers."""

    state: str
    progress: float
    error: str | None
    stale: bool
    threshold: float | None
    model: BotModel | None


def models_of(bot_id: int) -> Select[BotModel]:
    """Select the models of a bot."""
    return select(BotModel).where(BotModel.bot_id == bot_id)


def model_for(bot_id: int, key: str) -> BotModel | None:
    """Return the model that answers for training data: its own, else the newest of the bot; None before the first."""
    # Its figures are long, and those who talk to a bot want none of them.
    figures = map(defer, (BotModel.intents, BotModel.confusions))
    trained = models_of(bot_id).where(BotModel.trained_at.is_not(None)).options(*figures)
    return db.session.scalar(trained.order_by((BotModel.key == key).desc(), BotModel.trained_at.desc()).limit(1))


def begin(bot: Bot, document: Mapping[str, Any], *, again: bool) -> BotModel | None:
    """Have a document's model trained; `again` even where there is one. None where there is nothing to learn."""
    if not has_training_data(document):
        return None
    hold(bot)
    key = training_key(document)
    row = db.session.scalar(models_of(bot.id).where(BotModel.key == key))
    if row is not None and (row.state in UNDER_WAY or (row.state == "ready" and not again)):
        return row
    if row is None:
        row = BotModel(bot_id=bot.id, key=key)
        db.session.add(row)
    row.state, row.progress, row.error, row.data = "queued", 0.0, None, training_data(document)
    db.session.flush()
    row.job_id = enqueue("train_bot", {"model_id": str(row.id), "long": is_long(row.data)}).id
    db.session.flush()
    return row


@begin_training.provide
def _begin_training(bot: Bot, document: Mapping[str, Any]) -> bool:
    """Train what is new; True while that is under way."""
    row = begin(bot, document, again=False)
    return row is not None and row.state in UNDER_WAY


def train(bot: Bot) -> BotModel:
    """Train the working copy as a person asks for it; Conflict where there is nothing to learn."""
    check_editable(bot)
    row = begin(bot, get_flow(bot).document, again=True)
    if row is None:
        raise Conflict("This bot has no phrases yet. Give its intents phrases first.", code="nothing_to_train")
    return row


def cancel(bot: Bot) -> None:
    """Stop what is under way; what answered before goes on answering."""
    hold(bot)
    rows = db.session.scalars(models_of(bot.id).where(BotModel.state.in_(UNDER_WAY))).all()
    if not rows:
        raise Conflict("No training is under way.", code="invalid_transition")
    for row in rows:
        cancel_job(row.job_id)
        if row.trained_at is None:
            db.session.delete(row)
        else:
            row.state, row.data = "ready", None
    bot.next_version = None
    db.session.flush()


def resume(row: BotModel) -> None:
    """Make a training that was given up one that a job goes on with."""
    if row.data is None:
        raise Conflict("This training was replaced by a newer one.", code="superseded")
    row.state, row.progress, row.error = "queued", 0.0, None


def fail(row: BotModel, reason: str) -> None:
    """Write down that a model could not be made, and why; a version that waited for it waits no more."""
    row.state, row.error = "failed", reason[:300]
    bot = db.session.get_one(Bot, row.bot_id)
    document = versions.next_document(bot)
    if document is not None and training_key(document) == row.key:
        bot.next_version = None
    db.session.flush()


def finish(row: BotModel, figures: Mapping[str, Any], content: bytes) -> None:
    """Let a model answer from now on, and the version that has waited for it."""
    for name in ("engines", "thresholds", "accuracy", "intents", "confusions"):
        setattr(row, name, figures[name])
    row.content, row.trained_at, row.state, row.progress = content, clock.now(), "ready", 1.0
    row.data = row.error = None
    bot = db.session.get_one(Bot, row.bot_id)
    document = versions.next_document(bot)
    if document is not None and training_key(document) == row.key:
        versions.go_on(bot)
    _forget_old(bot)
    db.session.flush()


def _forget_old(bot: Bot) -> None:
    """Remove models that neither the working copy nor a version that answers or will was trained into."""
    query = select(BotVersion.document).where(
        BotVersion.bot_id == bot.id, BotVersion.number.in_(versions.answering(bot))
    )  # fmt: skip
    keys = {training_key(document) for document in (get_flow(bot).document, *db.session.scalars(query))}
    unused = models_of(bot.id).where(BotModel.state == "ready", BotModel.key.not_in(keys))
    for row in db.session.scalars(unused.order_by(BotModel.trained_at.desc()).offset(MOST_MODELS)):
        db.session.delete(row)


def training_of(bot: Bot) -> Training:
    """Return the state of the working copy's training."""
    document = get_flow(bot).document
    key = training_key(document)
    own = db.session.scalar(models_of(bot.id).where(BotModel.key == key))
    newest = models_of(bot.id).order_by(BotModel.id.desc()).limit(1)
    latest = own or db.session.scalar(newest.where(BotModel.state.in_(UNDER_WAY)))
    model = model_for(bot.id, key)
    current = latest or model or db.session.scalar(newest)
    stale = has_training_data(document) and (model is None or model.key != key)
    threshold = None
    if model is not None:
        sensitivity = document.get("sensitivity", BALANCED)
        threshold = model.thresholds.get(LATIN, {}).get(sensitivity, DEFAULT)
    if current is None:
        return Training("none", 0.0, None, stale, None, None)
    return Training(current.state, current.progress, current.error, stale, threshold, model)
