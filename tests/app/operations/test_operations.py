"""Backups and moving house, on a real installation of its own, with the commands an operator types."""

import errno
import io
import json
import os
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import zstandard
from flask import Flask
from sqlalchemy import Engine, create_engine, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.config import database_address
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.keys import write_keys
from app.operations import copying, engines
from tests import commands
from tests.conftest import server_url
from tests.demonstration import copy_to

Command = Callable[..., "subprocess.CompletedProcess[str]"]


@contextmanager
def empty_database(name: str, folder: Path) -> Iterator[dict[str, str]]:
    """The addresses of an empty database of this run's kind: on PostgreSQL its owner's, and one of who owns nothing."""
    address = server_url()
    if address is None:
        yield {"DATABASE_URL": f"sqlite:///{folder / name}.db"}
        return
    name = f"parley_{name}_{os.getpid()}"
    drop = (f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'DROP ROLE IF EXISTS "{name}", "{name}_owner"')
    make = (
        f"CREATE ROLE \"{name}\" LOGIN PASSWORD 'test'",
        f"CREATE ROLE \"{name}_owner\" LOGIN CREATEDB PASSWORD 'test'",
        f'CREATE DATABASE "{name}" OWNER "{name}_owner"',
    )
    with psycopg.connect(address.render_as_string(hide_password=False), autocommit=True) as server:
        for statement in (*drop, *make):
            server.execute(statement)  # type: ignore[call-overload, unused-ignore]
        try:
            roles = {"DATABASE_URL": name, "DATABASE_OWNER_URL": f"{name}_owner"}
            yield {
                setting: address.set(database=name, username=role, password="test").render_as_string(False)
                for setting, role in roles.items()
            }
        finally:
            for statement in drop:
                server.execute(statement)  # type: ignore[call-overload, unused-ignore]


def owner(urls: dict[str, str]) -> str:
    """The owner's address."""
    return urls.get("DATABASE_OWNER_URL", urls["DATABASE_URL"])


def engine_on(url: str) -> Engine:
    """An engine that sees the rows of all workspaces."""
    address = database_address("url", url)
    options = {} if address.startswith("sqlite") else {"options": "-c app.everywhere=on"}
    return create_engine(address, connect_args=options)


def commands_of(instance: Path, urls: dict[str, str]) -> Command:
    """`flask …` on an installation."""
    env = {k: v for k, v in os.environ.items() if k not in {"SECRET_KEY", "DATA_KEYS"}}
    env |= {"INSTANCE": str(instance), "APP_ENV": "development"} | urls

    def flask(*words: str, fault: Callable[[], None] | None = None) -> "subprocess.CompletedProcess[str]":
        return commands.flask(words, env, fault)

    return flask


class Installation:
    """A seeded installation: its folder, its database and its commands."""

    def __init__(self, folder: Path, urls: dict[str, str]) -> None:
        self.folder, self.urls = folder, urls
        write_keys(folder)
        self.flask = commands_of(folder, urls)
        self.engine = engine_on(owner(urls))

    def printed(self, *words: str) -> str:
        """What a command that must succeed prints."""
        done = self.flask(*words)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def refused(self, *words: str, fault: Callable[[], None] | None = None) -> str:
        """What a command that must not succeed says."""
        done = self.flask(*words, fault=fault)
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr

    def scalar(self, query: str) -> Any:
        """One value out of the database."""
        with self.engine.begin() as connection:
            return connection.execute(text(query)).scalar()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, application: object) -> Iterator[Installation]:
    """An installation with the demonstration, on the engine of this run."""
    folder = tmp_path_factory.mktemp("house")
    with empty_database("house", folder) as urls:
        installation = demonstration(folder, urls)
        yield installation
        installation.engine.dispose()


def demonstration(folder: Path, urls: dict[str, str]) -> Installation:
    """An installation in a folder with the demonstration in its database."""
    copy_to(folder)
    installation, url = Installation(folder, urls), make_url(urls["DATABASE_URL"])
    if url.drivername == "sqlite":
        (folder / "parley.db").rename(str(url.database))
    else:
        Installation(folder, {"DATABASE_URL": f"sqlite:///{folder / 'parley.db'}"}).printed(
            "db", "copy", "--to", owner(urls)
        )
        (folder / "parley.db").unlink()
    installation.printed("init")
    return installation


def contents(engine: Engine) -> dict[str, list[Any]]:
    """Every row of every table but the search index, which is made from them."""
    with engine.connect() as connection:
        names = [n for n in inspect(connection).get_table_names() if not n.startswith(("message_search", "sqlite_"))]
        return {
            name: sorted(str(tuple(row)) for row in connection.execute(text(f'SELECT * FROM "{name}"')))
            for name in names
        }


def test_a_backup_brings_back_every_row_and_file(house: Installation) -> None:
    upload = house.folder / "imports" / "17" / "dialogues.jsonl"
    upload.parent.mkdir(parents=True)
    upload.write_text("{}\n")
    before = contents(house.engine)
    backup = house.folder / "backups" / "one.tar.zst"
    assert "rows in" in house.printed("backup", "create", "--to", str(backup))
    assert house.printed("backup", "verify", str(backup)).startswith("good: ")
    house.scalar("DELETE FROM rollup_day RETURNING 1")
    house.scalar("UPDATE bot SET name = 'Renamed' RETURNING 1")
    upload.unlink()
    assert contents(house.engine) != before
    output = house.printed("backup", "restore", str(backup), "--yes")
    assert contents(house.engine) == before
    assert upload.read_text() == "{}\n"
    safety = output.split("What was there before is in ")[1].strip().rstrip(".")
    assert house.printed("backup", "verify", safety).startswith("good: ")
    assert "0 rows drift" in house.printed("rollups", "verify")


def test_commands_answer_programs_too(house: Installation) -> None:
    backup = json.loads(house.printed("backup", "create", "--json"))
    assert Path(backup["file"]).stat().st_size == backup["bytes"] and backup["missing_keys"] == []
    verified = json.loads(house.printed("backup", "verify", backup["file"], "--json"))
    assert verified["good"] is True and verified["rows"] == backup["rows"]
    (chain,) = json.loads(house.printed("audit", "verify", "--json"))
    assert chain["rows"] > 0 and chain["broken"] is None
    assert json.loads(house.printed("rollups", "verify", "--json")) == {"drifts": {chain["workspace"]: 0}}
    assert json.loads(house.printed("jobs", "failed", "--json")) == []
    assert json.loads(house.printed("config", "check", "--json"))["good"] is True


def uploads(house: Installation) -> dict[str, str]:
    """Every uploaded file of an installation with what is in it."""
    folder = house.folder / "imports"
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def upload(house: Installation, name: str, content: str) -> None:
    """Lay an uploaded file into an installation."""
    path = house.folder / "imports" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def no_room() -> None:
    """Have a full disk met where folders are moved or copied."""

    def full(*_args: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    shutil.copytree = shutil.move = full  # type: ignore[assignment]


def no_database() -> None:
    """Have the database refuse what is loaded into it."""

    def refuse(*_args: object, **_options: object) -> None:
        raise engines.Unusable("The database refuses.")

    engines.Sqlite.load = engines.Postgres.load = refuse  # type: ignore[assignment, method-assign]


@pytest.mark.one_database
def test_uploads_are_the_backups_and_no_others(house: Installation, tmp_path: Path) -> None:
    backup = tmp_path / "one.tar.zst"
    upload(house, "21/kept.jsonl", "then")
    before = uploads(house)
    house.printed("backup", "create", "--to", str(backup))
    upload(house, "21/kept.jsonl", "now")
    upload(house, "22/later.jsonl", "{}")
    house.printed("backup", "restore", str(backup), "--yes")
    assert uploads(house) == before
    assert not list(house.folder.glob(".*"))


@pytest.mark.parametrize(("fault", "expected"), [(no_room, "No space left"), (no_database, "The database refuses.")])
def test_what_fails_on_the_way_changes_nothing(
    house: Installation, tmp_path: Path, fault: Callable[[], None], expected: str
) -> None:
    backup = tmp_path / "one.tar.zst"
    upload(house, "31/one.jsonl", "then")
    house.printed("backup", "create", "--to", str(backup))
    upload(house, "31/one.jsonl", "now")
    upload(house, "32/two.jsonl", "{}")
    house.scalar("UPDATE bot SET name = 'Renamed since' RETURNING 1")
    before = contents(house.engine), uploads(house)
    output = house.refused("backup", "restore", str(backup), "--yes", fault=fault)
    assert expected in output and "Nothing was changed." in output
    assert (contents(house.engine), uploads(house)) == before
    assert not list(house.folder.glob(".*"))


def test_an_older_backup_arrives_with_the_newest_schema(house: Installation, tmp_path: Path) -> None:
    backup = tmp_path / "older.tar.zst"
    newest = house.scalar("SELECT version_num FROM alembic_version")
    where = "" if house.engine.name == "sqlite" else " ON audit_event"
    with house.engine.begin() as connection:
        connection.execute(text(f"DROP TRIGGER audit_event_delete{where}"))
    house.printed("backup", "create", "--to", str(backup))
    before = contents(house.engine)
    house.printed("backup", "restore", str(backup), "--yes")
    assert house.scalar("SELECT version_num FROM alembic_version") == newest
    assert contents(house.engine) == before
    with pytest.raises(DBAPIError, match="only ever added"):
        house.scalar("DELETE FROM audit_event RETURNING 1")
    # The application's role may do all it could.
    assert "0 rows drift" in house.printed("rollups", "rebuild") + house.printed("rollups", "verify")


def test_a_migration_that_fails_changes_nothing(house: Installation, tmp_path: Path) -> None:
    """The database of the backup has a schema that does not exist, whatever its manifest says."""
    good, backup = tmp_path / "good.tar.zst", tmp_path / "other.tar.zst"
    newest = house.scalar("SELECT version_num FROM alembic_version")
    house.scalar("UPDATE alembic_version SET version_num = 'never' RETURNING 1")
    house.printed("backup", "create", "--to", str(good))
    house.scalar(f"UPDATE alembic_version SET version_num = '{newest}' RETURNING 1")
    rewritten(good, backup, manifest(revision=newest))
    upload(house, "41/later.jsonl", "{}")
    house.scalar("UPDATE bot SET name = 'Renamed again' RETURNING 1")
    before = contents(house.engine), uploads(house)
    output = house.refused("backup", "restore", str(backup), "--yes")
    assert "locate revision" in output and "Nothing was changed." in output
    assert (contents(house.engine), uploads(house)) == before


@pytest.mark.postgres
def test_client_programs_of_another_major_version_are_refused(house: Installation, tmp_path: Path) -> None:
    backup, psql = tmp_path / "good.tar.zst", tmp_path / "psql"
    house.printed("backup", "create", "--to", str(backup))
    server = int(house.scalar("SHOW server_version_num")) // 10_000
    flask = commands_of(house.folder, house.urls | {"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    for client in (server - 1, server + 2):
        psql.write_text(f"#!/bin/sh\necho 'psql (PostgreSQL) {client}.1 (Debian)'\n")
        psql.chmod(0o755)
        for words in (("create",), ("verify", str(backup)), ("restore", str(backup), "--yes")):
            done = flask("backup", *words)
            assert done.returncode == 1 and "Traceback" not in done.stderr
            assert f"psql is of PostgreSQL {client}, the server of {server}" in done.stderr
        assert f"BAD  backups: psql is of PostgreSQL {client}" in flask("doctor").stdout
    assert f"ok   backups: client programs and server are of PostgreSQL {server}" in house.flask("doctor").stdout


@pytest.mark.one_database
def test_a_backup_is_the_owners_alone_and_holds_no_key(house: Installation) -> None:
    backup = house.folder / "private.tar.zst"
    house.printed("backup", "create", "--to", str(backup))
    assert backup.stat().st_mode & 0o777 == 0o600
    packed = zstandard.ZstdDecompressor().decompressobj().decompress(backup.read_bytes())
    secrets = (house.folder / "secrets.env").read_text().split("\n")
    for line in filter(None, secrets):
        assert line.split("=", 1)[1].split(":")[-1].encode() not in packed


@pytest.mark.one_database
def test_a_key_that_is_wanting_is_named(house: Installation, tmp_path: Path) -> None:
    backup = tmp_path / "sealed.tar.zst"
    house.printed("backup", "create", "--to", str(backup))
    write_keys(tmp_path)
    done = commands_of(tmp_path, house.urls)("backup", "verify", str(backup))
    assert done.returncode == 0
    assert "Key k1 is not configured here" in done.stderr


@pytest.mark.postgres
def test_a_backup_arrives_at_an_installation_with_other_keys(house: Installation, tmp_path: Path) -> None:
    backup = tmp_path / "theirs.tar.zst"
    house.printed("backup", "create", "--to", str(backup))
    packed = zstandard.ZstdDecompressor().decompressobj().decompress(backup.read_bytes())
    pad = house.scalar("SELECT encode(inner_pad, 'hex') FROM isolation_key")
    assert len(pad) == 128 and pad.encode() not in packed
    with empty_database("elsewhere", tmp_path) as urls:
        other = Installation(tmp_path, urls)
        other.printed("init")
        other.printed("backup", "restore", str(backup), "--yes")
        assert other.scalar("SELECT encode(inner_pad, 'hex') FROM isolation_key") != pad
        assert "ok   key: known to the database" in other.flask("doctor").stdout
        assert "0 rows drift" in other.printed("rollups", "verify")
        assert other.scalar("SELECT count(*) FROM conversation") == house.scalar("SELECT count(*) FROM conversation")
        # The house's own process is no process of this installation.
        stranger = commands_of(house.folder, urls)("rollups", "verify")
        assert stranger.returncode != 0 and "flask init" in stranger.stderr
        other.engine.dispose()


def rewritten(source: Path, target: Path, change: Callable[[str, bytes], bytes | None]) -> None:
    """A backup whose members went through `change`; None leaves one out."""
    plain = zstandard.ZstdDecompressor().decompressobj().decompress(source.read_bytes())
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(plain)) as old, tarfile.open(fileobj=out, mode="w") as new:
        for info in old:
            member = old.extractfile(info)
            assert member is not None
            data = change(info.name, member.read())
            if data is not None:
                info.size = len(data)
                new.addfile(info, io.BytesIO(data))
    target.write_bytes(zstandard.compress(out.getvalue()))


def manifest(**changed: Any) -> Callable[[str, bytes], bytes]:
    """Change words of the manifest."""
    return lambda name, data: json.dumps(json.loads(data) | changed).encode() if name == "manifest.json" else data


@pytest.mark.one_database
def test_whatever_is_wrong_with_a_backup_is_said_and_nothing_changes(house: Installation, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.tar.zst", tmp_path / "bad.tar.zst"
    house.printed("backup", "create", "--to", str(good))
    other = "postgresql" if owner(house.urls).startswith("sqlite") else "sqlite"
    rows = json.loads(json.dumps({"bot": 10**6}))
    cases: list[tuple[Callable[[str, bytes], bytes | None], str]] = [
        (lambda n, d: d if n == "manifest.json" else d[:-1] + bytes([d[-1] ^ 1]), "is not what was backed up"),
        (lambda n, d: None if n == "manifest.json" else d, "its manifest is missing"),
        (lambda n, d: d if n == "manifest.json" else None, "is not what was backed up"),
        (manifest(format=99), "this version reads 1"),
        (manifest(engine=other), "the installation is on"),
        (manifest(revision="9999_future"), "update Parley"),
        (manifest(rows=rows), "were backed up"),
    ]
    before = contents(house.engine)
    for change, problem in cases:
        rewritten(good, bad, change)
        assert problem in house.refused("backup", "verify", str(bad))
    assert "Nothing was changed" in house.refused("backup", "restore", str(bad), "--yes")
    bad.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    assert "cannot be read to its end" in house.refused("backup", "verify", str(bad))
    bad.write_text("no backup at all")
    assert "cannot be read to its end" in house.refused("backup", "verify", str(bad))
    assert contents(house.engine) == before


@pytest.mark.one_database
def test_a_member_never_leaves_the_backups_folder(house: Installation, tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        info = tarfile.TarInfo("../../outside")
        info.size = 4
        tar.addfile(info, io.BytesIO(b"evil"))
    bad = tmp_path / "bad.tar.zst"
    bad.write_bytes(zstandard.compress(out.getvalue()))
    assert "points out of the backup" in house.refused("backup", "verify", str(bad))


@pytest.mark.one_database
def test_a_database_without_tables_is_reported_in_a_line(tmp_path: Path, application: object) -> None:
    write_keys(tmp_path)
    with empty_database("bare", tmp_path) as urls:
        flask = commands_of(tmp_path, urls)
        if "sqlite" in urls["DATABASE_URL"]:
            (tmp_path / "bare.db").touch()
        for words in (("backup", "create"), ("jobs", "failed"), ("rollups", "verify"), ("keys", "rotate")):
            answer = flask(*words)
            assert answer.returncode == 1 and answer.stderr.startswith("Error: The database has no tables yet"), words
            assert len(answer.stderr.splitlines()) == 1
    assert not (tmp_path / "backups").exists(), "nothing looks like a backup"


@pytest.mark.parametrize("url", ["postgresql://parley:geheim@127.0.0.1:1/parley", "sqlite:////nothing/here/parley.db"])
def test_a_database_that_is_away_is_reported_in_a_line(tmp_path: Path, application: object, url: str) -> None:
    write_keys(tmp_path)
    flask = commands_of(tmp_path, {"DATABASE_URL": url})
    for words in (("init",), ("jobs", "failed"), ("user", "reset-2fa", "--email", "a@b.test"), ("audit", "verify")):
        answer = flask(*words)
        last = answer.stderr.splitlines()[-1]
        assert answer.returncode == 1 and last.startswith("Error: The database is unavailable. ("), words
        assert "Traceback" not in answer.stderr and "geheim" not in answer.stderr + answer.stdout


def test_an_existing_file_is_not_written_over(house: Installation, tmp_path: Path) -> None:
    there = tmp_path / "there.tar.zst"
    there.write_text("mine")
    assert "is there already" in house.refused("backup", "create", "--to", str(there))
    assert there.read_text() == "mine"


def test_an_installation_moves_with_every_row(tmp_path: Path, application: object) -> None:
    """From SQLite, as people begin, to whatever this run is on."""
    start = demonstration(tmp_path, {"DATABASE_URL": f"sqlite:///{tmp_path / 'parley.db'}"})
    with empty_database("moved", tmp_path) as target:
        assert "rows copied" in start.printed("db", "copy", "--to", owner(target))
        moved = engine_on(owner(target))
        with start.engine.connect() as old, moved.connect() as new:
            for name in inspect(old).get_table_names():
                if not name.startswith("message_search"):
                    count = text(f'SELECT count(*) FROM "{name}"')
                    assert old.execute(count).scalar() == new.execute(count).scalar(), name
        there = commands_of(tmp_path, target)
        assert there("init").returncode == 0
        checked = there("rollups", "verify")
        assert checked.returncode == 0, checked.stderr[-2000:]
        assert "0 rows drift" in checked.stdout
        assert "copy into an empty database" in start.refused("db", "copy", "--to", owner(target))
        moved.dispose()
    assert "the installation is on" in start.refused("db", "copy", "--to", start.urls["DATABASE_URL"])
    start.engine.dispose()


def test_a_copy_is_of_one_moment(
    app: Flask, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others commit while it goes on is not in it."""
    write_keys(tmp_path)
    monkeypatch.setenv("INSTANCE", str(tmp_path))
    db.session.commit()
    place = workspace.id
    db.session.rollback()

    def write() -> None:
        with app.app_context(), within(place):
            db.session.add(Client(name="Later", zone="UTC", currency="INR"))
            db.session.commit()

    def meanwhile(_table: str, _rows: int) -> None:
        if not written:
            written.append(1)
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

    written: list[int] = []
    to = f"sqlite:///{tmp_path / 'copied.db'}"
    with everywhere():
        copying.copy(to, meanwhile)
        assert "Later" in db.session.scalars(select(Client.name)).all()
    copied = create_engine(to)
    with copied.connect() as connection:
        assert "Later" not in connection.scalars(select(Client.name)).all()
    copied.dispose()
