"""Rules of handlers: which settings fit, whose secret is kept, and the chain they make."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import read_secrets, secret_names
from app.bots.catalog.secrets import SecretUse, handlers_that_name
from app.bots.engine.flow import SECRET
from app.bots.handlers.asking import Handler, HandlerQuestion, Reply
from app.bots.handlers.chain import SPARE_S, Chain
from app.bots.handlers.models import EXTERNAL, SHADOW, BotHandler
from app.bots.understanding.knowledge import look_up
from app.bots.understanding.service import Reference
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, FieldErrors, Invalid
from app.core.http import outgoing
from app.core.providers import Provider
from app.core.security.encryption import secret_end
from app.core.values.urls import is_web_url, split_url

TIMES = (3, 20)
PATIENCE = ("timeout_s", "retries")
TIMEOUT_S, RETRIES, MOST_RETRIES = 10, 1, 3
SETTINGS: dict[str, Any] = {
    "url": "", "model": "", "instruction": "", "timeout_s": TIMEOUT_S, "retries": RETRIES,
}  # fmt: skip
_NAMED = re.compile(rf"\{{\{{\s*{SECRET.pattern}\s*\}}\}}")
DEFAULT: dict[str, Any] = {"kind": "flow", "fallback": [], "handlers": {}, "shadow": None, "patience": {}}


@Provider
def mask_text(text: str) -> str:
    """Return a text without the personal numbers in it."""
    return text


def get_handler(bot: Bot) -> BotHandler:
    """Return a bot's handlers; those that nobody has changed yet have revision 0."""
    row = db.session.scalar(select(BotHandler).where(BotHandler.bot_id == bot.id))
    return row or BotHandler(id=new_id(), bot_id=bot.id, workspace_id=bot.workspace_id, values={}, revision=0)


def set_handler(bot: Bot, values: Mapping[str, Any]) -> BotHandler:
    """Store handlers that can be asked; a secret that is not given again is kept for the same address."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be changed. Restore it first.", code="archived")
    row = get_handler(bot)
    stored = DEFAULT | row.values
    check = _SettingsCheck(row.secrets, secret_names(bot))
    handlers = {
        kind: check(kind, kind, settings, stored["handlers"].get(kind), "" if settings is values else f"{kind}.")
        for kind, settings in _settings_by_kind(values).items()
    }
    shadow = values.get("shadow") or None
    if shadow is not None:
        kind, before = shadow["kind"], stored["shadow"]
        same = before if before and before["kind"] == kind else None
        shadow = {"kind": kind} | check(kind, SHADOW, shadow, same, "shadow.")
    _check_order(values, handlers, check.errors)
    if check.errors:
        raise Invalid(check.errors)
    order = [kind for kind in values.get("order", "").split(",") if kind]
    fallback = sorted(values.get("fallback", ()), key=lambda kind: order.index(kind) if kind in order else len(order))
    order = order or row.order
    patience = {name: values[name] for name in PATIENCE if name in values}
    row.values = {"kind": values["kind"], "fallback": fallback, "handlers": handlers, "shadow": shadow,
                  "patience": patience}  # fmt: skip
    # Those that are off keep their places, unless those that answer are in another order by now.
    if [kind for kind in order if kind in row.kinds] == row.kinds:
        row.values = {**row.values, "order": order}
    if check.secrets != check.old_secrets:
        row.keep_secrets(check.secrets)
    if row.revision == 0:
        row.revision = 1
        db.session.add(row)
    db.session.flush()
    return row


def _settings_by_kind(values: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The settings of each kind: those of the first may be given at the top; what has no address is not set up."""
    first, settings_by_kind = values["kind"], {kind: values[kind] for kind in EXTERNAL if kind in values}
    by_kind = {kind: settings for kind, settings in settings_by_kind.items() if settings.get("url") or kind == first}
    if first in EXTERNAL and ("url" in values or first not in settings_by_kind):
        by_kind[first] = values
    return by_kind


@dataclass
class _SettingsCheck:
    """What is wrong with the settings of handlers, and the secrets that they have afterwards."""

    old_secrets: Mapping[str, str]
    names: Collection[str]
    """Those of the bot's secrets, which a handler may send instead of one of its own."""
    secrets: dict[str, str] = field(default_factory=dict)
    errors: FieldErrors = field(default_factory=dict)

    def __call__(
        self, kind: str, slot: str, data: Mapping[str, Any], before: Mapping[str, Any] | None, prefix: str
    ) -> dict[str, Any]:
        """Return the settings of one handler with defaults; its errors are named by `prefix` and what is wrong."""
        settings = {name: data[name] if data.get(name) is not None else usual for name, usual in SETTINGS.items()}
        secret = data.get("secret", "")
        if not secret and secret is not None and slot in self.old_secrets:
            if before is None or _origin(before["url"]) != _origin(settings["url"]):
                self._refuse(f"{prefix}secret", "The address has changed. Enter the secret again.")
            secret = self.old_secrets[slot]
        if secret:
            self.secrets[slot] = secret
            if (name := name_of(secret)) is not None and name not in self.names:
                self._refuse(f"{prefix}secret", f"The bot has no secret “{name}”.")
        if not settings["url"]:
            self._refuse(f"{prefix}url", "This kind of handler needs an address.")
        elif not _can_be_called(settings["url"]):
            self._refuse(f"{prefix}url", "This address is not public.")
        if kind == "openai" and not settings["model"]:
            self._refuse(f"{prefix}model", "Say which model answers.")
        if kind == "http" and not secret:
            self._refuse(f"{prefix}secret", "What is sent is signed, so it needs a secret.")
        return settings

    def _refuse(self, name: str, reason: str) -> None:
        """Add an error of a field, unless it has one already."""
        self.errors.setdefault(name, [BeyondSchema(reason)])


def _origin(url: str) -> tuple[str, str]:
    parts = split_url(url)
    return parts.scheme, parts.netloc


def _can_be_called(url: str) -> bool:
    """Whether an address is one that is called, as far as its text says."""
    return is_web_url(url) and outgoing.may_call(url)


NAMES = {"rasa": "the Rasa handler", "openai": "the model", "http": "the signed HTTP endpoint"}


def _check_order(values: Mapping[str, Any], handlers: Mapping[str, Any], errors: FieldErrors) -> None:
    """Refuse an order that names a kind twice, or one that has no settings."""
    order = list(values.get("fallback", ()))
    external_kinds = [kind for kind in (values["kind"], *order) if kind != "flow"]
    if len(set(external_kinds)) < len(external_kinds) or len(set(order)) < len(order):
        errors["fallback"] = [BeyondSchema("Each kind answers once.")]
    missing = [kind for kind in order if kind in EXTERNAL and kind not in handlers]
    if missing:
        errors["fallback"] = [BeyondSchema(f"Set up {NAMES[missing[0]]} first.")]


def serialize_handlers(row: BotHandler) -> dict[str, Any]:
    """Return handlers as they are answered: of a secret only whether there is one, and its end."""
    values, secrets = DEFAULT | row.values, row.secrets
    handlers = {kind: _serialize_settings(settings, secrets.get(kind)) for kind, settings in values["handlers"].items()}
    first = handlers.get(values["kind"]) or _serialize_settings(SETTINGS | values["patience"], None)
    shadow = values["shadow"] and values["shadow"] | _serialize_settings(values["shadow"], secrets.get(SHADOW))
    order = {name: values[name] for name in ("kind", "fallback")}
    return order | first | handlers | {"order": row.order, "shadow": shadow, "revision": row.revision}


def _serialize_settings(settings: Mapping[str, Any], secret: str | None) -> dict[str, Any]:
    """One handler's settings, with the end of a secret of its own."""
    secret_name = name_of(secret)
    end = secret_end(secret) if secret and secret_name is None else ""
    return {name: settings[name] for name in SETTINGS} | {
        "has_secret": bool(secret), "secret_end": end, "secret_name": secret_name,
    }  # fmt: skip


def name_of(secret: str | None) -> str | None:
    """Return the name of the bot's secret that a handler sends; None where it has one of its own."""
    match = _NAMED.fullmatch(secret or "")
    return match[1] if match is not None else None


@handlers_that_name.provide
def _handlers_that_name(bot: Bot) -> list[SecretUse]:
    """Return the secrets that a bot's handlers name."""
    names = ((kind, name_of(secret)) for kind, secret in get_handler(bot).secrets.items())
    return [SecretUse(name, "handler", handler=kind) for kind, name in names if name is not None]


def seconds_of(row: BotHandler | None) -> float | None:
    """Return the seconds in which handlers answer what the flow does not; None where there are none."""
    if row is None or not row.kinds:
        return None
    handlers = row.values["handlers"]
    return SPARE_S + sum(float(handlers[kind]["timeout_s"]) for kind in row.kinds if kind in handlers)


def chain_of(row: BotHandler | None, document: Mapping[str, Any], reference: Reference | None) -> Chain | None:
    """Return the handlers that answer after the flow of a document; None where there are none."""
    if row is None or not (row.kinds or row.values.get("shadow")):
        return None
    hosts, secrets = outgoing.allowed_hosts(), _secrets_of(row)
    stored_handlers = row.values["handlers"]
    handlers = [_handler(kind, stored_handlers.get(kind), secrets.get(kind), hosts) for kind in row.kinds]
    compares = row.values["shadow"]
    shadow = _handler(compares["kind"], compares, secrets.get(SHADOW), hosts) if compares else None
    return Chain(row.bot_id, tuple(handlers), shadow, _finding(document, reference), mask_text)


def _secrets_of(row: BotHandler) -> dict[str, str]:
    """The secrets of handlers by kind, with those in place that are named."""
    secrets = row.secrets
    names = {kind: name for kind, secret in secrets.items() if (name := name_of(secret)) is not None}
    values = read_secrets(row.bot_id, set(names.values()))
    return secrets | {kind: values.get(name, "") for kind, name in names.items()}


def _handler(kind: str, settings: Mapping[str, Any] | None, secret: str | None, hosts: tuple[str, ...]) -> Handler:
    """A handler as it is asked; one inside needs nothing of its own."""
    if settings is None:
        return Handler(kind, timeout_s=0, retries=0)
    return Handler(kind, **{name: settings[name] for name in SETTINGS}, secret=secret or "", hosts=hosts)


def _finding(document: Mapping[str, Any], reference: Reference | None) -> Callable[[HandlerQuestion], Reply]:
    return partial(_find, document, reference)


def _find(document: Mapping[str, Any], reference: Reference | None, question: HandlerQuestion) -> Reply:
    """The answer of a bot's knowledge to a question, in its language or the document's first; else nothing."""
    result = look_up(document, question.text, reference)
    answer = result["answer"]
    if isinstance(answer, Mapping):
        answer = (
            answer.get(question.language) or answer.get(document["languages"][0]) or next(iter(answer.values()), "")
        )
    text = answer if isinstance(answer, str) else str(answer[0]) if answer else ""
    return Reply(text, knowledge=result["trace"])


@erases
def _erase_handlers(client: Client, step: EraseStep) -> None:
    """Delete the handlers of a purged client's bots, with their secrets."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for row in db.session.scalars(select(BotHandler).where(BotHandler.bot_id.in_(bots))).all():
        db.session.delete(row)
    step(LAST)
