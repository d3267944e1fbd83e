"""Settings of a bot that live in its flow document: languages, variables, business hours."""

from copy import deepcopy
from typing import Any
from zoneinfo import available_timezones

from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.engine.hours import WEEKDAYS
from app.core.errors import Invalid

ALWAYS, HOURS = "always", "hours"


def change_settings(bot: Bot, flow: BotFlow, changes: dict[str, Any], user_id: int) -> BotFlow:
    """Change those settings of the working copy that are given; the others stay as they are."""
    document = deepcopy(flow.document)
    if "languages" in changes:
        document["languages"] = list(dict.fromkeys(changes["languages"]))
    if "variables" in changes:
        document["variables"] = _variables(changes["variables"])
    if "open" in changes:
        document.pop("hours", None)
        if changes["open"] == HOURS:
            document["hours"] = _hours(changes)
    return set_flow(bot, document, user_id)


def _variables(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Variables by name; rows without a name are rows nobody has filled in."""
    named = [row for row in rows if row["name"]]
    made = {row["name"]: {"type": row["type"]} for row in named}
    if len(made) != len(named):
        raise Invalid({"variables": ["Each variable needs a name of its own."]})
    return made


def _hours(changes: dict[str, Any]) -> dict[str, Any]:
    """Opening hours by weekday; rows without a time are rows nobody has filled in."""
    week: dict[str, list[list[str]]] = {}
    for row in changes.get("week", ()):
        first, last = row["from_"], row["to"]
        if not first and not last:
            continue
        if not first or not last or first >= last:
            raise Invalid({"week": [f"From must be earlier than to on {row['day']}."]})
        week.setdefault(row["day"], []).append([first, last])
    if not week:
        raise Invalid({"week": ["Give the hours of at least one day, or choose “always open”."]})
    hours: dict[str, Any] = {"week": {day: sorted(week[day]) for day in WEEKDAYS if day in week}}
    if changes.get("zone"):
        if changes["zone"] not in available_timezones():
            raise Invalid({"zone": ["Must be a zone such as Asia/Kolkata."]})
        hours["zone"] = changes["zone"]
    holidays = {row["date"].isoformat() for row in changes.get("holidays", ()) if row["date"] is not None}
    if holidays:
        hours["holidays"] = sorted(holidays)
    return hours
