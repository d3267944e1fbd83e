"""Rules of languages: one row each of the build's catalogue, with what the workspace made of it."""

from dataclasses import dataclass
from typing import Any

from flask import current_app

from app.accounts.workspaces.models import Workspace
from app.core.errors import Conflict, Invalid, NotFound
from app.core.http.etags import match_revision_in
from app.core.languages import LANGUAGES, NAMES, RIGHT_TO_LEFT
from app.core.security.visitor import visitor


@dataclass(slots=True)
class Language:
    """One language as a workspace has it."""

    code: str
    name: str
    active: bool
    coverage: int | None
    revision: int

    @property
    def id(self) -> str:
        """What a list of options gives back: the code."""
        return self.code

    @property
    def dir(self) -> str:
        """The direction it is written in."""
        return "rtl" if self.code in RIGHT_TO_LEFT else "ltr"


def _workspace() -> Workspace:
    """The workspace one is in."""
    workspace = visitor().workspace
    assert workspace is not None  # noqa: S101 - every call here is a signed-in person's
    return workspace


def _language(workspace: Workspace, code: str) -> Language:
    """One language with what the workspace made of it."""
    entry: dict[str, Any] = workspace.languages.get(code, {})
    coverage = current_app.extensions["site"].table.coverage.get(code)
    return Language(
        code, entry.get("name", NAMES[code]), entry.get("active", True), coverage, entry.get("revision", 1)
    )  # fmt: skip


def languages() -> list[Language]:
    """Every language of the interface, in its order."""
    return [_language(_workspace(), code) for code in LANGUAGES]


def get_language(code: str) -> Language:
    """One language; NotFound where the interface does not speak it."""
    if code not in LANGUAGES:
        raise NotFound("This language is not available.")
    return _language(_workspace(), code)


def change_language(code: str, changes: dict[str, Any]) -> Language:
    """Offer a language or not, or call it otherwise; English stays, as it is what is fallen back to."""
    get_language(code)
    workspace = _workspace()
    present = match_revision_in(workspace, lambda: _language(workspace, code))
    if code == "en" and changes.get("active") is False:
        raise Conflict("English cannot be turned off: it fills in for missing translations.", code="language_needed")
    name = changes.get("name", present.name).strip()
    used_names = {language.name.casefold() for language in languages() if language.code != code}
    if name.casefold() in used_names:
        raise Invalid({"name": ["Another language has this name."]})
    entry = {"name": name, "active": changes.get("active", present.active), "revision": present.revision + 1}
    workspace.languages = {**workspace.languages, code: entry}
    return _language(workspace, code)
