"""Where a visitor may be sent after a form (attack 21)."""

import pytest

from app.core.http.safe_redirect import safe_next
from tests.cases import cases, text

CASES = cases("redirects")


@pytest.mark.parametrize("target", [text(case) for case in CASES["unsafe"]])
def test_attack_21_anything_that_is_not_plainly_ours_lands_on_the_start_page(target: str) -> None:
    assert safe_next(target) == "/"


@pytest.mark.parametrize("target", [text(case) for case in CASES["safe"]])
def test_an_address_of_ours_is_kept(target: str) -> None:
    assert safe_next(target) == target


def test_nothing_given_is_the_default() -> None:
    assert safe_next(None, "/x") == "/x"
