"""Descriptions that other clients' editors write as JSON: whether they can be kept, and what they say as text."""

import re
from typing import Any

DEEPEST = 60


def problem_of(document: dict[str, Any]) -> str | None:
    """Why a document cannot be kept, or None: it is returned as it came, so nothing in it may be lost."""
    level: list[Any] = [document]
    for _ in range(DEEPEST):
        texts = [text for node in level for text in (*(node if isinstance(node, dict) else ()), *_inside(node))]
        level = [text for text in texts if isinstance(text, dict | list)]
        if not level:
            return None
    return f"Must be nested at most {DEEPEST} levels deep."


def _inside(node: dict[str, Any] | list[Any]) -> list[Any]:
    """The values of a node."""
    return list(node.values()) if isinstance(node, dict) else node


def plain_text(description: str | dict[str, Any]) -> str:
    """A description as text: of an editor's document its words, a line a block."""
    if isinstance(description, str):
        return description
    pieces: list[str] = []
    stack: list[Any] = [description]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        fields = node if isinstance(node, dict) else {}
        texts = [fields[key] for key in ("insert", "text") if isinstance(fields.get(key), str)]
        ends = ["\n"] if fields.get("type", "text") != "text" else []
        stack += reversed([*texts, *(inner for inner in _inside(node) if isinstance(inner, dict | list)), *ends])
    # JSON keeps a NUL, which no text of a database may have.
    return re.sub(r"\n{3,}", "\n\n", "".join(pieces).replace("\x00", "")).strip()
