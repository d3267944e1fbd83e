"""Figures of the structure of `app` and `ui`: `make map`."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import grimp

from tests.factories.sample_area import EDITS
from tests.rules.cycles import knots, of_interface, of_packages
from tests.rules.passing import passed

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120
KINDS = {".py", ".ts", ".tsx", ".mts", ".mjs", ".css"}
EXEMPT = {
    "ui/components/icons.ts": "SVG path data",
    "ui/widget/icons.ts": "SVG path data",
    "ui/api/schema.ts": "written by openapi-typescript",
    "ui/features/office/todo/InlineMarkdown.tsx": "one regular expression",
}
LEFT_OUT = {"dist", "static", "output", "migrations", "__pycache__"}
_TEST_MODULE = re.compile(r"(?:^|\.)test_\w+(?:\.|$)")
_DIRECTIVE = re.compile(r"  # (?:type: ignore|noqa).*$| // eslint-disable-line.*$")


def layers() -> list[str]:
    """The groups from top to bottom, as setup.cfg has them."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    return config["importlinter:contract:order"]["layers"].split()


def between_groups(graph: grimp.ImportGraph) -> set[tuple[str, str]]:
    """Which group imports which; types alone are not counted."""
    pairs = set()
    for module in graph.modules:
        for target in graph.find_modules_directly_imported_by(module):
            pair = tuple(name.split(".")[1] if "." in name else "" for name in (module, target))
            if all(pair) and pair[0] != pair[1]:
                pairs.add((pair[0], pair[1]))
    return pairs


def depth(pairs: set[tuple[str, str]], order: list[str]) -> int:
    """The longest chain of groups that import each other."""
    levels: dict[str, int] = {}
    for group in reversed(order):
        levels[group] = 1 + max((levels.get(target, 0) for source, target in pairs if source == group), default=0)
    return max(levels.values())


def undefined_properties(sheets: dict[str, str], code: dict[str, str]) -> list[str]:
    """Custom properties that sheets use without a fallback and that nothing defines: no sheet, no script, no place."""
    sheets = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for name, text in sheets.items()}
    defined = {name for text in sheets.values() for name in re.findall(r"(--[\w-]+)\s*:", text)}
    for text in code.values():
        defined |= set(re.findall(r"--[\w-]+", text))
        if "geometry" in text:
            defined |= {f"--{name}" for name in re.findall(r"\b(\w+)(?=[,:} ])", text)}
    return sorted(
        f"{name}: {use}"
        for name, text in sheets.items()
        for use in set(re.findall(r"var\((--[\w-]+)\)", text)) - defined
    )


def columns(line: str) -> int:
    """How many columns a line takes, without what a tool reads at its end."""
    code = _DIRECTIVE.sub("", line)
    return sum(0 if unicodedata.category(character) in {"Mn", "Me", "Cf"} else 1 for character in code)


def wide() -> list[str]:
    """The lines beyond 120 columns, by file and number; drawings, what programs write and old migrations left out."""
    findings = []
    for folder in ("app", "ui", "ssr", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            place = file.relative_to(ROOT).as_posix()
            if file.suffix not in KINDS or place in EXEMPT or any(part in LEFT_OUT for part in file.parts):
                continue
            lines = enumerate(file.read_text().splitlines(), 1)
            findings += [f"{place}:{n}" for n, line in lines if columns(line) > WIDTH and "data:image/svg" not in line]
    return findings


def imported_tests(folder: Path = ROOT / "tests") -> list[str]:
    """List the imports of test modules, by file and line: what tests share belongs to `tests/factories`."""
    imports = []
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                if any(_TEST_MODULE.search(module + alias.name) for alias in node.names):
                    imports.append(f"{file.relative_to(folder.parent).as_posix()}:{node.lineno}")
    return imports


def decorators() -> float:
    """How many decorators a view of a call has, in the mean."""
    counts = []
    for file in (ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            listing = [ast.unparse(name) for name in getattr(node, "decorator_list", [])]
            if any(re.match(r"\w+\.(?:get|post|put|patch|delete)\(", name) for name in listing):
                counts.append(len(listing))
    return sum(counts) / len(counts)


def styles() -> Iterator[str]:
    """All lines of the sheets."""
    for file in (ROOT / "ui").rglob("*.css"):
        yield from file.read_text().splitlines()


def main() -> None:
    """Print each figure beside its goal."""
    graph = grimp.build_graph("app", exclude_type_checking_imports=True)
    order = layers()
    pairs = between_groups(graph)
    upward = [
        pair for pair in pairs if all(name in order for name in pair) and order.index(pair[0]) > order.index(pair[1])
    ]
    root = [file.name for file in (ROOT / "app").glob("*.py")]
    warm, lines = passed(), wide()
    rows = (
        ("cycles of packages of app", len(knots(of_packages(graph))), "0"),
        ("cycles of files of ui", len(knots(of_interface(ROOT))), "0"),
        ("upward imports", len(upward), "0"),
        ("levels of groups in app", depth(pairs, order), "≤ 10"),
        ("modules at app's root", len(root), "≤ 8"),
        ("decorators a view", round(decorators(), 2), "≤ 2"),
        ("lines of styles", len([*styles()]), "≤ 8,000"),
        ("files a warm page passes", len(warm.files), "≤ 30"),
        ("  their packages", len(warm.packages), ""),
        ("  calls from one package into another", warm.crossings, ""),
        ("lists an area edits", len(EDITS), "≤ 2"),
        (f"lines beyond {WIDTH} columns", len(lines), "0"),
        ("modules of app", len(graph.modules), ""),
        ("imports among them", graph.count_imports(), ""),
        ("groups", len(order), ""),
    )
    for name, value, goal in rows:
        print(f"{name:<42}{value:>7,}   {goal}".rstrip())
    for knot in knots(of_packages(graph)):
        print(f"cycle: {', '.join(sorted(knot))}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
