"""The differences of two flow documents: each in words, and with what was there and what is there now."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import orjson

MAPS = {"nodes": "node", "intents": "intent", "entities": "entity", "variables": "variable"}
_REST = ("languages", "start", "fallback", "confirm", "restart", "goals", "hours", "sensitivity", "theme")
_PIECES = re.compile(r"\S+|\s+")
_TEXTS = ("text", "label", "title", "question", "answer")
"""Keys that hold what is said, by language."""
SHOWN = 120
PIECES = 600
"""Words of a text that are compared one by one."""
ALIKE = 0.4
"""How much of two texts must be the same for their difference to be read word by word."""


class TextDifference(NamedTuple):
    """A piece of a text: `same` in both, `added` or `removed`."""

    op: str
    text: str


class Change(NamedTuple):
    """One change: `change` is added, removed or changed; `kind` node, intent, entity, variable or setting.

    `field` is the path within the thing, `language` that of a text; `parts` lay a text of before over that of now;
    `title` is what an intent is called.
    """

    change: str
    kind: str
    name: str
    text: str
    field: str = ""
    language: str | None = None
    before: str | None = None
    after: str | None = None
    parts: list[TextDifference] = []  # noqa: RUF012 – never changed, and a tuple has no other default
    title: str | None = None


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Return what has to be done to `old` to make it `new`."""
    changes = [change for key, kind in MAPS.items() for change in _in_map(kind, old.get(key, {}), new.get(key, {}))]
    for key in _REST:
        if old.get(key) != new.get(key):
            changes += _within("setting", key, "", old.get(key), new.get(key))
    changes += _knowledge(old.get("knowledge", ()), new.get("knowledge", ()))
    return [
        change._replace(title=_title(change.name, new, old)) if change.kind == "intent" else change
        for change in changes
    ]


def _title(name: str, *documents: Mapping[str, Any]) -> str | None:
    """The title of an intent, in the first language that it has one in."""
    for document in documents:
        titles = document.get("intents", {}).get(name, {}).get("title", {})
        for language in (*document.get("languages", ()), *titles):
            if titles.get(language):
                return _plain(titles[language])
    return None


def _in_map(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for name in _both(old, new):
        if name not in new:
            yield Change("removed", kind, name, f"{kind} “{name}” was removed", before=_about(old[name]))
        elif name not in old:
            yield Change("added", kind, name, f"{kind} “{name}” was added", after=_about(new[name]))
        elif old[name] != new[name]:
            yield from _in_one(kind, name, old[name], new[name])


def _in_one(kind: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """What changed within a node, an intent, an entity or a variable."""
    for key in _both(old, new):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if key == "phrases":
            yield from _phrases(name, before or {}, after or {})
        else:
            yield from _within(kind, name, key, before, after)


def _within(kind: str, name: str, path: str, before: Any, after: Any) -> Iterator[Change]:
    """What changed at a path: texts by their language, objects and options by their parts, all else whole."""
    key = path.rpartition("/")[2] if path else name
    if key in _TEXTS and _is_object(before, after):
        for language in _both(before or {}, after or {}):
            pair = (before or {}).get(language), (after or {}).get(language)
            if pair[0] != pair[1]:
                yield _value_change(kind, name, path, *pair, language=language)
    elif _is_object(before, after) and before is not None and after is not None:
        for part in _both(before, after):
            if before.get(part) != after.get(part):
                yield from _within(kind, name, _join(path, part), before.get(part), after.get(part))
    elif _are_alike(before, after):
        for at, (earlier, later) in enumerate(zip(before, after, strict=True)):
            if earlier != later:
                yield from _within(kind, name, _join(path, str(at)), earlier, later)
    else:
        yield _value_change(kind, name, path, before, after)


def _join(path: str, part: str) -> str:
    return f"{path}/{part}" if path else part


def _both(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The keys of both, those of the old one first."""
    return list(dict.fromkeys([*old, *new]))


def _is_object(before: Any, after: Any) -> bool:
    return all(value is None or isinstance(value, Mapping) for value in (before, after))


def _are_alike(before: Any, after: Any) -> bool:
    """Whether two lists are of as many objects each, so that they are compared one by one."""
    return (
        isinstance(before, list)
        and isinstance(after, list)
        and len(before) == len(after)
        and all(isinstance(item, Mapping) for item in [*before, *after])
    )


def _value_change(kind: str, name: str, path: str, before: Any, after: Any, *, language: str | None = None) -> Change:
    """A change of one value."""
    location = f"{kind} “{name}”, {path}" if path else name
    location += f" {language}" if language else ""
    pair = _plain(before), _plain(after)
    parts = text_parts(*pair) if language and None not in pair else []
    words = f"{location}: {_quote(before)} → {_quote(after)}"
    return Change("changed", kind, name, words, path, language, pair[0], pair[1], parts)


def text_parts(before: str | None, after: str | None) -> list[TextDifference]:
    """A text of before laid over that of now, word by word."""
    old, new = _PIECES.findall(before or ""), _PIECES.findall(after or "")
    if max(len(old), len(new)) > PIECES:
        return [TextDifference("removed", before or ""), TextDifference("added", after or "")]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return [TextDifference("removed", before or ""), TextDifference("added", after or "")]
    parts: list[TextDifference] = []
    for op, first, last, begin, end in matcher.get_opcodes():
        if op == "equal":
            parts.append(TextDifference("same", "".join(old[first:last])))
            continue
        parts += [TextDifference("removed", "".join(old[first:last]))] if last > first else []
        parts += [TextDifference("added", "".join(new[begin:end]))] if end > begin else []
    return parts


def _phrases(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for language in _both(old, new):
        before, after = old.get(language, []), new.get(language, [])
        for phrase in (wording for wording in after if wording not in before):
            text = f"intent “{name}”: phrase “{phrase}” ({language}) was added"
            yield Change("changed", "intent", name, text, "phrases", language, after=phrase)
        for phrase in (wording for wording in before if wording not in after):
            text = f"intent “{name}”: phrase “{phrase}” ({language}) was removed"
            yield Change("changed", "intent", name, text, "phrases", language, before=phrase)


def _knowledge(old: Any, new: Any) -> Iterator[Change]:
    before = {orjson.dumps(entry["question"]): entry for entry in old}
    after = {orjson.dumps(entry["question"]): entry for entry in new}
    for key, entry in after.items():
        question = _plain(next(iter(entry["question"].values()), "")) or ""
        if key not in before:
            yield Change("added", "knowledge", question, f"the answer to {_quote(question)} was added")
        elif before[key] != entry:
            yield from _within("knowledge", question, "answer", before[key]["answer"], entry["answer"])
    for key, entry in before.items():
        if key not in after:
            question = _plain(next(iter(entry["question"].values()), "")) or ""
            yield Change("removed", "knowledge", question, f"the answer to {_quote(question)} was removed")


def _about(thing: Mapping[str, Any]) -> str | None:
    """What a node or a variable is, in its own word."""
    return thing.get("type")


def _plain(value: Any) -> str | None:
    """A value as it is read: variants of a text one after the other, all but texts as JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(variant, str) for variant in value):
        return " / ".join(value)
    return orjson.dumps(value).decode()


def _quote(value: Any) -> str:
    """A value in a sentence, shortened."""
    if value is None:
        return "nothing"
    text = f"“{value}”" if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
