"""What a client's policy and its end erase: areas say what they keep of a client, jobs erase it in batches.

Reports are counted from figures, which stay. A batch, the count of what it erased and the job's progress are one
transaction, so a run that is killed goes on where it was and its row of the audit log tells the exact numbers.
"""

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import ColumnElement, delete, select, update

from app.audit.recording import record
from app.clients.models import PURGED_AFTER, Client, ClientLogo, Outlet, OutletManager
from app.core import clock
from app.core.db.base import db, read_only, write_rows
from app.core.db.tenancy import within
from app.core.jobs import UNFINISHED, Job, enqueue, heartbeat, named_id
from app.core.providers import Provider

POLICY, PURGE = "erase_contents", "purge_client"
BATCH = 1000
LAST = 0.95
"""The progress of a purge once conversations are erased."""


class EraseStep(Protocol):
    """Commits one batch with what it erased, kind by kind, and how far the whole is from 0 to 1."""

    def __call__(self, progress: float, **erased: int) -> None:
        """Commit; raises when the job is not to go on."""


Eraser = Callable[[Client, EraseStep], None]
_erasers: list[Eraser] = []


def erases(eraser: Eraser) -> Eraser:
    """Register a function that erases an area's data of a purged client; it may be called again for what is left."""
    _erasers.append(eraser)
    return eraser


@Provider
def count_due(_client: Client, /, *, content_days: int | None = None, media_days: int | None = None) -> int:
    """Return how many conversations have contents older than the client's policy, or the given days, allow."""
    return 0


@Provider
def erase_due(_client: Client, _step: EraseStep, /) -> None:
    """Erase what is older than the client's policy allows."""


def plan() -> None:
    """Enqueue a job for each client with something due, in every workspace, unless it has one already."""
    with read_only():
        clients = db.session.execute(select(Client.workspace_id, Client.id).order_by(Client.id)).all()
        db.session.commit()
    for workspace_id, client_id in clients:
        with within(workspace_id):
            client = db.session.get(Client, client_id)
            kind = None if client is None else _needed_job(client)
            if kind is not None and not _is_planned(kind, client_id):
                enqueue(kind, {"client": str(client_id)})
            db.session.commit()


def _needed_job(client: Client) -> str | None:
    """The kind of job a client needs."""
    if client.state == "closed" and client.state_at + PURGED_AFTER <= clock.now():
        return PURGE
    return POLICY if count_due(client) else None


def _is_planned(kind: str, client_id: int) -> bool:
    waiting = db.session.scalars(select(Job.payload).where(Job.kind == kind, Job.state.in_(UNFINISHED)))
    return any(payload.get("client") == str(client_id) for payload in waiting)


def follow_policy(row: Job) -> None:
    """Erase what is older than a client's policy allows, and write down how much that was."""
    client, step = _begin(row)
    if client is not None:
        erase_due(client, step)
        _record(client, "client:erase", step)


def purge(row: Job) -> None:
    """Erase contents and personal data of a client that was closed long enough ago; name and figures stay."""
    client, step = _begin(row)
    if client is None or _needed_job(client) != PURGE:
        return
    for eraser in _erasers:
        eraser(client, step)
    db.session.refresh(client)
    client.state, client.state_at, client.state_reason = "purged", clock.now(), None
    client.logo, client.mail_from, client.upi_id = None, "", ""
    _forget_people(client)
    _record(client, "client:purge", step)


def _forget_people(client: Client) -> None:
    """Remove a purged client's logo and its outlets' phones and managers; names stay, because reports use them."""
    for model in (ClientLogo, OutletManager):
        write_rows(delete(model).where(model.client_id == client.id))
    for outlet in db.session.scalars(select(Outlet).where(Outlet.client_id == client.id)):
        outlet.phones = []


def _begin(row: Job) -> tuple[Client | None, "Steps"]:
    client_id = named_id(row, "client")
    return db.session.scalar(select(Client).where(Client.id == client_id)), Steps(row)


def _record(client: Client, action: str, step: "Steps") -> None:
    """Write down what was erased, with the job's end."""
    summary = ", ".join(f"{number} {kind.replace('_', ' ')}" for kind, number in step.erased.items() if number)
    record(
        db.session(), action, workspace_id=client.workspace_id, user_id=None, subject_id=client.id,
        detail=summary or "nothing left",
    )  # fmt: skip


def remove(model: Any, condition: ColumnElement[bool], step: EraseStep, count_name: str = "") -> None:
    """Delete rows of a purged client in batches; the log tells them under the name they are counted by, if any."""
    while ids := db.session.scalars(select(model.id).where(condition).limit(BATCH)).all():
        write_rows(delete(model).where(model.id.in_(ids)))
        step(LAST, **({count_name: len(ids)} if count_name else {}))


class Steps:
    """The steps of one job; what was erased is kept in its payload."""

    def __init__(self, row: Job) -> None:
        self._row = row
        self.erased: dict[str, int] = dict(row.payload.get("erased", {}))

    def __call__(self, progress: float, **erased: int) -> None:
        """Commit a batch with what it erased."""
        for kind, number in erased.items():
            self.erased[kind] = self.erased.get(kind, 0) + number
        heartbeat(self._row, progress)
        query = update(Job).where(Job.id == self._row.id).values(payload=self._row.payload | {"erased": self.erased})
        write_rows(query)
        db.session.commit()
