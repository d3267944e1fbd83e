"""How long each test takes: recorded by every runner, summed up at the end of the suite.

`tests/run` lets each part write a file of `tests/output/durations`; `python -m tests.durations` joins them in
`tests/output/durations.json` and prints the parts, the slowest tests and those of vitest that failed. Nothing is judged
by these seconds: a test of one second has taken sixteen on a machine that had stopped for a while.
"""

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

OUTPUT = Path(__file__).parent / "output"
FOLDER = OUTPUT / "durations"
PRINTED = 20


class Recorder:
    """A pytest plugin that adds up set-up, call and tear-down of each test and writes them at the end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test; with xdist the process that distributes them gets all."""
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write what was recorded."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.seconds))


def recorder() -> Recorder | None:
    """The recorder of this pytest run, where `tests/run` names its file."""
    file = os.environ.get("DURATIONS")
    return Recorder(Path(file)) if file and "PYTEST_XDIST_WORKER" not in os.environ else None


def read(file: Path) -> dict[str, float]:
    """The seconds by test of one part, as pytest's recorder or vitest's JSON reporter wrote them."""
    content: dict[str, Any] = json.loads(file.read_text())
    if "testResults" not in content:
        return content
    return {
        f"{Path(result['name']).name}: {test['fullName']}": (test.get("duration") or 0) / 1000
        for result in content["testResults"]
        for test in result["assertionResults"]
    }


def failed(file: Path) -> list[str]:
    """The tests that failed in a part of vitest, whose own summary is far up by now."""
    return [
        f"FAILED {Path(result['name']).name}: {test['fullName']}"
        for result in json.loads(file.read_text()).get("testResults", [])
        for test in result["assertionResults"] or [{"fullName": result["message"], "status": result["status"]}]
        if test["status"] == "failed"
    ]


def main() -> None:
    """Join the files, print the parts, the slowest tests and the failed ones."""
    lines = (FOLDER / "parts.tsv").read_text().splitlines()
    parts = {
        name: {"wall": int(wall), "processor": int(used)} for name, wall, used in (line.split("\t") for line in lines)
    }
    tests = {
        f"{name} ({file.stem})": seconds
        for file in sorted(FOLDER.glob("*.json"))
        for name, seconds in read(file).items()
    }
    slowest = dict(sorted(tests.items(), key=lambda item: -item[1]))
    (OUTPUT / "durations.json").write_text(json.dumps({"parts": parts, "tests": slowest}, indent=1))
    print("== durations in seconds")
    for name, seconds in parts.items():
        print(f"{seconds['wall']:7} {name} ({seconds['processor']} of a processor)")
    for name, seconds in list(slowest.items())[:PRINTED]:
        print(f"{seconds:7.1f} {name}")
    for file in sorted(FOLDER.glob("*.json")):
        for line in failed(file):
            print(line)


if __name__ == "__main__":
    main()
