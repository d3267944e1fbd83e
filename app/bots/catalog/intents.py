"""What intents are called: their titles in the reader's language, else their names as words."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from flask import g, has_request_context
from sqlalchemy import select

from app.bots.catalog.models import BotFlow
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, current_scope
from app.core.languages import label_in, reading_language
from app.core.lru import Recent

Titles = Mapping[str, Mapping[str, str]]
_SIGNS = re.compile(r"[_.-]+")
_read: Recent[tuple[int, int, datetime], Titles] = Recent(256)


def titles_of(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the titles of a document's intents by name."""
    language = _language()
    return {name: _intent_title(name, titles, language) for name, titles in _titles(document).items()}


def titles_of_bot(bot_id: int) -> dict[str, str]:
    """Return the titles of a bot's intents by name; none of a bot that is gone."""
    document = db.session.scalar(select(BotFlow.document).where(BotFlow.bot_id == bot_id))
    return titles_of(document or {})


def intent_title(name: str | None, *, bots: Iterable[int] = (), language: str = "") -> str | None:
    """Return what an intent is called, by the first of some bots or else of all that has a title for it; None of none.

    The language is the one of the request unless it is given.
    """
    if not name:
        return None
    language = language or _language()
    cache: dict[Any, dict[int, Titles]] = g.setdefault("intent_titles", {})
    key = bound_workspace(), current_scope()
    if key not in cache:
        cache[key] = _all()
    by_bot = cache[key]
    catalogues = (by_bot[bot_id] for bot_id in (*bots, *by_bot) if bot_id in by_bot)
    return _intent_title(name, next((titles[name] for titles in catalogues if titles.get(name)), {}), language)


def _language() -> str:
    """The reader's language; English where nobody asks, as in a job."""
    return reading_language() if has_request_context() else "en"


def _all() -> dict[int, Titles]:
    """The titles of all working copies by bot, each read once a process as long as nothing changes."""
    keys = [(bot_id, revision, at) for bot_id, revision, at in db.session.execute(_VERSIONS)]
    missing = [key[0] for key in keys if _read.get(key) is None]
    documents = select(BotFlow.bot_id, BotFlow.document).where(BotFlow.bot_id.in_(missing))
    fresh = {bot_id: document for bot_id, document in db.session.execute(documents)} if missing else {}
    for key in keys:
        if key[0] in fresh:
            _read.put(key, _titles(fresh[key[0]]))
    return {key[0]: _read.get(key) or {} for key in keys}


_VERSIONS = select(BotFlow.bot_id, BotFlow.revision, BotFlow.updated_at).order_by(BotFlow.bot_id)


def _titles(document: Mapping[str, Any]) -> Titles:
    """The titles of intents by language, of several wordings the first."""
    return {
        name: {
            language: text if isinstance(text, str) else text[0] for language, text in intent.get("title", {}).items()
        }
        for name, intent in document.get("intents", {}).items()
    }


def _intent_title(name: str, titles: Mapping[str, str], language: str) -> str:
    words = _SIGNS.sub(" ", name).strip() or name
    return label_in(titles, language, next(iter(titles.values()), "")) or words[0].upper() + words[1:]
