"""Shapes of the to-do calls: the specified ones by API.md §1, and our own."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import (
    IDS,
    Day,
    Id,
    Line,
    ListArgs,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.office.todo.documents import problem_of
from app.office.todo.models import TAGS
from app.office.todo.service import FILTERS, MANY, MOST, ORDERS, SORTS, TITLE_LENGTH, VIEWS

DESCRIPTION_LENGTH = 20_000


class _Day(Day):
    """A date; of an ISO timestamp its date as it is written, of empty text none."""

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The date; none where the text is empty."""
        return super().deserialize(None if value == "" else value, attr, data, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> date:
        if isinstance(value, str) and "T" in value:
            try:
                return datetime.fromisoformat(value).date()
            except ValueError:
                raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE) from None
        day: date = super()._deserialize(value, attr, data, **kwargs)
        return day


class _Description(ma.fields.Raw):
    """Text, or an editor's document, which is nobody's to change."""

    described: Mapping[str, Any] = {
        "anyOf": [
            {"type": "string", "maxLength": DESCRIPTION_LENGTH, **Text.described},
            {"type": "object", "additionalProperties": True},
            {"type": "null"},
        ]
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            if wrong := problem_of(value):
                raise ma.ValidationError(wrong)
            return value
        return Text(validate=ma.validate.Length(max=DESCRIPTION_LENGTH)).deserialize(value, attr, data, **kwargs)


# ---- the specified calls ------------------------------------------------------------------------------


class TodoArgs(Schema):
    """Words of the title, view, tag and order; whatever is missing does not narrow."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    filter = Text(load_default="", validate=ma.validate.OneOf(FILTERS))
    tag = Text(load_default="", validate=ma.validate.OneOf(["", *TAGS]))
    sortBy = Text(load_default="latest", validate=ma.validate.OneOf(SORTS))


class TodoAssigneeSchema(ResponseSchema):
    """Whom a task is for; both empty when it is for nobody."""

    fullName = Text(attribute="name")
    avatar = FileAddress()


class TodoSchema(ResponseSchema):
    """A task as the specified calls show it."""

    id = Whole(attribute="number")
    title = Text()
    dueDate = Text(attribute="due_text", metadata={"description": "YYYY-MM-DD, or empty", "example": "2026-07-16"})
    description = ma.fields.Raw(metadata={"description": "Text, or an editor's document unchanged"})
    assignee = ma.fields.Nested(TodoAssigneeSchema)
    tags = ma.fields.List(Text(metadata={"enum": list(TAGS)}))
    isCompleted = ma.fields.Boolean(attribute="is_completed")
    isDeleted = ma.fields.Boolean(attribute="is_deleted")
    isImportant = ma.fields.Boolean(attribute="is_important")


class TodoGivenAssigneeSchema(Schema):
    """Whom a task is to be for; more that an existing client sends of the person is left aside."""

    class Meta:
        """Existing clients send whole people."""

        unknown = ma.EXCLUDE

    fullName = Text(load_default="", validate=ma.validate.Length(max=120))
    avatar = FileAddress(load_default="", allow_none=True, validate=ma.validate.Length(max=500))


class TodoChangeSchema(Schema):
    """What the specified calls take of a task; keys left out stay as they are."""

    class Meta:
        """Existing clients send whole tasks."""

        unknown = ma.EXCLUDE

    title = NonBlankLine(TITLE_LENGTH)
    due_date = _Day(data_key="dueDate", allow_none=True)
    description = _Description(allow_none=True)
    assignee = ma.fields.Nested(TodoGivenAssigneeSchema, allow_none=True)
    tags = ma.fields.List(Text(validate=ma.validate.OneOf(TAGS)), allow_none=True)
    is_completed = Switch(data_key="isCompleted")
    is_deleted = Switch(data_key="isDeleted")
    is_important = Switch(data_key="isImportant")


class NewTodoFieldsSchema(TodoChangeSchema):
    """What a new task is made of; only the title must be there."""

    title = NonBlankLine(TITLE_LENGTH, required=True)


class TodoFieldsSchema(TodoChangeSchema):
    """A task's number, and what is to change."""

    id = Whole(required=True)


class NewTodoSchema(Schema):
    """A new task."""

    task = ma.fields.Nested(NewTodoFieldsSchema, required=True)


class TodoUpdateSchema(Schema):
    """A task to be changed."""

    task = ma.fields.Nested(TodoFieldsSchema, required=True)


class TodoDeleteArgs(Schema):
    """Which task goes."""

    taskId = Whole(required=True)


class TodoAnswerSchema(ResponseSchema):
    """One task."""

    task = ma.fields.Nested(TodoSchema)


# ---- our own calls ------------------------------------------------------------------------------------


class _Narrowed(Schema):
    """What narrows the list of tasks."""

    view = Text(load_default="open", validate=ma.validate.OneOf(VIEWS))
    q = Text(load_default="", validate=ma.validate.Length(max=200))


class TaskListArgs(_Narrowed, ListArgs):
    """Tasks are listed by view, in the order of one's own unless asked otherwise."""

    tag = Text(load_default="", validate=ma.validate.OneOf(["", *TAGS]))
    sort = Text(load_default="own", validate=ma.validate.OneOf(ORDERS))


class TaskCountArgs(_Narrowed):
    """Tags are counted within a view."""


class TaskAssigneeSchema(ResponseSchema):
    """A person tasks can be for."""

    name = Text()
    avatar = FileAddress()


class TaskSchema(ResponseSchema):
    """A task as our page shows it; an editor's document is its text here."""

    id = Id()
    number = Whole()
    title = Text(metadata={"example": "Ask Jaipur about low containment"})
    description = Text(attribute="text", metadata={"description": "Text with Markdown marks"})
    due_date = ma.fields.Date(allow_none=True)
    assignee = ma.fields.Nested(TaskAssigneeSchema, attribute="person", allow_none=True)
    tags = ma.fields.List(Text(metadata={"enum": list(TAGS)}))
    is_completed = ma.fields.Boolean()
    is_deleted = ma.fields.Boolean()
    is_important = ma.fields.Boolean()
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()


TaskPageSchema = page_schema(TaskSchema)


class TaskViewCountsSchema(ResponseSchema):
    """How many tasks each view has."""

    mine = Whole(metadata={"description": "Open tasks of the reader"})
    open = Whole()
    important = Whole()
    completed = Whole()
    deleted = Whole()


class TaskTagCountsSchema(ResponseSchema):
    """How many tasks of a view have each tag."""

    team = Whole()
    low = Whole()
    medium = Whole()
    high = Whole()
    update = Whole()


class TaskCountsSchema(ResponseSchema):
    """How many tasks there are, by view and by tag."""

    views = ma.fields.Nested(TaskViewCountsSchema)
    tags = ma.fields.Nested(TaskTagCountsSchema)


class TaskAssigneeArgs(Schema):
    """Words of a name."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))


class TaskAssigneesSchema(ResponseSchema):
    """The people whose names fit, by name."""

    people = ma.fields.List(ma.fields.Nested(TaskAssigneeSchema))


class TaskChangeSchema(Schema):
    """What of a task can be changed; keys left out stay as they are."""

    title = NonBlankLine(TITLE_LENGTH)
    description = Text(validate=ma.validate.Length(max=DESCRIPTION_LENGTH))
    due_date = Day(allow_none=True)
    assignee = Line(validate=ma.validate.Length(max=120), metadata={"description": "A full name, or empty"})
    tags = ma.fields.List(Text(validate=ma.validate.OneOf(TAGS)))
    is_completed = Switch()
    is_important = Switch()


class NewTaskSchema(TaskChangeSchema):
    """What a new task is made of."""

    title = NonBlankLine(TITLE_LENGTH, required=True)


class TaskOrderSchema(Schema):
    """Tasks in the order they are to stand in, as ids joined by commas."""

    order = Text(
        required=True,
        validate=[
            ma.validate.Length(max=20 * MOST),
            Pattern(rf"^{IDS}$", error="Must be IDs separated by commas."),
        ],
        metadata={"pattern": f"^{IDS}$"},
    )


class ManyTasksSchema(Schema):
    """Tasks, and what is to be done to all of them."""

    ids = ma.fields.List(Id(), required=True, validate=ma.validate.Length(min=1, max=MOST))
    do = Text(required=True, validate=ma.validate.OneOf(list(MANY)))


class TaskIdsSchema(ResponseSchema):
    """The tasks that it was done to; those it made no difference to are left out."""

    ids = ma.fields.List(Id())
