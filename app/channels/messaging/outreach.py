"""Messages that no conversation has asked for, such as offers: sent as each provider lets an account write."""

from collections.abc import Callable, Iterable
from datetime import datetime

from sqlalchemy import select

from app.channels.messaging.adapters.contract import Outgoing, Receipt
from app.channels.messaging.models import ANSWERING, Deployment, MessagingThread
from app.channels.messaging.service import (
    adapter_of,
    callback_url,
    fail_deployment,
    note_error,
    provider_address,
    try_call,
)
from app.channels.messaging.templates import usable_template
from app.core import clock
from app.core.db.base import db, hold
from app.core.db.ids import parse_id
from app.core.providers import Provider

CHANNELS = ("whatsapp", "telegram", "messenger", "instagram", "sms")
"""The channels by which an account can write to people who have asked nothing at the moment."""
FIRST = ("whatsapp", "sms")
"""Those of them that let it write first; the others want the person to have written."""
TEMPLATED = ("whatsapp",)
"""Those that let it write first by an approved template only."""

PAUSED = Receipt(code="template_not_approved", detail="WhatsApp does not take the template now.", is_transient=True)


Report = Callable[[Deployment, int, str, str, datetime], None]
"""Takes the account, the id in the reference, the status, the code of a failure, and when it was."""
_reports: dict[str, Report] = {}


def report_of(kind: str) -> Callable[[Report], Report]:
    """Register what notes the reports of one kind of message; its references are the kind, a colon and an id."""

    def register(report: Report) -> Report:
        _reports[kind] = report
        return report

    return register


def note_report(deployment: Deployment, reference: str, status: str, code: str, at: datetime) -> None:
    """Note what became of a message that another area has sent by an account."""
    kind, _, number = reference.partition(":")
    report, row_id = _reports.get(kind), parse_id(number)
    if report is not None and row_id is not None:
        report(deployment, row_id, status, code, at)


@Provider
def person_reported(deployment: Deployment, ext_user: str, status: str, until: datetime) -> None:
    """Note that a person has been given, or has read, all that was sent to them by an account until a moment."""


@Provider
def person_wrote(deployment: Deployment, ext_user: str, at: datetime) -> int | None:
    """Note that a person has written to an account; return the recipient of the offer that they answer so."""
    return None


@Provider
def work_answered(deployment: Deployment, ext_user: str, at: datetime) -> None:
    """Note that a person has written to an account, for work on them that waits for their answer."""


def find_accounts(bot_ids: Iterable[int], channel: str) -> list[Deployment]:
    """Return the accounts of bots that can write to people on a channel, live ones before those for tests."""
    query = select(Deployment).where(
        Deployment.bot_id.in_(list(bot_ids)), Deployment.channel == channel, Deployment.state.in_(ANSWERING)
    )
    accounts = db.session.scalars(query.order_by(Deployment.environment, Deployment.id))
    return [account for account in accounts if channel not in TEMPLATED or usable_template(account)]


def writing_obstacle(account_id: int, to: str) -> str:
    """Return why an account must not write to a person now; empty where it may."""
    account = db.session.get_one(Deployment, account_id)
    if account.channel in FIRST:
        return ""
    query = select(MessagingThread).where(MessagingThread.deployment_id == account_id, MessagingThread.ext_user == to)
    thread = db.session.scalar(query)
    if thread is None:
        return "invalid_address"
    if thread.has_opted_out:
        return "opted_out"
    is_closed = thread.window_ends_at is None or thread.window_ends_at <= clock.now()
    return "window_closed" if adapter_of(account).window_hours and is_closed else ""


def send_text(account_id: int, to: str, text: str, reference: str) -> Receipt:
    """Send a text, in one line as the variable of an account's template where it has to be; outside any transaction.

    Credentials that the provider refuses take the account out of service.
    """
    account = db.session.get_one(Deployment, account_id)
    adapter = adapter_of(account)
    outgoing = Outgoing(text, reference=reference, callback=callback_url(account))
    if account.channel in TEMPLATED:
        template = usable_template(account)
        if template is None:
            return PAUSED
        outgoing = Outgoing(" ".join(text.split()), template=template, reference=reference)
    call = adapter.write(outgoing, to, account.account, account.credentials, provider_address(account))
    receipt, _ms = try_call(adapter, call, is_message=True)
    account = db.session.get_one(Deployment, account_id)
    if receipt.is_denied:
        hold(account)
        fail_deployment(account, receipt)
    elif not receipt.ok:
        note_error(account, receipt)
    db.session.commit()
    return receipt
