"""The table of abilities: who may do what, and what the wildcards mean."""

from typing import Any

import pytest

from app.core.security.abilities import ACTIONS, ANONYMOUS, BY_ROLE, CLIENT_SPECIFIED, REPORTS, SUBJECTS, can
from tests.cases import cases


def test_both_the_action_and_the_subject_must_fit() -> None:
    abilities = [{"action": "read", "subject": "Bot"}]
    assert can(abilities, "read", "Bot")  # type: ignore[arg-type]
    assert not can(abilities, "update", "Bot") and not can(abilities, "read", "User")  # type: ignore[arg-type]
    assert not can([], "read", "Bot")


@pytest.mark.parametrize("case", cases("access")["can"])
def test_abilities_allow_what_the_interface_thinks_they_do(case: dict[str, Any]) -> None:
    assert can(case["ability"], case["action"], case["subject"]) is case["allowed"]


def test_the_wildcards_stand_for_every_action_and_every_subject() -> None:
    manage, everything = [{"action": "manage", "subject": "Bot"}], [{"action": "read", "subject": "all"}]
    assert all(can(manage, action, "Bot") for action in ACTIONS)  # type: ignore[arg-type]
    assert not can(manage, "read", "User")  # type: ignore[arg-type]
    assert all(can(everything, "read", subject) for subject in SUBJECTS)  # type: ignore[arg-type]
    assert not can(everything, "update", "Bot")  # type: ignore[arg-type]


def test_what_is_asked_is_no_wildcard() -> None:
    reading = [{"action": "read", "subject": "Bot"}]
    assert not can(reading, "manage", "Bot") and not can(reading, "read", "all")  # type: ignore[arg-type]


def test_two_halves_make_no_whole() -> None:
    halves = [{"action": "delete", "subject": "Bot"}, {"action": "read", "subject": "User"}]
    assert not can(halves, "delete", "User")  # type: ignore[arg-type]


@pytest.mark.parametrize("role", sorted(BY_ROLE))
def test_a_role_names_only_what_there_is(role: str) -> None:
    for ability in BY_ROLE[role]:
        assert ability["action"] in ACTIONS and ability["subject"] in (*SUBJECTS, "all")


@pytest.mark.parametrize(
    ("role", "action", "subject", "allowed"),
    [
        ("admin", "reveal", "Pii", True),
        ("maintainer", "reveal", "Pii", False),
        ("maintainer", "delete", "Bot", True),
        ("maintainer", "export", "Dashboard", True),
        ("maintainer", "update", "User", False),
        ("maintainer", "read", "Audit", False),
        ("author", "create", "Bot", True),
        ("author", "delete", "Bot", False),
        ("author", "export", "Dashboard", False),
        ("editor", "update", "Bot", False),
        ("editor", "update", "Text", True),
        ("author", "update", "Text", True),
        ("maintainer", "delete", "Text", True),
        ("subscriber", "update", "Text", False),
        ("editor", "create", "Bot", False),
        ("editor", "read", "Dashboard", False),
        ("subscriber", "export", "Usage", True),
        ("subscriber", "read", "Bot", False),
        ("editor", "read", "Office", True),
        ("subscriber", "read", "Office", True),
        ("subscriber", "create", "Office", False),
        ("maintainer", "update", "Office", False),
        ("client", "read", "Office", False),
        ("client", "read", "Usage", True),
        ("client", "export", "Usage", False),
        ("client", "read", "User", False),
    ],
)
def test_roles_may_do_this_and_not_that(role: str, action: str, subject: str, allowed: bool) -> None:
    assert can(BY_ROLE[role], action, subject) is allowed


def test_nobody_may_only_sign_in() -> None:
    assert ANONYMOUS == [{"action": "read", "subject": "Auth"}]
    assert CLIENT_SPECIFIED == [{"action": "read", "subject": "ACL"}, {"action": "read", "subject": "Auth"}]
    readers = [role for role in BY_ROLE if all(can(BY_ROLE[role], "read", report) for report in REPORTS)]
    assert readers == ["admin", "maintainer", "author", "subscriber", "client"]
