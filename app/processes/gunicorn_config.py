"""Gunicorn's settings: two processes of eight threads, because SQLite's waits would freeze an event loop."""

import gc
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.config import settings_or_exit
from app.processes import GRACE_SECONDS

_settings = settings_or_exit()

bind = os.environ.get("BIND", _settings.address)
backlog = 1024
workers = _settings.web_concurrency
threads = _settings.web_threads
worker_connections = 4000  # Those that wait among them.
worker_class = "app.processes.gunicorn_worker.BufferedThreadWorker"
timeout = 60
graceful_timeout = GRACE_SECONDS
keepalive = 65  # Longer than a proxy's 60 s, so that the proxy closes first.
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 8190
limit_request_fields = 100
limit_request_field_size = 16_380
preload_app = (
    True  # One copy in memory, and a worker that died is there again at once; connections come after the fork.
)
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a heartbeat file, no secrets
control_socket_disable = True
# Who may speak for a visitor is decided in one place, `app/core/http/proxies.py`; gunicorn itself believes nobody.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
header_map = "drop"
forwarder_headers = ""
accesslog = None  # Our own line has the request's id.
loglevel = "warning"
proc_name = "parley"


def when_ready(server: Any) -> None:
    """Look at what the application connects as, before the first worker."""
    # Sockets that were handed to us are not ours to remove.
    server.systemd = server.systemd or bind.startswith("fd://")
    from app.processes.database_role import check_role

    app = server.app.wsgi()
    if "SETTINGS" in getattr(app, "config", {}):  # A benchmark serves others by these settings, too.
        check_role(app)


def pre_fork(_server: Any, _worker: Any) -> None:
    """Keep the collector from touching, and so copying, what the workers share."""
    gc.collect()
    gc.freeze()


def post_fork(_server: Any, worker: Any) -> None:
    """End with the master, however that ends."""
    from app.processes.parent_death import end_with

    end_with(worker.ppid)


def post_worker_init(_worker: Any) -> None:
    """Tell the supervisor that someone serves."""
    with suppress(OSError, ValueError):
        os.write(int(os.environ.get("PARLEY_READY", "")), b".")


def child_exit(_server: Any, _worker: Any) -> None:
    """Keep a dead worker's figures, but not its files."""
    from app.processes.metrics import fold

    fold()
