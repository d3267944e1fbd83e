"""Addresses of calls are as werkzeug's own rules build them, made when they are first asked for."""

import pytest
from flask import Flask
from werkzeug.routing import Map, Rule

from app.core.http.rules import LazyRule


@pytest.mark.parametrize("values", [{"id": 7}, {"id": 7, "q": "a b", "sort": ["x", "y"]}])
def test_an_address_is_built_as_by_a_plain_rule(values: dict[str, object]) -> None:
    addresses = {
        Map([kind("/bots/<int:id>/é", endpoint="bot")]).bind("example.org").build("bot", values)
        for kind in (Rule, LazyRule)
    }
    assert len(addresses) == 1


def test_a_value_that_a_rule_refuses_is_refused() -> None:
    rules = Map([LazyRule("/in/<any(a, b):name>", endpoint="in")]).bind("example.org")
    for name in ("a", "b", "a"):
        assert rules.build("in", {"name": name}) == f"/in/{name}"
    with pytest.raises(ValueError):
        rules.build("in", {"name": "c"})


def test_a_builder_is_compiled_with_the_first_address_and_kept() -> None:
    rule = LazyRule("/bots/<int:id>", endpoint="bot")
    rules = Map([rule]).bind("example.org")
    assert rule._build_unknown.__name__ == "build"
    rules.build("bot", {"id": 7})
    compiled = rule._build_unknown
    assert compiled.__name__ != "build"
    rules.build("bot", {"id": 8})
    assert rule._build_unknown is compiled


def test_the_application_s_rules_are_such(app: Flask) -> None:
    assert all(isinstance(rule, LazyRule) for rule in app.url_map.iter_rules())
