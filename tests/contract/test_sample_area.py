"""An area is a folder on each side and one line in `app/areas.py`: here one more is put into a copy of the product."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.factories.sample_area import EDITS

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "fixtures" / "sample_area"
COPIED = ("app", "ssr", "templates", "tests", "ui", "docs", "package.json", "setup.cfg", "wsgi.py")
LEFT_OUT = shutil.ignore_patterns("build", "dist", "output", "fixtures", "__pycache__")
CHECKS = "tests/app/samples/sample_area.py"


def test_one_more_area_needs_one_line_and_its_folders(tmp_path: Path) -> None:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copytree(SAMPLE, tmp_path, dirs_exist_ok=True)
    for name, (before, after) in EDITS.items():
        edited = tmp_path / name
        edited.write_text(edited.read_text().replace(before, after))
    run(["node", "ui/build.mjs", "--quick"], tmp_path)
    output = run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", CHECKS], tmp_path)
    assert "5 passed" in output


def run(command: list[str], folder: Path) -> str:
    """What a command in the copy prints; the test fails with it when the command does."""
    left = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TEST_DATABASE"))}
    done = subprocess.run(command, cwd=folder, env=left | {"PYTHONPATH": str(folder)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
