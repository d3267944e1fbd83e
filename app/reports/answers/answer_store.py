"""Answers of the last day, in an encrypted and bounded file of the installation that needs no database.

Every process of the machine reads and writes it. It is a memory that may be lost: what goes wrong with it is logged.
"""

import hashlib
import sqlite3
import time
import zlib
from collections.abc import Hashable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import structlog
from flask import current_app

from app.core.db.availability import room
from app.core.db.tenancy import Scope, bound_workspace, current_scope
from app.core.security.abilities import Ability
from app.core.security.encryption import decrypt, encrypt

log = structlog.get_logger(__name__)
LARGEST, MOST_BYTES = 1024 * 1024, 64 * 1024 * 1024
"""Bytes of an answer that is stored, and of the whole file."""
LONGEST_SECONDS = 86_400.0
FILE = "answers.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS answer (id BLOB PRIMARY KEY, workspace INTEGER, at REAL, key TEXT, body BLOB) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ix_answer_at ON answer (at);
CREATE TABLE IF NOT EXISTS reader
    (session INTEGER PRIMARY KEY, person INTEGER, workspace INTEGER, at REAL, key TEXT, body BLOB);
CREATE TABLE IF NOT EXISTS change (workspace INTEGER, person INTEGER, at REAL, PRIMARY KEY (workspace, person));
"""
EVERYONE = 0
"""All people of a workspace, or as a workspace all of them."""
UNSETTLED_SECONDS = 60.0
"""How long after a change of access nobody is noted: longer than a request that began before it may take."""


class StoredAnswer(NamedTuple):
    """An answer and when it was made, in seconds of the epoch."""

    body: bytes
    at: float


class Reader(NamedTuple):
    """What the database last said of a session: whose it is, its kind, and what they may do and see."""

    person: int
    workspace: int
    kind: str
    ability: list[Ability]
    scope: Scope


def store_answers(answers: Mapping[tuple[Hashable, ...], bytes]) -> None:
    """Store answers under keys of the present workspace and scope, all or none of them."""
    if any(len(body) > LARGEST for body in answers.values()) or room.is_low():
        return
    at, rows = time.time(), []
    for key, body in answers.items():
        place = _place(key)
        rows.append((place, bound_workspace(), at, *encrypt(zlib.compress(body, 1), place)))
    with _changing() as file:
        file.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", rows)
        file.execute("DELETE FROM answer WHERE at < ?", (at - LONGEST_SECONDS,))
        oldest = "DELETE FROM answer WHERE id IN (SELECT id FROM answer ORDER BY at LIMIT 8)"
        while _used_bytes(file) > MOST_BYTES and file.execute(oldest).rowcount:
            pass


def get_answer(*key: Hashable) -> StoredAnswer | None:
    """Return the answer to a key of the present workspace and scope, of the last day."""
    place = _place(key)
    row = _row("SELECT key, body, at FROM answer WHERE id = ?", place)
    if row is None or time.time() - row[2] > LONGEST_SECONDS:
        return None
    packed = decrypt(row[0], row[1], place)
    return None if packed is None else StoredAnswer(zlib.decompress(packed), row[2])


def note_reader(session_id: int, reader: Reader) -> None:
    """Note what the database has just said of a session, unless their access has changed a moment ago."""
    if room.is_low():
        return
    at, place = time.time(), f"reader:{session_id}".encode()
    content = {"kind": reader.kind, "ability": reader.ability, "scope": reader.scope.serialize()}
    key_id, sealed = encrypt(orjson.dumps(content), place)
    with _changing() as file:
        changed = file.execute(
            "SELECT max(at) FROM change WHERE workspace IN (?, ?) AND person IN (?, ?)",
            (reader.workspace, EVERYONE, reader.person, EVERYONE),
        ).fetchone()[0]
        if changed is None or at - changed > UNSETTLED_SECONDS:
            row = session_id, reader.person, reader.workspace, at, key_id, sealed
            file.execute("INSERT OR REPLACE INTO reader VALUES (?, ?, ?, ?, ?, ?)", row)
        file.execute("DELETE FROM reader WHERE at < ?", (at - LONGEST_SECONDS,))
        file.execute("DELETE FROM change WHERE at < ?", (at - LONGEST_SECONDS,))


def get_reader(session_id: int) -> Reader | None:
    """Return what the database last said of a session, within the last day."""
    row = _row("SELECT key, body, at, person, workspace FROM reader WHERE session = ?", session_id)
    if row is None or time.time() - row[2] > LONGEST_SECONDS:
        return None
    content = orjson.loads(decrypt(row[0], row[1], f"reader:{session_id}".encode()) or b"null")
    if content is None:
        return None
    return Reader(row[3], row[4], content["kind"], content["ability"], Scope.read(content["scope"]))


def drop_readers(workspace: int = EVERYONE, person: int = EVERYONE) -> None:
    """Drop what is noted of people whose access changes; where that fails, the file goes."""
    if not _path().exists():
        return
    try:
        with closing(_open()) as file, file:
            file.execute("DELETE FROM reader WHERE ? IN (workspace, 0) AND ? IN (person, 0)", (workspace, person))
            file.execute("INSERT OR REPLACE INTO change VALUES (?, ?, ?)", (workspace, person, time.time()))
    except sqlite3.Error as error:
        log.warning("answers_dropped", error=str(error))
        _remove()


def drop_answers() -> None:
    """Drop all answers of the bound workspace."""
    with _changing() as file:
        file.execute("DELETE FROM answer WHERE workspace = ?", (bound_workspace(),))


def _used_bytes(file: sqlite3.Connection) -> int:
    """Return what the file's pages hold, which its header knows without a look at any row."""
    pages, free, size = (file.execute(f"PRAGMA {name}").fetchone()[0]
                         for name in ("page_count", "freelist_count", "page_size"))  # fmt: skip
    return int((pages - free) * size)


def _place(key: tuple[Hashable, ...]) -> bytes:
    whole = bound_workspace(), orjson.dumps(current_scope().serialize()), key
    return hashlib.sha256(repr(whole).encode()).digest()


def _path() -> Path:
    folder: Path = current_app.config["SETTINGS"].instance
    return folder / FILE


def _open() -> sqlite3.Connection:
    _path().touch(0o600)
    file = sqlite3.connect(_path(), timeout=0.5)
    file.execute("PRAGMA synchronous = OFF")
    file.execute("PRAGMA secure_delete = ON")
    # Another process may have removed the file, which begins without tables then.
    if file.execute("PRAGMA schema_version").fetchone()[0] == 0:
        file.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
    return file


@contextmanager
def _changing() -> Iterator[sqlite3.Connection]:
    """Write in one transaction; what goes wrong is logged, for nothing depends on it."""
    try:
        with closing(_open()) as file, file:
            file.execute("BEGIN IMMEDIATE")
            yield file
    except (sqlite3.Error, OSError) as error:
        log.warning("answers_unwritten", error=str(error))


def _row(query: str, value: Any) -> Any:
    """Return the row of a query, None where there is none or the file cannot be read."""
    if not _path().exists():
        return None
    try:
        with closing(_open()) as file:
            return file.execute(query, (value,)).fetchone()
    except (sqlite3.Error, OSError) as error:
        log.warning("answers_unread", error=str(error))
        return None


def _remove() -> None:
    for path in _path().parent.glob(f"{FILE}*"):
        path.unlink(missing_ok=True)
