"""Days that differ from the weeks before: planted days are listed with their cause, and quiet days are not."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from app.conversations.events import Dialogue
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from app.reports.anomalies import FEWEST, find_usual
from app.reports.metrics.definitions import BY_ID
from tests.factories.conversations import dialogue, event, make_bot

As = Callable[..., FlaskClient]
NOW = datetime(2026, 3, 12, 9, 0, tzinfo=UTC)
PLANTED = datetime(2026, 3, 9, 6, 0, tzinfo=UTC)
"""A Monday; only Mondays have sessions."""
URL = "/api/v1/reports/dashboard"


def conversations(monday: datetime, channel: str, count: int, missed: int) -> list[Dialogue]:
    """Sessions of a day on a channel, some of them not understood."""
    times = [monday + timedelta(minutes=n) for n in range(count)]
    return [
        dialogue(
            [
                event("user", "When?", base=at, intent="service.hours", confidence=0.9),
                event("bot", "Nine.", 5, base=at, **({"cause": "no_match"} if n < missed else {})),
            ],
            ext_user=f"{channel}{n}",
            channel=channel,
        )
        for n, at in enumerate(times)
    ]


@pytest.fixture
def mondays(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> None:
    """Nine alike Mondays but for the last: more on the web, and more that is not understood on WhatsApp."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    bots = make_bot("Desk"), make_bot("Care")
    for week in range(9):
        monday = PLANTED - timedelta(weeks=week)
        day = [*conversations(monday, "web", 32 if week else 90, 3 if week else 9),
               *conversations(monday, "whatsapp", 32, 3 if week else 27)]  # fmt: skip
        for place, bot in enumerate(bots):
            dialogues.store_dialogues(day[place::2], bot=bot, source="mondays")
    db.session.commit()


def anomalies(reader: FlaskClient, query: str) -> dict[str, Any]:
    answer = reader.get(f"{URL}?brief=1&{query}").json
    (figure,) = [figure for figure in answer["figures"] if figure["id"] == "anomalies"]
    return dict(figure)


def test_what_is_unusual_is_on_its_day_with_its_cause(as_: As, mondays: None) -> None:
    reader, query = as_("admin"), "r=2026-03-02..2026-03-11"
    figure = anomalies(reader, query)
    rows = {row[0]: row for row in figure["rows"]}
    assert {name: (row[1], row[2], *row[5:]) for name, row in rows.items()} == {
        "engaged_sessions": ("2026-03-09", 122, "channel", "Web chat"),
        "fallback_rate": ("2026-03-09", 29.5, "channel", "WhatsApp"),
        "resolved_containment_rate": ("2026-03-09", 70.5, "channel", "WhatsApp"),
    }
    assert rows["engaged_sessions"][3:5] == [32, 96] and 0 <= rows["fallback_rate"][3] < 10 < rows["fallback_rate"][4]
    assert figure["row_units"] == [{"engaged_sessions": "count"}.get(row[0], "percent") for row in figure["rows"]]
    for row, link in zip(figure["rows"], figure["links"], strict=True):
        query_of_link = parse_qs(urlsplit(link).query)
        assert link.startswith("/reports/explain?") and query_of_link["r"] == ["2026-03-09..2026-03-09"]
        more = {"metric": ["engaged_sessions"]} | query_of_link
        explained = reader.get(f"{URL}/explain", query_string=more).json
        assert explained["value"] == row[2] and explained["items"][0]["value"] == row[6].split()[0].lower()
    written = csv.DictReader(io.StringIO(reader.get(f"{URL}/anomalies.csv?{query}").text.removeprefix("\ufeff")))
    assert {(line["metric"], line["bucket"], line["dims"]) for line in written} == {
        ("engaged_sessions", "2026-03-09", "channel=Web chat"),
        ("fallback_rate", "2026-03-09", "channel=WhatsApp"),
        ("resolved_containment_rate", "2026-03-09", "channel=WhatsApp"),
    }  # fmt: skip
    # a single channel has no cause, but the day is the same.
    alone = {row[0]: row for row in anomalies(reader, f"{query}&ch=web")["rows"]}
    assert set(alone) == {"engaged_sessions"} and alone["engaged_sessions"][5:] == [None, None]


def test_quiet_days_and_young_ones_have_none(as_: As, mondays: None) -> None:
    reader = as_("admin")
    for query, mark in (
        ("r=2026-03-02..2026-03-08", "usual"),
        ("r=2026-01-12..2026-02-08", "young"),
        ("r=2026-03-12..2026-03-12", "young"),
        ("r=2000-01-01..2000-01-02", "young"),
    ):
        figure = anomalies(reader, query)
        assert (figure["rows"], figure["marks"]) == ([], [mark]), query


def test_weeks_before_the_first_session_are_not_counted_as_empty() -> None:
    metric = BY_ID["engaged_sessions"]
    empty, full = {"sessions": 0, "engaged": 0}, {"sessions": 50, "engaged": 40}
    assert find_usual(metric, [*[empty] * 6, *[full] * (FEWEST - 1), full], 9, 1) is None
    usual = find_usual(metric, [*[empty] * 4, *[full] * FEWEST, full], 8, 1)
    assert usual is not None and usual.mean == 40 and usual.score(40) == 0
    # A later week without sessions counts.
    usual = find_usual(metric, [*[full] * 4, empty, *[full] * 3, full], 8, 1)
    assert usual is not None and usual.mean == 35
