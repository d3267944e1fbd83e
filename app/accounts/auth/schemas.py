"""Shapes of signing in, by API.md §13 for the specified calls and our own for sessions."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.accounts.auth.password_rules import new_password
from app.core.http.schemas import Day, Email, Id, Name, ResponseSchema, Schema, Switch, Text, page_schema


class AbilitySchema(ResponseSchema):
    """One action on one subject."""

    action = Text(required=True)
    subject = Text(required=True)


LONGEST_EMAIL, LONGEST_PASSWORD = 254, 200


class LoginArgs(Schema):
    """E-mail and password."""

    email = Text(required=True, validate=ma.validate.Length(min=1, max=LONGEST_EMAIL))
    password = Text(required=True, validate=ma.validate.Length(min=1, max=LONGEST_PASSWORD), load_only=True)


class TokenArgs(Schema):
    """E-mail and password as programs send them: what cannot be a pair is a wrong one."""

    email = Text(required=True, metadata={"example": "admin@demo.com"})
    password = Text(required=True, load_only=True)


class SessionArgs(LoginArgs):
    """Signing in from a page: whether to be kept signed in, and where to return."""

    keep = Switch(load_default=False)
    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class RegisterArgs(Schema):
    """A new account."""

    email = Email(required=True)
    password = new_password()
    username = Name(60, required=True)


PLANS = ("basic", "standard", "enterprise")
"""The plans of the public price list."""


class RegistrationArgs(RegisterArgs):
    """A new account made on a page, and what its workspace is called; without a name it is called as the person."""

    workspace = Text(load_default="", validate=ma.validate.Length(max=120))
    plan = Text(load_default="", validate=ma.validate.OneOf(["", *PLANS]))
    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class RefreshArgs(Schema):
    """A refresh token; one pair of quotes around it is tolerated, and none at all is a wrong one."""

    refreshToken = Text(load_default="", allow_none=True, validate=ma.validate.Length(max=4000))


class ExtrasSchema(ResponseSchema):
    """What else the specified client shows of a person."""

    eCommerceCartItemsCount = ma.fields.Integer()


class UserDataSchema(ResponseSchema):
    """The specified `userData`; never a password."""

    id = ma.fields.Integer(metadata={"example": 11})
    fullName = Text(metadata={"example": "Asha Rao"})
    username = Text(metadata={"example": "asha"})
    avatar = FileAddress()
    email = Text(metadata={"example": "asha@example.com"})
    role = Text(metadata={"example": "admin"})
    ability = ma.fields.List(ma.fields.Nested(AbilitySchema))
    extras = ma.fields.Nested(ExtrasSchema)


class TokensSchema(ResponseSchema):
    """A signed-in person with both tokens."""

    userData = ma.fields.Nested(UserDataSchema)
    accessToken = Text()
    refreshToken = Text()


class RegisteredSchema(ResponseSchema):
    """The admin of the new workspace, signed in."""

    user = ma.fields.Nested(UserDataSchema)
    accessToken = Text()


class DuplicateNamesSchema(ResponseSchema):
    """Which of the two is in use; both keys are always there."""

    email = Text(allow_none=True, metadata={"example": "This email is already in use."})
    username = Text(allow_none=True)


class DuplicateAccountSchema(ResponseSchema):
    """The answer to a registration under a used name."""

    error = ma.fields.Nested(DuplicateNamesSchema)


class WrongEmailSchema(ResponseSchema):
    """Why signing in failed, in the specified place."""

    email = Text(metadata={"example": "Email or Password is Invalid"})


class WrongSchema(ResponseSchema):
    """The answer to a wrong pair."""

    error = ma.fields.Nested(WrongEmailSchema)


class RefusedTokenSchema(ResponseSchema):
    """The answer to a refresh token that is worth nothing."""

    error = Text(metadata={"example": "Invalid refresh token"})


class WorkspaceSchema(ResponseSchema):
    """The workspace one is in."""

    id = Id()
    name = Text()


class MeUserSchema(ResponseSchema):
    """The signed-in person as our own pages know them."""

    id = Id()
    fullName = Text(attribute="full_name")
    username = Text()
    email = Text()
    role = Text(attribute="auth_role")
    avatar = FileAddress()
    ability = ma.fields.List(ma.fields.Nested(AbilitySchema))
    office = Text(
        metadata={
            "enum": ["whole", "part"],
            "optional": True,
            "description": "Whether they see all of the office applications, or what is theirs",
        }
    )


class MeSchema(ResponseSchema):
    """Who is signed in, where, and how things are shown to them."""

    user = ma.fields.Nested(MeUserSchema)
    workspace = ma.fields.Nested(WorkspaceSchema)
    locale = Text(allow_none=True)
    zone = Text()


class PresentSessionSchema(ResponseSchema):
    """The session of this browser as it is now, and a token for what its pages write."""

    user = ma.fields.Nested(MeUserSchema)
    csrf = Text(metadata={"description": "Empty for who signs in by bearer, whose writes need none"})


class SignedInSchema(MeSchema):
    """The answer to signing in on a page; `next` is safe to go to."""

    next = Text()


class NextSchema(ResponseSchema):
    """Where a page goes on."""

    next = Text()


class PendingSchema(ResponseSchema):
    """A sign-in that waits for its code, which is given at `next`."""

    pending = Text()
    next = Text()


def _code() -> Text:
    """A field for a one-time or recovery code."""
    return Text(required=True, validate=ma.validate.Length(min=1, max=40), load_only=True)


def _password() -> Text:
    """A field for a password someone has."""
    return Text(required=True, validate=ma.validate.Length(min=1, max=200), load_only=True)


class CodeArgs(Schema):
    """The second step of signing in."""

    code = _code()
    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class OwnPasswordArgs(Schema):
    """One's present password."""

    password = _password()


class FactorArgs(Schema):
    """One's present password; left out by who has none."""

    password = Text(load_default="", validate=ma.validate.Length(max=200), load_only=True)


class OwnCodeArgs(Schema):
    """A one-time code, or a recovery code where one is taken."""

    code = _code()


class RemovalArgs(FactorArgs):
    """Turning the second factor off takes both, where there is a password."""

    code = _code()


class NewPasswordArgs(OwnPasswordArgs):
    """One's present password and the next."""

    new_password = new_password()


class ResetArgs(Schema):
    """The address of the account whose password is forgotten."""

    email = Email(required=True)


class ResetSchema(ResponseSchema):
    """What has become of a link, and whose password it resets while it is good."""

    state = Text(metadata={"enum": ["open", "used", "expired", "unknown"]})
    email = Text(allow_none=True)


class EnrolmentSchema(ResponseSchema):
    """What a device takes the seed over from: an `otpauth:` address, its picture, and the seed to type."""

    uri = Text()
    qr = Text()
    seed = Text()


class SecondFactorSchema(ResponseSchema):
    """One's second factor: since when, how many recovery codes are left, and what waits to be confirmed."""

    since = ma.fields.AwareDateTime(allow_none=True)
    codes_left = ma.fields.Integer()
    required = ma.fields.Boolean()
    """Whether the workspace asks everybody for one by now."""
    required_from = ma.fields.Date(allow_none=True)
    """The day from which it does."""
    has_password = ma.fields.Boolean()
    """Whether one has a password, which is asked for before a second factor begins or ends."""
    enrolment = ma.fields.Nested(EnrolmentSchema, allow_none=True)


class RecoveryCodesSchema(ResponseSchema):
    """Recovery codes, shown this once."""

    codes = ma.fields.List(Text())


class AuthSessionSchema(ResponseSchema):
    """One of the places a person is signed in at."""

    id = Id()
    kind = Text(validate=ma.validate.OneOf(["cookie", "bearer"]))
    current = ma.fields.Boolean()
    ip = Text()
    user_agent = Text()
    created_at = ma.fields.AwareDateTime()
    last_seen_at = ma.fields.AwareDateTime()


AuthSessionPageSchema = page_schema(AuthSessionSchema)


class PolicySchema(ResponseSchema):
    """What a workspace asks of its members, and the first day on which it does, where that was not at once."""

    second_factor_required = ma.fields.Boolean()
    second_factor_from = ma.fields.Date(allow_none=True)
    revision = ma.fields.Integer()


class PolicyArgs(Schema):
    """What a workspace is to ask of its members."""

    second_factor_required = Switch(required=True)
    second_factor_from = Day(load_default=None, allow_none=True)


class PreferencesArgs(Schema):
    """What a browser remembers of how things are shown; every key is optional."""

    locale = Text(validate=ma.validate.OneOf(["en", "hi", "ar"]))
    skin = Text(validate=ma.validate.OneOf(["auto", "light", "dark", "bordered", "semi-dark"]))
    menuCollapsed = Switch()
    menuHint = Switch(metadata={"description": "Whether the hint about the menu is still shown"})
    menuHidden = Switch()
    isRTL = Switch()
    contentWidth = Text(validate=ma.validate.OneOf(["full", "boxed"]))
    navbar = Text(validate=ma.validate.OneOf(["sticky", "static", "floating", "hidden"]))
    footer = Text(validate=ma.validate.OneOf(["hidden", "static", "sticky"]))
    saveData = Text(
        validate=ma.validate.OneOf(["auto", "on", "off"]),
        metadata={"description": "Whether data is spared; `auto` where the browser asks for it or its line is slow"},
    )


class PreferencesSchema(PreferencesArgs):
    """All that is remembered after the change."""


def user_data(user: Any, ability: list[Any], in_cart: int) -> dict[str, Any]:
    """The specified `userData` of a user with so much in their cart."""
    return {
        "id": user.number, "fullName": user.full_name, "username": user.username, "avatar": user.avatar,
        "email": user.email, "role": user.auth_role, "ability": ability,
        "extras": {"eCommerceCartItemsCount": in_cart},
    }  # fmt: skip
