"""Making the application: settings, extensions, areas, pages, errors, headers, commands – in that order."""

import os
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from app import areas, cli
from app.config import Settings, load_settings
from app.core import errors, logs
from app.core.db import availability
from app.core.db.base import engine_options, prepare_engine
from app.core.db.ids import MAX_ID
from app.core.http import headers, maintenance, request_log
from app.core.http.api import OrjsonProvider
from app.core.http.extensions import api, db, jwt
from app.core.http.proxies import Proxies
from app.core.http.rules import LazyRule
from app.core.security import encryption, visitor
from app.core.security.limits import limits
from app.core.security.operations import LARGEST_BODY
from app.operations import health
from app.web import openapi_page
from app.web import registration as pages

_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")


class NoSession(SessionInterface):
    """Our sessions are rows and tokens; Flask's signed cookie is never opened."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Nothing, at no cost."""
        return NullSession()

    def save_session(self, app: Flask, session: object, response: Response) -> None:
        """Nothing to save."""


class Application(Flask):
    """Flask that asks of no hook whether it is asynchronous, for none of ours is, and lets probes ask on loopback."""

    session_interface = NoSession()
    url_rule_class = LazyRule

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask does, which refuses strange hosts; but who watches us on this machine needs no name of ours."""
        # Of probes alone: what they answer has no link in it that a forged host could turn.
        if request is not None and request.path in request_log.PROBES:
            if _LOOPBACK.fullmatch(request.environ.get("HTTP_HOST", "")):
                return self.url_map.bind_to_environ(request.environ)
        return super().create_url_adapter(request)


def build(settings: Settings | None = None) -> Flask:
    """The application of these settings, or of the environment's."""
    # Whatever it is started by: what this process writes (data, keys, mails, uploads, backups) is its owner's alone.
    os.umask(0o077)
    settings = settings or load_settings()
    app = Application(
        "app", instance_path=str(settings.instance), static_url_path="/static", template_folder="../templates"
    )
    _configure(app, settings)
    logs.configure(settings)
    request_log.register(app)
    maintenance.register(app, settings)
    availability.register(app, settings)
    _extend(app, settings)
    encryption.register(app, settings)
    visitor.register(app)
    health.register(app)
    areas.register(app)
    openapi_page.register(app)
    pages.register(app)
    errors.register(app, availability.met)
    headers.register(app, settings)
    app.cli = cli.Commands(app)
    return app


def _configure(app: Flask, settings: Settings) -> None:
    """Everything Flask and its extensions read from `app.config`."""
    app.json = OrjsonProvider(app)
    hosts = [*settings.trusted_hosts]
    app.config.update(
        SETTINGS=settings,
        TESTING=settings.app_env == "testing",
        PROPAGATE_EXCEPTIONS=False,
        SECRET_KEY=settings.secret_key,
        JWT_SECRET_KEY=settings.secret_key,
        JWT_ALGORITHM="HS256",
        JWT_DECODE_LEEWAY=30,
        JWT_COOKIE_CSRF_PROTECT=False,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=engine_options(settings),
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=500_000,
        MAX_FORM_PARTS=200,
        TRUSTED_HOSTS=hosts or None,
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,
        OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="v1/openapi.json",
    )
    # Ids beyond 64 bits and digits of other scripts are no ids: they must end as 404, not in the database.
    int_converter = app.url_map.converters["int"]
    app.url_map.converters["int"] = type(
        "Int64Converter",
        (int_converter,),
        {
            "regex": "[0-9]+",
            "__init__": lambda self, m, *a, **k: int_converter.__init__(self, m, *a, **{"min": 1, "max": MAX_ID} | k),
        },
    )
    app.wsgi_app = Proxies(app.wsgi_app, settings.trusted_proxies)  # type: ignore[method-assign]


def _extend(app: Flask, settings: Settings) -> None:
    """Bind the extensions."""
    db.init_app(app)
    areas.modules("models")
    import_module("app.core.jobs")
    import_module("app.core.http.idempotency")

    with app.app_context():
        prepare_engine(db.engine, settings)
    jwt.init_app(app)
    limits.init_app(app, settings)
    api.init_app(app)
