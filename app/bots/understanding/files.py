"""Models as files: where the process that answers reads them, brought there from the database when they are needed."""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from app.bots.understanding.models import BotModel
from app.core.db.base import db

DAYS = 7
"""How long a file that nobody reads is kept; the database has its content."""


def name_of(row: BotModel) -> str:
    """Return the name of a model's file: another one when it is trained again."""
    assert row.trained_at is not None  # noqa: S101 - only models that are there have files
    return f"{row.id}-{int(row.trained_at.timestamp() * 1000)}"


def bring(row: BotModel, folder: Path) -> str:
    """Return the name of a model's file, written where it is not there yet."""
    name = name_of(row)
    path = folder / name
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = folder / f".{name}-{secrets.token_hex(4)}"
        new.write_bytes(row.content or b"")
        new.replace(path)
        db.session.expire(row, ["content"])
    return name


def sweep(folder: Path) -> None:
    """Remove the files that nobody has read for some days."""
    before = time.time() - DAYS * 86_400
    for path in folder.glob("*") if folder.is_dir() else ():
        with suppress(OSError):
            if os.stat(path).st_mtime < before:
                path.unlink()
