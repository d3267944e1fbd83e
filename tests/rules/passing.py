"""What a warm page passes: files of `app` that are called, their packages, and calls from one package to another.

Out of the real renderer, for an administrator's dashboard in a workspace of its own; `make map` prints it.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APP = f"{ROOT / 'app'}/"
PAGE = "/reports/dashboard"


@dataclass
class Passed:
    """Files called, and how often a call leads from one package into another."""

    files: set[str] = field(default_factory=set)
    crossings: int = 0

    @property
    def packages(self) -> set[str]:
        """The folders of the files."""
        return {file.rpartition("/")[0] for file in self.files}

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Write down a call; for `sys.setprofile`."""
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(APP):
            return
        self.files.add(file)
        caller = frame.f_back.f_code.co_filename if frame.f_back else ""
        folders = (caller.rpartition("/")[0], file.rpartition("/")[0])
        self.crossings += caller.startswith(APP) and folders[0] != folders[1]


@contextmanager
def renderer(folder: Path) -> Iterator[str]:
    """The socket of a real render worker."""
    from app.processes.supervisor import node
    from app.web.health_probe import answers

    path = str(folder / "w.sock")
    process = subprocess.Popen([node(), str(ROOT / "ssr/dist/worker.mjs"), path], stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                if answers(path, 1):
                    break
            except OSError:
                time.sleep(0.05)
        yield path
    finally:
        process.terminate()
        process.wait(10)


def passed() -> Passed:
    """What the second of two requests passes."""
    from app import create_app
    from app.accounts.auth import service, tokens
    from app.cli import create_schema
    from app.core.db.base import db
    from app.core.db.tenancy import within
    from app.web.worker import Renderer
    from tests.conftest import add_person, add_workspace, settings_in

    folder = Path(tempfile.mkdtemp(prefix="parley-map-"))
    passed_files = Passed()
    try:
        with renderer(folder) as socket:
            app = create_app(settings_in(folder))
            app.extensions["site"].renderer = Renderer([socket])
            with app.app_context():
                create_schema()
                with within(add_workspace("Meridian Motors").id):
                    session = service.open_session(add_person("admin"), "cookie", service.Device("127.0.0.1", "map"))
                    db.session.commit()
                    browser = app.test_client()
                    browser.set_cookie("access", tokens.access_token(session))
            for profile in (None, None, passed_files.note):
                sys.setprofile(profile)
                answer = browser.get(PAGE, headers={"Accept": "text/html"}, buffered=True)
                sys.setprofile(None)
                if answer.status_code != 200 or '<div id="root"><' not in answer.text:
                    raise SystemExit(f"{PAGE} was not rendered: {answer.status_code}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return passed_files
