"""Life cycles as data: which event takes a thing from which states to which, and how every other is refused."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from app.core.errors import Conflict
from app.core.providers import Provider

Rows = Mapping[str, tuple[str | Collection[str], str | tuple[str, ...]]]


class HasState(Protocol):
    """A stored thing with a life cycle."""

    state: Any


class Transition(NamedTuple):
    """From which states an event leads to which; of several targets a guard chooses one."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]


def _record_nothing(row: Any, action: str, detail: str, user_id: int | None) -> None:
    """Write a transition down; without the audit log nothing."""


record_transition = Provider(_record_nothing)


class Lifecycle:
    """The states of one kind of thing, and the events between them."""

    def __init__(self, noun: str, states: Collection[str], events: Rows) -> None:
        """Read the table `{event: (sources, targets)}`; `noun` is how refusals and the audit log call the thing."""
        self.noun, self.states = noun, tuple(states)
        self.events = {event: Transition(*map(_names, row)) for event, row in events.items()}
        unknown = {name for row in self.events.values() for names in row for name in names} - set(self.states)
        if unknown:
            raise ValueError(f"The life cycle of {noun} has no state {', '.join(sorted(unknown))}.")

    def possible(self, state: str) -> list[str]:
        """List the events that a state allows, in the table's order."""
        return [event for event, transition in self.events.items() if state in transition.sources]

    def target(self, state: str, event: str) -> str:
        """Return where an event leads from a state, its first target; Conflict where the state does not allow it."""
        if state not in self.events[event].sources:
            raise self.refusal(state, event)
        return self.events[event].targets[0]

    def refusal(self, state: str, event: str) -> Conflict:
        """The Conflict that an event meets in a state: it names what is possible."""
        detail = f"You cannot {event.replace('_', ' ')} this {self.noun} while it is {state.replace('_', ' ')}."
        return Conflict(detail, code="invalid_transition", extra={"possible": self.possible(state)})

    def move(
        self, row: HasState, event: str, *, to: str | None = None, reason: str = "", user_id: int | None = None
    ) -> str:
        """Take a row on by an event, to one of its targets, and record it; return the state before.

        The caller holds the row (`hold`) and commits. Conflict where the row's state does not allow the event.
        """
        before, target = str(row.state), self.target(row.state, event)
        if to is not None and to not in self.events[event].targets:
            raise ValueError(f"{event} does not lead to {to}.")
        row.state = to or target
        detail = f"{before} → {row.state}{': ' if reason else ''}{reason}"
        record_transition(row, f"{self.noun.replace('-', '').replace(' ', '_')}:{event}", detail, user_id)
        return before


def _names(value: str | Collection[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
