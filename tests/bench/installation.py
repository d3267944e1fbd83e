"""An installation to measure: its own folder, demonstration data, processes and port."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Installation:
    """Where it listens and what its commands need."""

    port: int
    folder: Path
    env: dict[str, str]

    def flask(self, *words: str) -> float:
        """Run a command; returns the seconds it took."""
        begun = time.perf_counter()
        subprocess.run([BIN / "flask", *words], cwd=ROOT, env=self.env, check=True, capture_output=True)
        return time.perf_counter() - begun


def _free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def installation() -> Iterator[Installation]:
    """A running installation with one render worker, so that one worker is compared with one worker."""
    folder, port = Path(tempfile.mkdtemp(prefix="parley-bench-")), _free_port()
    env = os.environ | {
        "INSTANCE": str(folder), "PORT": str(port), "FLASK_APP": "wsgi", "APP_ENV": "development",
        "SSR_WORKERS": "1", "DATABASE_URL": "", "REDIS_URL": "", "PATH": f"{BIN}:{os.environ['PATH']}",
    }  # fmt: skip
    made = Installation(port, folder, env)
    subprocess.run([sys.executable, "-m", "app.keys"], cwd=ROOT, env=env, check=True)
    made.flask("init")
    made.flask("seed", "demo")
    log = (folder / "log").open("wb")
    server = subprocess.Popen(
        [BIN / "flask", "serve"], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=log, text=True
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if "Parley is at" in line:
                break
        time.sleep(3)  # The kept copies are made in the first seconds.
        yield made
    finally:
        server.terminate()
        server.wait()
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def bare_server(site: Installation, size: int) -> Iterator[int]:
    """The port of our web server, as configured, around one string."""
    port = _free_port()
    (site.folder / "bare.py").write_text(
        f'BODY = b"x" * {size}\n\n\n'
        "def app(_environ, start_response):\n"
        '    start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(BODY)))])\n'
        "    return [BODY]\n"
    )
    env = site.env | {"BIND": f"127.0.0.1:{port}", "PYTHONPATH": f"{ROOT}:{site.folder}"}
    words = [BIN / "gunicorn", "-c", ROOT / "app" / "server" / "conf.py", "bare:app"]
    server = subprocess.Popen(words, cwd=site.folder, env=env, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()
