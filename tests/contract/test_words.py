"""Names, comments and docstrings avoid some words; what is left of them only becomes less."""

import json
from pathlib import Path

import pytest

from tests.rules import words
from tests.rules.words import Use


def test_each_folder_has_exactly_the_uses_it_is_allowed() -> None:
    assert words.differences(words.counts(words.uses()), words.budget()) == []


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


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("const found = row.found; const { told: rows, said } = found;", ["found", "said", "found"]),
        ("const value = { found: 1, given }; const isTold = 1;", ["given", "told"]),
        ('test.each([1])("somebody %s", () => is("anew")); it(`told ${x}`, () => {});', ["somebody", "told"]),
        ("/** Made anew. */ const a = /told/; // Somebody\nconst b = <p>whoever</p>;", ["anew", "somebody"]),
        ("const foundation = 1, someone = 'told';", []),
    ],
)
def test_names_comments_and_tests_of_typescript_are_read(source: str, expected: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a.tsx"
    file.write_text(source)
    assert [use.word for use in words.script_uses([str(file)])] == expected


def test_an_area_is_a_folder_of_its_own() -> None:
    paths = ("app/core/db/base.py", "app/core/a.py", "app/config.py", "tests/app/core/test_a.py", "ssr/server.ts")
    assert words.counts(Use(path, 1, "told") for path in paths) == {
        "app": 1, "app/core": 2, "ssr": 1, "tests/app/core": 1
    }  # fmt: skip


def test_more_is_refused_and_less_must_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words.differences({"app": 2, "ui": 1}, {"app": 2, "ui": 1}) == []
    more, new, less = words.differences({"app": 3, "ssr": 1}, {"app": 2, "ui": 1})
    assert more.startswith("app: 3 uses, 2 allowed") and new.startswith("ssr: 1 uses, 0 allowed")
    assert less.startswith("ui: 0 uses, 1 allowed") and less.endswith("--lower`")
    monkeypatch.setattr(words, "BUDGET", tmp_path / "words.json")
    words.BUDGET.write_text(json.dumps({"app": 2, "ui": 1, "ssr": 4}))
    words.lower({"app": 3, "ssr": 1})
    assert words.budget() == {"app": 2, "ssr": 1}
