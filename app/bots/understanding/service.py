"""What a text means to a bot: `reference` reads what that takes from the database, `understand` needs none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from flask import current_app
from sqlalchemy import select

from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.versions import get_version
from app.bots.engine.languages import NAMES, detect_by_script
from app.bots.flow.documents import checksum
from app.bots.flow.training import training_key
from app.bots.understanding import files
from app.bots.understanding.bands import BALANCED, DEFAULT, band
from app.bots.understanding.client import Understanding, understanding_of
from app.bots.understanding.entities import Name, find_entities, names_of
from app.bots.understanding.trainings import model_for
from app.clients.service import get_client
from app.config import Settings
from app.core import clock
from app.core.db.base import db, without_lock
from app.core.extras import missing_extra
from app.core.lru import Recent
from app.core.providers import Provider
from app.core.text import normalise

Item = dict[str, Any]


class Library(Protocol):
    """Documents that can be searched."""

    def find(self, query: str, most: int = ...) -> Item:
        """Return `{answer: {text, citations} or None, hits, threshold, ms}` for a question."""

    def best_sentences(self, query: str, text: str) -> str:
        """Return the one or two sentences of a text that answer a question best."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What understanding takes from a document."""

    key: str
    sensitivity: str
    intents: frozenset[str]
    phrases: dict[str, str]
    """Normalised phrases and the intents they are said for."""
    names: list[Name]
    answers: dict[str, dict[str, Any]]
    """Normalised questions of the knowledge and their answers by language."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Which model answers for which document, and who is asked; `model` is None before the first one is trained."""

    understanding: Understanding
    model: str | None
    lexicon: Lexicon
    zone: str
    now: datetime | None = None
    """The moment that dates are understood at; None for the present one."""
    library: Library | None = None
    """The bot's documents; None where it has none."""


@Provider
def library_of(bot: Bot) -> Library | None:
    """Return the documents that a bot answers from; None where it has none."""
    return None


_lexicons: Recent[str, Lexicon] = Recent(128)
_of_rows: Recent[tuple[int, str], str] = Recent(1024)
"""The checksum of a version's document, or of a working copy's revision, by bot."""


def reference(bot: Bot, version: int | None) -> Reference | None:
    """Return what reads texts for a version, or for the working copy; None with neither a model nor documents."""
    return _useful(_reference(bot, _lexicon_of(bot, version)))


def reference_of(bot: Bot, document: Mapping[str, Any]) -> Reference | None:
    """Return what reads texts for a document of a bot, as `reference` does."""
    return _useful(_reference(bot, _lexicon(document)))


def _useful(source: Reference) -> Reference | None:
    return source if source.model is not None or source.library is not None else None


def understand(reference: Reference, texts: list[str], language: str | None) -> list[Item | None]:
    """Return what each text means, as the engine takes it; None for each while that cannot be known.

    `language` is the one of the conversation: a text that does not give itself away is in it.
    """
    if reference.model is None:
        return [None] * len(texts)
    lexicon = reference.lexicon
    items = reference.understanding.read(reference.model, texts, lexicon.sensitivity)
    if items is None:
        return [None] * len(texts)
    return [
        _drop_unknown_intents(item, lexicon)
        | {
            "entities": _entities(reference, text),
            "language": item["language"] or language,
            "knowledge": _match_answer(item["knowledge"], lexicon),
        }
        for text, item in zip(texts, items, strict=True)
    ]


def missing_extras(languages: Iterable[str]) -> list[dict[str, str]]:
    """Return the extras that would read texts of some languages better, with the command that installs each."""
    in_other_scripts = {language.partition("-")[0] for language in languages} & (NAMES.keys() - {"en"})
    return missing_extra("multilingual") if in_other_scripts else []


def parse(bot: Bot, texts: list[str], language: str | None) -> list[Item]:
    """Return what texts mean to the working copy; by exact phrases alone while there is no model that answers."""
    source = _reference(bot, _lexicon_of(bot, None))
    with without_lock():
        items = understand(source, texts, language)
        return [item or _by_phrases(source, text, language) for text, item in zip(texts, items, strict=True)]


def _reference(bot: Bot, lexicon: Lexicon) -> Reference:
    """The same with or without a model."""
    settings: Settings = current_app.config["SETTINGS"]
    row = model_for(bot.id, lexicon.key)
    name = files.bring(row, settings.model_files) if row is not None else None
    zone = get_client(bot.client_id).zone
    return Reference(understanding_of(settings), name, lexicon, zone, library=library_of(bot))


def _lexicon_of(bot: Bot, version: int | None) -> Lexicon:
    """The lexicon of a version or of the working copy, read from the document where it is new to this process."""
    if version is not None:
        row = (bot.id, f"v{version}")
    else:
        row = (bot.id, f"r{db.session.scalar(select(BotFlow.revision).where(BotFlow.bot_id == bot.id)) or 0}")
    cached = _of_rows.get(row)
    lexicon = _lexicons.get(cached) if cached is not None else None
    if lexicon is not None:
        return lexicon
    document = get_flow(bot).document if version is None else get_version(bot, version).document
    _of_rows.put(row, checksum(document))
    return _lexicon(document)


def _lexicon(document: Mapping[str, Any]) -> Lexicon:
    """The lexicon of a document, made once a process."""
    sum_ = checksum(document)
    lexicon = _lexicons.get(sum_)
    if lexicon is None:
        lexicon = _build_lexicon(document)
        _lexicons.put(sum_, lexicon)
    return lexicon


def _build_lexicon(document: Mapping[str, Any]) -> Lexicon:
    """The lexicon of a document."""
    intents, answers, phrases = document.get("intents", {}), dict[str, dict[str, Any]](), dict[str, str]()
    for entry in document.get("knowledge", ()):
        for texts in entry["question"].values():
            for question in [texts] if isinstance(texts, str) else texts:
                answers.setdefault(normalise(question), dict(entry["answer"]))
    for name, intent in intents.items():
        for texts in intent.get("phrases", {}).values():
            for phrase in texts:
                phrases.setdefault(normalise(phrase), name)
    return Lexicon(
        training_key(document), document.get("sensitivity", BALANCED), frozenset(intents), phrases,
        names_of(document.get("entities", {})), answers,
    )  # fmt: skip


def _drop_unknown_intents(item: Item, lexicon: Lexicon) -> Item:
    """What a model says without the intents that the document no longer has."""
    intents = [intent for intent in item["intents"] if intent["name"] in lexicon.intents]
    if intents == item["intents"]:
        return item
    return item | {
        "intents": intents,
        "band": band(intents[0]["score"], item["threshold"]) if intents else "reject",
    }


def _entities(reference: Reference, text: str) -> list[Item]:
    """The values in a text."""
    return find_entities(text, reference.lexicon.names, reference.now or clock.now(), reference.zone)


def _match_answer(question: Item | None, lexicon: Lexicon) -> Item | None:
    """The answer to the question that was found, where the document still has it."""
    answer = lexicon.answers.get(normalise(question["question"])) if question else None
    return question | {"answer": answer} if question and answer is not None else None


def _by_phrases(reference: Reference, text: str, language: str | None) -> Item:
    """What a text means by itself: its exact phrase and the values in it."""
    name = reference.lexicon.phrases.get(normalise(text))
    return {
        "intents": [{"name": name, "score": 1.0}] if name else [],
        "band": "accept" if name else "reject",
        "threshold": DEFAULT,
        "engines": [],
        "entities": _entities(reference, text),
        "language": detect_by_script(text) or language,
        "knowledge": None,
    }
