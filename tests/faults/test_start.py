"""The start of an installation that not everything is right for: what can begin does."""

import socket
from pathlib import Path

import pytest

from tests.factories.installations import start_import
from tests.faults.installation import end, running


def test_jobs_run_whatever_hosts_are_trusted_and_renderers_start(folder: Path) -> None:
    with running(folder, TRUSTED_HOSTS="parley.example", NODE_OPTIONS="--no-such-option") as site:
        import_id = start_import(site, 1, 3)
        site.until(lambda: site.api(f"/api/v1/imports/{import_id}").json["state"] == "done", "the job is done")
        assert site.ask("/readyz", Host=f"127.0.0.1:{site.port}").json["ready"] is True
        assert site.ask("/", Host="127.0.0.1").status == 400
        end(site.server)
        assert site.server.returncode == 0


def test_it_listens_at_an_address_of_the_newer_kind(folder: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with running(folder, HOST="::1", SSR_WORKERS="0") as site:
        assert site.ask("/healthz").status == 200
        assert site.ask("/metrics").status == 200
