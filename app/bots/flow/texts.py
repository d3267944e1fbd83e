"""The texts of a flow document: where each is, which languages lack it, and which lag behind the first one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.bots.engine.phrases import TEXTLESS
from app.bots.flow.validation import TEXT_LENGTH, TITLE_LENGTH, has_text, needed_texts, texts_of_node

Document = dict[str, Any]
Texts = Mapping[str, Any]
Steps = tuple[str | int, ...]


class TextEntry(NamedTuple):
    """One text: where it is, what it says in each language, its longest length, and whether it must be there."""

    path: str
    steps: Steps
    texts: Texts
    limit: int
    needed: bool


def text_languages(document: Mapping[str, Any]) -> list[str]:
    """Return the languages a bot has texts in, its own first."""
    return [language for language in document["languages"] if language not in TEXTLESS]


def places(document: Mapping[str, Any]) -> dict[str, TextEntry]:
    """Return every text of a document under its path, such as `nodes/hello/options/0/label`."""
    required = {steps for steps, _ in _needed_texts(document)}
    entries = [*_needed_texts(document), *_optional(document)]
    return {place.path: place for place in (_place(steps, texts, steps in required) for steps, texts in entries)}


def _place(steps: Steps, texts: Texts | None, needed: bool) -> TextEntry:
    limit = TITLE_LENGTH if steps[-1] in ("label", "title") else TEXT_LENGTH
    return TextEntry("/".join(map(str, steps)), steps, texts or {}, limit, needed)


def _needed_texts(document: Mapping[str, Any]) -> Iterator[tuple[Steps, Texts | None]]:
    """The texts that each language needs."""
    for name, node in document["nodes"].items():
        for path, texts in texts_of_node(node):
            yield ("nodes", name, *_steps(path)), texts
    for name, path, texts in needed_texts(document):
        if name is None:
            yield _steps(path), texts


def _optional(document: Mapping[str, Any]) -> Iterator[tuple[Steps, Texts | None]]:
    """Texts that a language can do without: what an intent is called, what a picture shows, a question as asked."""
    for name, intent in document.get("intents", {}).items():
        if intent.get("title"):
            yield ("intents", name, "title"), intent["title"]
    for name, node in document["nodes"].items():
        if node.get("media", {}).get("alt"):
            yield ("nodes", name, "media", "alt"), node["media"]["alt"]
    for at, entry in enumerate(document.get("knowledge", ())):
        yield ("knowledge", at, "question"), entry["question"]


def _steps(path: str) -> Steps:
    return tuple(int(step) if step.isdecimal() else step for step in path.split("/"))


def with_texts(document: Document, changes: Mapping[str, Texts]) -> Document:
    """Return the document with texts changed by path and language; an empty one is taken out.

    Raises KeyError with the first path at which there is no text.
    """
    text_places = places(document)
    for path, texts in changes.items():
        place = text_places[path]
        wordings = {**place.texts, **texts}
        document = _set(document, place.steps, {language: text for language, text in wordings.items() if text})
    return document


def without_texts(document: Document) -> Document:
    """Return what of a document is neither text nor knowledge."""
    bare = {key: value for key, value in document.items() if key != "knowledge"}
    return with_texts(bare, {path: dict.fromkeys(place.texts, "") for path, place in places(bare).items()})


def _set(data: Any, steps: Steps, value: Any) -> Any:
    """A copy of some data with a value at a path; what is beside it is shared."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(data, list):
        return [_set(item, tuple(rest), value) if at == step else item for at, item in enumerate(data)]
    return data | {step: _set(data.get(step, {}), tuple(rest), value)}


def lagging(document: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return by language the paths whose first text differs from an earlier document's while the translation does not.

    A place that the earlier document did not have lags behind nothing.
    """
    first, *others = text_languages(document)
    old_places, paths = places(before), {language: list[str]() for language in others}
    for path, place in places(document).items():
        old = old_places.get(path)
        if old is None or place.texts.get(first) == old.texts.get(first) or not has_text(old.texts.get(first)):
            continue
        for language in others:
            if has_text(place.texts.get(language)) and place.texts[language] == old.texts.get(language):
                paths[language].append(path)
    return paths
