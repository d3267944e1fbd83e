"""A conversation with a flow in tests: events in, what was said and the state out."""

import json
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from app.bots.engine import StepResult, compile_flow, new_state, step

NOW = datetime(2026, 11, 24, 4, 30, tzinfo=UTC)
"""A Tuesday, ten in the morning in Kolkata."""
ZONE = "Asia/Kolkata"


def message(text: str, following: str | None = None, **more: Any) -> dict[str, Any]:
    """A message node in English."""
    return {"type": "message", "text": {"en": text}, **({"next": following} if following else {}), **more}


def ask(kind: str, save: str, following: str | None = None, **more: Any) -> dict[str, Any]:
    """An input node."""
    node = {"type": "input", "kind": kind, "text": {"en": f"{save}?"}, "save": save, **more}
    return node | ({"next": following} if following else {})


def choice(*options: tuple[str, str | None], **more: Any) -> dict[str, Any]:
    """A choice node; an option is its id, which capitalised is its label, and where it leads."""
    rows = [{"id": name, "label": {"en": name.capitalize()}, **({"next": to} if to else {})} for name, to in options]
    return {"type": "choice", "text": {"en": "Choose"}, "options": rows, **more}


def flow(nodes: dict[str, Any], start: str = "start", **more: Any) -> dict[str, Any]:
    """A document of these nodes, in English unless it says otherwise."""
    return {"format": "parley-flow/1", "languages": ["en"], "start": start, "nodes": nodes, **more}


class Talk:
    """One conversation: every event is taken in by the real engine, the state goes through JSON in between."""

    def __init__(self, document: dict[str, Any], *, now: datetime = NOW, version: str = "", **more: Any) -> None:
        """Open the conversation and start it."""
        self.flow = compile_flow(document, version=version)
        self.now = now
        self.state = new_state(self.flow, **{"session": "s", "contact": {"id": "7", "first_name": "Asha"}} | more)
        self.last: StepResult
        self.event({"type": "start"})

    def event(self, event: dict[str, Any]) -> list[str]:
        """Take an event in; return the texts said."""
        before = deepcopy(self.state)
        self.last = step(self.flow, self.state, event, now=self.now, zone=ZONE)
        assert self.state == before, "a step changed the state it was given"
        self.state = json.loads(json.dumps(self.last.state))
        json.dumps(self.last.trace)
        return self.answers

    def text(self, text: str, parse: dict[str, Any] | None = None) -> list[str]:
        """Say something."""
        return self.event({"type": "text", "text": text, "parse": parse})

    def texts(self, *texts: str) -> list[str]:
        """Say several things; return what the last is answered with."""
        for text in texts:
            self.text(text)
        return self.answers

    def result(self, ok: bool = True, **more: Any) -> list[str]:
        """Answer the effect that is waited for."""
        return self.event({"type": "result", "effect": self.state["waiting"]["id"], "ok": ok, **more})

    @property
    def answers(self) -> list[str]:
        """The texts of the last step."""
        return [reply["text"] for reply in self.last.replies]

    @property
    def options(self) -> list[str]:
        """The ids that can be chosen after the last step."""
        return [option["id"] for reply in self.last.replies for option in reply.get("options", ())]

    @property
    def effects(self) -> list[str]:
        """The kinds of effects of the last step."""
        return [effect["type"] for effect in self.last.effects]

    @property
    def rule(self) -> int | None:
        """The rule by which the last text was understood."""
        return self.last.trace.get("rule")

    def __getitem__(self, name: str) -> Any:
        """A variable."""
        return self.state["variables"].get(name)


def parsed(*intents: tuple[str, float], band: str = "accept", **more: Any) -> dict[str, Any]:
    """What understanding makes of a text."""
    ranked = [{"name": name, "score": score} for name, score in intents]
    return {
        "engines": ["tfidf"],
        "threshold": 0.5,
        "intents": ranked,
        "band": band,
        "language": "en",
        "entities": [],
        **more,
    }
