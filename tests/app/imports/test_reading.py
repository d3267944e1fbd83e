"""Files are read line by line within limits."""

import gzip
from pathlib import Path

import pytest

from app.imports import reading
from app.imports.reading import Unreadable, lines


@pytest.mark.parametrize("packed", [False, True])
def test_lines_are_numbered_and_blank_ones_passed_over(tmp_path: Path, packed: bool) -> None:
    path, content = tmp_path / "f", b"\xef\xbb\xbfone\n\n  \ntwo"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert list(lines(path)) == [(1, b"one\n"), (4, b"two")]


def test_a_cut_off_file_says_where(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(b"line\n" * 50_000)[:-20])
    with pytest.raises(Unreadable, match="cut off after line"):
        list(lines(path))


def test_damaged_bytes_are_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\x1f\x8b" + b"\x00" * 100)
    with pytest.raises(Unreadable):
        list(lines(path))


def test_a_bomb_is_noticed_while_it_unpacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(gzip.compress((b"0" * 8000 + b"\n") * 4000))
    seen = 0
    with pytest.raises(Unreadable, match="times its size"):
        for _number, line in lines(path):
            seen += len(line)
    assert seen < reading.RATIO_FROM * 2
    monkeypatch.setattr(reading, "MAX_UNPACKED", 10_000)
    with pytest.raises(Unreadable, match="unpacks to more than"):
        list(lines(path))


def test_an_endless_line_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"a\n" + b"x" * (reading.MAX_LINE + 10))
    with pytest.raises(Unreadable, match="Line 2 is longer"):
        list(lines(path))
