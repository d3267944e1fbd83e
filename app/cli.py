"""Commands: `flask init|doctor|operations`, users, keys, OpenAPI, and what each area brings in `cli.groups`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import AppGroup
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app import areas
from app.config import ROOT
from app.core.db.availability import ballast_of, is_without_schema, keep_ballast, met
from app.core.db.base import db
from app.core.http import maintenance
from app.core.printing import as_json_option, print_answer
from app.core.security import key_rotation
from app.core.security.operations import operation_of


def create_schema() -> None:
    """Bring the database to the newest schema by the migrations."""
    from flask_migrate import upgrade

    load_migrations(current_app)
    upgrade(directory=str(ROOT / "app" / "migrations"))


@click.command()
@click.option("--demo", is_flag=True, help="Then fill it with the demonstration, if it is empty.")
@click.option("--later", is_flag=True, help="Leave the demonstration's conversations to the job runner.")
@click.option("--small", is_flag=True, help="Make a tenth of the demonstration.")
@click.pass_context
def init(context: click.Context, demo: bool, later: bool, small: bool) -> None:
    """Prepare the database: migrate it to the newest schema."""
    from app.seeding.cli import demo as fill

    create_schema()
    keep_ballast(current_app.config["SETTINGS"])
    click.echo("Database is at the newest schema.")
    if demo:
        context.invoke(fill, later=later, small=small)


@click.command()
def rescue() -> None:
    """Give back the room set aside, so that a full disk can be written to again; then free some for good."""
    settings = current_app.config["SETTINGS"]
    file = ballast_of(settings)
    if not file.exists():
        raise click.ClickException(f"{file} is used up already. Free some room on the disk of {settings.instance}.")
    size = file.stat().st_size
    file.unlink()
    click.echo(f"{size / 2**20:.0f} MB are free again. `flask init` sets them aside again when there is room.")


@click.command()
@as_json_option
def doctor(as_json: bool) -> None:
    """Check what the installation needs; exit 1 when something required is missing."""
    from app.operations.backup import tools
    from app.operations.health import CHECKS, readiness

    checks, ready = readiness(CHECKS | {"backups": (tools, False)})
    lines = (f"{'ok ' if check['ok'] else 'BAD'}  {name}: {check['detail']}" for name, check in checks.items())
    print_answer(as_json, {"ready": ready, "checks": checks}, lines)
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
    from app.accounts.auth import service

    problems = service.find_problems({"email": email, "username": username, "password": password})
    if problems:
        raise click.ClickException(" ".join(f"--{name}: {' '.join(texts)}" for name, texts in problems.items()))
    errors = service.find_conflicts(email, username)
    if errors:
        raise click.ClickException(" ".join(errors.values()))
    service.register(email, password, username)
    db.session.commit()
    click.echo(f"{username} is the admin of a new workspace.")


@user.command("reset-2fa")
@click.option("--email", required=True)
def user_reset_second_factor(email: str) -> None:
    """Let a person who has lost device and recovery codes sign in by password again; ends their sessions."""
    from app.accounts.auth import factors

    if not factors.reset(email):
        raise click.ClickException(f"Nobody with the address {email} has a second factor.")
    db.session.commit()
    click.echo(f"{email} signs in by password alone, and can set up another second factor. All sessions are ended.")


@click.group()
def keys() -> None:
    """The keys that secrets are encrypted with."""


@keys.command()
def rotate() -> None:
    """Make a new data key and encrypt everything with it; run again, it finishes what was interrupted."""
    from app.config import data_keys_from_outside
    from app.core.security.encryption import keyring
    from app.keys import new_key, next_id, prepend_key

    if not key_rotation.outstanding():
        fresh = new_key(next_id(keyring().ids()))
        if data_keys_from_outside():
            click.echo(
                "DATA_KEYS is set in the environment. Put this key behind the others there and restart everything,"
            )
            click.echo("then put it first, restart everything again, and run this command once more:")
            click.echo(fresh)
            return
        prepend_key(current_app.config["SETTINGS"].secrets_file, fresh)
        click.echo(f"New key: {keyring().current()[0]}.")
    unreadable: dict[str, int] = {}
    for progress in key_rotation.renew():
        unreadable[progress.column] = progress.unreadable
        click.echo(f"{progress.column}: {progress.renewed} encrypted again")
    unreadable_by_column = {column: count for column, count in unreadable.items() if count}
    if unreadable_by_column:
        summary = ", ".join(f"{count} in {column}" for column, count in unreadable_by_column.items())
        raise click.ClickException(f"Not readable with any configured key, left as they are: {summary}.")
    click.echo(f"Everything is under {keyring().current()[0]}. `flask keys drop` removes the keys nothing uses.")


@keys.command()
def drop() -> None:
    """Remove the data keys that nothing is encrypted with any more."""
    from app.config import data_keys_from_outside
    from app.core.security.encryption import keyring
    from app.keys import keep_only

    first, *others = keyring().ids()
    used = {key_id: key_rotation.users_of(key_id) for key_id in others}
    for key_id, columns in used.items():
        if columns:
            click.echo(f"{key_id} stays: {', '.join(columns)}")
    unused_keys = [key_id for key_id, columns in used.items() if not columns]
    if not unused_keys:
        click.echo("No key to remove.")
    elif data_keys_from_outside():
        click.echo(f"DATA_KEYS is set in the environment. Take out there: {', '.join(unused_keys)}")
    else:
        keep_only(current_app.config["SETTINGS"].secrets_file, [first, *(key_id for key_id in used if used[key_id])])
        click.echo(f"Removed: {', '.join(unused_keys)}.")


@click.group()
def openapi() -> None:
    """The API's description."""


@openapi.command("write")
@click.option("--check", is_flag=True, help="Fail when a file is not up to date.")
def openapi_write(check: bool) -> None:
    """Write the OpenAPI document, and what abilities are about for the interface."""
    for path, text in (("docs/openapi.json", openapi_text()), ("ui/api/abilities.json", abilities_text())):
        target = Path(path)
        if check and (not target.exists() or target.read_text() != text):
            raise click.ClickException(f"{path} is stale: run `make openapi`.")
        if not check:
            target.write_text(text)


def abilities_text() -> str:
    """What can be done to what, as JSON; to manage is to do all of it."""
    import json as stdlib

    from app.core.security.abilities import ACTIONS, PART_OF, SUBJECTS_BY_GROUP

    actions = [action for action in ACTIONS if action != "manage"]
    return stdlib.dumps({"actions": actions, "groups": SUBJECTS_BY_GROUP, "part_of": PART_OF}, indent=1) + "\n"


def openapi_text() -> str:
    """The OpenAPI document as stable, readable JSON."""
    import json as stdlib

    from app.core.http.extensions import api

    return stdlib.dumps(api.spec.to_dict(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


@click.command()
@click.argument("word", default="")
def operations(word: str) -> None:
    """Print each operation with WORD in its address: who may call it, and what it is recorded as."""
    rows = []
    for rule in current_app.url_map.iter_rules():
        operation = operation_of(current_app.view_functions[rule.endpoint])
        if operation.access.is_call and word in rule.rule:
            methods = ",".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
            marks = [operation.audit, operation.window and f"limit {operation.window}"]
            marks.append("revisioned" if operation.revisioned else "")
            rows.append((rule.rule, methods, operation.access.name, " ".join(filter(None, marks)), rule.endpoint))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for *columns, endpoint in sorted(rows):
        texts = (text.ljust(width) for text, width in zip(columns, widths, strict=True))
        click.echo(f"{'  '.join(texts)}  {endpoint}")


def load_migrations(app: Flask) -> None:
    """Bind Flask-Migrate, with its group of commands, unless it is."""
    from flask_migrate import Migrate

    if "migrate" not in app.extensions:
        Migrate(app, db, directory="app/migrations", render_as_batch=True, compare_type=True)


@contextmanager
def report_outages() -> Iterator[None]:
    """Report a database that is away, full or without tables in one line; other errors keep their traceback."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        if isinstance(error, DBAPIError) and is_without_schema(error):
            raise click.ClickException("The database has no tables yet: run `flask init`.") from None
        outage = met(error)
        if outage is None:
            raise
        reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]
        raise click.ClickException(f"{outage.detail} ({reason})") from None


class Commands(AppGroup):
    """Our commands and those of the areas, loaded when one is looked for: servers need none of them."""

    def __init__(self, app: Flask) -> None:
        """Keep the application whose commands these are."""
        super().__init__()
        self._app, self._is_loaded = app, False

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, whose database outages are reported in one line."""
        self._load()
        ctx.with_resource(report_outages())
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        self._load()
        return super().list_commands(ctx)

    def _load(self) -> None:
        """Add the commands, once."""
        if self._is_loaded:
            return
        self._is_loaded = True
        load_migrations(self._app)
        for command in (init, doctor, operations, user, keys, openapi, maintenance.cli):
            self.add_command(command)
        schema = self.commands["db"]
        assert isinstance(schema, click.Group)  # noqa: S101 - Flask-Migrate's
        schema.add_command(rescue)
        for module in areas.modules("cli"):
            for group in module.groups:
                self.add_command(group)
