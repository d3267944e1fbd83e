"""Files are read line by line within limits."""

import gzip
from pathlib import Path

import pytest

from app.imports import reading
from app.imports.reading import UnreadableImport, lines


@pytest.mark.parametrize("packed", [False, True])
def test_lines_are_numbered_and_blank_ones_passed_over(tmp_path: Path, packed: bool) -> None:
    path, content = tmp_path / "f", b"\xef\xbb\xbfone\n\n  \ntwo"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert list(lines(path)) == [(1, b"one\n"), (4, b"two")]


def test_a_cut_off_file_says_where(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(b"line\n" * 50_000)[:-20])
    with pytest.raises(UnreadableImport, match="damaged after line"):
        list(lines(path))


def test_damaged_bytes_are_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\x1f\x8b" + b"\x00" * 100)
    with pytest.raises(UnreadableImport):
        list(lines(path))


def test_a_bomb_is_noticed_while_it_unpacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress((b"0" * 8000 + b"\n") * 4000))
    seen = 0
    with pytest.raises(UnreadableImport, match="times its size"):
        for _number, line in lines(path):
            seen += len(line)
    assert seen < reading.RATIO_FROM * 2
    monkeypatch.setattr(reading, "MAX_UNPACKED", 10_000)
    with pytest.raises(UnreadableImport, match="unpacks to more than"):
        list(lines(path))


@pytest.mark.parametrize("line", [b"\n", b" \n", b"{}\n", b"0\n"])
def test_tiny_lines_are_noticed_by_what_has_been_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes
) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(line * (64 * 2**20 // len(line))))
    taken = [0, 0]
    check = reading._check_size

    def watch(unpacked: int, packed: int) -> None:
        taken[:] = unpacked, packed
        check(unpacked, packed)

    monkeypatch.setattr(reading, "_check_size", watch)
    seen = 0
    with pytest.raises(UnreadableImport, match="times its size"):
        for _ in lines(path):
            seen += 1
    assert taken[0] <= reading.RATIO_FROM + 2 * reading.BLOCK and taken[1] <= 4 * reading.PIECE
    assert seen * len(line) <= reading.RATIO_FROM


def test_a_file_has_so_many_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINES", 3)
    path = tmp_path / "f"
    path.write_bytes(b"\n\na\nb\n")
    with pytest.raises(UnreadableImport, match="more than 3 lines"):
        list(lines(path))


def test_several_parts_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(b"one\ntw") + gzip.compress(b"o\n") + b"\0" * 512)
    assert list(lines(path)) == [(1, b"one\n"), (2, b"two\n")]
    path.write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n")[:-4])
    with pytest.raises(UnreadableImport, match="damaged after line"):
        list(lines(path))


def test_an_endless_line_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"a\n" + b"x" * (reading.MAX_LINE + 10))
    with pytest.raises(UnreadableImport, match="Line 2 is longer"):
        list(lines(path))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_file_in_utf_16_says_so(tmp_path: Path, encoding: str) -> None:
    text = '{"id": "a"}\n'
    path = tmp_path / "file"
    path.write_bytes(("\ufeff" if encoding == "utf-16-be" else "").encode(encoding) + text.encode(encoding))
    with pytest.raises(UnreadableImport, match="Save it in UTF-8"):
        list(lines(path))
