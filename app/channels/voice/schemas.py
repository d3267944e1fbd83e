"""What a bot's voice, and calls in the browser, look like in JSON."""

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.channels.messaging.models import STATES as DEPLOYMENT_STATES
from app.channels.voice.models import ENDS, HEARING, KINDS, STATES
from app.channels.voice.service import CONSENTS, SPEAKERS
from app.channels.voice.texts import PROMPTS
from app.core.http.extra_schemas import ExtraSchema
from app.core.http.hours_schemas import HoursFormSchema
from app.core.http.schemas import Id, Line, Name, Pattern, ResponseSchema, Schema, Switch, Text, Whole

TEXT_LENGTH, WORD_LENGTH, HINTS, LISTS, WORDS, LEXICON = 500, 80, 200, 12, 60, 300
LANGUAGE = ma.validate.Length(min=2, max=12)
DAY_MS = 86_400_000
_SAID = ma.validate.Length(max=TEXT_LENGTH)


def _by_language(**more: Any) -> ma.fields.Dict:
    return ma.fields.Dict(keys=Text(validate=LANGUAGE), values=Text(validate=_SAID), **more)


def _lines(values: Any) -> Any:
    """Take lists that forms send as lines of a text, one in each line."""
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        return values
    return [line.strip() for text in values for line in text.splitlines() if line.strip()]


class SpokenLanguageSchema(Schema):
    """How a language is spoken and listened for; what is left out is the provider's own."""

    language = Text(required=True, validate=LANGUAGE)
    locale = Text(load_default="", validate=Pattern(r"^(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2})?$"))
    voice = Text(load_default="", validate=Pattern(r"^[\w.:-]{0,60}$"))
    hints = ma.fields.List(
        Name(WORD_LENGTH), load_default=list, validate=ma.validate.Length(max=HINTS),
        metadata={"description": "Words that are listened for, such as models"},
    )  # fmt: skip

    @ma.pre_load
    def take_lines(self, data: Any, **_kwargs: Any) -> Any:
        """Take what forms send."""
        return data | {"hints": _lines(data["hints"])} if isinstance(data, dict) and "hints" in data else data


class CallConsentSchema(Schema):
    """Whether calls are recorded, and what is said of it; `ask` lets callers refuse."""

    mode = Text(required=True, validate=ma.validate.OneOf(CONSENTS))
    text = _by_language(load_default=dict)


class LexiconEntrySchema(Schema):
    """A word, and how it is written so that it is said right."""

    word = Name(WORD_LENGTH, required=True)
    say = Name(WORD_LENGTH, required=True)


class PhraseListSchema(Schema):
    """Phrases that a bot is to say, or that callers do."""

    name = Name(60, required=True)
    by = Text(required=True, validate=ma.validate.OneOf(SPEAKERS))
    phrases = ma.fields.List(Name(WORD_LENGTH), required=True, validate=ma.validate.Length(1, WORDS))

    @ma.pre_load
    def take_lines(self, data: Any, **_kwargs: Any) -> Any:
        """Take what forms send."""
        return data | {"phrases": _lines(data["phrases"])} if isinstance(data, dict) and "phrases" in data else data


PromptsSchema = Schema.from_dict({name: _by_language() for name in PROMPTS if name != "consent"}, name="PromptsSchema")


class VoiceSchema(HoursFormSchema):
    """How a bot speaks and listens on the telephone; keys left out stay as they are."""

    number = Line(validate=ma.validate.Length(max=40), metadata={"example": "+91 20 6812 4410"})
    provider = Text(validate=ma.validate.OneOf(("twilio",)))
    language = Text(allow_none=True, validate=LANGUAGE)
    voices = ma.fields.List(ma.fields.Nested(SpokenLanguageSchema), validate=ma.validate.Length(max=30))
    no_input_s = Whole(validate=ma.validate.Range(1, 30))
    speech_end_s = Whole(validate=ma.validate.Range(0, 10), metadata={"description": "0 leaves it to the provider"})
    reprompts = Whole(validate=ma.validate.Range(0, 3))
    barge_in = Switch()
    keys = Switch(metadata={"description": "Whether options are said with their keys"})
    max_minutes = Whole(validate=ma.validate.Range(1, 60))
    consent = ma.fields.Nested(CallConsentSchema)
    kept_days = Whole(validate=ma.validate.Range(1, 400))
    transfer_number = Line(validate=ma.validate.Length(max=40))
    ring_s = Whole(validate=ma.validate.Range(5, 120))
    hours = ma.fields.Dict(allow_none=True, metadata={"description": "When calls are transferred; null: as the bot"})
    lexicon = ma.fields.List(ma.fields.Nested(LexiconEntrySchema), validate=ma.validate.Length(max=LEXICON))
    dtmf = ma.fields.Dict(
        keys=Text(), values=Text(validate=ma.validate.Length(max=WORD_LENGTH)),
        metadata={"description": "What keys say outside of options; @person and @repeat"},
    )  # fmt: skip
    prompts = ma.fields.Nested(PromptsSchema)
    phrases = ma.fields.List(ma.fields.Nested(PhraseListSchema), validate=ma.validate.Length(max=LISTS))

    @ma.pre_load
    def leave_out_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take what forms send: rows that are left empty, and no language."""
        if not isinstance(data, dict):
            return data
        data = dict(data)
        if data.get("language") == "":
            data["language"] = None
        for name in ("lexicon", "phrases"):
            rows = data.get(name)
            if isinstance(rows, list):
                data[name] = [row for row in rows if not isinstance(row, dict) or _is_filled(row)]
        if isinstance(data.get("dtmf"), dict):
            data["dtmf"] = {key: text for key, text in data["dtmf"].items() if text != ""}
        return data


def _is_filled(row: Mapping[str, Any]) -> bool:
    """Whether something was typed into a row beside what is chosen."""
    return any(value not in ("", [], [""]) for name, value in row.items() if name != "by")


class VoiceNumberSchema(ResponseSchema):
    """A number of the bot."""

    id = Id()
    account = Text()
    state = Text(metadata={"enum": list(DEPLOYMENT_STATES)})
    environment = Text()
    webhook_url = Text()
    outlet = Text(allow_none=True)
    account_end = Text(metadata={"description": "The last characters of the provider's account id"})


class VoiceNumberFiguresSchema(ResponseSchema):
    """The calls of customers to a number in seven days."""

    id = Id()
    calls = Whole()
    answered = Whole(metadata={"description": "Calls in which the bot has spoken"})
    going_on = Whole()
    transfers = Whole()
    transferred = Whole(metadata={"description": "Transfers that a person has answered"})


class VoiceRecognitionSchema(ResponseSchema):
    """How sure the provider was of what it heard in a language in 28 days, from 0 to 1."""

    language = Text()
    confidence = ma.fields.Float()


class VoiceFiguresSchema(ResponseSchema):
    """What was measured of calls; recordings are refused only where callers are asked."""

    numbers = ma.fields.List(ma.fields.Nested(VoiceNumberFiguresSchema))
    recognition = ma.fields.List(ma.fields.Nested(VoiceRecognitionSchema))
    with_consent = Whole(
        allow_none=True, metadata={"description": "Calls of 28 days that have heard the present consent text"}
    )
    refused = Whole(allow_none=True)


class VoiceWarningSchema(ResponseSchema):
    """Something that callers would notice."""

    code = Text(metadata={"enum": ["no_number", "other_number", "no_voice", "long_prompt", "no_transfer"]})
    language = Text(metadata={"optional": True})
    text = Text(metadata={"optional": True})


class VoiceConsentSchema(ResponseSchema):
    """Whether calls are recorded, and what is said of it."""

    mode = Text(metadata={"enum": list(CONSENTS)})
    text = ma.fields.Dict(keys=Text(), values=Text())
    version = Whole(metadata={"description": "Counts the texts that callers have heard; 0 before the first"})
    since = Text(allow_none=True)


class VoicePromptSchema(ResponseSchema):
    """What calls say beside the flow, with an estimate of how long it takes."""

    name = Text(metadata={"enum": list(PROMPTS)})
    language = Text()
    text = Text()
    ms = Whole()


class BotVoiceSchema(ResponseSchema):
    """How a bot speaks and listens on the telephone."""

    number = Text()
    provider = Text()
    language = Text(allow_none=True)
    languages = ma.fields.List(Text())
    locales = ma.fields.Dict(
        keys=Text(),
        values=Text(),
        metadata={"description": "What a provider calls a language where nothing is entered"},
    )
    voices = ma.fields.List(ma.fields.Nested(SpokenLanguageSchema))
    no_input_s = Whole()
    speech_end_s = Whole()
    reprompts = Whole()
    barge_in = Switch()
    keys = Switch()
    max_minutes = Whole()
    consent = ma.fields.Nested(VoiceConsentSchema)
    kept_days = Whole()
    transfer_number = Text()
    ring_s = Whole()
    hours = ma.fields.Dict(allow_none=True)
    lexicon = ma.fields.List(ma.fields.Nested(LexiconEntrySchema))
    dtmf = ma.fields.Dict(keys=Text(), values=Text())
    prompts = ma.fields.Dict(keys=Text(), values=ma.fields.Dict(keys=Text(), values=Text()))
    phrases = ma.fields.List(ma.fields.Nested(PhraseListSchema))
    sentences = ma.fields.List(ma.fields.Nested(VoicePromptSchema))
    numbers = ma.fields.List(ma.fields.Nested(VoiceNumberSchema))
    warnings = ma.fields.List(ma.fields.Nested(VoiceWarningSchema))
    is_open = Switch(metadata={"description": "Whether calls are transferred now"})
    figures = ma.fields.Nested(
        VoiceFiguresSchema, allow_none=True, metadata={"description": "Null for those who may not read reports"}
    )
    revision = Whole()


class TestCallSchema(Schema):
    """A call to a phone, or without a number one in the browser."""

    to = Line(load_default="", validate=ma.validate.Length(max=40), metadata={"example": "+919822014422"})


class TestCallResultSchema(ResponseSchema):
    """The call that was begun: ours in the browser, the provider's to a phone."""

    id = Text(metadata={"description": "Of the call in the browser, or the provider's id"})
    ok = Switch()
    code = Text()
    detail = Text()
    ms = Whole()


class HeardSchema(Schema):
    """What the telephone in the browser brings; times are in ms from the start of the call."""

    token = Text(required=True, validate=ma.validate.Length(1, 40))
    speech = Text(load_default="", validate=ma.validate.Length(max=TEXT_LENGTH))
    confidence = ma.fields.Float(load_default=None, allow_none=True, validate=ma.validate.Range(0, 1))
    keys = Text(load_default="", validate=ma.validate.Length(max=32))
    dialled = Text(load_default="", validate=ma.validate.OneOf(("", "completed", "no-answer", "busy", "failed")))
    from_ms = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(0, DAY_MS))
    to_ms = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(0, DAY_MS))
    bot_from_ms = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(0, DAY_MS))
    bot_to_ms = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(0, DAY_MS))
    interrupts = Switch(load_default=False)


class SpeechFiles(ma.Schema):
    """A spoken answer: a WAV of 16 bits and at most 30 seconds."""

    file = Upload()


class PhoneSpeechSchema(ResponseSchema):
    """What was said; empty where nothing was."""

    text = Text()
    confidence = ma.fields.Float(allow_none=True, metadata={"description": "How sure the recognition is, 0 to 1"})


class SpokenSchema(ResponseSchema):
    """A text that the bot says."""

    text = Text()
    language = Text()
    locale = Text()
    voice = Text()


class PhoneTurnSchema(ResponseSchema):
    """One turn of a call in the browser: what was heard, and what is said to it."""

    number = Whole()
    kind = Text(metadata={"enum": list(KINDS)})
    heard = Text()
    key = Text()
    confidence = ma.fields.Float(allow_none=True)
    is_missed = Switch()
    at_ms = Whole()
    says = ma.fields.List(ma.fields.Nested(SpokenSchema))
    ms = ma.fields.Dict(keys=Text(), values=Whole())


class PhoneCallSchema(ResponseSchema):
    """The present state of a call in the browser; `token` is what the next request carries."""

    id = Id()
    token = Text()
    state = Text(metadata={"enum": list(STATES)})
    ended_by = Text(allow_none=True, metadata={"enum": [*ENDS, None]})
    awaits = Text(metadata={"enum": ["answer", "consent", "wait", "dial", "nothing"]})
    node = Text(allow_none=True)
    started_at = ma.fields.AwareDateTime()
    locale = Text(metadata={"description": "The language that is listened for"})
    transfer = Text(metadata={"description": "The number that is rung"})
    hearing = Text(metadata={"enum": list(HEARING), "description": "Whether speech can be recognised here"})
    extras = ma.fields.List(ma.fields.Nested(ExtraSchema))
    turns = ma.fields.List(ma.fields.Nested(PhoneTurnSchema))
