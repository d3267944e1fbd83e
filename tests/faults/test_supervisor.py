"""The supervisor killed, asked to load new code, or restarted behind a socket that someone else holds."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from tests.endurance import repetitions
from tests.factories.loads import write_and_read
from tests.faults.installation import SERVED, Installation, Load, begin, end, running
from tests.ports import free_port

CONTACT = 'import os\nos.environ["SECURITY_CONTACT"] = "mailto:{}@parley.example"\n'
"""Code that is loaded with everything else, and says by a page which version it is."""
STUBBORN = """
import signal, socket, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
held = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("listens", flush=True)
time.sleep(600)
"""


def family(site: Installation, renderers: int) -> list[psutil.Process]:
    """Return every process below the supervisor, once all run: the first worker answers before the last one forks."""
    site.until(lambda: len(_children(site)) == 5 + renderers, "all processes are there")
    return _children(site)


def _children(site: Installation) -> list[psutil.Process]:
    return psutil.Process(site.server.pid).children(recursive=True)


def kill(site: Installation) -> None:
    """End the supervisor without a word to anybody."""
    os.kill(site.server.pid, signal.SIGKILL)
    site.server.wait()


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that still run."""
    living = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                living.append(process)
    return living


def test_children_end_with_a_supervisor_that_is_killed(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="2") as site:
        left = family(site, 2)
        kill(site)
        site.until(lambda: not alive(left), "all have ended by themselves")
        with running(folder, **SERVED, SSR_WORKERS="2", PORT=str(site.port)) as next_one:
            assert next_one.ask("/readyz").json["ready"] is True
            assert "took_over" not in next_one.log()


def test_a_renderer_that_hangs_ends_with_the_supervisor(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="1") as site:
        (renderer,) = site.processes("renderer")
        renderer.suspend()
        kill(site)
        site.until(lambda: not alive([renderer]), "it has ended")


def test_a_start_takes_over_what_a_killed_supervisor_has_left(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="0") as site:
        left = family(site, 0)
        kill(site)
        site.until(lambda: not alive(left), "all have ended by themselves")
        stubborn = subprocess.Popen(
            [sys.executable, "-c", STUBBORN, str(site.port)], process_group=0, stdout=subprocess.PIPE
        )
        foreign = subprocess.Popen(["sleep", "600"], process_group=0)
        try:
            assert stubborn.stdout is not None and stubborn.stdout.readline() == b"listens\n"
            note = folder / f"processes-{site.port}.json"
            noted = json.loads(note.read_text())
            note.write_text(json.dumps(noted | {"groups": [*noted["groups"], stubborn.pid, foreign.pid]}))
            with running(folder, **SERVED, SSR_WORKERS="0", PORT=str(site.port)) as next_one:
                assert next_one.ask("/healthz").status == 200
                assert f"processes=[{stubborn.pid}]" in next_one.log()
            assert stubborn.wait(5) == -signal.SIGKILL
            assert foreign.poll() is None, "what is another program is not ours"
        finally:
            stubborn.kill()
            foreign.kill()
            foreign.wait()


def test_new_code_is_loaded_without_a_lost_request(folder: Path) -> None:
    code = folder / "sitecustomize.py"
    code.write_text(CONTACT.format("first"))
    with running(folder, **SERVED, SSR_WORKERS="1", PYTHONPATH=str(folder)) as site:

        def contact() -> bytes:
            return site.ask("/.well-known/security.txt").body

        assert b"first@" in contact()
        cookie = site.sign_in()
        with (
            Load(lambda n: write_and_read(site, n, []), 3) as load,
            Load(lambda n: site.page("/", cookie).status, 1) as pages,
        ):
            for version in ("second", "third")[: repetitions(1, 2)]:
                old = family(site, 1)
                code.write_text(CONTACT.format(version))
                site.server.send_signal(signal.SIGHUP)
                site.until(lambda old=old: not alive(old), "everything old has gone")
                family(site, 1)
                assert version.encode() + b"@" in contact()
            site.until(lambda: len(load.results) > 20, "requests are answered")
        assert set(load.results) == {"201 200"}, load.count()
        assert set(pages.results) == {200}, pages.count()
        assert site.metric("http_request_duration_seconds_count") > 40, "figures outlive it"
        left = family(site, 1)
        end(site.server)
        assert site.server.returncode == 0 and not alive(left)


def test_code_that_cannot_be_loaded_changes_nothing(folder: Path) -> None:
    code = folder / "sitecustomize.py"
    code.write_text(CONTACT.format("first"))
    with running(folder, **SERVED, SSR_WORKERS="1", PYTHONPATH=str(folder)) as site:
        before = family(site, 1)
        code.write_text(CONTACT.format("second") + 'os.environ["SECRET_KEY"] = "weak"\n')
        with Load(lambda n: write_and_read(site, n, []), 2) as load:
            site.server.send_signal(signal.SIGHUP)
            site.until(lambda: "reload_refused" in site.log(), "it says so")
            time.sleep(1)
        assert set(load.results) == {"201 200"}, load.count()
        assert {process.pid for process in alive(before)} == {process.pid for process in family(site, 1)}
        code.write_text(CONTACT.format("third"))
        site.server.send_signal(signal.SIGHUP)
        site.until(lambda: not alive(before), "put right, it is loaded")
        assert b"third@" in site.ask("/.well-known/security.txt").body


def test_no_request_is_lost_in_a_restart_behind_systemds_socket(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        with running(folder, **SERVED, listener=listener, SSR_WORKERS="0") as site:
            with Load(lambda n: write_and_read(site, n, []), 3) as load:
                for number in range(repetitions(2, 3)):
                    site.until(lambda number=number: len(load.results) > 4 * number, "requests are answered")
                    end(site.server)
                    assert site.server.returncode == 0
                    site.server = begin(site.env, folder, listener)
                site.until(lambda: len(load.results) > 10, "and after the last restart")
            assert set(load.results) == {"201 200"}, load.count()
            old = family(site, 0)
            with Load(lambda n: write_and_read(site, n, []), 3) as load:
                site.server.send_signal(signal.SIGHUP)
                site.until(lambda: not alive(old), "a reload keeps the socket, too")
            assert set(load.results) == {"201 200"}, load.count()
        with socket.create_connection(listener.getsockname(), 5):
            pass  # It is not ours to close.


def test_two_installations_do_not_take_each_others_port(folder: Path) -> None:
    with running(folder, **SERVED, SSR_WORKERS="0", PORT=str(free_port())) as site:
        second = site.flask("--version")  # Any command while it runs.
        assert second.returncode == 0
        try:
            begin(site.env, folder)
        except AssertionError as error:
            assert "port_taken" in str(error)
        else:
            raise AssertionError("a second one has started")
        assert site.ask("/healthz").status == 200 and family(site, 0)
