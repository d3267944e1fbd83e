"""Reading an uploaded file line by line within limits, compressed or not."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

MAX_COMPRESSED = 50 * 2**20
MAX_UNPACKED = 2**30
MAX_RATIO = 200
RATIO_FROM = 4 * 2**20
MAX_LINE = 2**20
_GZIP = b"\x1f\x8b"


class Unreadable(Exception):
    """The file as a whole cannot be taken; the message says why, for its owner."""


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank; Unreadable when the file is damaged or beyond the limits.

    The limits are watched while unpacking, so a bomb is noticed before it has grown.
    """
    packed = path.stat().st_size
    number = unpacked = 0
    with _open(path) as file:
        try:
            while raw := file.readline(MAX_LINE + 1):
                number += 1
                unpacked += len(raw)
                _check_size(unpacked, packed)
                if len(raw) > MAX_LINE:
                    raise Unreadable(f"Line {number} is longer than {MAX_LINE // 2**20} MB.")
                line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
                if line.strip():
                    yield number, line
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise Unreadable(f"The compressed file is damaged or cut off after line {number}.") from None


def _open(path: Path) -> IO[bytes] | gzip.GzipFile:
    """The file's bytes, unpacked if they begin like gzip: names are not to be trusted."""
    with path.open("rb") as file:
        compressed = file.read(2) == _GZIP
    return gzip.open(path) if compressed else path.open("rb")


def _check_size(unpacked: int, packed: int) -> None:
    """Refuse what unpacks to too much."""
    if unpacked > MAX_UNPACKED:
        raise Unreadable(f"The file unpacks to more than {MAX_UNPACKED // 2**20} MB.")
    if unpacked > RATIO_FROM and unpacked > packed * MAX_RATIO:
        raise Unreadable(f"The file unpacks to more than {MAX_RATIO} times its size.")
