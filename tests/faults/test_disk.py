"""A full disk: writes are refused and say why, reading goes on, nothing is half-written, and all is well after."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.core.db.availability import FULL_SECONDS
from tests.factories.installations import dialogue_lines
from tests.faults.installation import Installation, copy, running

SIZE_MB = 96
KNOWN = 1.1
"""Seconds after which every process has looked at its disk again: each does so for itself, once a second."""
FORGOTTEN = FULL_SECONDS + 0.1
"""Seconds after which no process remembers a write that met a full disk."""


@pytest.fixture
def small_disk(template: Path) -> Iterator[Path]:
    """A prepared folder on a disk of its own that is soon full."""
    place = Path(tempfile.mkdtemp(prefix="parley-d-"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "parley", place], capture_output=True)
    if mounted.returncode != 0:
        place.rmdir()
        message = f"NO SMALL DISK: this test may not mount one ({mounted.stderr.decode().strip()})"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    try:
        yield copy(template, place)
    finally:
        subprocess.run(["umount", "-l", place], check=True)
        place.rmdir()


def fill(folder: Path) -> None:
    """Leave no byte free."""
    with (folder / "filler").open("ab", buffering=0) as target, suppress(OSError):
        for size in (2**20, 2**12, 1):
            with suppress(OSError):
                while target.write(b"x" * size):
                    pass


def create(site: Installation, name: str) -> int:
    """The status of creating a bot."""
    return site.api("/api/v1/bots", "POST", {"name": name, "group": "service"}).status


def test_a_full_disk_makes_read_only_until_there_is_room(small_disk: Path) -> None:
    with running(small_disk) as site:
        assert site.flask("init").returncode == 0, "sets the ballast aside"
        assert (small_disk / "ballast").stat().st_size >= 2**20
        cookie = site.sign_in()
        assert create(site, "disk before") == 201
        fill(small_disk)
        time.sleep(KNOWN)
        refused = site.api("/api/v1/bots", "POST", {"name": "disk full", "group": "service"})
        assert refused.headers["content-type"].startswith("application/problem+json")
        assert (refused.json["code"], refused.json["read_only"]) == ("storage_full", True)
        assert "retry-after" in refused.headers
        boundary = uuid.uuid4().hex
        form = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
        upload = form.encode() + dialogue_lines(1) + f"\r\n--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        assert site.ask(
            "/api/v1/imports", "POST", data=upload, Content_Type=kind, Authorization=f"Bearer {site.token}"
        ).status == 507  # fmt: skip
        # Reading goes on, and pages say what is the matter.
        for path in ("/api/v1/bots", "/api/v1/reports/dashboard", "/api/v1/conversations?r=all"):
            assert site.api(path).status == 200
        # What would leave as a file must be written down, and cannot be.
        for path in ("/api/v1/conversations.csv?r=all", "/api/v1/audit/file"):
            assert (site.api(path).status, site.api(path).json["code"]) == (507, "storage_full")
        notice = b"Saving is unavailable."
        page = site.page("/admin/bots", cookie)
        assert page.status == 200 and notice in page.body
        ready = site.ask("/readyz")
        assert (ready.status, ready.json["degraded"], ready.json["checks"]["disk"]["ok"]) == (200, True, False)
        form = "/submit?call=/api/v1/bots&method=POST&page=/admin/bots"
        answer = site.page(form, cookie, "name=x&group=service")
        assert answer.status == 507 and b"Saving is unavailable" in answer.body
        # The room set aside is given back, and what was refused can be done.
        rescued = site.flask("db", "rescue")
        assert rescued.returncode == 0, rescued.stdout + rescued.stderr
        time.sleep(FORGOTTEN)
        assert create(site, "disk rescued") == 201
        (small_disk / "filler").unlink()
        time.sleep(KNOWN)
        assert site.ask("/readyz").json["checks"]["disk"]["ok"] is True
        assert notice not in site.page("/admin/bots", cookie).body
        assert create(site, "disk after") == 201
        stored = site.bots("disk ")
        assert set(stored) == {"disk before", "disk rescued", "disk after"}
        assert not list((small_disk / "imports").glob("*")) if (small_disk / "imports").exists() else True
        assert "unhandled" not in site.log()
        site.check()


def test_a_disk_that_fills_in_the_midst_of_writes_loses_none(small_disk: Path) -> None:
    with running(small_disk, SSR_WORKERS="0") as site:
        free = shutil.disk_usage(small_disk).free
        # A little more than is kept free: writes meet the end themselves, not only the look at the disk.
        with (small_disk / "filler").open("wb") as target:
            os.posix_fallocate(target.fileno(), 0, free - 2_200_000)
        names, refused = list[str](), 0
        for _ in range(600):
            name = f"disk {uuid.uuid4().hex}"
            status = create(site, name)
            assert status in {201, 507}, site.log()[-2000:]
            names += [name] if status == 201 else []
            refused += status == 507
            if refused == 5:
                break
            if len(names) == 40:
                fill(small_disk)
        assert refused == 5 and names
        (small_disk / "filler").unlink()
        site.until(lambda: create(site, "disk after") == 201, "writes are taken again")
        assert set(site.bots("disk ")) == {*names, "disk after"}
        with sqlite3.connect(small_disk / "parley.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert "unhandled" not in site.log()
