"""Backups: made while Parley runs, checked by restoring them, put back whole or not at all."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex

from flask import current_app
from sqlalchemy.engine import make_url

from app.config import ROOT, Settings
from app.core.clock import now
from app.core.db.base import db
from app.operations import archive
from app.operations.archive import BadArchive, Manifest
from app.operations.engines import Engine, Unusable, engine_of
from app.operations.schema import bring_to_newest

FOLDERS = ("imports",)
"""What belongs to the data beside the database. Exports can be made again."""


NO_SCHEMA = "None"
"""The revision of a database without tables."""


def _settings() -> Settings:
    """The installation's settings."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings


def _engine() -> Engine:
    """The installation's database, as the role that owns it."""
    return engine_of(_settings().database_owner_url)


def tools() -> str:
    """What backups are made with here, in a few words; raises Unusable when that does not fit the database."""
    return _engine().tools()


def fingerprints() -> dict[str, str]:
    """Id and fingerprint of the data keys: enough to know a key again, useless to anyone else."""
    return {key_id: hashlib.sha256(b"parley:" + key).hexdigest()[:16] for key_id, key in _settings().data_keys}


@contextmanager
def _workshop() -> Iterator[Path]:
    """A private folder on the installation's own disk, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=".backup-", dir=_settings().instance))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def create(target: Path | None = None) -> tuple[Path, Manifest]:
    """Back up database and uploads as of now; the file's path and what is in it."""
    settings, engine, moment = _settings(), _engine(), now()
    name = f"parley-{moment:%Y%m%dT%H%M%SZ}-{token_hex(2)}.tar.zst"
    target = target or settings.instance / "backups" / name
    if target.exists():
        raise Unusable(f"{target} is there already.")
    with _workshop() as folder:
        dump = folder / engine.member
        rows = engine.dump(dump)
        revision = _revision()
        if revision == NO_SCHEMA:
            raise Unusable("The database has no tables yet: run `flask init` first")
        about = Manifest(
            made_at=moment.isoformat(), engine=engine.name, revision=revision, rows=rows, keys=fingerprints()
        )
        archive.write(target, [(engine.member, dump), *_uploads(settings.instance)], about)
    return target, about


def _uploads(instance: Path) -> Iterator[tuple[str, Path]]:
    """The files beside the database by their names inside the instance."""
    for folder in FOLDERS:
        for path in sorted((instance / folder).rglob("*")):
            if path.is_file():
                yield path.relative_to(instance).as_posix(), path


def _revision() -> str:
    """The migration the database is at."""
    from alembic.runtime.migration import MigrationContext

    try:
        return str(MigrationContext.configure(db.session.connection()).get_current_revision())
    finally:
        db.session.rollback()


def verify(source: Path) -> Manifest:
    """Restore a backup beside the installation and compare; raises BadArchive or Unusable with what is wrong."""
    with _workshop() as folder, _unpack_checked(source, folder) as (about, _url):
        return about


@contextmanager
def _unpack_checked(source: Path, folder: Path) -> Iterator[tuple[Manifest, str]]:
    """Unpack a backup and check it, its database by restoring it; what is in it, and that database's address."""
    about, engine = archive.read(source, folder), _engine()
    if about.engine != engine.name:
        raise Unusable(
            f"This backup is of {about.engine}, the installation is on {engine.name}: restore it on {about.engine},"
            " then move it with `flask db copy`."
        )
    if about.revision not in _known_revisions():
        raise Unusable(f"This backup has schema {about.revision}, which this version does not know: update Parley.")
    with engine.beside(folder / engine.member) as (url, rows):
        for table in sorted(rows.keys() | about.rows.keys()):
            if rows.get(table) != about.rows.get(table):
                raise BadArchive(f"{table} has {rows.get(table)} rows, {about.rows.get(table)} were backed up.")
        yield about, url


def _known_revisions() -> set[str]:
    """The migrations this version of the code has."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(ROOT / "app" / "migrations"))
    return {str(entry.revision) for entry in script.walk_revisions()}


def missing_keys(about: Manifest) -> list[str]:
    """The ids of keys that sealed texts of a backup and are not configured here."""
    here = fingerprints()
    return [key_id for key_id, mark in about.keys.items() if here.get(key_id) != mark]


def restore(source: Path) -> tuple[Manifest, Path | None]:
    """Replace database and uploads by a backup's; also where the state before was backed up, if there was one.

    All that can go wrong is done beside the installation. What touches it is one transaction, and folders that are
    renamed before and given back their names when that fails.
    """
    settings, engine = _settings(), _engine()
    with _workshop() as folder, _unpack_checked(source, folder) as (about, url):
        bring_to_newest(_as_application(url), url)
        before = create()[0] if _revision() != NO_SCHEMA else None
        db.session.remove()
        db.engine.dispose()
        with ExitStack() as uploads:
            for name in FOLDERS:
                uploads.enter_context(_replace_folder(settings.instance / name, folder / name))
            engine.load(url, folder)
    return about, before


def _as_application(url: str) -> str:
    """The address of the database at `url` for the application's role, which the migrations grant its rights."""
    ours = make_url(_settings().database_url)
    return url if ours.drivername == "sqlite" else ours.set(database=make_url(url).database).render_as_string(False)


@contextmanager
def _replace_folder(present: Path, fresh: Path) -> Iterator[None]:
    """A folder replaced by another one, whole; as it was when what is enclosed fails."""
    present = present.resolve()
    mark = token_hex(4)
    staged, old = (present.with_name(f".{present.name}-{suffix}-{mark}") for suffix in ("new", "old"))
    try:
        fresh.mkdir(exist_ok=True)
        shutil.move(fresh, staged)  # On another disk that is a copy.
        present.mkdir(exist_ok=True)
        present.rename(old)
        try:
            staged.rename(present)
            yield
        except BaseException:
            if present.exists():
                present.rename(staged)
            old.rename(present)
            raise
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
