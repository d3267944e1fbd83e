"""Figures of several processes, told by any one of them."""

import os
import subprocess
import sys
from pathlib import Path

from app.config import ROOT

COUNT = "from app.requests import REQUESTS; REQUESTS.labels('GET', '/x', 200).observe(0.1)"
TELL = (
    "from app.health import _figures; from prometheus_client import generate_latest as g; print(g(_figures()).decode())"
)


def run(code: str, folder: Path) -> str:
    """What a process of its own prints, which keeps its figures in a folder."""
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    ).stdout


def test_any_process_tells_the_figures_of_all(tmp_path: Path) -> None:
    run(COUNT, tmp_path)
    run(COUNT, tmp_path)
    told = run(f"{COUNT}; {TELL}", tmp_path)
    assert 'http_request_duration_seconds_count{method="GET",route="/x",status="200"} 3.0' in told
