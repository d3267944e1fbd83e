"""Settings: all of them written down, and none that is wrong or weak lets the installation start."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from dotenv import dotenv_values

from app.config import EXIT_CONFIG, ROOT, ConfigError, Settings, load_settings
from tests.factories.settings import DATA_KEY, VALID_SETTINGS

WRONG: dict[str, list[str]] = {
    "APP_ENV": ["prod", "Production"],
    "HOST": ["not a host", "http://127.0.0.1", "-x", ":::", "::1::", "1:2", "[::1]", "a:b"],
    "PORT": ["http", "0", "65536", "80.5", "-1"],
    "PUBLIC_URL": [
        "parley.example.com",
        "ftp://parley.example.com",
        "https://",
        "https://a.example/path",
        "https://a b",
        "https://a.example:99999",
    ],
    "TRUSTED_HOSTS": ["https://a.example", "a.example,b example", "a.example/x", "*"],
    "TRUSTED_PROXIES": ["proxy.example", "10.0.0.1,nonsense", "*", "10.0.0.1/99"],
    "GRAPH_API_URL": ["graph.example", "ftp://graph.example", "https://a b"],
    "TELEGRAM_API_URL": ["telegram.example"],
    "SLACK_API_URL": ["slack.example", "https://slack.example?x=1"],
    "TWILIO_API_URL": ["twilio.example"],
    "OUTGOING_HOSTS": ["https://a.example", "a.example,b example", "*"],
    "DATABASE_URL": [
        "mysql://root@localhost/x",
        "parley.db",
        "sqlite://",
        "postgresql:/x",
        "://",
        "sqlite:////tmp/x.db?mode=ro",
        "postgresql://h/x?sslmod=require",
        "postgresql://h/x?sslmode=requre",
        "postgresql://h/x?connect_timeout=soon",
    ],
    "DATABASE_OWNER_URL": ["mysql://root@localhost/x", "postgresql://localhost/another"],
    "REDIS_URL": [
        "localhost:6379",
        "http://:geheim@localhost",
        "redis://",
        "redis://a:99999/0",
        "redis://a/zero",
        "unix://",
    ],
    "CELERY_BROKER_URL": [
        "localhost:6379",
        "amqp://:geheim@localhost",
        "redis://",
        "redis://a:0/1",
        "redis://a/b",
        "unix:///s",
    ],
    "JOB_THREADS": ["-1", "9", "two"],
    "SMTP_URL": ["mail.example.com", "http://mail.example.com", "smtp://", "smtp://mail.example.com/x"],
    "MAIL_FROM": ["nobody", "a@b\nBcc: c@d", "<>", "a@b@c"],
    "MAIL_UNDO_SECONDS": ["0", "61", "soon"],
    "SQLITE_SYNC": ["OFF", "normal"],
    "SECRET_KEY": ["", "dev", "x" * 20, "a" * 64, "please-change-me", "abcabcabcabcabcabcabcabcabcabcabcabc"],
    "SECRET_KEY_FALLBACKS": ["dev", "x" * 20, DATA_KEY + ",dev", "please-change-me"],
    "DATA_KEYS": [
        "",
        DATA_KEY,
        "k1:short",
        "k1:" + DATA_KEY[:-8],
        f"k1:{DATA_KEY},k2:?",
        "k-1:" + DATA_KEY,
        f"k1:{DATA_KEY},k1:{DATA_KEY}",
    ],
    "REGISTRATION": ["yes", "invite"],
    "SITE_WORKSPACE": ["Demo", "de mo", "../demo", "-demo", "x" * 61],
    "SECURITY_CONTACT": ["security@example.com", "mailto:nobody", "http://example.com", "mailto:a@b\nExpires: 1"],
    "FEEDBACK": ["help@example.com", "http://example.com", "javascript:alert(1)"],
    "SSR_SOCKET": ["/tmp/" + "x" * 120, "/nothing/here/ssr.sock"],
    "SSR_WORKERS": ["-1", "17", "two"],
    "SSR_TIMEOUT_MS": ["49", "10001", "0.8"],
    "UNDERSTANDING": ["off", "Inside"],
    "UNDERSTANDING_SOCKET": ["/tmp/" + "x" * 120, "/nothing/here/nlu.sock"],
    "WEB_CONCURRENCY": ["0", "65", "2x"],
    "WEB_THREADS": ["0", "65", "many"],
    "PERSON_PER_MINUTE": ["-1", "many", "1.5"],
    "ADDRESS_PER_MINUTE": ["-1", "many", "10000000"],
    "REPORTS_PER_MINUTE": ["-1", "many", "1.5"],
    "PROGRAM_PER_MINUTE": ["-1", "few", "1.5"],
    "SEARCHES_PER_MINUTE": ["-1", "few", "1.5"],
    "UPLOADS_PER_HOUR": ["-1", "many", "10000000"],
    "WEBHOOK_MEGABYTES_PER_DAY": ["-1", "1.5", "10000000"],
    "LOG_FORMAT": ["xml", "JSON"],
    "METRICS_TOKEN": ["short", "x" * 19],
    "INSTANCE": ["/dev/null", "/dev/null/instance", "/proc/nothing/here"],
}


class Recorder(Mapping[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values_, self.read_keys = values, set[str]()

    def __getitem__(self, key: str) -> str:
        self.read_keys.add(key)
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A good environment."""
    return VALID_SETTINGS | {"INSTANCE": str(tmp_path)}


def read_names(env: dict[str, str]) -> set[str]:
    """Every variable that the settings are read from."""
    recorder = Recorder(env)
    load_settings(recorder)
    return {name for name in recorder.read_keys if not name.endswith("_FILE")}


def test_every_setting_is_in_the_example_and_the_reverse(env: dict[str, str]) -> None:
    assert read_names(env) == set(dotenv_values(ROOT / ".env.example"))
    assert read_names(env) == {name.upper() for name in Settings.__dataclass_fields__}


def test_the_example_says_the_defaults(env: dict[str, str]) -> None:
    example = {name: value for name, value in dotenv_values(ROOT / ".env.example").items() if value}
    assert load_settings(env | example) == load_settings(env)


def test_every_setting_of_the_example_is_explained() -> None:
    blocks = (ROOT / ".env.example").read_text().strip().split("\n\n")
    assert all(block.startswith("#") for block in blocks)


def test_every_setting_that_can_be_wrong_is_tried(env: dict[str, str]) -> None:
    assert set(WRONG) == read_names(env)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_value_is_refused_in_one_line_that_names_it(env: dict[str, str], name: str, value: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_settings(env | {name: value})
    assert str(refused.value).startswith(name) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "DATA_KEYS", "DATABASE_URL", "METRICS_TOKEN", "REDIS_URL", "CELERY_BROKER_URL", "SMTP_URL"]
)
def test_a_refusal_never_tells_a_secret(env: dict[str, str], name: str) -> None:
    value = {"DATA_KEYS": "k1:hunter2"}.get(name, "mysql://root:hunter2@db/x" if name.endswith("_URL") else "hunter2")
    with pytest.raises(ConfigError) as refused:
        load_settings(env | {name: value})
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1:80"),
        ("host", "host:80"),
        ("::1", "[::1]:80"),
        ("::", "[::]:80"),
        ("0:0::1", "[::1]:80"),
    ],
)
def test_the_web_servers_address_is_one_whatever_the_host(env: dict[str, str], host: str, address: str) -> None:
    assert load_settings(env | {"HOST": host, "PORT": "80"}).address == address


@pytest.mark.parametrize(
    ("public", "hosts", "trusted"),
    [
        ("", "", ()),
        ("https://parley.example", "", ("parley.example",)),
        ("http://parley.example:8443", "", ("parley.example",)),
        ("https://parley.example", "other.example", ("other.example",)),
    ],
)
def test_hosts_are_those_of_the_public_address_unless_named(
    env: dict[str, str], public: str, hosts: str, trusted: tuple[str, ...]
) -> None:
    assert load_settings(env | {"PUBLIC_URL": public, "TRUSTED_HOSTS": hosts}).trusted_hosts == trusted


def test_production_asks_for_its_address(env: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"^PUBLIC_URL"):
        load_settings(env | {"APP_ENV": "production"})
    assert load_settings(env | {"APP_ENV": "production", "PUBLIC_URL": "https://parley.example.com/"}).https


@pytest.mark.parametrize("name", sorted(WRONG))
def test_any_setting_may_come_from_a_file(env: dict[str, str], tmp_path: Path, name: str) -> None:
    path = tmp_path / "value"
    path.write_text(WRONG[name][-1] + "\n")
    with pytest.raises(ConfigError, match=f"^{name}"):
        load_settings(env | {f"{name}_FILE": str(path)})
    with pytest.raises(ConfigError, match=f"^{name}_FILE"):
        load_settings(env | {f"{name}_FILE": str(tmp_path / "missing")})


@pytest.mark.parametrize(
    "command",
    [["flask", "--app", "wsgi", "routes"], ["flask", "--app", "wsgi", "worker"], ["app.processes"],
     ["gunicorn", "-c", "python:app.processes.gunicorn_config", "wsgi:app"]],
    ids=lambda command: f"{command[0]} {command[-1]}",
)  # fmt: skip
@pytest.mark.parametrize(("name", "value"), [("SECRET_KEY", "dev"), ("PORT", "99999")])
def test_attack_01_the_start_stops_with_78(env: dict[str, str], command: list[str], name: str, value: str) -> None:
    bare = {key: value for key, value in os.environ.items() if key not in WRONG}
    ran = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=bare | env | {name: value}, capture_output=True, timeout=60
    )
    lines = ran.stderr.decode().strip().splitlines()
    assert (ran.returncode, len(lines), ran.stdout) == (EXIT_CONFIG, 1, b""), ran.stderr.decode()[-800:]
    assert lines[0].startswith(f"parley: {name}")
