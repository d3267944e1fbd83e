"""What calls refuse is worded in every language of the interface."""

import ast
from collections.abc import Iterator
from pathlib import Path

from app.core.refusals import worded
from tests.demonstration import ROOT

RAISERS = frozenset(
    {"BeyondSchema", "Invalid", "Conflict", "Forbidden", "NotFound", "Gone", "TooMany", "Unavailable", "NotSignedIn",
     "ValidationError", "Stale", "UnreadableImport", "UnreadableTable", "unreadable", "PreconditionRequired"}
)  # fmt: skip
"""What is called with a reason."""
ENGLISH_ALONE = ("channels/openai", "channels/rest")
"""Areas that programs alone call: their own reasons are in English."""


def reasons(path: Path) -> Iterator[str]:
    """The sentences with which a module refuses, a value at each place."""
    tree = ast.parse(path.read_text())
    constants = {
        target.id: node.value
        for node in tree.body if isinstance(node, ast.Assign)
        for target in node.targets if isinstance(target, ast.Name)
    }  # fmt: skip
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        parts = [
            *(node.args if name in RAISERS else ()),
            *(word.value for word in node.keywords if word.arg == "error"),
        ]
        parts = [constants.get(part.id, part) if isinstance(part, ast.Name) else part for part in parts]
        for text in (text_of(part) for whole in parts for part in sentences(whole)):
            # Some begin with a value, or with a name in quotes.
            if (text[:1].isupper() or text[:1] in ("7", "“")) and text.endswith((".", "?")) and " " in text:
                yield text


def sentences(node: ast.AST) -> Iterator[ast.AST]:
    """The texts of an expression, those inside of others left out."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield node
        return
    for part in ast.iter_child_nodes(node):
        yield from sentences(part)


def text_of(node: ast.AST) -> str:
    """A text of the source."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(text_of, node.values))
    if isinstance(node, ast.FormattedValue):
        return text_of(node.value.body) if isinstance(node.value, ast.IfExp) else "7"
    return str(node.value) if isinstance(node, ast.Constant) else ""


def test_every_refusal_has_words() -> None:
    left = tuple((ROOT / "app" / area).as_posix() + "/" for area in ENGLISH_ALONE)
    files = [
        file for file in (ROOT / "app").rglob("*.py")
        if file.name not in ("cli.py", "seed.py") and not file.as_posix().startswith(left)
    ]  # fmt: skip
    texts = {text: file.relative_to(ROOT).as_posix() for file in files for text in reasons(file)}
    assert len(texts) > 200
    assert {text: file for text, file in texts.items() if worded(text, "hi") == text} == {}
