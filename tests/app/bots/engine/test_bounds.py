"""No flow can make a step long, or a conversation large: what goes beyond a limit ends as a failed step."""

import json
from typing import Any

import pytest

from app.bots.engine import compile_flow, new_state, run, step, texts
from app.bots.engine.run import STEP_COST
from app.bots.expressions.bounds import DEPTH, REPLY_LENGTH, STATE_BYTES, STEP_LENGTH, VALUE_BYTES, Breach, bound_value
from tests.app.bots.engine.talking import NOW, ZONE, Talk, ask, choice, flow, message

SORRY = "Sorry, I did not understand that."


def growing(expression: str, first: str, count: int = 1) -> Talk:
    """A conversation that grows a variable whenever a person says go."""
    nodes: dict[str, Any] = {"start": {"type": "set", "set": {"l": first}, "next": "menu"}}
    nodes["menu"] = choice(("go", "n0"))
    nodes |= {f"n{n}": {"type": "set", "set": {"l": expression}, "next": f"n{n + 1}"} for n in range(count)}
    nodes |= {f"n{count}": message("Grown", "menu"), "person": message("A person helps", "menu")}
    variables = {"l": {"type": "object"}}
    return Talk(flow(nodes, variables=variables, fallback={"then": "person"}))


def codes(talk: Talk) -> list[str]:
    """What went wrong in the last step."""
    return [error["code"] for error in talk.last.trace["errors"]]


@pytest.mark.parametrize(
    ("expression", "first", "code"),
    [
        ("l + l", "'0123456789'", "too_large"),
        ("l + l", "[1.0]", "too_many_items"),
        ("[l]", "[1.0]", "too_deep"),
        ("{'a': l, 'b': l}", "'0123456789'", "too_large"),
    ],
)
def test_a_growing_value_stops_at_its_limit_and_the_conversation_goes_on(
    expression: str, first: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A slow machine must not reach the limit of time before the one of size.
    monkeypatch.setattr(run, "STEP_SECONDS", 5.0)
    talk = growing(expression, first)
    for _ in range(DEPTH + 2):
        talk.text("go")
        if codes(talk):
            break
    assert codes(talk) == [code]
    assert talk.answers == ["A person helps", "Choose"]
    assert len(json.dumps(talk.state)) <= VALUE_BYTES + 2000
    assert talk.text("go") == ["A person helps", "Choose"]


def test_one_step_of_many_doublings_is_a_failed_step() -> None:
    talk = growing("l + l", "'0123456789'", count=60)
    assert talk.text("go") == ["A person helps", "Choose"] and codes(talk) == ["too_large"]


def test_without_a_fallback_the_breach_is_said_and_the_next_text_is_heard() -> None:
    nodes = {"start": choice(("go", "set")), "set": {"type": "set", "set": {"l": "l + l"}, "next": "start"}}
    talk = Talk(flow(nodes, variables={"l": {"type": "text"}}))
    talk.state["variables"]["l"] = "x" * 40_000
    assert len(talk.text("go")) == 1 and codes(talk) == ["too_large"]
    assert talk.text("restart") == ["Choose"]


def test_many_values_together_stay_within_the_size_of_a_conversation() -> None:
    expected = {f"v{n}": "'" + "x" * 400 + "' + l" for n in range(20)}
    nodes = {"start": choice(("go", "set")), "set": {"type": "set", "set": expected, "next": "start"},
             "person": message("A person helps")}  # fmt: skip
    document = flow(nodes, variables={"l": {"type": "text"}}, fallback={"then": "person"})
    talk = Talk(document)
    talk.state["variables"]["l"] = "x" * 60_000
    assert talk.text("go") == ["A person helps"] and codes(talk) == ["state_too_large"]
    assert set(talk.state["variables"]) == {"l"}, "the step that went too far has set nothing"


def test_a_state_that_is_too_large_already_begins_again() -> None:
    talk = Talk(flow({"start": choice(("go", None)), "person": message("A person helps")}, fallback={"then": "person"}))
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    for value in (deep, "x" * STATE_BYTES):
        state = talk.state | {"variables": {"v": value}}
        taken = step(talk.flow, state, {"type": "text", "text": "go"}, now=NOW, zone=ZONE)
        assert taken.state["variables"] == {}
        assert [reply["text"] for reply in taken.replies] == ["A person helps"]


@pytest.mark.parametrize("source", ["l.map(x, l)", "l.all(x, l.all(y, x + y > 0.0 && l == l))"])
def test_an_expression_that_would_take_seconds_does_not_run(source: str) -> None:
    nodes = {"start": choice(("go", "if")), "person": message("A person helps"),
             "if": {"type": "condition", "branches": [{"if": f"size([{source}]) > 0", "next": "start"}]}}  # fmt: skip
    talk = Talk(flow(nodes, variables={"l": {"type": "object"}}, fallback={"then": "person"}))
    talk.state["variables"]["l"] = [float(n) for n in range(1000)]
    assert talk.text("go") == ["A person helps"] and codes(talk) == ["cost"]


def test_what_is_costly_runs_elsewhere_and_has_its_limit_for_the_whole_step(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def evaluate(request: Any, seconds: float) -> tuple[Any, float]:
        limits.append(seconds)
        return True, 0.02

    monkeypatch.setattr("app.bots.engine.run.evaluator.evaluate", evaluate)
    heavy = "l.exists(x, l.exists(y, x + y == -1.0))"
    nodes: dict[str, Any] = {"start": choice(("go", "n0")), "person": message("A person helps")}
    for n in range(5):
        nodes[f"n{n}"] = {"type": "condition", "branches": [{"if": heavy, "next": f"n{n + 1}"}]}
    nodes["n5"] = message("Done")
    talk = Talk(flow(nodes, variables={"l": {"type": "object"}}, fallback={"then": "person"}))
    talk.state["variables"]["l"] = [float(n) for n in range(100)]
    assert talk.text("go") == ["A person helps"] and codes(talk) == ["time"]
    assert [round(seconds, 2) for seconds in limits] == [0.05, 0.03, 0.01]


def test_cheap_expressions_run_here_and_no_process_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bots.engine.run.evaluator.evaluate", lambda *_: pytest.fail("not cheap"))
    expected = {f"v{n}": f"n + {n}.0" for n in range(50)}
    talk = Talk(flow({"start": {"type": "set", "set": {"n": "1.0", **expected}}}, variables={"n": {"type": "number"}}))
    assert talk["v49"] == 50 and codes(talk) == []


def test_a_step_of_very_many_expressions_is_a_failed_step() -> None:
    expected = {f"v{n}": f"{n} == {n} && '{'x' * 400}' != ''" for n in range(1000)}
    nodes = {"start": choice(("go", "set")), "set": {"type": "set", "set": expected}, "person": message("A person")}
    talk = Talk(flow(nodes, fallback={"then": "person"}))
    assert talk.text("go") == ["A person"] and codes(talk) == ["cost"]
    assert len(talk.state["variables"]) < STEP_COST // 1000


def test_a_text_of_many_variables_is_bounded_while_it_is_filled() -> None:
    nodes = {"start": choice(("go", "say")), "say": message("{{l}}" * 600), "person": message("A person helps")}
    talk = Talk(flow(nodes, variables={"l": {"type": "text"}}, fallback={"then": "person"}))
    talk.state["variables"]["l"] = "x" * (REPLY_LENGTH // 100)
    assert talk.text("go") == ["A person helps"] and codes(talk) == ["text_too_long"]


def test_all_that_a_step_says_is_bounded() -> None:
    nodes: dict[str, Any] = {"start": choice(("go", "n0")), "person": message("A person helps")}
    nodes |= {f"n{n}": message("{{l}}", f"n{n + 1}") for n in range(90)} | {"n90": message("Done")}
    talk = Talk(flow(nodes, variables={"l": {"type": "text"}}, fallback={"then": "person"}))
    talk.state["variables"]["l"] = "x" * 4000
    replies = talk.text("go")
    assert replies[-1] == "A person helps" and sum(map(len, replies)) <= STEP_LENGTH + 100


def test_what_a_call_sends_is_bounded() -> None:
    call = {"type": "call", "url": "https://x.example/", "body": {f"k{n}": "{{l}}" for n in range(300)}}
    nodes = {"start": choice(("go", "call")), "call": call, "person": message("A person helps")}
    talk = Talk(flow(nodes, variables={"l": {"type": "text"}}, fallback={"then": "person"}))
    talk.state["variables"]["l"] = "x" * 1000
    assert talk.text("go") == ["A person helps"] and talk.effects == []


def test_different_snippets_of_a_step_are_bounded_and_each_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def snippet(key: str) -> dict[str, str]:
        read.append(key)
        return {"en": f"{key} {{{{snippet.{key}}}}} {{{{snippet.other}}}}"}

    monkeypatch.setattr(texts, "snippet_texts", snippet)
    compiled = compile_flow(flow({"start": message("x")}))
    state = new_state(compiled, session="s")
    assert texts.fill("{{snippet.a}} {{snippet.a}}", compiled, state, []) == "a a" and read == ["a"]
    with pytest.raises(Breach):
        texts.fill(" ".join(f"{{{{snippet.s{n}}}}}" for n in range(51)), compiled, state, [])


def test_a_text_that_begins_with_variables_keeps_those_that_are_set() -> None:
    variables = {"model": {"type": "text"}, "place": {"type": "text"}}
    compiled = compile_flow(flow({"start": message("x")}, variables=variables))
    state = new_state(compiled, session="s")
    state["variables"]["place"] = "Pune"
    assert texts.fill("{{model}}, {{place}}: it is free.", compiled, state, []) == "Pune: it is free."


def test_an_answer_of_a_call_that_is_too_deep_is_a_failed_call() -> None:
    call = {"type": "call", "url": "https://x.example/", "save": "o", "next": "good", "failed": "bad"}
    nodes = {"start": call, "good": message("good"), "bad": message("bad")}
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    talk = Talk(flow(nodes))
    assert talk.result(value=deep, status=200) == ["bad"] and codes(talk) == ["too_deep"]
    assert talk["o"] is None


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (float("inf"), None), (float("nan"), None), (2**70, float(2**70)), ("a\x00b", "ab"), ((1, 2.0), [1, 2]),
        ({1: b"x"}, {"1": "b'x'"}),
    ],
)  # fmt: skip
def test_values_become_what_every_database_takes(value: Any, plain: Any) -> None:
    assert bound_value(value) == plain


def test_a_text_is_compared_with_names_by_its_own_words() -> None:
    values = {f"m{n}": {"en": [f"model {n}"]} for n in range(3000)}
    talk = Talk(
        flow({"start": ask("one_of", "m", "done", entity="model"), "done": message("{{m}}")},
             entities={"model": {"values": values}})
    )  # fmt: skip

    class Counted(dict[str, Any]):
        """Names that may be looked up but not gone through."""

        def items(self) -> Any:
            """Refuse to go through all names."""
            pytest.fail("went through all names")

    talk.flow.names["model"] = Counted(talk.flow.names["model"])
    assert talk.text("the model 2999 in red") == ["model 2999"]
