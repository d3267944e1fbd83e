"""Figures of several processes, reported by any one of them."""

import os
import re
import subprocess
import sys
from pathlib import Path

from app.config import ROOT

COUNT = "from app.core.http.request_log import REQUESTS; REQUESTS.labels('GET', '/x', 200).observe(0.1)"
TELL = (
    "from app.operations.health import _figures; from prometheus_client import generate_latest as g;"
    "print(g(_figures()).decode())"
)


FOLD = "from app.processes.metrics import fold; fold()"


def run(code: str, folder: Path) -> str:
    """What a process of its own prints, which keeps its figures in a folder."""
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    ).stdout


def test_any_process_tells_the_figures_of_all(tmp_path: Path) -> None:
    run(COUNT, tmp_path)
    run(COUNT, tmp_path)
    output = run(f"{COUNT}; {TELL}", tmp_path)
    assert 'http_request_duration_seconds_count{method="GET",route="/x",status="200"} 3.0' in output


def counted(output: str) -> list[str]:
    """The lines of the figure that is counted here, without its sum, which is a matter of roundings."""
    return [line for line in output.splitlines() if line.startswith("http_request") and "_sum" not in line]


def test_the_figures_of_processes_that_ended_stay_and_their_files_go(tmp_path: Path) -> None:
    outputs = [run(f"{COUNT}; {COUNT}; {TELL}", tmp_path) for _ in range(3)][-1]
    assert 'route="/x",status="200"} 6.0' in outputs
    (tmp_path / "counter_999999999.db").touch()  # Killed as it made its file.
    for _ in range(2):
        run(FOLD, tmp_path)
        assert sorted(file.name for file in tmp_path.glob("*.db")) == ["counter_ended.db", "histogram_ended.db"]
        assert counted(run(TELL, tmp_path)) == counted(outputs)


def test_what_is_so_now_ends_with_its_process(tmp_path: Path) -> None:
    output = run(f"from app.core.db.base import IN_USE; IN_USE.inc(3); {TELL}", tmp_path)
    assert "\ndb_pool_in_use 3.0\n" in output
    run(FOLD, tmp_path)
    assert not list(tmp_path.glob("gauge*.db"))
    assert "db_pool_in_use 3.0" not in run(TELL, tmp_path)


def test_the_supervisor_names_the_folder_before_any_figure_is_defined() -> None:
    loaded = run("import sys, app.processes.__main__; print('prometheus_client' in sys.modules)", Path(os.devnull))
    assert loaded == "False\n"


def test_processes_that_fold_and_tell_at_once_count_nothing_twice(tmp_path: Path) -> None:
    ended = 6
    for _ in range(ended):
        run(COUNT, tmp_path)
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    folding = [subprocess.Popen([sys.executable, "-c", FOLD], cwd=ROOT, env=env) for _ in range(3)]
    telling = subprocess.run(
        [sys.executable, "-c", f"for _ in range(20): {TELL}"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert [process.wait() for process in folding] == [0] * len(folding) and telling.returncode == 0, telling.stderr
    counts = set(re.findall(r'_count\{method="GET",route="/x",status="200"\} (.*)', telling.stdout))
    assert counts == {f"{ended}.0"}


def test_the_figures_of_a_process_that_lives_are_left_to_it(tmp_path: Path) -> None:
    output = run(f"{COUNT}; {FOLD}; {COUNT}; {TELL}", tmp_path)
    assert 'http_request_duration_seconds_count{method="GET",route="/x",status="200"} 2.0' in output
