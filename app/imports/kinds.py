"""What imports of every kind share: their files, their job, and who hears what becomes of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import IO, Any, Protocol

from flask import current_app

from app.core.db.base import without_lock
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.jobs import owners
from app.imports.reading import MAX_COMPRESSED
from app.notifications import tell

KEPT = timedelta(days=7)
"""So long after an import its file is kept."""
_CHUNK = 2**20
_NOTICES = {"ready": "checked", "columns": "checked", "done": "done", "undone": "undone", "failed": "failed"}


class ImportRow(owners.Task, Protocol):
    """An uploaded file on its way in."""

    user_id: Any
    name: Any


@dataclass(frozen=True, slots=True)
class ImportKind:
    """Imports of one kind."""

    folder_name: str
    endings: tuple[str, ...]
    job: str
    page: str
    """The address of one by its ID."""
    startable: tuple[str, ...]
    cancellable: tuple[str, ...]
    subject: str = ""
    """What one must be able to read to hear of an import."""

    def folder(self) -> Path:
        """Return the folder, which is there once something was uploaded."""
        instance: Path = current_app.config["SETTINGS"].instance
        return instance / self.folder_name

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

    def clean_name(self, name: str) -> str:
        """Return a file's name as it is shown; Invalid where it is of no kind that can be read."""
        # What cannot be stored, or would turn the text around, is no part of it.
        name = "".join(letter for letter in Path(name).name if letter.isprintable())[-200:]
        if not name.lower().endswith(self.endings):
            raise Invalid({"file": [BeyondSchema(f"Must end in {' or '.join(self.endings)}.")]})
        return name

    def enqueue(self, row: ImportRow) -> None:
        """Give an import the job that checks its file and takes it in."""
        owners.employ(row, self.job, "import_id")

    def check_startable(self, row: ImportRow) -> None:
        """Refuse to start what is under way or over."""
        owners.check_state(row, self.startable, "import", "started")

    def check_file(self, row: ImportRow) -> None:
        """Refuse to read a file that is no longer kept."""
        if not self.path(row.id).exists():
            raise Conflict("The uploaded file has expired.", code="file_gone")

    def cancel(self, row: ImportRow) -> None:
        """Stop an import; what it has brought in stays."""
        owners.cancel(row, self.cancellable, "import")

    def fail(self, row: ImportRow, reason: str) -> None:
        """Write down that an import cannot go on, and why."""
        owners.fail(row, reason)
        self.publish_progress(row)

    def publish_progress(self, row: ImportRow) -> None:
        """Notify who brought an import that it is over, was given up, or waits for them."""
        link = self.page.format(import_id=row.id)
        tell(row.user_id, f"import_{_NOTICES[row.state]}", link, what=row.name, subject=self.subject)


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
