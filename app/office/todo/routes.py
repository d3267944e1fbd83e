"""Our own calls on tasks, for the page: by revisions, with an order of one's own, restoring and many at once."""

from typing import Any

from flask import url_for

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.office.todo import service
from app.office.todo.models import Task
from app.office.todo.schemas import (
    ManyTasksSchema,
    NewTaskSchema,
    TaskAssigneeArgs,
    TaskAssigneesSchema,
    TaskChangeSchema,
    TaskCountArgs,
    TaskCountsSchema,
    TaskIdsSchema,
    TaskListArgs,
    TaskOrderSchema,
    TaskPageSchema,
    TaskSchema,
)

blp = Blueprint("tasks", __name__, url_prefix="/api/v1/tasks", description="Tasks by view, tag and order.")


TASKS = Resource(service.get_task, TaskSchema, address=lambda row: url_for("tasks.get_task", task_id=row.id))
TASK_CALLS = RowOperations("Office", "task", TaskSchema)


@blp.get("", Operation(needs("read", "Office"), query=TaskListArgs, answer=TaskPageSchema))
def list_tasks(args: dict[str, Any]) -> Page:
    """List tasks of a view."""
    sort, descending = service.order_of(args["sort"])
    query = service.list_tasks(args["view"], args["q"], args["tag"])
    return paginate(query, args, key=Task.id, sort=sort, descending=descending)


@blp.get("/counts", Operation(needs("read", "Office"), query=TaskCountArgs, answer=TaskCountsSchema))
def count_tasks(args: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Count the tasks of every view, and those of one view by tag."""
    return service.counts(args["view"], args["q"])


@blp.get("/people", Operation(needs("read", "Office"), query=TaskAssigneeArgs, answer=TaskAssigneesSchema))
def list_people(args: dict[str, Any]) -> dict[str, Any]:
    """Search people that tasks can be assigned to, by name."""
    return {"people": service.people(args["q"], require_user())}


@blp.get("/<int:task_id>", TASK_CALLS.read())
def get_task(task_id: int) -> Reply:
    """Retrieve a task."""
    return TASKS.get(task_id)


@blp.post("", TASK_CALLS.create(NewTaskSchema))
def create_task(args: dict[str, Any]) -> Reply:
    """Create a task, first in your order."""
    return TASKS.create(service.add_task(service.clean_changes(None, args), require_user()))


@blp.patch("/<int:task_id>", TASK_CALLS.update(TaskChangeSchema))
def change_task(args: dict[str, Any], task_id: int) -> Reply:
    """Update a task."""
    return TASKS.change(
        task_id, lambda task: service.change_task(task, service.clean_changes(task, args), require_user())
    )


@blp.delete("/<int:task_id>", TASK_CALLS.trash())
def delete_task(task_id: int) -> Reply:
    """Delete a task; it can be restored."""
    return _move_task(task_id, deleted=True)


@blp.post("/<int:task_id>/restore", TASK_CALLS.restore())
def restore_task(task_id: int) -> Reply:
    """Restore a deleted task."""
    return _move_task(task_id, deleted=False)


@blp.post(
    "/order", Operation(needs("update", "Office"), audit="task:order", body=TaskOrderSchema, answer=TaskIdsSchema)
)
def order_tasks(args: dict[str, Any]) -> dict[str, list[int]]:
    """Reorder tasks."""
    ids = [int(id_) for id_ in args["order"].split(",")]
    service.order_tasks(ids)
    db.session.commit()
    return {"ids": ids}


@blp.post(
    "/many", Operation(needs("delete", "Office"), audit="task:delete_many", body=ManyTasksSchema, answer=TaskIdsSchema)
)
def delete_many(args: dict[str, Any]) -> dict[str, list[int]]:
    """Delete or restore many tasks; the answer has what changed, to undo it."""
    ids = service.do_to_many(args["ids"], args["do"])
    db.session.commit()
    return {"ids": ids}


def _move_task(task_id: int, *, deleted: bool) -> Reply:
    """The task put away, or taken out again."""
    return TASKS.change(task_id, lambda task: service.move_task(task, deleted=deleted))
