"""Rules of a bot's voice: its settings with their defaults, its number, and what is wrong with them."""

from collections.abc import Mapping
from datetime import datetime
from textwrap import shorten
from typing import Any

from sqlalchemy import select

from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.channels.messaging.models import ANSWERING, Deployment
from app.channels.messaging.service import languages_of
from app.channels.voice.models import BotVoice
from app.channels.voice.texts import PROMPTS, is_number, to_speech
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.clients.service import get_client
from app.core import clock, hours
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, FieldErrors, Invalid

CHANNEL = "voice"
LOCALES = {
    "en": "en-IN", "hi": "hi-IN", "mr": "mr-IN", "ta": "ta-IN", "te": "te-IN", "kn": "kn-IN", "ml": "ml-IN",
    "bn": "bn-IN", "gu": "gu-IN", "pa": "pa-IN", "ur": "ur-IN", "ar": "ar-AE", "fr": "fr-FR", "de": "de-DE",
    "es": "es-ES", "it": "it-IT", "pt": "pt-PT", "ja": "ja-JP", "zh": "zh-CN",
}  # fmt: skip
"""What a provider calls a language that is spoken."""
OFF, ANNOUNCE, ASK = CONSENTS = ("off", "announce", "ask")
PERSON, REPEAT = "@person", "@repeat"
"""What a key may do besides saying something."""
KEYS = (*"0123456789", "*")
BOT, CALLER = SPEAKERS = ("bot", "caller")
HUMAN = "human"
"""Who speaks in the bot's place after a transfer: phrases of its lists count for them too, by themselves."""
LONG_MS, CHARACTER_MS = 6000, 65
"""A prompt longer than this is interrupted; how long a character takes to say, roughly."""
KEPT_DAYS = 90
PHRASES: list[dict[str, Any]] = [
    {"name": "Greeting", "by": BOT, "phrases": ["hello", "welcome", "namaste", "नमस्ते", "مرحبا"]},
    {"name": "Recording notice", "by": BOT, "phrases": ["call is recorded", "कॉल रिकॉर्ड", "تُسجَّل هذه المكالمة"]},
    {"name": "Price promise", "by": BOT,
     "phrases": ["guaranteed price", "fixed price", "lowest price", "price is final", "पक्की कीमत"]},
    {"name": "Abuse", "by": CALLER, "phrases": ["idiot", "stupid", "cheats", "fraud", "बेवकूफ", "धोखेबाज़"]},
]  # fmt: skip
DEFAULT: dict[str, Any] = {
    "number": "", "provider": "twilio", "language": None, "voices": {}, "no_input_s": 5, "speech_end_s": 0,
    "reprompts": 3, "barge_in": True, "keys": True, "max_minutes": 15,
    "consent": {"mode": OFF, "text": {}, "version": 0, "since": None}, "kept_days": KEPT_DAYS,
    "transfer_number": "", "ring_s": 25, "hours": None, "lexicon": [], "dtmf": {"9": PERSON, "*": REPEAT},
    "prompts": {}, "phrases": PHRASES,
}  # fmt: skip


def get_voice(bot: Bot) -> BotVoice:
    """Return a bot's voice; one that nobody has changed yet has revision 0."""
    row = db.session.scalar(select(BotVoice).where(BotVoice.bot_id == bot.id))
    return row or BotVoice(id=new_id(), bot_id=bot.id, workspace_id=bot.workspace_id, values={}, revision=0)


def settings_of(bot: Bot) -> dict[str, Any]:
    """Return the settings of a bot's voice, defaults where it has none of its own."""
    return DEFAULT | get_voice(bot).values


def set_voice(bot: Bot, values: Mapping[str, Any]) -> BotVoice:
    """Store settings; a consent text that changes gets the next version."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be changed. Restore it first.", code="archived")
    row = get_voice(bot)
    before = DEFAULT | row.values
    new = before | dict(values)
    _check(bot, new)
    if new["hours"] is not None:
        new["hours"] = hours.check_hours(new["hours"])
    new["consent"] = _next_consent(before["consent"], new["consent"])
    row.values = {name: new[name] for name in DEFAULT}
    if row.revision == 0:
        row.revision = 1
        db.session.add(row)
    db.session.flush()
    return row


def _next_consent(before: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the consent as it is stored: its version counts what was said to callers."""
    consent = {"mode": fields["mode"], "text": {key: text for key, text in fields["text"].items() if text}}
    is_spoken = consent["mode"] != OFF
    if is_spoken and (consent["text"] != before["text"] or not before["version"]):
        return consent | {"version": before["version"] + 1, "since": clock.now().isoformat()}
    return consent | {"version": before["version"], "since": before["since"]}


def _check(bot: Bot, values: Mapping[str, Any]) -> None:
    """Invalid with what does not fit."""
    languages, errors = languages_of(bot), FieldErrors()
    if values["language"] is not None and values["language"] not in languages:
        errors["language"] = [BeyondSchema("The bot does not speak this language.")]
    for name in ("number", "transfer_number"):
        if values[name] and not is_number(values[name]):
            errors[name] = [BeyondSchema("Must be a telephone number such as +91 20 6812 4410.")]
    texts = {"voices": values["voices"], "consent.text": values["consent"]["text"]}
    texts |= {f"prompts.{name}": wording for name, wording in values["prompts"].items()}
    for field, by_language in texts.items():
        for language in by_language:
            if language not in languages:
                errors[f"{field}.{language}"] = [BeyondSchema("The bot does not speak this language.")]
    for key in values["dtmf"]:
        if key not in KEYS:
            errors[f"dtmf.{key}"] = [BeyondSchema("Must be a key from 0 to 9, or *.")]
    for name in values["prompts"]:
        if name not in PROMPTS:
            errors[f"prompts.{name}"] = [BeyondSchema("There is no such prompt.")]
    names = [entry["name"].casefold() for entry in values["phrases"]]
    if len(set(names)) < len(names):
        errors["phrases"] = [BeyondSchema("Each list needs a name of its own.")]
    if errors:
        raise Invalid(errors)


def numbers_of(bot: Bot) -> list[Deployment]:
    """Return the telephone numbers of a bot, live ones first."""
    query = select(Deployment).where(
        Deployment.bot_id == bot.id, Deployment.channel == CHANNEL, Deployment.state != "removed"
    )
    return list(db.session.scalars(query.order_by(Deployment.environment, Deployment.id)))


def first_language(bot: Bot, values: Mapping[str, Any], deployment: Deployment | None = None) -> str:
    """Return the language that a call begins in."""
    own = deployment.language if deployment is not None else None
    return own or values["language"] or languages_of(bot)[0]


def locale_of(values: Mapping[str, Any], language: str) -> str:
    """Return what the provider calls a language."""
    return values["voices"].get(language, {}).get("locale") or usual_locale(language)


def usual_locale(language: str) -> str:
    """Return what the provider calls a language where nothing is entered."""
    return LOCALES.get(language.partition("-")[0], language)


def is_open(bot: Bot, values: Mapping[str, Any], at: datetime) -> bool:
    """Whether calls are transferred at a moment: by the voice's own hours, else by those of the bot."""
    own = values["hours"]
    hours_of_bot = get_flow(bot).document.get("hours")
    return hours.is_open(own if own is not None else hours_of_bot, at, get_client(bot.client_id).zone)


def prompts_of(bot: Bot, values: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return what calls say in each language of a bot."""
    prompts: dict[str, dict[str, str]] = {}
    for name, own in PROMPTS.items():
        texts = own | values["prompts"].get(name, {}) | (values["consent"]["text"] if name == "consent" else {})
        prompts[name] = {language: texts.get(language) or texts["en"] for language in languages_of(bot)}
    return prompts


def length_ms(text: str) -> int:
    """Return how long a text takes to say, estimated by its characters."""
    return len(to_speech(text)) * CHARACTER_MS


def warnings_of(bot: Bot, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List what callers would notice: `code`, with the language or the text it is about."""
    warnings: list[dict[str, Any]] = []
    numbers = numbers_of(bot)
    if not any(row.state in ANSWERING for row in numbers):
        warnings.append({"code": "no_number"})
    if values["number"] and all(row.account != values["number"] for row in numbers):
        warnings.append({"code": "other_number", "text": values["number"]})
    languages = languages_of(bot)
    warnings += [
        {"code": "no_voice", "language": language}
        for language in languages
        if language.partition("-")[0] not in LOCALES and not values["voices"].get(language, {}).get("locale")
    ]
    for language in languages:
        prompts = [texts[language] for texts in prompts_of(bot, values).values()]
        warnings += [
            {"code": "long_prompt", "language": language, "text": shorten(text, 80, placeholder="…")}
            for text in [*prompts, *_questions(bot, language)]
            if length_ms(text) > LONG_MS
        ][:5]
    if not values["transfer_number"]:
        warnings.append({"code": "no_transfer"})
    return warnings


def _questions(bot: Bot, language: str) -> list[str]:
    """The texts of a bot's nodes in a language."""
    texts: list[str] = []
    for node in get_flow(bot).document.get("nodes", {}).values():
        wording = (node.get("text") or {}).get(language) if isinstance(node.get("text"), dict) else None
        texts += [wording] if isinstance(wording, str) else [text for text in wording or () if isinstance(text, str)]
    return texts


@erases
def _erase_voice(client: Client, step: EraseStep) -> None:
    """Delete how a purged client's bots speak."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for row in db.session.scalars(select(BotVoice).where(BotVoice.bot_id.in_(bots))).all():
        db.session.delete(row)
    step(LAST)
