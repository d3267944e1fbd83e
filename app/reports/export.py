"""CSV of the dashboard's figures, made from the very document the page shows."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from app.bots.catalog.models import GROUPS
from app.core.http.csv_lines import lines
from app.reports.filters.words import conditions_in_codes

Row = dict[str, Any]
COLUMNS = ("metric", "dims", "bucket", "value", "num", "den", "flags")


def figure_csv(figure: str, document: dict[str, Any]) -> str:
    """One figure of a dashboard as tidy CSV."""
    return tidy_csv(FIGURES[figure](document), document)


def tidy_csv(rows: Iterable[Row], document: dict[str, Any]) -> str:
    """CSV of a row per number; with each the zone, the time of the data, what it is narrowed to, and estimates."""
    conditions = "".join(f";{name}={value}" for name, value in conditions_in_codes(document["filters"]))
    about = f"zone={document['filters']['zone']};as_of={document['as_of'] or ''}{conditions}"
    if document["included"]["estimated"]:
        about += f";estimated_sessions={document['included']['estimated']}"
    rows = (row | {"flags": _flags(row, about)} for row in rows)
    return "".join(lines(COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows)))


def _flags(row: Row, about: str) -> str:
    """What is to be known of a number: its unit, what marks it, and what the whole file is of."""
    unit = row.get("unit")
    return ";".join(filter(None, (unit and f"unit={unit}", row.get("flags"), about)))


def _cards(document: dict[str, Any]) -> Iterator[Row]:
    for card in document["cards"]:
        row = {"metric": card["id"], "bucket": _span(document), "value": card["value"], "num": card["num"],
               "unit": card["unit"]}  # fmt: skip
        measured = f"measured={card['measured']['n']}/{card['measured']['of']}"
        flags = [f"version={card['version']}", measured, *card["marks"]]
        if card["provisional"] and "provisional" not in card["marks"]:
            flags.append("provisional")
        if card["target"]:
            flags.append(f"target={card['target']['value']}")
        yield {**row, "den": card["den"], "flags": ";".join(flags)}


def _span(document: dict[str, Any]) -> str:
    """The range as dates."""
    return f"{document['filters']['from']}..{document['filters']['to']}"


def _series(document: dict[str, Any]) -> Iterator[Row]:
    for bucket in document["series"]["buckets"]:
        marks = {**bucket, "restated": bucket["restated_at"]}
        flags = ";".join(flag for flag in ("partial", "provisional", "restated") if marks[flag])
        for group in (*GROUPS, "total"):
            # Of all groups together as cards are: who adds up a column picks groups or the whole.
            dims = f"group={group}" if group in GROUPS else ""
            row = {"metric": "engaged_sessions", "dims": dims, "bucket": bucket["start"], "flags": flags}
            yield row | _count_of(bucket[group])
    for marker in document["markers"]:
        # A text may hold what parts dimensions from each other, so it comes last.
        dims = f"kind={marker['kind']};text={marker_text(marker)}"
        yield {"metric": "marker", "dims": dims, "bucket": marker["at"]}


def marker_text(marker: dict[str, Any]) -> str:
    """What a marker is of: a name with its version, or what was noted."""
    return marker["text"] if marker["version"] is None else f"{marker['text']} v{marker['version']}"


def _outcomes(document: dict[str, Any]) -> Iterator[Row]:
    ended = document["outcomes"]["ended"]
    for item in document["outcomes"]["items"]:
        row = {"metric": "outcome_share", "unit": "percent", "dims": f"outcome={item['id']}", "bucket": _span(document)}
        yield {**row, "value": item["share"], "num": item["count"], "den": ended}


def _count_of(number: int) -> Row:
    """What a count has in its columns."""
    return {"value": number, "num": number, "unit": "count"}


def _channels(document: dict[str, Any]) -> Iterator[Row]:
    total = sum(item["sessions"] for item in document["channels"])
    for item in document["channels"]:
        row = {"dims": f"channel={item['channel']}", "bucket": _span(document)}
        yield {**row, "metric": "sessions", **_count_of(item["sessions"])}
        row["unit"] = "percent"
        yield {**row, "metric": "sessions_share", "value": item["share"], "num": item["sessions"], "den": total}
        yield {**row, "metric": "csat", "value": item["csat"], "den": item["ratings"]}
        yield {**row, "metric": "fallback_rate", "value": item["fallback"]}


def _intents(document: dict[str, Any]) -> Iterator[Row]:
    turns = document["intents"]["turns"]
    for item in document["intents"]["items"]:
        row = {"dims": f"intent={item['intent']}", "bucket": _span(document)}
        yield {**row, "metric": "intent_turns", **_count_of(item["turns"])}
        row["unit"] = "percent"
        yield {**row, "metric": "intent_turns_share", "value": item["share"], "num": item["turns"], "den": turns}
        for name, unit in (("confidence", "ratio"), ("fallback_after", "percent"), ("csat", "percent")):
            yield {**row, "metric": name, "value": item[name], "unit": unit}


def _heat(document: dict[str, Any]) -> Iterator[Row]:
    for weekday, hours in enumerate(document["heat"]["cells"]):
        for hour, value in enumerate(hours):
            row = {"metric": "sessions_mean", "unit": "ratio", "dims": f"weekday={weekday};hour={hour}"}
            yield {**row, "bucket": _span(document), "value": value}


def _anomalies(document: dict[str, Any]) -> Iterator[Row]:
    for figure in document.get("figures", ()):
        if figure["id"] == "anomalies":
            for (metric, day, value, low, high, split, part), marks in zip(
                figure["rows"], figure["row_marks"], strict=True
            ):
                flags = ";".join([f"usual={low}..{high}", *marks])
                dims = f"{split}={part}" if split else ""
                yield {"metric": metric, "dims": dims, "bucket": day, "value": value, "flags": flags}


def _outlets(document: dict[str, Any]) -> Iterator[Row]:
    for figure in document.get("figures", ()):
        if figure["id"] == "outlets":
            for name, rank, value, beside, sessions in figure["rows"]:
                row = {"dims": f"outlet={name}", "bucket": _span(document)}
                yield {**row, "metric": "sessions", **_count_of(sessions)}
                flags = ";".join(f"{key}={number}" for key, number in (("rank", rank), ("beside_median", beside))
                                 if number is not None)  # fmt: skip
                metric = figure["columns"][2]["id"]
                yield {**row, "metric": metric, "value": value, "unit": "percent", "flags": flags}


FIGURES: dict[str, Callable[[dict[str, Any]], Iterator[Row]]] = {
    "cards": _cards,
    "series": _series,
    "outcomes": _outcomes,
    "channels": _channels,
    "intents": _intents,
    "heat": _heat,
    "outlets": _outlets,
    "anomalies": _anomalies,
}
