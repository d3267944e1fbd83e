"""Figures beside their goals: printed as they come, kept with the machine they were taken on."""

import json
import math
import os
import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests import commands

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "tests" / "output"
TINY = os.environ.get("BENCH") == "tiny"
"""Whether this run only shows that every part measures something, as the suite does."""


def amount(full: float, tiny: float) -> Any:
    """How much of something is measured: rows, seconds, repetitions."""
    return tiny if TINY else full


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value and what it should be; a limit or a peer has no goal of its own."""

    name: str
    value: float
    goal: str
    good: bool


def line(name: str, value: float, goal: str, good: bool, *, zero: bool = False) -> Figure:
    """Print one figure beside its goal; fail where it is no number, negative, or zero where that cannot be."""
    if not math.isfinite(value) or value < 0 or (value == 0 and not zero):
        raise SystemExit(f"{name} was not measured: {value}")
    sys.stdout.write(f"{name:<74}{value:>12,.2f}   {goal:<18}{'ok' if good else 'MISSED'}\n")
    sys.stdout.flush()
    return Figure(name, round(value, 3), goal, good)


def at_least(name: str, value: float, goal: float) -> Figure:
    """A figure that should not be smaller."""
    return line(name, value, f">= {goal:,g}", value >= goal)


def at_most(name: str, value: float, goal: float) -> Figure:
    """A figure that should not be larger."""
    return line(name, value, f"<= {goal:,g}", value <= goal, zero=goal == 0)


def beside(name: str, value: float) -> Figure:
    """A limit or a peer of the same run."""
    return line(name, value, "", True)


def skipped(what: str, why: str) -> list[Figure]:
    """Say that something was not measured."""
    sys.stdout.write(f"{what}: skipped, {why}\n")
    return []


def output(command: Sequence[str | Path], env: Mapping[str, str] | None = None, stdin: str | None = None) -> str:
    """What a command prints; ends the bench with the command's own error when it fails.

    In a tiny run a command of Python is forked from a process that has loaded the product.
    """
    words = tuple(str(word) for word in command)
    if TINY and env is not None and words[:2] == (sys.executable, "-m"):
        ran = commands.module(words[2:], dict(env))
    elif TINY and env is not None and Path(words[0]).name == "flask":
        ran = commands.flask(words[1:], dict(env))
    else:
        ran = subprocess.run(words, cwd=ROOT, env=env, input=stdin, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{' '.join(word[:80] for word in words)}\n{ran.stderr[-3000:]}")
    return ran.stdout


def milliseconds(work: object, times: int = 7) -> float:
    """The median time of a call."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        work()  # type: ignore[operator]
        took.append((time.perf_counter() - begun) * 1000)
    return median(took)


def machine() -> dict[str, object]:
    """What it was measured on."""
    model = next((row.partition(":")[2].strip() for row in _cpuinfo() if row.startswith("model name")), "")
    begun = time.perf_counter()
    for _ in range(5_000_000):
        pass
    return {
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": platform.platform(),
        "python": platform.python_version(),
        # Virtual machines are faster and slower from hour to hour: what five million empty turns of a loop take.
        "loop_s": round(time.perf_counter() - begun, 3),
        "load": os.getloadavg()[0],
    }


def _cpuinfo() -> list[str]:
    """What Linux says of the processor."""
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def keep(results: list[Figure], on: dict[str, object]) -> Path:
    """Keep a run as JSON with date, commit and machine."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    target = OUTPUT / f"bench-{time.strftime('%Y%m%d-%H%M%S')}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    run = {"date": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "commit": commit, "machine": on}
    target.write_text(json.dumps(run | {"figures": [asdict(figure) for figure in results]}, indent=1) + "\n")
    return target
