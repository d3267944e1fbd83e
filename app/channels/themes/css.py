"""A theme's own CSS: what is known to be harmless is written again, all else is left out and named.

Colours of texts and grounds are no part of it: they are fields, whose contrast is checked. Nothing that moves, hides,
covers or loads is known here, and no function, escape or rule with an @.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

LARGEST = 8192
"""Bytes of a theme's own CSS."""
LISTED = 50
SHOWN = 80
PARTS = (
    "panel", "names", "who", "face", "icon", "menu", "notice", "log", "entry", "said", "bubble", "chip", "chips",
    "picked", "line", "day", "end", "dots", "picker", "month", "days", "times", "time", "main", "rate", "ways", "way",
    "left", "user", "bot", "agent", "first",
)  # fmt: skip
"""The classes of the widget's panel."""
_COMPOUND = (
    r"(?:(?:header|footer|form|h2|textarea)(?![\w-]))?"
    rf"(?:\.(?:{'|'.join(sorted(PARTS, key=len, reverse=True))})(?![\w-]))*"
    r"(?::(?:hover|focus-visible|first-child|last-child))?"
)
_SELECTOR = re.compile(rf"(?!:){_COMPOUND}(?: (?!:){_COMPOUND}){{0,3}}")
_BOX = (0.0, 32.0)
LENGTHS: dict[str, tuple[float, float]] = {
    "font-size": (11, 32), "line-height": (14, 48), "letter-spacing": (0, 4), "word-spacing": (0, 8),
    "gap": _BOX, "row-gap": _BOX, "column-gap": _BOX, "border-radius": _BOX, "border-width": (0, 4), "border": (0, 4),
    "border-block-start": (0, 4), "border-block-end": (0, 4), "border-inline-start": (0, 4),
    "border-inline-end": (0, 4), "box-shadow": (0, 24), "text-decoration-thickness": (0, 4),
    "text-underline-offset": (0, 8),
} | {
    f"padding{side}": _BOX
    for side in ("", "-block", "-inline", "-top", "-right", "-bottom", "-left", "-block-start", "-block-end",
                 "-inline-start", "-inline-end")
}  # fmt: skip
"""The least and the greatest length of a property in pixels."""
_LINES = "none solid dashed dotted double"
WORDS: dict[str, str] = {
    "font-weight": "normal bold 400 500 600 700 800", "font-style": "normal italic", "font-size": "", "gap": "",
    "line-height": "normal", "letter-spacing": "normal", "text-transform": "none uppercase lowercase capitalize",
    "text-align": "start end center", "text-decoration": "none underline", "text-decoration-style": _LINES,
    "border-style": _LINES, "border": _LINES, "border-block-start": _LINES, "border-block-end": _LINES,
    "border-inline-start": _LINES, "border-inline-end": _LINES, "box-shadow": "none inset", "border-color": "",
    "font-variant-numeric": "normal tabular-nums",
}  # fmt: skip
"""The words that a property takes."""
COLOURED = ("border", "border-color", "border-block-start", "border-block-end", "border-inline-start",
            "border-inline-end", "box-shadow")  # fmt: skip
_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)(px|em|rem|%|)")
_PIXELS = {"px": 1.0, "em": 16.0, "rem": 16.0, "%": 0.16, "": 16.0}
_BRACE = re.compile(r"[{}]")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
MOST_TOKENS = 8


class RemovedRule(NamedTuple):
    """Something that was left out: `why` is rule, selector, property, value or syntax."""

    what: str
    why: str


class Clean(NamedTuple):
    """What is left of a theme's own CSS, and what was left out."""

    css: str
    removed: list[RemovedRule]


def sanitise(text: str) -> Clean:
    """Return the harmless part of some CSS, written in plain form, and what was left out."""
    rules: list[str] = []
    removed: list[RemovedRule] = []
    for selectors, body in _blocks(_COMMENT.sub(" ", text), removed):
        declarations = [_declaration(declaration, removed) for declaration in body.split(";") if declaration.strip()]
        declarations_text = "; ".join(declaration for declaration in declarations if declaration)
        if declarations_text:
            rules.append(f"{selectors} {{ {declarations_text} }}")
    return Clean("\n".join(rules), removed[:LISTED])


def _blocks(text: str, removed: list[RemovedRule]) -> Iterator[tuple[str, str]]:
    """Yield the selectors and declarations of each block whose selectors are known."""
    at = 0
    while (brace := text.find("{", at)) >= 0:
        closed = _closing(text, brace)
        *statements, prelude = text[at:brace].split(";")
        removed.extend(_removed_rule(statement, "rule") for statement in statements if statement.strip())
        selectors = _selectors(prelude)
        if prelude.strip().startswith("@"):
            removed.append(_removed_rule(prelude, "rule"))
        elif selectors is None:
            removed.append(_removed_rule(prelude, "selector"))
        else:
            yield selectors, text[brace + 1 : closed]
        at = closed + 1
    if text[at:].strip():
        removed.append(_removed_rule(text[at:], "rule" if text[at:].strip().startswith("@") else "syntax"))


def _closing(text: str, opened: int) -> int:
    """Where a block ends: at its own brace, or with the text."""
    depth = 0
    for match in _BRACE.finditer(text, opened):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def _selectors(prelude: str) -> str | None:
    """The selectors of a block in plain form, or None where one is not known."""
    selectors = [" ".join(selector.split()).lower() for selector in prelude.split(",")]
    is_safe = all(selector and _SELECTOR.fullmatch(selector) for selector in selectors)
    return ", ".join(selectors) if is_safe else None


def _declaration(text: str, removed: list[RemovedRule]) -> str | None:
    """A declaration in plain form; None and noted where it is not known."""
    name, colon, value = (part.strip().lower() for part in text.partition(":"))
    if not colon:
        removed.append(_removed_rule(text, "syntax"))
    elif name not in WORDS and name not in LENGTHS:
        removed.append(_removed_rule(text, "property"))
    elif not _is_harmless(name, value.split()):
        removed.append(_removed_rule(text, "value"))
    else:
        return f"{name}: {' '.join(value.split())}"
    return None


def _is_harmless(name: str, tokens: list[str]) -> bool:
    """Whether each token of a value is a known word, a colour or a length in its bounds."""
    return 0 < len(tokens) <= MOST_TOKENS and all(_is_known(name, token) for token in tokens)


def _is_known(name: str, token: str) -> bool:
    if token in WORDS.get(name, "").split() or (name in COLOURED and _COLOUR.fullmatch(token)):
        return True
    length = _LENGTH.fullmatch(token)
    if length is None or name not in LENGTHS:
        return False
    low, high = LENGTHS[name]
    return low <= float(length[1]) * _PIXELS[length[2]] <= high


def _removed_rule(text: str, reason: str) -> RemovedRule:
    line = " ".join(text.split())
    return RemovedRule(line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…", reason)
