"""A folder prepared with keys and the demonstration on SQLite, made once for this state of the code and copied.

`python -m tests.demonstration [--whole] [FOLDER…]` makes it, and copies it for whatever is not written in Python.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests import commands

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "output" / "demonstration"
LEFT_OUT = shutil.ignore_patterns("ballast", "*.sock", "*.fifo", "metrics")
"""What belongs to a running installation."""


@cache
def _fingerprint() -> str:
    """A mark of the product's code as it is now."""
    files = (file for kind in ("py", "yaml", "json") for file in (ROOT / "app").rglob(f"*.{kind}"))
    states = sorted(f"{file} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
    return hashlib.sha256("\n".join(states).encode()).hexdigest()[:16]


def prepared(*, whole: bool = False) -> Path:
    """The folder, made by the first process that asks; a tenth of the demonstration unless the whole is wanted."""
    folder = FOLDER / f"{_fingerprint()}-{'whole' if whole else 'small'}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in FOLDER.iterdir():
                if old.is_dir() and not old.name.startswith(_fingerprint()):
                    shutil.rmtree(old)
            unfinished = folder.with_name("unfinished")
            _prepare(unfinished, whole)
            unfinished.rename(folder)
    return folder


def _prepare(folder: Path, whole: bool) -> None:
    """Write keys and database as an operator would."""
    unset = {"SECRET_KEY", "DATA_KEYS", "DATABASE_URL", "DATABASE_OWNER_URL"}
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"INSTANCE": str(folder), "APP_ENV": "development"}
    subprocess.run([sys.executable, "-m", "app.keys"], cwd=ROOT, env=env, check=True)
    ran = commands.flask(("init", "--demo", *([] if whole else ["--small"])), env)
    assert ran.returncode == 0, ran.stderr


def copy_to(target: Path, *, whole: bool = False) -> Path:
    """Copy the folder."""
    return shutil.copytree(prepared(whole=whole), target, dirs_exist_ok=True, ignore=LEFT_OUT)


if __name__ == "__main__":
    whole = "--whole" in sys.argv
    targets = [Path(word) for word in sys.argv[1:] if word != "--whole"]
    prepared(whole=whole)
    for target in targets:
        copy_to(target, whole=whole)
