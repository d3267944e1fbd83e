"""Speech: calls, what was heard and understood in them, who spoke how long, and how they ended."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import case, func, select

from app.bots.catalog.models import Bot
from app.bots.catalog.versions import get_version
from app.channels.voice.models import DIALLED, RECORDINGS, VoiceCall, VoiceTurn
from app.channels.voice.service import BOT, settings_of
from app.clients.models import Outlet
from app.core.db.base import db, rows_by_id
from app.reports.context import ReportContext, by_steps
from app.reports.counts.facts import percentiles
from app.reports.metrics.definitions import BY_ID, SPEECH, Counts, exact, percent, serialize_value
from app.reports.standard.call_counts import calls_in, count_by_steps, count_calls
from app.reports.standard.registry import Column, Content, Row, add_report, figure
from app.reports.standard.usage import LABEL, steps

MOST_NODES = 50
CLASSES = 10
"""Classes of confidence."""
LATENCIES = (50, 95)
TALK = ("talk_ratio", "non_talk_share")
NOT_ANSWERED = "no_answer"
SPEECH_REPORT = add_report("speech", "Speech", SPEECH, channel="voice")


@figure(
    SPEECH_REPORT, "calls", "series", LABEL, Column("bot_alone"), Column("transferred"), Column("not_answered"),
    width=8,
)  # fmt: skip
def calls(context: ReportContext) -> Content:
    """Calls by step: those the bot has taken alone, those a person has taken, those nobody has answered."""
    rows = [_kinds(counts) for counts in count_by_steps(context, context.steps)]
    content = steps(context, rows)
    content.totals = [None, *_kinds(count_calls(context, context.span))]
    return content


def _kinds(counts: Counts) -> Row:
    answered, transferred = counts["call_answered"], counts["call_transferred"]
    return [answered - transferred, transferred, counts["calls"] - answered]


@figure(
    SPEECH_REPORT, "transfers", "bars", Column("dialled", "text", "dialled"), Column("calls"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def transfers(context: ReportContext) -> Content:
    """What transfers came to."""
    query = select(VoiceCall.dialled, func.count()).select_from(VoiceCall)
    query = query.where(*calls_in(context.selection, context.span), VoiceCall.dialled.in_(DIALLED))
    counts = {dialled: number for dialled, number in db.session.execute(query.group_by(VoiceCall.dialled))}
    return _shares(counts, DIALLED)


def _shares(counts: dict[Any, int], order: Iterable[str]) -> Content:
    total = sum(counts.values())
    return Content([[name, counts[name], percent(counts[name], total)] for name in order if counts.get(name)])


@figure(
    SPEECH_REPORT, "numbers", "table", Column("number", "text", "phone"), Column("outlet", "text"), Column("calls"),
    Column("answered", "percent"), Column("talk_time", "duration"), Column("mean_length", "duration"), width=8,
)  # fmt: skip
def numbers(context: ReportContext) -> Content:
    """Calls of each number and outlet, most first, and how long the answered ones took."""
    took = case((VoiceCall.answered == 1, VoiceCall.duration_ms))
    query = (
        select(
            VoiceCall.number, VoiceCall.outlet_id, func.count(), func.sum(VoiceCall.answered), func.sum(took),
            func.count(took),
        )
        .where(*calls_in(context.selection, context.span))
        .group_by(VoiceCall.number, VoiceCall.outlet_id)
    )  # fmt: skip
    groups = sorted(db.session.execute(query), key=lambda row: (-row[2], row[0], row[1] or 0))[:MOST_NODES]
    outlets = rows_by_id(Outlet, {row[1] for row in groups})
    rows: list[Row] = [
        [number, outlets[outlet_id].name if outlet_id in outlets else None, calls, percent(answered, calls), total,
         round(total / timed) if timed else None]
        for number, outlet_id, calls, answered, total, timed in groups
    ]  # fmt: skip
    return Content(rows)


@figure(
    SPEECH_REPORT, "hours", "bars", Column("hour", "text"), Column("calls"), Column("share", "percent"), width=4,
)  # fmt: skip
def hours(context: ReportContext) -> Content:
    """Calls by the hour of the day they began in."""
    query = select(VoiceCall.started_at).where(*calls_in(context.selection, context.span))
    counts = Counter(at.astimezone(context.span.zone).hour for at in db.session.scalars(query))
    span = range(min(counts), max(counts) + 1) if counts else ()
    total = sum(counts.values())
    return Content([[f"{hour:02d}:00", counts[hour], percent(counts[hour], total)] for hour in span])


@figure(
    SPEECH_REPORT, "no_input", "table", Column("node", "text", "code"), Column("prompt", "text"), Column("questions"),
    Column("no_input", "percent"), Column("no_match", "percent"), Column("by_keys", "percent"),
    Column("interrupted", "percent"),
)  # fmt: skip
def no_input(context: ReportContext) -> Content:
    """How each question was answered, most asked first."""
    query = (
        select(
            VoiceCall.bot_id, VoiceTurn.node, VoiceTurn.kind, func.count(),
            func.sum(_as_number(VoiceTurn.is_missed)), func.sum(_as_number(VoiceTurn.is_interrupting)),
        )
        .select_from(VoiceTurn)
        .join(VoiceCall, VoiceCall.id == VoiceTurn.call_id)
        .where(*calls_in(context.selection, context.span), VoiceTurn.kind.in_(("speech", "keys", "silence")))
        .group_by(VoiceCall.bot_id, VoiceTurn.node, VoiceTurn.kind)
    )  # fmt: skip
    nodes: dict[tuple[int, str | None], Counter[str]] = defaultdict(Counter)
    for bot_id, node, kind, number, missed, interrupting in db.session.execute(query):
        nodes[bot_id, node].update({kind: number, "missed": missed or 0, "interrupting": interrupting or 0})
    order = sorted(nodes.items(), key=lambda item: (-_count_asks(item[1]), str(item[0])))[:MOST_NODES]
    prompts = _prompts({bot_id for (bot_id, _), _ in order})
    rows = [
        [node, prompts.get((bot_id, node or "")), _count_asks(counts), percent(counts["silence"], _count_asks(counts)),
         percent(counts["missed"], counts["speech"]), percent(counts["keys"], counts["keys"] + counts["speech"]),
         percent(counts["interrupting"], _count_asks(counts))]
        for (bot_id, node), counts in order
    ]  # fmt: skip
    return Content(rows)


def _as_number(column: Any) -> Any:
    """A truth as a number that adds up."""
    return case((column, 1), else_=0)


def _count_asks(counts: Counter[str]) -> int:
    return counts["silence"] + counts["speech"] + counts["keys"]


def _prompts(bot_ids: Iterable[int]) -> dict[tuple[int, str], str]:
    """The texts of the nodes of bots' live versions, in each bot's first language."""
    texts = {}
    for bot in db.session.scalars(select(Bot).where(Bot.id.in_(list(bot_ids)), Bot.live_version.is_not(None))):
        document = get_version(bot, bot.live_version or 0).document
        for name, node in document.get("nodes", {}).items():
            text = (node.get("text") or {}).get(document["languages"][0])
            if text:
                texts[bot.id, name] = text if isinstance(text, str) else text[0]
    return texts


@figure(
    SPEECH_REPORT, "latency", "series", LABEL, *(Column(f"p{share}", "duration") for share in LATENCIES),
    *(Column(f"sound_p{share}", "duration") for share in LATENCIES), width=6,
)  # fmt: skip
def latency(context: ReportContext) -> Content:
    """How long the bot takes to answer, and from the caller's last word to the first sound where that is known."""
    turns = (
        select(
            VoiceCall.started_at.label("at"), VoiceTurn.heard_at, VoiceTurn.answered_at, VoiceTurn.heard_to_ms,
            VoiceTurn.said_from_ms,
        )
        .select_from(VoiceTurn)
        .join(VoiceCall, VoiceCall.id == VoiceTurn.call_id)
        .where(*calls_in(context.selection, context.span), VoiceTurn.kind.in_(("speech", "keys")))
    )  # fmt: skip
    rows: list[Any] = list(db.session.execute(turns))
    content = steps(context, [_latencies(part) for part in by_steps(context.steps, rows)])
    content.totals = [None, *_latencies(rows)]
    return content


def _latencies(turns: Iterable[Any]) -> Row:
    answers, sounds = [], []
    for turn in turns:
        answers.append((round((turn.answered_at - turn.heard_at).total_seconds() * 1000), 1))
        if turn.heard_to_ms is not None and turn.said_from_ms is not None:
            sounds.append((max(turn.said_from_ms - turn.heard_to_ms, 0), 1))
    shares = [share / 100 for share in LATENCIES]
    return [
        None if value is None else round(value) for some in (answers, sounds) for value in percentiles(some, shares)
    ]


@figure(
    SPEECH_REPORT, "talk", "series", LABEL, Column("talk_ratio", "percent"), Column("non_talk_share", "percent"),
    width=6,
)  # fmt: skip
def talk(context: ReportContext) -> Content:
    """Who speaks how much, by step, in calls of which the times are known."""
    content = steps(context, [_talk(counts) for counts in count_by_steps(context, context.steps)])
    content.totals = [None, *_talk(count_calls(context, context.span))]
    return content


def _talk(counts: Counts) -> Row:
    return [serialize_value(BY_ID[name], exact(BY_ID[name], counts)) for name in TALK]


@figure(
    SPEECH_REPORT, "confidence", "distribution", Column("confidence_class", "text"), Column("turns"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def confidence(context: ReportContext) -> Content:
    """How sure the recognition of speech was, in classes of a tenth."""
    query = (
        select(VoiceTurn.confidence)
        .select_from(VoiceTurn)
        .join(VoiceCall, VoiceCall.id == VoiceTurn.call_id)
        .where(*calls_in(context.selection, context.span), VoiceTurn.confidence.is_not(None))
    )
    counts = Counter(min(int((value or 0) * CLASSES), CLASSES - 1) for value in db.session.scalars(query))
    total = sum(counts.values())
    rows = [
        [f"{place / CLASSES:.1f}–{(place + 1) / CLASSES:.1f}", counts[place], percent(counts[place], total)]
        for place in range(CLASSES)
    ]
    return Content(rows if total else [])


@figure(SPEECH_REPORT, "sentiment", "table", Column("third", "text"), Column("sentiment", "ratio"), width=0)
def sentiment(_context: ReportContext) -> Content:
    """The mood of callers by thirds of a call; no model here tells it."""
    return Content([])


@figure(
    SPEECH_REPORT, "keywords", "table", Column("phrase_list", "text"), Column("said_by", "text", "speaker"),
    Column("calls"), Column("of_calls"), Column("share", "percent"), width=8,
)  # fmt: skip
def keywords(context: ReportContext) -> Content:
    """How many answered calls have a phrase of each list."""
    query = select(VoiceCall.hits, VoiceCall.bot_id).where(
        *calls_in(context.selection, context.span), VoiceCall.answered == 1
    )
    hits, total = Counter[tuple[str, str]](), 0
    bots = set()
    for phrases, bot_id in db.session.execute(query):
        total += 1
        bots.add(bot_id)
        hits.update((name, speaker) for name, speakers in phrases.items() for speaker in speakers)
    conditions = {
        (entry["name"], entry["by"]): 0
        for bot in db.session.scalars(select(Bot).where(Bot.id.in_(bots)))
        for entry in settings_of(bot)["phrases"]
    }
    order = sorted((conditions | hits).items(), key=lambda item: (item[0][1] != BOT, -item[1], item[0]))
    return Content([[name, speaker, number, total, percent(number, total)] for (name, speaker), number in order])


@figure(
    SPEECH_REPORT, "keys", "table", Column("node", "text", "code"), Column("key", "text"), Column("presses"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def keys(context: ReportContext) -> Content:
    """The keys that were pressed at each question."""
    query = (
        select(VoiceTurn.node, VoiceTurn.key, func.count())
        .select_from(VoiceTurn)
        .join(VoiceCall, VoiceCall.id == VoiceTurn.call_id)
        .where(*calls_in(context.selection, context.span), VoiceTurn.kind == "keys", VoiceTurn.key != "")
        .group_by(VoiceTurn.node, VoiceTurn.key)
    )
    presses = [(node, key, int(number)) for node, key, number in db.session.execute(query)]
    total = sum(number for _, _, number in presses)
    presses.sort(key=lambda row: (-row[2], str(row[0]), row[1]))
    return Content([[node, key, number, percent(number, total)] for node, key, number in presses[:MOST_NODES]])


@figure(
    SPEECH_REPORT, "hang_ups", "table", Column("node", "text", "code"), Column("hang_ups"),
    Column("share", "percent"), Column("after", "duration"), width=8,
)  # fmt: skip
def hang_ups(context: ReportContext) -> Content:
    """Where callers hang up, and how long after the bot's last answer."""
    query = select(VoiceCall.node, VoiceCall.hung_after_ms).where(
        *calls_in(context.selection, context.span), VoiceCall.ended_by == "caller"
    )
    nodes: dict[str | None, list[tuple[int, int]]] = defaultdict(list)
    for node, after in db.session.execute(query):
        nodes[node].append((after or 0, 1))
    total = sum(map(len, nodes.values()))
    order = sorted(nodes.items(), key=lambda item: (-len(item[1]), str(item[0])))[:MOST_NODES]
    rows = []
    for node, times in order:
        (median,) = percentiles(times, [0.5])
        rows.append([node, len(times), percent(len(times), total), None if median is None else round(median)])
    return Content(rows, totals=[None, total, None, None] if rows else None)


@figure(
    SPEECH_REPORT, "recordings", "bars", Column("recording", "text", "recording"), Column("calls"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def recordings(context: ReportContext) -> Content:
    """What there is to hear of answered calls."""
    query = select(VoiceCall.recording, func.count()).select_from(VoiceCall)
    query = query.where(*calls_in(context.selection, context.span), VoiceCall.answered == 1)
    counts = {state: number for state, number in db.session.execute(query.group_by(VoiceCall.recording))}
    return _shares(counts, RECORDINGS)
