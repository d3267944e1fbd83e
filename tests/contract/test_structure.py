"""The figures of the structure that are laws already, and that they are counted right."""

from pathlib import Path

import pytest

from tests.rules.cycles import knots, of_interface
from tests.rules.structure import ROOT, columns, imported_tests, undefined_properties, wide


def test_no_line_is_beyond_120_columns() -> None:
    assert wide() == []


def test_every_custom_property_that_is_used_is_defined() -> None:
    # The widget's are those of its bot's theme.
    paths = [path for path in (ROOT / "ui").rglob("*.css") if "widget" not in path.parts]
    sheets = {str(path.relative_to(ROOT)): path.read_text() for path in paths}
    scripts = [path for kind in ("*.ts", "*.tsx") for path in (ROOT / "ui").rglob(kind)]
    code = {str(path): path.read_text() for path in scripts}
    assert undefined_properties(sheets, code) == []


def test_a_custom_property_that_nothing_defines_is_found() -> None:
    sheets = {
        "a.css": ":root { --ink: #000 } p { color: var(--ink); fill: var(--paper); top: var(--at); left: var(--x) }"
    }
    code = {"a.tsx": "style={geometry({ at })}", "b.ts": 'style.setProperty("--x", "1px")', "c.ts": "{ paper: 1 }"}
    assert undefined_properties(sheets, code) == ["a.css: --paper"]


def test_no_module_imports_from_a_test_module() -> None:
    assert imported_tests() == []


def test_imports_of_test_modules_are_found(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "import tests.app.test_b\nfrom tests.app.test_b import add\nfrom tests.app import test_b\n"
        "from tests.factories.bots import add_bot\nimport tests.factories.bots\n"
        "def test_local():\n    from tests.app.test_b import add\n"
    )
    lines = [place.rpartition(":")[2] for place in imported_tests(tmp_path)]
    assert lines == ["1", "2", "3", "7"]


@pytest.mark.parametrize(
    ("line", "width"),
    [
        ("कल", 2),
        ("सवा", 3),
        ("a = 1  # type: ignore[index]", 5),
        ("a  # noqa: S506", 1),
        ("a // eslint-disable-line x", 1),
    ],
)
def test_columns_are_what_is_seen_of_the_code(line: str, width: int) -> None:
    assert columns(line) == width


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [{"a", "b", "c"}]),
        ({"a": {"b"}, "b": {"a"}, "c": {"d", "a"}, "d": {"c"}}, [{"a", "b"}, {"c", "d"}]),
        ({"a": {"a"}}, []),
    ],
)
def test_names_that_reach_each_other_are_a_knot(imports: dict[str, set[str]], expected: list[set[str]]) -> None:
    assert knots(imports) == expected


def test_imports_of_the_interface_are_seen(tmp_path: Path) -> None:
    ui = tmp_path / "ui"
    (ui / "lib").mkdir(parents=True)
    (ui / "a.ts").write_text('import { b } from "./lib";\nconst later = () => import("./c");\n')
    (ui / "lib" / "index.ts").write_text('export * from "../c";\nimport "react";\n')
    (ui / "c.tsx").write_text('import type { A } from "./a";\n')
    assert of_interface(tmp_path) == {
        "ui/a.ts": {"ui/lib/index.ts", "ui/c.tsx"},
        "ui/lib/index.ts": {"ui/c.tsx"},
        "ui/c.tsx": {"ui/a.ts"},
    }
