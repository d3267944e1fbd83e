"""Phrases that come into the working copy at once: what people said and was not understood, and back out again."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from app.bots.catalog.flows import check_editable, get_flow, set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.versions import get_version
from app.bots.engine.languages import detect_by_script
from app.core.db.base import hold
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.text import normalise

LATIN_HINDI = "hi-Latn"
SCRIPT_OF = {"mr": "hi", "ur": "ar"}
"""Languages that are written in the script of another one."""
MOST_INTENTS = 500


def add_phrases(
    bot: Bot, intent: str, texts: list[str], *, goto: str | None, language: str | None, user_id: int
) -> tuple[BotFlow, list[str]]:
    """Add phrases to an intent of the working copy, and return those it did not have; `goto` makes a new intent."""
    hold(bot)
    check_editable(bot)
    document = deepcopy(get_flow(bot).document)
    added = merge_phrases(document, intent, texts, goto=goto, language=language)
    return set_flow(bot, document, user_id), added


def merge_phrases(
    document: dict[str, Any], intent: str, texts: list[str], *, goto: str | None = None, language: str | None = None
) -> list[str]:
    """Put phrases into a document, and return those it did not have."""
    phrases = _intent(document, intent, goto).setdefault("phrases", {})
    existing = {normalise(phrase) for wordings in phrases.values() for phrase in wordings}
    added = []
    for text in texts:
        if normalise(text) not in existing:
            existing.add(normalise(text))
            phrases.setdefault(language_of(text, language, document["languages"]), []).append(text)
            added.append(text)
    return added


def _intent(document: dict[str, Any], name: str, goto: str | None) -> dict[str, Any]:
    """The intent of that name, or a new one that leads to a node."""
    intents: dict[str, dict[str, Any]] = document.setdefault("intents", {})
    if name in intents:
        if goto is not None:
            raise Conflict("The bot already has this intent.", code="duplicate", errors={"intent": ["Is taken."]})
        return intents[name]
    if goto is None:
        raise Invalid({"intent": [BeyondSchema("The bot has no such intent.")]})
    if goto not in document["nodes"]:
        raise Invalid({"goto": [BeyondSchema("The bot has no such node.")]})
    if len(intents) >= MOST_INTENTS:
        raise Invalid({"intent": [f"A bot has at most {MOST_INTENTS} intents."]})
    intents[name] = {"goto": goto, "phrases": {}}
    return intents[name]


def language_of(text: str, hint: str | None, languages: list[str]) -> str:
    """Return the language a phrase is filed under: that of its script, else the one it is said to have.

    Where neither is one of the bot's, that is its first. Hindi in Latin letters is a language of phrases of its own.
    """
    script = detect_by_script(text)
    if script is not None:
        return hint if hint in languages and SCRIPT_OF.get(hint) == script else script
    if hint is not None and hint.split("-")[0] == "hi":
        return LATIN_HINDI
    if hint is not None and hint in languages:
        return hint
    return "en" if "en" in languages else languages[0]


def take_back(bot: Bot, intent: str, texts: list[str], *, user_id: int) -> tuple[BotFlow, list[str]]:
    """Remove phrases from an intent of the working copy; one that is left empty and was never live goes with them."""
    hold(bot)
    check_editable(bot)
    document = deepcopy(get_flow(bot).document)
    definition = document.get("intents", {}).get(intent)
    if definition is None:
        raise Invalid({"intent": [BeyondSchema("The bot has no such intent.")]})
    unwanted = {normalise(text) for text in texts}
    removed_phrases = []
    for language, wordings in list(definition.get("phrases", {}).items()):
        removed_phrases += [phrase for phrase in wordings if normalise(phrase) in unwanted]
        rest = [phrase for phrase in wordings if normalise(phrase) not in unwanted]
        definition["phrases"][language] = rest
        if not rest:
            del definition["phrases"][language]
    if not definition.get("phrases") and intent not in _live_intents(bot):
        del document["intents"][intent]
    return set_flow(bot, document, user_id), removed_phrases


def _live_intents(bot: Bot) -> Mapping[str, Any]:
    """The intents of the version that is live."""
    if bot.live_version is None:
        return {}
    intents: dict[str, Any] = get_version(bot, bot.live_version).document.get("intents", {})
    return intents
