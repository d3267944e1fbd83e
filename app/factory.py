"""Making the application: settings, extensions, areas, pages, errors, headers, commands – in that order."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from app import (
    areas,
    cli,
    envelope,
    errors,
    headers,
    health,
    logs,
    maintenance,
    outages,
    reference,
    requests,
    security,
)
from app.api import OrjsonProvider
from app.config import Settings, load_settings
from app.db import MAX_ID, engine_options, prepare_engine
from app.extensions import api, db, jwt, migrate
from app.limits import limits
from app.pages import registration as pages
from app.security import LARGEST_BODY

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

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask does, which refuses strange hosts; but whoever watches us on this machine needs no name of ours."""
        # Of probes alone: what they answer has no link in it that a forged host could turn.
        if request is not None and request.path in requests.PROBES:
            if _LOOPBACK.fullmatch(request.environ.get("HTTP_HOST", "")):
                return self.url_map.bind_to_environ(request.environ)
        return super().create_url_adapter(request)


def build(settings: Settings | None = None) -> Flask:
    """The application of these settings, or of the environment's."""
    settings = settings or load_settings()
    app = Application(
        "app", instance_path=str(settings.instance), static_url_path="/static", template_folder="../templates"
    )
    _configure(app, settings)
    logs.configure(settings)
    requests.register(app)
    maintenance.register(app, settings)
    outages.register(app, settings)
    _extend(app, settings)
    envelope.register(app, settings)
    security.register(app)
    health.register(app)
    areas.register(app)
    reference.register(app)
    pages.register(app)
    errors.register(app, outages.met)
    headers.register(app, settings)
    cli.register(app)
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
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=0)  # type: ignore[method-assign]


def _extend(app: Flask, settings: Settings) -> None:
    """Bind the extensions."""
    db.init_app(app)
    areas.modules("models")
    import_module("app.conversations.rollup_models")
    import_module("app.jobs")
    import_module("app.idempotency")

    migrate.init_app(app, db, directory="app/migrations", render_as_batch=True, compare_type=True)
    with app.app_context():
        prepare_engine(db.engine, settings)
    jwt.init_app(app)
    limits.init_app(app, settings)
    api.init_app(app)
