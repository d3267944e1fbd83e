"""The uploaded files of imports, each in a folder of its kind by the import's ID."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from flask import current_app

from app.core.db.base import without_lock
from app.core.errors import BeyondSchema, Invalid
from app.imports.reading import MAX_COMPRESSED

_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class Uploads:
    """The folder of a kind of import."""

    name: str

    def folder(self) -> Path:
        """Return the folder, which is there once something was uploaded."""
        instance: Path = current_app.config["SETTINGS"].instance
        return instance / self.name

    def path(self, import_id: int) -> Path:
        """Return where the file of an import is kept."""
        return self.folder() / str(import_id)

    def ids(self) -> list[int]:
        """Return the imports whose files are there."""
        return [int(path.name) for path in self.folder().glob("*") if path.name.isdecimal()]

    @contextmanager
    def store(self, file: IO[bytes], import_id: int) -> Iterator[Path]:
        """Write an upload to its place before the enclosed work writes anything; remove it again if that fails."""
        path = self.path(import_id)
        try:
            with without_lock():
                write_upload(file, path)
            yield path
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def write_upload(file: IO[bytes], path: Path) -> None:
    """Write an upload to its place; Invalid when it is empty or beyond the limit."""
    # It holds people's own words: no other user of the machine may read it.
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(0o700)
    size = 0
    with path.open("wb") as target:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            if size > MAX_COMPRESSED:
                raise Invalid({"file": [f"Must not be larger than {MAX_COMPRESSED // 2**20} MB."]})
            target.write(chunk)
    if size == 0:
        raise Invalid({"file": [BeyondSchema("The file is empty.")]})
