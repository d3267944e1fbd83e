"""Journey: how sessions come in, which way they take, and where they end."""

from collections import Counter
from itertools import pairwise

from app.conversations.models import OUTCOMES
from app.reports.context import ReportContext
from app.reports.facts import by_value, most_first
from app.reports.metrics import BY_ID, percent
from app.reports.standard.registry import Column, Content, Row, add_report, figure

OTHER = "*"
"""What the smaller ones of a stage are together."""
MOST = 6
"""Things of a stage that are distinct."""
MOST_EXITS = 30
OPEN = "open"
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


def _joined(paths: Counter[Path]) -> Counter[Path]:
    """The paths with all but the most frequent things of each stage joined; outcomes stay apart."""
    stages = len(next(iter(paths)))
    kept = []
    for stage in range(stages):
        sums = Counter[str]()
        for path, number in paths.items():
            sums[path[stage]] += number
        order = sorted(sums, key=lambda name: (-sums[name], name))
        kept.append(set(order) if stage == stages - 1 or len(order) <= MOST else set(order[: MOST - 1]))
    joined = Counter[Path]()
    for path, number in paths.items():
        joined[tuple(name if name in kept[stage] else OTHER for stage, name in enumerate(path))] += number
    return joined


@figure(
    JOURNEY_REPORT, "paths", "flow", Column("stage", "count"), Column("from", "text", "stage"),
    Column("to", "text", "stage"), Column("sessions"), Column("share", "percent"),
)  # fmt: skip
def paths(context: ReportContext) -> Content:
    """Engaged sessions from channel to first intent, to the last node, to the outcome: a row for each step of a way."""
    known = _paths(context)
    if not known:
        return Content([], marks=["uncounted"] if known is None else [])
    total = known.total()
    steps = Counter[tuple[int, str, str]]()
    for path, number in _joined(known).items():
        for stage, (start, end) in enumerate(pairwise(path)):
            steps[stage, start, end] += number
    order = sorted(steps.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    return Content([[stage, start or None, end or None, number, percent(number, total)]
                    for (stage, start, end), number in order])  # fmt: skip


@figure(
    JOURNEY_REPORT, "entries", "table", Column("channel", "text", "channel"), Column("sessions"),
    *(Column(outcome) for outcome in OUTCOMES), width=7,
)  # fmt: skip
def entries(context: ReportContext) -> Content:
    """Bot sessions that have ended, by the channel they came through and by how they ended."""
    by = context.by("channel")
    order = sorted(by.items(), key=lambda item: (-item[1]["ended_bot"], item[0]))
    rows: list[Row] = [[name, row["ended_bot"], *(row[outcome] for outcome in OUTCOMES)] for name, row in order]
    links = [context.links.to(channel=name, evidence="ended") for name, _ in order]
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
