"""The start of an installation that not everything is right for: what can begin does."""

from pathlib import Path

from tests.faults.installation import end, running
from tests.faults.test_killed_runners import upload


def test_jobs_run_whatever_hosts_are_trusted_and_renderers_start(folder: Path) -> None:
    nowhere = str(folder / "nowhere" / "ssr.sock")
    with running(folder, TRUSTED_HOSTS="parley.example", SSR_SOCKET=nowhere) as site:
        one = upload(site, 1, 3)
        site.until(lambda: site.api(f"/api/v1/imports/{one}").json["state"] == "done", "the job is done")
        assert site.ask("/readyz", Host=f"127.0.0.1:{site.port}").json["ready"] is True
        assert site.ask("/", Host="127.0.0.1").status == 400
        end(site.server)
        assert site.server.returncode == 0
