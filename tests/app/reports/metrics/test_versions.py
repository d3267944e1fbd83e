"""Versions of metrics: a changed definition says so."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from app.core.languages import LANGUAGES
from app.reports.metrics.definitions import BY_ID, METRICS, Metric

As = Callable[..., FlaskClient]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_a_changed_definition_has_a_version_of_its_own(metric: Metric) -> None:
    assert metric.versions[-1]["mark"] == metric.mark, (
        f"The definition of {metric.id} changed: add a version with mark {metric.mark} "
        "to app/reports/metrics/versions.json."
    )
    numbers = [version["version"] for version in metric.versions]
    days = [version["since"] for version in metric.versions]
    assert numbers == [*range(1, len(numbers) + 1)] and days == sorted(days)
    assert all(set(version["change"]) == set(LANGUAGES) for version in metric.versions)
    assert len({version["mark"] for version in metric.versions}) == len(numbers)


def test_what_is_counted_is_part_of_the_definition() -> None:
    csat = BY_ID["csat"]
    assert replace(csat, num="ratings").mark != csat.mark != replace(csat, settles_hours=1).mark
    assert replace(csat, better="down").mark == csat.mark


def test_the_history_is_in_the_readers_language(as_: As) -> None:
    items = as_("admin").get("/api/v1/metrics", headers={"Accept-Language": "hi"}).json["items"]
    versions = {item["id"]: item["versions"] for item in items}
    assert versions["csat"] == [{"version": 1, "since": "2026-11-21", "change": "पहली परिभाषा।"}]
    assert [item["version"] for item in items] == [item["versions"][0]["version"] for item in items]
