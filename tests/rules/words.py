"""`python -m tests.rules.words`: words that names, comments, docstrings and documentation avoid, with their places."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from app.processes.supervisor import node

ROOT = Path(__file__).resolve().parents[2]
_STEMS = "told|anew|who(?:m)?ever|somebody|oneself|stands|mend(?:s|ed|ing)?|withdraw(?:s|n|ing|al)?|la(?:y|ys|id) in"
"""Words that names, comments, docstrings and documentation avoid."""
_WHOLE = "told|found|said|given|one|shown|asked|kept|made|called|named|wanted|listed|narrowed|planned"
"""Identifiers that name how a value came about instead of what it is."""
_PROSE = re.compile(rf"\b(?:{_STEMS})\b", re.IGNORECASE)
_PARTS = re.compile(rf"(?<![A-Za-z])(?:{_STEMS.replace(' ', '_')})(?![A-Za-z])", re.IGNORECASE)
_EXACT = re.compile(rf"_*({_WHOLE})_*")
_GENERATED = {"app/migrations", "app/static", "ssr/dist", "tests/output", "ui/api/schema.ts"}
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""Code in documentation; what it quotes is not its own."""
_TOKEN = re.compile(
    r"""(?sx)
    (?P<comment>\#[^\n]*)
    | (?P<text>(?i:[rbfu]{0,2})(?:
        \"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''
        |"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))
    | (?P<property>(?<!self)\.[ ]*\w+|\bimport[ ][\w ,]+|@given\b)
    | (?P<name>[^\W\d]\w*)
    | \w+
    """
)


class Use(NamedTuple):
    """A word that is avoided, and where it is used."""

    path: str
    line: int
    word: str


def uses() -> list[Use]:
    """Every use in `app`, `ui`, `ssr`, `tests` and the documentation."""
    paths = [
        path.relative_to(ROOT).as_posix()
        for folder in ("app", "ui", "ssr", "tests")
        for path in sorted((ROOT / folder).rglob("*.*"))
        if path.suffix in {".py", ".ts", ".tsx", ".mjs"}
    ]
    paths = [path for path in paths if not any(path.startswith(generated) for generated in _GENERATED)]
    command = _counting([path for path in paths if not path.endswith(".py")])
    modules = [path for path in paths if path.endswith(".py")]
    rows = [row for path in modules for row in python_uses(path, (ROOT / path).read_text("utf-8"))]
    pages = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    rows += [row for page in pages for row in page_uses(page.relative_to(ROOT).as_posix(), page.read_text("utf-8"))]
    return [*rows, *_counted(command)]


def script_uses(paths: list[str]) -> list[Use]:
    """The uses in scripts: their names, comments and names of tests, not their texts."""
    return _counted(_counting(paths))


def _counting(paths: list[str]) -> "subprocess.Popen[str]":
    """The process that reads scripts with TypeScript's parser, meanwhile."""
    command = [node(), str(Path(__file__).with_suffix(".mjs")), _STEMS, _WHOLE]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    process.stdin.write("\n".join(paths))
    process.stdin.close()
    return process


def _counted(process: "subprocess.Popen[str]") -> list[Use]:
    with process:
        assert process.stdout
        rows = json.loads(process.stdout.read())
    return [Use(*row) for row in rows]


def python_uses(path: str, source: str) -> Iterator[Use]:
    """The uses in one module: its names, comments and docstrings, not its texts."""
    for token in _TOKEN.finditer(source):
        words: Iterable[re.Match[str]] = ()
        if token["name"]:
            match = _EXACT.fullmatch(token["name"]) or _PARTS.search(token["name"])
            words = (match,) if match else ()
        elif token["comment"] or (token["text"] and _is_docstring(source, token)):
            words = _PROSE.finditer(token[0])
        for word in words:
            at = token.start() + word.start()
            yield Use(path, source.count("\n", 0, at) + 1, word[0].strip("_").lower())


def page_uses(path: str, source: str) -> Iterator[Use]:
    """The uses in a page of documentation, outside its code."""
    prose = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), source)
    for word in _PROSE.finditer(prose):
        yield Use(path, prose.count("\n", 0, word.start()) + 1, word[0].lower())


def _is_docstring(source: str, token: "re.Match[str]") -> bool:
    return '"""' in token[0][:5] and not source[source.rfind("\n", 0, token.start()) + 1 : token.start()].strip()


def main() -> None:
    """List the uses."""
    for row in uses():
        print(f"{row.path}:{row.line}: {row.word}")


if __name__ == "__main__":
    main()
