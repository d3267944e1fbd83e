"""`flask config check|show`: the settings as they are understood, and names in `.env` that are none."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

import click
from dotenv import dotenv_values
from flask import current_app

from app.config import ROOT, Settings
from app.core.printing import JSON, as_json_option, print_answer

HIDDEN = "••••"
_SECRETS = {"SECRET_KEY", "SECRET_KEY_FALLBACKS", "METRICS_TOKEN"}
_PASSWORD = re.compile(r"([?&][a-z]*password=)[^&]*")


@click.group()
def config() -> None:
    """The settings of the installation."""


@config.command()
@as_json_option
def check(as_json: bool) -> None:
    """Check the settings; exit 78 and one line where one is wrong, exit 1 where a name in `.env` is misspelt."""
    meant = dict(_misspelt(dotenv_values(ROOT / ".env")))
    lines = [f"{name} in .env is no setting: {other} is meant." for name, other in meant.items()]
    print_answer(as_json, {"good": not meant, "misspelt": meant}, lines or ["The settings are good."])
    if meant:
        raise SystemExit(1)


@config.command()
@as_json_option
def show(as_json: bool) -> None:
    """Print each setting, where it comes from, and no secret."""
    settings: Settings = current_app.config["SETTINGS"]
    sources = _sources(settings)
    rows = {
        name: {"value": value, "from": next((place for place, names in sources if _names(name) & names), "default")}
        for name, value in sorted(_values(settings))
    }
    width = max(map(len, rows))
    lines = []
    for name, row in rows.items():
        value = ", ".join(row["value"]) if isinstance(row["value"], list) else row["value"]
        lines.append(f"{name:{width}}  {value or '–'}  ({row['from']})")
    print_answer(as_json, rows, lines)


def _misspelt(env: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names that are no settings but look like one, with that one."""
    known = {row.name.upper() for row in fields(Settings)}
    for name in env:
        setting = name.removesuffix("_FILE")
        if setting not in known and (close := get_close_matches(setting, known, 1, 0.85)):
            yield name, close[0] + name.removeprefix(setting)


def _sources(settings: Settings) -> list[tuple[str, set[str]]]:
    """Return which names each place sets, the first of which counts."""
    files = (("environment", os.environ), (".env", dotenv_values(ROOT / ".env")))
    return [(place, {name for name, text in values.items() if text}) for place, values in files] + [
        ("secrets.env", set(dotenv_values(settings.secrets_file)))
    ]


def _names(name: str) -> set[str]:
    """Return the variables that a setting is read from."""
    return {name, f"{name}_FILE"}


def _values(settings: Settings) -> Iterator[tuple[str, JSON]]:
    """Yield each setting's variable and value, without secrets."""
    for row in fields(settings):
        name = row.name.upper()
        yield name, _redact(name, getattr(settings, row.name))


def _redact(name: str, value: Any) -> JSON:
    """Return a value that anyone may read."""
    if name == "DATA_KEYS":
        return [key_id for key_id, _ in value]
    if name in _SECRETS:
        return HIDDEN if value else ""
    if name.endswith("_URL"):
        password = urlsplit(value).password
        text = value.replace(f":{password}@", f":{HIDDEN}@", 1) if password else value
        return _PASSWORD.sub(rf"\1{HIDDEN}", text)
    return list(value) if isinstance(value, tuple) else value if isinstance(value, int) else str(value)
