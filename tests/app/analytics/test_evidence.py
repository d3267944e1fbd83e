"""The lists of sessions and people that explain a report's numbers."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.analytics.evidence import EVIDENCE
from tests.conftest import add_workspace
from tests.fixtures import hand_counted
from tests.fixtures.scattered import count_listed, freeze, people, scatter

frozen = pytest.fixture(freeze, autouse=True)


def test_every_evidence_is_known_to_the_list(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    client = as_("admin")
    expected = {"engaged": 30, "bot_session": 27, "ended": 26, "resolved": 14, "handed_off": 3, "entered": 9, "goal": 7,
                "followed": 26, "named": 30, "priced": 30, "rated": 11, "satisfied": 7, "fallback": 5,
                "nlu": 27, "lasting": 13, "repeats": 4, "abandoned": 5, "contained": 24, "understood": 27,
                "bot_fallback": 4, "bot_streak": 1}  # fmt: skip
    assert set(expected) == set(EVIDENCE)
    for name, count in expected.items():
        assert count_listed(client, f"?r=2026-02-10..2026-03-09&is={name}") == count, name


def test_merged_contacts_are_one_person_of_the_list(as_: Callable[..., FlaskClient]) -> None:
    scatter()
    client = as_("admin")
    before = client.get("/api/v1/contacts?r=all&sort=-sessions").json
    item, other = before["items"][0], before["items"][1]
    merged = client.post(f"/api/v1/contacts/{item['id']}/merge", json={"other": other["id"]}).json
    after = client.get("/api/v1/contacts?r=all&sort=-sessions").json
    assert after["total"] == before["total"] - 1
    assert after["items"][0]["id"] == merged["id"]
    assert after["items"][0]["sessions"] == item["sessions"] + other["sessions"]


def test_names_of_people_are_shortened_for_those_without_the_right(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    whole = as_("admin").get("/api/v1/contacts?r=all").json
    short = as_("subscriber").get("/api/v1/contacts?r=all").json
    assert (whole["masked"], short["masked"]) == (False, True)
    assert {len(part) for row in short["items"] for part in row["name"].split()} <= {2}


@pytest.mark.parametrize(("query", "field"), [("page=c12", "page"), ("page=1001&per=10", "page"), ("r=never", "r"),
                                              ("is=old", "is"), ("sort=name", "sort"), ("tz=Mars", "tz")])  # fmt: skip
def test_what_is_no_list_of_people_is_refused(as_: Callable[..., FlaskClient], query: str, field: str) -> None:
    answer = as_("admin").get(f"/api/v1/contacts?{query}")
    assert answer.status_code == 422 and field in str(answer.json["errors"]), answer.text


def test_scope_clips_lists_and_counts(as_: Callable[..., FlaskClient]) -> None:
    bots = hand_counted.lay()
    client = as_("subscriber", scope={"bots": [str(bots["drive"].id)]})
    document = client.get("/api/v1/reports/dashboard?r=2026-02-10..2026-03-09").json
    assert document["cards"][0]["value"] == 7
    assert [bot["name"] for bot in document["options"]["bots"]] == ["drive"]
    assert count_listed(client, "?r=2026-02-10..2026-03-09") == 7
    assert people(client, document["cards"][1]["link"])["total"] == document["cards"][1]["value"] > 0
    # A link to another bot shows nothing of it.
    other = f"bot={bots['desk'].id}&r=2026-02-10..2026-03-09"
    assert client.get(f"/api/v1/reports/dashboard?{other}").json["cards"][0]["value"] == 0
    assert count_listed(client, f"?{other}") == 0


def test_another_workspace_sees_nothing(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    stranger = as_("admin", add_workspace("Other"))
    document = stranger.get("/api/v1/reports/dashboard?r=all").json
    assert document["cards"][0]["value"] == 0 and document["as_of"] is None and document["options"]["bots"] == []
    assert count_listed(stranger, "?r=all") == 0
    assert people(stranger, document["cards"][1]["link"])["total"] == 0
