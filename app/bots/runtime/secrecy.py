"""Secrets in what a call sends: put in when it goes out, and taken out of what comes back."""

import copy
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from app.bots.engine.flow import HIDDEN

Effect = dict[str, Any]


class MissingSecret(LookupError):
    """A call names a secret that the bot does not have, or whose key is gone."""


def with_secrets(effect: Effect, secrets: Mapping[str, str]) -> Effect:
    """Return a call with its secrets where they belong; MissingSecret where there is none of a name.

    Only the places that the flow's author wrote are filled: what a visitor or another system said stays as it is.
    """
    filled = {name: copy.deepcopy(effect[name]) for name in ("url", "headers", "body")}
    # From the last to the first, so that places before stay where they are.
    for secret in reversed(effect.get("secrets", ())):
        value = secrets.get(secret["name"])
        if value is None:
            raise MissingSecret(secret["name"])
        *steps, last = secret["at"]
        holder: Any = filled
        for step in steps:
            holder = holder[step]
        text, place = holder[last], secret["place"]
        value = quote(value, safe="") if secret["at"] == ["url"] else value
        holder[last] = text[:place] + value + text[place + len(HIDDEN) :]
    return effect | filled


def without_secrets(value: Any, effect: Effect, secrets: Mapping[str, str]) -> Any:
    """Return what a call answered with its own secrets hidden, wherever the other side repeats them."""
    texts = {secrets[secret["name"]] for secret in effect.get("secrets", ())}
    return _hidden(value, sorted(texts, key=len, reverse=True)) if texts else value


def _hidden(value: Any, texts: list[str]) -> Any:
    if isinstance(value, str):
        for text in texts:
            value = value.replace(text, HIDDEN).replace(quote(text, safe=""), HIDDEN)
        return value
    if isinstance(value, Mapping):
        return {_hidden(key, texts): _hidden(part, texts) for key, part in value.items()}
    if isinstance(value, list):
        return [_hidden(part, texts) for part in value]
    return value
