"""Redis gone and back: limits hold in each process, requests do not wait, the log is not flooded."""

import time
from pathlib import Path

from tests.factories.redis import redis_answers, require_redis, run_redis
from tests.faults.installation import Installation, running
from tests.ports import free_port

LIMIT, PROCESSES = 10, 2


def guess(site: Installation, account: str) -> int:
    """The status of one wrong password, from an address of its own account."""
    return site.ask("/jwt/login", "POST", data={"email": account, "password": "wrong"}).status


def test_limits_hold_without_redis_and_are_shared_again_with_it(folder: Path) -> None:
    require_redis()
    port = free_port()
    address = f"redis://127.0.0.1:{port}/0"
    with run_redis(port) as server, running(folder, REDIS_URL=address, SSR_WORKERS="0") as site:
        site.until(lambda: redis_answers(port), "Redis is there")
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
        with run_redis(port):
            site.until(lambda: redis_answers(port), "Redis is back")
            time.sleep(1.1)
            before = site.metric("limiter_fallback_total")
            site.ask("/jwt/login", "POST", data={"email": "client@demo.com", "password": "client"})
            assert site.metric("limiter_fallback_total") == before, "asked again"
