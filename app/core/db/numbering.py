"""Small integers by kind and workspace, for calls that ask for ids a person can read."""

from sqlalchemy import Integer, String, select
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, WorkspaceMixin, db
from app.core.db.tenancy import bound_workspace


class Counter(WorkspaceMixin, Base):
    """The last small integer given out for one kind of row of a workspace."""

    __tablename__ = "counter"

    kind: Mapped[str] = mapped_column(String(40))
    value: Mapped[int] = mapped_column(Integer, default=0)


def next_number(kind: str) -> int:
    """The next small integer of a kind in the bound workspace, from 1."""
    counter = db.session.scalar(select(Counter).where(Counter.kind == kind).with_for_update())
    if counter is None:
        counter = Counter(workspace_id=bound_workspace(), kind=kind, value=0)
        db.session.add(counter)
    counter.value += 1
    db.session.flush()
    return counter.value
