"""The fields by which the conversation list is filtered: what each means, and which values it has."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, Text, and_, cast, false, func, literal, not_, select
from sqlalchemy.orm import aliased

from app.accounts.users.models import User
from app.analytics.evidence import HAS_CAUSE
from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.clients.models import City, DealerGroup, Outlet
from app.conversations.models import Contact, Conversation, Message, Turn
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import parse_id
from app.core.db.json_lists import LastText, texts_in
from app.core.languages import catalogue
from app.inbox.models import ANSWERED_AT, Handoff
from app.offers.models import Offer
from app.reports.filters.ranges import DAY, local_date, midnight
from app.reports.history import search
from app.reports.history.clauses import OPERATORS, Clause, Kind, read_clauses, split_clauses
from app.reports.reviews.models import UNREVIEWED, ConversationReview, is_sampled

Condition = ColumnElement[bool]
WordList = Literal[
    "", "channel", "outcome", "group", "language", "cause", "handoff", "origin", "review", "category", "intent"
]
_REVIEWED = (ConversationReview.conversation_id == Conversation.id,)
CAUSE = "cause"
OFFERED = 50
SECOND = 1000
POSITIVE = {"ne": "eq", "not_in": "in", "not_contains": "contains", "absent": "present"}
"""What each negative operator denies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field: how its clauses become conditions, and which values it has."""

    key: str
    kind: Kind
    condition: Callable[[str, tuple[Any, ...]], Condition]
    """The condition of a positive operator and its values."""
    values: Callable[[list[Condition]], Select[Any]] | None = None
    """Select the values of conversations under conditions with their counts, the most frequent first."""
    name_table: Any = None
    """The table that names its values, where they are ids."""
    naming: str = "name"
    """The column of that table."""
    words: WordList = ""
    """What its values are called by in the interface, where they are codes."""
    depends_on: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Its operators, where they are not all of its kind."""

    @property
    def operators(self) -> tuple[str, ...]:
        """Its operators."""
        return self.only or OPERATORS[self.kind]

    def where(self, clause: Clause) -> Condition:
        """The condition of a clause: what has no value is none of any."""
        positive = POSITIVE.get(clause.op)
        if positive is None:
            return self.condition(clause.op, clause.values)
        return not_(func.coalesce(self.condition(positive, clause.values), false()))


def _comparison(column: Any, op: str, values: tuple[Any, ...]) -> Condition:
    """A comparison of a column with values."""
    conditions: dict[str, Callable[[], Condition]] = {
        "eq": lambda: column == values[0],
        "in": lambda: column.in_(values),
        "contains": lambda: column.icontains(values[0], autoescape=True),
        "starts": lambda: column.istartswith(values[0], autoescape=True),
        "gt": lambda: column > values[0],
        "lt": lambda: column < values[0],
        "between": lambda: column.between(*values),
        "present": lambda: column.is_not(None),
    }
    return conditions[op]()


def _values_of(column: Any, *base_conditions: Condition) -> Callable[[list[Condition]], Select[Any]]:
    """Return what selects the values of a column with their counts under conditions, the most frequent first."""

    def values(conditions: list[Condition]) -> Select[Any]:
        number = func.count().label("count")
        query = select(column.label("value"), number).where(*conditions, *base_conditions)
        return query.group_by("value").order_by(number.desc(), "value")

    return values


def _column(
    key: str, kind: Kind, column: Any, *, words: WordList = "", has_values: bool = False, scale: int = 1,
    only: tuple[str, ...] = (),
) -> Field:  # fmt: skip
    """A field that is a column of the conversation, or a value found for it."""

    def condition(op: str, values: tuple[Any, ...]) -> Condition:
        scaled = tuple(value * scale for value in values) if scale != 1 else values
        if op == "present" and kind in ("text", "enum"):
            return and_(column.is_not(None), column != "")
        return _comparison(column, op, scaled)

    values = _values_of(column, column.is_not(None), column != "") if has_values else None
    return Field(key=key, kind=kind, condition=condition, words=words, values=values, only=only)


def _ids(key: str, column: Any, name_table: Any, *, depends_on: tuple[str, ...] = (), naming: str = "name") -> Field:
    """A field whose values are ids of a table with names."""

    def condition(op: str, values: tuple[Any, ...]) -> Condition:
        return _comparison(column, op, tuple(parse_id(value) or 0 for value in values))

    values = _values_of(column, column.is_not(None))
    return Field(
        key=key,
        kind="enum",
        condition=condition,
        values=values,
        name_table=name_table,
        depends_on=depends_on,
        naming=naming,
    )


def _outlet_column(column: Any) -> Any:
    """What the outlet of a conversation belongs to."""
    return select(column).where(Outlet.id == Conversation.outlet_id).correlate(Conversation).scalar_subquery()


def _tags(key: str, column: Any, *of: Condition) -> Field:
    """A field of a list of texts that a conversation has, or another row `of` it."""

    def condition(op: str, values: tuple[Any, ...]) -> Condition:
        tags = texts_in(column)
        having = [] if op == "present" else [tags.c.value.in_(values)]
        query = select(literal(1))
        rows = query.select_from(column.class_).join(tags, literal(True)) if of else query.select_from(tags)
        return rows.where(*of, *having).correlate(Conversation).exists()

    def values(conditions: list[Condition]) -> Select[Any]:
        tags, number = texts_in(column), func.count().label("count")
        value_counts = select(tags.c.value.label("value"), number).select_from(Conversation)
        if of:
            value_counts = value_counts.join(column.class_, and_(*of))
        query = value_counts.join(tags, literal(True)).where(*conditions)
        return query.group_by(tags.c.value).order_by(number.desc(), "value")

    return Field(key=key, kind="tag", condition=condition, values=values)


def _turns(key: str, column: Any, *more: Condition, words: WordList = "") -> Field:
    """A field of the turns of a conversation: one of them has the value."""

    def condition(op: str, values: tuple[Any, ...]) -> Condition:
        having = _comparison(column, op, values)
        return select(Turn.id).where(Turn.conversation_id == Conversation.id, *more, having).exists()

    def values(conditions: list[Condition]) -> Select[Any]:
        number = func.count(Conversation.id.distinct()).label("count")
        query = select(column.label("value"), number).join(Conversation, Conversation.id == Turn.conversation_id)
        return query.where(*conditions, *more, column.is_not(None)).group_by("value").order_by(number.desc(), "value")

    return Field(key=key, kind="tag", condition=condition, values=values, words=words)


def _turn_value(value: Any, *more: Condition) -> Any:
    """A value over all turns of a conversation."""
    query = select(value).where(Turn.conversation_id == Conversation.id, *more)
    return query.correlate(Conversation).scalar_subquery()


def _contains_words(_op: str, values: tuple[Any, ...]) -> Condition:
    """Words that were said: searched as the search of the list does."""
    return search.matching(str(values[0]))


def _has_media(_op: str, values: tuple[Any, ...]) -> Condition:
    """Whether a picture or file was sent."""
    of = select(Message.id).where(Message.conversation_id == Conversation.id, Message.kind == "media").exists()
    return of if values[0] else not_(of)


def _has_missed_handoff(_op: str, values: tuple[Any, ...]) -> Condition:
    """Whether nobody answered a request for a person in time."""
    is_missed = func.coalesce(ANSWERED_AT, clock.now()) > Handoff.due_at
    missed = select(Handoff.id).where(Handoff.conversation_id == Conversation.id, is_missed).exists()
    return missed if values[0] else not_(missed)


def _review_value(column: Any) -> Any:
    """What the review of a conversation says."""
    return select(column).where(*_REVIEWED).correlate(Conversation).scalar_subquery()


def _flag(key: str, column: Any) -> Field:
    """A field that is so or not; what is not known is not so."""

    def condition(_op: str, values: tuple[Any, ...]) -> Condition:
        value = func.coalesce(column, false())
        return value if values[0] else not_(value)

    return Field(key=key, kind="bool", condition=condition)


def _person(column: Any) -> Any:
    """What is known of the person of a conversation."""
    contact, head = aliased(Contact), aliased(Contact)
    query = select(getattr(head, column)).join(contact, contact.person_id == head.id)
    return query.where(contact.id == Conversation.contact_id).correlate(Conversation).scalar_subquery()


def _unused_condition(_op: str, _values: tuple[Any, ...]) -> Condition:
    """Days are compared in the zone of the list: see `conditions_of`."""
    raise NotImplementedError


STARTED = Field(key="started", kind="date", condition=_unused_condition)
_all = Conversation
_review_state = func.coalesce(_review_value(ConversationReview.state), UNREVIEWED)
_first_intent = (
    select(Turn.intent)
    .where(Turn.conversation_id == Conversation.id, Turn.accepted, Turn.intent != "")
    .order_by(Turn.number)
    .limit(1)
    .correlate(Conversation)
    .scalar_subquery()
)
CODES = ("eq", "ne", "in", "not_in", "starts", "present", "absent")
"""The operators of codes that reports may cut short."""
_FIELDS = (
    _ids("bot", _all.bot_id, Bot),
    _column("group", "enum", _all.bot_group, words="group", has_values=True),
    _column("channel", "enum", _all.channel, words="channel", has_values=True),
    _ids("parent", _outlet_column(Outlet.parent_id), DealerGroup),
    _ids("city", _outlet_column(Outlet.city_id), City, depends_on=("parent",)),
    _ids("outlet", _all.outlet_id, Outlet, depends_on=("parent", "city")),
    _column("outcome", "enum", func.coalesce(_all.outcome, "open"), words="outcome", has_values=True),
    _column("handoff", "enum", _all.handoff, words="handoff", has_values=True),
    _column("language", "enum", _all.language, words="language", has_values=True),
    _column("source", "enum", _all.source, has_values=True),
    _column("origin", "enum", _all.origin, words="origin", has_values=True),
    _column("referral", "enum", _all.referral, has_values=True),
    _ids("offer", _all.offer_id, Offer),
    _turns("intent", Turn.intent, and_(Turn.nlu, Turn.accepted), words="intent"),
    _column("last_intent", "enum", _all.intent, words="intent", has_values=True),
    _column("first_intent", "enum", _first_intent, words="intent", has_values=True, only=CODES),
    _column("topic", "enum", _all.topic, has_values=True),
    _tags("goal", _all.goals),
    _tags("node", _all.nodes),
    _column("last_node", "enum", LastText(_all.nodes), has_values=True, only=CODES),
    _turns(CAUSE, Turn.cause, HAS_CAUSE, words="cause"),
    _column("version", "number", _all.bot_version),
    _column("turns", "number", _all.turns),
    _column("messages", "number", _all.messages_in + _all.messages_out + _all.messages_human),
    _column("agent_messages", "number", _all.messages_human),
    _column("fallbacks", "number", _all.fallback_turns),
    _column("failed_turns", "number", _all.error_turns),
    _column("csat", "number", _all.rating),
    _column("confidence", "number", _turn_value(func.min(Turn.confidence), Turn.nlu.is_(True))),
    _column("duration", "duration", _all.duration_ms, scale=SECOND),
    _column("latency", "duration", _turn_value(func.max(Turn.latency_ms)), scale=SECOND),
    Field(key="text", kind="text", condition=_contains_words, only=("contains", "not_contains")),
    _column("first_text", "text", _all.first_text),
    _column("last4", "text", _person("last4")),
    _column("source_id", "text", _all.source_id),
    _flag("engaged", _all.engaged),
    _flag("first_time", _all.first_engaged),
    _flag("resolved", _all.resolved),
    _flag("rating_asked", _all.rating_prompted),
    _tags("tag", ConversationReview.tags, *_REVIEWED),
    _column("review", "enum", _review_state, words="review", has_values=True),
    _column("category", "enum", _review_value(ConversationReview.category), words="category", has_values=True),
    _ids("reviewer", _review_value(ConversationReview.reviewer_id), User, naming="full_name"),
    _flag("sampled", is_sampled()),
    Field(key="media", kind="bool", condition=_has_media),
    Field(key="missed_handoff", kind="bool", condition=_has_missed_handoff),
    STARTED,
)
FIELDS = {field.key: field for field in _FIELDS}


def conditions_of(text: str, zone: ZoneInfo, now: datetime) -> list[Condition]:
    """The conditions of the clauses of an address that is known to be valid."""
    clauses = read_clauses(text, FIELDS)
    return [
        _start_condition(clause, zone, now) if clause.key == STARTED.key else FIELDS[clause.key].where(clause)
        for clause in clauses
    ]


def failed_turns_of(text: str) -> list[Condition]:
    """The conditions on the failed turns that the clauses of an address name by their cause; none without such."""
    clauses = [clause for clause in read_clauses(text, FIELDS) if clause.key == CAUSE and clause.op not in POSITIVE]
    if not clauses:
        return []
    having = [_comparison(Turn.cause, clause.op, clause.values) for clause in clauses]
    return [Turn.conversation_id == Conversation.id, HAS_CAUSE, *having]


def _start_condition(clause: Clause, zone: ZoneInfo, now: datetime) -> Condition:
    """Whether a conversation began on, before or after days of a zone, or from one instant to before another;
    `days_before` counts back from today.
    """
    moment, first, last = Conversation.started_at, clause.values[0], clause.values[-1]
    if clause.op == "days_before":
        return moment >= midnight(local_date(now, zone) - timedelta(days=int(first)), zone)
    if clause.op == "gt":
        return moment >= midnight(first + DAY, zone)
    if clause.op == "lt":
        return moment < midnight(first, zone)
    if isinstance(first, datetime):
        return and_(moment >= first, moment < last)
    return and_(moment >= midnight(first, zone), moment < midnight(last + DAY, zone))


def without(text: str, key: str) -> str:
    """The clauses of an address without those of a field."""
    return ";".join(clause for clause in split_clauses(text) if clause.partition(":")[0] != key)


def describe_fields(language: str) -> list[dict[str, Any]]:
    """The fields as a filter builder shows them."""
    texts = catalogue("filters", language)
    return [
        {
            "key": field.key,
            "label": texts[f"f.{field.key}"],
            "type": field.kind,
            "operators": list(field.operators),
            "depends_on": list(field.depends_on),
            "has_options": field.values is not None,
            "words": field.words,
        }
        for field in _FIELDS
    ]


def conditions_in_words(text: str, language: str) -> list[dict[str, Any]]:
    """The clauses of an address with what their fields and values are called."""
    texts = catalogue("filters", language)
    return [
        {
            "f": part,
            "label": texts[f"f.{clause.key}"],
            "op": clause.op,
            "values": _labels(FIELDS[clause.key], clause.values, language),
        }
        for part, clause in zip(split_clauses(text), read_clauses(text, FIELDS), strict=True)
    ]


def _labels(field: Field, values: tuple[Any, ...], language: str) -> list[str]:
    """What values of a field are called."""
    if field.kind == "bool":
        return [catalogue("filters", language)["yes" if value else "no"] for value in values]
    if field.words:
        return [_word(field.words, str(value), language) for value in values]
    if field.name_table is None:
        return [f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value) for value in values]
    ids = [id_ for value in values if (id_ := parse_id(value)) is not None]
    rows = select(field.name_table.id, getattr(field.name_table, field.naming)).where(field.name_table.id.in_(ids))
    names = {str(id_): name for id_, name in db.session.execute(rows)}
    return [names.get(value, value) for value in values]


def options_of(field: Field, conditions: list[Condition], q: str, language: str) -> list[dict[str, Any]]:
    """The values of a field under conditions with their counts, the most frequent first; those like `q` if given."""
    if field.values is None:
        return []
    if field.words:
        rows = db.session.execute(field.values(conditions).limit(OFFERED))
        options = [(str(value), _word(field.words, str(value), language), count) for value, count in rows]
        return [_option(*row) for row in options if q.casefold() in row[1].casefold()]
    each = field.values(conditions).order_by(None).subquery()
    if field.name_table is None:
        query = select(each.c.value, each.c.value, each.c.count)
        label: Any = cast(each.c.value, Text)
    else:
        label = getattr(field.name_table, field.naming)
        query = select(each.c.value, label, each.c.count).join(field.name_table, field.name_table.id == each.c.value)
    if q:
        query = query.where(label.icontains(q, autoescape=True))
    rows = db.session.execute(query.order_by(each.c.count.desc(), label).limit(OFFERED))
    return [_option(str(value), str(label), count) for value, label, count in rows]


def _option(value: str, label: str, count: int) -> dict[str, Any]:
    return {"value": value, "label": label, "count": count}


_WORDS = {
    "channel": ("channel", ""), "outcome": ("conversations", "o."), "group": ("conversations", "g."),
    "review": ("review", "s."), "category": ("review", "c."),
}  # fmt: skip
"""The catalogue and the prefix of words that are not the filters' own."""


def _word(words: str, value: str, language: str) -> str:
    """What a code is called in the interface, an intent by its bots."""
    if words == "intent":
        return intent_title(value, language=language) or value
    area, prefix = _WORDS.get(words, ("filters", f"{words}."))
    return catalogue(area, language).get(prefix + value, value)
