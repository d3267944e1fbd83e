"""Settings: read from the environment once, typed, frozen; a wrong or weak one stops the start."""

import base64
import binascii
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial
from ipaddress import IPv6Address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from dotenv import dotenv_values

ROOT = Path(__file__).resolve().parent.parent
EXIT_CONFIG = 78  # EX_CONFIG of sysexits.h
HOST = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?"
MIN_TOKEN = 20
MOST = 1_000_000
CONTACT = r"mailto:[^@\s]+@[^@\s]+|https://[^\s]+"
MAX_SOCKET = 100
"""The system takes 107 bytes; further workers' sockets get a number."""
_DATA_KEYS = ("DATA_KEYS", "DATA_KEYS_FILE")
_KNOWN_SECRETS = {"dev", "secret", "changeme", "change-me", "please-change-me", "your-secret-key"}
_LIBPQ_WORDS = {
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
    "gssencmode": ("disable", "prefer", "require"),
    "channel_binding": ("disable", "prefer", "require"),
    "target_session_attrs": ("any", "read-write", "read-only", "primary", "standby", "prefer-standby"),
    "load_balance_hosts": ("disable", "random"),
}
_LIBPQ_NUMBERS = {
    "connect_timeout", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval", "tcp_user_timeout",
}  # fmt: skip
_LIBPQ = frozenset(
    {"host", "hostaddr", "port", "dbname", "user", "password", "passfile", "require_auth", "client_encoding",
     "options", "application_name", "fallback_application_name", "sslcert", "sslkey", "sslpassword", "sslcertmode",
     "sslrootcert", "sslcrl", "sslcrldir", "sslsni", "sslcompression", "sslnegotiation", "requirepeer",
     "ssl_min_protocol_version", "ssl_max_protocol_version", "krbsrvname", "gsslib", "gssdelegation", "service"}
    | _LIBPQ_WORDS.keys() | _LIBPQ_NUMBERS
)  # fmt: skip
"""What PostgreSQL's client takes after the question mark of an address."""


DataKeys = tuple[tuple[str, bytes], ...]
"""Ids with 32 bytes each; the first one encrypts."""


class ConfigError(Exception):
    """A setting that is missing, malformed or too weak; the message names the variable."""


def entropy_bits(secret: str) -> float:
    """Shannon entropy of a text in bits, taken over its own characters."""
    total = len(secret)
    return -sum(n * math.log2(n / total) for n in Counter(secret).values()) if total else 0.0


def _secret(name: str, value: str) -> str:
    """The value, or ConfigError when it is short, well known or too regular to be random."""
    if not value:
        raise ConfigError(f"{name} is not set: run `python -m app.keys` once, or set 32 random bytes.")
    if len(value.encode()) < 32 or value.lower() in _KNOWN_SECRETS or entropy_bits(value) < 100:
        raise ConfigError(f"{name} is too weak: it needs at least 32 random bytes; `python -m app.keys` makes one.")
    return value


def _secrets(name: str, value: str) -> tuple[str, ...]:
    """Comma-separated secrets, each as strong as the one they stand in for."""
    return tuple(_secret(name, part.strip()) for part in value.split(",") if part.strip())


def _read_number(name: str, value: str, low: int, high: int) -> int:
    """A whole number within bounds, or ConfigError naming the variable."""
    try:
        number = int(value)
    except ValueError:
        raise ConfigError(f"{name}={value!r} is not a whole number.") from None
    if not low <= number <= high:
        raise ConfigError(f"{name}={number} is outside {low} to {high}.")
    return number


def _read_choice(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words, or ConfigError listing them."""
    if value not in allowed:
        raise ConfigError(f"{name}={value!r} is none of {', '.join(allowed)}.")
    return value


def _read_list(name: str, value: str, fits: Callable[[str], object], kind: str) -> tuple[str, ...]:
    """Comma-separated entries that all fit, or ConfigError naming the one that does not."""
    entries = tuple(part.strip() for part in value.split(",") if part.strip())
    for entry in entries:
        try:
            good = fits(entry)
        except ValueError:
            good = False
        if not good:
            raise ConfigError(f"{name} has an entry that is no {kind}: {entry!r}.")
    return entries


def _matching(name: str, value: str, pattern: str, kind: str) -> str:
    """A text of a pattern, or ConfigError saying what it should be."""
    if not re.fullmatch(pattern, value):
        raise ConfigError(f"{name}={value!r} is no {kind}.")
    return value


def _public_url(name: str, value: str) -> str:
    """The address visitors use, or ConfigError."""
    value = _matching(name, value.rstrip("/"), rf"https?://{HOST}(:\d{{1,5}})?", "address")
    with _as_config_error(f"{name}={value!r} is no address."):
        _ = urlsplit(value).port
    return value


def _redis(name: str, value: str, schemes: tuple[str, ...]) -> str:
    """The address of Redis, or ConfigError; its value may hold a password, so it is not repeated."""
    problem = f"{name} is none of {', '.join(f'{scheme}://…' for scheme in schemes)} with host, port and number."
    with _as_config_error(problem):
        parts = urlsplit(value)
        is_good = parts.scheme in schemes and bool(parts.netloc or parts.path.strip("/")) and parts.port != 0
        is_good = is_good and (parts.scheme == "unix" or re.fullmatch(r"(/\d*)?", parts.path) is not None)
        if not is_good:
            raise ValueError
    return value


@contextmanager
def _as_config_error(problem: str) -> Iterator[None]:
    """Report a value that cannot be parsed by one line."""
    try:
        yield
    except ValueError:
        raise ConfigError(problem) from None


def _api_url(name: str, value: str) -> str:
    """The address of a provider's API without a slash at its end, or ConfigError."""
    return _matching(name, value, r"https?://[^\s?#]+", "http or https address").rstrip("/")


def _token(name: str, value: str) -> str:
    """A token too long to be guessed, or ConfigError."""
    if len(value) < MIN_TOKEN:
        raise ConfigError(f"{name} is too weak: it needs at least {MIN_TOKEN} characters.")
    return value


def _hosts(name: str, value: str) -> tuple[str, ...]:
    """Names of hosts in small letters, or ConfigError."""
    return _read_list(name, value.lower(), partial(re.fullmatch, HOST), "host name")


def _host(name: str, value: str) -> str:
    """A name or an address to listen at, or ConfigError."""
    _matching(name, value, rf"{HOST}|[0-9A-Fa-f:.]+", "host")
    try:
        return str(IPv6Address(value)) if ":" in value else value
    except ValueError:
        raise ConfigError(f"{name}={value!r} is no host.") from None


def _folder(name: str, value: str) -> Path:
    """A folder that is there or can be made, or ConfigError."""
    folder = Path(value).absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # One made by other means, or before this was so; a mount that belongs to another is left as it is.
        with suppress(PermissionError):
            folder.chmod(0o700)
    except OSError as error:
        raise ConfigError(f"{name}={value!r} is no folder that can be used: {error.strerror}.") from None
    return folder


def _socket(name: str, path: str) -> str:
    """The path of a socket that can be made, or ConfigError."""
    if len(path.encode()) > MAX_SOCKET:
        raise ConfigError(f"{name} is too long: a socket's path has at most {MAX_SOCKET} bytes.")
    if not Path(path).parent.is_dir():
        raise ConfigError(f"{name}={path!r} is in no folder that exists.")
    return path


def database_address(name: str, url: str) -> str:
    """The database's address as SQLAlchemy takes it, or ConfigError."""
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.split("://", 1)[1]
    # Not read by SQLAlchemy: the process that starts the others would hold all of it in memory for this.
    try:
        parts = urlsplit(url)
        good = parts.scheme == "postgresql+psycopg" or (parts.scheme == "sqlite" and parts.path != "")
        good = good and url.startswith(f"{parts.scheme}://") and parts.port != 0
    except ValueError:
        good = False
    if not good:
        # Its value may hold a password, so it is not repeated.
        raise ConfigError(f"{name} is neither sqlite:///… nor postgresql://…")
    known = _LIBPQ if parts.scheme != "sqlite" else frozenset[str]()
    for parameter, text in parse_qsl(parts.query, keep_blank_values=True):
        if parameter not in known:
            raise ConfigError(f"{name} has a parameter that its database does not know: {parameter!r}.")
        if parameter in _LIBPQ_WORDS and text not in _LIBPQ_WORDS[parameter]:
            raise ConfigError(f"{name}: {parameter} is one of {', '.join(_LIBPQ_WORDS[parameter])}.")
        if parameter in _LIBPQ_NUMBERS and not text.isdecimal():
            raise ConfigError(f"{name}: {parameter} is no whole number.")
    return url


def _smtp(name: str, value: str) -> str:
    """The address of a mail server, or ConfigError; its value may hold a password, so it is not repeated."""
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
        good = good and parts.query in ("", "starttls=required", "starttls=never") and parts.path in ("", "/")
    except ValueError:
        good = False
    if not good:
        raise ConfigError(
            f"{name} is neither smtp://[user:password@]host[:port][?starttls=required|never] nor smtps://…"
        )
    return value


def _sender(name: str, value: str) -> str:
    """The address that mails come from, or ConfigError."""
    return _matching(name, value, r"(?:[^<>\r\n]+ <)?[^@\s<>]+@[^@\s<>]+>?", "mail address")


def _same_database(url: str, other: str) -> bool:
    """Whether two addresses differ in who connects alone."""
    first, second = urlsplit(url), urlsplit(other)
    return (first.scheme, first.path) == (second.scheme, second.path)


def _keys(name: str, value: str) -> DataKeys:
    """`id:base64,…` as (id, 32 bytes) pairs, the first being the one that encrypts."""
    keys: list[tuple[str, bytes]] = []
    for part in filter(None, (p.strip() for p in value.split(","))):
        key_id, _, encoded = part.partition(":")
        try:
            raw = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise ConfigError(f"{name} has a key that is not base64: {key_id!r}.") from None
        if not (key_id.isalnum() and key_id.isascii()) or len(raw) != 32:
            raise ConfigError(f"{name} needs entries id:base64 of 32 bytes each; {key_id!r} is not one.")
        if key_id in dict(keys):
            raise ConfigError(f"{name} has two keys of the id {key_id!r}.")
        keys.append((key_id, raw))
    if not keys:
        raise ConfigError(f"{name} is not set: run `python -m app.keys` once.")
    return tuple(keys)


def _setting(read: Callable[[str, str], Any], default: Any = "", *, is_secret: bool = False) -> Any:
    """Declare a field that is read from the variable of its name where that is set; what is secret is not printed."""
    return field(default=default, metadata={"read": read}, repr=not is_secret)


def _number(default: int, low: int, high: int) -> Any:
    return _setting(partial(_read_number, low=low, high=high), default)


def _choice(default: str, *others: str) -> Any:
    return _setting(partial(_read_choice, allowed=(default, *others)), default)


def _text(pattern: str, kind: str, default: str = "") -> Any:
    return _setting(partial(_matching, pattern=pattern, kind=kind), default)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the application may be distinguished from outside; what is no `_setting` depends on others."""

    app_env: str = _choice("development", "production", "testing")
    host: str = _setting(_host, "127.0.0.1")
    port: int = _number(8000, 1, 65535)
    public_url: str = _setting(_public_url)
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = _setting(partial(_read_list, fits=ip_network, kind="address"), ())
    database_url: str = ""
    database_owner_url: str = ""
    redis_url: str = _setting(partial(_redis, schemes=("redis", "rediss", "unix")))
    celery_broker_url: str = _setting(partial(_redis, schemes=("redis", "rediss")), is_secret=True)
    """Where jobs are handed to the workers of several machines; empty: each machine's own runner does them."""
    job_threads: int = _number(2, 0, 8)
    """Jobs that one machine's runner does at a time."""
    smtp_url: str = _setting(_smtp, is_secret=True)
    """Where mail is handed over; empty writes it to `instance/outbox`."""
    mail_from: str = ""
    mail_undo_seconds: int = _number(10, 1, 60)
    """How long the writer of a mail can undo its sending."""
    sqlite_sync: str = _choice("NORMAL", "FULL")
    secret_key: str = field(default="", repr=False)
    secret_key_fallbacks: tuple[str, ...] = _setting(_secrets, (), is_secret=True)
    data_keys: DataKeys = field(default=(), repr=False)
    registration: str = _choice("open", "closed")
    site_workspace: str = _text(r"[a-z0-9][a-z0-9-]{0,59}", "slug", "demo")
    security_contact: str = _text(CONTACT, "mailto: or https: address")
    feedback: str = _text(CONTACT, "mailto: or https: address")
    ssr_socket: str = ""
    ssr_workers: int = _number(2, 0, 16)
    ssr_timeout_ms: int = _number(800, 50, 10_000)
    understanding: str = _choice("process", "inside")
    """Where models answer: in a process of their own, or `inside` of each that asks."""
    understanding_socket: str = ""
    web_concurrency: int = _number(2, 1, 64)
    web_threads: int = _number(8, 1, 64)
    log_format: str = _choice("text", "json")
    person_per_minute: int = _number(600, 0, MOST)
    """Requests one person may make; 0 for any number."""
    program_per_minute: int = _number(300, 0, MOST)
    """Requests per minute by one program's token; 0 for no limit."""
    address_per_minute: int = _number(3000, 0, MOST)
    """Requests that may come from one address; 0 for any number."""
    reports_per_minute: int = _number(100, 0, MOST)
    """Dashboards and files of theirs one person may ask the API for; 0 for any number."""
    searches_per_minute: int = _number(100, 0, MOST)
    """Searches of one person; 0 for any number."""
    uploads_per_hour: int = _number(60, 0, MOST)
    """Files one person may send; 0 for any number."""
    webhook_megabytes_per_day: int = _number(100, 0, MOST)
    """Megabytes of genuine requests that are stored of one messaging account a day; 0 for any number."""
    outgoing_hosts: tuple[str, ...] = _setting(_hosts, ())
    """Hosts that bots may call although their addresses are private."""
    graph_api_url: str = _setting(_api_url, "https://graph.facebook.com")
    """Where WhatsApp, Messenger and Instagram are called."""
    telegram_api_url: str = _setting(_api_url, "https://api.telegram.org")
    slack_api_url: str = _setting(_api_url, "https://slack.com/api")
    twilio_api_url: str = _setting(_api_url, "https://api.twilio.com")
    metrics_token: str = _setting(_token, is_secret=True)
    instance: Path = ROOT / "instance"

    @property
    def address(self) -> str:
        """Where the web server listens, as addresses have it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def secrets_file(self) -> Path:
        """Where `python -m app.keys` keeps the installation's keys."""
        return self.instance / "secrets.env"

    @property
    def model_files(self) -> Path:
        """Where the models of bots lie that are in use on this machine; the database has them all."""
        return self.instance / "models"

    @property
    def renderer_sockets(self) -> list[str]:
        """The sockets of the configured render workers: the first has the given name, more are numbered."""
        path = Path(self.ssr_socket)
        more = [str(path.with_name(f"{path.stem}-{n}{path.suffix}")) for n in range(1, self.ssr_workers)]
        return [str(path), *more] if self.ssr_workers else []

    @property
    def base_url(self) -> str:
        """What links in mails begin with: the address visitors use, as far as it is known."""
        return self.public_url or f"http://{self.address}"

    @property
    def signing_keys(self) -> tuple[str, ...]:
        """What signatures are checked by: the key that signs, then those that have signed before."""
        return (self.secret_key, *self.secret_key_fallbacks)

    @property
    def production(self) -> bool:
        """Whether demonstration data and relaxed cookies are out of the question."""
        return self.app_env == "production"

    @property
    def https(self) -> bool:
        """Whether visitors reach us over https, which decides cookie names and HSTS."""
        return self.public_url.startswith("https://")


def read_data_keys(path: Path) -> DataKeys:
    """The data keys a secrets file holds; none when there is no such file, ConfigError when they are malformed."""
    value = dotenv_values(path).get("DATA_KEYS")
    return _keys("DATA_KEYS", value) if value else ()


def data_keys_from_outside() -> bool:
    """Whether the data keys are set in the process's environment or in `.env`, which stand above the secrets file."""
    return any(source.get(name) for source in (os.environ, dotenv_values(ROOT / ".env")) for name in _DATA_KEYS)


def environment(instance: Path | None = None) -> dict[str, str]:
    """The process's variables over `.env` over the generated keys of `instance/secrets.env`."""
    folder = Path(os.environ.get("INSTANCE", str(instance or ROOT / "instance")))
    merged: dict[str, str] = {}
    for source in (folder / "secrets.env", ROOT / ".env"):
        merged.update({k: v for k, v in dotenv_values(source).items() if v is not None})
    return merged | dict(os.environ) | {"INSTANCE": str(folder)}


def load_settings(env: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment; raises ConfigError with one line naming what is wrong."""
    source = environment() if env is None else env

    def get(name: str, default: str = "") -> str:
        path = source.get(f"{name}_FILE")
        if path:
            try:
                return Path(path).read_text().strip()
            except OSError:
                raise ConfigError(f"{name}_FILE={path!r} cannot be read.") from None
        return source.get(name, default).strip() or default

    values: dict[str, Any] = {}
    for setting in fields(Settings):
        name = setting.name.upper()
        if "read" in setting.metadata and (text := get(name)):
            values[setting.name] = setting.metadata["read"](name, text)
    settings = Settings(
        **values,
        instance=_folder("INSTANCE", get("INSTANCE", str(ROOT / "instance"))),
        secret_key=_secret("SECRET_KEY", get("SECRET_KEY")),
        data_keys=_keys("DATA_KEYS", get("DATA_KEYS")),
    )
    if settings.production and not settings.public_url:
        raise ConfigError("PUBLIC_URL is not set: links in mails and cookies depend on it in production.")
    # Anyone who has said what the site is called takes no other name for it.
    hostname = urlsplit(settings.public_url).hostname or ""
    hosts = partial(re.fullmatch, rf"\.?{HOST}")
    database_url = database_address("DATABASE_URL", get("DATABASE_URL", f"sqlite:///{settings.instance / 'parley.db'}"))
    owner_url = database_address("DATABASE_OWNER_URL", get("DATABASE_OWNER_URL", database_url))
    if not _same_database(database_url, owner_url):
        raise ConfigError("DATABASE_OWNER_URL names another database than DATABASE_URL.")
    ssr_socket = _socket("SSR_SOCKET", get("SSR_SOCKET", str(settings.instance / "ssr.sock")))
    beside = str(Path(ssr_socket).with_name("nlu.sock"))
    return replace(
        settings,
        trusted_hosts=_read_list("TRUSTED_HOSTS", get("TRUSTED_HOSTS", hostname), hosts, "host name"),
        database_url=database_url,
        database_owner_url=owner_url,
        mail_from=_sender("MAIL_FROM", get("MAIL_FROM", f"Parley <no-reply@{hostname or 'localhost'}>")),
        ssr_socket=ssr_socket,
        understanding_socket=_socket("UNDERSTANDING_SOCKET", get("UNDERSTANDING_SOCKET", beside)),
    )


def settings_or_exit() -> Settings:
    """The settings, or one line on standard error and the exit status of a wrong configuration."""
    try:
        return load_settings()
    except ConfigError as error:
        print(f"parley: {error}", file=sys.stderr)  # noqa: T201 - there is no logger before there are settings
        raise SystemExit(EXIT_CONFIG) from None
