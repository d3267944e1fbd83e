"""Shapes of the user list: the specified ones by API.md §3, and our own."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress, plain
from app.accounts.people.access import MOST_EXTRAS
from app.accounts.people.service import GIVEN_ROLES, MOST, PLANS, ROLES, SORTS, SPECIFIED_SORTS, STATES, STATUS
from app.accounts.users.models import LIFE
from app.accounts.users.scope import KINDS
from app.core.http.csv_schemas import CsvImportArgs
from app.core.http.schemas import (
    Email,
    Id,
    Line,
    ListArgs,
    Name,
    PageArgs,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.core.security.abilities import ACTIONS, SUBJECTS, can
from app.core.security.visitor import current_ability

MOST_PARTS = 2_000
"""How many parts of a kind a scope names at most."""
_LONGEST = {"company": 120, "country": 80, "contact": 40, "billing": 40}


class _Optional(Line):
    """A line that existing clients send as null where there is none."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_none=True, **more)

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The line; empty for null."""
        return super().deserialize("" if value is None else value, attr, data, **kwargs)


class _Picture(_Optional):
    """The address of a picture, which existing clients send back as it was signed for them."""

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The address as it is stored."""
        return plain(super().deserialize(value, attr, data, **kwargs))


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


INVITATION_STATES = ("open", "used", "revoked", "expired")


class ListedUserSchema(ResponseSchema):
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
    status = Text(attribute="shown_status", metadata={"enum": list(STATUS)})
    avatar = FileAddress(metadata={"description": "Empty to show initials"})
    billing = Text()


class UserListDataSchema(ResponseSchema):
    """One page of users, and how many there are under the filters."""

    users = ma.fields.List(ma.fields.Nested(ListedUserSchema))
    total = Whole()


class UserAnswerSchema(ResponseSchema):
    """One user."""

    user = ma.fields.Nested(ListedUserSchema)


class NewUserSchema(Schema):
    """A new user as existing clients send them; what is left out is empty, or the least."""

    class Meta:
        """Existing clients send whole users, an id of their own among it."""

        unknown = ma.EXCLUDE

    full_name = Name(120, data_key="fullName", required=True)
    username = Name(60, required=True)
    email = Email(required=True)
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


class ScopeSummarySchema(ResponseSchema):
    """What a person is limited to of one kind."""

    kind = Text(metadata={"enum": list(KINDS)})
    n = Whole()
    names = ma.fields.List(Text(), metadata={"description": "The first that the reader may see"})


class MemberSchema(ResponseSchema):
    """A person as our pages show them."""

    id = Id()
    number = Whole(metadata={"description": "The id of the specified calls", "example": 7})
    full_name = Text(metadata={"example": "Meera Nair"})
    username = Text()
    email = Text()
    role = Text(metadata={"enum": list(ROLES)})
    current_plan = Text(metadata={"enum": list(PLANS)})
    status = Text(attribute="shown_status", metadata={"enum": list(STATUS)})
    state = Text(metadata={"enum": list(LIFE)})
    invitation = Text(
        allow_none=True,
        metadata={
            "enum": ["open", "revoked", "expired", "none", None],
            "description": "What became of the last invitation of someone who has not joined; null for everybody else",
        },
    )
    locked_until = ma.fields.AwareDateTime(allow_none=True)
    sees = ma.fields.List(
        ma.fields.Nested(ScopeSummarySchema), metadata={"description": "What they are limited to; empty for everything"}
    )
    auth_role = Text(metadata={"enum": list(GIVEN_ROLES)})
    company = Text()
    country = Text()
    contact = Text()
    billing = Text()
    avatar = FileAddress()
    signs_in = ma.fields.Function(
        lambda user: user.password_hash is not None,
        metadata={"type": "boolean", "description": "Whether they have a password; otherwise they wait to be invited"},
    )
    second_factor_at = ma.fields.Function(
        lambda user: (
            user.second_factor_at.isoformat()
            if user.second_factor_at is not None and can(current_ability(), "update", "User")
            else None
        ),
        metadata={
            "type": ["string", "null"],
            "format": "date-time",
            "description": "Since when they have a second factor; null also where the reader may not edit users",
        },
    )
    last_seen_at = ma.fields.AwareDateTime(allow_none=True)
    deleted_at = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()


PeoplePageSchema = page_schema(MemberSchema, "PeoplePageSchema")


class PeopleRoleCountsSchema(ResponseSchema):
    """How many people each role has."""

    admin = Whole()
    author = Whole()
    editor = Whole()
    maintainer = Whole()
    subscriber = Whole()


class PeoplePlanCountsSchema(ResponseSchema):
    """How many people each plan has."""

    basic = Whole()
    team = Whole()
    company = Whole()
    enterprise = Whole()


class PeopleStatusCountsSchema(ResponseSchema):
    """How many people are in each state, those deleted apart."""

    active = Whole()
    inactive = Whole(metadata={"description": "Suspended, locked and deactivated together"})
    pending = Whole()
    suspended = Whole()
    locked = Whole()
    deactivated = Whole()
    deleted = Whole()


class PeopleTotalsSchema(ResponseSchema):
    """How many people the list has without a filter, under the other filters: each once, whatever states it is in."""

    roles = Whole()
    plans = Whole()
    states = Whole()


class PeopleCountsSchema(ResponseSchema):
    """How many people each choice of a filter would list, under the other filters."""

    roles = ma.fields.Nested(PeopleRoleCountsSchema)
    plans = ma.fields.Nested(PeoplePlanCountsSchema)
    states = ma.fields.Nested(PeopleStatusCountsSchema)
    all = ma.fields.Nested(PeopleTotalsSchema)


class MemberChangeSchema(Schema):
    """What of a person can be changed; keys left out stay as they are."""

    full_name = Name(120)
    username = Name(60)
    email = Email()
    role = _one_of(ROLES)
    current_plan = _one_of(PLANS)
    status = _one_of(STATUS)
    company = Line(validate=ma.validate.Length(max=_LONGEST["company"]))
    country = Line(validate=ma.validate.Length(max=_LONGEST["country"]))
    contact = Line(validate=ma.validate.Length(max=_LONGEST["contact"]))
    billing = Line(validate=ma.validate.Length(max=_LONGEST["billing"]))


class NewMemberSchema(MemberChangeSchema):
    """What a new person is made of; they wait for an invitation."""

    full_name = Name(120, required=True)
    username = Name(60, required=True)
    email = Email(required=True)


# ---- scope --------------------------------------------------------------------------------------------


class _Ids(ma.fields.List[int]):
    """Ids of one kind; forms send `all` where there is no limit."""

    def _deserialize(self, value: Any, *more: Any, **options: Any) -> Any:
        if isinstance(value, list) and "all" in value:
            return None
        ids = super()._deserialize(value, *more, **options)
        if len(ids) > MOST_PARTS:
            raise ma.ValidationError(f"Too long: {MOST_PARTS} entries at most.")
        return ids


def _ids() -> _Ids:
    """A field for ids of one kind."""
    return _Ids(Id(), allow_none=True, metadata={"maxItems": MOST_PARTS})


class ScopeSchema(Schema):
    """Where something may be done: null or no key is everywhere, an empty list nowhere.

    Parents and cities given together are intersected, outlets are added to what they hold, then clients and bots cut.
    """

    clients = _ids()
    parents = _ids()
    cities = _ids()
    outlets = _ids()
    bots = _ids()


class ScopeInputSchema(ScopeSchema):
    """A scope as it is given."""

    places = _one_of(
        ("all", "ticked"),
        metadata={"description": "For forms: `ticked` reads an empty list as no limit"},
    )

    @ma.post_load
    def understand(self, data: dict[str, Any], **_options: Any) -> dict[str, Any]:
        """Turn what a form has ticked into what it means."""
        places = data.pop("places", None)
        if places == "all":
            return data | dict.fromkeys(("parents", "cities", "outlets"))
        if places == "ticked":
            empty = [kind for kind in ("parents", "cities") if not data.get(kind)]
            data |= dict.fromkeys(empty)
            if len(empty) == 2 and not data.get("outlets"):
                data["outlets"] = []
        return data


# ---- invitations --------------------------------------------------------------------------------------


class InvitationArgs(NewMemberSchema):
    """Who is invited; without a username they get one after their address."""

    class Meta:
        """An invited person is pending, whatever else is said."""

        exclude = ("status",)

    role = _one_of(GIVEN_ROLES)
    scope = ma.fields.Nested(
        ScopeInputSchema, load_default=None, allow_none=True,
        metadata={"description": "Without one, what the inviter has access to"},
    )  # fmt: skip

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[object]) -> None:
        """A username can be left out."""
        if field_name == "username":
            field_obj.required = False
        super().on_bind_field(field_name, field_obj)


class InvitationListArgs(PageArgs):
    """Whose invitations; without a person those of everybody who has not joined."""

    user_id = Id(load_default=None)


class InvitationSchema(ResponseSchema):
    """An invitation as it was sent; its link is shown this once."""

    id = Id()
    user_id = Id()
    revision = Whole()
    link = Text(metadata={"example": "https://parley.example.com/invitation?token=…"})
    mailed = ma.fields.Boolean(metadata={"description": "Whether this installation sends email"})
    expires_at = ma.fields.AwareDateTime()


class OpenInvitationSchema(ResponseSchema):
    """An invitation in a list."""

    id = Id()
    user_id = Id()
    state = Text(metadata={"enum": list(INVITATION_STATES)})
    sends = Whole()
    revision = Whole()
    expires_at = ma.fields.AwareDateTime()
    created_at = ma.fields.AwareDateTime()


InvitationPageSchema = page_schema(OpenInvitationSchema, "InvitationPageSchema")


class JoinedSchema(ResponseSchema):
    """Where someone who has joined goes on."""

    next = Text()


class InvitationCardSchema(ResponseSchema):
    """What has become of a link, and while it is open what the invited person is shown before they join."""

    state = Text(metadata={"enum": [*INVITATION_STATES, "unknown"]})
    workspace = Text(allow_none=True)
    full_name = Text(allow_none=True)
    email = Text(allow_none=True)
    role = Text(allow_none=True)
    sees = ma.fields.List(
        ma.fields.Nested(ScopeSummarySchema), allow_none=True,
        metadata={"description": "What they will be limited to; empty for everything"},
    )  # fmt: skip
    invited_by = Text(allow_none=True)
    expires_at = ma.fields.AwareDateTime(allow_none=True)
    second_factor_required = ma.fields.Boolean(allow_none=True)


# ---- state --------------------------------------------------------------------------------------------


class ReasonSchema(Schema):
    """Why someone is moved on."""

    reason = Line(load_default="", validate=ma.validate.Length(max=90))


class DeactivationSchema(ReasonSchema):
    """Who takes over what the person owns; nobody has to where they own nothing."""

    successor = Id(load_default=None, allow_none=True)


class ReinstatementSchema(ReasonSchema):
    """The token that deactivating answered, to have a person back as they were; without it they are suspended."""

    undo = Text(load_default="", validate=ma.validate.Length(max=200_000))


class DeactivatedSchema(MemberSchema):
    """A person who was deactivated, and what undoes it for ten minutes."""

    undo = Text()


class ThingSchema(ResponseSchema):
    """One thing that a person owns."""

    id = Id()
    name = Text()
    link = Text()


class OwnedKindSchema(ResponseSchema):
    """What a person owns of one kind."""

    kind = Text(metadata={"example": "bots"})
    count = Whole()
    items = ma.fields.List(ma.fields.Nested(ThingSchema), metadata={"description": "The first 50"})


class OwnedSchema(ResponseSchema):
    """What a person owns that others depend on."""

    total = Whole()
    kinds = ma.fields.List(ma.fields.Nested(OwnedKindSchema))


# ---- access -------------------------------------------------------------------------------------------


class _AbilityField(ma.fields.Nested):
    """An ability; forms send it as two words."""

    def _deserialize(self, value: Any, *more: Any, **options: Any) -> Any:
        if isinstance(value, str) and len(words := value.split()) == 2:
            value = dict(zip(("action", "subject"), words, strict=True))
        return super()._deserialize(value, *more, **options)


class AbilityInputSchema(Schema):
    """One thing that may be done to one kind of thing."""

    action = _one_of(ACTIONS, required=True)
    subject = _one_of((*SUBJECTS, "all"), required=True)


class AccessSchema(ResponseSchema):
    """What a person may do beside and beyond their role, and where."""

    role = Text(metadata={"enum": list(GIVEN_ROLES)})
    abilities = ma.fields.List(ma.fields.Nested(AbilityInputSchema))
    scope = ma.fields.Nested(ScopeSchema)
    revision = Whole()


class AccessChangeSchema(Schema):
    """A person's whole access."""

    role = _one_of(GIVEN_ROLES, required=True)
    abilities = ma.fields.List(
        _AbilityField(AbilityInputSchema), required=True, validate=ma.validate.Length(max=MOST_EXTRAS)
    )
    scope = ma.fields.Nested(ScopeInputSchema, required=True)


class PersonSessionSchema(ResponseSchema):
    """One of the places a person is signed in at."""

    id = Id()
    kind = Text(metadata={"enum": ["cookie", "bearer"]})
    ip = Text()
    user_agent = Text()
    created_at = ma.fields.AwareDateTime()
    last_seen_at = ma.fields.AwareDateTime()


PersonSessionPageSchema = page_schema(PersonSessionSchema)


class ExplainArgs(Schema):
    """What is asked: an action on a subject, or on one thing of it; reading everything unless said otherwise."""

    action = _one_of(ACTIONS, load_default="read")
    subject = _one_of((*SUBJECTS, "all"), load_default="all")
    id = Id(load_default=None)


class AccessReasonSchema(ResponseSchema):
    """One reason for or against, as a code with what its sentence names."""

    code = Text(metadata={"example": "inside_outlets"})
    allows = ma.fields.Boolean()
    role = Text(allow_none=True)
    action = Text(allow_none=True)
    subject = Text(allow_none=True)
    name = Text(allow_none=True)


class ExplanationSchema(ResponseSchema):
    """Whether someone may do something, and why."""

    allowed = ma.fields.Boolean()
    because = ma.fields.List(ma.fields.Nested(AccessReasonSchema))


class ScopePartSchema(ResponseSchema):
    """A part of the workspace that a scope can name."""

    kind = Text(metadata={"enum": list(KINDS)})
    id = Id()
    name = Text()
    within = ma.fields.Dict(keys=Text(), values=Id(), metadata={"description": "What it belongs to, by kind"})


class PartsSchema(ResponseSchema):
    """Every part of the workspace that the reader may see."""

    parts = ma.fields.List(ma.fields.Nested(ScopePartSchema))


class PeopleImportForm(CsvImportArgs):
    """Whether a file of people is only checked, as a button of a form."""


# ---- viewing as someone else -------------------------------------------------------------------------


class ViewedSchema(ResponseSchema):
    """As whom someone looks."""

    id = Id()
    full_name = Text()


class ViewEndSchema(ResponseSchema):
    """Where to go on."""

    next = Text()


class ViewSchema(ViewEndSchema):
    """As whom someone looks, and until when."""

    user = ma.fields.Nested(ViewedSchema)
    until = ma.fields.AwareDateTime()
