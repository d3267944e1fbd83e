"""Whether a document spares data: as its reader chose, otherwise as the browser asks."""

import pytest
from flask import Flask

from app.accounts.auth.preferences import preferences
from app.web.page_context import saves_data


@pytest.mark.parametrize(
    ("choice", "header", "line", "expected"),
    [
        ("", "", "", False),
        ("", "on", "", True),
        ("auto", "ON", "", True),
        ("off", "on", "slow", False),
        ("on", "", "", True),
        ("", "no", "", False),
        ("", "", "slow", True),
        ("auto", "", "slow", True),
        ("", "", "fast", False),
    ],
)
def test_the_choice_comes_before_what_the_browser_asks(
    app: Flask, choice: str, header: str, line: str, expected: bool
) -> None:
    prefs = f'prefs={f"""{{"saveData":"{choice}"}}""".encode().hex()}' if choice else ""
    cookie = "; ".join(filter(None, (prefs, line and f"line={line}")))
    with app.test_request_context("/", headers={"Save-Data": header, "Cookie": cookie}):
        assert saves_data(preferences()) is expected
