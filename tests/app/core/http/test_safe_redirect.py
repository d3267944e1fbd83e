"""Where a visitor may be sent after a form (attack 21)."""

import pytest

from app.core.http.safe_redirect import safe_next

EVIL = [
    "//evil", "///evil", "/\\evil", "\\\\evil", "https:evil", "https://evil", "%2f%2fevil", "/%2fevil", "/%5cevil",
    "/./\\evil", "/../evil", "javascript:alert(1)", "data:text/html,x", "/\tevil", "/\n/evil", "/%0d%0aevil",
    "/.//evil", "", "evil", " /evil", "/" + "a" * 3000, "/a/%2e%2e/b", "/%00",
]  # fmt: skip


@pytest.mark.parametrize("target", EVIL)
def test_attack_21_anything_that_is_not_plainly_ours_lands_on_the_start_page(target: str) -> None:
    assert safe_next(target) == "/"


@pytest.mark.parametrize(
    "target",
    ["/", "/reports/dashboard?r=last_7_days", "/a?to=https://evil", "/a?q=a%2Fb#part", "/reports/x?turn=12#t12"],
)
def test_an_address_of_ours_is_kept(target: str) -> None:
    assert safe_next(target) == target


def test_nothing_given_is_the_default() -> None:
    assert safe_next(None, "/x") == "/x"
