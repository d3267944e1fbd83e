"""Packed files of a bot: ZIP and TAR with gzip, unpacked in memory within limits, by name."""

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from app.bots.flow.documents import LARGEST, UnreadableDocument

LARGEST_PACKED = 10 * 2**20
MOST_FILES, MOST_UNPACKED, MOST_RATIO, RATIO_FROM = 2000, 4_000_000, 100, 1_000_000
"""Files and bytes that are read of an archive, and from what size it may unpack to so many times its own."""
WANTED = (".json", ".yml", ".yaml", ".js")
ZIP, GZIP = b"PK", b"\x1f\x8b"
_TOO_LARGE = "The archive unpacks to more than this call reads."


def is_packed(data: bytes) -> bool:
    """Whether bytes begin like an archive; names are not to be trusted."""
    return data.startswith((ZIP, GZIP))


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive that may be part of a bot, by path; Unreadable beyond the limits."""
    if len(data) > LARGEST_PACKED:
        raise UnreadableDocument(f"An archive has at most {LARGEST_PACKED // 2**20} MB.")
    try:
        return dict(_bound_files(_read_zip(data) if data.startswith(ZIP) else _read_tar(data), len(data)))
    except UnreadableDocument:
        raise
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError,
            ValueError, KeyError, IndexError, OverflowError) as error:  # fmt: skip
        raise UnreadableDocument(
            f"This archive cannot be unpacked: {str(error)[:200] or type(error).__name__}"
        ) from None


def _bound_files(files: Iterator[tuple[str, bytes]], packed: int) -> Iterator[tuple[str, bytes]]:
    """The files, as long as they stay within what an archive of that size may hold."""
    total, names = 0, set[str]()
    for name, content in files:
        path = _check_path(name)
        if path in names:
            raise UnreadableDocument(f"“{path}” is in the archive twice.")
        names.add(path)
        total += len(content)
        if total > MOST_UNPACKED or (total > RATIO_FROM and total > packed * MOST_RATIO):
            raise UnreadableDocument(_TOO_LARGE)
        yield path, content


def _check_path(name: str) -> str:
    """The path of a file within its archive; Unreadable where it leads out of it."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or "\x00" in name or len(name) > 500:
        raise UnreadableDocument(f"“{name[:100]!r}” is no path within an archive.")
    return str(path)


def _is_wanted(name: str) -> bool:
    """Whether a file may say something about a bot: those of tools and of the system do not."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.suffix.lower() in WANTED and "__MACOSX" not in path.parts and "node_modules" not in path.parts


def _read_zip(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_FILES:
            raise UnreadableDocument(f"An archive has at most {MOST_FILES} files; this one has {len(entries)}.")
        for entry in entries:
            _check_path(entry.filename)
            if entry.is_dir() or not _is_wanted(entry.filename):
                continue
            if entry.flag_bits & 1:
                raise UnreadableDocument("This archive is encrypted.")
            with archive.open(entry) as stream:
                # The size that an entry states may be a lie.
                yield entry.filename, _whole(entry.filename, stream.read(LARGEST + 1))


def _read_tar(data: bytes) -> Iterator[tuple[str, bytes]]:
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    raw = unpacker.decompress(data, LARGEST_PACKED)
    if unpacker.unconsumed_tail or (len(raw) > RATIO_FROM and len(raw) > len(data) * MOST_RATIO):
        raise UnreadableDocument(_TOO_LARGE)
    with tarfile.open(fileobj=io.BytesIO(raw), mode="r:") as archive:
        for count, entry in enumerate(archive):
            if count >= MOST_FILES:
                raise UnreadableDocument(f"An archive has at most {MOST_FILES} files.")
            _check_path(entry.name)
            stream = archive.extractfile(entry) if entry.isreg() and _is_wanted(entry.name) else None
            if stream is not None:
                yield entry.name, _whole(entry.name, stream.read(LARGEST + 1))


def _whole(name: str, content: bytes) -> bytes:
    if len(content) > LARGEST:
        raise UnreadableDocument(f"“{name[:100]}” has more than {LARGEST} bytes.")
    return content
