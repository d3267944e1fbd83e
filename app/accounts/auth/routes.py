"""The specified `/jwt/*` calls, and sessions by cookies for our own pages."""

from typing import Any

import orjson
import structlog
from flask import Response, current_app, jsonify, request

from app.accounts.auth import factors, resets, schemas, service, tokens
from app.accounts.auth.entering import code_address, enter, owes_code
from app.accounts.auth.file_addresses import sign_address
from app.accounts.auth.link_shapes import LinkArgs, LinkPasswordArgs
from app.accounts.auth.models import AuthSession
from app.accounts.auth.own_routes import NO_STORE, device, own
from app.accounts.auth.preferences import preferences
from app.accounts.auth.visitors import ability_of, lacks_factor
from app.accounts.users.models import User
from app.accounts.users.rights import office_of
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict, Invalid, NotSignedIn
from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.http.safe_redirect import safe_next
from app.core.security.abilities import BY_ROLE, CLIENT_SPECIFIED, Ability
from app.core.security.cookies import PENDING, cookie_name, drop_cookies, set_cookie
from app.core.security.csrf import csrf_token
from app.core.security.operations import PUBLIC, SIGNED_IN, UNAUDITED, WITHOUT_CREDENTIALS, Answer, Operation
from app.core.security.visitor import require_user, visitor

jwt_calls = SpecifiedBlueprint("jwt", __name__, url_prefix="/jwt", description="Sign-in with bearer tokens.")
sessions = Blueprint("session", __name__, url_prefix="/api/v1", description="Sign-in sessions.")
blueprints = (jwt_calls, sessions, own)
SIGN_IN_AFTER_RESET = "/pages/login-v1?why=reset"
NEEDS_PAGE = "This account uses a second factor. Sign in on the sign-in page."
NEEDS_FACTOR = "Your workspace requires a second factor. Sign in on the sign-in page to set it up."
NOT_SIGNED = "Something went wrong"
PREFERENCES_DAYS = 400
log = structlog.get_logger(__name__)


def _specified_ability(user: User) -> list[Ability]:
    """What `userData` says of abilities: exactly the specification's for admins and clients."""
    return CLIENT_SPECIFIED if user.auth_role == "client" else BY_ROLE.get(user.auth_role, CLIENT_SPECIFIED)


def _user_data(user: User) -> dict[str, Any]:
    """The specified `userData` of a user."""
    ability = _specified_ability(user)
    with within(user.workspace_id):
        return schemas.user_data(user, ability, service.count_in_cart(user, ability))


def _with_tokens(user: User, session: AuthSession) -> dict[str, Any]:
    """userData with both tokens."""
    return {
        "userData": _user_data(user) | {"avatar": sign_address(user.avatar, session)},
        "accessToken": tokens.access_token(session),
        "refreshToken": tokens.refresh_token(session),
    }


def _no_store(body: dict[str, Any], status: int = 200) -> Response:
    """JSON that no cache may keep."""
    response = jsonify(body)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


@jwt_calls.post(
    "/login",
    Operation(
        WITHOUT_CREDENTIALS,
        audit="session:create",
        by_service=True,
        body=schemas.TokenArgs,
        answers=(Answer(schema=schemas.TokensSchema, success=True), Answer(400, schema=schemas.WrongSchema)),
    ),
)
def login(args: dict[str, Any]) -> Response:
    """Sign in for bearer tokens; a wrong pair is 400 with the specified sentence."""
    too_long = len(args["email"]) > schemas.LONGEST_EMAIL or len(args["password"]) > schemas.LONGEST_PASSWORD
    try:
        user = service.authenticate(
            "" if too_long else args["email"], args["password"][: schemas.LONGEST_PASSWORD], device()
        )
    except Invalid as error:
        return _no_store({"error": {"email": error.detail}}, 400)
    if user.second_factor_at is not None:
        return _no_store({"error": {"email": NEEDS_PAGE}}, 400)
    if lacks_factor(user, db.session.get_one(Workspace, user.workspace_id)):
        return _no_store({"error": {"email": NEEDS_FACTOR}}, 400)
    if not service.takes_passwords(user):
        return _no_store({"error": {"email": service.ELSEWHERE}}, 400)
    with within(user.workspace_id):
        session = service.open_session(user, "bearer", device())
        try:
            body = _with_tokens(user, session)
        except Exception:
            # As specified: the cause is for the log alone.
            log.exception("token_not_signed", user_id=user.id)
            db.session.rollback()
            return _no_store({"error": {"email": NOT_SIGNED}}, 400)
        db.session.commit()
    return _no_store(body)


@jwt_calls.post(
    "/register",
    Operation(
        WITHOUT_CREDENTIALS,
        audit="user:register",
        by_service=True,
        body=schemas.RegisterArgs,
        answers=(Answer(schema={"anyOf": [schemas.RegisteredSchema, schemas.DuplicateAccountSchema]}, success=True),),
    ),
)
def register(args: dict[str, Any]) -> Response:
    """Create a workspace with its admin; used names are 200 with both keys of `error`, as specified."""
    try:
        user = _register(args)
    except Conflict as refused:
        sentences = {name: messages[0] for name, messages in refused.errors.items()}
        return _no_store({"error": {"email": sentences.get("email"), "username": sentences.get("username")}})
    with within(user.workspace_id):
        session = service.open_session(user, "bearer", device())
        body = {"user": _user_data(user), "accessToken": tokens.access_token(session)}
        db.session.commit()
    return _no_store(body)


@jwt_calls.post(
    "/refresh-token",
    Operation(
        WITHOUT_CREDENTIALS,
        audit="session:refresh_reuse",
        by_service=True,
        body=schemas.RefreshArgs,
        answers=(Answer(schema=schemas.TokensSchema, success=True), Answer(401, schema=schemas.RefusedTokenSchema)),
    ),
)
def refresh(args: dict[str, Any]) -> Response:
    """Exchange a refresh token for new ones; anything else is 401 with the specified sentence."""
    token = (args["refreshToken"] or "").strip().removeprefix('"').removesuffix('"')
    claims = tokens.read(token, "refresh")
    live = service.rotate(claims, "bearer") if claims else None
    body = _with_tokens(live.user, live.session) if live else None
    db.session.commit()
    if body is None:
        return _no_store({"error": "Invalid refresh token"}, 401)
    return _no_store(body)


def _register(args: dict[str, Any], *, workspace: str = "", plan: str = "") -> User:
    """A new user, where and as often as people may register; Conflict names what is in use."""
    service.admit(device(), is_open=current_app.config["SETTINGS"].registration == "open")
    service.check_free(args["email"], args["username"])
    return service.register(args["email"], args["password"], args["username"], workspace_name=workspace, plan=plan)


def _me(user: User) -> dict[str, Any]:
    """The signed-in person, their workspace and how things are shown."""
    workspace = db.session.get_one(Workspace, user.workspace_id)
    own = {key: getattr(user, key) for key in ("id", "full_name", "username", "email", "auth_role", "avatar")}
    return {
        "user": own | {"ability": ability_of(user, workspace), "office": office_of(user)},
        "workspace": workspace,
        "locale": user.locale or workspace.locale,
        "zone": workspace.zone,
    }


@sessions.get("/me", Operation(SIGNED_IN, answer=schemas.MeSchema, enrolling=True))
def me() -> dict[str, Any]:
    """Retrieve the signed-in user and their abilities."""
    return _me(require_user())


@sessions.get("/session", Operation(SIGNED_IN, answer=schemas.PresentSessionSchema, enrolling=True))
def present_session() -> tuple[dict[str, Any], int, dict[str, str]]:
    """Retrieve the session of this browser."""
    body = {"user": _me(require_user())["user"], "csrf": csrf_token() if visitor().kind == "cookie" else ""}
    return body, 200, NO_STORE


@sessions.post(
    "/session",
    Operation(
        PUBLIC,
        audit="session:create",
        by_service=True,
        body=schemas.SessionArgs,
        answer=schemas.SignedInSchema,
        status=201,
        answers=(Answer(202, schema=schemas.PendingSchema, description="The password is right; a code is still owed"),),
    ),
)
def sign_in(args: dict[str, Any]) -> dict[str, Any] | Response:
    """Sign in for pages: sets the cookies of a session, or of a sign-in that needs a code."""
    try:
        user = service.authenticate(args["email"], args["password"], device())
    except Invalid as error:
        error.status = 400
        raise
    service.refuse_password(user)
    with within(user.workspace_id):
        if owes_code(user, keep=args["keep"]):
            db.session.commit()
            return _no_store({"pending": "code", "next": code_address(safe_next(args["next"]))}, 202)
        enter(user, keep=args["keep"])
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.post(
    "/session/code",
    Operation(
        PUBLIC,
        audit="session:create",
        by_service=True,
        body=schemas.CodeArgs,
        answer=schemas.SignedInSchema,
        status=201,
        problems=(401,),
    ),
)
def sign_in_by_code(args: dict[str, Any]) -> dict[str, Any]:
    """Complete a sign-in with a one-time or recovery code."""
    pending = tokens.read_pending(request.cookies.get(cookie_name(PENDING), ""))
    user = service.pending_user(pending) if pending else None
    if pending is None or user is None:
        raise NotSignedIn("This sign-in has expired. Sign in again.", code="sign_in_again")
    try:
        factors.check(user, args["code"], device())
    except Invalid as error:
        error.status, error.headers["WWW-Authenticate"] = 401, "Bearer"
        raise
    with within(user.workspace_id):
        enter(user, keep=pending.keep)
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.post(
    "/registration",
    Operation(
        PUBLIC,
        audit="user:register",
        by_service=True,
        body=schemas.RegistrationArgs,
        answer=schemas.SignedInSchema,
        status=201,
    ),
)
def register_here(args: dict[str, Any]) -> dict[str, Any]:
    """Create a workspace from a page and sign its admin in."""
    user = _register(args, workspace=args["workspace"], plan=args["plan"])
    with within(user.workspace_id):
        enter(user, keep=True)
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.post(
    "/password-resets",
    Operation(PUBLIC, audit="user:request_reset", by_service=True, body=schemas.ResetArgs, status=202),
)
def ask_for_reset(args: dict[str, Any]) -> None:
    """Request a password reset by mail; the answer does not depend on whether the address has an account."""
    resets.ask(args["email"], device())


@sessions.get("/password-resets/link", Operation(PUBLIC, query=LinkArgs, answer=schemas.ResetSchema))
def look_at_reset(args: dict[str, Any]) -> tuple[dict[str, str | None], int, dict[str, str]]:
    """Retrieve whose password a valid link resets."""
    return resets.look(args["token"]), 200, NO_STORE


@sessions.post(
    "/password-resets/completion",
    Operation(
        PUBLIC,
        audit="user:reset_password",
        by_service=True,
        body=LinkPasswordArgs,
        answer=schemas.NextSchema,
        problems=(404, 410),
        checks_csrf=True,  # The token in the body is the proof.
    ),
)
def complete_reset(args: dict[str, Any]) -> dict[str, str]:
    """Reset a password by a link; all sessions of the person end, and they sign in."""
    resets.complete(args["token"], args["password"], device())
    return {"next": SIGN_IN_AFTER_RESET}


@sessions.delete("/session", Operation(PUBLIC, audit="session:end", by_service=True, status=204))
def sign_out() -> None:
    """Sign out: end this session and delete its cookies."""
    session = visitor().session
    if session is not None:
        service.close_session(session)
        db.session.commit()
    drop_cookies(storage=True)


@sessions.delete(
    "/session/all", Operation(SIGNED_IN, audit="session:end_all", by_service=True, status=204, enrolling=True)
)
def sign_out_everywhere() -> None:
    """End all your sessions, this one included."""
    service.close_all_sessions(require_user())
    db.session.commit()
    drop_cookies(storage=True)


@sessions.post("/session/refresh", Operation(PUBLIC, audit=UNAUDITED, answer=schemas.MeSchema))
def renew() -> dict[str, Any]:
    """Retrieve the signed-in user after the cookies were renewed; 401 without one."""
    user = visitor().user
    if user is None:
        raise NotSignedIn
    return _me(user)


@sessions.post(
    "/preferences",
    Operation(PUBLIC, audit="user:prefer", body=schemas.PreferencesArgs, answer=schemas.PreferencesSchema),
)
def remember(args: dict[str, Any]) -> Response:
    """Set display preferences of this browser; a signed-in person's language is stored with the account."""
    merged = preferences() | args
    user = visitor().user
    if user is not None and "locale" in args:
        user.locale = args["locale"]
        db.session.commit()
    if "locale" in args and "isRTL" not in args:
        merged.pop("isRTL", None)  # A language brings its direction.
    response = jsonify(merged)
    _keep(response, merged)
    return response


@sessions.delete("/preferences", Operation(PUBLIC, audit="user:prefer", status=204))
def forget() -> Response:
    """Reset all display preferences of this browser except the language."""
    response = Response(status=204)
    _keep(response, {key: value for key, value in preferences().items() if key == "locale"})
    return response


def _keep(response: Response, values: dict[str, Any]) -> None:
    """Have the browser remember how things are shown."""
    set_cookie(response, "prefs", orjson.dumps(values).hex(), PREFERENCES_DAYS * 86_400)
