"""Addresses of the conversation list that show the evidence of a number."""

from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import quote

from app.reports.filters.places import OUTLET, names_of
from app.reports.filters.ranges import Bucket
from app.reports.filters.selection import MEASURED, REAL, Selection
from app.reports.metrics.definitions import DOCUMENTS, SPEECH, VISITS, Metric

PATH = "/reports/conversations"
CONTACTS = "/reports/contacts"
DASHBOARD = "/reports/dashboard"
OUTLETS = "/reports/outlets"
CALLS = "/reports/calls"
DUE = "/reports/groups/psf/due"
DEFAULT_RANGES = {PATH: "recent", CALLS: "all"}
"""The range of a page without one in its address, where that is not the reports' own: lists have today."""
DEFAULT_RANGE = "last_28_days"


KINDS_OF_USERS = {"users": "", "users_new": "new", "users_returning": "returning"}
"""What the list of people is narrowed to by the count of them."""


def turn_link(conversation_id: int, number: int) -> str:
    """The address of a turn."""
    return f"{PATH}/{conversation_id}?turn={number}#t{number}"


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links that carry a report's own filters; keys in the list's order, defaults left out."""

    selection: Selection
    range_text: str

    def to(self, *, days: tuple[date, date] | None = None, **more: str) -> str:
        """The list for this report, narrowed by `more` and, if given, to other days."""
        return self._address(PATH, days, more)

    def to_step(self, step: Bucket, **more: str) -> str:
        """The list of a step of this report; of one that is shorter than a day, by the instants it lies between."""
        if step.is_part_of_day:
            instants = (at.astimezone(self.selection.zone) for at in (step.start, step.end))
            more["f"] = f"started:between:{','.join(at.isoformat(timespec='minutes') for at in instants)}"
        return self.to(days=(step.first, step.last), **more)

    def to_contacts(self, *, days: tuple[date, date] | None = None, **more: str) -> str:
        """The people of this report."""
        return self._address(CONTACTS, days, more)

    def to_evidence(self, metric: Metric, *, channel: str = "") -> str | None:
        """What a metric counted in this report: people, calls, visits, or the sessions behind its numerator; None of
        documents and questions to them, which have no list of their own, and of visits that are over and done with.
        """
        if metric in DOCUMENTS:
            return None
        if metric.num.startswith("users"):
            return self.to_contacts(evidence=KINDS_OF_USERS[metric.num])
        if metric in VISITS:
            return self.to_due() if metric.evidence_counts else None
        if metric in SPEECH:
            return self._address(CALLS, None, {"evidence": metric.condition})
        return self.to(evidence=metric.evidence, f=metric.condition, channel=channel)

    def of_outlet(self, outlet: int) -> "Links":
        """Return the links of this report narrowed to an outlet."""
        return replace(self, selection=replace(self.selection, places=((OUTLET, outlet),)))

    def to_dashboard(self) -> str:
        """The dashboard of this report."""
        return self._address(DASHBOARD, None, {})

    def to_outlets(self) -> str:
        """The outlets of this report compared."""
        return self._address(OUTLETS, None, {})

    def to_due(self) -> str:
        """The customers to be asked after a visit, which bots, channels and conversations cut nothing of."""
        places_alone = replace(
            self.selection, bots=(), group="overall", channels=(), lang="", traffic=REAL, data=MEASURED
        )
        return Links(places_alone, self.range_text)._address(DUE, None, {})

    def _address(self, path: str, days: tuple[date, date] | None, more: dict[str, str]) -> str:
        selection = self.selection
        text = f"{days[0]}..{days[1]}" if days else self.range_text
        pairs = {
            "bot": ",".join(map(str, selection.bots)),
            "grp": "" if selection.group == "overall" else selection.group,
            "r": "" if text == DEFAULT_RANGES.get(path, DEFAULT_RANGE) else text,
            "tz": "" if selection.tz == "client" else selection.tz,
            "ch": "" if path == CALLS else more.pop("channel", "") or ",".join(selection.channels),
            "out": ",".join(names_of(selection.places)),
            "outcome": more.pop("outcome", ""),
            "intent": more.pop("intent", ""),
            "lang": selection.lang,
            "traffic": "" if selection.traffic == REAL else selection.traffic,
            "data": "" if selection.data == MEASURED else selection.data,
            "is": more.pop("evidence", ""),
            "f": more.pop("f", ""),
        }
        query = "&".join(f"{key}={quote(value, safe=',:')}" for key, value in pairs.items() if value)
        return f"{path}?{query}" if query else path
