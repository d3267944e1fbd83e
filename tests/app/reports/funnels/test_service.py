"""The calls of funnels over forty conversations counted by hand."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/reports/journey/funnel"
RANGE = "r=2026-02-10..2026-03-09"


@pytest.fixture(autouse=True)
def clock_of_the_forty(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    hand_counted.lay()


def test_a_funnel_is_the_same_as_json_and_csv(as_: SignIn) -> None:
    reader = as_("admin")
    url = f"{RANGE}&steps=event:started;event:handoff&by=group"
    document = reader.get(f"{URL}?{url}").json
    assert [step["label"] for step in document["steps"]] == ["Conversation started", "Handoff requested"]
    for name, figure in zip(("funnel", "split"), document["figures"], strict=True):
        answer = reader.get(f"/api/v1/reports/journey/{name}.csv?{url}")
        rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
        assert rows[0] == [column["id"] for column in figure["columns"]]
        assert rows[1:] == [["" if value is None else str(value) for value in row] for row in figure["rows"]]
    funnel = document["figures"][0]
    assert [row[:2] for row in funnel["rows"]] == [[step["id"], step["count"]] for step in document["steps"]]
    assert "बातचीत शुरू हुई" in reader.get(f"{URL}?{url}", headers={"Accept-Language": "hi"}).text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "steps"), ("steps=goal:a", "steps"), (f"steps={';'.join(f'goal:{n}' for n in range(9))}", "steps"),
        ("steps=goal:a;goal:a", "steps"), ("steps=goal:a;offer:b", "steps"), ("steps=goal:a;lead:sold", "steps"),
        ("steps=goal:a;event:rain", "steps"),
        ("steps=goal:a;node:", "steps"), ("steps=goal:a;node:b&window=91d", "window"),
        ("steps=goal:a;node:b&window=0d", "window"), ("steps=goal:a;node:b&window=week", "window"),
        ("steps=goal:a;node:b&scope=bot", "scope"), ("steps=goal:a;node:b&order=any", "order"),
        ("steps=goal:a;node:b&by=weather", "by"), ("steps=goal:a;node:b&r=never", "r"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_its_field(as_: SignIn, query: str, field: str) -> None:
    answer = as_("admin").get(f"{URL}?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_long_ranges_of_any_zone_are_not_counted_at_once(as_: SignIn) -> None:
    document = as_("admin").get(f"{URL}?r=2025-01-01..2025-12-31&steps=goal:a;node:b").json
    assert [step["count"] for step in document["steps"]] == [None, None]
    assert document["figures"][0]["marks"] == ["long"] and document["figures"][0]["rows"] == []


def test_contacts_with_days_left_are_provisional(as_: SignIn) -> None:
    url = f"{URL}?{RANGE}&steps=event:started;event:handoff"
    assert as_("admin").get(f"{url}&scope=contact").json["figures"][0]["marks"] == ["provisional"]
    assert as_("admin").get(f"{url}&scope=session").json["figures"][0]["marks"] == []


def test_contacts_with_days_left_can_be_left_out(as_: SignIn) -> None:
    reader, url = as_("admin"), f"{URL}?{RANGE}&steps=event:started;event:handoff"
    contacts = reader.get(f"{url}&scope=contact&window=7d").json["steps"][0]["count"]
    settled = reader.get(f"{url}&scope=contact&window=7d&settled=1").json
    assert 0 < settled["steps"][0]["count"] < contacts
    assert settled["figures"][0]["marks"] == [] and settled["figures"][0]["rows"][0][1] == settled["steps"][0]["count"]
    # Conversations are over when they end: there is nothing to leave out.
    conversation = f"{url}&scope=session"
    assert reader.get(f"{conversation}&settled=1").json["steps"] == reader.get(conversation).json["steps"]


def test_erased_sessions_keep_their_counts_without_times(as_: SignIn) -> None:
    reader = as_("admin")
    url = f"{URL}?{RANGE}&steps=event:started;event:handoff"
    before = reader.get(url).json["steps"]
    db.session.execute(update(Conversation).values(erased_days=30))
    db.session.commit()
    after = reader.get(url).json["steps"]
    assert before[1]["count"] > 0 and [step["count"] for step in after] == [step["count"] for step in before]
    assert after[1]["median_s"] is None


def test_steps_are_offered_by_kind(as_: SignIn) -> None:
    items = as_("admin").get(f"/api/v1/reports/journey/steps?{RANGE}").json["items"]
    assert {"goal", "event"} <= {item["kind"] for item in items}
    assert next(item["id"] for item in items if item["kind"] == "event") == "event:started"


def test_funnels_are_for_those_who_may(client: FlaskClient, as_: SignIn) -> None:
    url = f"{URL}?steps=event:started;event:handoff"
    assert client.get(url).status_code == 401
    assert as_("editor").get(url).status_code == 403
