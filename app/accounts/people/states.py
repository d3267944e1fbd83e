"""The life of a person here: which moves their state allows, and what each leaves behind."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, select

from app.accounts.auth import factor_notice, factors
from app.accounts.auth import service as accounts
from app.accounts.auth.notices import tell
from app.accounts.auth.tokens import read_undo, undo_token
from app.accounts.people.owned import find_owned, give_back, hand_over, takers_of
from app.accounts.people.service import Writer, refuse_last
from app.accounts.users.models import LIFE, User, state_now
from app.audit.recording import record
from app.core.clock import now
from app.core.db.base import db
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.lifecycles import Lifecycle

LIFECYCLE = Lifecycle("user", LIFE, {
    "suspend": ("active", "suspended"),
    "reactivate": ("suspended", "active"),
    "unlock": ("locked", "active"),
    "deactivate": (("invited", "active", "suspended", "locked"), "deactivated"),
    "reinstate": ("deactivated", "suspended"),
})  # fmt: skip
"""What can be done to a person.

Reinstating at once, as an undo, leads back to the state there was, and brings back what was handed over.

Two more come by themselves: an invited person is active once they have joined, and an active one is locked while the
window of wrong passwords is full.
"""


@dataclass(frozen=True, slots=True)
class Move:
    """Someone moves a person on, and says why."""

    name: str
    writer: Writer
    reason: str = ""


def suspend(writer: Writer, user: User, reason: str) -> None:
    """Keep a person out until they are reactivated, and end their sessions."""
    before = _check(Move("suspend", writer), user)
    refuse_last(user)
    user.status = "inactive"
    accounts.revoke_sessions(user)
    _note(Move("suspend", writer, reason), user, before)


def reactivate(writer: Writer, user: User, reason: str) -> None:
    """Reactivate a suspended person."""
    before = _check(Move("reactivate", writer), user)
    user.status = "active"
    _note(Move("reactivate", writer, reason), user, before)
    tell(user.id, "reactivated", "/")


def unlock(writer: Writer, user: User, reason: str) -> None:
    """Let a locked person try to sign in again at once."""
    before = _check(Move("unlock", writer), user)
    accounts.unlock(user)
    _note(Move("unlock", writer, reason), user, before)


def deactivate(writer: Writer, user: User, successor: User | None, reason: str) -> str:
    """Keep a person out for good and hand over what others depend on; Invalid when nobody is named to take it.

    Return the token that undoes it.
    """
    before = _check(Move("deactivate", writer), user)
    refuse_last(user)
    _check_successor(user, successor)
    user.status, user.deactivated_at, user.locked_until = "inactive", now(), None
    # A link that waits for a password, or a sign-in that waits for its code, ends by this.
    user.password_version += 1
    accounts.revoke_sessions(user)
    handed_over = hand_over(user, successor) if successor is not None else {}
    if successor is not None and handed_over:
        tell(successor.id, "handed_over", f"/admin/users/{successor.number}?tab=owned", what=user.full_name)
    _note(Move("deactivate", writer, reason), user, before)
    heir = str(successor.id) if successor is not None else ""
    things = {kind: [str(id_) for id_ in ids] for kind, ids in handed_over.items()}
    return undo_token({"sub": str(user.id), "at": _moment(user), "state": before, "heir": heir, "things": things})


def reinstate(writer: Writer, user: User, undo: str, reason: str) -> None:
    """Have a deactivated person back, suspended; with the token of their deactivation as they were and owned things."""
    before = _check(Move("reinstate", writer), user)
    undone = read_undo(undo) if undo else None
    if undo and (undone is None or undone["sub"] != str(user.id) or undone.get("at") != _moment(user)):
        raise Conflict("It is too late to undo this.", code="too_late")
    after = undone["state"] if undone is not None else "suspended"
    user.deactivated_at = None
    user.status = (
        _STATUS_OF.get(after, "inactive") if user.password_hash is not None or after != "active" else "pending"
    )
    if undone is not None and undone["heir"]:
        give_back(
            user, int(undone["heir"]), {kind: [int(id_) for id_ in ids] for kind, ids in undone["things"].items()}
        )
    _note(Move("reinstate", writer, reason), user, before)


def reset_factor(writer: Writer, user: User, reason: str) -> None:
    """Turn a person's second factor off whose device is lost, and end their sessions; they get a mail."""
    _check_change(writer, user)
    if user.state == "deactivated":
        raise Conflict("This user is deleted or deactivated.", code="invalid_transition")
    if user.second_factor_at is None:
        raise Conflict("This user has no second factor.", code="invalid_transition")
    factors.forget(user)
    accounts.revoke_sessions(user)
    record(db.session(), "user:reset_factor", workspace_id=user.workspace_id, user_id=writer.user.id,
           subject_id=user.id, detail=reason)  # fmt: skip
    factor_notice.announce_off(user, writer.user)


_STATUS_OF = {"invited": "pending", "active": "active", "locked": "active"}
"""The status of a person who is reinstated in a state; suspended in any other."""


def _moment(user: User) -> str:
    """When a person was deactivated, as a token of that says it."""
    return user.deactivated_at.isoformat() if user.deactivated_at is not None else ""


def can_take_over(user: User) -> ColumnElement[bool]:
    """Whether a person can be named to take over what someone owns: active, and all of it theirs to see."""
    return (state_now() == "active") & User.deleted_at.is_(None) & (User.id != user.id) & takers_of(user)


def _check_change(writer: Writer, user: User) -> None:
    """Refuse to change one's own account, one with more rights, or one that is deleted."""
    if user.id == writer.user.id:
        raise Conflict("You cannot change your own state. Ask another admin.", code="oneself")
    writer.check_reach(user)
    if user.deleted_at is not None:
        raise Conflict("This user is deleted, so this is not possible.", code="invalid_transition")


def _check(move: Move, user: User) -> str:
    """Return the state a person is in; Conflict when it does not allow the move, Refused when the writer may not."""
    _check_change(move.writer, user)
    LIFECYCLE.target(user.state, move.name)
    return user.state


def _check_successor(user: User, successor: User | None) -> None:
    """Refuse a successor who cannot take over, or none where someone has to."""
    if successor is None:
        if any(kind.count for kind in find_owned(user)):
            raise Invalid({"successor": [BeyondSchema("This user owns things. Choose who takes them over.")]})
        return
    if successor.id == user.id or successor.deleted_at is not None or successor.state != "active":
        raise Invalid({"successor": [BeyondSchema("Choose another user who is active.")]})
    if db.session.scalar(select(User.id).where(User.id == successor.id, can_take_over(user))) is None:
        raise Invalid({"successor": [BeyondSchema("This user does not have access to all of this. Choose another.")]})


def _note(move: Move, user: User, before: str) -> None:
    """Write the move down with its reason."""
    db.session.flush()
    detail = f"{before} → {user.state}" + (f": {move.reason}" if move.reason else "")
    record(db.session(), f"user:{move.name}", workspace_id=user.workspace_id, user_id=move.writer.user.id,
           subject_id=user.id, detail=detail)  # fmt: skip
