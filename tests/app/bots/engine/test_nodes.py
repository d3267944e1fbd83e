"""What each type of node does."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.bots.engine import compile_flow, is_over_for, new_state, step
from app.bots.engine.flow import PERSON_ID
from app.bots.engine.phrases import CLOSED, FAILED, RATE, RATED
from tests.app.bots.engine.talking import NOW, ZONE, Talk, ask, choice, flow, message, parsed

BYE = {"type": "end", "text": {"en": "Bye"}}
CALL = {
    "type": "call",
    "method": "POST",
    "url": "https://dealer.example/b/{{contact.id}}",
    "body": {"day": "{{day}}", "n": "no {{day}}"},
    "headers": {"X-Day": "{{day}}"},
    "save": "booking",
    "next": "done",
    "failed": "failed",
}


def test_a_message_may_have_links_and_a_picture() -> None:
    node = message(
        "See", media={"url": "/a.png"}, buttons=[{"label": {"en": "Map"}, "url": "https://m.example/{{contact.id}}"}]
    )
    reply = Talk(flow({"start": node})).last.replies[0]
    assert reply["links"] == [{"label": "Map", "url": "https://m.example/7"}] and reply["media"] == {"url": "/a.png"}


def test_variants_of_a_text_follow_from_session_and_visit() -> None:
    node = {"type": "message", "text": {"en": [f"v{n}" for n in range(20)]}}
    assert Talk(flow({"start": node})).answers == Talk(flow({"start": node})).answers
    assert len({Talk(flow({"start": node}), session=str(n)).answers[0] for n in range(40)}) > 5


def test_an_option_sets_variables() -> None:
    node = choice(("yes", "n"), save="sure")
    node["options"][0]["set"] = {"n": "2.0 + 1.0"}
    talk = Talk(flow({"start": node, "n": message("{{n}} {{sure}}")}, variables={"n": {"type": "number"}}))
    assert talk.text("yes") == ["3 Yes"]


def test_an_input_can_be_skipped() -> None:
    node = ask("email", "mail", "done", skip={"label": {"en": "Skip"}, "next": "skipped"})
    talk = Talk(flow({"start": node, "done": message("mail"), "skipped": message("no mail")}))
    assert talk.options == ["skip"]
    assert talk.text("skip") == ["no mail"] and talk["mail"] is None


@pytest.mark.parametrize(("text", "value"), [("vela 1.5 please", "vela"), ("the वेला", "vela"), ("nova", None)])
def test_an_input_takes_a_value_of_an_entity_by_its_names(text: str, value: str | None) -> None:
    entities = {"model": {"values": {"vela": {"en": ["Vela", "vela 1.5"], "hi": ["वेला"]}}}}
    talk = Talk(
        flow({"start": ask("one_of", "model", "done", entity="model"), "done": message("{{model}}")}, entities=entities)
    )
    texts = talk.text(text)
    assert talk["model"] == value and (texts == ["Vela"]) is (value is not None)


@pytest.mark.parametrize(
    ("expression", "reached"),
    [
        ("n == 7", True),
        ("n + 1.0 > 8.5", False),
        ("n == 'a'", False),
        ("missing.x == 1", False),
        ("day > now", True),
        ("contact.first_name == 'Asha'", True),
        ("channel == 'web' && language == 'en'", True),
        ("unset == null", True),
    ],
)
def test_a_condition_takes_the_first_branch_that_holds(expression: str, reached: bool) -> None:
    document = flow(
        {
            "start": ask("number", "n", "when"),
            "when": ask("date", "day", "if"),
            "if": {"type": "condition", "branches": [{"if": expression, "next": "yes"}], "else": "no"},
            "yes": message("yes"),
            "no": message("no"),
        },
        variables={"unset": {"type": "text"}, "missing": {"type": "object"}},
    )
    assert Talk(document).texts("7", "tomorrow") == ["yes" if reached else "no"]


def test_an_expression_that_fails_is_false_and_reported() -> None:
    node = {"type": "condition", "branches": [{"if": "1/0 == 1", "next": "end"}]}
    talk = Talk(flow({"start": node, "end": BYE}))
    assert talk.answers == [] and talk.last.trace["errors"][0]["code"] == "expression"
    assert talk.state["open"] is None and not talk.state["ended"]


def test_set_changes_nothing_where_its_expression_fails() -> None:
    talk = Talk(flow({"start": {"type": "set", "set": {"a": "1/0", "b": "'x' + 'y'"}}}))
    assert talk.state["variables"] == {"b": "xy"}


def booking(**more: Any) -> Talk:
    nodes = {
        "start": ask("date", "day", "call"),
        "call": CALL,
        "done": message("Booked {{booking.id}}", "bye"),
        "failed": message("Later", "bye"),
        "bye": BYE,
        "person": message("A person helps"),
    }
    nodes["call"] = {key: value for key, value in (CALL | more).items() if value is not None}
    talk = Talk(flow(nodes, fallback={"then": "person"}))
    talk.text("tomorrow")
    return talk


def test_a_call_is_asked_for_with_its_values_and_goes_on_with_its_result() -> None:
    talk = booking()
    effect = talk.last.effects[0]
    assert effect["url"] == "https://dealer.example/b/7" and effect["method"] == "POST" and effect["id"] == "s:1"
    assert effect["body"] == {"day": "2026-11-25", "n": "no 2026-11-25"} and effect["headers"] == {
        "X-Day": "2026-11-25"
    }
    assert talk.result(status=200, value={"id": 9}) == ["Booked 9", "Bye"]


def test_a_failed_call_goes_its_own_way_or_the_fallbacks() -> None:
    assert booking().result(False, status=500) == ["Later", "Bye"]
    assert booking(failed=None).result(False, status=None) == ["A person helps"]


def test_a_result_comes_once_and_for_its_own_call() -> None:
    talk = booking()
    assert talk.event({"type": "result", "effect": "s:9", "ok": True, "value": 1}) == []
    assert talk.last.trace["warnings"][0]["code"] == "unexpected_result"
    talk.result(value={"id": 1})
    assert talk.event({"type": "result", "effect": "s:1", "ok": True, "value": 1}) == []


def test_what_is_said_during_a_call_is_heard_after_it() -> None:
    nodes = {
        "start": CALL | {"next": "ask"},
        "ask": ask("text", "note", "done"),
        "done": message("Noted {{note}}"),
        "failed": BYE,
    }
    talk = Talk(flow(nodes, variables={"day": {"type": "date"}}))
    assert talk.text("hello?") == []
    assert talk.result(value={}) == ["note?", "Noted hello?"]


@pytest.mark.parametrize(("ok", "texts"), [(True, ["We do.", "next"]), (False, ["none"])])
def test_knowledge_answers_the_last_text_or_goes_elsewhere(ok: bool, texts: list[str]) -> None:
    nodes = {
        "start": ask("text", "q", "know"),
        "know": {"type": "knowledge", "next": "next", "none": "none"},
        "next": message("next"),
        "none": message("none"),
    }
    talk = Talk(flow(nodes))
    talk.text("do you wash")
    assert talk.last.effects[0]["query"] == "do you wash"
    assert talk.result(ok, value={"answer": {"en": "We do."}}) == texts


HANDOFF = {
    "start": {"type": "handoff", "queue": "service", "text": {"en": "Wait"}, "next": "back", "closed": "closed"},
    "back": message("Back", "bye"),
    "closed": message("Closed", "bye"),
    "bye": BYE,
}


@pytest.mark.parametrize(
    ("what", "texts"), [("returned", ["Back", "Bye"]), ("closed", [RATE["en"]]), ("missed", ["Closed", "Bye"])]
)
def test_a_handoff_is_silent_until_it_ends(what: str, texts: list[str]) -> None:
    talk = Talk(flow(HANDOFF))
    assert talk.answers == ["Wait"] and talk.effects == ["handoff"] and talk.last.effects[0]["queue"] == "service"
    assert talk.text("hello?") == [] and talk.last.trace["with_agent"] is True
    assert talk.event({"type": "agent", "what": "accepted"}) == [] and talk.state["waiting"]["accepted"]
    assert talk.event({"type": "agent", "what": what}) == texts
    # What is left of a conversation that a person has closed is how it was.
    assert talk.state["ended"] == (what != "closed") and talk.state["waiting"] is None


HOURS = {"zone": "Asia/Kolkata", "week": {"tue": [["09:00", "12:00"]]}, "holidays": ["2026-12-01"]}


@pytest.mark.parametrize(
    ("now", "is_open"),
    [
        (NOW, True),
        (datetime(2026, 11, 24, 6, 30, tzinfo=UTC), False),
        (datetime(2026, 11, 25, 4, 30, tzinfo=UTC), False),
        (datetime(2026, 12, 1, 4, 30, tzinfo=UTC), False),
    ],
)
def test_outside_business_hours_nobody_is_asked(now: datetime, is_open: bool) -> None:
    talk = Talk(flow(HANDOFF, hours=HOURS), now=now)
    assert talk.answers == (["Wait"] if is_open else ["Closed", "Bye"])
    assert ("handoff" in talk.effects) is is_open


def test_a_goal_counts_once_and_goes_on() -> None:
    nodes = {
        "start": {"type": "goal", "name": "booked", "value": "n * 2.0", "next": "again"},
        "again": choice(("yes", "start")),
    }
    talk = Talk(flow(nodes, variables={"n": {"type": "number"}}))
    assert talk.effects == ["goal"] and talk.state["goals"] == ["booked"]
    talk.text("yes")
    assert talk.effects == [] and talk.answers == ["Choose"]


def test_a_jump_comes_back_when_it_should() -> None:
    nodes = {
        "start": {"type": "jump", "to": "sub", "back": True, "next": "after"},
        "sub": message("Sub"),
        "after": {"type": "jump", "to": "bye"},
        "bye": BYE,
    }
    assert Talk(flow(nodes)).answers == ["Sub", "Bye"]


def test_a_wait_ends_by_its_time_or_by_a_text() -> None:
    nodes = {"start": {"type": "wait", "seconds": 5, "next": "ask"}, "ask": choice(("yes", "bye")), "bye": BYE}
    talk = Talk(flow(nodes))
    assert talk.last.effects[0]["seconds"] == 5
    assert talk.event({"type": "timer", "effect": "s:1"}) == ["Choose"]
    assert Talk(flow(nodes)).text("yes") == ["Choose", "Bye"]


def test_a_split_is_the_same_for_one_person_and_follows_the_weights() -> None:
    nodes = {
        "start": {"type": "split", "variants": [{"weight": 3, "next": "a"}, {"weight": 1, "next": "b"}]},
        "a": message("a"),
        "b": message("b"),
    }
    texts = [Talk(flow(nodes), contact={"id": str(n)}, version="1").answers[0] for n in range(200)]
    assert texts == [Talk(flow(nodes), contact={"id": str(n)}, version="1", session="z").answers[0] for n in range(200)]
    assert 130 <= texts.count("a") <= 170


@pytest.mark.parametrize(("text", "stars"), [("4", 4), ("five", 5), ("3/5", 3), ("⭐⭐", 2)])
def test_a_rating_is_a_digit_a_word_or_a_button(text: str, stars: int) -> None:
    talk = Talk(flow({"start": {"type": "rate", "text": {"en": "Stars?"}, "save": "stars", "next": "bye"}, "bye": BYE}))
    assert talk.options == ["1", "2", "3", "4", "5"]
    assert talk.text(text) == ["Bye"] and talk["stars"] == stars and talk.last.effects[0]["value"] == stars


def test_another_answer_than_a_rating_goes_on_unrated_and_is_heard() -> None:
    nodes = {
        "start": {"type": "rate", "text": {"en": "Stars?"}, "next": "more"},
        "more": ask("text", "more", "bye"),
        "bye": BYE,
        "hours": message("Nine to six"),
    }
    talk = Talk(flow(nodes, intents={"hours": {"goto": "hours", "phrases": {"en": ["when are you open"]}}}))
    assert talk.text("it was fine") == ["more?", "Bye"] and talk["more"] == "it was fine"
    unrated = Talk(flow(nodes, intents={"hours": {"goto": "hours", "phrases": {"en": ["when are you open"]}}}))
    assert unrated.text("when are you open") == ["Nine to six", "more?"]


def test_an_ended_session_takes_nothing_in() -> None:
    talk = Talk(flow({"start": BYE}))
    assert talk.effects == ["end"] and talk.text("hello") == [] and talk.last.trace["warnings"] == [{"code": "ended"}]


def test_the_101st_node_of_a_step_is_an_error_that_leads_to_the_fallback() -> None:
    nodes: dict[str, Any] = {f"n{n}": {"type": "set", "set": {}, "next": f"n{n + 1}"} for n in range(101)}
    nodes |= {"n101": BYE, "person": message("A person helps")}
    talk = Talk(flow(nodes, start="n0", fallback={"then": "person"}))
    (error,) = talk.last.trace["errors"]
    assert talk.answers == ["A person helps"] and (error["code"], error["node"]) == ("step_limit", "n100")
    nodes["n99"] = BYE
    assert Talk(flow(nodes, start="n0")).answers == ["Bye"]


def test_a_flow_that_runs_away_in_its_fallback_too_stops() -> None:
    nodes = {"start": {"type": "jump", "to": "start"}}
    talk = Talk(flow(nodes, fallback={"then": "start"}))
    assert [error["code"] for error in talk.last.trace["errors"]] == ["step_limit", "step_limit"]
    assert talk.state["open"] is None


def test_an_unset_variable_shows_as_nothing_with_a_warning() -> None:
    talk = Talk(flow({"start": message("Hello {{nobody}}!")}))
    assert talk.answers == ["Hello!"] and talk.last.trace["warnings"][0] == {
        "code": "unset_variable",
        "node": "start",
        "name": "nobody",
    }


def test_what_has_parts_is_said_as_a_list_and_sent_as_json() -> None:
    sends = {"type": "call", "method": "POST", "url": "https://x.example/{{a.list}}", "body": {"what": "all: {{a}}"}}
    talk = Talk(flow({
        "start": {"type": "call", "method": "GET", "url": "https://x.example", "save": "a", "next": "say"},
        "say": message("At {{a.list}}, {{a.more}}", "send"), "send": sends,
    }))  # fmt: skip
    assert talk.result(value={"list": ["10:00", True, 2], "more": {"b": None}}) == ['At 10:00, true, 2, {"b": null}']
    (call,) = talk.last.effects
    assert call["body"] == {"what": 'all: {"list": ["10:00", true, 2], "more": {"b": null}}'}
    assert call["url"] == "https://x.example/%5B%2210%3A00%22%2C%20true%2C%202%5D"


def test_replaying_the_events_gives_the_same_steps() -> None:
    document = flow({"start": choice(("a", "b"), ("c", "b")), "b": ask("date", "day", "start")})
    compiled = compile_flow(document)
    events = [{"type": "start"}, *({"type": "text", "text": text} for text in ("a", "kal", "zzz", "c", "no, Friday"))]

    def play() -> list[Any]:
        state, steps = new_state(compiled, session="r"), []
        for event in events:
            taken = step(compiled, state, event, now=NOW, zone=ZONE)
            state = taken.state
            steps.append((taken.replies, taken.effects, taken.trace))
        return steps

    assert play() == play()


def test_understanding_finds_values_of_entities_that_no_name_spells() -> None:
    entities = {"model": {"values": {"vela": {"en": ["Vela"]}}}}
    talk = Talk(
        flow({"start": ask("one_of", "model", "done", entity="model"), "done": message("{{model}}")}, entities=entities)
    )
    near = [{"type": "model", "value": "vela", "text": "vella", "start": 0, "end": 5}]
    assert talk.text("vella", parsed(band="reject", entities=near)) == ["Vela"]


def test_a_skipped_input_leads_its_own_way_again_after_a_correction() -> None:
    nodes = {
        "start": ask("date", "day", "mail"),
        "mail": ask("email", "mail", "mailed", skip={"label": {"en": "Skip"}, "next": "note"}),
        "mailed": message("mailed", "note"),
        "note": ask("text", "note", "bye"),
        "bye": BYE,
    }
    talk = Talk(flow(nodes))
    talk.texts("tomorrow", "skip")
    assert talk.text("no, Friday") == ["note?"] and talk["mail"] is None and talk["day"] == "2026-11-27"


def test_a_retry_is_asked_with_what_can_be_chosen() -> None:
    retry = {"times": 1, "text": {"en": "An address, please."}}
    node = ask("email", "mail", "bye", retry=retry, skip={"label": {"en": "Skip"}})
    talk = Talk(flow({"start": node, "bye": BYE}))
    assert talk.text("what?") == ["An address, please."] and talk.options == ["skip"]
    assert talk.last.replies[0]["input"] == {"kind": "email"}
    assert talk.text("skip") == ["Bye"]


def test_a_choice_saves_its_id_and_shows_its_label() -> None:
    talk = Talk(flow({"start": choice(("a", "done"), save="kind"), "done": message("{{kind}}")}))
    assert talk.text("A") == ["A"] and talk["kind"] == "a"


def test_what_a_node_saves_is_a_variable_without_being_declared() -> None:
    talk = Talk(flow({"start": ask("number", "n", "twice"), "twice": {"type": "set", "set": {"m": "n * 2.0"}}}))
    talk.text("4")
    assert talk.flow.types["n"] == "number" and talk["m"] == 8


def test_knowledge_searches_its_own_text_where_it_has_one() -> None:
    node = {"type": "knowledge", "text": {"en": "washing for {{contact.first_name}}"}, "next": "bye"}
    talk = Talk(flow({"start": node, "bye": BYE}))
    assert talk.last.effects[0]["query"] == "washing for Asha" and talk.answers == []
    assert talk.result(False) == ["Bye"]


def test_a_handoff_outside_business_hours_without_closed_ends_the_path() -> None:
    talk = Talk(flow({"start": {"type": "handoff", "text": {"en": "Wait"}}}, hours={"week": {}}))
    assert (
        talk.answers == [CLOSED["en"]]
        and talk.effects == []
        and talk.state["waiting"] is None
        and not talk.state["ended"]
    )


def test_a_rating_from_nought_to_ten() -> None:
    talk = Talk(flow({"start": {"type": "rate", "scale": 10, "text": {"en": "?"}, "save": "r", "next": "b"}, "b": BYE}))
    assert talk.options == [str(n) for n in range(11)] and talk.text("0") == ["Bye"] and talk["r"] == 0


def test_a_wait_ended_by_a_text_that_leads_to_a_call_keeps_the_text_for_its_answer() -> None:
    nodes = {
        "start": {"type": "wait", "seconds": 5, "next": "call"},
        "call": {"type": "call", "url": "https://x.example", "next": "note", "failed": "bye"},
        "note": ask("text", "note", "bye"),
        "bye": BYE,
    }
    talk = Talk(flow(nodes))
    assert talk.text("hello") == [] and talk.state["waiting"]["type"] == "call"
    assert talk.result(value={}) == ["note?", "Bye"] and talk["note"] == "hello"


def test_a_split_may_go_otherwise_in_another_version() -> None:
    nodes = {"start": {"type": "split", "variants": [{"next": "a"}, {"next": "b"}]}, "a": BYE, "b": message("b")}
    assert len({Talk(flow(nodes), version=str(n)).answers[0] for n in range(20)}) == 2


def test_a_subroutine_comes_back_to_where_it_was_called_even_after_questions() -> None:
    nodes = {
        "start": {"type": "jump", "to": "sub", "back": True, "next": "after"},
        "sub": ask("date", "day"),
        "after": message("After {{day}}"),
    }
    assert Talk(flow(nodes)).text("tomorrow") == ["After 2026-11-25"]


def test_a_goal_is_recorded_with_the_value_of_its_expression() -> None:
    goal = {"type": "goal", "name": "sold", "value": "n * 100.0"}
    talk = Talk(flow({"start": ask("number", "n", "goal"), "goal": goal}))
    talk.text("3")
    assert talk.last.effects[0] | {"id": ""} == {"type": "goal", "id": "", "node": "goal", "name": "sold", "value": 300}


@pytest.mark.parametrize(
    ("language", "reply"),
    [("en", "On Fri 27 November"), ("hi", "On शुक्र 27 नवंबर"), ("ta", "On வெள்ளி 27 நவம்பர்"), ("fr", "On Fri 27 November")],
)
def test_a_date_can_be_said_as_people_read_it(language: str, reply: str) -> None:
    done = {"type": "message", "text": {language: "On {{day.long}}"}}
    start = ask("date", "day", "done") | {"text": {language: "?"}}
    talk = Talk(flow({"start": start, "done": done}) | {"languages": [language]})
    assert talk.text("2026-11-27") == [reply]


def test_a_moment_is_said_with_its_time_and_no_date_as_nothing() -> None:
    nodes = {"start": ask("datetime", "at", "name"), "name": ask("text", "name", "done"),
             "done": message("{{at.long}}|{{name.long}}")}  # fmt: skip
    talk = Talk(flow(nodes))
    assert talk.texts("27 November 4 pm", "Asha") == ["Fri 27 November, 16:00|"]


WEEK = {"week": {"mon": [["09:00", "18:00"]]}}
"""Hours that the clock of these tests, on a Tuesday, is outside of."""


def test_a_handoff_that_leads_nowhere_outside_hours_says_so() -> None:
    talk = Talk(flow({"start": choice(("agent", "person")), "person": {"type": "handoff", "text": {"en": "Wait."}}},
                     hours=WEEK))  # fmt: skip
    assert talk.text("agent") == [CLOSED["en"]]
    assert talk.state["waiting"] is None


def test_a_missed_handoff_that_leads_nowhere_says_so() -> None:
    talk = Talk(flow({"start": {"type": "handoff", "text": {"en": "Wait."}}}))
    assert talk.event({"type": "agent", "what": "missed"}) == [CLOSED["en"]]


def test_a_failed_call_without_any_way_on_says_so() -> None:
    talk = Talk(flow({"start": {"type": "call", "url": "https://dealer.example/x"}}))
    effect = talk.last.effects[0]["id"]
    assert talk.event({"type": "result", "effect": effect, "ok": False}) == [FAILED["en"]]


def test_the_channel_s_own_button_reaches_the_first_handoff_and_the_question_comes_back() -> None:
    nodes = {"start": ask("date", "day"), "person": {"type": "handoff", "text": {"en": "Wait."}}}
    talk = Talk(flow(nodes))
    assert talk.event({"type": "choice", "option": PERSON_ID}) == ["Wait."]
    assert talk.state["waiting"]["type"] == "handoff"
    assert talk.event({"type": "agent", "what": "returned"}) == ["day?"]
    closed = Talk(flow(nodes, hours=WEEK))
    assert closed.event({"type": "choice", "option": PERSON_ID}) == [CLOSED["en"], "day?"]
    without = Talk(flow({"start": ask("date", "day")}))
    assert without.event({"type": "choice", "option": PERSON_ID}) == ["day?"]


def silent(name: str) -> dict[str, Any]:
    """Nodes that lead from one to the end of the path without a word."""
    return {name: {"type": "set", "set": {"tried": '"yes"'}}}


def test_a_way_outside_hours_that_says_nothing_is_answered_all_the_same() -> None:
    nodes = {"start": choice(("agent", "person")), "person": {"type": "handoff", "closed": "quiet"}} | silent("quiet")
    talk = Talk(flow(nodes, hours=WEEK))
    assert talk.text("agent") == [CLOSED["en"]]
    missed = Talk(flow(nodes | {"start": {"type": "handoff", "closed": "quiet"}}))
    assert missed.event({"type": "agent", "what": "missed"}) == [CLOSED["en"]]


@pytest.mark.parametrize("more", [{"failed": "quiet"}, {}])
def test_a_way_after_a_failed_call_that_says_nothing_is_answered_all_the_same(more: dict[str, Any]) -> None:
    call = {"type": "call", "url": "https://dealer.example/x"} | more
    talk = Talk(flow({"start": call} | silent("quiet"), fallback={"then": "quiet"}))
    assert talk.result(ok=False) == [FAILED["en"]]


def test_a_way_that_says_something_is_not_answered_twice() -> None:
    talk = Talk(flow({"start": {"type": "call", "url": "https://dealer.example/x", "failed": "sorry"},
                      "sorry": message("Sorry.")}))  # fmt: skip
    assert talk.result(ok=False) == ["Sorry."]


def test_a_call_back_is_noted_and_the_conversation_goes_on() -> None:
    back = {"type": "handoff", "call_back": True, "queue": "sales", "text": {"en": "We call."}, "next": "more"}
    talk = Talk(flow({"start": ask("phone", "phone", "back"), "back": back, "more": message("Anything else?")},
                     hours=WEEK))  # fmt: skip
    assert talk.text("9845012345") == ["We call.", "Anything else?"]
    (expected,) = talk.last.effects
    assert expected["type"] == "call_back" and expected["queue"] == "sales" and expected["phone"] == "+919845012345"
    assert talk.state["waiting"] is None and talk.state["contact"]["phone"] == "+919845012345"


def test_the_channel_s_own_button_leads_to_no_call_back() -> None:
    back = {"type": "handoff", "call_back": True, "text": {"en": "We call."}}
    talk = Talk(flow({"start": ask("date", "day"), "back": back}))
    assert talk.event({"type": "choice", "option": PERSON_ID}) == ["day?"]
    first = Talk(flow({"start": ask("date", "day"), "back": back,
                       "person": {"type": "handoff", "text": {"en": "Wait."}}}))  # fmt: skip
    assert first.event({"type": "choice", "option": PERSON_ID}) == ["Wait."]


@pytest.mark.parametrize(("answer", "value"), [("4", 4), ("five", 5), ("पाँच", 5)])
def test_after_a_person_closes_the_visitor_is_asked_how_it_was(answer: str, value: int) -> None:
    talk = Talk(flow({"start": {"type": "handoff", "text": {"en": "Wait."}}}))
    assert talk.event({"type": "agent", "what": "closed"}) == [RATE["en"]]
    assert talk.options == ["1", "2", "3", "4", "5"] and not talk.state["ended"]
    assert not is_over_for(talk.state, {"type": "text", "text": answer})
    assert talk.text(answer) == [RATED["en"]] and talk.state["ended"]
    assert talk.last.effects[0]["value"] == value


def test_what_else_is_said_to_that_opens_another_conversation() -> None:
    talk = Talk(flow({"start": {"type": "handoff", "text": {"en": "Wait."}}}))
    talk.event({"type": "agent", "what": "closed"})
    assert is_over_for(talk.state, {"type": "text", "text": "when are you open"})
    assert is_over_for(talk.state, {"type": "choice", "option": "book"})
    assert not is_over_for(talk.state, {"type": "choice", "option": "5"})
    assert not is_over_for(talk.state, {"type": "text", "text": "thank you"})
    assert talk.text("thank you") == [RATED["en"]] and talk.state["ended"]


@pytest.mark.parametrize(
    ("kind", "offered"),
    [
        ("date", {"closed": True}),
        ("time", {"closed": True, "times": ["10:00", "10:30", "11:00", "11:30"]}),
        ("datetime", {"closed": True, "times": ["10:00", "10:30", "11:00", "11:30"]}),
    ],
)
def test_only_open_days_and_hours_are_offered_where_a_node_says_so(kind: str, offered: dict[str, Any]) -> None:
    week = {day: [["09:00", "12:00"]] for day in ("mon", "tue", "wed", "thu", "fri")} | {"sat": [["10:00", "16:00"]]}
    hours = {"week": week, "holidays": ["2026-11-26"]}
    form = Talk(flow({"start": ask(kind, "when", open_only=True)}, hours=hours)).last.replies[0]["input"]
    assert form["kind"] == kind and form.keys() == {"kind"} | offered.keys()
    assert form["closed"][:3] == ["2026-11-26", "2026-11-29", "2026-12-06"] and len(form["closed"]) == 18
    assert form.get("times") == offered.get("times")
    anything = Talk(flow({"start": ask(kind, "when")}, hours=hours)).last.replies[0]["input"]
    assert anything == {"kind": kind}
