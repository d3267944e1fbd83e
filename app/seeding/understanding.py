"""The demonstration's bots understand from the start: their models are made while it is filled, in this process."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from flask import current_app

from app.bots.catalog.models import Bot
from app.bots.flow.training import training_data, training_key
from app.bots.understanding import trainings
from app.bots.understanding.client import Inside
from app.bots.understanding.models import BotModel
from app.bots.understanding.service import Reference, reference_of, understand
from app.config import Settings
from app.core.db.base import db
from app.seeding.visitors import Understand


@cache
def _inside() -> Inside:
    """The engines, loaded once."""
    settings: Settings = current_app.config["SETTINGS"]
    return Inside(settings.model_files)


_models: dict[str, tuple[dict[str, Any], bytes]] = {}
"""Models by what they were trained on: bots from one template share theirs."""


def teach(bot: Bot, document: Mapping[str, Any]) -> None:
    """Give a bot the model of a document."""
    key = training_key(document)
    if key not in _models:
        _models[key] = _inside().train(training_data(document), b"", lambda progress: None)
    row = BotModel(bot_id=bot.id, key=key, state="running", progress=0.0)
    db.session.add(row)
    db.session.flush()
    trainings.finish(row, *_models[key])


def read_inside(reference: Reference, texts: list[str], language: str | None) -> Sequence[Mapping[str, Any] | None]:
    """Return how texts are understood, by the engines of this process."""
    return understand(replace(reference, understanding=_inside()), texts, language)


def understanding(bot: Bot, document: Mapping[str, Any]) -> Understand:
    """Return how texts to a bot are understood; the same text is read once."""
    result = reference_of(bot, document)
    if result is None:
        return lambda text, language: None
    reference: Reference = replace(result, understanding=_inside())
    parses: dict[tuple[str, str | None], Mapping[str, Any] | None] = {}

    def read(text: str, language: str | None) -> Mapping[str, Any] | None:
        if (text, language) not in parses:
            (parses[text, language],) = understand(reference, [text], language)
        return parses[text, language]

    return read
