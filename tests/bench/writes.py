"""Writing: sixteen writers on one SQLite file, and messages taken in with their rollups."""

import json
import sqlite3
import subprocess
import sys
from typing import Any

from tests.bench.figures import ROOT, Figure, at_least, at_most, beside
from tests.bench.installation import Installation, prepared
from tests.bench.writers import ROWS, SECONDS

PROCESSES = 4


def measure() -> list[Figure]:
    """Both on installations of their own."""
    with prepared() as site:
        return [*_writers(site), *_ingest(site)]


def _spawn(site: Installation, module: str, *words: str) -> "subprocess.Popen[str]":
    """A process of the benchmark in an installation's environment."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, env=site.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _document(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """What a process of the benchmark says at its end."""
    out, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"a process of the benchmark ended with {process.returncode}")
    result: dict[str, Any] = json.loads(out.splitlines()[-1])
    return result


def _writers(site: Installation) -> list[Figure]:
    """Transactions a second of sixteen writers, and whether any was refused or lost."""
    with sqlite3.connect(site.folder / "parley.db") as connection:
        connection.execute("CREATE TABLE bench_counter (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
        connection.execute("CREATE TABLE bench_event (id INTEGER PRIMARY KEY, text TEXT)")
        connection.executemany("INSERT INTO bench_counter VALUES (?, 0)", [(row,) for row in range(ROWS)])
    processes = [_spawn(site, "tests.bench.writers") for _ in range(PROCESSES)]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    reports = [_document(process) for process in processes]
    took = sorted(value for report in reports for value in report["took"])
    with sqlite3.connect(site.folder / "parley.db") as connection:
        (total,) = connection.execute("SELECT sum(value) FROM bench_counter").fetchone()
        connection.execute("DROP TABLE bench_counter")
        connection.execute("DROP TABLE bench_event")
    return [
        at_least("SQLite, 16 writers, transactions/s", len(took) / SECONDS, 1_500),
        at_most("SQLite, 16 writers, 'database is locked'", sum(report["locked"] for report in reports), 0),
        at_most("SQLite, 16 writers, updates lost", len(took) - total, 0),
        at_most("SQLite, 16 writers, p99 ms", took[int(len(took) * 0.99)], 100),
        at_most("SQLite, 16 writers, longest ms", took[-1], 500),
        beside("SQLite, 16 writers, p50 ms", took[len(took) // 2]),
    ]


def _ingest(site: Installation) -> list[Figure]:
    """Messages a second with rollups and search index, singly and in batches, and that nothing drifts."""
    rates = _document(_spawn(site, "tests.bench.ingesting"))
    site.flask("rollups", "verify")  # Raises when a row drifts.
    return [
        at_least("messages taken in one a transaction, rollups included, /s", rates["single"], 5_000),
        at_least("messages taken in by batches, rollups included, /s", rates["batched"], 25_000),
        at_most("rows of rollups that drift after both", 0, 0),
    ]
