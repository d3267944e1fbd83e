"""Every pair of a state and an event of a life cycle, with what its table makes of it."""

from app.core.lifecycles import Lifecycle


def pairs(lifecycle: Lifecycle, *, states: tuple[str, ...] = ()) -> list[tuple[str, str, tuple[str, ...]]]:
    """List (state, event, targets) of all pairs, or of those of some states; no targets where the pair is refused."""
    return [
        (state, event, transition.targets if state in transition.sources else ())
        for state in states or lifecycle.states
        for event, transition in lifecycle.events.items()
    ]
