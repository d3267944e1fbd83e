"""Taking a database out whole while it is in use, and putting it back: SQLite's own way and PostgreSQL's."""

import logging
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from app.core.db.row_security import KEYS

Rows = dict[str, int]
log = logging.getLogger(__name__)


class Unusable(Exception):
    """A database or its tools did not do what they must; the message says what and how to go on."""


class Engine(Protocol):
    """What a backup needs of a database."""

    name: str
    member: str

    def dump(self, target: Path) -> Rows:
        """Write the whole database, as of one moment, to a file; the rows of every table at that moment."""

    def beside(self, source: Path) -> AbstractContextManager[tuple[str, Rows]]:
        """A database of its own made of a dump and looked through: its address and rows; raises Unusable."""

    def tools(self) -> str:
        """What backups are made with, in a few words; raises Unusable when that does not fit the database."""

    def load(self, url: str, folder: Path) -> None:
        """Replace the whole database by the one at `url`, or leave it as it was; works in `folder`, raises Unusable."""


def engine_of(url: str) -> Engine:
    """The engine behind a database's address."""
    parsed = make_url(url)
    return Sqlite(Path(str(parsed.database))) if parsed.drivername == "sqlite" else Postgres(parsed)


class Sqlite:
    """SQLite's online backup: readers and writers go on."""

    name = "sqlite"
    member = "database.sqlite"

    def __init__(self, path: Path) -> None:
        """Name the database's file."""
        self._path = path

    def dump(self, target: Path) -> Rows:
        """Copy the database's pages as of now."""
        if not self._path.exists():
            raise Unusable(f"There is no database at {self._path}: run `flask init` first.")
        try:
            with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(target)) as copy:
                source.backup(copy)
                # One file: a copy that still keeps a log beside itself would be half a backup.
                copy.execute("PRAGMA journal_mode=DELETE")
                return _count_rows(copy)
        except sqlite3.Error as error:
            raise Unusable(f"The database cannot be copied: {error}.") from None

    @contextmanager
    def beside(self, source: Path) -> Iterator[tuple[str, Rows]]:
        """The unpacked copy itself."""
        yield f"sqlite:///{source.resolve()}", self._looked_through(source)

    def _looked_through(self, source: Path) -> Rows:
        """Look a copy through, page by page and reference by reference."""
        try:
            with closing(sqlite3.connect(source)) as copy:
                problems = copy.execute("PRAGMA integrity_check(5)").fetchall()
                if problems != [("ok",)]:
                    raise Unusable(f"The database in it is damaged: {problems[0][0]}.")
                broken = copy.execute("PRAGMA foreign_key_check").fetchone()
                if broken:
                    raise Unusable(f"A row of {broken[0]} in it points at a row of {broken[2]} that is not there.")
                return _count_rows(copy)
        except sqlite3.DatabaseError as error:
            raise Unusable(f"The database in it cannot be read: {error}.") from None

    def tools(self) -> str:
        """Nothing else is needed."""
        return "by SQLite itself"

    def load(self, url: str, folder: Path) -> None:
        """Write the copy's pages over the present ones, in one transaction."""
        source = str(make_url(url).database)
        with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(self._path, timeout=15)) as target:
            try:
                copy.backup(target)
            except sqlite3.Error as error:
                raise Unusable(f"The database cannot be replaced ({error}): is Parley stopped?") from None


def _count_rows(connection: sqlite3.Connection) -> Rows:
    """Rows of every table of ours; the search index is made from them and keeps tables of its own."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    names = [name for (name,) in connection.execute(query) if not name.startswith("message_search")]
    count = 'SELECT count(*) FROM "{}"'
    return {name: connection.execute(count.format(name)).fetchone()[0] for name in sorted(names)}


TOOLS = ("pg_dump", "pg_restore", "psql")
# Policies bind the owner, too: it must say that it means all workspaces.
_EVERYWHERE = "-c app.everywhere=on"
# All in one transaction with what comes after: tables of a newer schema must not survive an older backup.
_EMPTY = """
DO $$ DECLARE r record; BEGIN
  FOR r IN SELECT oid::regclass AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
  LOOP EXECUTE 'DROP TABLE IF EXISTS ' || r.name || ' CASCADE'; END LOOP;
  FOR r IN SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP EXECUTE 'DROP FUNCTION IF EXISTS ' || r.name || ' CASCADE'; END LOOP;
END $$;
"""


class Postgres:
    """PostgreSQL by its own tools, `pg_dump`, `pg_restore` and `psql`."""

    name = "postgresql"
    member = "database.pgdump"

    def __init__(self, url: URL) -> None:
        """Name the database."""
        self._url = url.set(drivername="postgresql")

    def dump(self, target: Path) -> Rows:
        """Dump a snapshot, and count in the very same one."""
        with self._connect(self._url) as connection:
            self._agree(connection)
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert snapshot is not None  # noqa: S101 - a SELECT of one value
            words = ["--format=custom", "--compress=0", f"--snapshot={snapshot[0]}", f"--file={target}"]
            # The keys of the seals stay behind: `bring_to_newest` writes those of where it is restored.
            words += ["--no-owner", "--no-privileges", "--enable-row-security", f"--exclude-table-data=*.{KEYS}"]
            self._run("pg_dump", self._url, *words)
            return _rows(connection)

    @contextmanager
    def beside(self, source: Path) -> Iterator[tuple[str, Rows]]:
        """A scratch database, dropped afterwards."""
        name = f"parley_verify_{token_hex(4)}"
        with self._connect(self._url, autocommit=True) as connection:
            self._agree(connection)
            try:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            except psycopg.Error as error:
                raise Unusable(f"A backup is checked in a database of its own, which cannot be made: {error}") from None
        try:
            scratch = self._url.set(database=name)
            self._run("pg_restore", scratch, "--exit-on-error", "--no-owner", str(source))
            with self._connect(scratch) as copy:
                rows = _rows(copy)
            yield scratch.render_as_string(hide_password=False), rows
        finally:
            self._drop(name)

    def _drop(self, name: str) -> None:
        """Drop a scratch database; one that cannot be dropped does not undo what was done with it."""
        try:
            with self._connect(self._url, autocommit=True) as connection:
                # Without FORCE, which is refused while autovacuum is in it: this waits for that to leave.
                connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        except Unusable as error:
            log.warning("The scratch database %s is left: %s", name, error)

    def load(self, url: str, folder: Path) -> None:
        """Empty the schema and run the other database's dump as a script, rights and all, in one transaction."""
        empty, script = folder / "empty.sql", folder / "script.sql"
        empty.write_text(_EMPTY)
        self._run("pg_dump", make_url(url), "--no-owner", "--enable-row-security", f"--file={script}")
        words = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        self._run("psql", self._url, *words, f"--file={empty}", f"--file={script}")

    def tools(self) -> str:
        """The server's major version, which the client programs share; raises Unusable."""
        with self._connect(self._url) as connection:
            return f"client programs and server are of PostgreSQL {self._agree(connection)}"

    def _agree(self, connection: "psycopg.Connection[Any]") -> int:
        """Refuse client programs of another major version than the server's; returns it.

        Older ones cannot read it, and what newer ones write begins with settings that it does not know.
        """
        server = connection.info.server_version // 10_000
        for tool in TOOLS:
            version = self._run(tool, None, "--version")
            match = re.search(r"\) (\d+)", version)
            if match is None or int(match[1]) != server:
                client = f"of PostgreSQL {match[1]}" if match else f"unknown ({version.strip()})"
                raise Unusable(f"{tool} is {client}, the server of {server}: install the client programs of {server}.")
        return server

    @contextmanager
    def _connect(self, url: URL, **options: Any) -> "Iterator[psycopg.Connection[Any]]":
        """A connection outside the application's pool, which sees the rows of all workspaces."""
        try:
            with psycopg.connect(
                url.render_as_string(hide_password=False), options=_EVERYWHERE, **options
            ) as connection:
                yield connection
        except psycopg.OperationalError as error:
            raise Unusable(f"PostgreSQL cannot be reached: {str(error).strip()}") from None
        except psycopg.Error as error:
            raise Unusable(f"PostgreSQL refused: {str(error).strip()}") from None

    def _run(self, tool: str, url: URL | None, *words: str) -> str:
        """Run one of PostgreSQL's tools; what it printed.

        Its password goes by the environment, where no list of processes shows it.
        """
        program = shutil.which(tool)
        if program is None:
            raise Unusable(f"{tool} is missing: install PostgreSQL's client programs.")
        env = dict(os.environ)
        target: Iterable[str] = ()
        if url is not None:
            env |= {"PGPASSWORD": str(url.password or ""), "PGOPTIONS": _EVERYWHERE}
            target = [f"--dbname={url.set(password=None).render_as_string()}"]
        process = subprocess.run(  # noqa: S603 - our own words
            [program, *target, *words], check=False, env=env, capture_output=True, text=True
        )
        if process.returncode:
            lines = process.stderr.strip().splitlines()
            raise Unusable(f"{tool} failed: {lines[0] if lines else process.returncode}")
        return process.stdout


def _rows(connection: "psycopg.Connection[Any]") -> Rows:
    """Rows of every table of the schema but the keys', which is in no backup."""
    names = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> %s ORDER BY 1", [KEYS]
    )
    counts: Rows = {}
    for (name,) in names.fetchall():
        row = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))).fetchone()
        counts[name] = row[0] if row else 0
    return counts
