"""The document: the renderer's page, or the bare shell, put into the one HTML template."""

import hashlib
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Response, render_template, request
from markupsafe import Markup

from app.headers import content_security_policy
from app.pages.encoding import encoded
from app.pages.problems import say
from app.pages.rendered import Rendered
from app.pages.session import CSRF_SLOT, Session
from app.pages.site import Site
from app.security import csrf_token

_CSRF_FIELD = f'name="csrf" value="{CSRF_SLOT}"'
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_TABLE = str.maketrans(_ESCAPES)


@dataclass(frozen=True, slots=True)
class Document:
    """A finished document and the policy its styles need."""

    text: str
    policy: str
    session: Session

    def response(self, status: int) -> Response:
        """The answer for one visitor, not to be kept by anyone else."""
        response = Response(self.text, status, content_type="text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Content-Language"] = self.session["locale"]
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Cookie, Accept-Language"
        return response


def state_block(state: dict[str, Any]) -> Markup:
    """The state as JSON that cannot end its script element nor break a line of script."""
    return Markup(orjson.dumps(state).decode().translate(_TABLE))  # noqa: S704 - nothing special is left in it


def document(site: Site, page: Rendered, session: Session, *, hydrate: bool = True) -> Document:
    """The document of a rendered page; its token, if it needs one, is made for this answer alone."""
    html, token = page.html, ""
    if session["csrf"] == CSRF_SLOT:
        token = csrf_token()
        # Only in our own hidden inputs: text that merely looks like the slot is left as it is.
        html = html.replace(_CSRF_FIELD, f'name="csrf" value="{token}"')
    state = page.state | {"session": {**session, "csrf": token}}
    return _fill(site, page.page, session, page.title, page.head, html, state, hydrate=hydrate)


def shell(site: Site, name: str, session: Session, form: dict[str, Any] | None = None) -> Document:
    """The document without its page: the browser plans and renders it from the session."""
    token = csrf_token() if session["csrf"] == CSRF_SLOT else ""
    state: dict[str, Any] = {"session": {**session, "csrf": token}}
    if form is not None:
        state["form"] = form
    head = '<meta name="robots" content="noindex">'
    return _fill(site, name, session, "Parley", head, "", state, is_shell=True)


def _fill(
    site: Site,
    name: str,
    session: Session,
    title: str,
    head: str,
    html: str,
    state: dict[str, Any],
    *,
    is_shell: bool = False,
    hydrate: bool = True,
) -> Document:
    """Put the parts into the template; a page that cannot match its state is left as it is, without a script."""
    table = site.table
    page = table.named(name)
    styles = site.assets.styles(table, page)
    idle = page is not None and page.script == "idle" and bool(table.idle) and not is_shell
    messages = page.messages.get(session["locale"], ()) if page else ()
    text = render_template(
        "page.html",
        session=session,
        title=title,
        head=Markup(head),  # noqa: S704 - markup by our own renderer
        html=Markup(html),  # noqa: S704 - markup by our own renderer
        styles=Markup(styles.text),  # noqa: S704 - the build's own styles
        state=state_block(state),
        entry=(table.idle if idle else table.entry) if hydrate else "",
        modules=() if idle or page is None or not hydrate else (*page.modules, *messages),
        note=say(session["locale"], "script") if is_shell else "",
    )
    return Document(text, content_security_policy((styles.digest,)), session)


def personal(made: Document, page: Rendered) -> Response:
    """A signed-in reader's answer: compressed, with a weak tag that the clock and the token do not change."""
    response = made.response(page.status)
    if page.status == 200:
        # What is shown decides: the state repeats it, with moments and numbers of its own.
        reader = orjson.dumps({**made.session, "now": ""})
        tag = hashlib.sha256(b"\0".join([reader, page.title.encode(), page.head.encode(), page.html.encode()]))
        response.set_etag(tag.hexdigest()[:20], weak=True)
        if request.if_none_match.contains_weak(tag.hexdigest()[:20]):
            response.status_code = 304
            response.set_data(b"")
            return response
    return encoded(response)
