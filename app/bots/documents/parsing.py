"""Reading files in a process of their own that the kernel ends at its limits: what they hold is not to be trusted."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson

from app.bots.documents.blocks import Block, Content, Unreadable, read_blocks

SECONDS, MEMORY = 60, 1024 * 2**20
"""Processor time and memory of one file."""
BEAT = 5.0
"""Seconds after which the caller hears that reading goes on."""
ROOT = Path(__file__).parents[3]
INHERITED = ("PATH", "LANG", "LC_", "COVERAGE")


def parse(data: bytes, kind: str, beat: Callable[[], None] = lambda: None) -> Content:
    """Return what is in a file; Unreadable with the reason where that cannot be found out within the limits."""
    process = subprocess.Popen(  # noqa: S603 - our own module, a kind of our own
        [sys.executable, "-m", "app.bots.documents.parsing", kind],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT,
        # Keys and addresses of databases are none of its business.
        env={name: value for name, value in os.environ.items() if name.startswith(INHERITED)},
    )  # fmt: skip
    given: bytes | None = data
    try:
        for _ in range(int(2 * SECONDS / BEAT)):
            try:
                answer, _ = process.communicate(given, timeout=BEAT)
                break
            except subprocess.TimeoutExpired:
                given = None
                beat()
        else:
            raise Unreadable("too_long")
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        raise Unreadable("too_long" if process.returncode == -24 else "crashed")
    read = orjson.loads(answer)
    if "reason" in read:
        raise Unreadable(read["reason"])
    return Content([Block(*block) for block in read["blocks"]], read["title"], read["pages"])


def _serve(kind: str) -> None:
    """Read one file from the standard input and write what is in it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    try:
        content = read_blocks(sys.stdin.buffer.read(), kind)
        answer = {"blocks": [list(block) for block in content.blocks], "title": content.title, "pages": content.pages}
    except Unreadable as error:
        answer = {"reason": error.reason}
    except MemoryError:
        answer = {"reason": "too_large"}
    except Exception:
        answer = {"reason": "broken"}
    sys.stdout.buffer.write(orjson.dumps(answer))


if __name__ == "__main__":
    _serve(sys.argv[1])
