"""`python -m tests.rules.expressions`: no regular expression of `app` takes more than linear time.

Python has no maintained linter for this, JavaScript has one: the expressions are rewritten in its notation and given to
the same rules of ESLint that look at `ui` and `ssr`. Nothing is timed.
"""

import ast
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app"
_SEEKING = {"search", "sub", "subn", "split", "findall", "finditer"}
"""What looks for a beginning at every character."""
_USES = _SEEKING | {"match", "fullmatch"}
_FLAGS = {re.IGNORECASE: "i", re.DOTALL: "s", re.MULTILINE: "m"}
_NOT_LOADED = ("app.migrations", "app.processes.gunicorn_config")
"""What runs inside other programs, and has no expression."""
_TOKEN = re.compile(r"\\Z|\\.|\(\?P<|\(\?P=(\w+)\)|.", re.DOTALL)
_LINT = """
const REPORT = { "no-dupe-disjunctions": "trivial" };
import { ESLint } from "eslint";
import regexp from "eslint-plugin-regexp";
const names = ["no-super-linear-backtracking", "no-super-linear-move", "no-dupe-disjunctions"];
const how = (name) => ["error", { report: REPORT[name] ?? "potential" }];
const rules = Object.fromEntries(names.map((name) => [`regexp/${name}`, how(name)]));
const lint = new ESLint({ overrideConfigFile: true, overrideConfig: [{ plugins: { regexp }, rules }] });
const text = await new Response(process.stdin).text();
console.log(JSON.stringify((await lint.lintText(text, { filePath: "expressions.js" }))[0].messages));
"""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, how it is used, and where it is."""

    pattern: str
    flags: int
    use: str
    place: str


def javascript(expression: Expression) -> str:
    """The expression as a literal of JavaScript; what its use says of beginning and end is written into it."""
    letters = "".join(letter for flag, letter in _FLAGS.items() if expression.flags & flag)
    body = _TOKEN.sub(_token, expression.pattern)
    if expression.use not in _SEEKING:
        body = f"^(?:{body})$" if expression.use == "fullmatch" else f"^(?:{body})"
    return f"/{body}/{letters}"


def _token(match: "re.Match[str]") -> str:
    """One token in JavaScript's notation."""
    token = match[0]
    if token in {r"\Z", "(?P<", "/"}:
        return {r"\Z": r"(?![^])", "(?P<": "(?<", "/": r"\/"}[token]
    if match[1]:
        return rf"\k<{match[1]}>"
    units = token.encode("utf-16-be", "surrogatepass")
    return token if token.isprintable() and token.isascii() else "".join(
        rf"\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)
    )  # fmt: skip


def findings(expressions: Iterable[Expression]) -> list[str]:
    """What the linter says of expressions, with their places."""
    # `compiled` loads all of it once, and some of it cannot be loaded twice.
    from app.processes.supervisor import node

    rows = list(expressions)
    text = "\n".join(f"{javascript(row)}.test(text);" for row in rows)
    command = [node(), "--input-type=module", "-e", _LINT]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=True)
    return [f"{rows[message['line'] - 1].place}: {message['message']}" for message in json.loads(done.stdout)]


def compiled() -> list[Expression]:
    """The expressions that the modules of `app` compile as they are loaded, no matter who compiles them for them."""
    patterns: dict[tuple[str, int, str], tuple[str, int]] = {}
    real: Callable[..., Any] = re.compile

    def note(pattern: Any, flags: int = 0) -> Any:
        compiled_patterns = real(pattern, flags)
        frame: Any = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename.endswith("marshmallow/validate.py"):
            frame = frame.f_back
        file = Path(frame.f_code.co_filename) if frame is not None else ROOT
        if file.is_relative_to(APP):
            text = (
                compiled_patterns.pattern.decode("latin-1")
                if isinstance(compiled_patterns.pattern, bytes)
                else compiled_patterns.pattern
            )
            patterns[str(file.relative_to(ROOT)), frame.f_lineno, text] = (text, compiled_patterns.flags)
        return compiled_patterns

    re.compile = note  # type: ignore[assignment]
    try:
        for module in pkgutil.walk_packages([str(APP)], "app."):
            if not module.name.startswith(_NOT_LOADED) and not module.name.endswith("__main__"):
                import_module(module.name)
    finally:
        re.compile = real
    uses = {use for path in APP.rglob("*.py") for use in _uses(path)}
    expressions: list[Expression] = []
    for (file, line, _), (text, flags) in patterns.items():
        name = _name_at(file, line)
        # Marshmallow's validators match.
        used = {use for known, use in uses if known == name} or {"match"}
        expressions += [Expression(text, flags, use, f"{file}:{line}") for use in used]
    return expressions


@cache
def _nodes(path: Path) -> list[ast.AST]:
    """A module's syntax, unless it has no expressions."""
    text = path.read_text("utf-8")
    is_using = re.search(rf"\bimport re\b|\.(?:{'|'.join(_USES)})\b", text) is not None
    return list(ast.walk(ast.parse(text))) if is_using else []


def _uses(path: Path) -> Iterator[tuple[str, str]]:
    """Names of a module, each with what is done by it."""
    for node in _nodes(path):
        if isinstance(node, ast.Attribute) and node.attr in _USES and isinstance(node.value, ast.Name):
            yield node.value.id, node.attr


def _name_at(file: str, line: int) -> str:
    """The name that is given to what a line of a module makes; empty where there is none."""
    for statement in _nodes(ROOT / file):
        if isinstance(statement, ast.Assign) and statement.lineno <= line <= (statement.end_lineno or 0):
            target = statement.targets[0]
            return target.id if isinstance(target, ast.Name) else ""
    return ""


def written() -> Iterator[Expression]:
    """The expressions that are written where they are used."""
    for path in APP.rglob("*.py"):
        for node in _nodes(path):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            what, first = node.func, node.args[0]
            if isinstance(what.value, ast.Name) and what.value.id == "re" and what.attr in _USES:
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    place = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield Expression(first.value, 0, what.attr, place)


def main() -> int:
    """Say what is more than linear."""
    lines = findings([*compiled(), *written()])
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
