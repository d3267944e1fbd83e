"""Checks of messaging accounts: whether their providers answer, and whether busy ones have fallen silent."""

from datetime import datetime, timedelta

from sqlalchemy import and_, case, func, or_, select, update

from app.channels.messaging.models import ANSWERING, AccountDay, Deployment, RawEvent
from app.channels.messaging.service import LIFE, adapter_of, fail_deployment, note_error, provider_address, try_call
from app.core import clock
from app.core.db.base import db, hold, note, write_rows
from app.core.db.tenancy import within
from app.core.jobs import enqueue
from app.core.jobs.schedule import isolated

EVERY = timedelta(minutes=5)
FAILED, WELL = 3, 2
"""So many checks in a row degrade an account, and so many let it recover."""
DAYS, FEWEST = 7, 3
"""An account is busy at a time at which on each of so many days so many requests came."""


def check_accounts() -> None:
    """Check each account that answers: one that has heard from its provider is well, others are asked by a job."""
    due = or_(Deployment.checked_at.is_(None), Deployment.checked_at <= clock.now() - EVERY / 2)
    serving = (Deployment.state.in_(ANSWERING), Deployment.sealed_credentials.is_not(None), due)
    for deployment_id, workspace_id in db.session.execute(
        select(Deployment.id, Deployment.workspace_id).where(*serving)
    ).all():
        with within(workspace_id), isolated("accounts", deployment=deployment_id):
            row = db.session.get_one(Deployment, deployment_id)
            if row.last_inbound_at is not None and row.last_inbound_at > clock.now() - EVERY:
                _note_check(row, is_well=True)
            else:
                note(row, skip_locked=False, checked_at=clock.now())
                enqueue("check_account", {"deployment_id": str(row.id)})
            if row.state == "connected" and row.environment == "live" and _is_silent(row, clock.now()):
                _degrade(row, "silent")
            db.session.commit()


def check_account(deployment_id: int) -> None:
    """Ask an account's provider whether it answers with the credentials as they are."""
    row = db.session.get_one(Deployment, deployment_id)
    if row.state not in ANSWERING or row.sealed_credentials is None:
        return
    adapter = adapter_of(row)
    call = adapter.probe(row.account, row.credentials, provider_address(row), "")
    receipt, _ms = try_call(adapter, call, is_message=False)
    row = db.session.get_one(Deployment, deployment_id)
    _note_check(row, is_well=receipt.ok)
    if receipt.is_denied:
        fail_deployment(row, receipt)
    elif not receipt.ok:
        note_error(row, receipt)
    db.session.flush()


def _note_check(row: Deployment, *, is_well: bool) -> None:
    """Note how a check has ended, and degrade the account or let it recover after several that ended alike."""
    hold(row)
    was_well = row.checks_in_row > 0
    in_row = (row.checks_in_row if was_well == is_well else 0) + (1 if is_well else -1)
    note(row, skip_locked=False, checked_at=clock.now(), checks_in_row=in_row)
    add_to_day(row, checks=1, well=int(is_well))
    if row.state == "connected" and in_row <= -FAILED:
        _degrade(row, "unreachable")
    elif row.state == "degraded" and row.trouble == "unreachable" and in_row >= WELL:
        _recover(row)


def _is_silent(row: Deployment, moment: datetime) -> bool:
    """Whether nothing has come for so long that on each of the last days several requests came in that time.

    Comparing times of the day lets nights be quiet, and the day a week ago the weekly day off.
    """
    if row.last_inbound_at is None:
        return False
    spans = [(row.last_inbound_at - timedelta(days=n), moment - timedelta(days=n)) for n in range(1, DAYS + 1)]
    numbers = [func.count(case((and_(RawEvent.at > start, RawEvent.at <= end), 1))) for start, end in spans]
    query = select(*numbers).where(
        RawEvent.deployment_id == row.id, RawEvent.state != "rejected",
        RawEvent.at > spans[-1][0], RawEvent.at <= spans[0][1],
    )  # fmt: skip
    return all(number >= FEWEST for number in db.session.execute(query).one())


def note_arrival(row: Deployment) -> None:
    """Let an account recover that was silent."""
    if row.state == "degraded" and row.trouble == "silent":
        hold(row)
        _recover(row)


def _degrade(row: Deployment, trouble: str) -> None:
    hold(row)
    if row.state == "connected":
        LIFE.move(row, "degrade", reason=trouble)
        row.trouble = trouble
        db.session.flush()


def _recover(row: Deployment) -> None:
    if row.state == "degraded":
        LIFE.move(row, "recover")
        row.trouble = row.last_error = row.last_error_at = None
        db.session.flush()


def add_to_day(row: Deployment, **amounts: int) -> None:
    """Add to what today is like on an account."""
    day = clock.now().date()
    of_today = (AccountDay.deployment_id == row.id, AccountDay.day == day)
    added = update(AccountDay).where(*of_today)
    added = added.values({name: getattr(AccountDay, name) + amount for name, amount in amounts.items()})
    if write_rows(added) == 0:
        db.session.flush()
        hold(row)  # Of several that come first on a day, one adds the row.
        if write_rows(added) == 0:
            db.session.add(AccountDay(bot_id=row.bot_id, deployment_id=row.id, day=day, **amounts))
            db.session.flush()
