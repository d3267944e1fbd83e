"""The settings on the command line: what is set where, and nothing that is secret."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from app.operations import config_commands
from tests.factories.settings import VALID_SETTINGS

SECRET = "hunter2-and-some-more-characters"


@pytest.fixture
def installation(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Flask:
    """An installation with secrets everywhere, and an `.env` of its own."""
    settings = replace(
        app.config["SETTINGS"], secret_key=SECRET, metrics_token=SECRET, secret_key_fallbacks=(SECRET,),
        database_url=f"postgresql+psycopg://parley:{SECRET}@db/parley?sslpassword={SECRET}&sslmode=require",
        database_owner_url=f"postgresql+psycopg://db/parley?password={SECRET}",
        redis_url=f"redis://:{SECRET}@redis/0", celery_broker_url=f"redis://:{SECRET}@redis/1",
        smtp_url=f"smtp://bot:{SECRET}@mail:587", registration="closed", outgoing_hosts=("a.example", "b.example"),
    )  # fmt: skip
    monkeypatch.setitem(app.config, "SETTINGS", settings)
    monkeypatch.setattr(config_commands, "ROOT", tmp_path)
    monkeypatch.setenv("REGISTRATION", "closed")
    (tmp_path / ".env").write_text("SMTP_URL_FILE=/run/smtp\nPOSTGRES_PASSWORD=x\n")
    return app


def test_every_setting_is_shown_with_its_source_and_no_secret(installation: Flask) -> None:
    run = installation.test_cli_runner()
    result = run.invoke(args=["config", "show", "--json"])
    rows = json.loads(result.output)
    assert set(rows) >= VALID_SETTINGS.keys() - {"INSTANCE"}
    assert (
        rows["DATABASE_URL"]["value"] == "postgresql+psycopg://parley:••••@db/parley?sslpassword=••••&sslmode=require"
    )
    assert rows["SMTP_URL"] == {"value": "smtp://bot:••••@mail:587", "from": ".env"}
    assert rows["REGISTRATION"] == {"value": "closed", "from": "environment"}
    assert rows["OUTGOING_HOSTS"]["value"] == ["a.example", "b.example"]
    keys = [key_id for key_id, _ in installation.config["SETTINGS"].data_keys]
    assert rows["DATA_KEYS"]["value"] == keys and rows["PORT"]["value"] == installation.config["SETTINGS"].port
    lines = run.invoke(args=["config", "show"]).output
    assert SECRET not in result.output + lines and len(lines.splitlines()) == len(rows)


def test_a_misspelt_name_is_found_and_others_names_are_let_be(installation: Flask, tmp_path: Path) -> None:
    run = installation.test_cli_runner()
    good = run.invoke(args=["config", "check"])
    assert (good.exit_code, good.output) == (0, "The settings are good.\n")
    (tmp_path / ".env").write_text("SMTP_ULR=x\nREGISTRATON_FILE=/x\nPOSTGRES_PASSWORD=x\n")
    bad = run.invoke(args=["config", "check", "--json"])
    assert bad.exit_code == 1
    assert json.loads(bad.output)["misspelt"] == {"SMTP_ULR": "SMTP_URL", "REGISTRATON_FILE": "REGISTRATION_FILE"}
    lines = run.invoke(args=["config", "check"]).output.splitlines()
    assert lines[0] == "SMTP_ULR in .env is no setting: SMTP_URL is meant."
