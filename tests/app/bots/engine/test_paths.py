"""Interruptions, languages, and what no valid flow can do."""

import json
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from app.bots.engine import compile_flow, new_state, step
from app.bots.engine.values import KINDS
from app.bots.flow.validation import errors_of, validate
from tests.app.bots.engine.talking import NOW, ZONE, Talk, ask, choice, flow, message

NESTED = flow(
    {"start": ask("text", "name", "bye"), "bye": {"type": "end"}}
    | {f"ask{n}": ask("date", f"day{n}") for n in range(10)},
    intents={f"i{n}": {"goto": f"ask{n}", "phrases": {"en": [f"go {n}"]}} for n in range(10)},
)


def test_paths_come_back_in_order() -> None:
    talk = Talk(NESTED)
    talk.texts("go 1", "go 2")
    assert talk.text("tomorrow") == ["day1?"]
    assert talk.text("Friday") == ["name?"]


def test_an_intent_under_way_begins_anew_and_does_not_stack() -> None:
    talk = Talk(NESTED)
    talk.texts("go 1", "go 2", "go 1")
    assert [frame["intent"] for frame in talk.state["stack"]] == ["i1"]
    assert talk.text("tomorrow") == ["name?"]


def test_the_stack_holds_eight() -> None:
    talk = Talk(NESTED)
    talk.texts(*(f"go {n}" for n in range(9)))
    assert len(talk.state["stack"]) == 8 and talk.last.trace["warnings"] == [{"code": "stack_full"}]


def test_a_question_that_was_interrupted_counts_its_misses_anew() -> None:
    retry = {"times": 1, "text": {"en": "A date!"}, "then": "bye"}
    nodes = {
        "start": ask("date", "day", "bye", retry=retry),
        "bye": {"type": "end", "text": {"en": "Bye"}},
        "info": message("Info"),
    }
    talk = Talk(flow(nodes, intents={"info": {"goto": "info", "phrases": {"en": ["tell me"]}}}))
    talk.texts("blue", "tell me")
    assert talk.text("blue") == ["A date!"]


def test_end_drops_what_was_interrupted() -> None:
    nodes = {"start": ask("text", "name", "bye"), "bye": {"type": "end", "text": {"en": "Bye"}}}
    talk = Talk(flow(nodes, intents={"stop": {"goto": "bye", "phrases": {"en": ["stop"]}}}))
    assert talk.text("stop") == ["Bye"] and talk.state["ended"] and talk.state["stack"] == []


BOTH: dict[str, Any] = {
    "type": "choice",
    "text": {"en": "Choose", "hi": "चुनें"},
    "options": [{"id": "a", "label": {"en": "Book", "hi": "बुक"}, "next": "start"}],
}
TWO = flow({"start": BOTH}) | {"languages": ["en", "hi"]}


def test_a_language_asked_for_is_spoken_from_then_on() -> None:
    talk = Talk(TWO)
    for text, said in (("Hindi please", "चुनें"), ("speak in English", "Choose"), ("हिंदी में बात करें", "चुनें")):
        assert talk.text(text) == [said] and talk.rule == 1
    assert talk.texts("Book", "Book") == ["चुनें"]


def test_a_language_the_bot_does_not_speak_is_no_request() -> None:
    assert Talk(TWO).text("speak Tamil") != ["Choose"]


def test_two_texts_in_a_language_change_to_it_unless_the_session_has_one() -> None:
    talk = Talk(TWO)
    assert talk.text("बुक") == ["Choose"]
    assert talk.text("बुक") == ["चुनें"]
    assert Talk(TWO, language="en").texts("बुक", "बुक") == ["Choose"]


def test_a_session_is_opened_in_its_own_language() -> None:
    assert Talk(TWO, language="hi").said == ["चुनें"]
    assert Talk(TWO, language="ta").said == ["Choose"]


IDS = [f"n{n}" for n in range(6)]
REF = st.sampled_from(IDS)
NEXT = st.one_of(st.none(), REF)
TEXT = {"en": "Text"}


def _node(kind: str, ref: str | None, other: str | None, number: int) -> dict[str, Any]:
    """A node of a type with references that may be absent."""
    following = {"next": ref} if ref else {}
    made: dict[str, dict[str, Any]] = {
        "message": {"text": TEXT},
        "choice": choice(("yes", other), ("no", ref), save="c"),
        "input": ask(
            KINDS[number % len(KINDS)], f"v{number}", **({"retry": {"times": 1, "then": other}} if other else {})
        ),
        "condition": {
            "branches": [{"if": "c == 'yes'", "next": other} if other else {"if": "true"}],
            **({"else": ref} if ref else {}),
        },
        "set": {"set": {"n": "1.0"}},
        "call": {"url": "https://x.example", "save": "o", **({"failed": other} if other else {})},
        "knowledge": {"none": other} if other else {},
        "handoff": {"closed": other} if other else {},
        "goal": {"name": "g"},
        "jump": {"to": other or "n0", "back": number % 2 == 0},
        "wait": {"seconds": 1},
        "split": {"variants": [{"next": other} if other else {}, {"weight": 2, **following}]},
        "rate": {"text": TEXT, "save": "r"},
        "end": {},
    }
    node = {"type": kind} | made[kind]
    return node | following if kind not in ("condition", "split", "end") else node


TYPES = "message choice input condition set call knowledge handoff goal jump wait split rate end".split()
NODES = st.builds(_node, st.sampled_from(TYPES), NEXT, NEXT, st.integers(0, 20))
DOCUMENTS = st.builds(
    lambda nodes, goto, then: flow(
        dict(zip(IDS, nodes, strict=True)),
        start="n0",
        intents={"i": {"goto": goto, "phrases": {"en": ["go there"]}}},
        fallback={"times": 1, "then": then},
        variables={"c": {"type": "text"}, "n": {"type": "number"}},
    ),
    st.lists(NODES, min_size=6, max_size=6),
    REF,
    REF,
)
SAID = st.sampled_from(
    ["yes", "no", "tomorrow", "go there", "4", "restart", "no, Friday", "zzz", "9845012345", "in Hindi", ""]
)
EVENTS = st.lists(
    st.one_of(
        SAID.map(lambda text: {"type": "text", "text": text}),
        st.sampled_from(["yes", "no", "3", "none"]).map(lambda option: {"type": "choice", "option": option}),
        st.booleans().map(lambda ok: {"type": "result", "ok": ok, "value": {"answer": "A"}}),
        st.just({"type": "timer"}),
        st.sampled_from(["accepted", "returned", "closed", "missed"]).map(lambda what: {"type": "agent", "what": what}),
    ),
    max_size=12,
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(DOCUMENTS, EVENTS)
def test_no_valid_flow_loops_without_input_loses_its_way_or_its_state(
    document: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    """A flow without errors never reaches the limit of a step, and its state survives JSON; replayed it is the same."""
    # An open end is an error before publishing and stops a step all the same.
    assume(not errors_of([issue for issue in validate(document) if issue.code != "dead_end"]))
    compiled = compile_flow(document)
    state = again = new_state(compiled, session="p")
    for event in [{"type": "start"}, *events]:
        told = event | {"effect": (state["waiting"] or {"id": "none"})["id"]}
        taken = step(compiled, state, told, now=NOW, zone=ZONE)
        replayed = step(compiled, again, told, now=NOW, zone=ZONE)
        assert taken == replayed
        assert not [error for error in taken.trace["errors"] if error["code"] == "step_limit"]
        state, again = taken.state, json.loads(json.dumps(replayed.state))
        assert state == again and len(state["stack"]) <= 8
        assert state["open"] is None or state["open"] in compiled.nodes
        assert not (state["ended"] and (state["open"] or state["waiting"] or state["stack"]))
