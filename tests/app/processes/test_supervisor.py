"""The supervisor: what dies is started again, what ends ends together."""

import base64
import os
import pty
import re
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.config import ROOT, Settings
from app.processes import GRACE_SECONDS, supervisor
from app.processes.supervisor import Child, children, end, node
from app.web.health_probe import Pulse


def wait_for(child: Child) -> None:
    """Watch until the child is alive."""
    for _ in range(50):
        child.watch()
        if child.process is not None and child.process.poll() is None:
            return
        time.sleep(0.02)


def test_a_dead_child_is_back_within_a_second() -> None:
    child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"])
    wait_for(child)
    first = child.process
    assert first is not None
    first.kill()
    first.wait()
    began = time.monotonic()
    for _ in range(100):
        child.watch()
        if child.process is not None and child.process is not first:
            break
        time.sleep(0.02)
    assert child.process is not None
    assert child.process.pid != first.pid
    assert time.monotonic() - began < 1
    end([child])
    assert child.process.poll() is not None


def test_those_who_serve_others_end_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[str]()

    class Process:
        def __init__(self, name: str) -> None:
            self.name = name

        def poll(self) -> int | None:
            return 0 if self.name in ended else None

        def send_signal(self, _number: int) -> None:
            ended.append(f"asked {self.name}")

        def wait(self, _seconds: float) -> int:
            ended.append(self.name)
            return 0

    renderer, web = Child("renderer", [], pulse=Pulse(str(tmp_path / "socket"))), Child("web", [])
    monkeypatch.setattr(Child, "kill", lambda _self: None)
    for child in (renderer, web):
        monkeypatch.setattr(child, "process", Process(child.name))
    end([renderer, web])
    assert ended == ["asked web", "web", "asked renderer", "renderer"]


def test_a_child_that_cannot_start_is_tried_ever_more_slowly() -> None:
    child = Child("broken", [sys.executable, "-c", "raise SystemExit(3)"])
    child.start()
    assert child.process is not None
    child.process.wait()
    child.watch()
    assert (child.process, child.deaths) == (None, 1)
    assert child.not_before > time.monotonic()


def test_a_new_build_replaces_the_renderer(tmp_path: Path) -> None:
    source = tmp_path / "worker.mjs"
    source.write_text("1")
    child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], source=source)
    wait_for(child)
    first = child.process
    assert first is not None
    source.unlink()
    look(child)
    assert first.poll() is None
    source.write_text("2")
    child.seen -= 1
    look(child)
    assert first.wait(5) != 0
    end([child])


def look(child: Child) -> None:
    """Watch, and look at the source whenever it was looked at last."""
    child.look_at = 0.0
    child.watch()


def test_a_renderer_waits_for_the_first_build(tmp_path: Path) -> None:
    source = tmp_path / "worker.mjs"
    child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], source=source)
    child.watch()
    assert child.process is None and child.deaths == 0
    source.write_text("1")
    wait_for(child)
    end([child])


def test_changed_code_replaces_what_runs_it(tmp_path: Path) -> None:
    (tmp_path / "area").mkdir()
    code = tmp_path / "area" / "service.py"
    code.write_text("1")
    child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], source=tmp_path)
    wait_for(child)
    first = child.process
    assert first is not None
    (tmp_path / "area" / "notes.txt").write_text("no code")
    look(child)
    assert first.poll() is None
    os.utime(code, (time.time() + 9, time.time() + 9))
    look(child)
    assert first.wait(5) != 0
    wait_for(child)
    assert child.process is not first
    end([child])


def test_what_could_not_start_is_tried_at_once_when_its_code_changes(tmp_path: Path) -> None:
    code = tmp_path / "broken.py"
    code.write_text("raise SystemExit(3)")
    child = Child("broken", [sys.executable, str(code)], source=tmp_path, not_before=time.monotonic() + 1000)
    look(child)
    assert child.process is not None, "it has not been looked at yet, so it counts as changed"
    child.process.wait()
    child.watch()
    child.not_before += 1000
    look(child)
    assert child.process is None
    os.utime(code, (time.time() + 9, time.time() + 9))
    look(child)
    assert child.process is not None
    end([child])


def test_ctrl_c_reaches_the_supervisor_alone() -> None:
    child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"])
    wait_for(child)
    assert child.process is not None
    assert os.getpgid(child.process.pid) == child.process.pid != os.getpgid(0)
    end([child])


def test_an_installation_is_renderers_models_jobs_and_web(settings: Settings) -> None:
    family = children(replace(settings, ssr_workers=3))
    names = [child.name for child in family]
    assert names == ["renderer 1", "renderer 2", "renderer 3", "understanding", "jobs", "web"]
    assert len({child.command[-1] for child in family[:3]}) == 3
    assert all(child.source is None for child in family[3:])
    inside = children(replace(settings, understanding="inside"))
    assert "understanding" not in {child.name for child in inside}
    developing = children(settings, reload=True)
    assert developing[0].name == "bundler" and developing[0].command[-1] == "--watch"
    assert all(child.source == ROOT / "app" for child in developing[-2:])
    assert Path(node()).name == "node"


STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


def test_what_a_process_leaves_behind_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.5)
    pid_file = tmp_path / "pid"
    child = Child("stubborn", ["sh", "-c", f'exec "{sys.executable}" -c "$0" > {pid_file}', STUBBORN])
    wait_for(child)
    while not pid_file.exists() or not pid_file.read_text().endswith("\n"):
        time.sleep(0.02)
    end([child])
    assert child.process is not None and child.process.returncode == -signal.SIGKILL
    state = Path(f"/proc/{pid_file.read_text().strip()}/stat")
    # It has been killed, which takes effect when it is next on.
    for _ in range(200):
        if not state.exists() or state.read_text().split()[2] == "Z":
            return
        time.sleep(0.02)
    pytest.fail("a process was left behind")


def test_a_stop_leaves_time_for_what_is_under_way_and_samples_leave_time_for_a_stop() -> None:
    unit, compose = (ROOT / "deploy/systemd/parley.service").read_text(), (ROOT / "compose.yaml").read_text()
    samples = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.M) + re.findall(r"stop_grace_period: (\d+)s", compose)
    assert len(samples) == 2
    assert GRACE_SECONDS < supervisor.STOP_SECONDS < min(map(int, samples))


def test_a_taken_port_stops_the_start(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert supervisor.supervise(replace(settings, port=port), lambda: None) == 1
    # An address of documentation, which no machine has.
    assert supervisor.supervise(replace(settings, host="192.0.2.1", port=port), lambda: None) == 1


ON_TERMINAL = """
import os, signal, sys, time
from app.processes.supervisor import Run, children
from app.config import load_settings
signal.signal(signal.SIGHUP, signal.SIG_IGN)
run = Run(load_settings(), children(load_settings()), [], None)
signal.signal(signal.SIGHUP, run.renew)
os.kill(os.getpid(), signal.SIGHUP)
asked = run._stopping
print("ready", flush=True)
for _ in range(500):
    time.sleep(0.02)
    if run._stopping:
        break
os._exit(0 if run._stopping and not asked else 1)
"""


def test_a_terminal_that_goes_is_the_end_and_a_wish_for_new_code_is_not(settings: Settings) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        key = ",".join(f"{name}:{base64.b64encode(raw).decode()}" for name, raw in settings.data_keys)
        env = os.environ | {"INSTANCE": str(settings.instance), "SECRET_KEY": settings.secret_key, "DATA_KEYS": key}
        os.execve(sys.executable, [sys.executable, "-c", ON_TERMINAL], env)
    output = b""
    while b"ready\r\n" not in output:
        output += os.read(terminal, 1000)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
