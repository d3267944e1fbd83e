"""The steps of a funnel as addresses name them, and what a report offers as steps."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, get_args

from flask import has_request_context

from app.core.errors import BeyondSchema, Forbidden, Invalid
from app.core.languages import catalogue
from app.core.security.visitor import can
from app.leads.models import STATES
from app.offers.results import FUNNEL
from app.reports.context import ReportContext
from app.reports.counts.facts import by_value, most_first
from app.reports.metrics.definitions import event_words

Kind = Literal["goal", "node", "intent", "event", "offer", "lead"]
KINDS: tuple[Kind, ...] = get_args(Kind)
EVENTS = ("started", "fallback", "handoff", "accepted", "rated")
NAMES: dict[Kind, tuple[str, ...]] = {"event": EVENTS, "offer": FUNNEL, "lead": STATES}
"""The kinds of steps that have names of their own."""
SUBJECTS: dict[Kind, str] = {"offer": "Offer", "lead": "Lead"}
"""What a reader must be able to read for steps of a kind."""
_WORDS: dict[Kind, tuple[str, str]] = {"offer": ("offers", "stage"), "lead": ("leads", "s")}
"""The catalogue and the prefix of what they are called."""
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
        if self.kind in _WORDS:
            area, prefix = _WORDS[self.kind]
            of = catalogue("funnel", context.language)[f"kind.{self.kind}"]
            return f"{of}: {catalogue(area, context.language)[f'{prefix}.{self.name}']}"
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
    """A step; Invalid where its kind or its name is unknown, Forbidden where the reader may not read such things."""
    kind, _, name = text.partition(":")
    if kind not in KINDS or not 0 < len(name) <= LONGEST_NAME:
        raise Invalid({"steps": [BeyondSchema(f"Must be {', '.join(KINDS)} with a name, such as goal:booked.")]})
    if kind in NAMES and name not in NAMES[kind]:
        raise Invalid({"steps": [BeyondSchema(f"Names of {kind} are {', '.join(NAMES[kind])}.")]})
    if not may_use(kind):
        raise Forbidden(f"You may not read what {kind} steps count.")
    return FunnelStep(kind, name)


def may_use(kind: Kind) -> bool:
    """Whether the present reader may have steps of a kind; a job has the funnel of one who could make it."""
    return kind not in SUBJECTS or not has_request_context() or can("read", SUBJECTS[kind])


def read_window(text: str) -> timedelta:
    """The time of a window such as `7d`; Invalid where it is none or too long."""
    window = int(text[:-1]) * _UNITS[text[-1]] if re.fullmatch(WINDOW, text) else None
    if window is None or window > LONGEST_WINDOW:
        raise Invalid({"window": [BeyondSchema("Must be hours or days up to 90 days, such as 12h or 7d.")]})
    return window


def offered_steps(context: ReportContext) -> list[dict[str, Any]]:
    """The goals, nodes and first intents of a range, the most frequent first, and what has names of its own."""
    steps = [
        FunnelStep(kind, value)
        for kind, fact in _FACTS.items()
        for value, _ in most_first(by_value(context.facts(fact)))[:OFFERED]
        if value
    ]
    steps += [FunnelStep(kind, name) for kind, names in NAMES.items() if may_use(kind) for name in names]
    return [{"id": step.id, "kind": step.kind, "label": step.label(context)} for step in steps]
