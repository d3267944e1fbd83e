"""Rules of tasks: views, orders, changes, and what an editor's document says as text."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, true, update

from app.accounts.auth.file_addresses import plain
from app.accounts.users.models import User
from app.accounts.users.rights import office_of
from app.accounts.users.scope import colleagues_of
from app.core.db.base import db, fetch
from app.core.db.numbering import next_number
from app.core.errors import BeyondSchema, Conflict, Invalid, NotFound
from app.core.realtime import EVERYBODY, publish
from app.core.security.visitor import require_user, sees_all
from app.notifications import tell
from app.office.todo.models import TAGS, Task

TITLE_LENGTH = 200
MOST = 100
"""As many tasks as one list shows can be moved or changed at once."""
PEOPLE = 20
FILTERS = ("", "important", "completed", "deleted")
VIEWS = ("mine", "open", "important", "completed", "deleted")
SORTS = ("latest", "title-asc", "title-desc", "assignee", "due-date")
ORDERS = ("own", *SORTS)
MANY = {"delete": True, "restore": False}
"""What can be done to many tasks at once, and whether they are deleted then."""

_SHOWN: dict[str, Callable[[], ColumnElement[bool]]] = {
    "": lambda: Task.is_deleted.is_(False),
    "open": lambda: Task.is_deleted.is_(False) & Task.is_completed.is_(False),
    "mine": lambda: _SHOWN["open"]() & (Task.assignee_name == require_user().full_name),
    "important": lambda: Task.is_deleted.is_(False) & Task.is_important.is_(True),
    "completed": lambda: Task.is_deleted.is_(False) & Task.is_completed.is_(True),
    "deleted": lambda: Task.is_deleted.is_(True),
}
_ORDER: dict[str, tuple[Any, bool]] = {
    "own": (Task.place, True),
    "latest": (Task.number, True),
    "title-asc": (Task.title_key, False),
    "title-desc": (Task.title_key, True),
    "assignee": (Task.assignee_name, False),
    "due-date": (Task.due_date, False),
}


def order_of(name: str) -> tuple[Any, bool]:
    """The column that an order goes by, and whether downwards."""
    return _ORDER[name]


def list_tasks(view: str, q: str = "", tag: str = "") -> Select[Task]:
    """The tasks of a view whose title contains `q`, with a tag."""
    query = select(Task).where(_SHOWN[view](), _says(q), _in_reach())
    return query.where(_has(tag)) if tag else query


def _in_reach() -> ColumnElement[bool]:
    """Whether a task is for the reader; who sees the whole workspace sees everybody's."""
    return true() if sees_all("Office") else Task.assignee_name == require_user().full_name


def _says(q: str) -> ColumnElement[bool]:
    """Whether a task's title contains a text, whatever its case."""
    return Task.title_key.contains(q.strip().casefold(), autoescape=True) if q.strip() else true()


def _has(tag: str) -> ColumnElement[bool]:
    """Whether a task has a tag."""
    return Task.tag_text.contains(f",{tag},")


def sorted_tasks(view: str, q: str, tag: str, sort: str) -> list[Task]:
    """All tasks of a view in one of the specified orders; the latest first among equals."""
    column, backwards = _ORDER[sort]
    order = column.desc() if backwards else column.asc()
    return list(db.session.scalars(list_tasks(view, q, tag).order_by(order.nulls_last(), Task.number.desc())))


def counts(view: str, q: str) -> dict[str, dict[str, int]]:
    """How many tasks with these words each view has, and how many of one view have each tag."""
    conditions = {f"views.{name}": _SHOWN[name]() for name in VIEWS}
    conditions |= {f"tags.{tag}": _SHOWN[view]() & _has(tag) for tag in TAGS}
    query = (
        select(*(func.count().filter(condition) for condition in conditions.values()))
        .select_from(Task)
        .where(_says(q), _in_reach())
    )
    row = db.session.execute(query).one()
    numbers: dict[str, dict[str, int]] = {"views": {}, "tags": {}}
    for name, number in zip(conditions, row, strict=True):
        kind, _, key = name.partition(".")
        numbers[kind][key] = number
    return numbers


def people(q: str, reader: User) -> list[dict[str, str]]:
    """The first few colleagues of a reader whose names fit, by name."""
    words = (User.full_name.icontains(word, autoescape=True) for word in q.split())
    query = select(User).where(User.deleted_at.is_(None), colleagues_of(reader), *words)
    users = db.session.scalars(query.order_by(User.full_name, User.id).limit(PEOPLE))
    return [{"name": user.full_name, "avatar": user.avatar} for user in users]


def get_task(task_id: int) -> Task:
    """A task by its id, or NotFound."""
    return _get_task(Task.id == task_id)


def numbered_task(number: int) -> Task:
    """A task by the number that the specified calls know it by, or NotFound."""
    return _get_task(Task.number == number)


def _get_task(condition: ColumnElement[bool]) -> Task:
    return fetch(select(Task).where(condition, _in_reach()), "This task does not exist.")


def add_task(values: dict[str, Any], by: User | None = None) -> Task:
    """A new task under the next number, first in the order of one's own; whom it is for is notified of who made it."""
    number = next_number("task")
    task = Task(number=number, place=number, description="")
    _set(task, values)
    if by is not None and not task.assignee_name and office_of(by) == "part":
        # What one adds stays in one's sight.
        task.assignee_name, task.assignee_avatar = by.full_name, by.avatar
    db.session.add(task)
    db.session.flush()
    _notify_assignee(task, by)
    return task


def change_task(task: Task, values: dict[str, Any], by: User) -> None:
    """Give a task other values; keys that are not given stay as they are. Whom it is for now is notified by whom."""
    before = task.assignee_name
    _set(task, values)
    db.session.flush()
    if task.assignee_name != before:
        _notify_assignee(task, by)


def _notify_assignee(task: Task, by: User | None) -> None:
    """Tell whom a task is for that it is theirs now; samples are given by nobody."""
    if by is not None and task.assignee_name:
        user = _find_person(task.assignee_name)
        tell(user.id if user else None, "task", f"/apps/todo?task={task.id}", what=task.title, by=by, subject="Office")


def _find_person(name: str) -> User | None:
    """The first person of a name."""
    query = select(User).where(User.full_name == name, User.deleted_at.is_(None)).order_by(User.id).limit(1)
    return db.session.scalar(query)


def _set(task: Task, values: dict[str, Any]) -> None:
    """Put values, as the schemas load them, into a task."""
    changes = dict(values)
    if "assignee" in changes:
        person = changes.pop("assignee") or {}
        task.assignee_name, task.assignee_avatar = person.get("fullName", ""), plain(person.get("avatar") or "")
    if "tags" in changes:
        changes["tags"] = changes["tags"] or []
    if "description" in changes:
        changes["description"] = changes["description"] or ""
    for key, value in changes.items():
        setattr(task, key, value)


def clean_changes(task: Task | None, values: dict[str, Any]) -> dict[str, Any]:
    """What our own page sends, as `change_task` takes it; Invalid for an assignee that nobody is.

    An editor's document whose text comes back as it was shown is left as it is.
    """
    if task is not None and task.is_deleted:
        raise Conflict("This task is deleted. Restore it first.", code="invalid_transition")
    changes = dict(values)
    if task is not None and isinstance(task.description, dict) and changes.get("description") == task.text:
        del changes["description"]
    if (name := changes.get("assignee")) is None:
        return changes
    if task is not None and name == task.assignee_name:
        return {key: value for key, value in changes.items() if key != "assignee"}
    user = _find_person(name) if name else None
    if name and user is None:
        raise Invalid(
            {"assignee": [BeyondSchema("Nobody in this workspace has this name. Choose a person from the list.")]}
        )
    return changes | {"assignee": {"fullName": user.full_name, "avatar": user.avatar} if user else None}


def move_task(task: Task, *, deleted: bool) -> None:
    """Put a task away or take it out again; Conflict where it is already."""
    if task.is_deleted == deleted:
        raise Conflict(f"This task is {'already' if deleted else 'not'} deleted.", code="invalid_transition")
    task.is_deleted = deleted
    db.session.flush()


def order_tasks(ids: list[int]) -> None:
    """Let these tasks stand in this order, on the places they have among all others.

    To stand elsewhere changes nothing that anybody edits, so it counts no revision.
    """
    places = {
        row.id: row.place
        for row in db.session.execute(select(Task.id, Task.place).where(Task.id.in_(ids), _in_reach()))
    }
    distinct_ids = list(dict.fromkeys(ids))
    if len(places) != len(distinct_ids):
        raise NotFound("This task does not exist.")
    for task_id, place in zip(distinct_ids, sorted(places.values(), reverse=True), strict=True):
        if places[task_id] != place:
            statement = update(Task).where(Task.id == task_id).values(place=place, updated_at=Task.updated_at)
            db.session.execute(statement)
    publish("task", "", [EVERYBODY])


def do_to_many(ids: list[int], do: str) -> list[int]:
    """Do one thing to many tasks; answers those it made a difference to, so that it can be undone."""
    tasks = list(db.session.scalars(select(Task).where(Task.id.in_(ids), _in_reach()).order_by(Task.id)))
    if len(tasks) != len(set(ids)):
        raise NotFound("This task does not exist.")
    changed = [task for task in tasks if task.is_deleted != MANY[do]]
    for task in changed:
        task.is_deleted = MANY[do]
    db.session.flush()
    return [task.id for task in changed]
