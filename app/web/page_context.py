"""What a page may know of its visitor: person, abilities, language, looks and the time – never a token."""

from dataclasses import dataclass
from typing import Any

from flask import current_app, g, request
from sqlalchemy import select

from app.accounts.auth.preferences import DEFAULT_SKIN, preferences
from app.accounts.users.models import User
from app.accounts.users.rights import office_of
from app.core.clock import now
from app.core.db.availability import room
from app.core.db.base import db
from app.core.languages import NAMES, RIGHT_TO_LEFT, negotiate, offered_languages
from app.core.mail.delivery import takes_mail
from app.core.providers import Provider
from app.core.security.visitor import can
from app.notifications.service import unread

MOST_ADMINS = 3
CSRF_SLOT = "%%csrf%%"
DEFAULT_ZONE = "Asia/Kolkata"
LAYOUT = {"contentWidth": "full", "navbar": "sticky", "footer": "hidden"}
"""How a page is laid out when nobody chose otherwise."""
PageContext = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Looks:
    """What a cached page depends on besides its address."""

    locale: str
    skin: str
    direction: str


@Provider
def has_work(user_id: int) -> bool:
    """Whether long work of a person is under way."""
    return False


@Provider
def people_waiting() -> int:
    """Return how many visitors wait for a person, within the reader's scope."""
    return 0


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
        "office": office_of(user),
    }


def make_context(locale: str, *, chosen: dict[str, Any] | None = None, origin: str = "") -> PageContext:
    """The context of nobody in particular, in a language and with these choices, at the installation's own address."""
    chosen = chosen or {}
    right_to_left = bool(chosen.get("isRTL", locale in RIGHT_TO_LEFT))
    return {
        "user": None,
        "workspace": None,
        "locale": locale,
        "dir": "rtl" if right_to_left else "ltr",
        "zone": DEFAULT_ZONE,
        "now": now().isoformat().replace("+00:00", "Z"),
        "skin": chosen.get("skin", DEFAULT_SKIN),
        "layout": {
            "isRTL": right_to_left,
            "menuCollapsed": bool(chosen.get("menuCollapsed", True)),
            "menuHidden": bool(chosen.get("menuHidden", False)),
            **{key: chosen.get(key, default) for key, default in LAYOUT.items()},
        },
        "readOnly": False,
        "working": False,
        "csrf": CSRF_SLOT,
    } | ({"origin": origin} if origin else {})


def has_other_looks(context: PageContext) -> bool:
    """Whether the reader of a page chose a layout or a skin that the page's own styles do not know."""
    layout = context["layout"]
    if context["user"] is None:
        return False
    return (
        context["skin"] in ("bordered", "semi-dark")
        or layout["menuHidden"]
        or any(layout[key] != default for key, default in LAYOUT.items())
    )


def page_locale(language: str = "") -> str:
    """The language of the present visitor's pages; `language` is what the address asks for by `hl`."""
    user, workspace = g.visitor.user, g.visitor.workspace
    return negotiate(
        language,
        preferences().get("locale"),
        user.locale if user else None,
        workspace.locale if workspace else None,
        accept=request.headers.get("Accept-Language", ""),
        among=offered_languages(workspace.languages if workspace else {}),
    )


def page_context(language: str = "") -> PageContext:
    """The present visitor's page context; `language` is what the address asks for by `hl`."""
    chosen, workspace = preferences(), g.visitor.workspace
    user = g.visitor.user
    languages = offered_languages(workspace.languages if workspace else {})
    locale = page_locale(language)
    context = make_context(locale, chosen=chosen, origin=current_app.config["SETTINGS"].public_url)
    context["user"] = _user()
    if "saveData" in chosen:
        context["layout"]["saveData"] = chosen["saveData"]
    if saves_data(chosen):
        context["savesData"] = True
    if user is not None and chosen.get("menuHint", "menuCollapsed" not in chosen):
        context["menuHint"] = True
    context["readOnly"] = room.is_low()
    if g.visitor.viewer is not None and user is not None:
        until = g.visitor.session.viewing_until
        context["viewing"] = {"name": user.full_name, "until": until.isoformat().replace("+00:00", "Z")}
    if user is not None and not takes_mail():
        context["noMail"] = True
    context["working"] = user is not None and has_work(user.id)
    if user is not None and (count := unread(user.id)):
        context["unread"] = count
    if user is not None and can("read", "Inbox") and (count := people_waiting()):
        context["waiting"] = count
    if workspace is not None:
        context["workspace"] = {"id": str(workspace.id), "name": workspace.name}
        if workspace.plan:
            context["workspace"]["plan"] = workspace.plan
        if workspace.slug == current_app.config["SETTINGS"].site_workspace:
            context["workspace"]["site"] = True
        context["zone"] = workspace.zone
        if languages != NAMES:
            context["languages"] = [{"id": code, "name": name} for code, name in languages.items()]
    # What a reader names when a part of the page fails by itself.
    context["request"] = g.get("request_id", "")
    if feedback := current_app.config["SETTINGS"].feedback:
        context["feedback"] = feedback
    return context


def saves_data(chosen: dict[str, Any]) -> bool:
    """Whether data is to be spared: the reader's choice, otherwise what the browser asks for or says of its line."""
    choice = chosen.get("saveData", "auto")
    is_asked = request.headers.get("Save-Data", "").lower() == "on" or request.cookies.get("line") == "slow"
    return bool(choice == "on" or (choice == "auto" and is_asked))


def admin_names() -> list[str]:
    """Who can give the present visitor access: the first active admins of their workspace, by name."""
    admins = select(User.full_name).where(User.auth_role == "admin", User.status == "active", User.deleted_at.is_(None))
    return list(db.session.scalars(admins.order_by(User.number).limit(MOST_ADMINS)))


def public_context(looks: Looks) -> PageContext:
    """The context of a page that every anonymous visitor with these looks gets."""
    context = make_context(looks.locale, chosen={"skin": looks.skin, "isRTL": looks.direction == "rtl"})
    context["csrf"] = ""
    return context


def looks_of(context: PageContext) -> Looks:
    """What of a context decides how a public page looks."""
    return Looks(context["locale"], context["skin"], context["dir"])
