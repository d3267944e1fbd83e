"""Addresses of the conversation list that show the evidence of a number."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from app.reports.selection import Selection

PATH = "/reports/conversations"
DEFAULT_RANGE = "last_28_days"


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links that carry a report's own filters; keys in the list's order, defaults left out."""

    selection: Selection
    range_text: str

    def to(self, *, days: tuple[date, date] | None = None, **more: str) -> str:
        """The list for this report, narrowed by `more` and, if given, to other days."""
        chosen = self.selection
        text = f"{days[0]}..{days[1]}" if days else self.range_text
        pairs = {
            "bot": ",".join(map(str, chosen.bots)),
            "grp": "" if chosen.group == "overall" else chosen.group,
            "r": "" if text == DEFAULT_RANGE else text,
            "tz": "" if chosen.tz == "client" else chosen.tz,
            "ch": more.pop("channel", "") or ",".join(chosen.channels),
            "outcome": more.pop("outcome", ""),
            "intent": more.pop("intent", ""),
            "is": more.pop("evidence", ""),
        }
        query = "&".join(f"{key}={quote(value, safe=',:')}" for key, value in pairs.items() if value)
        return f"{PATH}?{query}" if query else PATH
