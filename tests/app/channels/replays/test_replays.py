"""A replay compares real conversations with the working copy: turn by turn, with what calls answered then."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, func, select, update

from app.channels.replays import judging
from app.channels.replays.models import BotReplay, BotReplayItem
from app.conversations.erasing import erase
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from tests.app.channels.talking import DESK, Visitor, live
from tests.app.channels.voice.calls import Caller, Number, provider
from tests.factories.bots import cases_url, put_flow, run_cases

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
HOURS = ["From nine to six.", "What next?"]


def talk(app: Flask, token: str, *texts: str) -> Visitor:
    """A visitor who says some things, and whose conversation is over."""
    visitor = Visitor(app.test_client(), token)
    for text in texts:
        visitor.say(text)
    return visitor


def end_all() -> None:
    """End what is open, as time does."""
    for conversation in db.session.scalars(select(Conversation).where(Conversation.ended_at.is_(None))):
        conversation.ended_at, conversation.outcome = conversation.last_event_at, "informed"
    db.session.commit()


def replay(admin: FlaskClient, bot: str, work: Callable[[], None]) -> dict[str, Any]:
    """Replay what there is."""
    answer = admin.post(f"/api/v1/bots/{bot}/replay")
    assert answer.status_code == 202, answer.text
    work()
    report = admin.get(f"/api/v1/bots/{bot}/replays/{answer.json['replay']}")
    assert report.status_code == 200, report.text
    return dict(report.json)


def replay_other_phrases(
    app: Flask, admin: FlaskClient, work: Callable[[], None], *texts: str
) -> tuple[str, dict[str, Any]]:
    """Replay a conversation on a copy that knows opening hours by other words; return the bot and the replay."""
    bot, token = live(admin)
    talk(app, token, *texts)
    end_all()
    put_flow(admin, bot, changed(DESK, ["intents", "hours.ask", "phrases", "en"], ["opening times"]))
    return bot, replay(admin, bot, work)


def changed(document: dict[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """A document with another value."""
    other = deepcopy(document)
    place: Any = other
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return other


def test_the_same_bot_says_the_same(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    talk(app, token, "what is this", "when are you open")
    end_all()
    report = replay(admin, bot, work)
    assert (report["state"], report["sessions"], report["verdict"]) == ("ready", 2, "green"), report
    assert report["turns"] == {"same": 3, "better": 0, "worse": 0, "changed": 0}
    assert report["items"] == [] and report["deltas"]["fallback"] == 0 and report["current"] is True
    assert report["rates"]["fallback"]["n"] == 3 and report["rates"]["fallback"]["low"] is None


def test_a_conversation_without_a_turn_to_compare_has_no_grade(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    talk(app, token, "what is this")
    end_all()
    is_of_first = Message.conversation_id == select(func.min(Message.conversation_id)).scalar_subquery()
    db.session.execute(update(Message).where(is_of_first, Message.speaker == "user").values(kind="location"))
    db.session.commit()
    report = replay(admin, bot, work)
    assert report["sessions"] == 2 and report["items"] == []
    assert report["conversations"] == {"same": 1, "better": 0, "worse": 0, "changed": 0}


def test_a_replay_that_compares_nothing_does_not_open_the_gate(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    db.session.execute(update(Message).where(Message.speaker == "user").values(kind="location"))
    db.session.commit()
    revision = admin.get(f"/api/v1/bots/{bot}").json["revision"]
    admin.patch(f"/api/v1/bots/{bot}", json={"replay_required": True}, headers={"If-Match": f'"{revision}"'})
    put_flow(admin, bot, changed(DESK, ["nodes", "bye", "text", "en"], "Good bye"))
    report = replay(admin, bot, work)
    assert (report["sessions"], report["verdict"], report["items"]) == (1, "none", [])
    note = {"note": "Other words for it"}
    refused = admin.post(f"/api/v1/bots/{bot}/publish", json=note)
    assert (refused.status_code, refused.json["code"]) == (409, "replay_empty"), refused.json
    override = {"override": {"reason": "The first conversations had an agent"}}
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note | override).status_code == 201


def test_what_goes_otherwise_is_listed_with_both_sides(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open", "when are you open")
    talk(app, token, "when are you open")
    end_all()
    put_flow(admin, bot, changed(DESK, ["nodes", "hours", "text", "en"], "We open at eight."))
    report = replay(admin, bot, work)
    assert report["conversations"] == {"same": 0, "better": 0, "worse": 0, "changed": 2}
    turn = report["items"][0]["turns"][0]
    assert (turn["input"], turn["before"][0], turn["after"][0]) == (
        "when are you open", "From nine to six.", "We open at eight.",
    )  # fmt: skip
    assert report["verdict"] == "green" and report["items"][0]["kind"] == "words"


def test_more_that_is_missed_keeps_a_version_back(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, report = replay_other_phrases(app, admin, work, "when are you open")
    assert (report["verdict"], report["deltas"]["fallback"], report["turns"]["worse"]) == ("red", 100, 1)
    row = admin.get(f"/api/v1/bots/{bot}").json
    required = admin.patch(
        f"/api/v1/bots/{bot}", json={"replay_required": True}, headers={"If-Match": f'"{row["revision"]}"'}
    )
    assert required.status_code == 200 and required.json["replay_required"] is True
    refused = admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "Other phrases for it"})
    assert (refused.status_code, refused.json["code"]) == (409, "replay_red"), refused.json
    assert refused.json["deltas"]["fallback"] == 100
    override = {"override": {"reason": "The phrases come back tomorrow"}}
    published = admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "Other phrases for it"} | override)
    assert published.status_code == 201, published.text


def test_publishing_asks_for_a_replay_of_the_present_copy(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    row = admin.get(f"/api/v1/bots/{bot}").json
    admin.patch(f"/api/v1/bots/{bot}", json={"replay_required": True}, headers={"If-Match": f'"{row["revision"]}"'})
    note = {"note": "Other words for it"}
    put_flow(admin, bot, changed(DESK, ["nodes", "bye", "text", "en"], "Good bye"))
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note).json["code"] == "replay_missing"
    replay(admin, bot, work)
    put_flow(admin, bot, changed(DESK, ["nodes", "bye", "text", "en"], "See you"), 2)
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note).json["code"] == "replay_missing"
    replay(admin, bot, work)
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note).status_code == 201


def required(admin: FlaskClient, bot: str) -> None:
    """Have a bot ask for a replay before publishing."""
    row = admin.get(f"/api/v1/bots/{bot}").json
    admin.patch(f"/api/v1/bots/{bot}", json={"replay_required": True}, headers={"If-Match": f'"{row["revision"]}"'})


def test_a_group_that_is_accepted_is_not_counted(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    for _ in range(2):
        talk(app, token, "when are you open")
    end_all()
    put_flow(admin, bot, changed(DESK, ["intents", "hours.ask", "phrases", "en"], ["opening times"]))
    required(admin, bot)
    report = replay(admin, bot, work)
    (group,) = report["groups"]
    assert (group["grade"], group["kind"], group["intent"], group["conversations"]) == (
        "worse", "missed", "hours.ask", 2,
    )  # fmt: skip
    assert report["open"] == 1 and {item["group"] for item in report["items"]} == {group["id"]}
    of, note = f"/api/v1/bots/{bot}/replays/{report['id']}", {"note": "Other phrases for it"}
    assert admin.post(f"{of}/accept", json={"group": group["id"]}).status_code == 422
    assert admin.post(f"{of}/accept", json={"group": "0" * 12, "reason": "Fine"}).status_code == 422
    accepted = admin.post(f"{of}/accept", json={"group": group["id"], "reason": "Asked on the page now"})
    assert (accepted.status_code, accepted.json["open"], accepted.json["verdict"]) == (200, 0, "green")
    again = admin.post(f"{of}/accept", json={"group": group["id"], "reason": "Twice"})
    assert (again.status_code, again.json["code"]) == (409, "already_accepted")
    (group_now,) = admin.get(of).json["groups"]
    assert group_now["accepted"]["reason"] == "Asked on the page now" and group_now["accepted"]["by"] == "Admin"
    reopened = admin.post(f"{of}/reopen", json={"group": group["id"]})
    assert (reopened.json["open"], reopened.json["verdict"]) == (1, "red")
    assert admin.post(f"{of}/reopen", json={"group": group["id"]}).json["code"] == "not_accepted"
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note).json["code"] == "replay_red"
    admin.post(f"{of}/accept", json={"group": group["id"], "reason": "Asked on the page now"})
    assert admin.post(f"/api/v1/bots/{bot}/publish", json=note).status_code == 201


def test_a_worse_group_that_nobody_accepted_keeps_a_version_back(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin, author = as_("admin"), as_("author")
    bot, token = live(admin)
    visitor = talk(app, token, "hello")
    visitor.choose("book")
    visitor.say("tomorrow")
    end_all()
    other = changed(DESK, ["nodes", "ask", "next"], "rate")
    other["nodes"]["menu"]["options"].append({"id": "goal", "label": {"en": "Booked"}, "next": "booked"})
    put_flow(admin, bot, other)
    required(admin, bot)
    report = replay(admin, bot, work)
    worse = [group for group in report["groups"] if group["grade"] == "worse"]
    assert report["verdict"] == "amber" and [group["kind"] for group in worse] == ["goal"] and report["open"] == 1
    refused = admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "No goal any more"})
    assert (refused.status_code, refused.json["code"], refused.json["open"]) == (409, "replay_open", 1)
    of = f"/api/v1/bots/{bot}/replays/{report['id']}"
    assert author.post(f"{of}/accept", json={"group": worse[0]["id"], "reason": "Fine"}).status_code == 403
    admin.post(f"{of}/accept", json={"group": worse[0]["id"], "reason": "The goal has moved"})
    assert admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "No goal any more"}).status_code == 201


def test_it_needs_conversations_and_runs_once_at_a_time(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    assert admin.post(f"/api/v1/bots/{bot}/replay").json["code"] == "no_conversations"
    talk(app, token, "when are you open")
    end_all()
    assert admin.post(f"/api/v1/bots/{bot}/replay").status_code == 202
    assert admin.post(f"/api/v1/bots/{bot}/replay").json["code"] == "under_way"


@pytest.mark.usefixtures("provider")
def test_what_callers_say_is_replayed_and_their_number_known(as_: As, work: Callable[[], None]) -> None:
    known = {"type": "condition", "branches": [{"if": "has(contact.phone)", "next": "bye"}], "else": "ask"}
    nodes = DESK["nodes"] | {"known": known, "hours": DESK["nodes"]["hours"] | {"next": "known"}}
    number = Number(as_("admin"), DESK | {"nodes": nodes, "languages": ["en"]}).connect()
    call = Caller(number)
    assert "Bye" in call.say("when are you open")
    number.end(call.sid)
    end_all()
    report = replay(number.admin, number.bot, work)
    assert report["turns"]["same"] > 0 and report["items"] == []


def test_a_working_copy_that_changed_meanwhile_fails_it(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    started = admin.post(f"/api/v1/bots/{bot}/replay").json
    put_flow(admin, bot, changed(DESK, ["nodes", "bye", "text", "en"], "See you"))
    work()
    report = admin.get(f"/api/v1/bots/{bot}/replays/{started['replay']}").json
    assert report["state"] == "failed" and "changed" in report["error"] and report["verdict"] is None
    listing = admin.get(f"/api/v1/bots/{bot}/replays").json
    assert [row["id"] for row in listing["items"]] == [started["replay"]]


def test_what_is_erased_is_gone_from_replays_and_counts_stay(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    put_flow(admin, bot, changed(DESK, ["nodes", "hours", "text", "en"], "We open at eight."))
    report = replay(admin, bot, work)
    (item,) = report["items"]
    erase([int(item["conversation"])], 400)
    db.session.commit()
    assert db.session.scalar(select(func.count(BotReplayItem.id))) == 0
    again = admin.get(f"/api/v1/bots/{bot}/replays/{report['id']}").json
    assert again["items"] == [] and again["conversations"]["changed"] == 1
    assert db.session.scalar(select(func.count(BotReplay.id))) == 1


def test_only_who_may_reads_or_starts_one(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    assert as_("subscriber").post(f"/api/v1/bots/{bot}/replay").status_code == 403
    assert as_("editor").get(f"/api/v1/bots/{bot}/replays").status_code == 403
    part = as_("admin", scope={"outlets": []})
    assert part.post(f"/api/v1/bots/{bot}/replay").status_code in (403, 404)
    assert part.get(f"/api/v1/bots/{bot}/replays").status_code in (403, 404)


def test_strata_have_their_shares() -> None:
    rows = [(number, "book" if number % 10 else "rare", "completed") for number in range(1000, 0, -1)]
    chosen = judging.stratify(rows, 200)
    assert len(chosen) <= 200 and chosen == sorted(chosen, reverse=True)
    assert sum(number % 10 == 0 for number in chosen) == 20
    assert judging.stratify(rows[:5], 200) == [1000, 999, 998, 997, 996]


def test_intervals_are_of_pairs() -> None:
    pairs = [(True, False)] * 10 + [(False, False)] * 90
    rate = judging.rate(pairs)
    assert (rate["before"], rate["after"], rate["delta"]) == (10.0, 0.0, -10.0)
    assert rate["low"] == pytest.approx(-15.9, abs=0.1) and rate["high"] == pytest.approx(-4.1, abs=0.1)
    assert judging.rate([])["before"] is None


def test_versions_count_the_conversations_that_finish_on_them(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    address = f"/api/v1/bots/{bot}/versions"
    talk(app, token, "hello")
    put_flow(admin, bot, changed(DESK, ["nodes", "hello", "text", "en"], "Good day"))
    assert admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "Other words"}).status_code == 201
    admin.post(f"{address}/2/live")
    talk(app, token, "hello")
    talk(app, token, "hello")
    under_way = [(row["number"], row["open_conversations"]) for row in admin.get(address).json["items"]]
    assert under_way == [(2, 2), (1, 1)]
    outside = as_("maintainer", scope={"outlets": []}).get(address)
    assert outside.status_code == 200 and {row["open_conversations"] for row in outside.json["items"]} == {0}
    end_all()
    assert {row["open_conversations"] for row in admin.get(address).json["items"]} == {0}


def test_all_that_is_in_the_way_is_refused_at_once(as_: As, app: Flask, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, _ = live(admin)
    required(admin, bot)
    row = admin.get(f"/api/v1/bots/{bot}").json
    admin.patch(f"/api/v1/bots/{bot}", json={"approvals": 1}, headers={"If-Match": f'"{row["revision"]}"'})
    put_flow(admin, bot, changed(DESK, ["nodes", "bye", "text", "en"], "Bye {{nobody}}"))
    turns = [{"text": "when are you open", "expect": {"node": "ask"}}]
    case = admin.post(cases_url(bot), json={"name": "Hours", "turns": turns, "now": "2026-11-24T10:00:00+05:30"})
    assert case.status_code == 201, case.text
    publish = f"/api/v1/bots/{bot}/publish"
    refused = admin.post(publish, json={"note": "Other words for it"}).json
    assert refused["code"] == "invalid_flow" and refused["detail"] == "Reasons not to publish yet: 4."
    of = f"/admin/bots/{bot}"
    assert [(obstacle["code"], obstacle["link"], obstacle["overridable"]) for obstacle in refused["obstacles"]] == [
        ("invalid_flow", f"{of}/flow", False),
        ("not_approved", f"{of}/versions#review", False),
        ("replay_missing", f"{of}/versions#replay", True),
        ("failing_cases", f"{of}/cases?case={case.json['id']}", True),
    ]
    assert refused["issues"] and refused["cases"][0]["id"] == case.json["id"] and "link" not in refused
    override = {"note": "Other words for it", "override": {"reason": "The day is asked for again"}}
    anyway = admin.post(publish, json=override, headers={"Accept-Language": "hi"}).json
    assert [obstacle["code"] for obstacle in anyway["obstacles"]] == ["invalid_flow", "not_approved"]


def test_a_replayed_conversation_becomes_a_case_that_expects_what_was_right(
    app: Flask, as_: As, work: Callable[[], None]
) -> None:
    admin = as_("admin")
    bot, report = replay_other_phrases(app, admin, work, "hello there", "when are you open", "thanks")
    (item,) = report["items"]
    assert (item["grade"], item["case"]) == ("worse", None)
    of, body = f"/api/v1/bots/{bot}/replays/{report['id']}", {"conversation": item["conversation"]}
    answer = admin.post(f"{of}/case", json=body)
    assert answer.status_code == 201, answer.text
    case = admin.get(answer.headers["Location"]).json
    assert (case["source"], case["link"]) == ("transcript", f"/reports/conversations/{item['conversation']}")
    assert case["turns"] == [
        {"text": "hello there", "expect": {}},
        {"text": "when are you open", "expect": {"intent": "hours.ask", "contains": HOURS}},
    ]
    assert case["last"]["passed"] is False and admin.get(of).json["items"][0]["case"] == case["id"]
    again = admin.post(f"{of}/case", json=body)
    assert (again.status_code, again.json["code"]) == (409, "already_a_case")
    assert admin.post(f"{of}/case", json={"conversation": report["id"]}).status_code == 404
    put_flow(admin, bot, DESK, 2)
    assert run_cases(admin, bot)["passed"] == 1


def test_a_case_of_a_better_conversation_expects_the_new_answer(
    app: Flask, as_: As, work: Callable[[], None]
) -> None:  # fmt: skip
    admin = as_("admin")
    bot, report = replay_other_phrases(app, admin, work, "opening times")
    of, body = f"/api/v1/bots/{bot}/replays/{report['id']}", {"conversation": report["items"][0]["conversation"]}
    case = admin.post(f"{of}/case", json=body).json
    assert case["turns"][0]["expect"] == {"intent": "hours.ask", "contains": HOURS}
    assert case["last"]["passed"] is True


def test_a_case_that_its_words_do_not_lead_to_is_not_made(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    flow = changed(DESK, ["nodes", "ask", "kind"], "phone")
    bot, token = live(admin, flow)
    visitor = talk(app, token, "hi")
    visitor.choose("book")
    visitor.say("9845012345")
    end_all()
    put_flow(admin, bot, changed(flow, ["nodes", "rate", "text", "en"], "Was it good?"))
    report = replay(admin, bot, work)
    of, body = f"/api/v1/bots/{bot}/replays/{report['id']}", {"conversation": report["items"][0]["conversation"]}
    refused = admin.post(f"{of}/case", json=body)
    assert (refused.status_code, refused.json["code"]) == (409, "not_reproducible"), refused.json
    assert admin.get(cases_url(bot)).json["total"] == 0


def test_a_conversation_whose_words_were_erased_makes_no_case(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot, report = replay_other_phrases(app, admin, work, "opening times")
    conversation = report["items"][0]["conversation"]
    db.session.execute(delete(Message).where(Message.conversation_id == int(conversation)))
    db.session.commit()
    of, body = f"/api/v1/bots/{bot}/replays/{report['id']}", {"conversation": conversation}
    refused = admin.post(f"{of}/case", json=body)
    assert (refused.status_code, refused.json["code"]) == (409, "not_reproducible")
    opened = admin.post("/api/v1/sandbox", json={"bot": bot, "conversation": conversation})
    assert (opened.status_code, opened.json["code"]) == (409, "nothing_said")


def test_a_case_is_made_by_who_may_read_the_conversation(app: Flask, as_: As, work: Callable[[], None]) -> None:
    admin, other, part = as_("admin"), as_("maintainer"), as_("maintainer", scope={"outlets": []})
    bot, token = live(admin)
    talk(app, token, "when are you open")
    end_all()
    put_flow(admin, bot, changed(DESK, ["nodes", "hours", "text", "en"], "We open at eight."))
    report = replay(admin, bot, work)
    body = {"conversation": report["items"][0]["conversation"]}
    refused = part.post(f"/api/v1/bots/{bot}/replays/{report['id']}/case", json=body)
    assert (refused.status_code, refused.json["code"]) == (403, "out_of_scope")
    assert other.post(f"/api/v1/bots/{bot}/replays/{report['id']}/case", json=body).status_code == 201
