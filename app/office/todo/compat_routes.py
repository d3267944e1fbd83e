"""The specified to-do calls."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.office.todo import service
from app.office.todo.models import Task
from app.office.todo.schemas import (
    NewTodoSchema,
    TodoAnswerSchema,
    TodoArgs,
    TodoDeleteArgs,
    TodoSchema,
    TodoUpdateSchema,
)

blp = SpecifiedBlueprint("todo", __name__, url_prefix="/apps/todo", description="Tasks.")


@blp.get("/tasks", Operation(needs("read", "Office"), query=TodoArgs, answer=TodoSchema(many=True)))
def tasks(args: dict[str, Any]) -> list[Task]:
    """List all tasks of a view, with a tag, by words of their titles."""
    return service.sorted_tasks(args["filter"], args["q"], args["tag"], args["sortBy"])


@blp.post(
    "/add-tasks",
    Operation(needs("create", "Office"), audit="task:create", body=NewTodoSchema, answer=TodoAnswerSchema, status=201),
)
def add_task(args: dict[str, Any]) -> dict[str, Task]:
    """Create a task; its id is the highest one plus one."""
    task = service.add_task(args["task"], require_user())
    db.session.commit()
    return {"task": task}


@blp.post(
    "/update-task",
    Operation(needs("update", "Office"), audit="task:update", body=TodoUpdateSchema, answer=TodoAnswerSchema),
)
def update_task(args: dict[str, Any]) -> dict[str, Task]:
    """Update a task and answer all of it."""
    values = args["task"]
    task = service.numbered_task(values.pop("id"))
    service.change_task(task, values, require_user())
    db.session.commit()
    return {"task": task}


@blp.delete(
    "/delete-task",
    Operation(needs("delete", "Office"), audit="task:delete", query=TodoDeleteArgs, answer=TodoAnswerSchema),
)
def delete_task(args: dict[str, Any]) -> dict[str, Task]:
    """Mark a task as deleted."""
    task = service.numbered_task(args["taskId"])
    service.change_task(task, {"is_deleted": True}, require_user())
    db.session.commit()
    return {"task": task}
