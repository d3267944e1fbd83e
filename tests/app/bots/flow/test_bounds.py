"""Checking a document stays bounded, whatever an author puts into it."""

from typing import Any

import pytest

from app.bots.engine import compile_flow
from app.bots.flow import graph, validation
from app.bots.flow.graph import LOOPS, goal_entrances, loops
from app.bots.flow.validation import EXPRESSIONS_LENGTH, SNIPPETS, validate
from tests.app.bots.engine.talking import choice, flow, message


def codes(document: dict[str, Any]) -> list[str]:
    """The codes of a document's errors."""
    return [issue.code for issue in validate(document) if issue.level == "error"]


def test_expressions_of_a_document_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {f"v{n}": f"'{n}{'x' * 480}'" for n in range(EXPRESSIONS_LENGTH // 480 + 1)}
    monkeypatch.setattr(validation, "Expression", lambda _source: pytest.fail("nothing is compiled"))
    document = flow({"start": {"type": "set", "set": expected, "next": "end"}, "end": {"type": "end"}})
    assert codes(document) == ["bad_expression"]


def test_a_document_is_compiled_without_its_expressions() -> None:
    compiled = compile_flow(flow({"start": {"type": "set", "set": {"a": "1 +"}}}))
    assert compiled.expressions == {}


def test_some_of_very_many_loops_are_found() -> None:
    count = 300
    nodes: dict[str, Any] = {
        f"n{n}": {"type": "condition", "branches": [{"if": "true", "next": f"n{to}"} for to in range(n)],
                  "else": f"n{n + 1}"}
        for n in range(count)
    }  # fmt: skip
    nodes[f"n{count}"] = {"type": "end"}
    assert len(loops(nodes, None)) == LOOPS


def test_paths_to_goals_are_looked_for_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    visits: list[int] = []
    reachable = graph.reachable
    monkeypatch.setattr(graph, "reachable", lambda nodes, *more: visits.append(len(nodes)) or reachable(nodes, *more))
    nodes: dict[str, Any] = {f"m{n}": choice(*((f"o{to}", f"m{to}") for to in range(20))) for n in range(1000)}
    nodes |= {"start": message("Hello", "m0"), "goal": {"type": "goal", "name": "done"}}
    goal_entrances(flow(nodes))
    assert sum(visits) <= graph.ENTRANCE_NODES


def test_the_same_snippet_is_looked_up_once_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    monkeypatch.setattr(validation, "snippet_texts", lambda key: keys.append(key) or {"en": "x"})
    texts = [f"{{{{snippet.s{n}}}}} {{{{snippet.same}}}}" for n in range(SNIPPETS + 50)]
    nodes = {f"n{n}": message(text, f"n{n + 1}") for n, text in enumerate(texts)}
    nodes[f"n{len(texts)}"] = {"type": "end"}
    assert "unset_variable" in codes(flow(nodes, start="n0"))
    assert len(keys) == len(set(keys)) == SNIPPETS
