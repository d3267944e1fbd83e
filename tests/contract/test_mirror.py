"""The areas of `app`, the features of `ui` and the tests carry the same names; a name on one side alone is found."""

import shutil
from pathlib import Path

import pytest

from tests.rules.mirror import ROOT, problems


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The folders and the files that are looked for, all empty."""
    shutil.copytree(
        ROOT,
        tmp_path,
        copy_function=lambda source, target: Path(target).touch(),
        ignore=lambda folder, names: [name for name in names if not _is_wanted(Path(folder), name)],
        dirs_exist_ok=True,
    )
    return tmp_path


def _is_wanted(folder: Path, name: str) -> bool:
    """Whether a name matters to the rule."""
    if folder == ROOT:
        return name in {"app", "ui", "tests"}
    is_listed = name in {"pages.ts", "api.ts"} or name.startswith("test_") or ".test." in name
    return is_listed or ((folder / name).is_dir() and name not in {"static", "output", "__pycache__", "fixtures"})


def test_names_agree() -> None:
    assert problems() == []


def test_a_name_on_one_side_alone_is_found(copy: Path) -> None:
    assert problems(copy) == []
    (copy / "ui" / "features" / "exports").rename(copy / "ui" / "features" / "files")
    (copy / "tests" / "app" / "audit").rename(copy / "tests" / "app" / "log")
    assert problems(copy) == [
        "files: is a feature and no area",
        "exports: is an area that no feature shows",
        "audit: is an area without tests in tests/app",
        "log: is tested in tests/app and not there",
        "files: is a feature without tests in tests/ui",
        "exports: is tested in tests/ui and not there",
    ]


def test_what_is_no_longer_alone_is_said(copy: Path) -> None:
    (copy / "ui" / "features" / "conversations").mkdir()
    (copy / "ui" / "features" / "conversations" / "pages.ts").touch()
    assert "conversations: is no longer alone (tests/rules/mirror.py)" in problems(copy)
