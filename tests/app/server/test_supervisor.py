"""The supervisor: what dies is started again, what ends ends together."""

import sys
import time
from dataclasses import replace
from pathlib import Path

from app.config import Settings
from app.server.supervisor import Child, children, end, node


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
    child.watch()
    assert first.poll() is None
    source.write_text("2")
    child.seen -= 1
    child.watch()
    assert first.wait(5) != 0
    end([child])


def test_an_installation_is_renderers_jobs_and_web(settings: Settings) -> None:
    family = children(replace(settings, ssr_workers=3))
    assert [child.name for child in family] == ["renderer 1", "renderer 2", "renderer 3", "jobs", "web"]
    assert len({child.command[-1] for child in family[:3]}) == 3
    assert Path(node()).name == "node"
