"""Which workspace, and which part of it, the present work may see and write."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any


class NoWorkspace(RuntimeError):
    """A query or a write on workspace rows while no workspace is bound: a defect, never an empty answer."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a workspace a reader may see; None means all of that kind."""

    clients: frozenset[int] | None = None
    outlets: frozenset[int] | None = None
    bots: frozenset[int] | None = None
    measured: frozenset[int] | None = None
    """Of these bots alone the reader sees conversations, and what is counted of them."""

    @property
    def is_open(self) -> bool:
        """Whether no client, outlet or bot is beyond it, whatever it sees of what bots have talked."""
        return self.clients is None and self.outlets is None and self.bots is None

    @property
    def measured_bots(self) -> frozenset[int] | None:
        """The bots whose conversations it sees; None is all."""
        return self.meet(Scope(bots=self.measured)).bots

    def measures(self, bot_id: int) -> bool:
        """Whether it sees a bot's conversations, and what is counted of them."""
        bots = self.measured_bots
        return bots is None or bot_id in bots

    def serialize(self) -> dict[str, Any]:
        """Return the scope as JSON, to be kept beside what is done in it."""
        return {kind: None if ids is None else sorted(map(str, ids)) for kind, ids in asdict(self).items()}

    @classmethod
    def read(cls, stored: dict[str, Any] | None) -> "Scope":
        """Return a scope from what `serialize` has given; None is the whole workspace."""
        return cls(**{kind: None if ids is None else frozenset(map(int, ids)) for kind, ids in (stored or {}).items()})

    def covers(self, other: "Scope") -> bool:
        """Whether it holds all that another one holds."""
        pairs = ((getattr(self, kind), getattr(other, kind)) for kind in asdict(self))
        return all(ids is None or (own_ids is not None and own_ids <= ids) for ids, own_ids in pairs)

    def meet(self, other: "Scope") -> "Scope":
        """Return what it has in common with another one."""
        pairs = {kind: (ids, getattr(other, kind)) for kind, ids in asdict(self).items()}
        return Scope(**{kind: b if a is None else a if b is None else a & b for kind, (a, b) in pairs.items()})


_workspace: ContextVar[int | None] = ContextVar("workspace", default=None)
_ALL = Scope()
_scope: ContextVar[Scope] = ContextVar("scope", default=_ALL)
_everywhere: ContextVar[bool] = ContextVar("everywhere", default=False)
_asker: ContextVar[int | None] = ContextVar("asker", default=None)


def bound_workspace() -> int:
    """The id of the bound workspace; raises NoWorkspace when there is none."""
    workspace = _workspace.get()
    if workspace is None:
        raise NoWorkspace("No workspace is bound: use app.core.db.tenancy.within(workspace_id).")
    return workspace


def is_bound() -> bool:
    """Whether a workspace is bound."""
    return _workspace.get() is not None


def current_scope() -> Scope:
    """The data scope of the present reader."""
    return _scope.get()


def current_asker() -> int | None:
    """The id of the person who asked for the present work, by a request or a job; None for the server."""
    return _asker.get()


def is_everywhere() -> bool:
    """Whether the workspace filter is lifted for the installation's own work."""
    return _everywhere.get()


def binding() -> tuple[str, bool]:
    """The bound workspace, empty for none, and whether work is everywhere, for the database to know."""
    workspace = _workspace.get()
    return "" if workspace is None else str(workspace), _everywhere.get()


def bind(workspace_id: int, scope: Scope | None = None, asker: int | None = None) -> None:
    """Bind a workspace for the rest of this request; `within` is for everything shorter."""
    _workspace.set(workspace_id)
    _asker.set(asker)
    _scope.set(scope or Scope())
    _everywhere.set(False)


def unbind() -> None:
    """Forget the workspace, so that nothing leaks from one request of a thread into the next."""
    _workspace.set(None)
    _asker.set(None)
    _scope.set(Scope())
    _everywhere.set(False)


@contextmanager
def within(workspace_id: int, scope: Scope | None = None, asker: int | None = None) -> Iterator[None]:
    """Do the enclosed work inside one workspace and, if given, one data scope, for the same person or the one given."""
    if asker is None and workspace_id == _workspace.get():
        asker = _asker.get()
    person = _asker.set(asker)
    tokens = (_workspace.set(workspace_id), _scope.set(scope or Scope()), _everywhere.set(False))
    try:
        yield
    finally:
        _asker.reset(person)
        _everywhere.reset(tokens[2])
        _scope.reset(tokens[1])
        _workspace.reset(tokens[0])


@contextmanager
def everywhere() -> Iterator[None]:
    """Lift the filter for the installation's own work: signing in, job queue, commands, migrations."""
    token = _everywhere.set(True)
    try:
        yield
    finally:
        _everywhere.reset(token)
