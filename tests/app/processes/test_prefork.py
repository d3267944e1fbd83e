"""Copies of this process: what they share, and that they are driven as any other process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.processes.prefork import Copy


def test_a_copy_has_what_was_loaded_and_ends_with_its_code(tmp_path: Path) -> None:
    loaded = {"word": "kept"}

    def work() -> None:
        (tmp_path / "said").write_text(loaded["word"])
        sys.exit(78)

    copy = Copy("parley: test", work)
    assert copy.wait(10) == 78
    assert (tmp_path / "said").read_text() == "kept"
    assert copy.poll() == 78, "asked again"


@pytest.mark.parametrize(("work", "code"), [(lambda: None, 0), (lambda: sys.exit("no"), 1), (lambda: 1 / 0, 1)])
def test_the_code_tells_how_it_went(work: object, code: int) -> None:
    assert Copy("parley: test", work).wait(10) == code  # type: ignore[arg-type]


def test_a_copy_hears_signals_in_a_group_and_under_a_title_of_its_own(tmp_path: Path) -> None:
    def work() -> None:
        (tmp_path / "began").touch()
        time.sleep(60)

    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        copy = Copy("parley: sleeper", work)
        while not (tmp_path / "began").exists():
            time.sleep(0.01)
        assert copy.poll() is None
        assert os.getpgid(copy.pid) == copy.pid
        assert Path(f"/proc/{copy.pid}/cmdline").read_bytes().rstrip(b"\0") == b"parley: sleeper"
        with pytest.raises(subprocess.TimeoutExpired):
            copy.wait(0.01)
        copy.terminate()
        assert copy.wait(10) == -signal.SIGTERM, "our own handler is not the copy's"
        copy.terminate()
    finally:
        signal.signal(signal.SIGTERM, before)
