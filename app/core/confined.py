"""Work on files in a process of its own that the kernel ends at its limits: what they hold is not to be trusted."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SECONDS, MEMORY = 60, 1024 * 2**20
"""Processor time and memory (addresses, in bytes) of one file."""
BEAT = 5.0
"""Seconds after which the caller hears that the work goes on."""
ROOT = Path(__file__).parents[2]
INHERITED = ("PATH", "PYTHONPATH", "LANG", "LC_", "COVERAGE")
OUT_OF_TIME = -24
"""What a process returns that the kernel has ended because of its processor time."""


class ProcessFailed(Exception):
    """A process without a result: `too_long` or `crashed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def work_on(
    data: bytes, module: str, task: str, *, seconds: int = SECONDS, memory: int = MEMORY,
    beat: Callable[[], None] = lambda: None,
) -> bytes:  # fmt: skip
    """Return what a module's process makes of a file; Broken where it comes to no end within the limits."""
    process = subprocess.Popen(  # noqa: S603 - modules and tasks of our own
        [sys.executable, "-m", module, task, str(seconds), str(memory)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT,
        # Keys and addresses of databases are none of its business.
        env={name: value for name, value in os.environ.items() if name.startswith(INHERITED)},
    )  # fmt: skip
    content: bytes | None = data
    try:
        for _ in range(int(2 * seconds / BEAT)):
            try:
                result, _ = process.communicate(content, timeout=BEAT)
                break
            except subprocess.TimeoutExpired:
                content = None
                beat()
        else:
            raise ProcessFailed("too_long")
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        raise ProcessFailed("too_long" if process.returncode == OUT_OF_TIME else "crashed")
    return result


def serve(work: Callable[[bytes, str], bytes]) -> None:
    """Bound this process, and write what the work makes of the file on its standard input."""
    task, seconds, memory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    sys.stdout.buffer.write(work(sys.stdin.buffer.read(), task))
