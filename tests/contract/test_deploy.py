"""The samples for operators name only what is there: settings, files, figures, commands."""

import json
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.config import ROOT

DEPLOY = ROOT / "deploy"
NOT_FIGURES = {"sum", "by", "le", "rate", "max", "topk", "histogram_quantile", "up"}


def settings() -> set[str]:
    """Every setting there is."""
    return {line.partition("=")[0] for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line[:30]}


def test_environments_set_settings_we_have() -> None:
    known = settings() | {"PATH", "FLASK_APP", "PYTHONDONTWRITEBYTECODE"}
    docker = (ROOT / "Dockerfile").read_text()
    words = re.search(r"ENV (.*?)\nUSER", docker, re.DOTALL)
    compose = (ROOT / "compose.yaml").read_text().partition("  parley:")[2].partition("    volumes:")[0]
    unit = (DEPLOY / "systemd" / "parley.service").read_text()
    assert words is not None
    named = set(re.findall(r"([A-Z_]+)=", words[1]))
    named |= set(re.findall(r"^      ([A-Z_]+):", compose, re.MULTILINE))
    for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE):
        named |= set(re.findall(r"([A-Z_]+)=", line))
    assert len(named) > 8
    assert named <= known


def test_the_image_is_made_of_files_we_have() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert copied
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name


def test_client_programs_are_of_the_servers_major_version() -> None:
    majors = {"bookworm": "15", "trixie": "17"}
    (release,) = set(re.findall(r"^FROM python:\S+-slim-?(\w*)", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert re.findall(r"image: postgres:(\d+)", (ROOT / "compose.yaml").read_text()) == [majors.get(release)]


def figures(client: FlaskClient) -> set[str]:
    """The names of all figures that /metrics has, by their families."""
    text = client.get("/metrics").get_data(as_text=True)
    return {name.removesuffix("_total") for name in re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)}


def used(expression: str) -> set[str]:
    """The figures of a query."""
    bare = re.sub(r"by \([^)]*\)|\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"", "", expression)
    words = set(re.findall(r"[a-z][a-z_]+", bare)) - NOT_FIGURES
    return {re.sub(r"_(bucket|count|sum|total)$", "", word) for word in words}


@pytest.mark.parametrize("file", ["grafana.json", "parley-alerts.yml"])
def test_boards_and_alerts_ask_for_figures_we_have(app: Flask, client: FlaskClient, file: str) -> None:
    text = (DEPLOY / file).read_text()
    if file.endswith(".json"):
        asked = [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
    else:
        asked = re.findall(r"expr: (.+)", text)
    assert len(asked) >= 6
    known = figures(client)
    for expression in asked:
        assert used(expression) <= known, expression


def test_units_run_commands_we_have(app: Flask) -> None:
    for path in (DEPLOY / "systemd").glob("*.service"):
        unit = ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment, method-assign]
        unit.read_string(path.read_text())
        for words in re.findall(r"bin/flask ([a-z]+)", path.read_text()):
            assert words in app.cli.commands, words
        assert unit["Service"]["NoNewPrivileges"] == "yes"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not on this machine")
    units = sorted(str(p) for p in (DEPLOY / "systemd").iterdir())
    said = subprocess.run([program, "verify", *units], capture_output=True, text=True).stderr
    complaints = [line for line in said.splitlines() if "/opt/parley" not in line and "parley" in line]
    assert complaints == []


def services() -> dict[str, str]:
    """The services of the sample for containers, each with its lines."""
    text = (ROOT / "compose.yaml").read_text().partition("services:\n")[2].partition("\nvolumes:")[0]
    parts = re.split(r"^  (\w+):\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_container_can_write_and_rise_nowhere() -> None:
    found = services()
    assert set(found) == {"parley", "database", "redis", "caddy"}
    for name, lines in found.items():
        assert "read_only: true" in lines and 'security_opt: ["no-new-privileges:true"]' in lines, name


def test_images_are_named_exactly() -> None:
    images = re.findall(r"image: (\S+)", (ROOT / "compose.yaml").read_text())
    assert len(images) == 3
    for image in images:
        assert re.search(r":\d+\.\d+(\.\d+)?-", image), image


def test_redis_asks_for_a_password_of_its_own() -> None:
    found, secret = services(), "PARLEY_REDIS_PASSWORD"
    assert "REDIS_URL: redis://:${" + secret in found["parley"]
    assert "REDISCLI_AUTH: ${" + secret in found["redis"] and "requirepass" in found["redis"]
    assert [name for name, lines in found.items() if secret in lines] == ["parley", "redis"]


def test_every_role_of_the_database_has_its_own_password() -> None:
    text, script = (ROOT / "compose.yaml").read_text(), (DEPLOY / "roles.sh").read_text()
    named = dict(re.findall(r"postgresql://(\w+):\$\{(\w+)", text))
    named["postgres"] = re.findall(r"POSTGRES_PASSWORD: \$\{(\w+)", text)[0]
    assert set(named) == {"parley", "parley_owner", "postgres"} and len(set(named.values())) == 3
    assert re.search(r"ROLE parley_owner .* PASSWORD :'owner'", script)
    assert re.search(r"ROLE parley LOGIN PASSWORD :'serves'", script)
