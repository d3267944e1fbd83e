"""What training and reading texts look like in JSON."""

import marshmallow as ma

from app.bots.understanding.models import STATES
from app.core.http.extra_schemas import ExtraSchema
from app.core.http.schemas import Id, NonBlankText, ResponseSchema, Schema, Text, Whole

TEXTS, TEXT_LENGTH = 100, 2000


class TrainingBegunSchema(ResponseSchema):
    """The job that trains."""

    job = Id()


class TrainedIntentSchema(ResponseSchema):
    """How well an intent is recognised, by phrases that were held back; `f1` is null where it has too few."""

    name = Text()
    phrases = Whole()
    f1 = ma.fields.Float(allow_none=True)


class ConfusionSchema(ResponseSchema):
    """Held-back phrases of one intent that were taken for another, and some of them."""

    intent = Text()
    taken_for = Text(allow_none=True, metadata={"description": "Null for a question of the knowledge"})
    count = Whole()
    phrases = ma.fields.List(Text())


class TrainingSchema(ResponseSchema):
    """The state of training, and the figures of the model that answers."""

    state = Text(metadata={"enum": ["none", *STATES]})
    progress = ma.fields.Float(metadata={"description": "Of the training under way, 0 to 1"})
    stale = ma.fields.Boolean(metadata={"description": "Whether the working copy has phrases no model has learnt"})
    error = Text(allow_none=True)
    engines = ma.fields.List(Text())
    threshold = ma.fields.Float(allow_none=True, metadata={"description": "From which score a text is accepted"})
    accuracy = ma.fields.Float(allow_none=True, metadata={"description": "Part of held-back phrases recognised"})
    intents = ma.fields.List(ma.fields.Nested(TrainedIntentSchema))
    confusions = ma.fields.List(ma.fields.Nested(ConfusionSchema))
    trained_at = ma.fields.AwareDateTime(allow_none=True)
    extras = ma.fields.List(ma.fields.Nested(ExtraSchema))


class ParseSchema(Schema):
    """Texts to be read."""

    texts = ma.fields.List(
        Text(validate=ma.validate.Length(min=1, max=TEXT_LENGTH)),
        required=True,
        validate=ma.validate.Length(min=1, max=TEXTS),
    )
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))


class CandidateSchema(ResponseSchema):
    """An intent and how sure it is, from 0 to 1."""

    name = Text()
    confidence = ma.fields.Float()


class EntitySchema(ResponseSchema):
    """A value in a text; `type` is the name of an entity of the bot or a kind of value, as `date`."""

    type = Text()
    value = ma.fields.Raw()
    text = Text()
    start = Whole()
    end = Whole()


class KnownAnswerSchema(ResponseSchema):
    """The question of the knowledge that is most like a text."""

    question = Text()
    score = ma.fields.Float()
    threshold = ma.fields.Float()


class ParsedSchema(ResponseSchema):
    """What one text means."""

    text = Text()
    intent = ma.fields.Nested(CandidateSchema, allow_none=True)
    band = Text(metadata={"enum": ["accept", "confirm", "reject"]})
    threshold = ma.fields.Float()
    candidates = ma.fields.List(ma.fields.Nested(CandidateSchema))
    entities = ma.fields.List(ma.fields.Nested(EntitySchema))
    language = Text(allow_none=True)
    engines = ma.fields.List(Text())
    knowledge = ma.fields.Nested(KnownAnswerSchema, allow_none=True)


class ParsedTextsSchema(ResponseSchema):
    """What texts mean, in their order."""

    items = ma.fields.List(ma.fields.Nested(ParsedSchema))


class KnowledgeSearchSchema(Schema):
    """A question as a contact would ask it; `k` is how many hits are wanted at most."""

    text = NonBlankText(2000, required=True)
    k = Whole(load_default=3, validate=ma.validate.Range(min=1, max=20))
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))


class KnowledgeHitSchema(ResponseSchema):
    """A question with its answer, or a passage; questions of a flow belong to no document and no page."""

    document = Text(allow_none=True)
    passage = Text(allow_none=True)
    title = Text()
    heading = Text()
    text = Text()
    score = ma.fields.Float()
    page = Whole(allow_none=True)
    stale = ma.fields.Boolean(metadata={"description": "Whether its document is past its review"})


class KnowledgeCitationSchema(ResponseSchema):
    """The passage that an answer is taken from."""

    document = Text(allow_none=True)
    passage = Text(allow_none=True)
    title = Text()
    page = Whole(allow_none=True)
    text = Text()
    score = ma.fields.Float()
    stale = ma.fields.Boolean()


class KnowledgeAnswerSchema(ResponseSchema):
    """The answer that the bot would give, and the questions or passages it comes from."""

    text = Text()
    citations = ma.fields.List(ma.fields.Nested(KnowledgeCitationSchema))


class KnowledgeFoundSchema(ResponseSchema):
    """Hits, the nearest first; `threshold` is the score from which one is answered, `by` how it was measured."""

    query = Text()
    hits = ma.fields.List(ma.fields.Nested(KnowledgeHitSchema))
    answer = ma.fields.Nested(KnowledgeAnswerSchema, allow_none=True)
    threshold = ma.fields.Float(allow_none=True)
    passage_threshold = ma.fields.Float(
        metadata={"description": "The score from which a passage is answered; left out where none was found"}
    )
    by = Text(validate=ma.validate.OneOf(("meaning", "words")))
