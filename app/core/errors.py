"""Domain errors, and the one handler that answers them: a problem document for the API, a page otherwise."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from flask import Flask, Response, current_app, g, json, request
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from app.core.languages import reading_language
from app.core.providers import Provider
from app.core.refusals import worded_problem

log = structlog.get_logger(__name__)
_OVERTAKEN = frozenset({"23505", "23503", 2067, 1555, 787})
"""A value that is there already, or a row referred to that is gone: as PostgreSQL and SQLite call them."""
FieldErrors = dict[str, Any]
NO_ITEM = "This item does not exist."


class BeyondSchema(str):
    """A reason for refusing a value that no schema can express: by other values, stored rows, the clock or a file.

    Tests that compare answers with the schemas accept these reasons only; callers read plain text.
    """

    __slots__ = ()

    def format(self, *args: object, **kwargs: object) -> "BeyondSchema":
        """Return the reason with its values, as validators of marshmallow fill them in."""
        return BeyondSchema(super().format(*args, **kwargs))


class DomainError(Exception):
    """A rule that was not met; services raise these and know nothing of HTTP."""

    status = 400
    code = "bad_request"

    def __init__(
        self,
        detail: str = "",
        *,
        code: str | None = None,
        errors: FieldErrors | None = None,
        headers: dict[str, str] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or type(self).code
        self.errors = errors or {}
        self.headers = headers or {}
        self.extra = extra or {}


class NotSignedIn(DomainError):
    """No visitor, or a token that is not worth anything (401)."""

    status, code = 401, "not_signed_in"

    def __init__(self, detail: str = "Sign in first.", **more: Any) -> None:
        super().__init__(detail, headers={"WWW-Authenticate": "Bearer"}, **more)


class Forbidden(DomainError):
    """The visitor is known and may not do this (403)."""

    status, code = 403, "not_allowed"


class NotFound(DomainError):
    """No such thing, or none that this visitor may know of (404)."""

    status, code = 404, "not_found"

    def __init__(self, detail: str = NO_ITEM, **more: Any) -> None:
        super().__init__(detail, **more)


class Conflict(DomainError):
    """A duplicate, or a transition the present state does not allow (409)."""

    status, code = 409, "conflict"


class Gone(DomainError):
    """It was here and is not kept any more (410)."""

    status, code = 410, "gone"


class Stale(DomainError):
    """The row has changed since the revision in If-Match (412)."""

    status, code = 412, "stale"

    def __init__(self, detail: str = "Someone else has changed this. Load it again.", **more: Any) -> None:
        super().__init__(detail, **more)


class Invalid(DomainError):
    """Values that do not fit, by field (422)."""

    status, code = 422, "invalid"

    def __init__(self, errors: FieldErrors, detail: str = "Some values are not valid.", **more: Any) -> None:
        super().__init__(detail, errors=errors, **more)


@contextmanager
def field_error(field: str) -> Iterator[None]:
    """Report what the enclosed look-up does not find as an error of the field that names it."""
    try:
        yield
    except NotFound as error:
        raise Invalid({field: [BeyondSchema(error.detail)]}) from None


def engine_code(error: DBAPIError) -> str | int:
    """What the engine calls an error: PostgreSQL's five characters, or SQLite's extended number."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state if state is not None else int(getattr(error.orig, "sqlite_errorcode", 0))


def at_most(longest: int, text: str, field: str) -> str:
    """The text, or Invalid by its field: a name may fit its own column and outgrow another without its case."""
    if len(text) > longest:
        raise Invalid({field: [f"Too long: {longest} characters at most."]})
    return text


class PreconditionRequired(DomainError):
    """A write on a stored thing came without If-Match (428)."""

    status, code = 428, "precondition_required"

    def __init__(self, detail: str = "Send If-Match with the revision you loaded.", **more: Any) -> None:
        super().__init__(detail, **more)


class TooMany(DomainError):
    """A limit was reached; `retry_after` says in how many seconds to come back (429)."""

    status, code = 429, "too_many_requests"

    def __init__(
        self, retry_after: int, detail: str = "Too many attempts. Try again in a moment.", **more: Any
    ) -> None:
        super().__init__(detail, headers={"Retry-After": str(retry_after)}, **more)


class Unavailable(DomainError):
    """A part we depend on does not answer now (503)."""

    status, code = 503, "unavailable"

    def __init__(self, detail: str = "Please try again in a moment.", **more: Any) -> None:
        super().__init__(detail, headers={"Retry-After": "1"}, **more)


def problem(status: int, detail: str = "", code: str = "", errors: FieldErrors | None = None) -> dict[str, Any]:
    """The one error shape (RFC 9457) with our additions: code, errors by field, request id."""
    return describe_problem(
        status, detail, code, errors=errors, instance=request.path, request_id=g.get("request_id", "")
    )


def describe_problem(
    status: int,
    detail: str = "",
    code: str = "",
    *,
    errors: FieldErrors | None = None,
    instance: str = "",
    request_id: str = "",
) -> dict[str, Any]:
    """The same of what never became a request."""
    title = HTTP_STATUS_CODES.get(status, "Error")
    return {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail or title,
        "instance": instance,
        "code": code or title.lower().replace(" ", "_"),
        "errors": errors or {},
        "request_id": request_id,
    }


@Provider
def answer_without_database() -> Response | None:
    """Return what the present request may be answered while the database is away, if anything."""
    return None


PageProblem = Callable[[dict[str, Any], dict[str, str]], Response]


def answer_problem(body: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """The problem as JSON in its caller's language for API requests, as a page for a browser's navigation."""
    page: PageProblem | None = current_app.extensions.get("page_problem")
    if page is not None and not is_api_request():
        return page(body, headers or {})
    body = worded_problem(body, reading_language())
    response = Response(json.dumps(body), body["status"], content_type="application/problem+json")
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    return response


RESERVED = ("/api", "/jwt", "/w", "/v1", "/openai", "/webhooks", "/hooks", "/static", "/media", "/card")


def is_api_path(path: str) -> bool:
    """Whether a path lies under a prefix that is never a page."""
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in RESERVED)


def is_api_request() -> bool:
    """Whether the present request wants data: by its path, or because it does not prefer HTML."""
    if is_api_path(request.path):
        return True
    accepted = request.accept_mimetypes
    return accepted.quality("text/html") <= accepted.quality("application/json") or not accepted.provided


def register(app: Flask, outage_of: Callable[[BaseException], DomainError | None]) -> None:
    """Install the handlers; they stand above flask-smorest's, which would answer JSON to everyone.

    `outage_of` tells the outage behind an error that nobody expected, where there is one.
    """

    @app.errorhandler(DomainError)
    def _domain(error: DomainError) -> Response:
        body = problem(error.status, error.detail, error.code, error.errors) | error.extra
        return answer_problem(body, error.headers)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response | HTTPException:
        if error.code is None or error.code < 400:
            return error  # A redirect is its own answer.
        status = error.code
        data = getattr(error, "data", None) or {}
        errors = _flat(data.get("messages")) if isinstance(data, dict) else {}
        code = "invalid" if status == 422 else ""
        detail = "Some values are not valid." if errors else (error.description or "")
        headers = {
            k: v for k, v in error.get_headers(request.environ) if k in {"Allow", "Retry-After", "WWW-Authenticate"}
        }
        if isinstance(data, dict):
            headers.update(data.get("headers") or {})
        return answer_problem(problem(status, detail, code, errors), headers)

    @app.errorhandler(StaleDataError)
    def _stale(_error: StaleDataError) -> Response:
        return answer_problem(problem(412, "Someone else has changed this. Load it again.", "stale"))

    @app.errorhandler(IntegrityError)
    def _integrity(error: IntegrityError) -> Response:
        if engine_code(error) not in _OVERTAKEN:
            return _unknown(error)
        log.warning("overtaken", detail=str(error.orig).partition("\n")[0][:200])
        return _domain(Conflict("Someone else just changed related data. Load it again.", code="overtaken"))

    @app.errorhandler(Exception)
    def _unknown(error: Exception) -> Response:
        outage = outage_of(error)
        if outage is not None:
            log.warning(
                "outage", code=outage.code, error=type(error).__name__, detail=str(error).partition("\n")[0][:200]
            )
            answer = answer_without_database() if outage.code == Unavailable.code else None
            return answer or _domain(outage)
        log.exception("unhandled", error=type(error).__name__)
        if app.config["PROPAGATE_EXCEPTIONS"]:
            raise error
        return answer_problem(problem(500, "Something went wrong. It has been logged.", "internal"))


def _flat(messages: Any) -> FieldErrors:
    """Webargs nests messages by location (`json`, `query`…); a reader wants them by field."""
    if not isinstance(messages, dict):
        return {"_": messages} if messages else {}
    flat: FieldErrors = {}
    for location, fields in messages.items():
        if isinstance(fields, dict):
            flat.update({str(k): v for k, v in fields.items()})
        else:
            flat[str(location)] = fields
    return flat
