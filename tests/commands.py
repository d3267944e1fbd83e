"""The product's commands in processes of their own, forked from one that has loaded the product already.

Loading takes longer than most commands. The first command starts the process the others are forked from; it ends with
the tests.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from app import areas, factory  # noqa: F401

_LONGEST_SECONDS = 300
_context: ForkServerContext = get_context("forkserver")
_context.set_forkserver_preload([__name__])
for _kind in ("models", "routes", "jobs", "cli"):
    areas.modules(_kind)


def flask(
    words: tuple[str, ...], env: dict[str, str], fault: Callable[[], None] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run `flask …` with this environment and nothing else of it; what it printed and its exit code.

    A fault is a function of a module, called in the command's process before the command.
    """
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = _context.Process(target=_run, args=(words, env, str(out), str(err), fault))
        process.start()
        process.join(_LONGEST_SECONDS)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(words, _LONGEST_SECONDS)
        return subprocess.CompletedProcess(words, process.exitcode, out.read_text(), err.read_text())


def _run(words: tuple[str, ...], env: dict[str, str], out: str, err: str, fault: Callable[[], None] | None) -> None:
    """Become the command, in the forked process."""
    from flask.cli import main

    for number, path in enumerate((out, err), start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update(env)
    if fault is not None:
        fault()
    sys.argv = ["flask", "--app", "wsgi", *words]
    main()
