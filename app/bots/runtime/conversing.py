"""One event of a conversation: steps of the engine, and what they wait for, done in between.

Nothing here touches the database, so a call to another system never happens inside a transaction.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

import orjson

from app.bots.engine import Flow, State, compile_flow, step
from app.bots.engine.texts import plain
from app.bots.expressions.bounds import Breach, bound_value
from app.bots.flow.documents import checksum
from app.bots.flow.graph import goal_entrances
from app.bots.runtime.secrecy import MissingSecret, with_secrets, without_secrets
from app.bots.understanding.knowledge import look_up
from app.bots.understanding.service import Reference
from app.core.http import outgoing
from app.core.lru import Recent
from app.core.shares import Shares

Effect = dict[str, Any]
Result = dict[str, Any]
Perform = Callable[[Effect], Result]
_compiled: Recent[str, Flow] = Recent(64)
CALLS = Shares(4, workspace=2)
"""Calls of a process that a request waits for."""
CALLS_SECONDS = 20.0
URL_LENGTH = 2000
"""Characters of an address in a trace."""
RECORDED_BYTES = 4096
"""Of the answer to a call that its trace keeps, so that it can be replayed."""
DONE_OUTSIDE = ("call", "knowledge", "handler")
"""Effects whose results are the next events."""
PERFORMED = (*DONE_OUTSIDE, "offer")
"""Effects that a conversation without a channel has performed; on channels a step itself shows an offer."""
RESULTS = 20
"""Results one event may lead to; a flow that goes on calling waits for the next text then."""


@dataclass(slots=True)
class TurnResult:
    """What came of an event: the state, replies and effects of all its steps, and one trace."""

    state: State
    replies: list[dict[str, Any]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    traces: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)


def flow_of(document: Mapping[str, Any], *, version: str = "") -> Flow:
    """Return a document compiled; the same content is compiled once a process."""
    key = f"{checksum(document)}:{version}"
    flow = _compiled.get(key)
    if flow is None:
        flow = compile_flow(document, version=version)
        _compiled.put(key, flow)
    return flow


def entrances_of(flow: Flow, document: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the first nodes of the paths to a document's goals; worked out once for each compiled document."""
    if flow.entrances is None:
        flow.entrances = goal_entrances(document)
    return flow.entrances


def take(
    flow: Flow, state: Mapping[str, Any], event: Mapping[str, Any], *, perform: Perform, now: datetime, zone: str
) -> TurnResult:
    """Take an event in and do what its steps wait for, until a person is waited for."""
    turn = TurnResult(dict(state))
    following: Mapping[str, Any] | None = event
    for _ in range(RESULTS + 1):
        if following is None:
            break
        result = step(flow, turn.state, following, now=now, zone=zone)
        turn.state = result.state
        turn.replies += result.replies
        turn.effects += result.effects
        turn.traces.append(result.trace)
        following = _next_event(turn, result.effects, perform)
    return turn


def join_results(first: TurnResult, second: TurnResult) -> TurnResult:
    """Return what came of two events in a row as if it came of one."""
    return TurnResult(
        second.state,
        first.replies + second.replies,
        first.effects + second.effects,
        first.traces + second.traces,
        first.calls + second.calls,
    )


def _next_event(turn: TurnResult, effects: list[Effect], perform: Perform) -> dict[str, Any] | None:
    """The result of what the step has stopped for, if any: a call, a search or the answer of a handler."""
    waiting = turn.state["waiting"]
    for effect in effects:
        if waiting is not None and effect["id"] == waiting["id"] and effect["type"] in PERFORMED:
            result = perform(effect)
            turn.calls.append({"node": effect["node"], "type": effect["type"]} | result.pop("trace", {}))
            return {"type": "result", "effect": effect["id"]} | result
    return None


def performer(
    document: Mapping[str, Any],
    *,
    hosts: tuple[str, ...],
    forced: Mapping[str, Mapping[str, Any]] | None = None,
    reference: Reference | None = None,
    workspace: int | None = None,
    handlers: Perform | None = None,
    offer: Mapping[str, Any] | None = None,
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> Perform:
    """Return what does effects: calls go out with the bot's `secrets`, knowledge is searched, `handlers` answer what
    the flow does not, `offer` is what offer nodes show.

    `forced` names nodes whose call is not made, and what it comes to: `timeout`, `500` or a `sample`. With a
    `reference` knowledge is found by meaning. With a `workspace` a request waits for the calls: they have
    `CALLS_SECONDS` together, and `CALLS` bounds how many wait at once.
    """
    until = time.monotonic() + CALLS_SECONDS

    def perform(effect: Effect) -> Result:
        if effect["type"] == "knowledge":
            answer = look_up(document, effect["query"], reference)
            trace = answer.pop("trace")
            return {"ok": answer["answer"] is not None, "status": None, "value": answer, "trace": trace}
        if effect["type"] == "offer":
            return result_of_offer(offer)
        if effect["type"] == "handler":
            return handlers(effect) if handlers is not None else {"ok": False, "status": None}
        if result := (forced or {}).get(effect["node"]):
            return _forced_result(effect, result)
        if workspace is None:
            return _call(effect, hosts, secrets)
        seconds = until - time.monotonic()
        with CALLS.hold({"workspace": workspace}) as has_place:
            if not has_place or seconds <= 0:
                return _failed_result(effect, None, "busy")
            return _call(effect | {"timeout_s": min(effect["timeout_s"], seconds)}, hosts, secrets)

    return perform


def result_of_offer(offer: Mapping[str, Any] | None) -> Result:
    """Return what an offer node goes on with, and what the trace says of it; None is no offer."""
    status = 200 if offer is not None else None
    trace = {"status": status} | ({"name": offer["name"], "value": dict(offer)} if offer is not None else {})
    return {"ok": offer is not None, "status": status, "value": offer, "trace": trace}


def _serialize_call(effect: Effect, status: int | None, error: str | None, ms: int = 0) -> dict[str, Any]:
    """A call as the trace shows it."""
    return {"method": effect["method"], "url": effect["url"][:URL_LENGTH], "status": status, "error": error, "ms": ms}


def _failed_result(effect: Effect, status: int | None, error: str) -> Result:
    """The result of a call that was not made."""
    return {"ok": False, "status": status, "trace": _serialize_call(effect, status, error)}


def _forced_result(effect: Effect, result: Mapping[str, Any]) -> Result:
    """The result that was asked for instead of a call."""
    if result["as"] != "sample":
        return _failed_result(effect, 500 if result["as"] == "500" else None, "forced")
    call = _serialize_call(effect, 200, None) | {"sample": True}
    return {"ok": True, "status": 200, "value": result["sample"], "trace": call}


def _header(value: Any) -> str:
    """A header's value in one line, as UTF-8 on the wire."""
    return " ".join(plain(value).split()).encode(errors="replace").decode("latin-1")


def _call(effect: Effect, hosts: tuple[str, ...], secrets: Mapping[str, str]) -> Result:
    """Make a call with a key that stays the same when it is made again."""
    try:
        call = with_secrets(effect, secrets)
    except MissingSecret:
        return _failed_result(effect, None, "missing_secret")
    headers = {str(name): _header(value) for name, value in (call["headers"] or {}).items() if value is not None}
    headers |= {"Idempotency-Key": effect["id"], "Accept": "application/json", "User-Agent": "Parley"}
    body = None
    if call["body"] is not None:
        body, headers["Content-Type"] = orjson.dumps(call["body"]), "application/json"
    answer = outgoing.send(
        effect["method"], call["url"], headers=headers, body=body, timeout=effect["timeout_s"], hosts=hosts
    )
    trace = _serialize_call(effect, answer.status, answer.error, answer.ms)
    if not answer.ok:
        return {"ok": False, "status": answer.status, "trace": trace}
    if not answer.body:
        return {"ok": True, "status": answer.status, "value": None, "trace": trace | {"value": None}}
    try:
        value = without_secrets(bound_value(orjson.loads(answer.body)), effect, secrets)
    except orjson.JSONDecodeError:
        return {"ok": False, "status": answer.status, "trace": trace | {"error": "not_json"}}
    except Breach as breach:
        return {"ok": False, "status": answer.status, "trace": trace | {"error": breach.code}}
    recorded = {"value": value} if len(answer.body) <= RECORDED_BYTES else {}
    return {"ok": True, "status": answer.status, "value": value, "trace": trace | recorded}
