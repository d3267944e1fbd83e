"""Where pages meet Flask: their route, what comes before and after every request, and the files of the build."""

import re
import time
from typing import Any

from flask import Blueprint, Flask, Response, g, request
from werkzeug.routing import BaseConverter, Map

from app.config import Settings
from app.core.errors import RESERVED, is_api_path, is_api_request
from app.core.security.nested import nested_request
from app.core.security.operations import FILE
from app.web import fallback, forms, seo
from app.web.problems import problem_page
from app.web.site import make_site, site
from app.web.views import show

blueprint = Blueprint("pages", __name__)
_NAME = re.compile(r"<(?:int:)?\w+>")
NEVER_PAGES = tuple(prefix[1:] for prefix in (*RESERVED, "/submit", "/b", "/r", "/o"))


class PagePath(BaseConverter):
    """A path that may be a page's: not under a reserved prefix, nor of a call, which answer their own 404s and 405s."""

    part_isolating = False

    def __init__(self, url_map: Map, *args: Any, **kwargs: Any) -> None:
        """Leave the calls there are by now to themselves where nobody can read them: they come before pages."""
        super().__init__(url_map, *args, **kwargs)
        rules = {rule.rule[1:] for rule in url_map.iter_rules() if "GET" not in (rule.methods or ())}
        patterns = {_NAME.sub("[^/]+", re.escape(rule)) for rule in rules}
        calls = "|".join(sorted(rule for rule in patterns if "<" not in rule))
        self.regex = rf"(?!(?:{'|'.join(NEVER_PAGES)})(?:/|$)|(?:{calls})$).*?"


def _page_instead() -> Response | None:
    """The page where page and API share an address and a browser navigates there."""
    if request.method not in {"GET", "HEAD"} or nested_request() is not None:
        return None
    if request.endpoint in {"pages.show", None} or is_api_path(request.path):
        return None
    table = site().table
    if request.path not in table.plain and request.path not in table.moved:
        return None
    g.shares_address = True
    return None if is_api_request() else show(request.path.lstrip("/"))


def _mark_shared(response: Response) -> Response:
    """Say that the answer depends on what was accepted, where page and API share an address."""
    if g.get("shares_address"):
        response.vary.add("Accept")
    return response


def _keep_secrets(response: Response) -> Response:
    """Have nobody keep a page that was made of an answer nobody may keep."""
    if g.get("holds_secrets") and nested_request() is None:
        response.headers["Cache-Control"] = "no-store"
        response.headers.pop("ETag", None)
    return response


@blueprint.get("/static/build/<path:name>")
def built(name: str) -> Response:
    """A file of the interface's build."""
    return site().assets.send(name)


built.operation = FILE  # type: ignore[attr-defined]


def register(app: Flask) -> None:
    """Add the page view, forms, files, robots and sitemap, and let errors be pages."""
    settings: Settings = app.config["SETTINGS"]
    app.extensions["site"] = make_site(app, settings)
    app.url_map.converters["page"] = PagePath
    app.before_request(_page_instead)
    app.after_request(_mark_shared)
    app.after_request(_keep_secrets)
    for rule in ("/", "/<page:path>"):
        app.add_url_rule(rule, "pages.show", show, methods=["GET"], strict_slashes=False)
    for module in (seo, forms):
        module.register(blueprint)
    app.register_blueprint(blueprint)
    app.extensions["page_problem"] = problem_page
    app.extensions["started"] = time.monotonic()
    fallback.register(app)
