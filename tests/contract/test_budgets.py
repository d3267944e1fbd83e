"""The script of every page's first load, and of the widget on other people's pages, stays within its budget."""

import json

import pytest

from tests.bench.pages import BUILD, SCRIPT_KB, scripts

TABLE = BUILD / "pages.json"
WIDGET = BUILD / "widget.json"
WIDGET_KB = {"loader": 6, "panel": 35}


@pytest.mark.parametrize(
    "name", [page["name"] for page in json.loads(TABLE.read_text())["pages"]] if TABLE.exists() else ["no build"]
)
def test_a_page_comes_with_no_more_script_than_its_budget(name: str) -> None:
    assert scripts(name) <= SCRIPT_KB


@pytest.mark.skipif(not WIDGET.exists(), reason="no build")
@pytest.mark.parametrize("name", WIDGET_KB)
def test_the_widget_s_scripts_are_no_larger_than_their_budgets(name: str) -> None:
    packed = BUILD / f"{json.loads(WIDGET.read_text())[name]}.br"
    assert packed.stat().st_size <= WIDGET_KB[name] * 1024
