"""Shapes of signing in, by API.md §13 for the specified calls and our own for sessions."""

from typing import Any

import marshmallow as ma

from app.schemas import Answer, Id, Schema, Text


class AbilitySchema(Answer):
    """One action on one subject."""

    action = Text(required=True)
    subject = Text(required=True)


class LoginArgs(Schema):
    """E-mail and password."""

    email = Text(required=True, validate=ma.validate.Length(min=1, max=254))
    password = Text(required=True, validate=ma.validate.Length(min=1, max=200), load_only=True)


class SessionArgs(LoginArgs):
    """Signing in from a page: whether to be kept signed in, and where to return."""

    keep = ma.fields.Boolean(load_default=False)
    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


def _not_blank(value: str) -> None:
    """Refuse text of nothing but blanks."""
    if not value.strip():
        raise ma.ValidationError("Must not be empty.")


class RegisterArgs(Schema):
    """A new account."""

    email = ma.fields.Email(required=True, validate=ma.validate.Length(max=254))
    password = Text(required=True, validate=ma.validate.Length(min=5, max=200), load_only=True)
    username = Text(required=True, validate=[ma.validate.Length(min=1, max=60), _not_blank])


class RegistrationArgs(RegisterArgs):
    """A new account made on a page."""

    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class RefreshArgs(Schema):
    """A refresh token; one pair of quotes around it is tolerated."""

    refreshToken = Text(required=True, validate=ma.validate.Length(max=4000))


class WorkspaceSchema(Answer):
    """The workspace one is in."""

    id = Id()
    name = Text()


class MeUserSchema(Answer):
    """The signed-in person as our own pages know them."""

    id = Id()
    fullName = Text(attribute="full_name")
    username = Text()
    email = Text()
    role = Text(attribute="auth_role")
    avatar = Text()
    ability = ma.fields.List(ma.fields.Nested(AbilitySchema))


class MeSchema(Answer):
    """Who is signed in, where, and how things are shown to them."""

    user = ma.fields.Nested(MeUserSchema)
    workspace = ma.fields.Nested(WorkspaceSchema)
    locale = Text(allow_none=True)
    zone = Text()


class SignedInSchema(MeSchema):
    """The answer to signing in on a page; `next` is safe to go to."""

    next = Text()


class PreferencesArgs(Schema):
    """What a browser remembers of how things are shown; every key is optional."""

    locale = Text(validate=ma.validate.OneOf(["en", "hi", "ar"]))
    skin = Text(validate=ma.validate.OneOf(["auto", "light", "dark", "bordered", "semi-dark"]))
    menuCollapsed = ma.fields.Boolean()
    menuHidden = ma.fields.Boolean()
    isRTL = ma.fields.Boolean()
    contentWidth = Text(validate=ma.validate.OneOf(["full", "boxed"]))


class PreferencesSchema(PreferencesArgs):
    """All that is remembered after the change."""


def user_data(user: Any, ability: list[Any]) -> dict[str, Any]:
    """The specified `userData` of a user."""
    return {
        "id": user.number, "fullName": user.full_name, "username": user.username, "avatar": user.avatar,
        "email": user.email, "role": user.auth_role, "ability": ability,
        "extras": {"eCommerceCartItemsCount": 0},
    }  # fmt: skip
