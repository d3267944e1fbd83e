"""Gunicorn's settings: two processes of eight threads, because SQLite's waits would freeze an event loop."""

import gc
import os
from pathlib import Path
from typing import Any

from app.config import settings_or_exit
from app.server import GRACE_SECONDS

_settings = settings_or_exit()

bind = os.environ.get("BIND", _settings.address)
backlog = 1024
workers = _settings.web_concurrency
threads = _settings.web_threads
worker_connections = 4000  # Those that wait among them.
worker_class = "app.server.worker.BufferedThreadWorker"
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
forwarded_allow_ips = _settings.trusted_proxies or "127.0.0.1,::1"
header_map = "drop"
forwarder_headers = ""
accesslog = None  # Our own line has the request's id.
loglevel = "warning"
proc_name = "parley"


def when_ready(server: Any) -> None:
    """Look at what the application connects as, before the first worker."""
    from app.server.role import check_role

    app = server.app.wsgi()
    if "SETTINGS" in getattr(app, "config", {}):  # A benchmark serves others by these settings, too.
        check_role(app)


def pre_fork(_server: Any, _worker: Any) -> None:
    """Keep the collector from touching, and so copying, what the workers share."""
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, _worker: Any) -> None:
    """Keep a dead worker's figures, but not its files."""
    from app.server.figures import fold

    fold()
