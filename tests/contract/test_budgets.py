"""The script of every page's first load stays within its budget."""

import json

import pytest

from tests.bench.pages import BUILD, SCRIPT_KB, scripts

TABLE = BUILD / "pages.json"


@pytest.mark.parametrize(
    "name", [page["name"] for page in json.loads(TABLE.read_text())["pages"]] if TABLE.exists() else ["no build"]
)
def test_a_page_comes_with_no_more_script_than_its_budget(name: str) -> None:
    assert scripts(name) <= SCRIPT_KB
