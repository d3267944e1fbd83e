"""The specified `/jwt/*` calls, and sessions by cookies for our own pages."""

from typing import Any
from urllib.parse import quote

import orjson
from flask import Response, current_app, g, jsonify, request

from app.abilities import BY_ROLE, CLIENT_SPECIFIED, Ability
from app.api import Blueprint, SpecifiedBlueprint
from app.audit.recording import audited, unaudited
from app.auth import factors, schemas, service, tokens
from app.auth.models import AuthSession
from app.auth.own_routes import device, own
from app.cookies import PENDING, cookie_name, drop_cookies, give_cookies, give_pending, set_cookie
from app.db import db
from app.demos.shop.cart import cart_products
from app.errors import Conflict, Invalid, NotSignedIn
from app.pages.addresses import safe_next
from app.security import ability_of, enrolling, public, require_user, signed_in, visitor
from app.tenancy import within
from app.users.models import User
from app.workspaces.models import Workspace

jwt_calls = SpecifiedBlueprint("jwt", __name__, url_prefix="/jwt", description="Bearer tokens, as specified")
sessions = Blueprint("session", __name__, url_prefix="/api/v1", description="Sessions of our own pages")
blueprints = (jwt_calls, sessions, own)
CODE_PAGE = "/pages/login-v1/code"
NEEDS_PAGE = "This account signs in with a second factor, which only the sign-in page asks for."
PREFERENCES_DAYS = 400


def _specified_ability(user: User) -> list[Ability]:
    """What `userData` says of abilities: exactly the specification's for admins and clients."""
    return CLIENT_SPECIFIED if user.auth_role == "client" else BY_ROLE.get(user.auth_role, CLIENT_SPECIFIED)


def _user_data(user: User) -> dict[str, Any]:
    """The specified `userData` of a user."""
    with within(user.workspace_id):
        return schemas.user_data(user, _specified_ability(user), len(cart_products(user)))


def _with_tokens(user: User, session: AuthSession) -> dict[str, Any]:
    """userData with both tokens."""
    return {
        "userData": _user_data(user),
        "accessToken": tokens.access_token(session),
        "refreshToken": tokens.refresh_token(session),
    }


def _no_store(body: dict[str, Any], status: int = 200) -> Response:
    """JSON that no cache may keep."""
    response = jsonify(body)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


@jwt_calls.post("/login")
@public
@audited("session:create", by_service=True)
@jwt_calls.arguments(schemas.LoginArgs)
@jwt_calls.alt_response(200, schema=schemas.TokensSchema, success=True)
@jwt_calls.alt_response(400, schema=schemas.WrongSchema)
def login(args: dict[str, Any]) -> Response:
    """Sign in for bearer tokens; a wrong pair is 400 with the specified sentence."""
    try:
        user = service.authenticate(args["email"], args["password"], device())
    except Invalid as error:
        return _no_store({"error": {"email": error.detail}}, 400)
    if user.second_factor_at is not None:
        return _no_store({"error": {"email": NEEDS_PAGE}}, 400)
    with within(user.workspace_id):
        session = service.open_session(user, "bearer", device())
        body = _with_tokens(user, session)
        db.session.commit()
    return _no_store(body)


@jwt_calls.post("/register")
@public
@audited("user:register", by_service=True)
@jwt_calls.arguments(schemas.RegisterArgs)
@jwt_calls.alt_response(200, schema={"anyOf": [schemas.RegisteredSchema, schemas.TakenSchema]}, success=True)
def register(args: dict[str, Any]) -> Response:
    """Open a new workspace with its admin; used names are 200 with both keys of `error`, as specified."""
    errors = _duplicates(args)
    if errors:
        return _no_store({"error": {"email": errors.get("email"), "username": errors.get("username")}})
    user = service.register(args["email"], args["password"], args["username"])
    with within(user.workspace_id):
        session = service.open_session(user, "bearer", device())
        body = {"user": _user_data(user), "accessToken": tokens.access_token(session)}
        db.session.commit()
    return _no_store(body)


@jwt_calls.post("/refresh-token")
@public
@audited("session:refresh_reuse", by_service=True)
@jwt_calls.arguments(schemas.RefreshArgs)
@jwt_calls.alt_response(200, schema=schemas.TokensSchema, success=True)
@jwt_calls.alt_response(401, schema=schemas.RefusedTokenSchema)
def refresh(args: dict[str, Any]) -> Response:
    """Exchange a refresh token for new ones; anything else is 401 with the specified sentence."""
    token = args["refreshToken"].strip().removeprefix('"').removesuffix('"')
    claims = tokens.read(token, "refresh")
    found = service.rotate(claims, "bearer") if claims else None
    body = _with_tokens(found.user, found.session) if found else None
    db.session.commit()
    if body is None:
        return _no_store({"error": "Invalid refresh token"}, 401)
    return _no_store(body)


# A bearer token sent along must not keep one from signing in anew.
for _view in (login, register, refresh):
    _view.credentials = False


def _duplicates(args: dict[str, Any]) -> dict[str, str]:
    """Which of the names somebody wants to register is in use, where and as often as they may ask."""
    service.admit(device(), is_open=current_app.config["SETTINGS"].registration_open)
    return service.taken(args["email"], args["username"])


def _me(user: User) -> dict[str, Any]:
    """The signed-in person, their workspace and how things are shown."""
    workspace = db.session.get_one(Workspace, user.workspace_id)
    own = {key: getattr(user, key) for key in ("id", "full_name", "username", "email", "auth_role", "avatar")}
    return {
        "user": own | {"ability": ability_of(user, workspace)},
        "workspace": workspace,
        "locale": user.locale or workspace.locale,
        "zone": workspace.zone,
    }


@sessions.get("/me")
@signed_in
@enrolling
@sessions.response(200, schemas.MeSchema)
def me() -> dict[str, Any]:
    """Who is signed in, with the abilities our pages go by."""
    return _me(require_user())


@sessions.post("/session")
@public
@audited("session:create", by_service=True)
@sessions.arguments(schemas.SessionArgs)
@sessions.response(201, schemas.SignedInSchema)
@sessions.alt_response(202, schema=schemas.PendingSchema, description="The password is right; a code is still owed")
def sign_in(args: dict[str, Any]) -> dict[str, Any] | Response:
    """Sign in for pages: sets the session's cookies, or those of a sign-in that waits for its code."""
    try:
        user = service.authenticate(args["email"], args["password"], device())
    except Invalid as error:
        error.status = 400
        raise
    if user.second_factor_at is not None:
        with within(user.workspace_id):
            give_pending(tokens.pending_token(user, keep=args["keep"]))
            db.session.commit()
        where = safe_next(args["next"])
        return _no_store({"pending": "code", "next": f"{CODE_PAGE}?next={quote(where, safe='')}"}, 202)
    with within(user.workspace_id):
        give_cookies(service.open_session(user, "cookie", device(), keep=args["keep"]))
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.post("/session/code")
@public
@audited("session:create", by_service=True)
@sessions.arguments(schemas.CodeArgs)
@sessions.response(201, schemas.SignedInSchema)
@sessions.alt_response(401, "UNAUTHORIZED")
def sign_in_by_code(args: dict[str, Any]) -> dict[str, Any]:
    """Finish a sign-in that waits for its one-time or recovery code."""
    pending = tokens.read_pending(request.cookies.get(cookie_name(PENDING), ""))
    user = service.pending_user(pending) if pending else None
    if pending is None or user is None:
        raise NotSignedIn("The first step is too long ago. Sign in again.", code="sign_in_again")
    try:
        factors.check(user, args["code"], device())
    except Invalid as error:
        error.status, error.headers["WWW-Authenticate"] = 401, "Bearer"
        raise
    with within(user.workspace_id):
        give_cookies(service.open_session(user, "cookie", device(), keep=pending.keep))
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.post("/registration")
@public
@audited("user:register", by_service=True)
@sessions.arguments(schemas.RegistrationArgs)
@sessions.response(201, schemas.SignedInSchema)
def register_here(args: dict[str, Any]) -> dict[str, Any]:
    """Open a new workspace from a page and sign its admin in."""
    errors = _duplicates(args)
    if errors:
        raise Conflict("This account exists already.", errors={k: [v] for k, v in errors.items()})
    user = service.register(args["email"], args["password"], args["username"])
    with within(user.workspace_id):
        give_cookies(service.open_session(user, "cookie", device(), keep=True))
        body = _me(user) | {"next": safe_next(args["next"])}
        db.session.commit()
    return body


@sessions.delete("/session")
@public
@audited("session:end", by_service=True)
@sessions.response(204)
def sign_out() -> None:
    """End this session and take its cookies away; harmless without one."""
    session = visitor().session
    if session is not None:
        service.close_session(session)
        db.session.commit()
    drop_cookies(storage=True)


@sessions.delete("/session/all")
@signed_in
@enrolling
@audited("session:end_all", by_service=True)
@sessions.response(204)
def sign_out_everywhere() -> None:
    """End every session of this person, this one included."""
    service.close_all_sessions(require_user())
    db.session.commit()
    drop_cookies(storage=True)


@sessions.post("/session/refresh")
@public
@unaudited
@sessions.response(200, schemas.MeSchema)
def renew() -> dict[str, Any]:
    """Say who is signed in after the cookies were renewed on the way in; 401 when nobody is."""
    user = visitor().user
    if user is None:
        raise NotSignedIn
    return _me(user)


@sessions.post("/preferences")
@public
@audited("user:prefer")
@sessions.arguments(schemas.PreferencesArgs)
@sessions.response(200, schemas.PreferencesSchema)
def remember(args: dict[str, Any]) -> Response:
    """Remember in this browser how things are shown; a signed-in person's language also with the account."""
    kept = preferences() | args
    user = visitor().user
    if user is not None and "locale" in args:
        user.locale = args["locale"]
        db.session.commit()
    if "locale" in args and "isRTL" not in args:
        kept.pop("isRTL", None)  # A language brings its direction.
    response = jsonify(kept)
    _keep(response, kept)
    return response


@sessions.delete("/preferences")
@public
@audited("user:prefer")
@sessions.response(204)
def forget() -> Response:
    """Show things as they come: forget everything this browser remembers but the language."""
    response = Response(status=204)
    _keep(response, {key: value for key, value in preferences().items() if key == "locale"})
    return response


def _keep(response: Response, kept: dict[str, Any]) -> None:
    """Have the browser remember how things are shown."""
    set_cookie(response, "prefs", orjson.dumps(kept).hex(), PREFERENCES_DAYS * 86_400)


_KEPT = schemas.PreferencesArgs(unknown="exclude")


def preferences() -> dict[str, Any]:
    """What this browser remembers; anything that does not fit is as if it were not there."""
    raw = request.cookies.get(cookie_name("prefs"), "")
    try:
        kept = _KEPT.load(orjson.loads(bytes.fromhex(raw)))
    except Exception:
        return {}
    g.preferences = kept
    return dict(kept)
