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
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv6Address, ip_network
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from dotenv import dotenv_values

ROOT = Path(__file__).resolve().parent.parent
EXIT_CONFIG = 78  # EX_CONFIG of sysexits.h
HOST = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?"
MIN_TOKEN = 20
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


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the application may be distinguished from outside."""

    app_env: str = "development"
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: str = ""
    database_url: str = ""
    database_owner_url: str = ""
    redis_url: str = ""
    celery_broker_url: str = field(default="", repr=False)
    """Where jobs are handed to the workers of several machines; empty: each machine's own runner does them."""
    job_threads: int = 2
    """Jobs that one machine's runner does at a time."""
    smtp_url: str = field(default="", repr=False)
    """Where mail is handed over; empty writes it to `instance/outbox`."""
    mail_from: str = ""
    mail_undo_seconds: int = 10
    """How long the writer of a mail can undo its sending."""
    sqlite_sync: str = "NORMAL"
    secret_key: str = field(default="", repr=False)
    secret_key_fallbacks: tuple[str, ...] = field(default=(), repr=False)
    data_keys: DataKeys = field(default=(), repr=False)
    registration_open: bool = True
    site_workspace: str = "demo"
    security_contact: str = ""
    feedback: str = ""
    ssr_socket: str = ""
    ssr_workers: int = 2
    ssr_timeout_ms: int = 800
    understanding: str = "process"
    """Where models answer: in a process of their own, or `inside` of each that asks."""
    understanding_socket: str = ""
    web_concurrency: int = 2
    web_threads: int = 8
    log_format: str = "text"
    person_per_minute: int = 600
    """Requests one person may make; 0 for any number."""
    program_per_minute: int = 300
    """Requests per minute by one program's token; 0 for no limit."""
    address_per_minute: int = 3000
    """Requests that may come from one address; 0 for any number."""
    reports_per_minute: int = 100
    """Dashboards and files of theirs one person may ask the API for; 0 for any number."""
    searches_per_minute: int = 100
    """Searches of one person; 0 for any number."""
    uploads_per_hour: int = 60
    """Files one person may send; 0 for any number."""
    webhook_megabytes_per_day: int = 100
    """Megabytes of genuine requests that are stored of one messaging account a day; 0 for any number."""
    outgoing_hosts: tuple[str, ...] = ()
    """Hosts that bots may call although their addresses are private."""
    graph_api_url: str = "https://graph.facebook.com"
    """Where WhatsApp, Messenger and Instagram are called."""
    telegram_api_url: str = "https://api.telegram.org"
    slack_api_url: str = "https://slack.com/api"
    twilio_api_url: str = "https://api.twilio.com"
    metrics_token: str = field(default="", repr=False)
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


def _number(name: str, value: str, low: int, high: int) -> int:
    """A whole number within bounds, or ConfigError naming the variable."""
    try:
        number = int(value)
    except ValueError:
        raise ConfigError(f"{name}={value!r} is not a whole number.") from None
    if not low <= number <= high:
        raise ConfigError(f"{name}={number} is outside {low} to {high}.")
    return number


def _choice(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words, or ConfigError listing them."""
    if value not in allowed:
        raise ConfigError(f"{name}={value!r} is none of {', '.join(allowed)}.")
    return value


def _parse_list(name: str, value: str, fits: Callable[[str], object], kind: str) -> tuple[str, ...]:
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
    if value and not re.fullmatch(pattern, value):
        raise ConfigError(f"{name}={value!r} is no {kind}.")
    return value


def _public_url(value: str) -> str:
    """The address visitors use, or ConfigError."""
    _matching("PUBLIC_URL", value, rf"https?://{HOST}(:\d{{1,5}})?", "address")
    with _as_config_error(f"PUBLIC_URL={value!r} is no address."):
        _ = urlsplit(value).port
    return value


def _redis(name: str, value: str, schemes: tuple[str, ...]) -> str:
    """The address of Redis, or ConfigError; its value may hold a password, so it is not repeated."""
    problem = f"{name} is none of {', '.join(f'{scheme}://…' for scheme in schemes)} with host, port and number."
    with _as_config_error(problem):
        parts = urlsplit(value)
        is_good = parts.scheme in schemes and bool(parts.netloc or parts.path.strip("/")) and parts.port != 0
        is_good = is_good and (parts.scheme == "unix" or re.fullmatch(r"(/\d*)?", parts.path) is not None)
        if value and not is_good:
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
    if not value:
        return ""
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


def _sender(value: str, public_url: str) -> str:
    """The address that mails come from, or ConfigError; by default one at the name visitors use."""
    value = value or f"Parley <no-reply@{urlsplit(public_url).hostname or 'localhost'}>"
    return _matching("MAIL_FROM", value, r"(?:[^<>\r\n]+ <)?[^@\s<>]+@[^@\s<>]+>?", "mail address")


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

    instance = _folder("INSTANCE", get("INSTANCE", str(ROOT / "instance")))
    public_url = _public_url(get("PUBLIC_URL").rstrip("/"))
    app_env = _choice("APP_ENV", get("APP_ENV", "development"), ("development", "production", "testing"))
    if app_env == "production" and not public_url:
        raise ConfigError("PUBLIC_URL is not set: links in mails and cookies depend on it in production.")
    metrics_token = get("METRICS_TOKEN")
    if metrics_token and len(metrics_token) < MIN_TOKEN:
        raise ConfigError(f"METRICS_TOKEN is too weak: it needs at least {MIN_TOKEN} characters.")
    database_url = database_address("DATABASE_URL", get("DATABASE_URL", f"sqlite:///{instance / 'parley.db'}"))
    owner_url = database_address("DATABASE_OWNER_URL", get("DATABASE_OWNER_URL", database_url))
    if not _same_database(database_url, owner_url):
        raise ConfigError("DATABASE_OWNER_URL names another database than DATABASE_URL.")
    ssr_socket = _socket("SSR_SOCKET", get("SSR_SOCKET", str(instance / "ssr.sock")))
    beside = str(Path(ssr_socket).with_name("nlu.sock"))
    understanding_socket = _socket("UNDERSTANDING_SOCKET", get("UNDERSTANDING_SOCKET", beside))
    return Settings(
        app_env=app_env,
        host=_host("HOST", get("HOST", "127.0.0.1")),
        port=_number("PORT", get("PORT", "8000"), 1, 65535),
        public_url=public_url,
        trusted_hosts=_parse_list(
            "TRUSTED_HOSTS",
            # Anyone who has said what the site is called takes no other name for it.
            get("TRUSTED_HOSTS", urlsplit(public_url).hostname or ""),
            partial(re.fullmatch, rf"\.?{HOST}"),
            "host name",
        ),
        trusted_proxies=",".join(_parse_list("TRUSTED_PROXIES", get("TRUSTED_PROXIES"), ip_network, "address")),
        outgoing_hosts=tuple(
            host.lower()
            for host in _parse_list("OUTGOING_HOSTS", get("OUTGOING_HOSTS"), partial(re.fullmatch, HOST), "host name")
        ),
        database_url=database_url,
        database_owner_url=owner_url,
        redis_url=_redis("REDIS_URL", get("REDIS_URL"), ("redis", "rediss", "unix")),
        celery_broker_url=_redis("CELERY_BROKER_URL", get("CELERY_BROKER_URL"), ("redis", "rediss")),
        job_threads=_number("JOB_THREADS", get("JOB_THREADS", "2"), 0, 8),
        smtp_url=_smtp("SMTP_URL", get("SMTP_URL")),
        mail_from=_sender(get("MAIL_FROM"), public_url),
        mail_undo_seconds=_number("MAIL_UNDO_SECONDS", get("MAIL_UNDO_SECONDS", "10"), 1, 60),
        sqlite_sync=_choice("SQLITE_SYNC", get("SQLITE_SYNC", "NORMAL"), ("NORMAL", "FULL")),
        secret_key=_secret("SECRET_KEY", get("SECRET_KEY")),
        secret_key_fallbacks=_secrets("SECRET_KEY_FALLBACKS", get("SECRET_KEY_FALLBACKS")),
        data_keys=_keys("DATA_KEYS", get("DATA_KEYS")),
        registration_open=_choice("REGISTRATION", get("REGISTRATION", "open"), ("open", "closed")) == "open",
        site_workspace=_matching("SITE_WORKSPACE", get("SITE_WORKSPACE", "demo"), r"[a-z0-9][a-z0-9-]{0,59}", "slug"),
        security_contact=_matching(
            "SECURITY_CONTACT",
            get("SECURITY_CONTACT"),
            r"mailto:[^@\s]+@[^@\s]+|https://[^\s]+",
            "mailto: or https: address",
        ),
        feedback=_matching(
            "FEEDBACK",
            get("FEEDBACK"),
            r"mailto:[^@\s]+@[^@\s]+|https://[^\s]+",
            "mailto: or https: address",
        ),
        ssr_socket=ssr_socket,
        ssr_workers=_number("SSR_WORKERS", get("SSR_WORKERS", "2"), 0, 16),
        ssr_timeout_ms=_number("SSR_TIMEOUT_MS", get("SSR_TIMEOUT_MS", "800"), 50, 10_000),
        understanding=_choice("UNDERSTANDING", get("UNDERSTANDING", "process"), ("process", "inside")),
        understanding_socket=understanding_socket,
        web_concurrency=_number("WEB_CONCURRENCY", get("WEB_CONCURRENCY", "2"), 1, 64),
        web_threads=_number("WEB_THREADS", get("WEB_THREADS", "8"), 1, 64),
        person_per_minute=_number("PERSON_PER_MINUTE", get("PERSON_PER_MINUTE", "600"), 0, 1_000_000),
        address_per_minute=_number("ADDRESS_PER_MINUTE", get("ADDRESS_PER_MINUTE", "3000"), 0, 1_000_000),
        reports_per_minute=_number("REPORTS_PER_MINUTE", get("REPORTS_PER_MINUTE", "100"), 0, 1_000_000),
        program_per_minute=_number("PROGRAM_PER_MINUTE", get("PROGRAM_PER_MINUTE", "300"), 0, 1_000_000),
        searches_per_minute=_number("SEARCHES_PER_MINUTE", get("SEARCHES_PER_MINUTE", "100"), 0, 1_000_000),
        uploads_per_hour=_number("UPLOADS_PER_HOUR", get("UPLOADS_PER_HOUR", "60"), 0, 1_000_000),
        webhook_megabytes_per_day=_number(
            "WEBHOOK_MEGABYTES_PER_DAY", get("WEBHOOK_MEGABYTES_PER_DAY", "100"), 0, 1_000_000
        ),
        graph_api_url=_api_url("GRAPH_API_URL", get("GRAPH_API_URL", "https://graph.facebook.com")),
        telegram_api_url=_api_url("TELEGRAM_API_URL", get("TELEGRAM_API_URL", "https://api.telegram.org")),
        slack_api_url=_api_url("SLACK_API_URL", get("SLACK_API_URL", "https://slack.com/api")),
        twilio_api_url=_api_url("TWILIO_API_URL", get("TWILIO_API_URL", "https://api.twilio.com")),
        log_format=_choice("LOG_FORMAT", get("LOG_FORMAT", "text"), ("text", "json")),
        metrics_token=metrics_token,
        instance=instance,
    )


def settings_or_exit() -> Settings:
    """The settings, or one line on standard error and the exit status of a wrong configuration."""
    try:
        return load_settings()
    except ConfigError as error:
        print(f"parley: {error}", file=sys.stderr)  # noqa: T201 - there is no logger before there are settings
        raise SystemExit(EXIT_CONFIG) from None
