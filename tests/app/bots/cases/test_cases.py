"""Regression cases over the API: written, run, changed, and what publishing makes of them."""

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.audit.models import AuditEvent
from app.bots.cases.schemas import CaseChangeSchema
from app.bots.catalog.models import BotVersion
from app.bots.understanding.service import Reference
from app.core.db.base import db
from tests.conftest import add_workspace
from tests.factories.bots import SMALL_FLOW, cases_url, create_bot, publish_bot, put_flow, run_cases
from tests.factories.places import add_city, add_outlet, add_parent

As = Callable[..., FlaskClient]
ANYWAY = {"If-Match": "*"}
DESK: dict[str, Any] = SMALL_FLOW | {
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello"}, "next": "ask"},
        "ask": {"type": "input", "kind": "date", "text": {"en": "Which day?"}, "save": "day", "next": "booked"},
        "booked": {"type": "goal", "name": "booked", "next": "done"},
        "done": {"type": "message", "text": {"en": "Booked for {{day}}."}, "next": "bye"},
        "bye": {"type": "end", "text": {"en": "Bye"}},
        "hours": {"type": "message", "text": {"en": "Nine to six"}},
    },
    "intents": {"hours": {"goto": "hours", "phrases": {"en": ["when are you open"]}}},
}
TURNS: list[dict[str, Any]] = [
    {"text": "when are you open", "expect": {"intent": "hours", "node": "ask", "contains": ["nine to SIX"]}},
    {"text": "2030-01-07", "expect": {"goal": "booked", "slots": {"day": "2030-01-07"}, "route": ["booked", "bye"],
                                      "replies": ["Booked for 2030-01-07.", "Bye"]}},
]  # fmt: skip
CASE: dict[str, Any] = {"name": "Books after a question", "turns": TURNS}


def added(person: FlaskClient, bot: str, **more: Any) -> dict[str, Any]:
    """A case of a bot."""
    answer = person.post(cases_url(bot), json=CASE | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def expecting(expect: dict[str, Any], text: str = "2030-01-07") -> dict[str, Any]:
    """A case of one turn."""
    return {"turns": [{"text": text, "expect": expect}]}


def test_a_case_is_written_listed_and_run(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot)
    assert case["source"] == "typed" and case["link"] is None and case["last"] is None and case["turns"] == TURNS
    result = run_cases(admin, bot)
    assert (result["passed"], result["failed"], result["version"]) == (1, 0, "working")
    first, second = result["items"][0]["turns"]
    assert first["actual"]["node"] == "ask" and first["actual"]["replies"] == ["Nine to six", "Which day?"]
    assert second["passed"] and second["differences"] == [] and second["actual"]["reached"] == ["booked"]
    (row,) = admin.get(cases_url(bot)).json["items"]
    assert row["turns"] == 2 and row["last"] | {"ran_at": ""} == {
        "passed": True, "version": "working", "ran_at": "", "stale": False, "failing": 0
    }  # fmt: skip


def test_the_summary_of_a_bot_names_a_case_that_failed(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot, **expecting({"node": "elsewhere"}))
    summary = f"/api/v1/bots/{bot}/summary"
    assert admin.get(summary).json["failed_cases"] == 0
    run_cases(admin, bot)
    assert admin.get(summary).json["failed_cases"] == 1


@pytest.mark.parametrize(
    ("expect", "actual"),
    [
        ({"intent": "hours"}, None), ({"node": "ask"}, None), ({"goal": "sold"}, ["booked"]),
        ({"route": ["bye", "booked"]}, ["booked", "done", "bye"]),
        ({"slots": {"day": "2030-01-08"}}, {"day": "2030-01-07"}),
        ({"contains": "Tuesday"}, ["Booked for 2030-01-07.", "Bye"]),
        ({"replies": ["Bye"]}, ["Booked for 2030-01-07.", "Bye"]),
    ],
)  # fmt: skip
def test_a_difference_tells_both_sides(as_: As, expect: dict[str, Any], actual: Any) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot, **expecting(expect))
    result = run_cases(admin, bot)
    ((what, _),) = expect.items()
    (difference,) = result["items"][0]["turns"][0]["differences"]
    assert result["failed"] == 1 and difference["what"] == what and difference["actual"] == actual
    assert admin.get(cases_url(bot)).json["items"][0]["last"]["failing"] == 1


def test_expecting_nothing_is_held_against_nothing(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot, **expecting({"intent": None, "node": None, "goal": None, "contains": [], "slots": {}}))
    assert run_cases(admin, bot)["passed"] == 1


def test_a_typed_case_plays_at_the_moment_it_was_made(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot, **expecting({}, "tomorrow"))
    day = run_cases(admin, bot)["items"][0]["turns"][0]["actual"]["slots"]["day"]
    body = {"name": "Tomorrow", "turns": expecting({"slots": {"day": day}}, "tomorrow")["turns"]}
    changed = admin.put(cases_url(bot, case["id"]), json=body, headers=ANYWAY).json
    assert changed["now"] == case["now"] and run_cases(admin, bot)["passed"] == 1


def test_cases_run_on_a_version_and_some_of_them(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    first, _ = added(admin, bot), added(admin, bot, **expecting({"node": "ask"}, "blue"))
    publish_bot(admin, bot)
    put_flow(admin, bot, SMALL_FLOW)
    assert run_cases(admin, bot)["failed"] == 2
    assert run_cases(admin, bot, version="1")["passed"] == 2 == run_cases(admin, bot, version="live")["passed"]
    assert [run["id"] for run in run_cases(admin, bot, version="1", cases=[first["id"]])["items"]] == [first["id"]]
    assert admin.post(cases_url(bot, "run"), json={"cases": ["9"]}).status_code == 422
    assert admin.post(cases_url(bot, "run"), json={"version": "9"}).status_code == 404


def test_a_result_is_stale_once_flow_or_case_has_changed(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot)
    run_cases(admin, bot)
    put_flow(admin, bot, DESK | {"fallback": {"times": 1}})
    assert admin.get(cases_url(bot, case["id"])).json["last"]["stale"]
    run_cases(admin, bot)
    admin.put(cases_url(bot, case["id"]), json=CASE | {"name": "Other"}, headers=ANYWAY)
    assert admin.get(cases_url(bot)).json["items"][0]["last"]["stale"]


def test_a_working_copy_that_cannot_run_says_why(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot)
    put_flow(admin, bot, DESK | {"start": "nowhere"})
    answer = admin.post(cases_url(bot, "run"), json={})
    assert answer.status_code == 409 and answer.json["code"] == "invalid_flow"


def test_a_case_is_changed_and_deleted_on_its_revision(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot)
    address = cases_url(bot, case["id"])
    assert admin.put(address, json=CASE).status_code == 428 == admin.delete(address).status_code
    changed = admin.put(address, json=CASE | {"name": "Other"}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200 and changed.json["name"] == "Other" and changed.headers["ETag"] == '"2"'
    stale = admin.put(address, json=CASE, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["name"] == "Other"
    run_cases(admin, bot)
    assert admin.delete(address, headers={"If-Match": '"2"'}).status_code == 204
    assert admin.get(address).status_code == 404 and admin.get(cases_url(bot)).json["items"] == []


@pytest.mark.parametrize(
    "body",
    [
        {}, CASE | {"name": "  "}, CASE | {"name": "x" * 121}, CASE | {"turns": []}, CASE | {"turns": [{}]},
        CASE | {"turns": [{"text": "a", "choice": "b"}]}, CASE | {"turns": [{"text": "a"}] * 101},
        CASE | {"turns": [{"text": "a", "expect": {"mood": "good"}}]}, CASE | {"source": "elsewhere"},
        CASE | {"link": "https://elsewhere.example"}, CASE | {"link": "//elsewhere.example"}, CASE | {"passed": True},
        CASE | {"turns": [{"agent": "asleep"}]},
    ],
)  # fmt: skip
def test_what_is_no_case_is_refused(as_: As, body: dict[str, Any]) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    assert admin.post(cases_url(bot), json=body).status_code == 422


def test_a_bot_has_only_so_many_cases_and_turns(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    monkeypatch.setattr("app.bots.cases.service.ALL_TURNS", 3)
    case = added(admin, bot)
    assert admin.post(cases_url(bot), json=CASE).json["code"] == "too_many_turns"
    longer = admin.put(cases_url(bot, case["id"]), json=CASE | {"turns": TURNS * 2}, headers=ANYWAY)
    assert longer.status_code == 409
    monkeypatch.setattr("app.bots.cases.service.CASES", 1)
    assert admin.post(cases_url(bot), json=CASE).json["code"] == "too_many_cases"


def test_understanding_reads_the_texts_of_a_case_at_once(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    requests: list[list[str]] = []

    def understand(reference: Any, texts: list[str], language: str | None) -> list[Any]:
        requests.append(texts)
        reading = {"band": "accept", "intents": [{"name": "hours", "score": 0.9}], "language": "en", "entities": []}
        return [reading if "late" in text else None for text in texts]

    model = Reference(understanding=Mock(), model="model", lexicon=Mock(), zone="UTC")
    monkeypatch.setattr("app.bots.cases.service.reference_of", lambda bot, document: model)
    monkeypatch.setattr("app.bots.runtime.playing.understand", understand)
    added(admin, bot, **expecting({"intent": "hours", "node": "ask"}, "how late do you work"))
    added(admin, bot)
    assert run_cases(admin, bot)["passed"] == 2
    assert requests == [["how late do you work"], ["when are you open", "2030-01-07"]]


def test_a_failing_case_keeps_a_version_from_being_published(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot, **expecting({"node": "ask"}))
    answer = publish_bot(admin, bot)
    assert answer.status_code == 409 and answer.json["code"] == "failing_cases"
    (failing,) = answer.json["cases"]
    assert failing["id"] == case["id"] and failing["turns"][0]["number"] == 1
    assert failing["turns"][0]["differences"] == [{"what": "node", "expected": "ask", "actual": None}]
    assert admin.get(f"/api/v1/bots/{bot}/versions").json["total"] == 0
    assert admin.get(cases_url(bot)).json["items"][0]["last"]["passed"] is False
    assert admin.get(f"/api/v1/bots/{bot}/summary").json["failed_cases"] == 1


@pytest.mark.parametrize("override", [{}, {"reason": ""}, {"reason": "too short"}, {"reason": "x" * 501}, "because"])
def test_overriding_needs_a_reason(as_: As, override: Any) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot, **expecting({"node": "ask"}))
    assert publish_bot(admin, bot, override=override).status_code == 422


def test_a_reason_overrides_failing_cases_and_stays(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot, **expecting({"node": "ask"}))
    reason = "The day is asked for again from Monday on."
    published = publish_bot(admin, bot, override={"reason": reason})
    assert published.status_code == 201 and published.json["override_reason"] == reason
    assert db.session.scalar(select(BotVersion.override_reason)) == reason
    answer_body = db.session.scalar(select(AuditEvent).where(AuditEvent.action == "bot:override_cases"))
    assert answer_body is not None and answer_body.detail == reason and str(answer_body.subject_id) == bot
    assert admin.get(f"/api/v1/bots/{bot}/versions").json["items"][0]["override_reason"] == reason


def test_a_reason_without_failing_cases_is_not_kept(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    added(admin, bot)
    published = publish_bot(admin, bot, override={"reason": "Just in case it fails."})
    assert published.json["override_reason"] is None
    assert db.session.scalar(select(AuditEvent).where(AuditEvent.action == "bot:override_cases")) is None
    assert admin.get(cases_url(bot)).json["items"][0]["last"]["passed"]


@pytest.mark.parametrize(("role", "read", "write"), [("editor", 200, 403), ("author", 200, 201), ("client", 403, 403)])
def test_who_may_write_cases(as_: As, role: str, read: int, write: int) -> None:
    bot = create_bot(as_("admin"), flow=DESK)
    person = as_(role)
    assert person.get(cases_url(bot)).status_code == read
    assert person.post(cases_url(bot), json=CASE).status_code == write
    assert person.post(cases_url(bot, "run"), json={}).status_code == (200 if write == 201 else 403)


def test_another_workspaces_cases_never_were(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot)
    other = as_("admin", add_workspace("B"))
    cases, case_url, run_url = cases_url(bot), cases_url(bot, case["id"]), cases_url(bot, "run")
    for answer in (other.get(cases), other.post(cases, json=CASE), other.post(run_url, json={}), other.get(case_url),
                   other.put(case_url, json=CASE, headers=ANYWAY), other.delete(case_url, headers=ANYWAY)):  # fmt: skip
        assert answer.status_code == 404
    assert client.get(cases_url(bot)).status_code == 401


def test_a_case_of_another_bot_is_not_this_ones(as_: As) -> None:
    admin = as_("admin")
    case = added(admin, create_bot(admin, flow=DESK))
    other = create_bot(admin, flow=DESK, name="Other")
    assert admin.get(cases_url(other, case["id"])).status_code == 404


def test_a_form_writes_turns_row_by_row() -> None:
    rows = [
        {"kind": "text", "value": "tomorrow", "expect.intent": "-", "expect.node": " ask ", "expect.goal": "",
         "expect.slots": "day = 2030-01-07\n n=3\nok = true\n", "expect.contains": "Booked\n\nBye",
         "expect.route": ""},
        {"kind": "choice", "value": "yes", "expect.replies": '["a\\nb"]'},
        {"kind": "text", "value": "", "expect.intent": "hours"},
    ]  # fmt: skip
    assert CaseChangeSchema().load({"name": "Typed", "turns": rows})["turns"] == [
        {"text": "tomorrow", "expect": {"intent": None, "node": "ask", "contains": ["Booked", "Bye"],
                                        "slots": {"day": "2030-01-07", "n": 3, "ok": True}}},
        {"choice": "yes", "expect": {"replies": ["a\nb"]}},
    ]  # fmt: skip


def test_a_sandbox_case_links_back_for_the_person_who_had_the_conversation(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot, source="sandbox", link="/sandbox?id=7")
    answer_body = added(admin, bot, source="transcript", link="/reports/conversations/9?turn=3")
    other = as_("maintainer")
    assert admin.get(cases_url(bot, case["id"])).json["link"] == "/sandbox?id=7"
    assert other.get(cases_url(bot, case["id"])).json["link"] is None
    assert other.get(cases_url(bot, answer_body["id"])).json["link"] == "/reports/conversations/9?turn=3"


@pytest.mark.parametrize(
    ("role", "scope", "hidden"),
    [("maintainer", None, False), ("editor", None, True), ("author", None, True), ("maintainer", "outlets", True)],
)
def test_the_words_of_a_conversation_are_for_those_who_may_read_it(
    as_: As, role: str, scope: str | None, hidden: bool
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot, source="transcript", link="/reports/conversations/9?turn=3", name="hours: my words")
    run_cases(admin, bot)
    place = add_outlet("Baner", add_parent("West"), add_city("Pune"))
    db.session.commit()
    reader = as_(role, scope={scope: [str(place.id)]} if scope else None)
    body = reader.get(cases_url(bot, case["id"])).json
    (row,) = reader.get(cases_url(bot)).json["items"]
    assert body["hidden"] is row["hidden"] is hidden
    for text in ("when are you open", "2030-01-07", "my words", "Booked for", "/reports/conversations/9"):
        assert (text in json.dumps(body) + json.dumps(row)) is not hidden, text
    assert body["turns"][0]["expect"]["intent"] == "hours" and body["last"]["turns"][1]["passed"] is True
    if role == "author":
        assert "2030-01-07" not in reader.post(f"{cases_url(bot)}/run", json={}).text
        refused = reader.put(cases_url(bot, case["id"]), json=CASE, headers=ANYWAY)
        assert (refused.status_code, refused.json["code"]) == (403, "hidden_words")
        assert reader.post("/api/v1/sandbox", json={"bot": bot, "case": case["id"]}).status_code == 403


def test_a_case_plays_at_the_moment_it_is_given(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    case = added(admin, bot, local="2030-01-01T12:00", **expecting({"slots": {"day": "2030-01-02"}}, "tomorrow"))
    assert case["now"].startswith("2030-01-01T06:30") and case["local"] == "2030-01-01T12:00"
    assert run_cases(admin, bot)["passed"] == 1
    later = CASE | {"now": "2031-01-01T00:00:00Z", "turns": case["turns"]}
    changed = admin.put(cases_url(bot, case["id"]), json=later, headers=ANYWAY).json
    assert changed["local"] == "2031-01-01T05:30" and run_cases(admin, bot)["failed"] == 1
    stored = admin.put(cases_url(bot, case["id"]), json=CASE, headers=ANYWAY).json
    assert stored["local"] == "2031-01-01T05:30"
    assert admin.post(cases_url(bot), json=CASE | {"local": "2030-02-30T10:00"}).status_code == 422
