"""What an operation says of itself: who may call it, what it is recorded as, what it takes and answers."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from app.core.security import abilities

LARGEST_BODY, LARGEST_UPLOAD = 2**20, 10 * 2**20
"""Bytes of a body, and of one with files; what is larger is refused before it is read."""
UNAUDITED: Final = "-"
"""The action of an operation that changes nothing that anybody would ask after."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call an operation, by the name that its description has."""

    name: str
    ability: tuple[str, str] | None = None
    """What is asked of everybody; None where there is nothing to ask."""
    own: bool = False
    """Any signed-in person, about what is their own."""
    credentials: bool = True
    """Whether tokens and cookies are looked at; else the caller is proved by what the operation is sent."""
    is_call: bool = True
    """A call of the API: pages are checked by the page table instead, files are for everybody."""


def needs(action: str, subject: str) -> Access:
    """Return access for those who have an ability; the check itself is in one place, before every view."""
    if action not in abilities.ACTIONS or subject not in (*abilities.SUBJECTS, "all"):
        raise ValueError(f"{action} {subject} is no ability.")
    return Access(f"{action} {subject}", (action, subject))


SIGNED_IN = Access("signed in", ("read", "Auth"), own=True)
PUBLIC = Access("public")
WITHOUT_CREDENTIALS = Access("public", credentials=False)
"""Everybody, whatever else their browser sends."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a view makes itself, for the description."""

    status: int | str = 200
    _: KW_ONLY
    schema: Any = None
    content_type: str | None = None
    description: str | None = None
    success: bool = False
    """Whether it is what the operation is called for, beside others that are no problems either."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A call of the API: everything that is not in its code."""

    access: Access
    _: KW_ONLY
    audit: str = ""
    """The action it is recorded as: a write's with its commit, a reading's before its good answer leaves."""
    by_service: bool = False
    """Its service records the action itself."""
    revisioned: bool = False
    """Answers with an ETag, and asks for If-Match when it writes."""
    limit: str = ""
    """A window of its own for each person, beside the general one."""
    largest: int | None = None
    """Bytes of a body with files; counts as an upload."""
    files: Any = None
    form: Any = None
    query: Any = None
    body: Any = None
    """Schemas of what it takes, in the order in which the view gets them."""
    answer: Any = None
    """The schema of what the view returns."""
    status: int | None = None
    content_type: str | None = None
    answers: tuple[Answer, ...] = ()
    problems: tuple[int, ...] = ()
    """Statuses besides those that every operation of its kind may end in."""
    renders_answer: bool | Callable[[Any], bool] = False
    """Whether a form shows the answer at once, or which answers, because no later page could."""
    enrolling: bool = False
    """Open to those who must set up a second factor before anything else."""
    ends_viewing: bool = False
    """Open to those who view as someone else, because it ends that."""
    by_address: bool = False
    """A file that is also had by a signed address, for clients whose pictures can send no token."""
    checks_csrf: bool = False
    """Its view checks for itself that a write comes from our own pages."""
    name: str | None = None
    summary: str | None = None
    """Its endpoint, and what the description has instead of the view's name and docstring."""

    @property
    def described_action(self) -> str | None:
        """The action it is recorded as, by its commit or by its service."""
        return None if self.audit in ("", UNAUDITED) else self.audit

    @property
    def action(self) -> str | None:
        """The action that its commit is recorded as."""
        return None if self.by_service else self.described_action

    @property
    def window(self) -> str:
        """The window it counts in beside the general one."""
        return "upload" if self.largest is not None else self.limit

    @property
    def inputs(self) -> dict[str, Any]:
        """The schemas of what it takes, by their place."""
        places = {"files": self.files, "form": self.form, "query": self.query, "json": self.body}
        return {place: schema for place, schema in places.items() if schema is not None}

    def renders(self, answer: Any) -> bool:
        """Whether a form shows an answer at once."""
        return self.renders_answer(answer) if callable(self.renders_answer) else self.renders_answer


@dataclass(frozen=True, slots=True)
class RowOperations:
    """The usual operations on a kind of row; each takes what else it says of itself by name."""

    subject: str
    """What abilities call it."""
    name: str
    """What the audit log calls it."""
    answer: Any
    """The schema that shows one."""

    def read(self, **more: Any) -> Operation:
        """Retrieve a row."""
        return Operation(needs("read", self.subject), revisioned=True, answer=self.answer, **more)

    def create(self, body: Any, **more: Any) -> Operation:
        """Create a row."""
        return self._write("create", "create", body=body, revisioned=True, status=201, **more)

    def update(self, body: Any, **more: Any) -> Operation:
        """Update a row in the revision that its writer has seen."""
        return self._write("update", "update", body=body, revisioned=True, **more)

    def step(self, event: str, **more: Any) -> Operation:
        """Change a row by an event of its own."""
        return self._write("update", event, **more)

    def transition(self, event: str, **more: Any) -> Operation:
        """Move a row through its life cycle: the move records it, and 409 is a state that does not allow it."""
        return self.step(event, by_service=True, problems=(409,), **more)

    def trash(self, **more: Any) -> Operation:
        """Delete a row so that it can be restored."""
        return self._write("delete", "delete", revisioned=True, **more)

    def restore(self, **more: Any) -> Operation:
        """Restore a deleted row."""
        return self._write("delete", "restore", revisioned=True, **more)

    def delete(self, **more: Any) -> Operation:
        """Delete a row for good."""
        audit = f"{self.name}:delete"
        return Operation(needs("delete", self.subject), audit=audit, revisioned=True, status=204, **more)

    def _write(self, action: str, event: str, **more: Any) -> Operation:
        return Operation(needs(action, self.subject), audit=f"{self.name}:{event}", answer=self.answer, **more)


def transition(access: Access, audit: str, *, body: Any = None, answer: Any) -> Operation:
    """Return an event of a life cycle whose row has no usual operations; see `RowOperations.transition`."""
    return Operation(access, audit=audit, by_service=True, body=body, answer=answer, problems=(409,))


PAGE = Operation(Access("page", is_call=False))
FILE = Operation(Access("file", credentials=False, is_call=False))


def operation_of(view: Any) -> Operation:
    """Return what a view says of itself; a page, where it says nothing."""
    return getattr(view, "operation", PAGE)
