"""Journey: how sessions come in, which way they take, and where they end."""

from collections import Counter
from itertools import pairwise

from app.analytics.facts import PART
from app.conversations.models import CHANNELS, OUTCOMES
from app.reports.context import ReportContext
from app.reports.counts.facts import by_parts, by_value, most_first
from app.reports.metrics.definitions import BY_ID, percent
from app.reports.standard.registry import Column, Content, Row, add_report, figure

OTHER = "*"
"""What the smaller ones of a stage are together."""
MOST = 6
"""Things of a stage that are distinct."""
MOST_EXITS = 30
OPEN = "open"
STAGES = ("channel", "first_intent", "last_node", "outcome")
"""What is in each stage of a path, by the names of filters."""
INTENT = STAGES.index("first_intent")
JOURNEY_REPORT = add_report(
    "journey",
    "Journey",
    [BY_ID[name] for name in ("engaged_sessions", "completion_rate", "handoff_rate", "fallback_rate")],
)
Path = tuple[str, ...]


def _paths(context: ReportContext) -> Counter[Path] | None:
    """Engaged sessions by channel, first intent, last node and outcome."""
    facts = context.facts("path", by="channel")
    if facts is None:
        return None
    paths = Counter[Path]()
    for row in facts:
        paths[(row.key, *row.value.split("\t"))] += row.number
    return paths


def _join(paths: Counter[Path]) -> tuple[Counter[Path], list[set[str]]]:
    """The paths with all but the most frequent things of each stage joined, and these; outcomes stay apart."""
    stages = len(next(iter(paths)))
    frequent = []
    for stage in range(stages):
        sums = Counter[str]()
        for path, number in paths.items():
            sums[path[stage]] += number
        order = sorted(sums, key=lambda name: (-sums[name], name))
        frequent.append(set(order) if stage == stages - 1 or len(order) <= MOST else set(order[: MOST - 1]))
    totals = Counter[Path]()
    for path, number in paths.items():
        totals[tuple(name if name in frequent[stage] else OTHER for stage, name in enumerate(path))] += number
    return totals, frequent


class _Things:
    """The things of the stages of a flow, and the conversations that came through them."""

    def __init__(self, context: ReportContext, distinct: list[set[str]]) -> None:
        self._links, self._distinct = context.links, distinct
        self._channels = context.selection.channels or CHANNELS

    def link(self, *things: tuple[int, str]) -> str | None:
        """Return the list of those that came through all of some things; None where no filter can name one."""
        query: dict[str, str] = {}
        clauses: list[str] = []
        for stage, name in things:
            if STAGES[stage] == "channel":
                others = [channel for channel in self._channels if channel not in self._distinct[stage]]
                query["channel"] = ",".join(others) if name == OTHER else name
            elif STAGES[stage] == "outcome":
                query["outcome"] = name
            else:
                clauses += self._clauses(stage, name)
        if "" in clauses:
            return None
        if clauses:
            query["f"] = ";".join(clauses)
        return self._links.to(days=None, evidence="engaged", **query)

    def _clauses(self, stage: int, name: str) -> list[str]:
        """The conditions of a thing; an empty one where a name holds a sign of the language of filters."""
        field, names = STAGES[stage], [name for name in self._distinct[stage] if name]
        if name == OTHER:
            is_whole = all(len(name) < PART and "," not in name and ";" not in name for name in names)
            clauses = [f"{field}:not_in:{','.join(sorted(names))}" if is_whole else ""] if names else []
            return [*clauses, *([f"{field}:present"] if "" in self._distinct[stage] else [])]
        if not name:
            return [f"{field}:absent"]
        # A long name was cut short.
        return ["" if ";" in name else f"{field}:{'starts' if len(name) == PART else 'eq'}:{name}"]


@figure(
    JOURNEY_REPORT, "paths", "flow", Column("stage", "count"), Column("from", "text", "stage"),
    Column("to", "text", "stage"), Column("sessions"), Column("share", "percent"),
)  # fmt: skip
def paths(context: ReportContext) -> Content:
    """Engaged sessions from channel to first intent, to the last node, to the outcome: a row for each step of a way."""
    counts = _paths(context)
    if not counts:
        return Content([], marks=["uncounted"] if counts is None else [])
    total = counts.total()
    steps = Counter[tuple[int, str, str]]()
    totals, distinct = _join(counts)
    for path, number in totals.items():
        for stage, (start, end) in enumerate(pairwise(path)):
            steps[stage, start, end] += number
    order = sorted(steps.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    things = _Things(context, distinct)
    names = sorted({(stage, name) for path in totals for stage, name in enumerate(path)})
    return Content(
        [[stage, start or None, end or None, number, percent(number, total)] for (stage, start, end), number in order],
        links=[things.link((stage, start), (stage + 1, end)) for (stage, start, end), _ in order],
        places=[{"stage": stage, "name": name or None, "link": things.link((stage, name))} for stage, name in names],
        names=context.part_names(
            "intent", [name for stage, name in names if stage == INTENT and name not in ("", OTHER)]
        ),
    )


@figure(
    JOURNEY_REPORT, "entries", "table", Column("origin", "text", "origin"), Column("channel", "text", "channel"),
    Column("sessions"), *(Column(outcome) for outcome in OUTCOMES), width=7,
)  # fmt: skip
def entries(context: ReportContext) -> Content:
    """Bot sessions that have ended, by how people came and through which channel, and by how they ended."""
    facts = context.facts("entrance", by="channel")
    if facts is None:
        return Content([], marks=["uncounted"])
    sums: dict[tuple[str, str], Counter[str]] = {}
    for (origin, outcome, channel), (number, _, _) in by_parts(facts).items():
        sums.setdefault((origin, channel), Counter())[outcome] = number
    order = sorted(sums.items(), key=lambda item: (-item[1].total(), item[0]))
    rows: list[Row] = [
        [origin or None, channel, counts.total(), *(counts[outcome] for outcome in OUTCOMES)]
        for (origin, channel), counts in order
    ]
    links = [
        context.links.to(channel=channel, evidence="ended", f=f"origin:eq:{origin}" if origin else "origin:absent")
        for (origin, channel), _ in order
    ]
    return Content(rows, links=links)


@figure(
    JOURNEY_REPORT, "milestones", "table", Column("goal", "text", "code"), Column("sessions"),
    Column("share", "percent"), width=5,
)  # fmt: skip
def milestones(context: ReportContext) -> Content:
    """Engaged sessions that reached each goal, most first."""
    values = by_value(context.facts("goal"))
    engaged = context.current["engaged"]
    order = most_first(values)
    return Content([[goal, number, percent(number, engaged)] for goal, (number, _, _) in order])


@figure(
    JOURNEY_REPORT, "exits", "table", Column("bot", "text"), Column("node", "text", "code"), Column("sessions"),
    Column("share", "percent"), *(Column(outcome) for outcome in OUTCOMES),
)  # fmt: skip
def exits(context: ReportContext) -> Content:
    """Engaged sessions by the node they ended at and by how they ended, most first."""
    names = context.bot_names
    sums = Counter[tuple[str, str]]()
    outcomes = Counter[tuple[str, str, str]]()
    for row in context.facts("path") or ():
        _, node, outcome = row.value.split("\t")
        if outcome != OPEN:
            sums[row.key, node] += row.number
            outcomes[row.key, node, outcome] += row.number
    order = sorted(sums, key=lambda key: (-sums[key], key))[:MOST_EXITS]
    total = sums.total()
    rows: list[Row] = [
        [names.get(int(bot), bot), node or None, sums[bot, node], percent(sums[bot, node], total),
         *(outcomes[bot, node, outcome] for outcome in OUTCOMES)]
        for bot, node in order
    ]  # fmt: skip
    return Content(rows)
