"""The private parts of libraries that we depend on are still there: `docs/private-parts.md` lists them."""

import inspect
import re
from pathlib import Path

import flask_smorest
import marshmallow as ma
import pytest
from flask import Flask
from gunicorn import http
from gunicorn.config import Config
from gunicorn.workers import gthread
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

ROOT = Path(__file__).resolve().parents[2]
ROUTER = ROOT / "node_modules" / "react-router" / "dist"
THREAD_WORKER = {
    "accept": ["self", "listener"],
    "on_client_socket_readable": ["self", "conn", "client"],
    "finish_request": ["self", "conn", "fs"],
    "handle_request": ["self", "req", "conn"],
    "handle_error": ["self", "req", "client", "addr", "exc"],
    "murder_pending": ["self"],
    "init_process": ["self"],
    "load_wsgi": ["self"],
}


@pytest.mark.parametrize("name", THREAD_WORKER)
def test_gunicorns_worker_has_the_methods_that_ours_replaces(name: str) -> None:
    method = getattr(gthread.ThreadWorker, name)
    assert list(inspect.signature(method).parameters) == THREAD_WORKER[name]


def test_gunicorns_worker_keeps_its_connections_where_ours_looks() -> None:
    worker = gthread.ThreadWorker(1, 1, [], None, 30, Config(), None)
    assert {"poller", "method_queue", "nr_conns", "keepalived_conns"} <= vars(worker).keys()
    assert callable(worker.method_queue.defer) and gthread.STOP_KEEPALIVE_LINGER > 0
    assert list(inspect.signature(gthread.TConn).parameters) == ["cfg", "sock", "client", "server"]
    assert list(inspect.signature(http.get_parser).parameters)[:3] == ["cfg", "source", "source_addr"]


def test_figures_of_processes_are_files_that_can_be_read_and_written(tmp_path: Path) -> None:
    file = tmp_path / "counter_1.db"
    file_values = MmapedDict(str(file))  # type: ignore[no-untyped-call]
    file_values.write_value("a", 2.0, 0.0)  # type: ignore[no-untyped-call]
    assert file_values.read_value("a") == (2.0, 0.0)  # type: ignore[no-untyped-call]
    file_values.close()  # type: ignore[no-untyped-call]
    (stored,) = MmapedDict.read_all_values_from_file(str(file))  # type: ignore[no-untyped-call]
    assert stored[:2] == ("a", 2.0)
    assert MultiProcessCollector(None, str(tmp_path))._path == str(tmp_path)  # type: ignore[no-untyped-call]


def test_the_router_has_the_history_that_ours_is_made_of() -> None:
    assert any("UNSAFE_createBrowserHistory" in file.read_text() for file in ROUTER.rglob("index.d.ts"))


def test_the_build_finds_the_data_routes_it_leaves_out() -> None:
    files = [file for file in ROUTER.rglob("components.js") if file.parent.name == "lib"]
    assert files and all(re.search(r"= (React[$\w]*\.memo\()", file.read_text()) for file in files)


def test_views_carry_their_description_where_ours_is_added() -> None:
    blueprint = flask_smorest.Blueprint("sample", __name__)

    @blueprint.route("/")
    @blueprint.response(200, ma.Schema.from_dict({"a": ma.fields.Integer()}))
    def view() -> dict[str, int]:
        """Answer."""
        return {"a": 1}

    assert view._apidoc["response"]
    app = Flask(__name__)
    app.register_blueprint(blueprint)
    assert app.test_client().get("/").json == {"a": 1}


def test_a_field_reads_its_value_by_a_method_that_ours_extend() -> None:
    assert "_deserialize" in vars(ma.fields.String) and ma.fields.String().deserialize("a") == "a"
