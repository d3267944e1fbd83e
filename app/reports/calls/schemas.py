"""What calls look like in JSON."""

import marshmallow as ma
from marshmallow import fields

from app.channels.voice.models import DIALLED, ENDS, KINDS, RECORDINGS, SOURCES, STATES, TRANSCRIPTS
from app.channels.voice.service import HUMAN, SPEAKERS
from app.core.http.extra_schemas import ExtraSchema
from app.core.http.schemas import (
    DatesSchema,
    Id,
    NonBlankText,
    PageSchema,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)
from app.reports.filters.selection import TRAFFIC
from app.reports.filters.words import WordedFilterSchema

TEXT_LENGTH = 1000


class CallBotSchema(ResponseSchema):
    """The bot that has answered."""

    id = Id()
    name = Text()


class CallContactSchema(ResponseSchema):
    """Who has called; initials for readers who may not see names."""

    id = Id()
    name = Text()
    last4 = Text(allow_none=True)


class CallSchema(ResponseSchema):
    """A call, with what is counted of it."""

    id = Id()
    conversation = Id(allow_none=True, metadata={"description": "None where the caller has said nothing"})
    bot = fields.Nested(CallBotSchema)
    contact = fields.Nested(CallContactSchema, allow_none=True)
    number = Text()
    language = Text()
    traffic = Text(metadata={"enum": list(TRAFFIC[:2])})
    state = Text(metadata={"enum": list(STATES)})
    ended_by = Text(allow_none=True, metadata={"enum": [*ENDS, None]})
    node = Text(allow_none=True)
    dialled = Text(allow_none=True, metadata={"enum": ["", *DIALLED, None]})
    recording = Text(metadata={"enum": list(RECORDINGS)})
    started_at = fields.AwareDateTime()
    ended_at = fields.AwareDateTime(allow_none=True)
    duration_ms = Whole(allow_none=True)
    asks = Whole()
    silences = Whole()
    spoken = Whole()
    missed = Whole()
    keyed = Whole()
    confidence = fields.Float(allow_none=True)
    hits = fields.Dict(keys=Text(), values=fields.List(Text()))


class CallPageSchema(PageSchema):
    """One page of calls, and what they are narrowed to."""

    items = fields.List(fields.Nested(CallSchema))
    range = fields.Nested(DatesSchema, allow_none=True, metadata={"description": "Null of all calls there are"})
    conditions = fields.List(fields.Nested(WordedFilterSchema))


class TurnTimesSchema(ResponseSchema):
    """When a turn was spoken and answered, in ms from the start of the call; null where nothing tells it."""

    heard_at = Whole()
    answered_at = Whole()
    heard_from = Whole(allow_none=True)
    heard_to = Whole(allow_none=True)
    said_from = Whole(allow_none=True)
    said_to = Whole(allow_none=True)
    source = Text(metadata={"enum": list(SOURCES), "description": "How it is known when someone spoke"})


class CallTurnSchema(ResponseSchema):
    """One turn of a call."""

    number = Whole()
    kind = Text(metadata={"enum": list(KINDS)})
    node = Text(allow_none=True)
    heard = Text()
    spoken = fields.List(Text())
    key = Text()
    intent = Text(allow_none=True)
    intent_title = Text(allow_none=True)
    confidence = fields.Float(allow_none=True)
    is_missed = Switch()
    is_interrupting = Switch()
    is_masked = Switch()
    hits = fields.Dict(keys=Text(), values=fields.List(Text()))
    corrected = Text(allow_none=True)
    words = Whole(allow_none=True)
    errors = Whole(allow_none=True)
    times = fields.Nested(TurnTimesSchema)


class CallTalkSchema(ResponseSchema):
    """Who has spoken how much; null where the times are not known."""

    talk_ratio = fields.Float(allow_none=True)
    silence_ms = Whole(allow_none=True)
    longest_silence = Whole(allow_none=True)
    interruptions = Whole(allow_none=True)
    words_per_min = fields.Float(allow_none=True)


class CorrectedSchema(ResponseSchema):
    """How many words of a call were heard wrong, in the turns that people have corrected."""

    wer = fields.Float(allow_none=True)
    turns = Whole()
    spoken = Whole()


class CallNeighboursSchema(ResponseSchema):
    """The calls before and after it."""

    previous = Id(allow_none=True)
    next = Id(allow_none=True)


class PeaksSchema(ResponseSchema):
    """The loudest moments of both channels, from 0 to 99."""

    ms = Whole()
    caller = fields.List(Whole())
    bot = fields.List(Whole())


class CallSegmentSchema(ResponseSchema):
    """What one speaker says from one pause to the next, in ms from the start of the call."""

    speaker = Text(metadata={"enum": [*SPEAKERS, HUMAN], "description": "human after the caller was put through"})
    start_ms = Whole()
    end_ms = Whole()
    text = Text()
    confidence = fields.Float(metadata={"description": "How sure the recognition is, 0 to 1"})
    after_transfer = Switch()
    hits = fields.List(Text(), metadata={"description": "Phrase lists that a phrase was said of"})


class CallTranscriptSchema(ResponseSchema):
    """What is said in a recording, as far as it can be written down here."""

    state = Text(metadata={"enum": list(TRANSCRIPTS)})
    language = Text()
    segments = fields.List(fields.Nested(CallSegmentSchema))


class WholeCallSchema(CallSchema):
    """One call with its turns."""

    zone = Text()
    turns = fields.List(fields.Nested(CallTurnSchema))
    talk = fields.Nested(CallTalkSchema)
    corrected = fields.Nested(CorrectedSchema)
    consent_version = Whole(allow_none=True)
    recording_from_ms = Whole()
    recording_ms = Whole(allow_none=True)
    masked = fields.List(fields.List(Whole()))
    peaks = fields.Nested(PeaksSchema, allow_none=True)
    keep_until = fields.AwareDateTime(allow_none=True)
    erased = Switch(metadata={"description": "Whether what was said is no longer kept"})
    transcript = fields.Nested(CallTranscriptSchema, allow_none=True)
    extras = fields.List(fields.Nested(ExtraSchema), metadata={"description": "What would transcribe recordings"})
    neighbours = fields.Nested(CallNeighboursSchema)


class CorrectionSchema(Schema):
    """What was really said in a turn."""

    turn = Whole(required=True, validate=ma.validate.Range(1, 1000))
    text = NonBlankText(TEXT_LENGTH, required=True)


class CorrectionResultSchema(ResponseSchema):
    """A correction, and what it says of the call."""

    turn = Whole()
    text = Text()
    words = Whole()
    errors = Whole()
    corrected = fields.Nested(CorrectedSchema)
