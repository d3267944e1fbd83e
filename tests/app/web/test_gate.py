"""Who is let through to a page: the interface decides alike, before it asks for anything."""

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, g
from werkzeug.test import EnvironBuilder

from app.core.security.visitor import Visitor
from app.web.problems import sign_in_address
from app.web.table import Page, read_access
from app.web.views import gate, is_allowed
from tests.cases import cases


@pytest.mark.parametrize("case", cases("access")["gate"])
def test_a_page_is_shown_or_refused_or_leads_elsewhere(app: Flask, case: dict[str, Any]) -> None:
    page = Page(name="p", path="/p", access=read_access(case["access"]))
    query = {} if case["next"] is None else {"next": case["next"]}
    with app.request_context(EnvironBuilder(path="/p", query_string=query).get_environ()):
        g.visitor = Visitor()
        if case["ability"] is not None:
            g.visitor = Visitor(user=SimpleNamespace(id=1), ability=case["ability"])  # type: ignore[arg-type]
        elsewhere = gate(page, "/p")
        outcome = elsewhere.location if elsewhere else "page" if is_allowed(page) else "refused"
    assert outcome == {"sign in": sign_in_address("/p")}.get(case["outcome"], case["outcome"])
