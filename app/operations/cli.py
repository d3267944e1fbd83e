"""`flask backup create|verify|restore` and `flask db copy`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from flask_migrate.cli import db as database

from app.config import ConfigError, database_address
from app.core.db.tenancy import everywhere
from app.core.printing import as_json_option, print_answer
from app.operations import backup as backups
from app.operations import copying
from app.operations.archive import BadArchive, Manifest
from app.operations.audit_commands import audit
from app.operations.config_commands import config
from app.operations.engines import Unusable

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def backup() -> None:
    """Backups of database and uploads; the keys are not in them."""


@contextmanager
def _failures_as_lines(more: str = "") -> Iterator[None]:
    """Work on all workspaces' rows, whose failure is a line."""
    try:
        with everywhere():
            yield
    except (BadArchive, ConfigError, Unusable, OSError) as error:
        raise click.ClickException(f"{str(error).rstrip('.')}.{more}") from None


def _summary(about: Manifest) -> str:
    """A backup in a few words."""
    return f"{about.engine} of {about.made_at[:19]}Z, {sum(about.rows.values()):,} rows in {len(about.rows)} tables"


def _figures(about: Manifest) -> dict[str, Any]:
    """A backup for programs."""
    return {
        "engine": about.engine, "made_at": about.made_at, "rows": about.rows, "keys": list(about.keys),
        "missing_keys": backups.missing_keys(about),
    }  # fmt: skip


@backup.command()
@click.option("--to", "target", type=click.Path(path_type=Path), help="File to write; default: instance/backups/….")
@as_json_option
def create(target: Path | None, as_json: bool) -> None:
    """Back up while Parley runs."""
    with _failures_as_lines():
        path, about = backups.create(target)
    size = path.stat().st_size
    print_answer(as_json, {"file": str(path), "bytes": size, **_figures(about)}, (
        f"{path}: {_summary(about)}, {size / 2**20:,.1f} MB",
        f"Keep the data keys ({', '.join(about.keys)}) somewhere else: sealed texts cannot be read without.",
    ))  # fmt: skip


@backup.command()
@click.argument("file", type=FILE)
@as_json_option
def verify(file: Path, as_json: bool) -> None:
    """Check a backup by restoring it beside the installation; exit 1 when it is not good."""
    with _failures_as_lines():
        about = backups.verify(file)
    print_answer(as_json, {"good": True, **_figures(about)}, [f"good: {_summary(about)}"])
    _warn(about)


@backup.command()
@click.argument("file", type=FILE)
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:
    """Replace database and uploads by a backup's, after backing up what is there."""
    if not yes:
        click.confirm("Parley must be stopped. Replace everything it has by this backup?", abort=True)
    with _failures_as_lines(" Nothing was changed."):
        about, before = backups.restore(file)
    click.echo(f"restored: {_summary(about)}")
    if before is not None:
        click.echo(f"What was there before is in {before}.")
    _warn(about)


def _warn(about: Manifest) -> None:
    """Say which keys are wanting."""
    wanting = backups.missing_keys(about)
    if wanting:
        click.echo(f"Key {', '.join(wanting)} is not configured here: texts sealed with it cannot be read.", err=True)


@database.command("copy")
@click.option("--to", required=True, help="postgresql://… (the owner's) or sqlite:///… of an empty database.")
def copy(to: str) -> None:
    """Copy every row into another, empty database. Stop Parley first."""
    with _failures_as_lines(" Nothing was copied."):
        rows = copying.copy(database_address("--to", to), lambda name, n: click.echo(f"{n:>12,}  {name}"))
    click.echo(
        f"{rows:,} rows copied. Now set DATABASE_URL to the new address and start; `flask rollups verify` checks."
    )


groups = (backup, audit, config)
