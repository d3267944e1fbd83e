"""Settings: read from the environment once, typed, frozen; a wrong or weak one stops the start."""

import base64
import binascii
import math
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

ROOT = Path(__file__).resolve().parent.parent
EXIT_CONFIG = 78  # EX_CONFIG of sysexits.h
_KNOWN_SECRETS = {"dev", "secret", "changeme", "change-me", "please-change-me", "your-secret-key"}


class ConfigError(Exception):
    """A setting that is missing, malformed or too weak; the message names the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the application may be told from outside."""

    app_env: str = "development"
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: str = ""
    database_url: str = ""
    redis_url: str = ""
    sqlite_sync: str = "NORMAL"
    secret_key: str = field(default="", repr=False)
    data_keys: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    registration_open: bool = True
    site_workspace: str = "demo"
    ssr_socket: str = ""
    ssr_workers: int = 2
    ssr_timeout_ms: int = 800
    web_concurrency: int = 2
    web_threads: int = 8
    log_format: str = "text"
    metrics_token: str = field(default="", repr=False)
    instance: Path = ROOT / "instance"

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


def _keys(name: str, value: str) -> tuple[tuple[str, bytes], ...]:
    """`id:base64,…` as (id, 32 bytes) pairs, the first being the one that encrypts."""
    keys = []
    for part in filter(None, (p.strip() for p in value.split(","))):
        key_id, _, encoded = part.partition(":")
        try:
            raw = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise ConfigError(f"{name} has a key that is not base64: {key_id!r}.") from None
        if not key_id.isalnum() or len(raw) != 32:
            raise ConfigError(f"{name} needs entries id:base64 of 32 bytes each; {key_id!r} is not one.")
        keys.append((key_id, raw))
    if not keys:
        raise ConfigError(f"{name} is not set: run `python -m app.keys` once.")
    return tuple(keys)


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

    instance = Path(get("INSTANCE", str(ROOT / "instance"))).absolute()
    database_url = get("DATABASE_URL", f"sqlite:///{instance / 'parley.db'}")
    if database_url.startswith(("postgres://", "postgresql://")):
        database_url = "postgresql+psycopg://" + database_url.split("://", 1)[1]
    if not database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ConfigError("DATABASE_URL is neither sqlite:///… nor postgresql://…")
    public_url = get("PUBLIC_URL").rstrip("/")
    if public_url and not public_url.startswith(("http://", "https://")):
        raise ConfigError("PUBLIC_URL does not begin with http:// or https://.")
    app_env = _choice("APP_ENV", get("APP_ENV", "development"), ("development", "production", "testing"))
    if app_env == "production" and not public_url:
        raise ConfigError("PUBLIC_URL is not set: links in mails and cookies depend on it in production.")
    return Settings(
        app_env=app_env,
        host=get("HOST", "127.0.0.1"),
        port=_number("PORT", get("PORT", "8000"), 1, 65535),
        public_url=public_url,
        trusted_hosts=tuple(h.strip() for h in get("TRUSTED_HOSTS").split(",") if h.strip()),
        trusted_proxies=get("TRUSTED_PROXIES"),
        database_url=database_url,
        redis_url=get("REDIS_URL"),
        sqlite_sync=_choice("SQLITE_SYNC", get("SQLITE_SYNC", "NORMAL"), ("NORMAL", "FULL")),
        secret_key=_secret("SECRET_KEY", get("SECRET_KEY")),
        data_keys=_keys("DATA_KEYS", get("DATA_KEYS")),
        registration_open=_choice("REGISTRATION", get("REGISTRATION", "open"), ("open", "closed")) == "open",
        site_workspace=get("SITE_WORKSPACE", "demo"),
        ssr_socket=get("SSR_SOCKET", str(instance / "ssr.sock")),
        ssr_workers=_number("SSR_WORKERS", get("SSR_WORKERS", "2"), 0, 16),
        ssr_timeout_ms=_number("SSR_TIMEOUT_MS", get("SSR_TIMEOUT_MS", "800"), 50, 10_000),
        web_concurrency=_number("WEB_CONCURRENCY", get("WEB_CONCURRENCY", "2"), 1, 64),
        web_threads=_number("WEB_THREADS", get("WEB_THREADS", "8"), 1, 64),
        log_format=_choice("LOG_FORMAT", get("LOG_FORMAT", "text"), ("text", "json")),
        metrics_token=get("METRICS_TOKEN"),
        instance=instance,
    )
