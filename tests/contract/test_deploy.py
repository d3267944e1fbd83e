"""The samples for operators name only what is there: settings, files, figures, commands."""

import json
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient

from app.config import ROOT, Settings, load_settings
from tests.factories.settings import VALID_SETTINGS

DEPLOY = ROOT / "deploy"
OURS = ("parley", "parley2", "worker1", "worker2")
NOT_FIGURES = {"sum", "by", "le", "rate", "increase", "max", "topk", "histogram_quantile", "up"}


def command_names(app: Flask) -> list[str]:
    """Return the names of our commands."""
    return app.cli.list_commands(click.Context(app.cli))


def settings() -> set[str]:
    """Every setting there is."""
    return {line.partition("=")[0] for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line[:30]}


def test_environments_set_settings_we_have() -> None:
    known = settings() | {"PATH", "FLASK_APP", "PYTHONDONTWRITEBYTECODE"}
    docker = (ROOT / "Dockerfile").read_text()
    words = re.search(r"ENV (.*?)\nUSER", docker, re.DOTALL)
    unit = "\n".join(path.read_text() for path in (DEPLOY / "systemd").glob("parley*.service"))
    assert words is not None
    variables = set(re.findall(r"([A-Z_]+)=", words[1]))
    for name in OURS:
        variables |= services()[name]["environment"].keys()
    for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE):
        variables |= set(re.findall(r"([A-Z_]+)=", line))
    assert len(variables) > 8
    assert variables <= known


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
        expressions = [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
    else:
        expressions = re.findall(r"expr: (.+)", text)
    assert len(expressions) >= 6
    known = figures(client)
    for expression in expressions:
        assert used(expression) <= known, expression


def test_units_run_commands_we_have(app: Flask) -> None:
    for path in (DEPLOY / "systemd").glob("*.service"):
        unit = ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment, method-assign]
        unit.read_string(path.read_text())
        for words in re.findall(r"bin/flask ([a-z]+)", path.read_text()):
            assert words in command_names(app), words
        assert unit["Service"]["NoNewPrivileges"] == "yes"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not on this machine")
    units = sorted(str(p) for p in (DEPLOY / "systemd").iterdir())
    lines = subprocess.run([program, "verify", *units], capture_output=True, text=True).stderr
    complaints = [line for line in lines.splitlines() if "/opt/parley" not in line and "parley" in line]
    assert complaints == []


def services(profile: str = "several") -> dict[str, Any]:
    """The services of the sample for containers that run with a profile, as Compose reads them, variables filled in."""
    text = (ROOT / "compose.yaml").read_text()
    environment = dict.fromkeys(re.findall(r"\$\{(\w+):\?", text), "given") | {"COMPOSE_PROFILES": profile}
    while True:
        # The innermost first: one may stand in another.
        filled = re.sub(r"(?<!\$)\$\{(\w+)(?::([-+?])([^${}]*))?\}", lambda m: value(m, environment), text)
        if filled == text:
            break
        text = filled
    all_services = yaml.safe_load(text)["services"]
    return {name: service for name, service in all_services.items() if profile in service.get("profiles", [profile])}


def value(match: re.Match[str], environment: dict[str, str]) -> str:
    """What Compose puts in the place of a variable."""
    name, how, words = match.groups()
    there = environment.get(name, "")
    if how == "+":
        return str(words) if there else ""
    return there or (str(words) if how == "-" else "")


def test_every_container_can_write_and_rise_nowhere() -> None:
    compose_services = services()
    assert set(compose_services) == {*OURS, "database", "redis", "caddy"}
    for name, service in compose_services.items():
        assert service["read_only"] is True and service["security_opt"] == ["no-new-privileges:true"], name


def test_one_machine_does_its_own_work(tmp_path: Path) -> None:
    compose_services = services("")
    assert set(compose_services) == {"parley", "database", "redis", "caddy"}
    loaded = settings_of(compose_services["parley"], tmp_path)
    assert (loaded.celery_broker_url, loaded.job_threads) == ("", 2)
    assert compose_services["caddy"]["environment"]["PARLEY_UPSTREAM"] == "parley:8000"


def test_several_are_two_web_machines_and_two_workers_behind_one_proxy(app: Flask, tmp_path: Path) -> None:
    compose_services = services()
    loaded = {name: settings_of(compose_services[name], tmp_path) for name in OURS}
    assert len({settings.celery_broker_url for settings in loaded.values()}) == 1 and loaded["parley"].celery_broker_url
    assert loaded["parley"].celery_broker_url != loaded["parley"].redis_url, "limits are kept apart from messages"
    # /data is everybody's: what is a machine's own lies elsewhere or has its port in its name.
    assert {volume for name in OURS for volume in compose_services[name]["volumes"]} == {"data:/data"}
    assert all(
        path.startswith("/tmp/")
        for settings in loaded.values()
        for path in (settings.ssr_socket, settings.understanding_socket)
    )
    webs = {name: loaded[name] for name in ("parley", "parley2")}
    assert len({service.port for service in webs.values()}) == 2
    upstream = compose_services["caddy"]["environment"]["PARLEY_UPSTREAM"].split()
    assert upstream == [f"{name}:{service.port}" for name, service in webs.items()]
    assert all(service.job_threads == 0 for service in webs.values())
    for name in ("worker1", "worker2"):
        command, *words = compose_services[name]["command"]
        assert command == "flask" and words[0] in command_names(app)
        assert loaded[name].job_threads > 0 and "ports" not in compose_services[name]
        assert loaded[name].understanding == "inside", "nobody is beside it who could be asked"
    # One alone changes the schema, and the others wait for it.
    owners = [name for name in OURS if "DATABASE_OWNER_URL" in compose_services[name]["environment"]]
    assert owners == ["parley"] and "command" not in compose_services["parley"]
    assert all(compose_services[name]["depends_on"]["parley"]["condition"] == "service_healthy" for name in OURS[1:])


def settings_of(service: dict[str, Any], folder: Path) -> Settings:
    """The settings a service of ours starts with."""
    image = {"APP_ENV": "production", "PORT": "8000", "INSTANCE": str(folder), **VALID_SETTINGS}
    return load_settings(
        image | {name: "" if value is None else str(value) for name, value in service["environment"].items()}
    )


def test_images_are_named_exactly() -> None:
    images = re.findall(r"image: (\S+)", (ROOT / "compose.yaml").read_text())
    assert len(images) == 3
    for image in images:
        assert re.search(r":\d+\.\d+(\.\d+)?-", image), image


def test_redis_asks_for_a_password_of_its_own() -> None:
    text, secret = (ROOT / "compose.yaml").read_text(), "PARLEY_REDIS_PASSWORD"
    assert "REDIS_URL: redis://:${" + secret in text and "redis://:${" + secret + "}@redis:6379/1" in text
    compose_services = services()
    assert (
        compose_services["redis"]["environment"] == {"REDISCLI_AUTH": "given"}
        and "requirepass" in compose_services["redis"]["command"][-1]
    )
    assert "REDIS" not in str(compose_services["database"]) + str(compose_services["caddy"])


def test_every_role_of_the_database_has_its_own_password() -> None:
    text, script = (ROOT / "compose.yaml").read_text(), (DEPLOY / "roles.sh").read_text()
    variables = dict(re.findall(r"postgresql://(\w+):\$\{(\w+)", text))
    variables["postgres"] = re.findall(r"POSTGRES_PASSWORD: \$\{(\w+)", text)[0]
    assert set(variables) == {"parley", "parley_owner", "postgres"} and len(set(variables.values())) == 3
    assert re.search(r"ROLE parley_owner .* PASSWORD :'owner'", script)
    assert re.search(r"ROLE parley LOGIN PASSWORD :'serves'", script)
