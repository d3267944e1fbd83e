"""A private Redis."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def require_redis() -> None:
    """Skip the test where Redis is not installed, and fail it in CI."""
    if not shutil.which("redis-server"):
        message = "NO REDIS: install Debian's package redis-server"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)


@contextmanager
def run_redis(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a private Redis without a file of its own."""
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd="/")
    try:
        yield server
    finally:
        server.kill()
        server.wait()


def redis_answers(port: int) -> bool:
    """Return whether Redis answers on a port."""
    from redis import Redis

    try:
        return bool(Redis(port=port, socket_timeout=1).ping())
    except Exception:
        return False
