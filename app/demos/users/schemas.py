"""Shapes of the user list: the specified ones by API.md §3, and our own."""

from typing import Any

import marshmallow as ma

from app.demos.users.service import MOST, PLANS, ROLES, SORTS, SPECIFIED_SORTS, STATES, STATUS
from app.schemas import NOT_BLANK, Answer, Id, ListArgs, PageSchema, Schema, Text, Whole

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


class _Name(_Line):
    """A line that must say something."""

    def __init__(self, longest: int, **more: Any) -> None:
        said = {"pattern": NOT_BLANK} | more.pop("metadata", {})
        super().__init__(validate=ma.validate.Length(min=1, max=longest), metadata=said, **more)


class _Email(ma.fields.Email):
    """An address without blanks around it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value.strip() if isinstance(value, str) else value, attr, data, **kwargs)


def _email(**more: Any) -> _Email:
    """A field for an e-mail address, no longer than there is room for."""
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
    avatar = Text(metadata={"description": "Empty to show initials"})
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
    avatar = _Optional(load_default="", validate=ma.validate.Length(max=500))


# ---- our own calls ------------------------------------------------------------------------------------


class PeopleFilterArgs(Schema):
    """What narrows the list of people; those who are deleted are a state of their own."""

    q = Text(
        load_default="", validate=ma.validate.Length(max=200), metadata={"description": "In name, username or e-mail"}
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
    avatar = Text()
    signs_in = ma.fields.Function(
        lambda user: user.password_hash is not None,
        metadata={"type": "boolean", "description": "Whether they have a password; otherwise they wait to be invited"},
    )
    last_seen_at = ma.fields.AwareDateTime(allow_none=True)
    deleted_at = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    updated_at = ma.fields.AwareDateTime()
    version = Whole()


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
