"""The version of a workspace's reported data: any commit that can change a report raises it.

Reports that were made at a version are true for as long as the version lasts, so they need not be made again.
"""

import os
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import ForeignKey, Table, event, func, inspect, select
from sqlalchemy.orm import Mapped, Session, mapped_column
from sqlalchemy.orm.attributes import get_history

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot, BotFlow
from app.clients.models import City, Client, DealerGroup, Outlet, Placement
from app.core.db.base import Base, WorkspaceRow, db, insert_or_update
from app.core.db.tenancy import bound_workspace

SLOTS = 8
"""Writers of different processes raise different rows, so that they do not wait for one another's commit."""


class DataVersion(WorkspaceRow, Base):
    """One slot of a workspace's version, which is the sum of its slots."""

    __tablename__ = "data_version"

    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"), primary_key=True, autoincrement=False)
    slot: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(default=1)


def raise_version(workspace_id: int | None = None) -> None:
    """Say, in the transaction that does it, that reports of the workspace may change."""
    _raise(workspace_id or bound_workspace(), os.getpid() % SLOTS)


def hold_writers() -> None:
    """Raise every slot of the bound workspace: anyone who changes its reported data waits until this transaction ends.

    Those under way are waited for, so that what is read from here on is all that they have done.
    """
    for slot in range(SLOTS):
        _raise(bound_workspace(), slot)


def _raise(workspace_id: int, slot: int) -> None:
    """Raise one slot, making it when it is not there."""
    connection, table = db.session.connection(), cast(Table, DataVersion.__table__)
    statement, _offered = insert_or_update(connection.dialect.name, table)
    first = statement.values(workspace_id=workspace_id, slot=slot, version=1)
    connection.execute(
        first.on_conflict_do_update(index_elements=list(table.primary_key), set_={"version": table.c.version + 1})
    )


# Made once: this is asked with every report.
_SUM = select(func.coalesce(func.sum(DataVersion.version), 0))


def data_version() -> int:
    """The bound workspace's version; it only ever grows."""
    return db.session.scalar(_SUM) or 0


_SHOWN = (Bot, Client, DealerGroup, City, Outlet, Placement)


@event.listens_for(Session, "before_flush")
def _raise_with_settings(session: Session, _context: object, _instances: object) -> None:
    """Names, states, phrases, zones, currencies and the places of outlets are part of reports too."""
    changed = {*session.new, *session.dirty, *session.deleted}
    owners = {row.workspace_id for row in changed if isinstance(row, _SHOWN) or _has_new_phrases(row)}
    owners |= {row.id for row in changed if isinstance(row, Workspace) and inspect(row).persistent}
    for owner in owners:
        raise_version(owner)


def _has_new_phrases(row: object) -> bool:
    """Whether intents of a working copy change: reports say which phrases it has; its steps change all the time."""
    if not isinstance(row, BotFlow):
        return False
    before: Sequence[Any] = get_history(row, "document").deleted or ()
    return any(document.get("intents") != row.document.get("intents") for document in before)
