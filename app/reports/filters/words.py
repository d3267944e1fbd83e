"""What a report is narrowed to, in words: one reading of the filters for pages, files and mails."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from marshmallow import fields

from app.core.http.schemas import ResponseSchema
from app.core.languages import catalogue, comma_of, language_name
from app.reports.filters.places import KINDS, names_of, place_options
from app.reports.filters.selection import MEASURED, REAL, ConversationFilters, bot_options

MOST_CODES = 3
Condition = dict[str, str]
"""The parameter of an address, and a label and a value in words."""


class WordedFilterSchema(ResponseSchema):
    """A filter in the reader's language."""

    name = fields.String(metadata={"example": "ch", "description": "The parameter of the report's address"})
    label = fields.String(metadata={"example": "Channel"})
    value = fields.String(metadata={"example": "WhatsApp, Web chat"})


def conditions_in(document: Mapping[str, Any], language: str) -> list[Condition]:
    """Return what a document of a report is narrowed to, but its dates and zone."""
    return _conditions(document["filters"], document["options"], language)


def _conditions(filters: Mapping[str, Any], options: Mapping[str, Any], language: str) -> list[Condition]:
    """What filters mean; `options` have the names of what they choose."""
    reports, places = catalogue("reports", language), catalogue("places", language)
    channels, conversations = catalogue("channel", language), catalogue("conversations", language)
    bots = {bot["id"]: bot["name"] for bot in options["bots"]}
    names = {f"{place['kind']}:{place['id']}": place["name"] for place in options["places"]}
    rows = list[tuple[str, str, list[str]]]()
    unnamed = places["unnamedBot"]
    rows.append(("bot", reports["bot"], [bots.get(id_) or unnamed.replace("{id}", id_) for id_ in filters["bot"]]))
    if filters["grp"] != "overall":
        rows.append(("grp", reports["group"], [reports[filters["grp"]]]))
    rows.append(("ch", reports["channel"], [channels.get(channel, channel) for channel in filters["ch"]]))
    for kind in KINDS:
        keys = [key for key in filters["out"] if key.startswith(f"{kind}:")]
        gone = places[f"gone.{kind}"]
        values = [names.get(key) or gone.replace("{id}", key.partition(":")[2]) for key in keys]
        rows.append(("out", places[kind], values))
    # A snapshot may be older than a filter.
    if code := filters.get("lang"):
        rows.append(("lang", reports["language"], [language_name(code, language)]))
    if (traffic := filters.get("traffic", REAL)) != REAL:
        rows.append(("traffic", reports["traffic"], [reports[f"t.{traffic}"]]))
    if filters.get("data", MEASURED) != MEASURED:
        rows.append(("data", conversations["data"], [conversations["withEstimated"]]))
    comma = comma_of(language)
    conditions = [{"name": name, "label": label, "value": comma.join(values)} for name, label, values in rows]
    return [condition for condition in conditions if condition["value"]]


def conditions_of_questions(questions: Sequence[ConversationFilters], language: str) -> list[list[Condition]]:
    """Return what each of some questions narrows its report to; what they name is read at once."""
    places = {place for question in questions for place in question.out}
    options = {
        "bots": bot_options() if any(question.bot for question in questions) else [],
        "places": place_options(places) if places else [],
    }
    return [_conditions(_filters_of(question), options, language) for question in questions]


def _filters_of(question: ConversationFilters) -> dict[str, Any]:
    """A question as reports answer it."""
    return {
        "bot": [str(bot) for bot in question.bot], "grp": question.grp, "ch": question.ch,
        "out": names_of(question.out), "lang": question.lang, "traffic": question.traffic, "data": question.data,
    }  # fmt: skip


def conditions_in_codes(filters: Mapping[str, Any], *, without: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return the parameters that narrow a report and their values, as files have them that programs read.

    Of more than `MOST_CODES` values the others are a number.
    """
    pairs = list[tuple[str, str]]()
    for name, usual in (
        ("bot", ""), ("grp", "overall"), ("ch", ""), ("out", ""), ("lang", ""), ("traffic", REAL), ("data", MEASURED)
    ):  # fmt: skip
        value = filters.get(name, usual)
        values = [value] if isinstance(value, str) else [str(each).replace(":", "-") for each in value]
        more = [f"{len(values) - MOST_CODES}-more"] if len(values) > MOST_CODES else []
        if values and values != [usual] and name not in without:
            pairs.append((name, "+".join([*values[:MOST_CODES], *more])))
    return pairs


def file_name(part: str, filters: Mapping[str, Any], *, without: Collection[str] = ()) -> str:
    """Return what a file of a report is called: its part, its dates, and what it is narrowed to."""
    conditions = (f"{name}-{value}" for name, value in conditions_in_codes(filters, without=without))
    return "-".join([part, f"{filters['from']}_{filters['to']}", *conditions])


def conditions_text(conditions: Iterable[Condition]) -> str:
    """Return conditions as one line."""
    return " · ".join(f"{condition['label']}: {condition['value']}" for condition in conditions)
