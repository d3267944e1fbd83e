"""Jobs over the API: what people began apart from what the server does by itself."""

from collections.abc import Callable

from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.jobs import enqueue


def test_work_of_people_is_distinguished_from_housekeeping(
    as_: Callable[..., FlaskClient], workspace: Workspace
) -> None:
    admin = as_("admin")
    for kind in ("import", "export", "close_session", "measure_bot"):
        enqueue(kind, {})
    db.session.commit()

    def kinds(query: str) -> set[str]:
        return {row["kind"] for row in admin.get(f"/api/v1/jobs?{query}").json["items"]}

    assert kinds("work=people") == {"import", "export"}
    assert kinds("work=upkeep") >= {"close_session", "measure_bot"} and not kinds("work=upkeep") & {"import", "export"}
    assert kinds("") >= {"import", "export", "close_session", "measure_bot"}
    assert admin.get("/api/v1/jobs?work=mine").status_code == 422
