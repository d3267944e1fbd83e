"""What follows a proof of who someone is: a session of our pages, or the one-time code that is still owed."""

from urllib.parse import quote

from app.accounts.auth import service, tokens
from app.accounts.auth.cookies import give_cookies, give_device
from app.accounts.auth.own_routes import device
from app.accounts.users.models import User
from app.core.security.cookies import give_pending

CODE_PAGE = "/pages/login-v1/code"


def owes_code(user: User, *, keep: bool) -> bool:
    """Whether a person has a second factor; then the answer carries the token of a sign-in that waits for its code."""
    if user.second_factor_at is None:
        return False
    give_pending(tokens.pending_token(user, keep=keep), int(tokens.PENDING.total_seconds()))
    return True


def code_address(target: str) -> str:
    """The page that takes the code and goes on to an address of ours."""
    return f"{CODE_PAGE}?next={quote(target, safe='')}"


def enter(user: User, *, keep: bool, by: str = "") -> None:
    """Open a session and have the answer carry its cookies; within the person's workspace, before the commit."""
    give_device(user)
    give_cookies(service.open_session(user, "cookie", device(), keep=keep, by=by))
