"""A page's query: checked, and written in one way only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.query import read_query
from app.web.table import Access, Page, read_key
from tests.cases import cases, text

CASES = cases("query")
PAGE = Page(name="p", path="/p", access=Access("public"), query=tuple(read_key(row) for row in CASES["grammar"]))


@pytest.mark.parametrize(
    ("query", "canonical"), [(text(case["query"]), text(case["canonical"])) for case in CASES["valid"]]
)
def test_one_view_has_one_address(query: str, canonical: str) -> None:
    read = read_query(PAGE, query)
    assert (read.canonical, read.problem) == (canonical, None)


@pytest.mark.parametrize(("query", "key"), [(text(case["query"]), case["key"]) for case in CASES["invalid"]])
def test_a_bad_value_is_named_and_left_in_the_address(query: str, key: str) -> None:
    read = read_query(PAGE, query)
    assert read.problem is not None
    assert read.problem.key == key
    assert read.canonical.startswith(f"{key}=")
    assert read.problem.valid


def test_language_and_what_no_page_knows_stand_behind_the_rest() -> None:
    assert read_query(PAGE, "x=1&hl=hi&today=1&utm_source=mail").canonical == "today=1&hl=hi&x=1"


@given(
    st.lists(
        st.tuples(st.sampled_from(["r", "grp", "ch", "bot", "page", "q", "hl", "x", "utm_a"]), st.text(max_size=8))
    )
)
def test_the_canonical_form_of_a_canonical_form_is_itself(pairs: list[tuple[str, str]]) -> None:
    from urllib.parse import urlencode

    text = urlencode([(k, v.encode("utf-8", "replace")) for k, v in pairs])
    once = read_query(PAGE, text).canonical
    assert read_query(PAGE, once).canonical == once
