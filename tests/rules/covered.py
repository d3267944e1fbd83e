"""Lines measured against the goals of setup.cfg: `python -m tests.rules.covered`, after a run that has measured.

A goal names files by patterns and the percentage of their lines that tests must run, all of them together.
"""

import json
import subprocess
import sys
from configparser import ConfigParser
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def goals() -> dict[str, tuple[float, list[str]]]:
    """Percentage and patterns of every goal, by its name."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    rows = {name: value.split() for name, value in config["coverage-goals"].items()}
    return {name: (float(percent), patterns) for name, (percent, *patterns) in rows.items()}


def measured() -> dict[str, Any]:
    """What coverage.py tells of every file."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "coverage.json"
        subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", str(target)], cwd=ROOT, check=True)
        files: dict[str, Any] = json.loads(target.read_text())["files"]
    return files


def judge(files: dict[str, Any], expected: dict[str, tuple[float, list[str]]]) -> tuple[list[str], bool]:
    """A line for every goal, with what is missing where it is not reached; and whether all are."""
    lines_of_report, good = [], True
    for name, (percent, patterns) in expected.items():
        chosen = {path: of for path, of in files.items() if any(fnmatch(path, pattern) for pattern in patterns)}
        lines = sum(of["summary"]["num_statements"] for of in chosen.values())
        run = sum(of["summary"]["covered_lines"] for of in chosen.values())
        reached = 100 * run / lines if lines else 0.0
        enough = reached >= percent
        lines_of_report.append(f"{name}: {reached:.2f} % of {lines} lines in {len(chosen)} files, wanted {percent:g} %")
        if not enough:
            good = False
            lines_of_report += [
                f"  {path}: {of['missing_lines']}" for path, of in chosen.items() if of["missing_lines"]
            ]
    return lines_of_report, good


if __name__ == "__main__":
    lines, reached = judge(measured(), goals())
    print("\n".join(lines))
    sys.exit(0 if reached else 1)
