"""Calls about one's own account: the specified one, our own writes, and pictures of people."""

from typing import Any

from flask import Response

from app.accounts.auth import address_changes
from app.accounts.auth.link_shapes import LinkArgs
from app.accounts.auth.own_routes import device
from app.accounts.settings import schemas, service
from app.accounts.settings.models import Connection
from app.accounts.settings.pictures import HEADERS as PICTURE_HEADERS
from app.accounts.settings.pictures import MAX_BYTES
from app.accounts.users.models import User
from app.core.db.base import db
from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.http.etags import etag, match_revision
from app.core.http.resources import Reply
from app.core.security.operations import LARGEST_UPLOAD, SIGNED_IN, Operation
from app.core.security.visitor import require_user, visitor

specified = SpecifiedBlueprint(
    "account_setting", __name__, url_prefix="/account-setting", description="Account settings, as specified"
)
own = Blueprint("account", __name__, url_prefix="/api/v1/account", description="Account settings.")
media = Blueprint("media", __name__, url_prefix="/media", description="Uploaded pictures.")
blueprints = (specified, own, media)


@specified.get("/data", Operation(SIGNED_IN, answer=schemas.AccountSettingSchema))
def data() -> dict[str, Any]:
    """Retrieve your account settings."""
    return service.serialize_specified(require_user())


def _response(user: User) -> Reply:
    """The account as it is answered, under its revision."""
    return service.account(user), etag(user)


@own.get("", Operation(SIGNED_IN, revisioned=True, answer=schemas.AccountSchema))
def get_account() -> Reply:
    """Retrieve your account."""
    return _response(require_user())


@own.patch(
    "/general",
    Operation(
        SIGNED_IN,
        audit="user:update_own",
        revisioned=True,
        body=schemas.GeneralArgs,
        answer=schemas.AccountSchema,
        problems=(409,),
    ),
)
def change_general(args: dict[str, Any]) -> Reply:
    """Update your name, email address or company; a new address requires the password and confirmation by mail.

    Without a mail server it is yours at once.
    """
    user = match_revision(require_user(), schemas.AccountSchema, service.account)
    service.change_general(user, args, device(), visitor().session)
    db.session.commit()
    return _response(user)


@own.post(
    "/address-change/confirmation",
    Operation(
        SIGNED_IN,
        audit="user:confirm_address",
        body=LinkArgs,
        answer=schemas.AccountSchema,
        problems=(404, 409),
    ),
)
def confirm_address(args: dict[str, Any]) -> dict[str, Any]:
    """Confirm your new email address by the link that was mailed to it."""
    user = require_user()
    service.confirm_address(user, args["token"])
    db.session.commit()
    return service.account(user)


@own.delete("/address-change", Operation(SIGNED_IN, audit="user:cancel_address", status=204))
def cancel_address_change() -> None:
    """Cancel the change of your email address that waits for confirmation."""
    address_changes.cancel_change(require_user())
    db.session.commit()


@own.patch(
    "/information",
    Operation(
        SIGNED_IN, audit="user:update_own", revisioned=True, body=schemas.InformationArgs, answer=schemas.AccountSchema
    ),
)
def change_information(args: dict[str, Any]) -> Reply:
    """Update your personal information."""
    user = match_revision(require_user(), schemas.AccountSchema, service.account)
    service.change_information(user, args)
    db.session.commit()
    return _response(user)


@own.patch(
    "/links",
    Operation(
        SIGNED_IN, audit="user:update_own", revisioned=True, body=schemas.LinksArgs, answer=schemas.AccountSchema
    ),
)
def change_links(args: dict[str, Any]) -> Reply:
    """Update the links to your other profiles."""
    user = match_revision(require_user(), schemas.AccountSchema, service.account)
    service.change_links(user, args)
    db.session.commit()
    return _response(user)


@own.patch(
    "/notifications",
    Operation(
        SIGNED_IN,
        audit="user:update_own",
        revisioned=True,
        body=schemas.NotificationsArgs,
        answer=schemas.AccountSchema,
    ),
)
def change_notifications(args: dict[str, Any]) -> Reply:
    """Update which notifications you get."""
    user = match_revision(require_user(), schemas.AccountSchema, service.account)
    service.change_notifications(user, args)
    db.session.commit()
    return _response(user)


@own.post(
    "/avatar",
    Operation(
        SIGNED_IN,
        audit="user:set_avatar",
        largest=LARGEST_UPLOAD,
        files=schemas.AvatarFiles,
        answer=schemas.AvatarSchema,
        status=201,
    ),
)
def set_avatar(files: dict[str, Any]) -> User:
    """Upload your picture: PNG, JPEG, WebP or GIF of at most 1 MB."""
    user = require_user()
    service.set_avatar(user, files["file"].stream.read(MAX_BYTES + 1))
    db.session.commit()
    return user


@own.delete("/avatar", Operation(SIGNED_IN, audit="user:remove_avatar", status=204))
def remove_avatar() -> None:
    """Delete your picture."""
    service.remove_avatar(require_user())
    db.session.commit()


@own.post(
    "/connections",
    Operation(
        SIGNED_IN,
        audit="connection:create",
        body=schemas.ConnectionArgs,
        answer=schemas.ConnectionSchema,
        status=201,
        problems=(409,),
    ),
)
def connect(args: dict[str, Any]) -> Connection:
    """Add one of your accounts at another service."""
    row = service.connect(require_user(), args["service"], args["account"])
    db.session.commit()
    return row


@own.delete(
    "/connections/<int:connection_id>", Operation(SIGNED_IN, audit="connection:delete", revisioned=True, status=204)
)
def disconnect(connection_id: int) -> None:
    """Remove one of your accounts at another service."""
    row = match_revision(service.find_connection(require_user(), connection_id), schemas.ConnectionSchema)
    db.session.delete(row)
    db.session.commit()


@media.get(
    "/avatars/<string:digest>",
    Operation(SIGNED_IN, content_type="image/*", enrolling=True, by_address=True),
)
def get_avatar(digest: str) -> Response:
    """Retrieve a person's picture.

    Answers to bearer tokens name it by an address that is signed for the session and good for an hour at most.
    """
    avatar = service.find_avatar(digest)
    return Response(avatar.content, mimetype=avatar.kind, headers=PICTURE_HEADERS)
