"""What a messaging channel's adapter is: raw bytes to canonical events, and a message to the provider's call."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, get_args
from urllib.parse import urlencode

import orjson
import structlog

log = structlog.get_logger(__name__)
Credentials = Mapping[str, str]
LATEST = 4_102_444_800_000
"""The ms since 1970 at which 2100 begins: what is later is no time."""


ProofFault = Literal["missing_signature", "wrong_signature", "old_signature", "missing_digest", "wrong_digest"]
"""Why a request proves nothing."""
BodyFault = Literal[
    "not_json", "not_an_object", "other_object", "no_sender", "no_chat", "no_event_id", "no_update_id", "no_call_id",
    "impossible_time", "unreadable",
]  # fmt: skip
"""What is wrong with the body of a genuine request."""
Reason = Literal["", ProofFault, BodyFault, "no_events", "other_account", "other_kind", "not_processed", "over_quota"]
"""Why a request has changed nothing; empty where it has, or where its state says it all."""
REASONS: tuple[str, ...] = get_args(Reason)


class UnreadableRequest(ValueError):
    """A genuine request whose body is not what the provider documents."""

    def __init__(self, reason: BodyFault) -> None:
        """Say what is wrong with it."""
        super().__init__(reason)
        self.reason = reason


class NotGenuine(Exception):
    """A request that its sender has not proved."""

    def __init__(self, reason: ProofFault) -> None:
        """Say what its proof lacks."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class RawRequest:
    """A request as it arrived; names of headers are in lower case, `now` is in seconds."""

    method: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    now: float = 0.0
    url: str = ""
    """The whole address, as the provider was given it."""


@dataclass(frozen=True, slots=True)
class Handshake:
    """An answer that a provider waits for before it sends events; `is_verified` where it proves the account."""

    status: int
    body: str
    is_verified: bool = False


@dataclass(frozen=True, slots=True)
class Inbound:
    """One canonical event; `sent_at` in ms since 1970, `kind` is one of KINDS."""

    account: str
    ext_id: str
    ext_user: str
    kind: str
    sent_at: int
    text: str = ""
    payload: str = ""
    name: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()
    """Other ids of the same person."""
    media: tuple[dict[str, Any], ...] = ()
    ref: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    """Of a status `ids` or `until` (ms), `status`, `code`, `detail`; of a pressed button `callback`, of a start
    button `begins`; also `thread`.

    Of what is unreadable `reason`.
    """


UNREADABLE = "unreadable"
"""The kind of an item that is not what the provider documents: the others of its notification are read."""
KINDS = ("text", "choice", "media", "location", "contact", "reaction", "status", "opt_out", "template", "unsupported",
         "ignored", UNREADABLE)  # fmt: skip
SAID = ("text", "choice", "media", "location", "contact")
"""Kinds that a bot answers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a channel shows; a list of 0 rows is none."""

    text: int
    body: int
    """Characters above options."""
    buttons: int
    title: int
    rows: int
    row_title: int
    payload: int
    """Bytes of the value that a button sends back."""
    in_bytes: bool = False
    """Whether texts are measured in bytes of UTF-8."""
    caption: int = -1
    """Characters that stand with a picture or a file; below 0 where none is sent."""


@dataclass(frozen=True, slots=True)
class Medium:
    """A picture or a file that a provider fetches by its public address."""

    kind: str
    """`image` or `file`."""
    url: str
    alt: str
    name: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that fits the channel: text, and options as `(payload, title)`."""

    text: str
    options: tuple[tuple[str, str], ...] = ()
    is_list: bool = False
    list_title: str = ""
    template: Mapping[str, str] | None = None
    """Name and language of an approved template, which is sent instead."""
    thread: str = ""
    reference: str = ""
    """Our own id, which the provider gives back where it can."""
    medium: Medium | None = None
    callback: str = ""
    """The webhook that hears what becomes of it, where each message names it; empty where providers cannot reach us."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a provider's API."""

    url: str
    body: Mapping[str, Any] | None
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"
    is_form: bool = False

    def content(self) -> bytes | None:
        """Return the body as JSON, or as a form."""
        if self.body is None:
            return None
        return urlencode(self.body).encode() if self.is_form else orjson.dumps(self.body)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a provider answered: the message's id, or why it was not taken."""

    ext_id: str = ""
    code: str = ""
    detail: str = ""
    is_transient: bool = False
    is_denied: bool = False
    """Whether the credentials are no longer good."""
    retry_after: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether the provider has taken the message."""
        return not self.code


class Adapter(Protocol):
    """A channel; none touches the database."""

    name: str
    required: tuple[str, ...]
    """The credentials it needs."""
    optional: tuple[str, ...]
    """Those it takes besides."""
    generated: tuple[str, ...]
    """Those of them that we draw where none are given."""
    limits: Limits
    window_hours: int
    """How long after a person's last message free text may be sent; 0 for ever."""

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Answer what the provider asks before it sends events; None for anything else; NotGenuine where forged."""

    def check(self, request: RawRequest, credentials: Credentials) -> None:
        """Raise NotGenuine unless the request's sender is proved, by its raw bytes."""

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the events of a genuine request; Unreadable where the whole of it is not what is documented.

        `headers` has its `content-type`, and the `query` of its address.
        """

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return the call that sends a message; `address` is where the provider's API is."""

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read what came back of such a call."""

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that proves the credentials, and registers a webhook where the provider takes it so."""

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return the call that tells where a file is; None where its event tells it."""

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call that fetches a file, by what `locate` was answered; None where there is nothing to fetch."""

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return the call that an event wants at once, as a pressed button of Telegram does."""


def load(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds, or raise Unreadable."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise UnreadableRequest("not_json") from error
    if not isinstance(value, dict):
        raise UnreadableRequest("not_an_object")
    return value


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list; anything else holds none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read_items(account: str, items: Any, read: Callable[[Mapping[str, Any]], Inbound]) -> list[Inbound]:
    """Return the event of each item of a list; one that cannot be read takes no other with it."""
    return [_read_item(account, item, read) for item in items] if isinstance(items, list) else []


def _read_item(account: str, item: Any, read: Callable[[Mapping[str, Any]], Inbound]) -> Inbound:
    try:
        if not isinstance(item, dict):
            raise UnreadableRequest("not_an_object")
        return read(item)
    except UnreadableRequest as error:
        reason: BodyFault = error.reason
    except Exception:
        log.exception("item_unreadable")
        reason = "unreadable"
    return Inbound(account, "", "", UNREADABLE, 0, more={"reason": reason})


def part(value: Any, *names: str) -> dict[str, Any]:
    """Return the object under some names, one in the other; an empty one where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text_of(value: Any, longest: int = 4096) -> str:
    """Return a text or a whole number as text; anything else is empty."""
    is_text = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    return str(value).replace("\0", "")[:longest] if is_text else ""


def coordinates_of(place: Mapping[str, Any]) -> str:
    """Return the latitude and longitude of a place; empty where these are no numbers."""
    numbers = [place.get(name) for name in ("latitude", "longitude")]
    is_place = all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers)
    return f"{numbers[0]}, {numbers[1]}"[:100] if is_place else ""


def number_of(value: Any) -> int:
    """Return a whole number, also one written as text; 0 for anything else."""
    digits = text_of(value, 20)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else 0


def moment_of(value: Any, unit: int = 1) -> int:
    """Return a time, in units of so many ms, as ms since 1970; 0 where there is none, Unreadable where it cannot be."""
    digits = text_of(value, 40)
    if not (digits.isascii() and digits.removeprefix("-").isdecimal()):
        return 0
    ms = int(digits) * unit
    if not 0 <= ms < LATEST:
        raise UnreadableRequest("impossible_time")
    return ms


def answer_of(body: bytes) -> dict[str, Any]:
    """Return the object a provider answered with; an empty one where it is none."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def bearer(token: str) -> dict[str, str]:
    """Return the headers of a JSON call with a token."""
    return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def digest(*parts: str) -> str:
    """Return a short id of what has none of its own."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]
