"""The document: the renderer's page, or the bare shell, put into the one HTML template."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Response, current_app, g, request
from markupsafe import Markup

from app.core.http.headers import content_security_policy
from app.core.security.csrf import csrf_binding, csrf_token
from app.web.encoding import encode_response
from app.web.page_context import CSRF_SLOT, PageContext, has_other_looks
from app.web.problems import say
from app.web.site import Site
from app.web.table import Page
from app.web.worker import RenderedPage

_CSRF_FIELD = f'name="csrf" value="{CSRF_SLOT}"'
# Bytes, because replacing in them is a hundred times faster than translating text.
_ESCAPES = (
    (b"<", b"\\u003c"),
    (b">", b"\\u003e"),
    (b"&", b"\\u0026"),
    ("\u2028".encode(), b"\\u2028"),
    ("\u2029".encode(), b"\\u2029"),
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A document up to its styles and scripts: all that does not wait for the page itself."""

    text: str
    policy: str
    context: PageContext
    token: str
    later: str = ""
    """The stylesheet that is linked after the page."""
    icons: str = ""
    """The drawings of the frame's icons, in front of the page."""


@dataclass(frozen=True, slots=True)
class Document:
    """A finished document and the policy its styles need."""

    text: str
    policy: str
    context: PageContext

    def response(self, status: int) -> Response:
        """The answer for one visitor, not to be kept by anyone else."""
        return private(self.text, status, self.policy, self.context)


def private(body: str | Iterable[bytes], status: int, policy: str, context: PageContext) -> Response:
    """A document for one visitor, not to be kept by anyone else."""
    response = Response(body, status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = policy
    response.headers["Content-Language"] = context["locale"]
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language, Save-Data"
    if status in (429, 503):
        response.headers["Retry-After"] = g.get("retry_after", "1")
    return response


def state_block(state: dict[str, Any]) -> Markup:
    """The state as JSON that cannot end its script element nor break a line of script."""
    text = orjson.dumps(state)
    for special, escape in _ESCAPES:
        text = text.replace(special, escape)
    return Markup(text.decode())  # noqa: S704 - nothing special is left in it


def document(site: Site, page: RenderedPage, context: PageContext, *, hydrate: bool = True) -> Document:
    """The document of a rendered page; its token, if it needs one, is made for this answer alone."""
    head = opening(site, site.table.find_page(page.page), context, hydrate=hydrate)
    return Document(head.text + page_rest(head, page), head.policy, context)


def shell(site: Site, name: str, context: PageContext, form: dict[str, Any] | None = None) -> Document:
    """The document without its page: the browser plans and renders it from the context."""
    head = opening(site, site.table.find_page(name), context, is_shell=True)
    return Document(head.text + shell_rest(head, form), head.policy, context)


def opening(
    site: Site, page: Page | None, context: PageContext, *, is_shell: bool = False, hydrate: bool = True
) -> Opening:
    """The document's beginning; a page that cannot match its state is left as it is, without a script."""
    table = site.table
    styles = site.assets.styles(table, page, looks=has_other_looks(context))
    idle = page is not None and page.script == "idle" and bool(table.idle) and not is_shell
    messages = page.messages.get(context["locale"], ()) if page else ()
    text = _block(
        "opening",
        context=context,
        styles=Markup(styles.text),  # noqa: S704 - the build's own styles
        entry=(table.idle if idle else table.entry) if hydrate else "",
        modules=() if idle or page is None or not hydrate else (*page.modules, *messages),
    )
    token = csrf_token() if context["csrf"] == CSRF_SLOT else ""
    later, icons = (table.later, table.frame) if context["user"] else ("", "")
    return Opening(text, content_security_policy((styles.digest,)), context, token, later, icons)


def page_rest(head: Opening, page: RenderedPage) -> str:
    """The rest of a document whose page was rendered."""
    # Only in our own hidden inputs: text that merely looks like the slot is left as it is.
    html = page.html.replace(_CSRF_FIELD, f'name="csrf" value="{head.token}"') if head.token else page.html
    return _block(
        "rest",
        title=page.title,
        head=Markup(page.head),  # noqa: S704 - markup by our own renderer
        html=Markup(html),  # noqa: S704 - markup by our own renderer
        state=state_block(page.state | {"session": {**head.context, "csrf": head.token}}),
        later=head.later,
        icons=Markup(head.icons),  # noqa: S704 - the build's own drawings
    )


def shell_rest(head: Opening, form: dict[str, Any] | None = None) -> str:
    """The rest of a document that its browser must render."""
    state: dict[str, Any] = {"session": {**head.context, "csrf": head.token}}
    if form is not None:
        state["form"] = form
    return _block(
        "rest",
        title="Parley",
        head=Markup('<meta name="robots" content="noindex">'),
        state=state_block(state),
        later=head.later,
        icons=Markup(head.icons),  # noqa: S704 - the build's own drawings
        note=say(head.context["locale"], "script"),
    )


def _block(name: str, **values: Any) -> str:
    """One block of the template, without what Flask adds for templates of other kinds."""
    template = current_app.jinja_env.get_template("page.html")
    return "".join(template.blocks[name](template.new_context(values)))


def personal(document: Document, status: int, tag: str = "") -> Response:
    """The document for one visitor, compressed; 304 when their browser has it already."""
    response = document.response(status)
    if tag and status == 200:
        response.set_etag(tag, weak=True)
        if request.if_none_match.contains_weak(tag):
            return not_modified(response)
    return encode_response(response)


def not_modified(response: Response) -> Response:
    """304 with the headers of the answer it represents."""
    response.status_code = 304
    response.set_data(b"")
    return response


def tag_of(url: str, context: PageContext, answers: dict[str, Any]) -> str:
    """A tag over all that a page is made of, the clock to the hour and the token's secret included."""
    reader = {**context, "now": context["now"][:13], "request": ""}
    made_of = orjson.dumps([url, reader, answers], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(made_of + csrf_binding()).hexdigest()[:20]
