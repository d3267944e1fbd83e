"""Rules of deployments: accounts, credentials, and the life of each."""

import secrets
from collections.abc import Mapping
from typing import Any

from flask import current_app, request
from sqlalchemy import ColumnElement, Select, false, select, true, update

from app.bots.catalog.flows import check_editable, get_flow
from app.bots.catalog.models import Bot
from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.adapters.contract import Adapter, Call, Receipt, answer_of
from app.channels.messaging.models import STATES, Deployment, MessageTemplate, RawEvent
from app.clients.models import Outlet
from app.clients.service import get_client
from app.config import Settings
from app.core import clock
from app.core.db.base import db, fetch, hold, note, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, current_scope
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.http import outgoing
from app.core.lifecycles import Lifecycle
from app.core.values.phones import normalise_phone

LIFE = Lifecycle("deployment", STATES, {
    "verify": (("unverified", "disabled", "error"), "verified"),
    "enable": ("verified", "connected"),
    "degrade": ("connected", "degraded"),
    "recover": ("degraded", "connected"),
    "disable": (("connected", "degraded"), "disabled"),
    "fail": (("unverified", "verified", "connected", "degraded", "disabled"), "error"),
    "remove": (("unverified", "verified", "disabled", "error"), "removed"),
})  # fmt: skip
ADDRESSES = {"whatsapp": "graph_api_url", "messenger": "graph_api_url", "instagram": "graph_api_url",
             "telegram": "telegram_api_url", "slack": "slack_api_url", "sms": "twilio_api_url",
             "voice": "twilio_api_url"}  # fmt: skip
"""The setting that holds each provider's address."""
NUMBERED = ("sms", "voice")
"""Channels whose accounts are telephone numbers."""
TIMEOUT_S = 10.0
MOST = 50


def list_deployments(bot: Bot) -> Select[Deployment]:
    """Select a bot's deployments but those that are removed."""
    return select(Deployment).where(Deployment.bot_id == bot.id, Deployment.state != "removed")


def get_deployment(bot: Bot, deployment_id: int) -> Deployment:
    """Return a bot's deployment, or raise NotFound."""
    return fetch(list_deployments(bot).where(Deployment.id == deployment_id), "This channel account does not exist.")


def adapter_of(row: Deployment) -> Adapter:
    """Return the adapter of a deployment's channel."""
    return ADAPTERS[row.channel]


def create_deployment(bot: Bot, values: Mapping[str, Any]) -> Deployment:
    """Add a deployment, which has to be verified before it can be connected."""
    check_editable(bot)
    if len(db.session.scalars(list_deployments(bot).limit(MOST)).all()) >= MOST:
        raise Conflict(f"A bot has at most {MOST} channel accounts. Remove one first.", code="too_many")
    adapter = ADAPTERS[values["channel"]]
    credentials = _credentials(adapter, values["credentials"])
    _check_language(bot, values["language"])
    key = new_id()
    row = Deployment(
        id=key, workspace_id=bound_workspace(), bot_id=bot.id, channel=adapter.name,
        account=_account(bot, adapter.name, values["account"]),
        environment=values["environment"], language=values["language"], outlet_id=_outlet(bot, values["outlet"]),
        verify_token=secrets.token_urlsafe(24), settings=dict(values["settings"]), state="unverified",
    )  # fmt: skip
    _check_account(bot, row)
    row.keep_credentials(credentials)
    db.session.add(row)
    db.session.flush()
    return row


def change_deployment(bot: Bot, row: Deployment, values: Mapping[str, Any]) -> None:
    """Change a deployment; credentials left out stay, and given ones have to be verified again after an error."""
    if "language" in values:
        _check_language(bot, values["language"])
        row.language = values["language"]
    if "outlet" in values:
        row.outlet_id = _outlet(bot, values["outlet"])
    if "settings" in values:
        row.settings = dict(values["settings"])
    if changes := {name: text for name, text in values.get("credentials", {}).items() if text}:
        row.keep_credentials(_credentials(adapter_of(row), row.credentials | changes))
    db.session.flush()


def remove_deployment(row: Deployment) -> None:
    """Remove a deployment; its credentials are erased, its conversations stay."""
    hold(row)
    LIFE.move(row, "remove")
    row.sealed_credentials = None
    db.session.flush()


def move_deployment(row: Deployment, bot: Bot) -> None:
    """Give a deployment to another bot of the client: conversations under way stay with the bot that answers them.

    Its webhook, its credentials and its threads stay as they are.
    """
    hold(row)
    check_editable(bot)
    present = db.session.get_one(Bot, row.bot_id)
    if bot.id == present.id:
        raise Invalid({"bot": [BeyondSchema("The account is this bot's already.")]})
    if bot.client_id != present.client_id:
        raise Invalid({"bot": [BeyondSchema("Choose a bot of the same client.")]})
    if row.channel == "voice":
        raise Conflict("A telephone line cannot be moved. Remove it here and add it there.", code="not_movable")
    if row.language is not None and row.language not in languages_of(bot):
        raise Invalid({"bot": [BeyondSchema("This bot does not speak the account's language.")]})
    if len(db.session.scalars(list_deployments(bot).limit(MOST)).all()) >= MOST:
        raise Conflict(f"A bot has at most {MOST} channel accounts. Remove one there first.", code="too_many")
    row.earlier_bots = [key for key in row.bot_ids if key != bot.id]
    row.bot_id = bot.id
    write_rows(update(MessageTemplate).where(MessageTemplate.deployment_id == row.id).values(bot_id=bot.id))
    db.session.flush()


def apply_event(bot: Bot, row: Deployment, event: str) -> None:
    """Enable or disable a deployment."""
    hold(row)
    if event == "enable":
        _check_account(bot, row)
    LIFE.move(row, event)
    row.trouble, row.checks_in_row = None, 0
    db.session.flush()


def verify_deployment(row: Deployment) -> Receipt:
    """Ask the provider whether the credentials are good, and tell it of the webhook where it takes that."""
    if row.state not in ("verified", *LIFE.events["verify"].sources):
        raise LIFE.refusal(row.state, "verify")
    adapter, key = adapter_of(row), row.id
    call = adapter.probe(row.account, row.credentials, provider_address(row), webhook_url(row))
    receipt, _ms = try_call(adapter, call, is_message=False)
    row = db.session.get_one(Deployment, key)
    hold(row)
    if receipt.ok:
        mark_verified(row)
    elif receipt.is_denied and row.state != "error":
        fail_deployment(row, receipt)
    elif not receipt.ok:
        note_error(row, receipt)
    db.session.flush()
    return receipt


def mark_verified(row: Deployment) -> None:
    """Note that the provider has proved itself; the caller holds the row."""
    if row.state in LIFE.events["verify"].sources:
        LIFE.move(row, "verify")
        row.last_error = row.last_error_at = None


def fail_deployment(row: Deployment, receipt: Receipt) -> None:
    """Take a deployment whose credentials the provider refuses out of service; the caller holds the row."""
    if row.state in LIFE.events["fail"].sources:
        LIFE.move(row, "fail", reason=receipt.code)
        row.trouble = None
    note_error(row, receipt)


def note_error(row: Deployment, receipt: Receipt) -> None:
    """Note what a provider has answered last."""
    text = f"{receipt.code} {receipt.detail}".strip()[:300]
    note(row, skip_locked=False, last_error=text, last_error_at=clock.now())


def try_call(adapter: Adapter, call: Call, *, is_message: bool) -> tuple[Receipt, int]:
    """Make a call outside any transaction; return what it came to, and the ms it took."""
    db.session.commit()
    answer = make_call(call)
    receipt = adapter.receipt(answer.status, answer.body, answer.retry_after)
    if not is_message and answer.ok and not receipt.ok and not is_refusal(answer.body):
        receipt = Receipt(ext_id="ok")
    return receipt, answer.ms


def is_refusal(body: bytes) -> bool:
    """Whether an answer of status 200 says no, as Slack's do."""
    return answer_of(body).get("ok") is False


def make_call(call: Call, *, largest: int = outgoing.LARGEST) -> outgoing.HttpResponse:
    """Make a provider's call by the guard of all calls."""
    hosts = _settings().outgoing_hosts
    return outgoing.send(
        call.method, call.url, headers=call.headers, body=call.content(), timeout=TIMEOUT_S, hosts=hosts,
        largest=largest,
    )  # fmt: skip


def provider_address(row: Deployment) -> str:
    """Return where the provider's API is."""
    address: str = getattr(_settings(), ADDRESSES[row.channel])
    return address


def webhook_url(row: Deployment) -> str:
    """Return the address that the provider sends its events to."""
    base = _settings().public_url or request.host_url
    return f"{base.rstrip('/')}/hooks/{row.channel}/{row.id}"


def callback_url(row: Deployment) -> str:
    """Return the address for reports of single messages; empty where providers cannot reach the installation."""
    return webhook_url(row) if _settings().public_url else ""


def is_visible(row: Deployment) -> bool:
    """Whether the reader's scope includes the outlet that a deployment's messages belong to."""
    outlets = current_scope().outlets
    return outlets is None or row.outlet_id in outlets


def visible_deployments() -> ColumnElement[bool]:
    """Return what `is_visible` says as a condition on deployments."""
    outlets = current_scope().outlets
    return true() if outlets is None else Deployment.outlet_id.in_(outlets)


def list_raw_events(row: Deployment) -> Select[RawEvent]:
    """Select what arrived on a deployment; nothing for a reader of other outlets."""
    return select(RawEvent).where(RawEvent.deployment_id == row.id, true() if is_visible(row) else false())


def get_raw_event(row: Deployment, raw_id: int) -> RawEvent:
    """Return a raw event of a deployment, or raise NotFound."""
    return fetch(list_raw_events(row).where(RawEvent.id == raw_id), "This event does not exist.")


def _settings() -> Settings:
    settings: Settings = current_app.config["SETTINGS"]
    return settings


def _credentials(adapter: Adapter, values: Mapping[str, str]) -> dict[str, str]:
    """Return the credentials of a channel; Invalid names what is missing."""
    fields = (*adapter.required, *adapter.optional)
    credentials = {name: secrets.token_urlsafe(32) for name in adapter.generated}
    whole = credentials | {name: text.strip() for name, text in values.items() if name in fields and text.strip()}
    missing = [name for name in adapter.required if name not in whole]
    if missing:
        raise Invalid({f"credentials.{name}": [BeyondSchema("This channel needs it.")] for name in missing})
    return whole


def languages_of(bot: Bot) -> list[str]:
    """Return the languages a bot speaks, its own first."""
    return list(get_flow(bot).document.get("languages") or [bot.language])


def _check_language(bot: Bot, language: str | None) -> None:
    if language is not None and language not in languages_of(bot):
        raise Invalid({"language": [BeyondSchema("The bot does not speak this language.")]})


def _outlet(bot: Bot, outlet_id: int | None) -> int | None:
    """Return an outlet of the bot's client; Invalid for any other."""
    if outlet_id is not None:
        outlet = db.session.scalar(select(Outlet.id).where(Outlet.id == outlet_id, Outlet.client_id == bot.client_id))
        if outlet is None:
            raise Invalid({"outlet": [BeyondSchema("This outlet does not exist.")]})
    return outlet_id


def _account(bot: Bot, channel: str, written: str) -> str:
    """Return an account as its provider names it; a telephone number has its country's code."""
    number = normalise_phone(written, get_client(bot.client_id).zone) if channel in NUMBERED else None
    return number or written


def _check_account(bot: Bot, row: Deployment) -> None:
    """Conflict where a bot of the client answers on the same account."""
    query = (
        select(Deployment.bot_id)
        .join(Bot, Bot.id == Deployment.bot_id)
        .where(
            Deployment.channel == row.channel, Deployment.account == row.account, Deployment.state != "removed",
            Deployment.id != row.id, Bot.client_id == bot.client_id,
        )
        .limit(1)
    )  # fmt: skip
    bot_id = db.session.scalar(query)
    if bot_id == bot.id:
        raise Conflict("This bot has this account already.", code="account_in_use")
    if bot_id is not None:
        raise Conflict("Another bot of this client has this account. Remove it there first.", code="account_in_use")
