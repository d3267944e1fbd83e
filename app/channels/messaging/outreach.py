"""Messages that no conversation has asked for, such as offers: each by an approved template, as providers demand."""

from datetime import datetime

from sqlalchemy import Select, select

from app.channels.messaging.adapters.contract import Call, Outgoing, Receipt
from app.channels.messaging.models import ANSWERING, Deployment
from app.channels.messaging.sending import usable_template
from app.channels.messaging.service import adapter_of, fail_deployment, make_call, note_error, provider_address
from app.core.db.base import db, hold
from app.core.providers import Provider

CHANNELS = ("whatsapp",)
"""The channels that let an account write first."""


@Provider
def message_reported(deployment: Deployment, reference: str, status: str, code: str, at: datetime) -> None:
    """Note what became of a message that another area has sent by an account."""


@Provider
def person_wrote(deployment: Deployment, ext_user: str, at: datetime) -> None:
    """Note that a person has written to an account."""


def find_accounts(bot_id: int | None, channel: str) -> Select[Deployment]:
    """Select the accounts of a bot that can write first, live ones before those for tests."""
    query = select(Deployment).where(
        Deployment.bot_id == bot_id, Deployment.channel == channel, Deployment.state.in_(ANSWERING)
    )
    return query.order_by(Deployment.environment, Deployment.id)


def find_account(bot_id: int | None, channel: str) -> Deployment | None:
    """Return the account of a bot that writes first on a channel; None where none can."""
    if bot_id is None or channel not in CHANNELS:
        return None
    accounts = db.session.scalars(find_accounts(bot_id, channel))
    return next((account for account in accounts if usable_template(account)), None)


def compose_call(account: Deployment, to: str, text: str, reference: str) -> Call:
    """Return the call that sends a text as the variable of the account's template; the text becomes one line."""
    outgoing = Outgoing(" ".join(text.split()), template=usable_template(account), reference=reference)
    return adapter_of(account).write(
        outgoing, to, account.account, account.credentials, provider_address(account)
    )  # fmt: skip


def send_call(account_id: int, call: Call) -> Receipt:
    """Make a call outside any transaction; credentials that are refused take the account out of service."""
    db.session.commit()
    answer = make_call(call)
    account = db.session.get_one(Deployment, account_id)
    receipt = adapter_of(account).receipt(answer.status, answer.body, answer.retry_after)
    if receipt.is_denied:
        hold(account)
        fail_deployment(account, receipt)
    elif not receipt.ok:
        note_error(account, receipt)
    db.session.commit()
    return receipt
