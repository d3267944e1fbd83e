"""`flask audit verify`."""

from dataclasses import asdict

import click

from app.accounts.workspaces.choosing import workspaces_of
from app.audit import chain
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.printing import as_json_option, print_answer


@click.group()
def audit() -> None:
    """The audit log."""


@audit.command()
@click.option("--workspace", help="Slug; all workspaces when left out.")
@as_json_option
def verify(workspace: str | None, as_json: bool) -> None:
    """Check every chain; exit 1 and name the first row that was changed, is missing or was put in."""
    answer, lines = [], []
    for row in workspaces_of(workspace):
        slug, place = row.slug, row.id
        with within(place):
            broken = chain.verify()
            count = chain.length()
        db.session.rollback()
        answer.append({"workspace": slug, "rows": count, "broken": asdict(broken) if broken is not None else None})
        row_text = f" (id {broken.id})" if broken is not None and broken.id is not None else ""
        lines.append(
            f"{slug}: {count} rows, all in order."
            if broken is None
            else f"{slug}: row {broken.seq}{row_text} {broken.reason}."
        )
    print_answer(as_json, answer, lines)
    if any(chain["broken"] for chain in answer):
        raise SystemExit(1)


groups = (audit,)
