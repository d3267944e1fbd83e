"""Redis gone and back: limits hold in each process, requests do not wait, the log is not flooded."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.installation import Installation, running
from tests.ports import free_port

LIMIT, PROCESSES = 10, 2


def need_redis() -> None:
    """Go no further where Redis is not installed; in CI that is a failure."""
    if not shutil.which("redis-server"):
        message = "NO REDIS: install Debian's package redis-server"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)


@contextmanager
def redis(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A private Redis that keeps nothing."""
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd="/")
    try:
        yield server
    finally:
        server.kill()
        server.wait()


def answers(port: int) -> bool:
    """Whether Redis is there."""
    from redis import Redis

    try:
        return bool(Redis(port=port, socket_timeout=1).ping())
    except Exception:
        return False


def guess(site: Installation, account: str) -> int:
    """The status of one wrong password, from an address of its own account."""
    return site.ask("/jwt/login", "POST", data={"email": account, "password": "wrong"}).status


def test_limits_hold_without_redis_and_are_shared_again_with_it(folder: Path) -> None:
    need_redis()
    port = free_port()
    address = f"redis://127.0.0.1:{port}/0"
    with redis(port) as server, running(folder, REDIS_URL=address, SSR_WORKERS="0") as site:
        site.until(lambda: answers(port), "Redis is there")
        shared = [guess(site, "admin@demo.com") for _ in range(LIMIT - 3)]
        assert shared == [400] * (LIMIT - 3), "counted together, whichever process answered"
        server.kill()
        server.wait()
        # Reads go on; sign-in stays limited: by what each process has counted before, too.
        alone = [guess(site, "admin@demo.com") for _ in range(PROCESSES * LIMIT)]
        assert alone[0] == 400 and set(alone) == {400, 429}, alone
        assert alone.count(400) <= PROCESSES * LIMIT - (LIMIT - 3)
        assert site.api("/api/v1/bots").status == 200
        assert site.metric("limiter_fallback_total") > 0
        assert 1 <= site.log().count("limiter_fallback") <= PROCESSES, "said once in half a minute by each process"
        with redis(port):
            site.until(lambda: answers(port), "Redis is back")
            time.sleep(1.1)
            before = site.metric("limiter_fallback_total")
            site.ask("/jwt/login", "POST", data={"email": "client@demo.com", "password": "client"})
            assert site.metric("limiter_fallback_total") == before, "asked again"
