"""How to load one thing of each kind that access can be explained for: areas register their subjects."""

from collections.abc import Callable
from dataclasses import dataclass

from app.core.db.tenancy import Scope, current_scope, within


@dataclass(frozen=True, slots=True)
class Loader:
    """How one thing of a subject is loaded as the present reader sees it: its name, or None."""

    load: Callable[[int], str | None]


_loaders: dict[str, Loader] = {}


def loads(subject: str, load: Callable[[int], str | None]) -> None:
    """Register how one thing of a subject is loaded: by an ordinary query, so that the one filter decides."""
    _loaders[subject] = Loader(load)


def loadable() -> list[str]:
    """Return the subjects of which single things can be asked after."""
    return sorted(_loaders)


def find_visible_name(subject: str, thing_id: int, workspace_id: int, scope: Scope | None = None) -> str | None:
    """Return the name of a thing as seen under a scope, the present reader's without one; None where it is not."""
    with within(workspace_id, scope or current_scope()):
        return _loaders[subject].load(thing_id)
