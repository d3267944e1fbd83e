"""`python -m tests.rules.words`: words that names, comments and docstrings avoid, with their places.

`words.json` has how often each folder still uses them. Numbers only fall: `--lower` writes those that did.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from app.processes.supervisor import node

ROOT = Path(__file__).resolve().parents[2]
BUDGET = Path(__file__).with_name("words.json")
_STEMS = "told|anew|who(?:m)?ever|somebody|oneself|stands|mend(?:s|ed|ing)?|withdraw(?:s|n|ing|al)?|la(?:y|ys|id) in"
"""Words that nothing says: names, comments, docstrings."""
_WHOLE = "told|found|said|given|one|shown|asked|kept|made"
"""Identifiers that name how a value came about instead of what it is."""
_PROSE = re.compile(rf"\b(?:{_STEMS})\b", re.IGNORECASE)
_PARTS = re.compile(rf"(?<![A-Za-z])(?:{_STEMS.replace(' ', '_')})(?![A-Za-z])", re.IGNORECASE)
_EXACT = re.compile(rf"_*({_WHOLE})_*")
_GENERATED = {"app/migrations", "app/static", "ssr/dist", "tests/output", "ui/api/schema.ts"}
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
    """Every use in `app`, `ui`, `ssr` and `tests`."""
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


def _is_docstring(source: str, token: "re.Match[str]") -> bool:
    return '"""' in token[0][:5] and not source[source.rfind("\n", 0, token.start()) + 1 : token.start()].strip()


def counts(rows: Iterable[Use]) -> dict[str, int]:
    """How many uses each folder has."""
    folders = Counter(_folder(row.path) for row in rows)
    return dict(sorted(folders.items()))


def _folder(path: str) -> str:
    """The folder a file is counted in: an area of `app`, `ui`, `ui/features` and `tests/app`, else the top."""
    parts = path.split("/")[:-1]
    deep = parts[:2] in (["ui", "features"], ["tests", "app"], ["tests", "ui"])
    return "/".join(parts[: 3 if deep else 2])


def differences(counted: Mapping[str, int], budget: Mapping[str, int]) -> list[str]:
    """What to do about folders whose count is not the one of the budget."""
    rows = []
    for folder in sorted(counted.keys() | budget.keys()):
        count, limit = counted.get(folder, 0), budget.get(folder, 0)
        if count > limit:
            rows.append(f"{folder}: {count} uses, {limit} allowed: `python -m tests.rules.words {folder}` lists them")
        elif count < limit:
            rows.append(f"{folder}: {count} uses, {limit} allowed: `python -m tests.rules.words --lower`")
    return rows


def budget() -> dict[str, int]:
    """The number of uses each folder is allowed."""
    return dict(json.loads(BUDGET.read_text("utf-8")))


def lower(counted: Mapping[str, int]) -> None:
    """Write the counts of folders that have fewer uses than they are allowed."""
    lowered = {folder: min(limit, counted.get(folder, 0)) for folder, limit in budget().items()}
    BUDGET.write_text(
        json.dumps({folder: limit for folder, limit in lowered.items() if limit}, indent=2) + "\n", "utf-8"
    )


def main(arguments: list[str]) -> None:
    """List the uses, those of some folders alone, or lower the budget."""
    rows = uses()
    if arguments == ["--lower"]:
        lower(counts(rows))
        return
    for row in rows:
        if not arguments or any(row.path.startswith(folder) for folder in arguments):
            print(f"{row.path}:{row.line}: {row.word}")


if __name__ == "__main__":
    main(sys.argv[1:])
