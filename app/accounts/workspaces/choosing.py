"""The workspaces a command is for."""

import click
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere


def workspaces_of(slug: str | None) -> list[Workspace]:
    """The workspace of a slug, or all of them."""
    with everywhere():
        query = select(Workspace).order_by(Workspace.id)
        workspaces = list(db.session.scalars(query.where(Workspace.slug == slug) if slug else query))
    if not workspaces:
        raise click.ClickException(f"There is no workspace {slug!r}." if slug else "There is no workspace.")
    return workspaces
