"""One step: an event taken in by a state."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.bots.engine.closing import is_over_for
from app.bots.engine.flow import OFFER_ENTRY, PERSON_ID, RATING_ID, Flow
from app.bots.engine.listening import Listener
from app.bots.engine.phrases import FAILED, SEE_OFFER, WELCOME
from app.bots.engine.run import Run, next_when_closed, push
from app.bots.engine.state import State, copy_state, is_too_large, restart_state
from app.bots.expressions.bounds import STATE_BYTES, Breach, bound_value

PENDING = 10
"""Texts kept while a call is under way; more are dropped, and the trace says so."""
EngineEvent = Mapping[str, Any]


class StepResult(NamedTuple):
    """The state after an event, what is said, what is to be done outside, and how it came to that."""

    state: State
    replies: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    trace: dict[str, Any]


def step(flow: Flow, state: Mapping[str, Any], event: EngineEvent, *, now: datetime, zone: str) -> StepResult:
    """Take an event in: start, text, choice, result, timer, agent or jump; `now` is aware, `zone` an IANA name.

    The state given stays as it is. A session that has ended takes nothing in: begin a new one. A step that goes beyond
    a limit goes on with the fallback's `then`; one that would make the state too large changes nothing else.
    """
    run = _take_event(Run(flow, copy_state(state), now, zone), event)
    if is_too_large(run.state):
        run = _undone(run, state)
    run.trace["stack"] = [frame.get("intent") or frame.get("jump") for frame in run.state["stack"]]
    run.trace["effects"] = [effect["id"] for effect in run.effects]
    return StepResult(run.state, run.replies, run.effects, run.trace)


def _take_event(run: Run, event: EngineEvent) -> Run:
    """Take an event in."""
    run.trace = {"event": event["type"]} | run.trace
    if event["type"] == "text":
        run.trace["text"] = event["text"]
        run.trace["understanding"] = event.get("parse") is not None
    if run.state["ended"] and event["type"] != "jump":
        if event["type"] == "text" and not is_over_for(run.state, event):
            return _answer_closing(run)
        run.trace["warnings"].append({"code": "ended"})
        return run
    try:
        _HANDLERS[event["type"]](run, event)
        run.pay()
        _take_pending(run)
    except Breach as breach:
        run.recover(breach)
    return run


def _answer_closing(run: Run) -> Run:
    """Answer a closing word after the end by the text of the end, once."""
    run.trace["closing"] = True
    if not run.state["thanked"]:
        run.state["thanked"] = True
        node_id = run.state["closed_by"]
        text = run.flow.nodes.get(node_id, {}).get("text") if node_id else None
        run.say(node_id, text or WELCOME)
    return run


def _undone(run: Run, state: Mapping[str, Any]) -> Run:
    """Return the run of a step that keeps nothing of what made the state too large, and then of the conversation."""
    breach = Breach("state_too_large", f"A conversation can have {STATE_BYTES // 1024} KB of variables at most.")
    for is_forgetting in (False, True):
        again = Run(run.flow, copy_state(state), run.now, run.zone)
        again.trace |= {key: run.trace[key] for key in ("event", "text", "understanding") if key in run.trace}
        if is_forgetting:
            restart_state(again.state)
        again.state["waiting"], again.state["pending"] = None, []
        again.recover(breach)
        if not is_too_large(again.state):
            break
    return again


def _start(run: Run, event: EngineEvent) -> None:
    is_answer = event.get("offer") and OFFER_ENTRY in run.flow.nodes
    run.run(OFFER_ENTRY if is_answer else run.flow.start)


def _text(run: Run, event: EngineEvent) -> None:
    if not _is_held(run, event):
        Listener(run, event["text"], event.get("parse"), handlers=event.get("handlers")).listen()


def _choice(run: Run, event: EngineEvent) -> None:
    if _is_held(run, event):
        return
    if event["option"] == PERSON_ID and run.flow.handoff is not None:
        _ask_for_person(run, run.flow.handoff)
        return
    if Listener(run, "", None).choose(event["option"]):
        run.state["misses"] = 0 if "fallback" not in run.trace else run.state["misses"]
        return
    run.trace["warnings"].append({"code": "unknown_option", "option": event["option"]})
    run.ask_again()


def _ask_for_person(run: Run, node_id: str) -> None:
    """Interrupt the open question, if there is one, by the bot's first handoff."""
    state = run.state
    if state["open"] is not None:
        push(run, {"jump": node_id, "question": state["open"]})
    state.update(open=None, confirm=None, tries=0, misses=0, answered=[])
    run.run(node_id)


def _is_held(run: Run, event: EngineEvent) -> bool:
    """Whether what a person says has to wait: for a call's result, or because another person answers."""
    waiting = run.state["waiting"]
    if waiting is None:
        return False
    if waiting["type"] == "handoff":
        run.trace["with_agent"] = True
        return True
    if waiting["type"] == "wait":
        run.state["waiting"] = None
        run.run(run.flow.nodes[waiting["node"]].get("next"))
        return run.state["waiting"] is not None and _is_held(run, event)
    if len(run.state["pending"]) < PENDING:
        run.state["pending"].append(dict(event))
    else:
        run.trace["warnings"].append({"code": "too_many_texts"})
    return True


def _take_pending(run: Run) -> None:
    """Take in what was said while a result was waited for."""
    while run.state["pending"] and run.state["waiting"] is None and not run.state["ended"]:
        event = run.state["pending"].pop(0)
        _HANDLERS[event["type"]](run, event)


def _end_wait(run: Run, event: EngineEvent, *kinds: str) -> str | None:
    """The node that waits for this effect, no longer waiting; None for one nobody waits for."""
    waiting = run.state["waiting"]
    if waiting is None or waiting["type"] not in kinds or waiting["id"] != event["effect"]:
        run.trace["warnings"].append({"code": "unexpected_result", "effect": event.get("effect")})
        return None
    run.state["waiting"] = None
    return str(waiting["node"])


def _result(run: Run, event: EngineEvent) -> None:
    waiting = run.state["waiting"]
    if waiting is not None and waiting["type"] == "handler" and waiting["id"] == event["effect"]:
        return _quote_handler(run, event, waiting["cause"])
    node_id = _end_wait(run, event, "call", "knowledge", "offer")
    if node_id is None:
        return None
    node = run.flow.nodes[node_id]
    if node["type"] == "offer":
        return _show_offer(run, node_id, node, event.get("value") if event["ok"] else None)
    ok, value = event["ok"], None
    if node["type"] == "call" and ok:
        try:
            value = bound_value(event.get("value"))
        except Breach as breach:
            run.trace["errors"].append({"code": breach.code, "node": node_id, "detail": str(breach)})
            ok = False
    run.trace["result"] = {"node": node_id, "ok": ok, "status": event.get("status")}
    if node["type"] == "knowledge":
        if event["ok"]:
            run.say(node_id, _as_texts(run, event["value"]))
        run.run(node.get("next") if event["ok"] else node.get("none") or node.get("next"))
    elif ok:
        if node.get("save"):
            run.set(node["save"], value)
        run.run(node.get("next"))
    else:
        following = node.get("failed") or run.flow.fallback.get("then")
        if following is None:
            run.say(node_id, FAILED)
        else:
            run.owe(node_id, FAILED)
        run.run(following)
    return None


def _show_offer(run: Run, node_id: str, node: Mapping[str, Any], offer: Mapping[str, Any] | None) -> None:
    """Say an offer word for word, with what leads to its page; without any go where the node leads then."""
    run.trace["result"] = {"node": node_id, "ok": offer is not None}
    if node.get("save"):
        run.set(node["save"], offer is not None)
    if offer is None:
        return run.run(node.get("none") or node.get("next"))
    for field, variable in node.get("fields", {}).items():
        run.set(variable, offer.get(field))
    run.seal()
    run.say(node_id, node.get("text"))
    label = SEE_OFFER.get(run.state["language"], SEE_OFFER["en"])
    links = {"links": [{"label": label, "url": offer["link"]}]} if offer.get("link") else {}
    run.quote(offer["text"], node_id, **links)
    return run.run(node.get("next"))


def _quote_handler(run: Run, event: EngineEvent, cause: str) -> None:
    """Say what a handler answers and ask the open question again; without an answer the text was a miss."""
    run.state["waiting"] = None
    run.trace["result"] = {"node": None, "ok": event["ok"], "status": event.get("status")}
    if not event["ok"]:
        return run.fall_back(event.get("cause") or cause)
    run.state["misses"] = 0
    run.quote(str(event["value"]))
    return run.ask_again()


def _as_texts(run: Run, value: Any) -> dict[str, Any]:
    """An answer found in the knowledge, by language."""
    answer = value.get("answer") if isinstance(value, Mapping) else value
    return dict(answer) if isinstance(answer, Mapping) else {run.state["language"]: str(answer)}


def _timer(run: Run, event: EngineEvent) -> None:
    node_id = _end_wait(run, event, "wait")
    if node_id is not None:
        run.run(run.flow.nodes[node_id].get("next"))


def _agent(run: Run, event: EngineEvent) -> None:
    waiting = run.state["waiting"]
    if waiting is None or waiting["type"] != "handoff":
        run.trace["warnings"].append({"code": "no_handoff"})
        return
    if event["what"] == "accepted":
        run.state["waiting"] = waiting | {"accepted": True}
        return
    run.state["waiting"] = None
    if event["what"] == "closed":
        # Nothing that was interrupted comes back; what is left is how it was.
        run.state.update(open=None, confirm=None, stack=[], pending=[], filled=[], answered=[])
        run.run(RATING_ID)
    elif event["what"] == "returned":
        run.run(run.flow.nodes[waiting["node"]].get("next"))
    else:
        run.run(next_when_closed(run, waiting["node"]))


def _jump(run: Run, event: EngineEvent) -> None:
    """Go to a node, as someone who tries a flow wants to: nothing that was open stays so."""
    run.state.update(open=None, confirm=None, waiting=None, stack=[], pending=[], ended=False)
    run.run(event["node"])


_HANDLERS = {
    "start": _start,
    "jump": _jump,
    "text": _text,
    "choice": _choice,
    "result": _result,
    "timer": _timer,
    "agent": _agent,
}
