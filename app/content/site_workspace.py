"""The site workspace, which holds the installation's public content, and the language it is read in."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from flask import current_app
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.web.site import site


@contextmanager
def in_site_workspace() -> Iterator[bool]:
    """Do the enclosed work in the site workspace; gives False, with nothing bound, when there is none yet."""
    slug = current_app.config["SETTINGS"].site_workspace
    with everywhere():
        workspace_id = db.session.scalar(select(Workspace.id).where(Workspace.slug == slug))
    if workspace_id is None:
        yield False
        return
    with within(workspace_id):
        yield True


def content_changed() -> None:
    """Have public pages made again: their content has been changed and committed."""
    site().cache.clear()


def in_words(moment: datetime) -> str:
    """A day as the specified calls write it: `13 Dec 2019`."""
    return f"{moment.day} {moment:%b %Y}"
