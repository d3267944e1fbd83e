"""Calls of flows: what goes out, and which answers are taken."""

from typing import Any

import pytest

from app.bots.runtime import conversing
from app.bots.runtime.conversing import TurnResult, performer
from app.bots.runtime.tracing import amend_trace, trace_of
from app.core.http import outgoing
from app.core.shares import Shares

CALL = {"type": "call", "id": "1.0:1", "node": "call", "method": "GET", "url": "https://x.example/", "timeout_s": 20,
        "headers": {}, "body": None}  # fmt: skip


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What goes out; each call is answered by its own body."""
    calls: list[dict[str, Any]] = []

    def send(method: str, url: str, **more: Any) -> outgoing.HttpResponse:
        calls.append({"url": url} | more)
        return outgoing.HttpResponse(200, ANSWERS.get(url, b"{}"), "", 1)

    monkeypatch.setattr(outgoing, "send", send)
    return calls


ANSWERS = {
    "https://x.example/deep": b"[" * 300 + b"]" * 300,
    "https://x.example/deeper": b"[" * 20_000 + b"]" * 20_000,
    "https://x.example/long": b"[" + b"0," * 1000 + b"0]",
    "https://x.example/good": b'{"a": [1.0, 2.5, "b\\u0000"]}',
}


@pytest.mark.parametrize(
    ("path", "ok", "error"),
    [("deep", False, "too_deep"), ("deeper", False, "not_json"), ("long", False, "too_many_items"), ("good", True, "")],
)
def test_an_answer_that_could_not_be_kept_is_a_failed_call(
    sent: list[dict[str, Any]], path: str, ok: bool, error: str
) -> None:
    result = performer({}, hosts=())(CALL | {"url": f"https://x.example/{path}"})
    assert result["ok"] is ok and result["trace"]["error"] == error
    if ok:
        assert result["value"] == {"a": [1, 2.5, "b"]}


def test_headers_arrive_in_any_script_and_in_one_line(sent: list[dict[str, Any]]) -> None:
    performer({}, hosts=())(CALL | {"headers": {"X-Name": "आशा\r\nX-Admin: 1"}})
    assert sent[0]["headers"]["X-Name"].encode("latin-1").decode() == "आशा X-Admin: 1"


def test_headers_say_values_as_texts_and_unset_ones_not_at_all(sent: list[dict[str, Any]]) -> None:
    performer({}, hosts=())(CALL | {"headers": {"X-No": None, "X-Yes": True, "X-Count": 3, "X-List": ["a", {"b": 1}]}})
    assert {name: value for name, value in sent[0]["headers"].items() if name.startswith("X-")} == {
        "X-Yes": "true", "X-Count": "3", "X-List": '["a", {"b": 1}]',
    }  # fmt: skip


def test_calls_that_a_request_waits_for_have_one_time_together(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter([0.0, 5.0, 17.5, 20.0])
    monkeypatch.setattr(conversing.time, "monotonic", lambda: next(moments))
    perform = performer({}, hosts=(), workspace=1)
    assert [perform(CALL)["ok"] for _ in range(3)] == [True, True, False]
    assert [call["timeout"] for call in sent] == [15.0, 2.5]


def test_a_workspace_has_its_share_of_calls_that_requests_wait_for(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversing, "CALLS", shares := Shares(4, workspace=1))
    with shares.hold({"workspace": 1}):
        assert performer({}, hosts=(), workspace=1)(CALL)["trace"]["error"] == "busy"
        assert performer({}, hosts=(), workspace=2)(CALL)["ok"]


def test_a_trace_shortens_large_values_and_long_lists() -> None:
    step = {"path": ["n"] * 1000, "warnings": [], "errors": [], "stack": []}
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    variables = {"small": [1], "large": "x" * 60_000, "deep": deep} | {f"v{n}": "x" * 900 for n in range(200)}
    turn = TurnResult({"variables": variables}, traces=[step])
    trace = trace_of({"variables": variables}, turn, {}, 1.0)
    after = trace["variables"]["after"]
    assert after["small"] == [1] and after["large"].endswith("… (60002 bytes)") and after["deep"] == "…"
    whole = amend_trace(trace, trace)
    assert len(whole["path"]) == 300
    assert len(str(whole)) < 64 * 1024


def test_a_trace_without_options_stays_without_them() -> None:
    turn = TurnResult({"variables": {}}, traces=[{"path": ["a"], "stack": [], "options": [["a", "yes"]]}])
    trace = trace_of({"variables": {}}, turn, {}, 1.0)
    assert trace["options"] == [["a", "yes"]] and len(amend_trace(trace, trace)["options"]) == 2
    older = {name: value for name, value in trace.items() if name != "options"}
    assert "options" not in older | amend_trace(older, trace)
