"""An API read with a query of 2 ms on PostgreSQL, through everything a call of ours passes, at 64 connections."""

from pathlib import Path

from tests import postgres
from tests.bench.figures import Figure, at_least, at_most, beside, skipped
from tests.bench.installation import Installation, on_postgresql, prepared, running, web_server
from tests.bench.pages import in_turn, load, sign_in

# The same row after the same wait: once with session, workspace, abilities, schema, once with nothing but Flask.
_OURS = """
from sqlalchemy import func, select
from app import create_app
from app.config import settings_or_exit
from app.core.db.base import db
from app.core.security.operations import Operation, needs
from app.accounts.workspaces.models import Workspace

app = create_app(settings_or_exit())

@app.get("/api/v1/bench")
def bench():
    name, _ = db.session.execute(select(Workspace.name, func.pg_sleep(0.002)).limit(1)).one()
    return {"name": name}

bench.operation = Operation(needs("read", "Dashboard"))
"""
_BARE = """
import os
from flask import Flask
from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://"), pool_size=8)
app = Flask("bare")

@app.get("/api/v1/bench")
def bench():
    with engine.connect() as connection:
        name, _ = connection.execute(text("SELECT name, pg_sleep(0.002) FROM workspace LIMIT 1")).one()
    return {"name": name}
"""


def measure() -> list[Figure]:
    """Requests a second and their 99th percentile, ours against the bare ones."""
    if postgres.binaries() is None:
        return skipped("API read", "there is no PostgreSQL")
    with on_postgresql() as settings, prepared(**settings) as site:
        with running(site):
            cookie = sign_in(site)
        return _both(site, cookie)


def _both(site: Installation, cookie: str) -> list[Figure]:
    """Load the two servers in turn."""
    for name, text in (("bench_ours", _OURS), ("bench_bare", _BARE)):
        Path(site.folder / f"{name}.py").write_text(text)
    headers = {"Accept": "application/json", "Cookie": cookie}
    with (
        web_server(site, "bench_ours:app", site.folder) as ours_port,
        web_server(site, "bench_bare:app", site.folder) as two,
    ):
        ours, bare = in_turn(
            lambda: load(port=ours_port, path="/api/v1/bench", headers=headers, connections=64),
            lambda: load(port=two, path="/api/v1/bench", headers=headers, connections=64),
        )
    return [
        beside("bare Flask with a 2 ms query on PostgreSQL at c = 64, /s", bare["per_second"]),
        beside("bare Flask, p99 ms", bare["ttfb_p99"]),
        at_least("API read with a 2 ms query on PostgreSQL at c = 64, /s", ours["per_second"], 2_000),
        at_most("API read, p99 ms", ours["ttfb_p99"], 80),
        beside("API read against bare Flask", ours["per_second"] / bare["per_second"]),
    ]
