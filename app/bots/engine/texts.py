"""Texts of a flow as they are said: in the conversation's language, one variant, with variables filled in."""

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote, unquote

from app.bots.engine.calendars import long_date
from app.bots.engine.flow import HIDDEN, SECRET, Flow
from app.bots.engine.state import State
from app.bots.expressions.bounds import REPLY_LENGTH, STEP_LENGTH, Breach
from app.core.providers import Provider
from app.core.values.placeholders import VARIABLE, fill_in
from app.core.values.urls import is_web_url

_BEFORE_PATH = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://[^/?#]*)?")
"""The scheme and the host of an address, which no variable can be part of."""
_RESERVED = "/%?#:@!$&'()*+,;=[]~"
"""Characters of an address that its author writes as they are meant."""

SNIPPET = "snippet"
"""`{{snippet.hours}}` is a text of the workspace, in the conversation's language."""
SNIPPETS = 50
"""Different snippets that one step reads."""
LONG = "long"
"""`{{day.long}}` is a date as people read it; `{{day}}` is as it is stored."""


@Provider
def snippet_texts(key: str) -> Mapping[str, str] | None:
    """The texts by language of a workspace's snippet; None where there is none of this key."""
    return None


def share(*parts: object) -> int:
    """Return a number that follows from the parts alone: chance that replays alike."""
    return int.from_bytes(sha256("\x1f".join(map(str, parts)).encode()).digest()[:8])


def pick(texts: Mapping[str, Any] | None, flow: Flow, state: State, *seed: object) -> str:
    """Return the text in the conversation's language, else the bot's first, else any; of variants one by the seed."""
    if not texts:
        return ""
    wordings = texts.get(state["language"]) or texts.get(flow.language) or next(iter(texts.values()))
    if isinstance(wordings, str):
        return wordings
    return str(wordings[share(state["session"], *seed) % len(wordings)]) if wordings else ""


def is_address_of_variables(template: str) -> bool:
    """Whether a variable is part of an address's scheme or host, or could become one."""
    before = _before_path(template)
    is_open = before.endswith("//") or before.lower() in ("http:", "https:")
    return is_open or "{{" in before or VARIABLE.match(template.strip()) is not None


def _before_path(template: str) -> str:
    match = _BEFORE_PATH.match(template.strip())
    return match[0] if match else ""


def fill(text: str, flow: Flow, state: State, missing: list[str]) -> str:
    """Return a text with its `{{variables}}` filled in, as `Filling.text` does; lists those that are not set."""
    filling = Filling(flow, state)
    filled = filling.text(text)
    missing += filling.missing
    return filled


class Filling:
    """Variables filled into the texts and data of one step, whose size together is bounded."""

    def __init__(self, flow: Flow, state: State) -> None:
        """Begin with all the room that a step has."""
        self.flow, self.state = flow, state
        self.missing: list[str] = []
        """Variables without a value, since this was last emptied."""
        self.secrets: list[dict[str, Any]] = []
        """Where secrets go in the call that is filled in: the path `at`, the place in the text, and the name."""
        self._left = STEP_LENGTH
        self._snippets: dict[str, Mapping[str, str] | None] = {}

    def text(self, text: str) -> str:
        """Return a text with its `{{variables}}` as people read them; unset ones show as nothing.

        With an unset one goes the comma or blank that joins it: "Hello {{name}}!" greets a stranger with "Hello!".
        """
        filled = self._fill_text(text, self._readable)
        self._take(len(filled))
        return filled

    def _fill_text(self, text: str, read: Callable[[str], str], limit: int = REPLY_LENGTH) -> str:
        """Return a text with its variables as `read` gives them; Breach where it becomes too long on the way."""
        length = 0

        def bounded(name: str) -> str:
            nonlocal length
            value = read(name)
            length += len(value)
            if length > limit:
                raise Breach("text_too_long", f"A text can have {limit} characters at most.")
            return value

        return fill_in(text, bounded)

    def _take(self, length: int) -> None:
        self._left -= length
        if self._left < 0:
            raise Breach("text_too_long", f"One step can say and send {STEP_LENGTH} characters at most.")

    def _readable(self, name: str) -> str:
        """Return a variable as people read it."""
        if is_snippet(name, self.state):
            text = pick(self._snippet(name), self.flow, self.state)
            if not text:
                self.missing.append(name)
            return self._fill_text(text, self._readable_in_snippet)
        value = self._value(name)
        if value is None:
            return ""
        if isinstance(value, str):
            label = self.flow.labels.get(name, {}).get(value)
            return pick(label, self.flow, self.state) if label is not None else self._name_of(name, value)
        if isinstance(value, list) and not any(isinstance(part, list | Mapping) for part in value):
            return ", ".join(plain(part) for part in value)
        return plain(value)

    def _readable_in_snippet(self, name: str) -> str:
        """Return a variable within a snippet, which cannot contain another snippet."""
        return "" if is_snippet(name, self.state) else self._readable(name)

    def _name_of(self, name: str, value: str) -> str:
        """Return what an entity's value is called, or the value itself."""
        entity = self.flow.entities.get(self.flow.types.get(name, ""))
        names = entity["values"].get(value) if entity else None
        if not names:
            return value
        labels = names.get(self.state["language"]) or names.get(self.flow.language) or next(iter(names.values()), None)
        return labels[0] if labels else value

    def _snippet(self, name: str) -> Mapping[str, str] | None:
        """Return the texts of a snippet, read once."""
        key = name.partition(".")[2]
        if key not in self._snippets:
            if len(self._snippets) >= SNIPPETS:
                raise Breach("too_many_snippets", f"One step can say {SNIPPETS} different snippets at most.")
            self._snippets[key] = snippet_texts(key)
        return self._snippets[key]

    def _value(self, name: str) -> Any:
        """Return what a name leads to, noted as missing where it is None."""
        if is_snippet(name, self.state):
            wordings = self._snippet(name) or {}
            value = wordings.get(self.state["language"]) or next(iter(wordings.values()), None)
        else:
            value = look_up(name, self.state)
        if value is None:
            self.missing.append(name)
        return value

    def data(self, data: Any, *at: str | int) -> Any:
        """Return a call's body or header with variables as data: a text that is one variable becomes its value.

        `at` is its path in the call; without one there are no secrets.
        """
        if isinstance(data, str):
            whole = VARIABLE.fullmatch(data.strip())
            if whole and not (at and SECRET.fullmatch(whole[1])):
                value = self._value(whole[1])
                self._take(len(plain(value)))
                return value
            self._take(len(data))
            return self._join(data, 0, at)
        if isinstance(data, Mapping):
            return {key: self.data(value, *at, key) if at else self.data(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self.data(value, *at, place) if at else self.data(value) for place, value in enumerate(data)]
        return data

    def _join(
        self, template: str, begin: int, at: tuple[str | int, ...], encode: Callable[[str], str] = str,
        write: Callable[[str], str] = str,
    ) -> str:  # fmt: skip
        """Return a template with its variables encoded; in the place of a secret is `HIDDEN`, and it is noted where."""
        text, end = template[:begin], begin
        for match in VARIABLE.finditer(template, begin):
            text += write(template[end : match.start()])
            secret = SECRET.fullmatch(match[1]) if at else None
            if secret is not None:
                self.secrets.append({"at": list(at), "place": len(text), "name": secret[1]})
                text += HIDDEN
            else:
                text += encode(self._take_value(match[1]))
            end = match.end()
        return text + write(template[end:])

    def _take_value(self, name: str) -> str:
        """Return a variable within a text of a call, counted."""
        value = self._value(name)
        text = plain(value)
        self._take(len(text))
        return text

    def address(self, template: str, *at: str | int) -> str:
        """Return an address whose variables are encoded for their place; empty where one would lead elsewhere.

        A variable is part of a path, a query or a fragment, never of a scheme or a host. `at` is as in `data`.
        """
        if is_address_of_variables(template):
            return ""
        template = template.strip()
        begin = len(_before_path(template))
        safe = "" if "//" in template[:begin] or not begin else "@+"

        def encode(text: str) -> str:
            value = quote(text, safe=safe)
            self._take(len(value))
            return value

        address = self._join(template, begin, at, encode, lambda text: quote(text, safe=_RESERVED))
        path = re.split(r"[?#]", address, maxsplit=1)[0]
        is_filled = VARIABLE.search(template, begin) is not None
        is_climbing = is_filled and any(unquote(segment) in (".", "..") for segment in path.split("/"))
        return "" if is_climbing else address

    def link(self, template: str) -> str:
        """Return the address of a link, which may also be a value that is an address of the web; else empty."""
        whole = VARIABLE.fullmatch(template.strip())
        if whole is None:
            return self.address(template)
        address = self._take_value(whole[1]).strip()
        return address if is_web_url(address) else ""


def plain(value: Any) -> str:
    """Return a value as a text: an unset one is empty, what has parts is JSON."""
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | Mapping) else str(value)


def is_snippet(name: str, state: State) -> bool:
    """Whether a name is a snippet's: flows may have a variable that is called so."""
    return name.startswith(f"{SNIPPET}.") and SNIPPET not in state["variables"]


def look_up(name: str, state: State) -> Any:
    """Return a variable, or what a dotted name leads to in the contact, the outlet or a saved answer; None if unset."""
    head, *rest = name.split(".")
    value = state["variables"].get(head)
    if value is None and head in ("contact", "outlet", "channel", "language"):
        value = state[head]
    for key in rest:
        if key == LONG and isinstance(value, str):
            value = long_date(value, state["language"])
        else:
            value = value.get(key) if isinstance(value, Mapping) else None
    return value
