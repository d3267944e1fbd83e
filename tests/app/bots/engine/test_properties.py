"""What no flow without errors can do: run in circles, lose its way or its state, or run differently when replayed."""

import json
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from app.bots.engine import Flow, State, compile_flow, new_state, step
from app.bots.flow.schema import shape_errors
from app.bots.flow.validation import errors_of, validate
from app.core.values import KINDS
from tests.app.bots.engine.talking import NOW, ZONE, ask, choice, flow
from tests.endurance import repetitions

IDS = [f"n{n}" for n in range(6)]
REF = st.sampled_from([*IDS, *IDS, "ghost"])
"""Where a node leads; now and then to one that does not exist, which validation has to notice."""
NEXT = st.one_of(st.none(), REF)
TEXT = {"en": ["Text", "Words for {{c}}"]}
EXPRESSIONS = ("c == 'yes'", "n > 1.0", "day < now", "o.found == true", "1 / 0 == 1", "v3 != null", "size(c) > 2")


def _node(kind: str, ref: str | None, other: str | None, number: int) -> dict[str, Any]:
    """A node of a type with references that may be absent."""
    following = {"next": ref} if ref else {}
    retry = {"retry": {"times": number % 3, "then": other}} if other else {}
    skip = {"skip": {"label": {"en": "Skip"}, **following}} if number % 5 == 0 else {}
    branch = {"if": EXPRESSIONS[number % len(EXPRESSIONS)], **({"next": other} if other else {})}
    bodies: dict[str, dict[str, Any]] = {
        "message": {"text": TEXT},
        "choice": choice(("yes", other), ("no", ref), save="c"),
        "input": ask(KINDS[number % len(KINDS)], f"v{number}", **retry, **skip),
        "condition": {"branches": [branch], **({"else": ref} if ref else {})},
        "set": {"set": {"n": "n + 1.0", "c": "'set'"}},
        "call": {"url": "https://x.example/{{c}}", "save": "o", **({"failed": other} if other else {})},
        "knowledge": {"none": other} if other else {},
        "handoff": {"closed": other} if other else {},
        "goal": {"name": f"g{number % 2}", "value": "n * 2.0"},
        "jump": {"to": other or "n0", "back": number % 2 == 0},
        "wait": {"seconds": 1},
        "split": {"variants": [{"next": other} if other else {}, {"weight": 2, **following}]},
        "rate": {"text": TEXT, "save": "r", "scale": 10 if number % 2 else 5},
        "end": {},
    }
    node = {"type": kind} | bodies[kind]
    return node | following if kind not in ("condition", "split", "end") else node


TYPES = "message choice input condition set call knowledge handoff goal jump wait split rate end".split()
NODES = st.builds(_node, st.sampled_from(TYPES), NEXT, NEXT, st.integers(0, 20))
HOURS = st.sampled_from([None, {"week": {"tue": [["09:00", "18:00"]]}}, {"week": {}}])


def _document(
    nodes: list[dict[str, Any]], gotos: list[str], then: str | None, hours: dict[str, Any] | None
) -> dict[str, Any]:
    """A document of these nodes with an intent for each goto."""
    intents = {f"i{n}": {"goto": goto, "phrases": {"en": [f"go there {n}"]}} for n, goto in enumerate(gotos)}
    types = {"c": "text", "n": "number", "day": "date", "o": "object", "v3": "time"}
    more: dict[str, Any] = {"hours": hours} if hours is not None else {}
    return flow(
        dict(zip(IDS, nodes, strict=True)),
        start="n0",
        intents=intents,
        fallback={"times": 1, **({"then": then} if then else {})},
        variables={name: {"type": kind} for name, kind in types.items()},
        knowledge=[{"question": {"en": "do you wash"}, "answer": {"en": "We do."}}],
        **more,
    )


DOCUMENTS = st.builds(
    _document, st.lists(NODES, min_size=6, max_size=6), st.lists(REF, min_size=1, max_size=3), NEXT, HOURS
)
SAID = st.sampled_from(
    ["yes", "no", "tomorrow", "go there 0", "go there 1", "4", "restart", "no, Friday", "zzz", "9845012345", "in Hindi",
     "", "do you wash", "KA01AB1234 on Friday at 4 pm", "1", "no, yes", "a@b.example", "skip"]
)  # fmt: skip
PARSES = st.one_of(
    st.none(),
    st.builds(
        lambda band, name: {"band": band, "intents": [{"name": name, "score": 0.5}], "language": "en", "entities": []},
        st.sampled_from(["accept", "confirm", "reject"]),
        st.sampled_from(["i0", "i1", "unknown"]),
    ),
)
EVENTS = st.lists(
    st.one_of(
        st.builds(lambda text, parse: {"type": "text", "text": text, "parse": parse}, SAID, PARSES),
        st.sampled_from(["yes", "no", "3", "none", "i0"]).map(lambda option: {"type": "choice", "option": option}),
        st.booleans().map(lambda ok: {"type": "result", "ok": ok, "value": {"answer": "A", "found": True}}),
        st.just({"type": "timer"}),
        st.sampled_from(["accepted", "returned", "closed", "missed"]).map(lambda what: {"type": "agent", "what": what}),
        st.sampled_from(IDS).map(lambda node: {"type": "jump", "node": node}),
    ),
    max_size=12,
)
OFTEN = settings(
    max_examples=repetitions(60, 200),
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def valid(document: dict[str, Any]) -> Flow:
    """The flow of a document without errors; an open end is one before publishing, and stops a step all the same."""
    assert shape_errors(document) == {}
    assume(not errors_of([issue for issue in validate(document) if issue.code != "dead_end"]))
    return compile_flow(document)


def event_for(event: dict[str, Any], state: State) -> dict[str, Any]:
    """An event that answers what is waited for, if anything is."""
    return event | {"effect": (state["waiting"] or {"id": "none"})["id"]}


@OFTEN
@given(DOCUMENTS, EVENTS)
def test_no_flow_loops_without_input_or_reaches_an_undefined_node(
    document: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    compiled = valid(document)
    state = new_state(compiled, session="p")
    for event in [{"type": "start"}, *events]:
        taken = step(compiled, state, event_for(event, state), now=NOW, zone=ZONE)
        state = taken.state
        assert not [error for error in taken.trace["errors"] if error["code"] == "step_limit"]
        assert set(taken.trace["path"]) <= compiled.nodes.keys() and len(state["stack"]) <= 8
        assert state["open"] is None or state["open"] in compiled.nodes
        assert not (state["ended"] and (state["open"] or state["waiting"] or state["stack"]))
        assert len({reply["language"] for reply in taken.replies}) <= 1


@OFTEN
@given(DOCUMENTS, EVENTS)
def test_no_state_is_lost_across_serialisation(document: dict[str, Any], events: list[dict[str, Any]]) -> None:
    compiled = valid(document)
    state = copy = new_state(compiled, session="p")
    for event in [{"type": "start"}, *events]:
        taken = step(compiled, state, event_for(event, state), now=NOW, zone=ZONE)
        # Another process goes on: nothing but JSON comes with the conversation, of the event neither.
        read = json.loads(json.dumps([event_for(event, copy), copy]))
        again = step(compile_flow(json.loads(json.dumps(document))), read[1], read[0], now=NOW, zone=ZONE)
        state, copy = taken.state, json.loads(json.dumps(again.state))
        assert state == copy and taken == again


@OFTEN
@given(DOCUMENTS, EVENTS)
def test_replaying_the_recorded_events_gives_the_identical_trace(
    document: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    compiled = valid(document)
    state, recorded = new_state(compiled, session="p"), []
    for event in [{"type": "start"}, *events]:
        exact = event_for(event, state)
        taken = step(compiled, state, exact, now=NOW, zone=ZONE)
        state = taken.state
        recorded.append((exact, json.dumps([taken.replies, taken.effects, taken.trace])))
    replayed = new_state(compiled, session="p")
    for event, trace in recorded:
        taken = step(compiled, replayed, event, now=NOW, zone=ZONE)
        replayed = taken.state
        assert json.dumps([taken.replies, taken.effects, taken.trace]) == trace
    assert replayed == state
