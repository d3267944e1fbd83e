"""`flask rollups` and `flask conversations` from the command line."""

import contextvars
from pathlib import Path

from flask import Flask
from sqlalchemy import select

from app.conversations import ingest
from app.conversations.models import Conversation
from app.conversations.rollup_models import RollupDay
from app.db import db
from app.workspaces.models import Workspace
from tests.factories.conversations import dialogue, make_bot

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
    ingest.store_dialogues([dialogue()], bot=make_bot(), source="t")
    assert run(app, "rollups", "verify")[0] == 0
    db.session.scalars(select(RollupDay)).one().engaged = 7
    code, output = run(app, "rollups", "verify", "--workspace", workspace.slug)
    assert code == 1 and "rollup_day" in output and "1 rows drift" in output
    assert run(app, "rollups", "rebuild")[0] == 0
    assert run(app, "rollups", "verify")[0] == 0


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
