"""The grammar of expressions: a parsed tree, which the limits of an expression and its cost are read from.

The CEL library does not show the tree it parses. This reads a strict subset of what the library accepts, so that
nothing unknown reaches it: a comment or a raw string hides no macro, and every function has a cost.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

MACROS = {"all": 2, "exists": 2, "exists_one": 2, "existsOne": 2, "filter": 2, "map": 3}
"""Macros, and how many arguments each takes at most."""
FUNCTIONS = frozenset(
    """size contains startsWith endsWith matches string bytes double int uint duration timestamp type dyn has
    getFullYear getMonth getDate getDayOfMonth getDayOfYear getDayOfWeek getHours getMinutes getSeconds
    getMilliseconds""".split()
)
NESTING = 24
"""Brackets, operators and macros within each other."""
_STRING = (
    r"""(?:[bB]?[rR]|[rR][bB])(?:"[^"\r\n]*"|'[^'\r\n]*')(?!["'])"""
    r"""|[bB]?(?:"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')(?!["'])"""
)
_NUMBER = r"0[xX][0-9a-fA-F]+[uU]?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[uU]?"
_SIGN = r"&&|\|\||[<>=!]=|[-+*/%<>!?:.,()\[\]{}]"
_TOKEN = re.compile(
    rf"\s+|//[^\n]*|(?P<string>{_STRING})|(?P<number>{_NUMBER})|(?P<name>[A-Za-z_]\w*)|(?P<sign>{_SIGN})", re.ASCII
)
_LEVELS = (("||",), ("&&",), ("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
_LITERALS = frozenset({"true", "false", "null"})


class MalformedExpression(ValueError):
    """A text that is no expression of this grammar."""


class Node(NamedTuple):
    """A part of an expression: `kind` is literal, name, member, call, macro, operator, list or map."""

    kind: str
    text: str
    parts: tuple["Node", ...] = ()


def parse(source: str) -> Node:
    """Return the tree of an expression; Malformed where there is none."""
    return _Parser(source).whole()


def macro_depth(node: Node) -> int:
    """Return how many macros are nested in each other."""
    return max((macro_depth(part) for part in node.parts), default=0) + (node.kind == "macro")


def free_names(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the names that an expression reads and no macro of it binds."""
    if node.kind == "name" and node.text not in bound:
        yield node.text
    elif node.kind == "macro":
        source, variable, *bodies = node.parts
        yield from free_names(source, bound)
        for body in bodies:
            yield from free_names(body, bound | {variable.text})
    else:
        for part in node.parts:
            yield from free_names(part, bound)


class _Parser:
    """Recursive descent, with precedence as CEL has it."""

    def __init__(self, source: str) -> None:
        self._tokens = list(_tokens(source))
        self._at = self._nesting = 0

    def whole(self) -> Node:
        node = self._expression()
        if self._at < len(self._tokens):
            raise self._unexpected_token()
        return node

    def _expression(self) -> Node:
        self._nesting += 1
        if self._nesting > NESTING:
            raise MalformedExpression(f"Parts of an expression can be nested {NESTING} deep at most.")
        node = self._operation(0)
        if self._skip("?"):
            condition = self._operation(0)
            self._need(":")
            node = Node("operator", "?", (node, condition, self._expression()))
        self._nesting -= 1
        return node

    def _operation(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._unary()
        node = self._operation(level + 1)
        while (sign := self._peek()[1]) in _LEVELS[level] and self._peek()[0] in ("sign", "name"):
            self._at += 1
            node = Node("operator", sign, (node, self._operation(level + 1)))
        return node

    def _unary(self) -> Node:
        start = self._at
        while self._peek() in (("sign", "!"), ("sign", "-")):
            self._at += 1
        signs = self._at - start
        node = self._postfix()
        return Node("operator", "!", (node,)) if signs else node

    def _postfix(self) -> Node:
        node = self._primary()
        while True:
            if self._skip("."):
                kind, name = self._peek()
                if kind != "name":
                    raise self._unexpected_token()
                self._at += 1
                node = self._call(name, node) if self._skip("(") else Node("member", name, (node,))
            elif self._skip("["):
                node = Node("operator", "[]", (node, self._expression()))
                self._need("]")
            else:
                return node

    def _call(self, name: str, *target: Node) -> Node:
        arguments = self._list(")")
        if target and name in MACROS:
            if not 2 <= len(arguments) <= MACROS[name] or arguments[0].kind != "name":
                raise MalformedExpression(f"“{name}” needs a name and what is evaluated for each item.")
            return Node("macro", name, (*target, *arguments))
        if name not in FUNCTIONS:
            raise MalformedExpression(f"There is no function “{name}”.")
        return Node("call", name, (*target, *arguments))

    def _primary(self) -> Node:
        kind, text = self._peek()
        self._at += 1
        if kind in ("string", "number") or (text in _LITERALS and kind == "name"):
            return Node("literal", text)
        if kind == "name" and text != "in":
            return self._call(text) if self._skip("(") else Node("name", text)
        if (kind, text) == ("sign", "("):
            node = self._expression()
            self._need(")")
            return node
        if (kind, text) == ("sign", "["):
            return Node("list", "", self._list("]"))
        if (kind, text) == ("sign", "{"):
            return Node("map", "", self._list("}", is_map=True))
        self._at -= 1
        raise self._unexpected_token()

    def _list(self, end: str, *, is_map: bool = False) -> tuple[Node, ...]:
        """What is between brackets; keys and values of a map in turn."""
        parts: list[Node] = []
        while not self._skip(end):
            if parts:
                self._need(",")
                if end != ")" and self._skip(end):
                    break
            parts.append(self._expression())
            if is_map:
                self._need(":")
                parts.append(self._expression())
        return tuple(parts)

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _skip(self, sign: str) -> bool:
        is_next = self._peek() == ("sign", sign)
        self._at += is_next
        return is_next

    def _need(self, sign: str) -> None:
        if not self._skip(sign):
            raise self._unexpected_token()

    def _unexpected_token(self) -> MalformedExpression:
        text = self._peek()[1]
        return MalformedExpression(
            f"“{text[:40]}” is not expected here." if text else "The expression is not complete."
        )


def _tokens(source: str) -> Iterator[tuple[str, str]]:
    """The words and signs of an expression, without blanks and comments."""
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise MalformedExpression(f"“{source[at]}” is not expected here.")
        if match.lastgroup is not None:
            yield match.lastgroup, match[0]
        at = match.end()
