"""The goals of coverage are read as they are written, and a file below them is named."""

from tests.rules.covered import ROOT, goals, judge


def file(lines: int, missing: list[int]) -> dict[str, object]:
    """What coverage.py tells of a file."""
    return {"summary": {"num_statements": lines, "covered_lines": lines - len(missing)}, "missing_lines": missing}


def test_every_pattern_of_a_goal_names_files() -> None:
    for name, (percent, patterns) in goals().items():
        assert 95 <= percent <= 100, name
        for pattern in patterns:
            assert list(ROOT.glob(pattern)), f"{name}: {pattern}"


def test_a_goal_that_is_missed_names_the_lines() -> None:
    files = {"app/a.py": file(10, [3]), "app/b.py": file(10, [])}
    output, good = judge(files, {"all": (95.0, ["app/*"]), "b": (100.0, ["app/b.py"])})
    assert good and output == ["all: 95.00 % of 20 lines in 2 files, wanted 95 %",
                             "b: 100.00 % of 10 lines in 1 files, wanted 100 %"]  # fmt: skip
    output, good = judge(files, {"all": (100.0, ["app/*"])})
    assert not good and output[1:] == ["  app/a.py: [3]"]


def test_a_goal_without_files_is_missed() -> None:
    assert judge({}, {"none": (95.0, ["gone/*"])}) == (["none: 0.00 % of 0 lines in 0 files, wanted 95 %"], False)
