"""Which tests run a second time, on PostgreSQL: those of what differs between the databases.

These are whole folders and files, and whatever carries the mark `both` or `postgres`. `tests/run` selects them by the
mark, from the files that `python -m tests.rules.databases` lists; named by hand, or by `make coverage`, every test
that uses a database runs on PostgreSQL.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOTH = (
    "tests/attacks/test_access_at_once.py",
    "tests/attacks/test_isolation.py",
    "tests/attacks/test_programs.py",
    "tests/attacks/test_races.py",
    "tests/attacks/test_scope.py",
    "tests/attacks/test_scope_matrix.py",
    "tests/contract/test_databases.py",
    "tests/contract/test_migrations.py",
    "tests/contract/test_queries.py",
    "tests/faults/test_clock.py",
    "tests/faults/test_deadlines.py",
    "tests/app/core/db",
    "tests/app/core/jobs",
    "tests/app/core/http/test_concurrency.py",
    "tests/app/core/http/test_idempotency.py",
    "tests/app/core/http/test_storable.py",
    "tests/app/core/security/test_limits.py",
    "tests/app/audit",
    "tests/app/accounts/people/test_routes.py",
    "tests/app/bots/catalog/test_goals.py",
    "tests/app/channels/web/test_at_once.py",
    "tests/app/conversations",
    "tests/app/analytics",
    "tests/app/ingest",
    "tests/app/imports",
    "tests/app/reports",
    "tests/app/search",
    "tests/app/operations",
)
"""What reads and writes as only one of them does: locks, races, aggregates, search, jobs, migrations, row security.

Generated corpora run on one database; of hostile values the other is given those that its driver takes differently.
"""
_MARK = re.compile(r"pytest\.mark\.(?:both|postgres)\b")
# Not `with_for_update`: tests/attacks/test_races.py has every write at once.
_DIFFERS = re.compile(r"\bdialect\b|on_conflict|advisory|_where=text|\bpg_\w+")


def is_both(path: Path) -> bool:
    """Whether all tests of a file run on both databases."""
    place = path.relative_to(ROOT).as_posix()
    return any(place == folder or place.startswith(f"{folder}/") for folder in BOTH)


def has_both(path: Path) -> bool:
    """Whether a file has tests that run on PostgreSQL."""
    return is_both(path) or _MARK.search(path.read_text()) is not None


def packages_that_differ() -> set[str]:
    """The packages of `app` with statements that one database is given and the other is not."""
    modules = [path for path in (ROOT / "app").rglob("*.py") if "migrations" not in path.parts]
    packages = {path.relative_to(ROOT).parent.as_posix() for path in modules if _DIFFERS.search(path.read_text())}
    return packages - {"app"}


def is_tested_on_both(package: str) -> bool:
    """Whether a package's tests, or those of the package it is part of, have some that run on both."""
    folder = ROOT / "tests" / package
    files = list((folder if folder.is_dir() else folder.parent).rglob("test_*.py"))
    return any(has_both(file) for file in files)


if __name__ == "__main__":
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    print("\n".join(path.relative_to(ROOT).as_posix() for path in tests if has_both(path)))
