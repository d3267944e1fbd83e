"""Names, comments, docstrings and documentation avoid some words."""

from pathlib import Path

import pytest

from tests.rules import words


def test_nothing_uses_them() -> None:
    assert words.uses() == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("found = row.found\nself.found = 1\n", ["found", "found"]),
        ("def test_somebody_is_told(given): ...\n", ["somebody", "given"]),
        ('"""Made anew."""\ntext = "anew"\n# Somebody', ["anew", "somebody"]),
        ("from hypothesis import given\n@given(x)\nrows.one()\nfoundation = stand = some_one = 1\n", []),
        ('def f():\n    r"""Lay\n    in, and lay in."""\n    return f"""told {x}"""\n', ["lay in"]),
    ],
)
def test_names_comments_and_docstrings_of_python_are_read(source: str, expected: list[str]) -> None:
    assert [use.word for use in words.python_uses("a.py", source)] == expected


def test_documentation_is_read_without_its_code() -> None:
    page = "# Made anew\n\nIt is `told`.\n\n```\nsomebody\n```\n\nWhoever.\n"
    assert list(words.page_uses("a.md", page)) == [words.Use("a.md", 1, "anew"), words.Use("a.md", 9, "whoever")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("const found = row.found; const { told: rows, said } = found;", ["found", "said", "found"]),
        ("const value = { found: 1, given }; const isTold = 1;", ["given", "told"]),
        ('test.each([1])("somebody %s", () => is("anew")); it(`told ${x}`, () => {});', ["somebody", "told"]),
        ("/** Made anew. */ const a = /told/; // Somebody\nconst b = <p>whoever</p>;", ["anew", "somebody"]),
        ("function a() {\n  b();\n  // Made anew.\n}", ["anew"]),
        ("const foundation = 1, someone = 'told';", []),
    ],
)
def test_names_comments_and_tests_of_typescript_are_read(source: str, expected: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a.tsx"
    file.write_text(source)
    assert [use.word for use in words.script_uses([str(file)])] == expected
