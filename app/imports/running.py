"""Doing an import: first the check of the whole file, then batches, each with its progress in one transaction."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy import delete

from app.analytics.planner_statistics import refresh_statistics
from app.analytics.restatements import restate_import
from app.analytics.rollups import Zones
from app.bots.catalog.service import get_bot
from app.clients.service import outlets_by_name
from app.conversations.events import Dialogue
from app.conversations.models import Conversation
from app.conversations.provenance import NOTHING, Provenance
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.jobs import ReportProgress
from app.imports.layout import Layout
from app.imports.mapping import BadLine, Mapping, count_topics, decide_topics, facts_of, parse, to_dialogue
from app.imports.models import Import, ImportProblem
from app.imports.reading import lines
from app.imports.service import IMPORTS
from app.ingest import dialogues as ingest

AT_ONCE = 200
CHECK_BEAT = 2000
ANALYSED = (0, 10, 100)
"""After these batches a growing table deserves new statistics; later the database looks after itself."""
MAX_PROBLEMS = 1000


@dataclass(slots=True)
class CheckProgress:
    """What the check has seen so far."""

    lines: int = 0
    dialogues: int = 0
    messages: int = 0
    problems: list[tuple[int, str]] = field(default_factory=list)
    bad: int = 0
    facts: Provenance = NOTHING
    times_estimated: int = 0
    people_unknown: int = 0
    intents: dict[str, Counter[str]] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)


def check(row: Import, beat: ReportProgress) -> None:
    """Read the whole file without taking anything in: counts, problems and the topics of its intents."""
    path, mapping, findings = IMPORTS.path(row.id), _mapping(row, slots=1), CheckProgress()
    db.session.commit()
    for number, line in lines(path):
        findings.lines = number
        _look_at(number, line, mapping, findings)
        if number % CHECK_BEAT == 0:
            beat(0.0)
            db.session.commit()
    beat(0.0)
    write_rows(delete(ImportProblem).where(ImportProblem.import_id == row.id))
    db.session.add_all(
        ImportProblem(import_id=row.id, line=number, reason=reason[:200]) for number, reason in findings.problems
    )
    row.lines, row.dialogues, row.messages = findings.lines, findings.dialogues, findings.messages
    row.problem_count, row.topics = findings.bad, decide_topics(findings.intents)
    row.facts, row.times_estimated, row.people_unknown = (
        int(findings.facts),
        findings.times_estimated,
        findings.people_unknown,
    )
    row.state = "ready" if row.dry else "queued"
    if row.dry:
        IMPORTS.publish_progress(row)
    db.session.commit()


def _look_at(number: int, line: bytes, mapping: Mapping, findings: CheckProgress) -> None:
    """Count one line as a dialogue or as a problem."""
    try:
        record = parse(line)
        dialogue = to_dialogue(record, number, mapping)
        if record["id"] in findings.ids:
            raise BadLine("The file contains this ID twice.")
    except BadLine as problem:
        findings.bad += 1
        if len(findings.problems) < MAX_PROBLEMS:
            findings.problems.append((number, str(problem)))
        return
    findings.ids.add(record["id"])
    findings.dialogues += 1
    findings.messages += len(record["turns"])
    findings.facts |= facts_of(dialogue)
    findings.times_estimated += not dialogue.provenance & Provenance.TIMES
    findings.people_unknown += not dialogue.provenance & Provenance.PEOPLE
    count_topics(record, findings.intents)


def run(row: Import, beat: ReportProgress) -> None:
    """Take the checked file in, from the line where it stopped; every batch commits with its progress."""
    path, mapping, bot = IMPORTS.path(row.id), _mapping(row, slots=max(row.lines, 1)), get_bot(row.bot_id)
    total, start_after, import_id = max(row.lines, 1), row.line, row.id
    row.state = "running"
    db.session.commit()
    for place, (last, count, batch) in enumerate(_batches(path, mapping, start_after)):
        conversations = ingest.store_dialogues(batch, bot=bot, source=mapping.source, import_id=import_id)
        row.line, row.done = last, row.done + len(conversations)
        row.skipped += count - len(conversations)
        _widen(row, conversations)
        if conversations:
            restate_import(import_id, bot, len(conversations), row.name)
        if place in ANALYSED:
            refresh_statistics()
        beat(last / total)
        db.session.commit()
    beat(1.0)
    row.state, row.line, row.finished_at = "done", row.lines, clock.now()
    IMPORTS.publish_progress(row)
    db.session.commit()


def _batches(path: Path, mapping: Mapping, start_after: int) -> Iterator[tuple[int, int, list[Dialogue]]]:
    """The file's dialogues behind a line, in batches: last line read, dialogues read, dialogues."""
    batch: list[Dialogue] = []
    last = start_after
    for number, line in lines(path):
        if number <= start_after:
            continue
        last = number
        try:
            batch.append(to_dialogue(parse(line), number, mapping))
        except BadLine:
            continue  # The check has written it down.
        if len(batch) == AT_ONCE:
            yield last, len(batch), batch
            batch = []
    if batch:
        yield last, len(batch), batch


def _mapping(row: Import, slots: int) -> Mapping:
    """How this import's lines become dialogues; the same in every run of it."""
    zone = Zones().zone(row.client_id)
    layout = Layout(row.seed, row.first_day, row.last_day, zone, slots, until=clock.now())
    # The bot is part of the source: the same file for another bot is another import.
    return Mapping(
        f"import:{row.bot_id}",
        layout,
        dict(row.topics),
        outlets_by_name(row.client_id),
        row.acts,
        Provenance(row.facts),
    )


def _widen(row: Import, conversations: list[Conversation]) -> None:
    """Let the import's span hold the batch's conversations, for the link that shows them."""
    starts: list[datetime] = [conversation.started_at for conversation in conversations]
    if not starts:
        return
    row.earliest_at = min([*starts, *([row.earliest_at] if row.earliest_at else [])])
    row.latest_at = max([*starts, *([row.latest_at] if row.latest_at else [])])
