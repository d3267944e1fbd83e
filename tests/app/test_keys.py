"""The installation's keys: made once, the owner's alone, by import or as a script."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT, load_settings
from app.keys import keep_only, new_key, prepend_key, write_keys


def values(folder: Path) -> dict[str, str]:
    """What the file of a folder says."""
    return dict(line.split("=", 1) for line in (folder / "secrets.env").read_text().splitlines())


def test_keys_are_made_once_and_are_the_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert write_keys(folder) is True
    before = values(folder)
    assert set(before) == {"SECRET_KEY", "DATA_KEYS"} and before["DATA_KEYS"].startswith("k1:")
    assert (folder / "secrets.env").stat().st_mode & 0o777 == 0o600
    assert write_keys(folder) is False and values(folder) == before
    settings = load_settings(before | {"INSTANCE": str(folder)})
    assert [len(key) for _, key in settings.data_keys] == [32] and len(settings.secret_key) == 43


def test_no_two_keys_are_alike(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_keys(tmp_path / name)
    first, other = values(tmp_path / "a"), values(tmp_path / "b")
    assert first["SECRET_KEY"] != other["SECRET_KEY"] and first["DATA_KEYS"] != other["DATA_KEYS"]
    assert new_key("k1") != new_key("k1")


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_keys_are_put_before_and_taken_out_of_the_others(tmp_path: Path, quote: str) -> None:
    path = tmp_path / "secrets.env"
    path.write_text(f"BEFORE=1\nDATA_KEYS={quote}k1:a, k2:b{quote}\nAFTER=2\n")
    prepend_key(path, "k3:c")
    assert path.read_text() == "BEFORE=1\nDATA_KEYS=k3:c,k1:a, k2:b\nAFTER=2\n"
    keep_only(path, ["k2", "k3"])
    assert path.read_text() == "BEFORE=1\nDATA_KEYS=k3:c, k2:b\nAFTER=2\n"
    path.write_text("NO_DATA_KEYS=k1:a\n")
    with pytest.raises(LookupError, match=r"secrets\.env has no DATA_KEYS\."):
        prepend_key(path, "k3:c")
    assert path.read_text() == "NO_DATA_KEYS=k1:a\n"
    assert path.stat().st_mode and [path.name for path in tmp_path.iterdir()] == ["secrets.env"]


def test_as_a_script_it_needs_nothing_else(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "app" / "keys.py")]
    for _ in range(2):
        ran = subprocess.run(words, env=os.environ | {"INSTANCE": str(tmp_path)}, capture_output=True, timeout=60)
        assert (ran.returncode, ran.stdout) == (0, b"")
        assert set(values(tmp_path)) == {"SECRET_KEY", "DATA_KEYS"}
