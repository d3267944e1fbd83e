"""What keeps a working copy from being published: all of it in one refusal, each part with where it is put right."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.core.errors import Conflict

OVERRIDABLE = ("failing_cases", "replay_empty", "replay_missing", "replay_open", "replay_red")
"""What a reason overrides."""


class Obstacles:
    """The refusals of several checks."""

    def __init__(self) -> None:
        self._conflicts: list[Conflict] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep what the enclosed check refuses, so that the next one is made too."""
        try:
            yield
        except Conflict as conflict:
            self._conflicts.append(conflict)

    def refuse(self) -> None:
        """Raise one Conflict with everything that was refused, by the code of the first; none where nothing was."""
        if not self._conflicts:
            return
        first, *others = self._conflicts
        extra: dict[str, Any] = {}
        for conflict in reversed(self._conflicts):
            extra |= conflict.extra
        extra.pop("link", None)
        raise Conflict(
            f"Reasons not to publish yet: {len(self._conflicts)}." if others else first.detail,
            code=first.code,
            errors=first.errors,
            extra=extra | {"obstacles": [_serialize(conflict) for conflict in self._conflicts]},
        )


def _serialize(conflict: Conflict) -> dict[str, Any]:
    return {
        "code": conflict.code,
        "detail": conflict.detail,
        "link": conflict.extra.get("link"),
        "overridable": conflict.code in OVERRIDABLE,
    }
