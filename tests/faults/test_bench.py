"""Every part of the bench measures something: each is run with counts too small to say how fast anything is."""

import os
import re
import subprocess
import sys

import pytest

# Read where the bench is imported, by nothing else in this process.
os.environ["BENCH"] = "tiny"

from tests.bench.__main__ import PARTS, USUAL
from tests.faults.installation import ROOT


@pytest.mark.parametrize("part", USUAL)
def test_a_part_of_the_bench_measures(
    part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    try:
        figures = PARTS[part]()
    except SystemExit as error:
        pytest.fail(f"{part} ended: {error}")
    if not figures:
        skipped = re.search(r"skipped, (.*)", capsys.readouterr().out)
        assert skipped is not None, "it measures nothing"
        pytest.skip(skipped[1])


def test_the_command_prints_figures_beside_their_goals() -> None:
    command = [sys.executable, "-m", "tests.bench", "engine"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert re.search(r"^.+ [\d,]+\.\d\d .*(?:ok|MISSED)$", ran.stdout, re.MULTILINE), ran.stdout


def test_a_figure_without_a_measurement_fails() -> None:
    for value in ("0", "float('nan')", "-1"):
        command = [sys.executable, "-c", f"from tests.bench.figures import beside; beside('x', {value})"]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 1 and "x was not measured" in ran.stderr
