"""The one route of every form: makes an API call as this visitor, then goes on or shows the page again."""

import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from flask import Blueprint, Response, current_app, g, redirect, request
from werkzeug.exceptions import NotFound

from app.core.errors import DomainError, problem
from app.core.http.safe_redirect import safe_next
from app.core.refusals import worded_problem
from app.core.security.csrf import check_csrf
from app.core.security.nested import nest
from app.core.security.operations import PAGE, Operation
from app.web.coercion import KEPT_NAME, KEPT_TEXT, Body, body_for, get_carried_files, is_list
from app.web.page_context import page_locale
from app.web.problems import problem_page, sign_in_address
from app.web.query import read_query
from app.web.rendering import CallResult, call, environ_for, find_operation
from app.web.site import site
from app.web.views import show_personal

METHODS = ("POST", "PUT", "PATCH", "DELETE")
FORWARDED = frozenset({"set-cookie", "clear-site-data", "retry-after"})
SECRET = ("password", "secret", "token", "csrf")
MOST_KEPT = 2**18
"""Bytes of a file that a page shown again carries at most."""
ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}", re.ASCII)
HOLE = re.compile(r"\{(\w+)\}", re.ASCII)
"""What of the place to go on to is in the answer, by its name there."""
_DONE, _EMPTY = re.compile(r"(?<=[?&])done=[^&#]*&?"), re.compile(r"[?&](?=#|$)")
HIDDEN = {"page", "next", "url", "position", "revision"}
"""What forms send of themselves: nobody has typed it."""


def submit() -> Response:
    """Check the form's token, make its call and answer 303, or its page again with what was wrong."""
    target, method = request.args.get("call", ""), request.args.get("method", "POST").upper()
    operation = find_operation(current_app, target, method) if method in METHODS else None
    if operation is None:
        raise NotFound
    body = body_for(operation)
    if g.visitor.user is not None:
        # Who is nobody yet sends no file: a large body takes a thread for as long as it comes.
        request.max_content_length = body.largest
    page = safe_next(request.args.get("page"))
    if operation.renders_answer and site().table.match(_path_of(page)) is None:
        raise NotFound
    try:
        check_csrf(request.form.get("csrf", ""))
    except DomainError as error:
        refusal = problem(error.status, error.detail, error.code) | {"instance": target.partition("?")[0]}
        return _show_refused(page, CallResult(error.status, [], b""), refusal, body)
    result = _make(target, method, body)
    if result.status >= 400:
        return _show_refused(page, result, _problem(result), body)
    if operation.renders(result.data):
        # What was only checked is sent once more.
        typed = _submitted_values(body) if result.status != 201 else {}
        checked = {"status": result.status, "instance": target.partition("?")[0]}
        return _show(page, result, {"values": typed, "problem": checked, "answer": result.data})
    return _onwards(page, result)


submit.operation = Operation(PAGE.access, checks_csrf=True)  # type: ignore[attr-defined]


def _make(target: str, method: str, body: Body) -> CallResult:
    """The form's call, in this process, as this visitor."""
    if body.location == "query":
        extra = urlencode([(k, v) for k, v in request.form.items(multi=True) if k != "csrf"])
        target = f"{target}{'&' if '?' in target else '?'}{extra}" if extra else target
    environ = environ_for(target, method, request.environ, _locale())
    nest(environ, g.visitor, is_form=True)
    revision = request.args.get("revision", "")
    if revision.replace("-", "").replace("_", "").isalnum() and revision.isascii():
        environ["HTTP_IF_MATCH"] = f'"{revision}"'
    if body.location != "query":
        environ |= body.environ(request.form, request.files)
    return call(environ)


def _path_of(page: str) -> str:
    """The path of a page's address as the page table has it."""
    return "/" + page.partition("#")[0].partition("?")[0].strip("/")


def _forward(response: Response, result: CallResult) -> Response:
    """Hand on what the call says to the browser besides its body: cookies above all."""
    for name, value in result.headers:
        if name.lower() in FORWARDED:
            response.headers.add(name, value)
    response.headers["Cache-Control"] = "no-store"
    return response


def _onwards(page: str, result: CallResult) -> Response:
    """303 to where the answer says, else to where the form says to go on, else to its page."""
    data = result.data
    then = request.args.get("then", "")
    if hole := HOLE.search(then):
        # Only the answer knows the id of what was just made.
        key = str(data.get(hole[1], "")) if isinstance(data, dict) else ""
        then = then.replace(hole[0], key) if ID.fullmatch(key) else ""
    page = safe_next(then, page)
    wish = data.get("next") if isinstance(data, dict) else None
    response = redirect(safe_next(wish, page) if isinstance(wish, str) else page, 303, Response)
    assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
    return _forward(response, result)


DETAILS = ("title", "detail", "code", "errors", "request_id", "instance", "obstacles")
"""What of a problem pages show."""


def _problem(result: CallResult) -> dict[str, Any]:
    """The call's problem in our one shape; the specified calls put theirs under `error`."""
    data = result.data
    if not isinstance(data, dict):
        return problem(result.status)
    if isinstance(data.get("error"), dict):
        errors = {name: [text] for name, text in data["error"].items() if text}
        return problem(result.status, " ".join(text for error in errors.values() for text in error), errors=errors)
    details = {key: data[key] for key in DETAILS if key in data}
    if isinstance(details.get("errors"), dict):
        details["errors"] = _by_path(details["errors"])
    return problem(result.status) | details


def _by_path(errors: dict[str, Any], above: str = "") -> dict[str, Any]:
    """The reasons of a problem by the paths of their fields: `week.3.from`, of a mapping the key's (`labels.en`)."""
    flat: dict[str, Any] = {}
    for name, reasons in errors.items():
        path = f"{above}.{name}" if above else name
        if not isinstance(reasons, dict):
            flat[path] = reasons
        elif (
            reasons
            and set(reasons) <= {"key", "value"}
            and all(isinstance(reason, list) for reason in reasons.values())
        ):
            flat[path] = [text for reason in reasons.values() for text in reason]
        else:
            own, below = reasons.get("_schema"), {key: reason for key, reason in reasons.items() if key != "_schema"}
            flat |= ({path: own} if own else {}) | _by_path(below, path)
    return flat


def _submitted_values(body: Body) -> dict[str, str]:
    """The submitted values to show again, lists joined by lines, of others what counts; never passwords and the like.

    A hidden `0` is before a box: the last value is what the call took.
    """
    typed = {
        name: "\n".join(values) if is_list(body.fields, name) else values[-1]
        for name, values in request.form.lists()
        if not _is_secret(name, body)
    }
    return typed | _submitted_files()


def _submitted_files() -> dict[str, str]:
    """What is shown again of files: short texts whole, for a browser does not fill in files."""
    texts = {f"{name}{end}": text for name, kept_file in get_carried_files(request.form).items()
            for end, text in zip((KEPT_NAME, KEPT_TEXT), kept_file, strict=True)}  # fmt: skip
    for name, file in request.files.items():
        if not file.filename:
            continue
        file.stream.seek(0)
        raw = file.stream.read(MOST_KEPT + 1)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        if len(raw) <= MOST_KEPT and "\x00" not in text:
            texts |= {f"{name}{KEPT_NAME}": file.filename, f"{name}{KEPT_TEXT}": text}
    return texts


def _is_secret(name: str, body: Body) -> bool:
    """Whether a field's value is nothing to show again: by its name, or as its call never gives it out."""
    field = body.fields.get(name)
    return (field is not None and field.load_only) or any(part in name.lower() for part in SECRET)


def _show_refused(page: str, result: CallResult, problem: dict[str, Any], body: Body) -> Response:
    """The form's page with what was typed and why it was refused, under the refusal's status."""
    return _show(page, result, {"values": _submitted_values(body), "problem": worded_problem(problem, _locale())})


def _locale() -> str:
    """The language of the form's page."""
    languages = parse_qs(urlsplit(safe_next(request.args.get("page"))).query).get("hl", [""])
    return page_locale(languages[0])


def _show(page: str, result: CallResult, left: dict[str, Any]) -> Response:
    """The form's page with what its call leaves behind."""
    page = _undone(page)
    # A fragment is for where to go on; the page that is shown again begins at its refused form.
    address, _, part = page.partition("#")
    path, _, text = address.partition("?")
    match = site().table.match(_path_of(page))
    if match is None:
        return _forward(problem_page(left["problem"], {}, left["values"]), result)
    if g.visitor.user is None and match.page.access.kind in ("user", "ability"):
        if left["values"].keys() - HIDDEN:
            # A redirect would lose what was typed.
            ended = problem(401) | {"detail": "", "request_id": left["problem"].get("request_id", "")}
            return _forward(problem_page(ended, {}, left["values"]), result)
        response = redirect(sign_in_address(page), 303, Response)
        assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
        return _forward(response, result)
    query = read_query(match.page, text)
    url = f"{path}?{query.canonical}" if query.canonical else path
    return _forward(show_personal(match, url, query, {"page": match.page.name, "part": part} | left), result)


def _undone(page: str) -> str:
    """Return a page's address without the note that says what its form has done: nobody knows that it did."""
    return _EMPTY.sub("", _DONE.sub("", page))


def reload() -> Response:
    """Lead who asks for a form's address again, as browsers do on reloading without sending, to its page."""
    response = redirect(_undone(safe_next(request.args.get("page"))), 303, Response)
    assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
    response.headers["Cache-Control"] = "no-store"
    return response


def register(blueprint: Blueprint) -> None:
    """Add the route."""
    blueprint.add_url_rule("/submit", view_func=submit, methods=["POST"])
    blueprint.add_url_rule("/submit", view_func=reload, methods=["GET"])
