"""Calls of single sign-on: the provider of a workspace, and the way to it and back."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, redirect, request

from app.accounts.auth.entering import code_address, enter, owes_code
from app.accounts.auth.own_routes import device
from app.accounts.auth.tokens import SIGN_ON, read_sign_on, sign_on_token
from app.accounts.oidc import schemas, service
from app.accounts.oidc.models import IdentityProvider
from app.accounts.oidc.service import SignInFailed
from app.accounts.people import service as people
from app.accounts.people.service import Writer
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.availability import need_room
from app.core.db.base import db, hold, writing
from app.core.db.tenancy import within
from app.core.errors import BeyondSchema, Invalid, NotFound
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision_in, with_etag
from app.core.http.safe_redirect import safe_next
from app.core.security.cookies import cookie_name, set_cookie
from app.core.security.limits import limits
from app.core.security.operations import PUBLIC, SIGNED_IN, UNAUDITED, Operation, needs
from app.core.security.visitor import current_ability, require_user, visitor

settings = Blueprint(
    "identity_provider", __name__, url_prefix="/api/v1/workspace/identity-provider",
    description="The identity provider that members of the workspace sign in at.",
)  # fmt: skip
entry = Blueprint(
    "single_sign_on", __name__, url_prefix="/api/v1/session/single-sign-on",
    description="Signing in at the identity provider of one's workspace.",
)  # fmt: skip
identities = Blueprint(
    "identities", __name__, url_prefix="/api/v1",
    description="The accounts at identity providers that people are matched with.",
)  # fmt: skip
blueprints = (settings, entry, identities)
COOKIE = "sign-on"
LARGEST_COOKIE = 3800
NO_PROVIDER = BeyondSchema("There is no single sign-on for this address.")


# ---- the provider -------------------------------------------------------------------------------------


class ProviderAnswer:
    """The provider as it is answered."""

    def __init__(self, row: IdentityProvider | None, workspace: Workspace) -> None:
        self.configured = row is not None
        self.id = row.id if row else None
        self.issuer, self.client_id, self.label = (row.issuer, row.client_id, row.label) if row else ("", "", "")
        self.has_secret, self.domains = row is not None, row.domains if row else []
        self.creates, self.role = (row.creates, row.role) if row else (False, "none")
        self.exclusive = row is not None and row.exclusive
        self.redirect_uri = service.redirect_address()
        self.sign_in_page = f"{service.PAGE}?{urlencode({'workspace': workspace.slug})}"
        self.linked = row is not None and service.is_linked(require_user(), row.issuer)
        self.revision = row.revision if row else 0


def _workspace() -> Workspace:
    """The workspace one is in."""
    workspace = visitor().workspace
    assert workspace is not None  # noqa: S101 - every call here is a signed-in person's
    return workspace


def _writer() -> Writer:
    """Who makes the present call, and what they may do."""
    return Writer(require_user(), current_ability())


def _current() -> ProviderAnswer:
    """The provider as it is now."""
    return ProviderAnswer(service.provider_here(), _workspace())


def _match_provider() -> ProviderAnswer:
    """The provider, if If-Match names its revision."""
    return match_revision_in(
        _workspace(), _current, lambda now: {"current": schemas.IdentityProviderSchema().dump(now)}
    )


@settings.get("", Operation(needs("manage", "all"), revisioned=True, answer=schemas.IdentityProviderSchema))
def get_identity_provider() -> tuple[ProviderAnswer, dict[str, str]]:
    """Retrieve the workspace's identity provider without its secret."""
    return with_etag(_current())


@settings.put(
    "",
    Operation(
        needs("manage", "all"),
        audit="identity_provider:update",
        revisioned=True,
        body=schemas.IdentityProviderArgs,
        answer=schemas.IdentityProviderSchema,
        problems=(409,),
    ),
)
def set_identity_provider(args: dict[str, Any]) -> tuple[ProviderAnswer, dict[str, str]]:
    """Create or update the workspace's identity provider."""
    _match_provider()
    row = service.save(_writer(), args)
    db.session.commit()
    service.describe_if_new(row)
    return with_etag(_current())


@settings.delete(
    "",
    Operation(
        needs("manage", "all"), audit="identity_provider:delete", revisioned=True, answer=schemas.IdentityProviderSchema
    ),
)
def delete_identity_provider() -> tuple[ProviderAnswer, dict[str, str]]:
    """Delete the workspace's identity provider: members sign in by password."""
    _match_provider()
    service.forget(_writer())
    db.session.commit()
    return with_etag(_current())


@settings.post(
    "/test",
    Operation(
        needs("manage", "all"), audit="identity_provider:test", answer=schemas.ConnectionTestSchema, renders_answer=True
    ),
)
def test_identity_provider() -> service.TestResult:
    """Test an identity provider's description and keys."""
    row = service.provider_here()
    if row is None:
        raise NotFound
    tested = service.test(row)
    db.session.commit()
    return tested


# ---- who is matched ----------------------------------------------------------------------------------


def _identity(user: User) -> dict[str, Any]:
    return {"identity": service.identity_of(user)}


def _in_reach(user_id: int) -> User:
    """A person whom the caller may change."""
    user = people.get_user(user_id)
    _writer().check_reach(user)
    return user


@identities.get("/me/identity", Operation(SIGNED_IN, answer=schemas.SignOnIdentitySchema))
def get_own_identity() -> dict[str, Any]:
    """Retrieve the linked account of the identity provider."""
    return _identity(require_user())


@identities.post(
    "/me/identity/unlink",
    Operation(
        SIGNED_IN, audit="identity:unlink", by_service=True, answer=schemas.SignOnIdentitySchema, problems=(409,)
    ),
)
def unlink_own_identity() -> dict[str, Any]:
    """Unlink the identity provider's account; sign-on then matches by email address. 409 if it is the only way in."""
    return _unlink_identity(require_user())


@identities.get(
    "/people/<int:user_id>/identity", Operation(needs("update", "User"), answer=schemas.SignOnIdentitySchema)
)
def get_identity(user_id: int) -> dict[str, Any]:
    """Retrieve a person's linked account of the identity provider."""
    return _identity(_in_reach(user_id))


@identities.post(
    "/people/<int:user_id>/identity/unlink",
    Operation(
        needs("update", "User"),
        audit="identity:unlink",
        by_service=True,
        answer=schemas.SignOnIdentitySchema,
        problems=(409,),
    ),
)
def unlink_identity(user_id: int) -> dict[str, Any]:
    """Unlink a person's identity provider account; 409 if they have no other way in."""
    return _unlink_identity(_in_reach(user_id))


def _unlink_identity(user: User) -> dict[str, Any]:
    hold(user)
    service.forget_identity(user, require_user())
    db.session.commit()
    return _identity(user)


# ---- the way there and back ---------------------------------------------------------------------------


@entry.get("", Operation(PUBLIC, query=schemas.OfferArgs, answer=schemas.OffersSchema))
def list_providers(args: dict[str, Any]) -> dict[str, Any]:
    """List the identity providers of a domain or a workspace."""
    return {"providers": service.list_offers(args["domain"].strip().lower(), args["workspace"])}


@entry.post("", Operation(PUBLIC, audit=UNAUDITED, body=schemas.SignOnArgs, answer=schemas.SignOnNextSchema))
def find_provider(args: dict[str, Any]) -> dict[str, str]:
    """Look up the identity providers of an email address by its domain."""
    windows = service.refuse_guesses(device())
    domain = service.domain_of(args["email"])
    if not service.list_offers(domain, ""):
        limits.hit(windows)
        raise Invalid({"email": [NO_PROVIDER]}, NO_PROVIDER, code="no_provider")
    return {"next": f"{service.PAGE}?{urlencode(_onwards({'domain': domain}, args['next']))}"}


@entry.get("/<int:provider_id>", Operation(PUBLIC, query=schemas.StartArgs, status=303))
def start(args: dict[str, Any], provider_id: int) -> Response:
    """Start a single sign-on by a redirect to the provider."""
    target = safe_next(args["next"])
    try:
        service.refuse_guesses(device())
        url, state = service.begin(provider_id)
    except SignInFailed as failure:
        limits.hit(service.refuse_guesses(device()))
        return _back(failure, target)
    response = _to(url)
    token = sign_on_token(state | {"next": target})
    if len(token) > LARGEST_COOKIE:
        token = sign_on_token(state | {"next": "/"})
    set_cookie(response, COOKIE, token, int(SIGN_ON.total_seconds()))
    return response


@entry.get("/answer", Operation(PUBLIC, status=303, problems=(429,)))
def take_answer() -> Response:
    """Complete a single sign-on, once, and redirect to the requested page."""
    need_room()
    sign_on = read_sign_on(request.cookies.get(cookie_name(COOKIE), "")[:4096])
    target = safe_next(str(sign_on.get("next"))) if sign_on else "/"
    parameters = {name: request.args.get(name, "")[:4000] for name in ("state", "code", "error", "iss")}
    answer = service.ProviderResponse(parameters["state"], parameters["code"], parameters["error"], parameters["iss"])
    try:
        windows = service.refuse_guesses(device())
        with writing():
            user = service.complete(sign_on, answer, device())
            with within(user.workspace_id):
                waits = owes_code(user, keep=True)
                if not waits:
                    enter(user, keep=True, by="single sign-on")
                db.session.commit()
    except SignInFailed as failure:
        limits.hit(windows)
        response = _back(failure, target)
    else:
        response = _to(code_address(target) if waits else target)
    # A note is good for one answer, whatever that is.
    set_cookie(response, COOKIE, "", 0)
    return response


def _onwards(query: dict[str, str], target: str) -> dict[str, str]:
    """A query that leads on to a page of ours, where that is not the first one."""
    target = safe_next(target)
    return query | ({"next": target} if target != "/" else {})


def _back(failure: SignInFailed, target: str) -> Response:
    """The page that tells why nobody was signed in."""
    return _to(f"{service.PAGE}?{urlencode(_onwards({'problem': failure.code}, target))}")


def _to(url: str) -> Response:
    """A redirect that nobody keeps."""
    response = redirect(url, 303, Response)
    assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
