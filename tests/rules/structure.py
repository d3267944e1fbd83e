"""Figures of the structure of `app` and `ui`: `make map`."""

from configparser import ConfigParser
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120


def layers() -> list[str]:
    """The groups from top to bottom, as setup.cfg has them."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    return config["importlinter:contract:order"]["layers"].split()


def between_groups(graph: grimp.ImportGraph) -> set[tuple[str, str]]:
    """Which group imports which; types alone are not counted."""
    found = set()
    for module in graph.modules:
        for target in graph.find_modules_directly_imported_by(module):
            pair = tuple(name.split(".")[1] if "." in name else "" for name in (module, target))
            if all(pair) and pair[0] != pair[1]:
                found.add((pair[0], pair[1]))
    return found


def depth(pairs: set[tuple[str, str]], order: list[str]) -> int:
    """The longest chain of groups that import each other."""
    levels: dict[str, int] = {}
    for group in reversed(order):
        levels[group] = 1 + max((levels.get(target, 0) for source, target in pairs if source == group), default=0)
    return max(levels.values())


def wide(folder: str, *kinds: str) -> int:
    """How many lines are longer than 120 columns."""
    files = [file for kind in kinds for file in (ROOT / folder).rglob(f"*.{kind}") if "dist" not in file.parts]
    return sum(len(line) > WIDTH for file in files for line in file.read_text().splitlines())


def main() -> None:
    """Print the figures."""
    graph = grimp.build_graph("app", exclude_type_checking_imports=True)
    order = layers()
    pairs = between_groups(graph)
    upward = [
        pair for pair in pairs if all(name in order for name in pair) and order.index(pair[0]) > order.index(pair[1])
    ]
    root = [file.name for file in (ROOT / "app").glob("*.py")]
    print(f"modules {len(graph.modules)}, imports {graph.count_imports()}")
    print(f"groups {len(order)}, levels {depth(pairs, order)}, upward {len(upward)}")
    print(f"modules at app's root {len(root)}: {', '.join(sorted(root))}")
    print(f"lines beyond {WIDTH} columns: Python {wide('app', 'py')}, TypeScript {wide('ui', 'ts', 'tsx')}")


if __name__ == "__main__":
    main()
