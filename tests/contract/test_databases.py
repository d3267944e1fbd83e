"""What differs between the databases is tested on both."""

import pytest

from tests.rules.databases import BOTH, ROOT, is_tested_on_both, packages_that_differ


@pytest.mark.parametrize("package", sorted(packages_that_differ()))
def test_statements_of_one_database_are_tested_on_both(package: str) -> None:
    assert is_tested_on_both(package)


def test_such_statements_are_found() -> None:
    assert {"app/analytics", "app/core/jobs", "app/reports/history"} <= packages_that_differ()


@pytest.mark.parametrize("place", BOTH)
def test_what_runs_on_both_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_this_file_runs_on_both(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("both")
