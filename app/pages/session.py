"""What a page may know of its visitor: person, abilities, language, looks and the time – never a token."""

from dataclasses import dataclass
from typing import Any

from flask import current_app, g, request

from app.auth.routes import preferences
from app.clock import now
from app.languages import NAMES, RIGHT_TO_LEFT, negotiate, offered
from app.notifications.service import unread
from app.outages import room
from app.work.service import is_under_way

CSRF_SLOT = "%%csrf%%"
DEFAULT_ZONE = "Asia/Kolkata"
LAYOUT = {"contentWidth": "full", "navbar": "sticky", "footer": "hidden"}
"""How a page is laid out when nobody chose otherwise."""
Session = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Looks:
    """What a cached page depends on besides its address."""

    locale: str
    skin: str
    direction: str


def _user() -> dict[str, Any] | None:
    """The signed-in person, as `/api/v1/me` tells it."""
    user = g.visitor.user
    if user is None:
        return None
    return {
        "id": str(user.id),
        "fullName": user.full_name,
        "username": user.username,
        "email": user.email,
        "role": user.auth_role,
        "avatar": user.avatar,
        "ability": [dict(ability) for ability in g.visitor.ability],
    }


def make_session(locale: str, *, chosen: dict[str, Any] | None = None) -> Session:
    """A session of nobody in particular, in a language and with these choices."""
    chosen = chosen or {}
    right_to_left = bool(chosen.get("isRTL", locale in RIGHT_TO_LEFT))
    return {
        "user": None,
        "workspace": None,
        "locale": locale,
        "dir": "rtl" if right_to_left else "ltr",
        "zone": DEFAULT_ZONE,
        "now": now().isoformat().replace("+00:00", "Z"),
        "skin": chosen.get("skin", "auto"),
        "layout": {
            "isRTL": right_to_left,
            "menuCollapsed": bool(chosen.get("menuCollapsed", True)),
            "menuHidden": bool(chosen.get("menuHidden", False)),
            **{key: chosen.get(key, default) for key, default in LAYOUT.items()},
        },
        "readOnly": False,
        "working": False,
        "csrf": CSRF_SLOT,
    }


def has_other_looks(session: Session) -> bool:
    """Whether the reader of a page chose a layout or a skin that the page's own styles do not know."""
    layout = session["layout"]
    if session["user"] is None:
        return False
    return (
        session["skin"] in ("bordered", "semi-dark")
        or layout["menuHidden"]
        or any(layout[key] != default for key, default in LAYOUT.items())
    )


def page_session(language: str = "") -> Session:
    """The present visitor's session; `language` is what the address asks for by `hl`."""
    chosen, workspace = preferences(), g.visitor.workspace
    user = g.visitor.user
    languages = offered(workspace.languages if workspace else {})
    locale = negotiate(
        language,
        chosen.get("locale"),
        user.locale if user else None,
        workspace.locale if workspace else None,
        accept=request.headers.get("Accept-Language", ""),
        among=languages,
    )
    session = make_session(locale, chosen=chosen)
    session["user"] = _user()
    session["readOnly"] = room.is_low()
    session["working"] = user is not None and is_under_way(user.id)
    if user is not None and (count := unread(user.id)):
        session["unread"] = count
    if workspace is not None:
        session["workspace"] = {"id": str(workspace.id), "name": workspace.name}
        if workspace.slug == current_app.config["SETTINGS"].site_workspace:
            session["workspace"]["site"] = True
        session["zone"] = workspace.zone
        if languages != NAMES:
            session["languages"] = [{"id": code, "name": name} for code, name in languages.items()]
    # What a reader names when a part of the page fails by itself.
    session["request"] = g.get("request_id", "")
    if feedback := current_app.config["SETTINGS"].feedback:
        session["feedback"] = feedback
    return session


def public_session(looks: Looks) -> Session:
    """The session of a page that every anonymous visitor with these looks gets."""
    session = make_session(looks.locale, chosen={"skin": looks.skin, "isRTL": looks.direction == "rtl"})
    session["csrf"] = ""
    return session


def looks_of(session: Session) -> Looks:
    """What of a session decides how a public page looks."""
    return Looks(session["locale"], session["skin"], session["dir"])
