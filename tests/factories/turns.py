"""Turns of work that is limited to so many at once."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from app.core.http.concurrency import Turns


@contextmanager
def use_up_turns(turns: Turns) -> Iterator[None]:
    """Take all turns, and let no request wait for one."""
    with ExitStack() as stack:
        stack.callback(setattr, turns, "patience", turns.patience)
        turns.patience = 0.0
        for key in range(turns._at_once):
            stack.enter_context(turns.hold(key))
        yield
