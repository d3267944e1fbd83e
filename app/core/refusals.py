"""Why something was refused, in its reader's language: code writes English, answers are worded where they leave."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import orjson

Words = dict[str, str]
_PLACE = re.compile(r"\{(\w+)\}")
_PARTS = ("detail", "errors", "errors_by_row", "obstacles")
"""What of a problem people read."""
_MOST_LETTERS = 1000
"""Longer texts are left as they are: finding a sentence takes the longer the more it may quote."""
_REASON = "reason"
"""The place of a sentence that is worded, too."""


def worded(text: str, language: str) -> str:
    """A reason in a language; as it is where that language has no words for it."""
    if language == "en" or len(text) > _MOST_LETTERS:
        return text
    whole, shapes = _catalogue()
    if words := whole.get(text):
        return words.get(language, text)
    for shape, words in shapes:
        if match := shape.fullmatch(text):
            return _filled(words.get(language, text), match, language)
    return text


def _filled(words: str, match: re.Match[str], language: str) -> str:
    """A sentence with the values of the English one at their places."""

    def value(place: re.Match[str]) -> str:
        text = match[_group(place[1])]
        return worded(text, language) if place[1] == _REASON else text

    return _PLACE.sub(value, words)


def worded_problem(problem: dict[str, Any], language: str) -> dict[str, Any]:
    """A problem with its reasons in a language."""
    if language == "en":
        return problem
    return problem | {key: _worded_parts(problem[key], language) for key in _PARTS if key in problem}


def _worded_parts(part: Any, language: str) -> Any:
    """Reasons by field, however they are nested."""
    if isinstance(part, str):
        return worded(part, language)
    if isinstance(part, dict):
        return {key: _worded_parts(value, language) for key, value in part.items()}
    return [_worded_parts(value, language) for value in part] if isinstance(part, list) else part


@cache
def _catalogue() -> tuple[dict[str, Words], list[tuple[re.Pattern[str], Words]]]:
    """The words of whole sentences, and of those with values, the most particular first."""
    texts: dict[str, Words] = orjson.loads(Path(__file__).with_suffix(".json").read_bytes())
    whole = {text: words for text, words in texts.items() if not _PLACE.search(text)}
    shapes = sorted(texts.keys() - whole.keys(), key=lambda text: len(_PLACE.sub("", text)), reverse=True)
    return whole, [(_shape(text), texts[text]) for text in shapes]


def _shape(text: str) -> re.Pattern[str]:
    """What matches a sentence with any values at its places."""
    parts = _PLACE.split(text)
    return re.compile(
        "".join(f"(?P<{_group(part)}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)), re.DOTALL
    )


def _group(place: str) -> str:
    """The group of a place: names of groups begin with a letter."""
    return f"at_{place}"
