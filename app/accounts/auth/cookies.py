"""What accounts put in cookies: a session's tokens, and that a browser is known."""

from flask import g, request

from app.accounts.auth import devices, service, tokens
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.core.security.cookies import DEVICE, cookie_name


def give_cookies(session: AuthSession) -> None:
    """Have the answer carry the session's access and refresh tokens."""
    keep = int(service.KEPT_END.total_seconds()) if session.keep else None
    g.new_tokens = tokens.access_token(session), tokens.refresh_token(session, service.idle_time(session)), keep


def give_device(user: User) -> None:
    """Have the answer remember that this browser has signed in to an account."""
    g.new_device = devices.add_account(request.cookies.get(cookie_name(DEVICE), "")[:1000], user.email_key)
