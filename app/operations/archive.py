"""A backup's file: a tar under zstd whose last member says what is in it, with a SHA-256 of each."""

import hashlib
import io
import os
import tarfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson
import zstandard

MANIFEST = "manifest.json"
FORMAT = 1
LEVEL = 3
CHUNK = 2**20


class BadArchive(Exception):
    """A file that is no backup, or not any more what was written; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds and what it takes to use it."""

    made_at: str
    engine: str
    """`sqlite` or `postgresql`."""
    revision: str
    """The schema's migration."""
    rows: dict[str, int]
    """Rows of every table at the moment of the backup."""
    keys: dict[str, str]
    """Id and fingerprint of the data keys that sealed what is sealed; the keys themselves are not in it."""
    files: dict[str, str] = field(default_factory=dict)
    """SHA-256 of every member."""
    format: int = FORMAT


class _HashingFile:
    """A file that counts its SHA-256 while it is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._sum = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        piece = self._file.read(size)
        self._sum.update(piece)
        return piece

    @property
    def digest(self) -> str:
        """The sum of all that was read."""
        return self._sum.hexdigest()


def write(target: Path, members: Iterable[tuple[str, Path]], about: Manifest) -> None:
    """Pack files under their names, the manifest last; the target appears only when it is whole and on disk."""
    part = target.with_name(f".{target.name}.part")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            packer = zstandard.ZstdCompressor(level=LEVEL, threads=-1)
            with packer.stream_writer(file, closefd=False) as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
                for name, path in members:
                    about.files[name] = _add(tar, name, path)
                text = orjson.dumps(asdict(about), option=orjson.OPT_INDENT_2)
                info = tarfile.TarInfo(MANIFEST)
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text))
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _add(tar: tarfile.TarFile, name: str, path: Path) -> str:
    """Pack one file; returns its SHA-256."""
    with path.open("rb") as source:
        info = tarfile.TarInfo(name)
        info.size, info.mode = path.stat().st_size, 0o600
        hashed = _HashingFile(source)
        tar.addfile(info, hashed)
        return hashed.digest


def read(source: Path, into: Path) -> Manifest:
    """Unpack a backup into an empty folder and check every member; raises BadArchive."""
    documents: dict[str, str] = {}
    about: dict[str, Any] | None = None
    try:
        with source.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
            with tarfile.open(fileobj=stream, mode="r|") as tar:
                for info in tar:
                    member = tar.extractfile(info)
                    if member is None:
                        raise BadArchive(f"{info.name} in it is no plain file.")
                    if info.name == MANIFEST:
                        about = orjson.loads(member.read())
                    else:
                        documents[info.name] = _unpack(member, _inside(into, info.name))
    except (tarfile.TarError, zstandard.ZstdError, EOFError, orjson.JSONDecodeError) as error:
        raise BadArchive(f"{source.name} cannot be read to its end: {error}.") from None
    if about is None:
        raise BadArchive(f"{source.name} is no whole backup: its manifest is missing.")
    if about.get("format") != FORMAT:
        raise BadArchive(f"{source.name} is of format {about.get('format')}; this version reads {FORMAT}.")
    manifest = Manifest(**about)
    for name in sorted(documents.keys() | manifest.files.keys()):
        if documents.get(name) != manifest.files.get(name):
            raise BadArchive(f"{name} in {source.name} is not what was backed up.")
    return manifest


def _inside(folder: Path, name: str) -> Path:
    """Where a member goes; raises BadArchive when that is outside the folder."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise BadArchive(f"{name} points out of the backup.")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _unpack(member: IO[bytes], path: Path) -> str:
    """Write one member; returns its SHA-256."""
    hashed = _HashingFile(member)
    with path.open("xb") as target:
        while piece := hashed.read(CHUNK):
            target.write(piece)
    return hashed.digest
