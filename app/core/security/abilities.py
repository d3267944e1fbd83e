"""Who may do what: abilities as data (action and subject), in one table by role."""

from typing import TypedDict

SUBJECTS_BY_GROUP = {
    "reports": (
        "Dashboard", "Usage", "Engagement", "Conversation", "Journey", "Speech", "Document",
        "Group.service", "Group.sales", "Group.psf", "Export",
    ),
    "bots": ("Bot", "Text", "Version", "Deployment", "Token", "Theme", "Sandbox", "Inbox", "Import"),
    "people": ("User", "Client", "Master", "Reference", "Pii"),
    "business": ("Offer", "Lead", "Site", "Office"),
    "system": ("Home", "Auth", "ACL", "Job", "Audit", "Webhook"),
}  # fmt: skip
"""Everything abilities are about, in groups as a reader thinks of it; `ui/api/abilities.json` is written from it."""
SUBJECTS = tuple(subject for subjects in SUBJECTS_BY_GROUP.values() for subject in subjects)
ACTIONS = ("read", "create", "update", "delete", "publish", "approve", "review", "export", "reveal", "manage")
REPORTS = tuple(subject for subject in SUBJECTS_BY_GROUP["reports"] if subject != "Export")


class Ability(TypedDict):
    """One thing that may be done to one kind of thing; `manage` and `all` are the wildcards."""

    action: str
    subject: str


def _each(action: str, subjects: tuple[str, ...]) -> list[Ability]:
    """The same action on several subjects."""
    return [{"action": action, "subject": subject} for subject in subjects]


ANONYMOUS: list[Ability] = _each("read", ("Auth",))
# What a client's `userData` says by the specification; the reports come on top for our own pages.
CLIENT_SPECIFIED: list[Ability] = _each("read", ("ACL", "Auth"))
BY_ROLE: dict[str, list[Ability]] = {
    "admin": [{"action": "manage", "subject": "all"}],
    "maintainer": _each(
        "manage", ("Bot", "Deployment", "Token", "Theme", "Offer", "Import", "Sandbox", "Inbox", "Version")
    )
    + _each("read", ("ACL", "Auth", "Home", "User", "Client", "Master", "Office", *REPORTS))
    + _each("export", REPORTS)
    + [{"action": action, "subject": "Dashboard"} for action in ("create", "update", "delete")]
    + _each("review", ("Conversation",)),
    "author": _each("read", ("ACL", "Auth", "Home", "Bot", "Sandbox", "Office", *REPORTS))
    + _each("create", ("Bot",)) + _each("update", ("Bot",)) + _each("review", ("Conversation",)),
    "editor": _each("read", ("ACL", "Auth", "Home", "Bot", "Office")) + _each("update", ("Text",)),
    "subscriber": _each("read", ("ACL", "Auth", "Home", "Office", *REPORTS)) + _each("export", REPORTS),
    "client": _each("read", ("ACL", "Auth", "Home", "Lead", *REPORTS)) + _each("update", ("Lead",)),
    "none": ANONYMOUS,
}  # fmt: skip

PROGRAM_SCOPES: dict[str, list[Ability]] = {
    "read_reports": _each("read", tuple(report for report in REPORTS if report != "Conversation")),
    "read_conversations": _each("read", ("Conversation",)),
    "read_bot": _each("read", ("Bot", "Version")),
    "ingest": _each("read", ("Import",)) + _each("create", ("Import",)),
    "sandbox": _each("read", ("Sandbox",)),
    "openai": _each("create", ("Sandbox",)),
}
"""What a program may do by each scope of its token, of one bot; reveals, exports and people are in none."""
PROGRAM_WRITES = ("Import", "Sandbox")
"""The only subjects of which programs make calls that write."""


def program_scopes(action: str, subject: str, *, writes: bool) -> list[str]:
    """The scopes by which a program makes a call that needs an ability."""
    if writes and subject not in PROGRAM_WRITES:
        return []
    return [name for name, abilities in PROGRAM_SCOPES.items() if can(abilities, action, subject)]


PART_OF = {"Text": "Bot"}
"""Subjects that are parts of others: who may do something to the whole may do it to the part."""


def can(abilities: list[Ability], action: str, subject: str) -> bool:
    """Whether a list of abilities allows an action on a subject."""
    subjects = (subject, PART_OF.get(subject), "all")
    return any(a["action"] in (action, "manage") and a["subject"] in subjects for a in abilities)


def roles_with(action: str, subject: str) -> list[str]:
    """List the roles that allow an action on a subject by themselves."""
    return [role for role, abilities in BY_ROLE.items() if can(abilities, action, subject)]
