"""`flask rollups` and `flask conversations` from the command line."""

import contextvars
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import select, text

from app.accounts.workspaces.models import Workspace
from app.analytics import data_version, recount
from app.analytics.models import RollupDay
from app.analytics.rollups import Ledger
from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues
from tests.factories.conversations import dialogue, event, make_bot

FIXTURE = Path(__file__).parents[2] / "fixtures" / "dialogues.jsonl"


def run(app: Flask, *args: str) -> tuple[int, str]:
    """The exit code and output of a command, run with nothing bound as a shell would."""

    def invoke() -> tuple[int, str]:
        with app.app_context():
            result = app.test_cli_runner().invoke(args=list(args))
            return result.exit_code, result.output

    db.session.commit()
    answer = contextvars.Context().run(invoke)
    db.session.expire_all()
    return answer


def test_verify_says_when_rollups_drift_and_rebuild_repairs(app: Flask, workspace: Workspace) -> None:
    dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    assert run(app, "rollups", "verify")[0] == 0
    db.session.scalars(select(RollupDay)).one().engaged = 7
    code, output = run(app, "rollups", "verify", "--workspace", workspace.slug)
    assert code == 1 and "rollup_day" in output and "1 rows drift" in output
    assert run(app, "rollups", "rebuild")[0] == 0
    assert run(app, "rollups", "verify")[0] == 0


def take_in(app: Flask, place: int, bot_id: int, person: str, failures: list[BaseException]) -> None:
    """Take in a dialogue of another day than others, and commit, in a thread of its own."""
    with app.app_context(), within(place):
        try:
            sent = dialogue([event("user", at=7 * 86_400)], ext_user=person)
            dialogues.store_dialogues([sent], bot=db.session.get_one(Bot, bot_id), source=person)
            db.session.commit()
        except BaseException as error:
            failures.append(error)
        finally:
            db.session.remove()


def test_verify_sees_one_moment_and_keeps_nobody_waiting(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conversation that arrives between the counting and the comparing is no drift, and arrives."""
    bot, failures = make_bot(), list[BaseException]()
    dialogues.store_dialogues([dialogue()], bot=bot, source="t")
    place, bot_id, count = workspace.id, bot.id, recount._count

    def counted() -> Ledger:
        ledger = count()
        writer = threading.Thread(target=take_in, args=(app, place, bot_id, "rohan", failures))
        writer.start()
        writer.join()
        return ledger

    monkeypatch.setattr(recount, "_count", counted)
    code, output = run(app, "rollups", "verify")
    assert failures == []
    assert code == 0 and "0 rows drift" in output
    assert len(db.session.scalars(select(Conversation)).all()) == 2


@pytest.mark.postgres
def test_rebuild_counts_what_arrives_meanwhile_once(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conversation arrives after the old rows were removed, and before those counted again are written."""
    bot, failures = make_bot(), list[BaseException]()
    dialogues.store_dialogues([dialogue()], bot=bot, source="t")
    place, count = workspace.id, recount._count
    writer = threading.Thread(target=take_in, args=(app, place, bot.id, "rohan", failures))
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    # As in two processes, whose writers need not wait for one another.
    pids = SimpleNamespace(getpid=lambda: int(threading.current_thread() is writer))
    monkeypatch.setattr(data_version, "os", pids)

    def counted() -> Ledger:
        writer.start()
        # Until it is through, or waits for the recount to end.
        while writer.is_alive() and not db.session.scalar(waits):
            writer.join(0.01)
        return count()

    monkeypatch.setattr(recount, "_count", counted)
    code, _output = run(app, "rollups", "rebuild")
    writer.join()
    assert code == 0 and failures == []
    monkeypatch.setattr(recount, "_count", count)
    assert "0 rows drift" in run(app, "rollups", "verify")[1]
    assert len(db.session.scalars(select(Conversation)).all()) == 2


def test_an_unknown_workspace_is_named(app: Flask, workspace: Workspace) -> None:
    code, output = run(app, "rollups", "verify", "--workspace", "nowhere")
    assert code == 1 and "nowhere" in output


def test_a_file_is_imported_in_the_foreground(app: Flask, workspace: Workspace) -> None:
    make_bot("Front Desk")
    args = ("conversations", "import", str(FIXTURE), "--workspace", workspace.slug)
    code, output = run(app, *args, "--bot", "front desk", "--from", "2026-09-01", "--to", "2026-09-30")
    assert code == 0 and "50 dialogues" in output and "50 sessions taken in, 0 were here before" in output
    code, output = run(app, *args, "--bot", "Front Desk")
    assert "0 sessions taken in, 50 were here before" in output
    assert len(db.session.scalars(select(Conversation)).all()) == 50


def test_a_dry_import_takes_nothing_in(app: Flask, workspace: Workspace) -> None:
    code, output = run(app, "conversations", "import", str(FIXTURE), "--workspace", workspace.slug, "--dry")
    assert code == 0 and "50 dialogues" in output
    assert db.session.scalars(select(Conversation)).all() == []


def test_an_unknown_bot_is_refused(app: Flask, workspace: Workspace) -> None:
    code, output = run(app, "conversations", "import", str(FIXTURE), "--workspace", workspace.slug, "--bot", "Nobody")
    assert code == 1 and "Nobody" in output
