"""Secrets are compared in one place, which takes any text a client may send."""

from pathlib import Path

import pytest

from app.core.security.comparing import is_same

APP = Path(__file__).resolve().parents[4] / "app"
BYTES = {"core/security/comparing.py", "core/security/csrf.py"}
"""The comparison itself, and one of raw bytes."""


@pytest.mark.parametrize("text", ["", "b", "é", "१२३", "\udcff", "\x00", "a\n"])
def test_another_text_is_not_the_same(text: str) -> None:
    assert not is_same("a", text) and is_same("a", "a") and is_same("é", "é")


def test_texts_are_compared_nowhere_else() -> None:
    users = {str(path.relative_to(APP)) for path in APP.rglob("*.py") if "compare_digest" in path.read_text()}
    assert users == BYTES
