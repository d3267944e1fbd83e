"""`flask rollups rebuild|verify` and `flask conversations import|close`."""

from datetime import date, datetime
from pathlib import Path

import click

from app.accounts.workspaces.choosing import workspaces_of
from app.analytics import recount
from app.bots.catalog.service import bot_by_name
from app.core.db.base import db, read_only
from app.core.db.tenancy import within
from app.core.errors import DomainError
from app.core.printing import as_json_option, print_answer
from app.imports import running
from app.imports import service as imports
from app.imports.models import Import
from app.imports.reading import UnreadableImport
from app.ingest import closing

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
DAY = click.DateTime(["%Y-%m-%d"])


@click.group()
def rollups() -> None:
    """The tables that reports sum."""


@rollups.command()
@click.option("--workspace", help="Slug; all workspaces when left out.")
def rebuild(workspace: str | None) -> None:
    """Count the rollups again from the conversations."""
    for row in workspaces_of(workspace):
        with within(row.id):
            row_count = recount.rebuild()
            db.session.commit()
        click.echo(f"{row.slug}: {row_count} rows counted again.")


@rollups.command()
@click.option("--workspace", help="Slug; all workspaces when left out.")
@as_json_option
def verify(workspace: str | None, as_json: bool) -> None:
    """Compare the rollups with counting again; exit 1 when they differ."""
    drifts_by_slug: dict[str, int] = {}
    lines: list[str] = []
    with read_only():
        for row in workspaces_of(workspace):
            with within(row.id):
                drifts = recount.verify()
                db.session.rollback()
            lines += [
                f"{row.slug}: {drift.table} {drift.key}: stored {drift.stored}, counted {drift.counted}"
                for drift in drifts[:20]
            ]
            lines.append(f"{row.slug}: {len(drifts)} rows drift.")
            drifts_by_slug[row.slug] = len(drifts)
    print_answer(as_json, {"drifts": drifts_by_slug}, lines)
    if any(drifts_by_slug.values()):
        raise SystemExit(1)


@click.group()
def conversations() -> None:
    """Conversations from files, and their closing."""


@conversations.command("import")
@click.argument("file", type=FILE)
@click.option("--workspace", required=True, help="Slug of the workspace.")
@click.option("--bot", help="Name of the bot; a bot for imports is made when left out.")
@click.option("--from", "first_day", type=DAY, help="First day to lay dialogues without times over.")
@click.option("--to", "last_day", type=DAY, help="Last day of that range.")
@click.option("--mapping", type=FILE, help="JSON that says what dialogue acts mean: docs/imports.md.")
@click.option("--dry", is_flag=True, help="Only check: counts and problems.")
def import_file(
    file: Path,
    workspace: str,
    bot: str | None,
    first_day: datetime | None,
    last_day: datetime | None,
    mapping: Path | None,
    dry: bool,
) -> None:
    """Take in a .jsonl or .jsonl.gz file of dialogues, one JSON object a line."""
    (place,) = workspaces_of(workspace)
    with within(place.id), file.open("rb") as stream:
        try:
            row = imports.create_import(
                stream,
                name=file.name,
                bot_id=bot_by_name(bot).id if bot else None,
                first_day=_day(first_day),
                last_day=_day(last_day),
                mapping=mapping.read_bytes() if mapping else None,
                dry=dry,
                foreground=True,
            )
            _do(row, dry)
        except DomainError as error:
            details = "; ".join(f"{name}: {' '.join(texts)}" for name, texts in error.errors.items())
            raise click.ClickException(details or error.detail) from None


def _do(row: Import, dry: bool) -> None:
    """Check and run an import here, telling how far it is."""
    db.session.commit()
    import_id = row.id
    try:
        running.check(row, lambda share: None)
        click.echo(f"{row.dialogues} dialogues, {row.messages} messages, {row.problem_count} problems.")
        for problem in imports.problems_of(import_id, 20):
            click.echo(f"  line {problem.line}: {problem.reason}")
        if not dry:
            running.run(row, lambda share: click.echo(f"\r{share:4.0%}", nl=False))
            click.echo(f"\r{row.done} sessions taken in, {row.skipped} were here before.")
    except UnreadableImport as error:
        db.session.rollback()
        imports.IMPORTS.fail(imports.get_import(import_id), str(error))
        db.session.commit()
        raise click.ClickException(str(error)) from None


@conversations.command()
def close() -> None:
    """Close every conversation whose time is up."""
    for row in workspaces_of(None):
        with within(row.id):
            while closed := closing.close_due():
                click.echo(f"{row.slug}: {closed} sessions closed.")


def _day(value: datetime | None) -> date | None:
    """The date of a parsed option."""
    return value.date() if value else None


groups = (rollups, conversations)
