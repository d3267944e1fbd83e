"""How long an installation takes to be ready, and what it holds in memory when nobody asks anything."""

import http.client
import time
from contextlib import suppress
from pathlib import Path

import psutil

from tests.bench.figures import Figure, amount, at_most, beside
from tests.bench.installation import Installation, prepared, running

FILES = "mapped files"


def ready(site: Installation) -> bool:
    """Whether /readyz says so."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=1)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def memory(pid: int) -> dict[str, float]:
    """MB of each process of an installation by what it is, and of the files they map, which the kernel may take back.

    The process that understands is left out: `understanding` measures it. Shared pages are counted once, in shares.
    """
    sizes: dict[str, float] = {}
    for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        with suppress(psutil.NoSuchProcess, FileNotFoundError):  # Web workers are replaced now and then.
            words = " ".join(process.cmdline())
            if "app.bots.understanding" in words:
                continue
            kinds = {"worker.mjs": "renderer", "gunicorn": "web", "parley: jobs": "jobs"}
            kind = next((kind for sign, kind in kinds.items() if sign in words), "supervisor")
            lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:]
            kb = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
            sizes[kind] = sizes.get(kind, 0) + (kb["Pss"] - kb["Pss_File"]) / 1024
            sizes[FILES] = sizes.get(FILES, 0) + kb["Pss_File"] / 1024
    return sizes


def measure() -> list[Figure]:
    """Start with the default settings, then leave it alone for a while."""
    with prepared(SSR_WORKERS="2") as site:
        begun = time.perf_counter()
        with running(site) as server:
            while not ready(site):
                time.sleep(0.02)
            took = time.perf_counter() - begun
            time.sleep(amount(8, 1))
            held = memory(server.pid)
    return [
        at_most("from the command to ready, s", took, 3),
        *(beside(f"memory of an idle installation, {kind}, MB", value) for kind, value in sorted(held.items())),
        at_most("memory of an idle installation, MB", sum(held.values()), 350),
    ]
