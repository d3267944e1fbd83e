"""What an installation writes is its owner's alone, whatever it is started by."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from app import create_app
from app.core.db.base import db
from app.core.mail.delivery import compose, deliver
from tests import commands

ROOT = Path(__file__).resolve().parents[2]


def environment(instance: Path) -> dict[str, str]:
    """The variables of an installation."""
    env = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "SECRET_KEY", "DATA_KEYS"}}
    return env | {"INSTANCE": str(instance), "FLASK_APP": "wsgi", "APP_ENV": "development"}


def open_mask() -> None:
    """Set the most open of masks."""
    os.umask(0)


def write_everything() -> None:
    """Write what a running installation writes, with an open mask."""
    open_mask()
    instance = Path(os.environ["INSTANCE"])
    with create_app().app_context():
        deliver(compose("a@b.test", "x", "y", message_id="m"))
        db.session.execute(text("SELECT 1"))
        uploads = instance / "uploads"
        uploads.mkdir()
        (uploads / "file").write_text("x")


def flask(instance: Path, *words: str) -> None:
    """Run a command of the installation with an open mask."""
    ran = commands.flask(words, environment(instance), open_mask)
    assert ran.returncode == 0, ran.stderr


def open_to_others(folder: Path) -> list[str]:
    """The files and folders that others than the owner could use."""
    return [str(path) for path in (folder, *folder.rglob("*")) if stat.S_IMODE(path.lstat().st_mode) & 0o077]


@pytest.mark.parametrize("before", [None, 0o755])
def test_everything_in_the_instance_is_its_owners_alone(tmp_path: Path, before: int | None) -> None:
    instance = tmp_path / "instance"
    if before is not None:
        instance.mkdir()
        instance.chmod(before)
        database = instance / "parley.db"
        database.touch()
        database.chmod(0o644)
    command = [sys.executable, "app/keys.py"]
    subprocess.run(command, cwd=ROOT, env=environment(instance), check=True, preexec_fn=open_mask)
    flask(instance, "init")
    ran = commands.call(write_everything, environment(instance))
    assert ran.returncode == 0, ran.stderr
    flask(instance, "backup", "create")
    assert {"parley.db", "secrets.env", "outbox", "uploads"} <= {path.name for path in instance.iterdir()}
    assert open_to_others(instance) == []
