"""Shapes of the user list: the specified ones by API.md §3, and our own."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress, plain
from app.accounts.people.service import MOST, PLANS, ROLES, SORTS, SPECIFIED_SORTS, STATES, STATUS
from app.core.http.schemas import NOT_BLANK, Answer, Id, ListArgs, PageArgs, PageSchema, Schema, Text, Whole

_LONGEST = {"company": 120, "country": 80, "contact": 40, "billing": 40}


class _Line(Text):
    """One line of text, without blanks around it; nothing is empty text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return " ".join(super()._deserialize(value, attr, data, **kwargs).split())


class _Optional(_Line):
    """A line that existing clients send as null where there is none."""

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The line; empty for null."""
        return super().deserialize("" if value is None else value, attr, data, **kwargs)


class _Picture(_Optional):
    """The address of a picture, which existing clients send back as it was signed for them."""

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The address as it is stored."""
        return plain(super().deserialize(value, attr, data, **kwargs))


class _Name(_Line):
    """A line that must say something."""

    def __init__(self, longest: int, **more: Any) -> None:
        said = {"pattern": NOT_BLANK} | more.pop("metadata", {})
        self.longest = longest
        super().__init__(validate=ma.validate.Length(min=1, max=longest), metadata=said, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        # As described: blanks that are taken off count, too.
        if isinstance(value, str) and len(value) > self.longest:
            raise ma.ValidationError(f"Longer than maximum length {self.longest}.")
        return super()._deserialize(value, attr, data, **kwargs)


class _Email(ma.fields.Email):
    """An address without blanks around it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value.strip() if isinstance(value, str) else value, attr, data, **kwargs)


def _email(**more: Any) -> _Email:
    """A field for an email address, no longer than there is room for."""
    return _Email(validate=ma.validate.Length(max=254), **more)


def _one_of(values: tuple[str, ...], **more: Any) -> Text:
    """A field for one of a few words."""
    return Text(validate=ma.validate.OneOf(values), **more)


# ---- the specified calls ------------------------------------------------------------------------------


class UserListDataArgs(Schema):
    """Which users, in which order, and which page of them."""

    class Meta:
        """Existing clients may send more."""

        unknown = ma.EXCLUDE

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    page = Whole(load_default=1, validate=ma.validate.Range(min=1, max=1_000_000))
    perPage = Whole(load_default=10, validate=ma.validate.Range(min=1, max=MOST))
    role = _one_of(("", *ROLES), load_default="")
    currentPlan = _one_of(("", *PLANS), load_default="")
    status = _one_of(("", *STATUS), load_default="")
    sort = _one_of(("", "asc", "desc"), load_default="")
    sortColumn = _one_of(("", *SPECIFIED_SORTS), load_default="")


class UserArgs(Schema):
    """Which user."""

    id = Whole(required=True)


class ListedUserSchema(Answer):
    """A user as existing clients know them: nothing is null."""

    id = Whole(attribute="number", metadata={"example": 7})
    fullName = Text(attribute="full_name", metadata={"example": "Meera Nair"})
    company = Text()
    role = Text(metadata={"enum": list(ROLES)})
    username = Text()
    country = Text()
    contact = Text()
    email = Text()
    currentPlan = Text(attribute="current_plan", metadata={"enum": list(PLANS)})
    status = Text(metadata={"enum": list(STATUS)})
    avatar = FileAddress(metadata={"description": "Empty to show initials"})
    billing = Text()


class UserListDataSchema(Answer):
    """One page of users, and how many there are under the filters."""

    users = ma.fields.List(ma.fields.Nested(ListedUserSchema))
    total = Whole()


class UserAnswerSchema(Answer):
    """One user."""

    user = ma.fields.Nested(ListedUserSchema)


class NewUserSchema(Schema):
    """A new user as existing clients send them; what is left out is empty, or the least."""

    class Meta:
        """Existing clients send whole users, an id of their own among it."""

        unknown = ma.EXCLUDE

    full_name = _Name(120, data_key="fullName", required=True)
    username = _Name(60, required=True)
    email = _email(required=True)
    role = _one_of(ROLES, load_default="subscriber")
    current_plan = _one_of(PLANS, data_key="currentPlan", load_default="basic")
    status = _one_of(STATUS, load_default="pending")
    company = _Optional(load_default="", validate=ma.validate.Length(max=_LONGEST["company"]))
    country = _Optional(load_default="", validate=ma.validate.Length(max=_LONGEST["country"]))
    contact = _Optional(load_default="", validate=ma.validate.Length(max=_LONGEST["contact"]))
    billing = _Optional(load_default="", validate=ma.validate.Length(max=_LONGEST["billing"]))
    avatar = _Picture(load_default="", validate=ma.validate.Length(max=500))


# ---- our own calls ------------------------------------------------------------------------------------


class PeopleFilterArgs(Schema):
    """What narrows the list of people; those who are deleted are a state of their own."""

    q = Text(
        load_default="", validate=ma.validate.Length(max=200), metadata={"description": "In name, username or email"}
    )
    role = _one_of(("", *ROLES), load_default="")
    plan = _one_of(("", *PLANS), load_default="")
    status = _one_of(("", *STATES), load_default="")


class PeopleListArgs(PeopleFilterArgs, ListArgs):
    """People are listed newest first unless asked otherwise; a minus turns an order round."""

    sort = _one_of(SORTS, load_default="-number")


class PeopleFileArgs(PeopleFilterArgs):
    """What a file is to hold, in which order."""

    sort = _one_of(SORTS, load_default="-number")


class MemberSchema(Answer):
    """A person as our pages show them."""

    id = Id()
    number = Whole(metadata={"description": "The id of the specified calls", "example": 7})
    full_name = Text(metadata={"example": "Meera Nair"})
    username = Text()
    email = Text()
    role = Text(metadata={"enum": list(ROLES)})
    current_plan = Text(metadata={"enum": list(PLANS)})
    status = Text(metadata={"enum": list(STATUS)})
    company = Text()
    country = Text()
    contact = Text()
    billing = Text()
    avatar = FileAddress()
    signs_in = ma.fields.Function(
        lambda user: user.password_hash is not None,
        metadata={"type": "boolean", "description": "Whether they have a password; otherwise they wait to be invited"},
    )
    last_seen_at = ma.fields.AwareDateTime(allow_none=True)
    deleted_at = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()


class PeoplePageSchema(PageSchema):
    """One page of people."""

    items = ma.fields.List(ma.fields.Nested(MemberSchema))


class PeopleRoleCountsSchema(Answer):
    """How many people each role has."""

    admin = Whole()
    author = Whole()
    editor = Whole()
    maintainer = Whole()
    subscriber = Whole()


class PeoplePlanCountsSchema(Answer):
    """How many people each plan has."""

    basic = Whole()
    team = Whole()
    company = Whole()
    enterprise = Whole()


class PeopleStatusCountsSchema(Answer):
    """How many people are in each state, those deleted apart."""

    active = Whole()
    inactive = Whole()
    pending = Whole()
    deleted = Whole()


class PeopleCountsSchema(Answer):
    """How many people each choice of a filter would list, under the other filters."""

    roles = ma.fields.Nested(PeopleRoleCountsSchema)
    plans = ma.fields.Nested(PeoplePlanCountsSchema)
    states = ma.fields.Nested(PeopleStatusCountsSchema)


class MemberChangeSchema(Schema):
    """What of a person can be changed; keys left out stay as they are."""

    full_name = _Name(120)
    username = _Name(60)
    email = _email()
    role = _one_of(ROLES)
    current_plan = _one_of(PLANS)
    status = _one_of(STATUS)
    company = _Line(validate=ma.validate.Length(max=_LONGEST["company"]))
    country = _Line(validate=ma.validate.Length(max=_LONGEST["country"]))
    contact = _Line(validate=ma.validate.Length(max=_LONGEST["contact"]))
    billing = _Line(validate=ma.validate.Length(max=_LONGEST["billing"]))


class NewMemberSchema(MemberChangeSchema):
    """What a new person is made of; they wait for an invitation."""

    full_name = _Name(120, required=True)
    username = _Name(60, required=True)
    email = _email(required=True)


# ---- invitations --------------------------------------------------------------------------------------

INVITATION_STATES = ("open", "used", "withdrawn", "expired")


class InvitationArgs(NewMemberSchema):
    """Who is invited; without a username they get one after their address."""

    class Meta:
        """An invited person is pending, whatever else is said."""

        exclude = ("status",)

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[object]) -> None:
        """A username can be left out."""
        if field_name == "username":
            field_obj.required = False
        super().on_bind_field(field_name, field_obj)


class InvitationListArgs(PageArgs):
    """Whose invitations; without a person those of everybody who has not joined."""

    user_id = Id(load_default=None)


class InvitationSchema(Answer):
    """An invitation as it was sent; its link is told this once."""

    id = Id()
    user_id = Id()
    revision = Whole()
    link = Text(metadata={"example": "https://parley.example.com/invitation?token=…"})
    expires_at = ma.fields.AwareDateTime()


class OpenInvitationSchema(Answer):
    """An invitation in a list."""

    id = Id()
    user_id = Id()
    state = Text(metadata={"enum": list(INVITATION_STATES)})
    sends = Whole()
    revision = Whole()
    expires_at = ma.fields.AwareDateTime()
    created_at = ma.fields.AwareDateTime()


class InvitationPageSchema(PageSchema):
    """One page of invitations."""

    items = ma.fields.List(ma.fields.Nested(OpenInvitationSchema))


class JoinedSchema(Answer):
    """Where somebody who has joined goes on."""

    next = Text()


class InvitationCardSchema(Answer):
    """What has become of a link, and while it is open what the invited person is shown before they join."""

    state = Text(metadata={"enum": [*INVITATION_STATES, "unknown"]})
    workspace = Text(allow_none=True)
    full_name = Text(allow_none=True)
    email = Text(allow_none=True)
    role = Text(allow_none=True)
    invited_by = Text(allow_none=True)
    expires_at = ma.fields.AwareDateTime(allow_none=True)
    second_factor_required = ma.fields.Boolean(allow_none=True)
