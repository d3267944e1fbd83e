"""Maintenance: while a file is in the instance's folder, everybody learns of it, whatever the database does."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

import click
from flask import Flask, current_app, request
from flask.cli import AppGroup

from app.config import Settings
from app.core.clock import now
from app.core.errors import DomainError
from app.core.security.nested import nested_request

USUAL_SECONDS, LEAST_SECONDS = 300, 30
LOOK_SECONDS = 1.0
"""How long a look at the file holds."""
# What machines ask, and what the page itself is made of.
_OPEN = ("/healthz", "/readyz", "/metrics", "/static/")
cli = AppGroup("maintenance", help="Tell everybody that the installation is being looked after.")


class Maintenance(DomainError):
    """Anyone who runs this has closed it for a while (503)."""

    status, code = 503, "maintenance"

    def __init__(self, until: datetime | None) -> None:
        seconds = int((until - now()).total_seconds()) if until else USUAL_SECONDS
        detail = f"Expected to be over at {until:%H:%M} UTC." if until and seconds > 0 else ""
        super().__init__(detail, headers={"Retry-After": str(max(seconds, LEAST_SECONDS))})


class Notice:
    """The file that says so; its text is when it is expected to be over."""

    def __init__(self) -> None:
        self._file = Path(os.devnull) / "maintenance"
        self._look_at, self._is_on = 0.0, False

    def init_app(self, settings: Settings) -> None:
        """Watch the file of this installation."""
        self._file, self._look_at = file_of(settings), 0.0

    def is_on(self) -> bool:
        """Whether the file is there; looks once a second at most."""
        moment = time.monotonic()
        if moment >= self._look_at:
            self._look_at, self._is_on = moment + LOOK_SECONDS, self._file.exists()
        return self._is_on

    def until(self) -> datetime | None:
        """When it is expected to be over, if the file tells."""
        try:
            end = datetime.fromisoformat(self._file.read_text("utf-8").strip())
        except (OSError, ValueError):
            return None
        return end if end.tzinfo else None


notice = Notice()


def file_of(settings: Settings) -> Path:
    """The file that represents maintenance."""
    return settings.instance / "maintenance"


@cli.command("on")
@click.option("--minutes", type=click.IntRange(1, 7 * 24 * 60), help="How long it is expected to take.")
def switch_on(minutes: int | None) -> None:
    """Answer everybody 503 until `off`."""
    end = (now() + timedelta(minutes=minutes)).isoformat() if minutes else ""
    file_of(current_app.config["SETTINGS"]).write_text(end, "utf-8")
    click.echo("Maintenance is announced to everybody.")


@cli.command("off")
def switch_off() -> None:
    """Let everybody in again."""
    file_of(current_app.config["SETTINGS"]).unlink(missing_ok=True)
    click.echo("Everybody is let in again.")


def register(app: Flask, settings: Settings) -> None:
    """Refuse every request but those of probes, before anything asks the database."""
    notice.init_app(settings)

    @app.before_request
    def _refuse() -> None:
        if notice.is_on() and not request.path.startswith(_OPEN) and nested_request() is None:
            raise Maintenance(notice.until())
