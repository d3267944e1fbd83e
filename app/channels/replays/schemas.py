"""What replays look like in JSON."""

import marshmallow as ma

from app.channels.replays.models import GRADES, STATES, STOPS, VERDICTS
from app.core.http.schemas import Id, Name, Pattern, ResponseSchema, Schema, Text, Whole, page_schema

REASON_LENGTH = 500


class ReplayStartedSchema(ResponseSchema):
    """The job that replays, and the replay it makes."""

    job = Id(attribute="job_id")
    replay = Id(attribute="id")


class GradeCountsSchema(ResponseSchema):
    """How many of each grade."""

    same = Whole()
    better = Whole()
    worse = Whole()
    changed = Whole()


class ReplayRateSchema(ResponseSchema):
    """Shares in per cent, and the 95 % interval of their difference in points; null under 30."""

    n = Whole()
    before = ma.fields.Float(allow_none=True)
    after = ma.fields.Float(allow_none=True)
    delta = ma.fields.Float(allow_none=True)
    low = ma.fields.Float(allow_none=True)
    high = ma.fields.Float(allow_none=True)


class ReplayRatesSchema(ResponseSchema):
    """The rates that a replay compares."""

    fallback = ma.fields.Nested(ReplayRateSchema)
    goal = ma.fields.Nested(ReplayRateSchema)
    handoff = ma.fields.Nested(ReplayRateSchema)


class ReplayDeltasSchema(ResponseSchema):
    """By how many percentage points rates would change."""

    fallback = ma.fields.Float(allow_none=True)
    goal = ma.fields.Float(allow_none=True)


class ReplayCallsSchema(ResponseSchema):
    """Outside calls that were answered from recordings, and those that had none."""

    recorded = Whole()
    unrecorded = Whole()


class ReplayTurnSchema(ResponseSchema):
    """One turn as it went and as it would go."""

    number = Whole()
    grade = Text(metadata={"enum": list(GRADES)})
    kind = Text()
    input = Text()
    before = ma.fields.List(Text())
    after = ma.fields.List(Text(), attribute="replies")
    node = Text()
    node_now = Text()
    intent = Text(allow_none=True)
    intent_now = Text(allow_none=True)


class ReplayAcceptanceSchema(ResponseSchema):
    """Who accepted a group, and why."""

    by = Text(attribute="user_name")
    reason = Text()
    at = ma.fields.AwareDateTime()


class ReplayGroupSchema(ResponseSchema):
    """Conversations that would go otherwise for the same cause."""

    id = Text()
    grade = Text(metadata={"enum": list(GRADES)})
    kind = Text()
    node = Text()
    intent = Text(allow_none=True)
    conversations = Whole()
    accepted = ma.fields.Nested(ReplayAcceptanceSchema, allow_none=True)


class ReplayGroupArgs(Schema):
    """Which group is meant."""

    group = Text(required=True, validate=[ma.validate.Length(equal=12), Pattern(r"^[0-9a-f]{12}$")])


class AcceptReplayGroupSchema(ReplayGroupArgs):
    """Which group is accepted, and why."""

    reason = Name(REASON_LENGTH, required=True)


class ReplayedConversationSchema(Schema):
    """Which conversation of a replay is meant."""

    conversation = Id(required=True)


class ReplayItemSchema(ResponseSchema):
    """A conversation that would go otherwise."""

    conversation = Id()
    link = Text()
    started_at = ma.fields.AwareDateTime()
    channel = Text()
    outcome = Text(allow_none=True)
    grade = Text(metadata={"enum": list(GRADES)})
    kind = Text()
    node = Text()
    stopped = Text(metadata={"enum": list(STOPS)})
    group = Text()
    case = Id(allow_none=True, metadata={"description": "The regression case it has become"})
    turns = ma.fields.List(ma.fields.Nested(ReplayTurnSchema))


class ReplayRowSchema(ResponseSchema):
    """A replay without its conversations."""

    id = Id()
    state = Text(metadata={"enum": list(STATES)})
    progress = ma.fields.Float()
    error = Text(allow_none=True)
    live_version = Whole(allow_none=True)
    checksum = Text()
    current = ma.fields.Boolean(metadata={"description": "Whether the working copy is still the one replayed"})
    sessions = Whole()
    turns = ma.fields.Nested(GradeCountsSchema, allow_none=True)
    conversations = ma.fields.Nested(
        GradeCountsSchema,
        allow_none=True,
        metadata={"description": "Of `sessions` those of which a turn could be compared"},
    )
    rates = ma.fields.Nested(ReplayRatesSchema, allow_none=True)
    deltas = ma.fields.Nested(ReplayDeltasSchema)
    calls = ma.fields.Nested(ReplayCallsSchema, allow_none=True)
    verdict = Text(allow_none=True, metadata={"enum": [*VERDICTS, None]})
    open = Whole(metadata={"description": "Groups that went worse and nobody has accepted"})
    user_name = Text()
    created_at = ma.fields.AwareDateTime()
    finished_at = ma.fields.AwareDateTime(allow_none=True)


class ReplaySchema(ReplayRowSchema):
    """A replay with the conversations that would go otherwise."""

    groups = ma.fields.List(ma.fields.Nested(ReplayGroupSchema))
    items = ma.fields.List(ma.fields.Nested(ReplayItemSchema))


ReplayPageSchema = page_schema(ReplayRowSchema, "ReplayPageSchema")
