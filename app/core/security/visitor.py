"""Who the visitor is, what they may do, and that a write really comes from our own pages.

Everything passes `register`'s hooks: tokens, cookies, workspace, data scope, CSRF and the declared ability.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Response, current_app, g, request

from app.core.db import tenancy
from app.core.db.base import begin_as, db
from app.core.errors import Forbidden, NotFound, NotSignedIn, is_api_path
from app.core.providers import Provider
from app.core.security import abilities
from app.core.security.abilities import ANONYMOUS, Ability
from app.core.security.cookies import write_cookies
from app.core.security.csrf import check_csrf
from app.core.security.limits import limits, network
from app.core.security.nested import nested_request
from app.core.security.operations import Operation, operation_of

if TYPE_CHECKING:
    from app.accounts.auth.models import AuthSession
    from app.accounts.users.models import User
    from app.accounts.workspaces.models import Workspace

SAFE = {"GET", "HEAD", "OPTIONS"}


class Program(NamedTuple):
    """A program that uses a token: its name and its data scope."""

    id: int
    name: str
    scope: tenancy.Scope


@dataclass(slots=True)
class Visitor:
    """The person behind a request; `kind` says by which credentials: none, bearer, cookie, address or program.

    A program acts for the person who made its token, and is no such person: what is their own is closed to it.
    With a `viewer` the person is only looked at: that other one makes the request, and may do nothing but read.
    """

    user: "User | None" = None
    session: "AuthSession | None" = None
    workspace: "Workspace | None" = None
    kind: str = "none"
    ability: list[Ability] = field(default_factory=lambda: list(ANONYMOUS))
    viewer: "User | None" = None
    program: Program | None = None

    @property
    def counted(self) -> tuple[str, object]:
        """The rate limit that requests count towards, and whose it is."""
        if self.program is not None:
            return "program", self.program.id
        return "person", self.actor.id if self.actor is not None else None

    @property
    def actor(self) -> "User | None":
        """Who really makes the request."""
        return self.viewer or self.user

    @property
    def must_enrol(self) -> bool:
        """Whether their workspace lets them do nothing before they have a second factor."""
        if self.viewer is not None:
            return False
        return self.user is not None and self.workspace is not None and lacks_factor(self.user, self.workspace)


def visitor() -> Visitor:
    """The present visitor."""
    return g.visitor  # type: ignore[no-any-return]


def require_user() -> "User":
    """The signed-in user; NotSignedIn when there is none."""
    user = visitor().user
    if user is None:
        raise NotSignedIn
    return user


def current_ability() -> list[Ability]:
    """What the present visitor may do."""
    return visitor().ability


def sees_all(subject: str) -> bool:
    """Whether the visitor sees what no scope has a part of: without a scope, or by an ability given to them by name."""
    user = visitor().user
    subjects = [extra_ability["subject"] for extra_ability in user.extra_abilities or []] if user is not None else []
    return tenancy.current_scope().is_open or subject in subjects or "all" in subjects


def can(action: str, subject: str) -> bool:
    """Whether the present visitor may do this."""
    return abilities.can(current_ability(), action, subject)


# ---- the visitor --------------------------------------------------------------------------------------


@Provider
def identify(view: Callable[..., Any] | None) -> Visitor:
    """The visitor of the present request to a view by its credentials; NotSignedIn when these are doubtful."""
    return Visitor()


@Provider
def scope_of(user: "User") -> tenancy.Scope:
    """The data scope of a person."""
    return tenancy.Scope()


@Provider
def lacks_factor(user: "User", workspace: "Workspace") -> bool:
    """Whether a person has not what their workspace asks of everybody."""
    return False


@Provider
def note_refusal(ability: str) -> None:
    """Write down that the visitor tried what their role does not allow."""


@Provider
def answer_and_record(view: Callable[..., Any], *args: Any, **values: Any) -> Any:
    """Answer an operation that only reads, and record it before its good answer leaves."""
    return view(*args, **values)


@Provider
def begin_operation(view: Any, user_id: int | None) -> None:
    """Say which operation the request's next commit is of; without a view, of none."""


def _visitor(view: Callable[..., Any] | None) -> Visitor:
    """Find the visitor, once a request; a nested request is given its outer one's."""
    outer = nested_request()
    return outer.visitor if outer is not None else identify(view)


def _authorise(operation: Operation) -> None:
    """Check the ability that an operation needs; pages are checked by the page table instead."""
    access = operation.access
    if not access.is_call:
        return
    if visitor().viewer is not None and request.method not in SAFE and not operation.ends_viewing:
        raise Forbidden("You are viewing as someone else, so you cannot change anything.", code="read_only_view")
    if visitor().program is not None:
        return _authorise_program(operation)
    if access.ability is None:
        return
    if visitor().user is None:
        raise NotSignedIn
    if visitor().must_enrol and not operation.enrolling:
        raise Forbidden("Your workspace requires a second factor. Set it up first.", code="second_factor_required")
    if access.own:
        return
    if not can(*access.ability):
        _log_refusal(access.name)
        raise Forbidden("Your role does not allow this. Ask an admin.")


def _authorise_program(operation: Operation) -> None:
    """Refuse a program what its token's scopes do not allow, and whatever belongs to a person."""
    ability = None if operation.access.own else operation.access.ability
    writes = request.method not in SAFE
    if ability is None or not can(*ability) or not abilities.program_scopes(*ability, writes=writes):
        raise Forbidden("The scopes of this token do not allow this.", code="insufficient_scope")


def _admit(kind: str, owner: object) -> None:
    """Count the request in a window; its answer tells how full that is."""
    limits.admit(kind, owner)
    g.window = kind, owner


def _log_refusal(ability: str) -> None:
    """Write a refusal down, unless a page asked for it on its reader's behalf, which is no try of theirs."""
    if nested_request() is None or request.method not in SAFE:
        note_refusal(ability)


def _identify(view: Any, operation: Operation) -> None:
    """Find out who asks, and bind the request to their workspace and scope; requests are counted by address first."""
    proved = operation.access.credentials
    # What a page or a form asks in process is counted with it; files are not counted.
    counts = nested_request() is None
    if counts and (proved or request.method not in SAFE or operation.access.is_call):
        _admit("address", network(request.remote_addr or ""))
    if proved:
        g.visitor = _visitor(view)
    visitor = g.visitor
    if visitor.user is not None:
        if counts:
            _admit(*visitor.counted)
        scope = scope_of(visitor.user) if visitor.program is None else visitor.program.scope
        tenancy.bind(visitor.user.workspace_id, scope, visitor.user.id)


def _check_operation(view: Any, operation: Operation) -> None:
    """Refuse who may not, a write that could be forged, and one more than the operation's window takes."""
    visitor = g.visitor
    _authorise(operation)
    if request.method not in SAFE and _needs_csrf(operation, visitor):
        check_csrf(request.headers.get("X-CSRF-Token", ""))
    if visitor.user is not None and operation.window and (nested_request() is None or request.method not in SAFE):
        _admit(operation.window, visitor.user.id if visitor.program is None else f"program:{visitor.program.id}")
    begin_operation(view, visitor.actor.id if visitor.actor is not None else None)


def register(app: Flask) -> None:
    """Install the hooks every request passes."""

    @app.before_request
    def _enter() -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        operation = operation_of(view)
        if operation.largest is not None:
            request.max_content_length = operation.largest
        begin_as("DEFERRED")
        if nested_request() is None:
            # A need of a page keeps its outer request's workspace: what that has read may have to be read again.
            tenancy.unbind()
        begin_operation(None, None)
        g.visitor = Visitor()
        g.window = None
        if "\0" in request.path:
            raise NotFound  # No database takes such a name.
        if request.endpoint in {"static", "health.healthz"}:
            return
        _identify(view, operation)
        if view is not None:
            _check_operation(view, operation)
        if request.method not in SAFE:
            # Bodies and files are read and checked before the first statement that may write.
            db.session.rollback()
            begin_as("IMMEDIATE")

    @app.after_request
    def _leave(response: Response) -> Response:
        # A need answered in process leaves the cookies to its outer request; a form's call brings its own.
        outer = nested_request()
        if outer is None or outer.is_form:
            write_cookies(response)
        if g.get("window") is not None and is_api_path(request.path):
            response.headers.update(limits.headers(*g.window))
        return response

    @app.teardown_request
    def _forget(_error: BaseException | None) -> None:
        if nested_request() is None:
            tenancy.unbind()


def _needs_csrf(operation: Operation, visitor: Visitor) -> bool:
    """Cookie writes need a token, and so do anonymous writes of our own calls, or sign-in could be forged."""
    outer = nested_request()
    if (outer is not None and outer.is_form) or operation.checks_csrf:
        return False
    if visitor.kind == "bearer" or request.headers.get("Authorization") is not None:
        return False
    return visitor.kind == "cookie" or request.path.startswith("/api/v1/")


def check_declared(app: Flask, blueprints: set[str]) -> None:
    """Stop the start when an operation of an area declares no access, or writes and declares no audited action."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint.partition(".")[0] not in blueprints:
            continue
        operation = operation_of(app.view_functions[rule.endpoint])
        if not operation.access.is_call:
            raise RuntimeError(f"{rule.endpoint} ({rule.rule}) declares no ability.")
        if (rule.methods or set()) - SAFE and not operation.audit:
            raise RuntimeError(f"{rule.endpoint} ({rule.rule}) writes and declares no action for the audit log.")
