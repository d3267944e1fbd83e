"""Ways on which a bot would say nothing are errors before a version is published."""

from typing import Any

import pytest

from app.bots.flow.validation import validate
from tests.app.bots.engine.talking import ask, flow
from tests.cases import cases

CALL: dict[str, Any] = {"type": "call", "url": "https://dealer.example/x", "next": "bye"}
PERSON: dict[str, Any] = {"type": "handoff", "next": "bye"}
HOURS: dict[str, Any] = {"hours": {"week": {"mon": [["09:00", "18:00"]]}}}
ANYWHERE: dict[str, Any] = {"fallback": {"then": "bye"}}


@pytest.mark.parametrize(
    ("node", "more", "path"),
    [
        (CALL, {}, "nodes/act/failed"),
        (CALL, {"fallback": {"text": {"en": "Sorry?"}}}, "nodes/act/failed"),
        (CALL, ANYWHERE, None),
        (CALL | {"failed": "bye"}, {}, None),
        (PERSON, HOURS, "nodes/act/closed"),
        (PERSON, HOURS | ANYWHERE, "nodes/act/closed"),
        (PERSON, {}, None),
        (PERSON | {"closed": "bye"}, HOURS, None),
    ],
)
def test_a_way_that_leads_nowhere_is_an_error(node: dict[str, Any], more: dict[str, Any], path: str | None) -> None:
    bye = {"type": "end", "text": {"en": "Bye"}}
    document = flow({"start": ask("date", "day", "act"), "act": node, "bye": bye}, **more)
    silences = [(issue.level, issue.path) for issue in validate(document) if issue.code == "silent"]
    assert silences == ([("error", path)] if path else [])


@pytest.mark.parametrize("case", cases("dead_ends")["cases"], ids=lambda case: str(case["name"]))
def test_dead_ends_are_those_that_the_editor_marks(case: dict[str, Any]) -> None:
    document = {"format": "parley-flow/1", "languages": ["en"]} | {
        key: case[key] for key in ("start", "intents", "nodes") if key in case
    }
    assert [issue.path for issue in validate(document) if issue.code == "dead_end"] == case["open"]
