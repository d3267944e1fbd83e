"""The picture of ways through several stages: things as bars, steps between them as bands as wide as they are many."""

from collections import Counter, defaultdict
from typing import Any, NamedTuple

from app.conversations.models import OUTCOMES
from app.core.pdf.sheets import MARGIN, QUIET, WIDTH, Colour
from app.reports.pictures.sheet import ReportSheet
from app.reports.pictures.words import Writer

HEIGHT, GAP, BAR = 96.0, 4.5, 2.2
LABEL = 40.0
"""Millimetres for the name beside a bar."""
BAND_POINTS = 24
BAND: Colour = (176, 206, 217)
TONE: Colour = (10, 109, 142)
OUTCOME_TONES: dict[str, Colour] = {
    "completed": (47, 125, 79), "informed": (10, 109, 142), "handed_off": (92, 74, 158), "abandoned": (201, 122, 16),
    "error": (168, 62, 92),
}  # fmt: skip
HEADS = ("entry", "firstIntent", "lastNode", "outcome")
_Place = tuple[int, str]


class Bar(NamedTuple):
    """Where a thing of a stage is, in millimetres below the first one's top, and its sessions."""

    top: float
    height: float
    sessions: int


class Band(NamedTuple):
    """A step between two things: their stage, and where it begins, ends and how wide it is."""

    stage: int
    start: float
    end: float
    width: float


def bars_of(rows: list[list[Any]]) -> dict[_Place, Bar]:
    """Place the things of each stage from top to bottom: outcomes in their order, all others by size."""
    last = max(row[0] for row in rows) + 1
    sums = Counter[_Place]()
    for stage, start, end, sessions, *_ in rows:
        sums[stage, start or ""] += sessions
        if stage == last - 1:
            sums[last, end or ""] += sessions
    stages = [[place for place in sums if place[0] == stage] for stage in range(last + 1)]
    stages[:-1] = [sorted(stage, key=lambda place: (-sums[place], place)) for stage in stages[:-1]]
    outcomes = [*OUTCOMES, "open"]
    stages[-1].sort(key=lambda place: outcomes.index(place[1]) if place[1] in outcomes else len(outcomes))
    total = max(sum(sums[place] for place in stage) for stage in stages)
    room = HEIGHT - GAP * (max(len(stage) for stage in stages) - 1)
    bars = {}
    for stage in stages:
        top = 0.0
        for place in stage:
            bars[place] = Bar(top, max(room * sums[place] / total, 0.3), sums[place])
            top += bars[place].height + GAP
    return bars


def bands_of(rows: list[list[Any]], bars: dict[_Place, Bar]) -> list[Band]:
    """Place the steps between things below each other, in the order of the rows."""
    leaving, arriving = defaultdict[_Place, float](float), defaultdict[_Place, float](float)
    bands = []
    for stage, start, end, sessions, *_ in rows:
        source, target = (stage, start or ""), (stage + 1, end or "")
        width = bars[source].height * sessions / bars[source].sessions
        begin, finish = bars[source].top + leaving[source], bars[target].top + arriving[target]
        bands.append(Band(stage, begin, finish, width))
        leaving[source] += width
        arriving[target] += width
    return bands


def draw_flow(sheet: ReportSheet, figure: dict[str, Any], writer: Writer) -> None:
    """Draw the bands, then the bars with name, number and share above them."""
    rows = figure["rows"]
    bars = bars_of(rows)
    last = max(stage for stage, _ in bars)
    height = max(bar.top + bar.height for bar in bars.values())
    sheet.room(height + 10)
    # Names are beside their bars, those of the last stage too.
    step = (WIDTH - LABEL - BAR) / last
    for stage, head in enumerate(HEADS[: last + 1]):
        sheet.line_at(MARGIN + stage * step - 1, writer.stage_head(head), width=LABEL, size=7, colour=QUIET)
    sheet.at += 5
    for band in bands_of(rows, bars):
        _draw_band(sheet, band, step)
    total = sum(bar.sessions for (stage, _), bar in bars.items() if stage == 0)
    sessions, share = figure["columns"][3], figure["columns"][4]
    for (stage, name), bar in bars.items():
        tone = OUTCOME_TONES.get(name, TONE) if stage == last else TONE
        sheet.bar(MARGIN + stage * step, sheet.at + bar.top, BAR, bar.height, tone)
        part = f"{writer.value(sessions, bar.sessions)} · {writer.value(share, 100 * bar.sessions / total)}"
        of = {0: "channel", last: "outcome"}.get(stage, "")
        label = f"{writer.stage_name(name, of)}  {part}"
        y = sheet.at + bar.top + bar.height / 2 - 1.4
        sheet.line_at(MARGIN + stage * step + BAR, label, width=LABEL, size=7, y=y)
    sheet.at += height + 5


def _draw_band(sheet: ReportSheet, band: Band, step: float) -> None:
    """Fill what lies between two curves that leave and arrive level."""
    left, width = MARGIN + band.stage * step + BAR, step - BAR
    upper = []
    for point in range(BAND_POINTS + 1):
        part = point / BAND_POINTS
        eased = part * part * (3 - 2 * part)
        x = sheet.left(left + width * part, 0)
        upper.append((x, sheet.at + band.start + (band.end - band.start) * eased))
    lower = [(x, y + band.width) for x, y in reversed(upper)]
    sheet.set_fill_color(*BAND)
    with sheet.local_context(fill_opacity=0.55):
        sheet.polygon([*upper, *lower], style="F")
