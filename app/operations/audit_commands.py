"""`flask audit verify`."""

import click

from app.accounts.workspaces.choosing import workspaces_of
from app.audit import chain
from app.core.db.base import db
from app.core.db.tenancy import within


@click.group()
def audit() -> None:
    """The audit log."""


@audit.command()
@click.option("--workspace", help="Slug; all workspaces when left out.")
def verify(workspace: str | None) -> None:
    """Check every chain; exit 1 and name the first row that was changed, is missing or was put in."""
    wrong = False
    for row in workspaces_of(workspace):
        slug, place = row.slug, row.id
        with within(place):
            broken = chain.verify()
            count = chain.length()
        db.session.rollback()
        if broken is None:
            click.echo(f"{slug}: {count} rows, all in order.")
        else:
            wrong = True
            row_text = f" (id {broken.id})" if broken.id is not None else ""
            click.echo(f"{slug}: row {broken.seq}{row_text} {broken.reason}.")
    if wrong:
        raise SystemExit(1)


groups = (audit,)
