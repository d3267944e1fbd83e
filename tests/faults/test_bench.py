"""Every part of the bench measures something: each is run with counts too small to say how fast anything is."""

import os
import re
import subprocess
import sys

import pytest

from tests.bench.__main__ import USUAL
from tests.faults.installation import ROOT

_FIGURE = re.compile(r"^.+ [\d,]+\.\d\d .*(?:ok|MISSED)$", re.MULTILINE)


@pytest.mark.parametrize("part", USUAL)
def test_a_part_of_the_bench_measures(part: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "CI"} | {"BENCH": "tiny"}
    command = [sys.executable, "-m", "tests.bench", part]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=240)
    print(ran.stdout)
    assert ran.returncode == 0, ran.stderr[-3000:]
    skipped = re.search(r"skipped, (.*)", ran.stdout)
    if not _FIGURE.search(ran.stdout):
        assert skipped is not None, "it measures nothing"
        pytest.skip(skipped[1])


def test_a_figure_without_a_measurement_fails() -> None:
    for value in ("0", "float('nan')", "-1"):
        command = [sys.executable, "-c", f"from tests.bench.figures import beside; beside('x', {value})"]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 1 and "x was not measured" in ran.stderr
