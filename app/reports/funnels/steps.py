"""The steps of a funnel as addresses name them, and what a report offers as steps."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, get_args

from app.core.errors import BeyondSchema, Invalid
from app.reports.context import ReportContext
from app.reports.counts.facts import by_value, most_first
from app.reports.metrics.definitions import event_words

Kind = Literal["goal", "node", "intent", "event"]
KINDS: tuple[Kind, ...] = get_args(Kind)
EVENTS = ("started", "fallback", "handoff", "accepted", "rated")
FEWEST, MOST = 2, 8
LONGEST_NAME = 120
LONGEST_WINDOW = timedelta(days=90)
WINDOW = r"[1-9][0-9]{0,3}[hd]"
OFFERED = 50
"""The most steps of each kind that are offered."""
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1)}
_FACTS: dict[Kind, str] = {"goal": "goal", "node": "node", "intent": "entry"}


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """A step by its kind and name."""

    kind: Kind
    name: str

    @property
    def id(self) -> str:
        """The step as addresses name it."""
        return f"{self.kind}:{self.name}"

    def label(self, context: ReportContext) -> str:
        """The step as a reader names it."""
        if self.kind == "intent":
            return context.intent_title(self.name)
        return event_words(context.language)[self.name] if self.kind == "event" else self.name


def read_steps(text: str) -> tuple[FunnelStep, ...]:
    """The steps of an address such as `goal:a;node:b`; Invalid names what is wrong with them."""
    steps = tuple(_read_step(part.strip()) for part in text.split(";") if part.strip())
    if not FEWEST <= len(steps) <= MOST:
        raise Invalid({"steps": [BeyondSchema(f"Takes {FEWEST} to {MOST} steps.")]})
    if len(set(steps)) < len(steps):
        raise Invalid({"steps": [BeyondSchema("A step is there twice.")]})
    return steps


def _read_step(text: str) -> FunnelStep:
    """A step; Invalid where its kind or its event is unknown."""
    kind, _, name = text.partition(":")
    if kind not in KINDS or not 0 < len(name) <= LONGEST_NAME:
        raise Invalid({"steps": [BeyondSchema(f"Must be {', '.join(KINDS)} with a name, such as goal:booked.")]})
    if kind == "event" and name not in EVENTS:
        raise Invalid({"steps": [BeyondSchema(f"Events are {', '.join(EVENTS)}.")]})
    return FunnelStep(kind, name)


def read_window(text: str) -> timedelta:
    """The time of a window such as `7d`; Invalid where it is none or too long."""
    window = int(text[:-1]) * _UNITS[text[-1]] if re.fullmatch(WINDOW, text) else None
    if window is None or window > LONGEST_WINDOW:
        raise Invalid({"window": [BeyondSchema("Must be hours or days up to 90 days, such as 12h or 7d.")]})
    return window


def offered_steps(context: ReportContext) -> list[dict[str, Any]]:
    """The goals, nodes and first intents of a range, the most frequent first, and the events."""
    steps = [
        FunnelStep(kind, value)
        for kind, fact in _FACTS.items()
        for value, _ in most_first(by_value(context.facts(fact)))[:OFFERED]
        if value
    ]
    steps += [FunnelStep("event", name) for name in EVENTS]
    return [{"id": step.id, "kind": step.kind, "label": step.label(context)} for step in steps]
