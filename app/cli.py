"""Commands: `flask init|doctor|routes|worker`, users, OpenAPI, and what each area brings in `cli.groups`."""

import sys
from contextlib import suppress
from pathlib import Path

import click
from flask import Flask, current_app, json

from app import areas
from app.config import ROOT
from app.db import db


def create_schema() -> None:
    """Bring the database to the newest schema by the migrations."""
    from flask_migrate import upgrade

    upgrade(directory=str(ROOT / "app" / "migrations"))


@click.command()
@click.option("--demo", is_flag=True, help="Then fill it with the demonstration, if it is empty.")
@click.pass_context
def init(context: click.Context, demo: bool) -> None:
    """Prepare the database: migrate it to the newest schema."""
    from app.seeding.cli import demo as fill

    create_schema()
    click.echo("Database is at the newest schema.")
    if demo:
        context.invoke(fill)


@click.command()
@click.option("--until-empty", is_flag=True, help="Stop when no job is ready.")
def worker(until_empty: bool) -> None:
    """Run background jobs."""
    from app import jobs

    areas.modules("jobs")
    # Ctrl-C ends the whole installation: what was under way is taken up again at the next start.
    with suppress(KeyboardInterrupt):
        jobs.run(current_app._get_current_object(), until_empty=until_empty)  # type: ignore[attr-defined]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> None:
    """Check what the installation needs; exit 1 when something required is missing."""
    from app.health import readiness

    checks, ready = readiness()
    if as_json:
        click.echo(json.dumps({"ready": ready, "checks": checks}))
    for name, check in () if as_json else checks.items():
        click.echo(f"{'ok ' if check['ok'] else 'BAD'}  {name}: {check['detail']}")
    sys.exit(0 if ready else 1)


@click.group()
def user() -> None:
    """People of the installation."""


@user.command("create")
@click.option("--email", required=True)
@click.option("--username", required=True)
@click.password_option()
def user_create(email: str, username: str, password: str) -> None:
    """Open a new workspace with this person as its admin."""
    from app.auth import service

    errors = service.taken(email, username)
    if errors:
        raise click.ClickException(" ".join(errors.values()))
    service.register(email, password, username, service.Device("", "command line"), is_open=True)
    db.session.commit()
    click.echo(f"{username} is the admin of a new workspace.")


@click.group()
def openapi() -> None:
    """The API's description."""


@openapi.command("write")
@click.argument("path", default="docs/openapi.json")
@click.option("--check", is_flag=True, help="Fail when the file is not up to date.")
def openapi_write(path: str, check: bool) -> None:
    """Write the OpenAPI document to a file."""
    text = openapi_text()
    target = Path(path)
    if check and (not target.exists() or target.read_text() != text):
        raise click.ClickException(f"{path} is stale: run `flask openapi write`.")
    if not check:
        target.write_text(text)


def openapi_text() -> str:
    """The OpenAPI document as stable, readable JSON."""
    import json as stdlib

    from app.extensions import api

    return stdlib.dumps(api.spec.to_dict(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def register(app: Flask) -> None:
    """Add our commands and those of the areas."""
    for command in (init, worker, doctor, user, openapi):
        app.cli.add_command(command)
    for module in areas.modules("cli"):
        for group in module.groups:
            app.cli.add_command(group)
