"""Cycles of what imports what: packages of `app`, and files of `ui`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import grimp

_IMPORTED = re.compile(r"""(?:\bfrom|\bimport\(|\bimport)\s*["'](\.[^"']*)["']""")


def knots(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of names each of which reaches every other one of its set (Tarjan's components of two or more)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    components: list[set[str]] = []

    def visit(start: str) -> None:
        work: list[tuple[str, Iterator[str]]] = [(start, iter(sorted(imports.get(start, ()))))]
        order[start] = low[start] = len(order)
        open_.append(start)
        while work:
            name, rest = work[-1]
            target = next(rest, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    at = open_.index(name)
                    components.append(set(open_[at:]))
                    del open_[at:]
            elif target not in order:
                order[target] = low[target] = len(order)
                open_.append(target)
                work.append((target, iter(sorted(imports.get(target, ())))))
            elif target in open_:
                low[name] = min(low[name], order[target])

    for name in sorted(imports):
        if name not in order:
            visit(name)
    return [component for component in components if len(component) > 1]


def of_packages(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """Which folder of `app` imports from which; a module at the root counts as itself."""
    packages = {module for module in graph.modules if graph.find_children(module)} - {"app"}

    def folder(module: str) -> str:
        parent = module.rpartition(".")[0]
        return module if module in packages or parent == "app" else parent

    imports: dict[str, set[str]] = {}
    for module in graph.modules:
        targets = {folder(target) for target in graph.find_modules_directly_imported_by(module)}
        imports.setdefault(folder(module), set()).update(targets - {folder(module)})
    return imports


def of_interface(root: Path) -> dict[str, set[str]]:
    """Which file of `ui` imports which, types and views that are loaded later included."""
    files = {file for kind in ("ts", "tsx") for file in (root / "ui").rglob(f"*.{kind}")}
    imports = {}
    for file in files:
        paths = ((file.parent / name).resolve() for name in _IMPORTED.findall(file.read_text()))
        targets = {at for path in paths for at in _candidates(path) if at in files}
        imports[file.relative_to(root).as_posix()] = {at.relative_to(root).as_posix() for at in targets}
    return imports


def _candidates(path: Path) -> tuple[Path, ...]:
    """The files that an import may mean."""
    return (path, Path(f"{path}.ts"), Path(f"{path}.tsx"), path / "index.ts")
