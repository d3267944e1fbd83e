"""Reading an uploaded file line by line within limits, compressed or not."""

import codecs
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

MAX_COMPRESSED = 50 * 2**20
MAX_UNPACKED = 2**30
MAX_RATIO = 200
RATIO_FROM = 2**20
MAX_LINE = 2**20
MAX_LINES = 2_000_000
PIECE, BLOCK = 2**12, 2**18
"""Bytes taken from the file at once, and at most unpacked from them at once."""
_GZIP = b"\x1f\x8b"


class UnreadableImport(Exception):
    """The file as a whole cannot be taken; the message says why, for its owner."""


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank; Unreadable when the file is damaged or beyond the limits.

    The limits are watched while unpacking, block by block, so a bomb is noticed before its lines are looked at.
    """
    number, rest = 0, b""
    try:
        for block in _blocks(path):
            *whole, rest = (rest + block).split(b"\n")
            for raw in whole:
                number += 1
                if line := _checked(number, raw + b"\n"):
                    yield number, line
            _checked(number + 1, rest)
    except zlib.error:
        raise UnreadableImport(f"The compressed file is damaged after line {number}.") from None
    if last := _checked(number + 1, rest):
        yield number + 1, last


def _checked(number: int, raw: bytes) -> bytes:
    """A line without what editors put before the first one, empty if it is blank; Unreadable beyond the limits."""
    if number == 1 and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableImport("The file is in UTF-16. Save it in UTF-8.")
    if len(raw) > MAX_LINE:
        raise UnreadableImport(f"Line {number} is longer than {MAX_LINE // 2**20} MB.")
    if number > MAX_LINES:
        raise UnreadableImport(f"The file has more than {MAX_LINES:,} lines.")
    line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
    return line if line.strip() else b""


def _blocks(path: Path) -> Iterator[bytes]:
    """The file's bytes, unpacked if they begin like gzip: names are not to be trusted."""
    with path.open("rb") as file:
        compressed = file.read(2) == _GZIP
        file.seek(0)
        yield from _unpacked(file) if compressed else iter(lambda: file.read(BLOCK), b"")


def _unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """The bytes of a gzip file, of one part or several, each block held against what it was unpacked from."""
    packed = unpacked = 0
    is_open = False
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    while piece := file.read(PIECE):
        packed += len(piece)
        while piece:
            block = unpacker.decompress(piece, BLOCK)
            unpacked += len(block)
            _check_size(unpacked, packed)
            yield block
            piece, is_open = unpacker.unconsumed_tail, True
            if unpacker.eof:
                is_open = False
                # Zeros after the last part only fill up; anything else begins another one.
                piece = unpacker.unused_data.lstrip(b"\0")
                unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    if is_open:
        raise zlib.error("cut off")


def _check_size(unpacked: int, packed: int) -> None:
    """Refuse what unpacks to too much, by what has been read of it so far."""
    if unpacked > MAX_UNPACKED:
        raise UnreadableImport(f"The file unpacks to more than {MAX_UNPACKED // 2**20} MB.")
    if unpacked > RATIO_FROM and unpacked > packed * MAX_RATIO:
        raise UnreadableImport(f"The file unpacks to more than {MAX_RATIO} times its size.")
