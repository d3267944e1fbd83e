"""The process that understands, killed and hanging: bots answer meanwhile, and it is back by itself."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from tests.faults.installation import SERVED, Installation, running

SAID = "I'd like to get my car serviced"


def say(site: Installation, sandbox: str, text: str) -> dict[str, Any]:
    """A turn of the sandbox."""
    answer = site.api(f"/api/v1/sandbox/{sandbox}/messages", "POST", {"text": text})
    assert answer.status == 200, answer.body
    return dict(answer.json)


def test_bots_answer_while_nobody_understands(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="0") as site:
        new = {"name": "Desk", "group": "service", "template": "service-booking"}
        bot = site.api("/api/v1/bots", "POST", new).json["id"]

        def state() -> str:
            return str(site.api(f"/api/v1/bots/{bot}/training").json["state"])

        site.until(lambda: state() == "ready", "the bot has learnt its phrases")
        sandbox = str(site.api("/api/v1/sandbox", "POST", {"bot": bot}).json["id"])

        def understands() -> bool:
            return bool(say(site, sandbox, SAID)["trace"]["understanding"])

        assert understands()
        (process,) = site.processes("understanding")
        os.kill(process.pid, signal.SIGSTOP)
        begun = time.monotonic()
        hung = say(site, sandbox, SAID)["trace"]
        assert hung["understanding"] is False and time.monotonic() - begun < 10
        assert say(site, sandbox, "book a service")["trace"]["intent"]["name"] == "service.book"
        site.until(
            lambda: process.pid not in {child.pid for child in site.processes("understanding")}, "it is replaced"
        )
        site.until(understands, "another one understands")
        site.kill("understanding", 0)
        site.until(understands, "and another one")
        # It ends with the others.
        (last,) = site.processes("understanding")
    assert not last.is_running()


def test_training_outlives_the_process(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="0") as site:
        new = {"name": "Desk", "group": "service", "template": "sales-enquiry"}
        bot = site.api("/api/v1/bots", "POST", new).json["id"]
        site.until(lambda: site.kill("understanding", 0), "the process is there to be killed")

        def ready() -> bool:
            return bool(site.api(f"/api/v1/bots/{bot}/training").json["state"] == "ready")

        site.until(ready, "the bot has learnt its phrases after all")
