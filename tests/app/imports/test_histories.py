"""Imports against a small model of them: uploaded, started, killed, cancelled, repeated, in any order."""

import io
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import orjson
import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from sqlalchemy import func, select, update

from app import areas
from app.analytics import recount
from app.conversations.models import Conversation, Message
from app.core import jobs
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.errors import Conflict
from app.core.jobs import Job, heartbeat
from app.imports import jobs as import_jobs
from app.imports import running, service
from app.imports.models import CANCELLABLE, STARTABLE, Import
from tests.conftest import add_workspace

BAD = b'{"id": "bad", "turns": []}'
LINES = st.lists(st.one_of(st.integers(0, 25), st.just(-1)), min_size=1, max_size=14)
PICK = st.integers(0, 10**6)


class Killed(BaseException):
    """The runner's process is gone: nothing after this line happens."""


@dataclass
class File:
    """An upload: its row, the dialogues in it, and whether anything of it may be in."""

    id: int
    dialogues: set[int]
    started: bool
    again: bool = False


def talk(number: int) -> bytes:
    """A dialogue of so many messages that halves would be seen."""
    turns = [{"speaker": "user", "text": "hi"}, {"speaker": "bot", "text": "hello"}] * size(number)
    return orjson.dumps({"id": f"talk-{number}", "turns": turns})


def size(number: int) -> int:
    """How many pairs of messages a dialogue has."""
    return number % 3 + 1


class Imports(RuleBasedStateMachine):
    """Files come, work is done or dies, people start and cancel."""

    app: Flask

    @initialize()
    def begin(self) -> None:
        db.session.rollback()
        with everywhere():
            db.session.execute(update(Job).values(state="done").execution_options(synchronize_session=False))
        self.place = add_workspace("Imports").id
        self.files: list[File] = []
        areas.modules("jobs")

    @rule(numbers=LINES, dry=st.booleans())
    def upload(self, numbers: list[int], dry: bool) -> None:
        content = b"\n".join(BAD if number < 0 else talk(number) for number in numbers)
        with within(self.place):
            row = service.create_import(io.BytesIO(content), name="talks.jsonl", dry=dry)
            db.session.commit()
            self.files.append(File(row.id, {number for number in numbers if number >= 0}, not dry))

    @rule()
    def do_the_work(self) -> None:
        while (row := self._take()) is not None:
            jobs.perform(row)
        self.all_is_whole()

    @rule(beats=st.integers(0, 6), after=st.booleans())
    def do_some_of_the_work_and_die(self, beats: int, after: bool) -> None:
        """The runner dies at one of its commits: before it, when all of the batch is lost, or just after."""
        row, left = self._take(), beats
        if row is None:
            return

        def beat(job: Job, progress: float) -> None:
            nonlocal left
            left -= 1
            heartbeat(job, progress)
            if left < 0:
                if after:
                    db.session.commit()
                raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(import_jobs, "heartbeat", beat)
            try:
                jobs.perform(row)
            except Killed:
                db.session.rollback()
        db.session.remove()
        self.all_is_whole()

    @precondition(lambda self: self.files)
    @rule(pick=PICK)
    def start(self, pick: int) -> None:
        file = self.files[pick % len(self.files)]
        with within(self.place):
            row = service.get_import(file.id)
            before = row.state
            try:
                service.start(row)
            except Conflict:
                assert before not in STARTABLE
            else:
                assert before in STARTABLE
                file.started, file.again = True, file.again or before == "done"
            db.session.commit()

    @precondition(lambda self: self.files)
    @rule(pick=PICK)
    def cancel(self, pick: int) -> None:
        file = self.files[pick % len(self.files)]
        with within(self.place):
            row = service.get_import(file.id)
            before = row.state
            try:
                service.IMPORTS.cancel(row)
            except Conflict:
                assert before not in CANCELLABLE
            else:
                assert before in CANCELLABLE
            db.session.commit()

    def _take(self) -> Job | None:
        """The next job; those whose runner has died are ready again once their lease is over."""
        with everywhere():
            past = jobs.now() - timedelta(seconds=1)
            late = update(Job).where(Job.state == "running").values(lease_until=past, attempts=0)
            db.session.execute(late.execution_options(synchronize_session=False))
            db.session.commit()
        return jobs.take("tests")

    def all_is_whole(self) -> None:
        """Every dialogue that is in is in once and whole, and nothing is that nobody let in."""
        with within(self.place):
            query = (
                select(Conversation.source_id, Conversation.import_id, func.count(Message.id))
                .outerjoin(Message, Message.conversation_id == Conversation.id)
                .group_by(Conversation.id, Conversation.source_id, Conversation.import_id)
            )
            stored: list[tuple[Any, ...]] = [tuple(row) for row in db.session.execute(query)]
            numbers = [int(source_id.removeprefix("talk-")) for source_id, _, _ in stored]
            assert len(set(numbers)) == len(numbers)
            assert [count for *_, count in stored] == [2 * size(number) for number in numbers]
            allowed = set().union(*(file.dialogues for file in self.files if file.started))
            assert set(numbers) <= allowed
            for file in self.files:
                row = db.session.get_one(Import, file.id)
                own = sum(1 for _, import_id, _ in stored if import_id == file.id)
                assert file.again or row.done == own, row.state
                if row.state == "done":
                    assert file.dialogues <= set(numbers)
                    assert row.dialogues == len(file.dialogues)
            assert recount.verify() == []
            db.session.commit()


def test_no_history_brings_a_dialogue_in_twice_or_half(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "AT_ONCE", 3)
    Imports.app = app
    checked = settings(
        max_examples=15, stateful_step_count=15, deadline=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Imports, settings=checked)
