"""The triggers that keep rows of the audit log from being changed or removed."""

from sqlalchemy import Connection

from app.audit.models import AuditEvent
from app.core.db.row_security import APPEND_ONLY

_ERASABLE = APPEND_ONLY["audit_event"]
_FIXED = ", ".join(column.name for column in AuditEvent.__table__.columns if column.name not in _ERASABLE)
_IS_FILLED = " OR ".join(f"NEW.{name} IS NOT NULL" for name in _ERASABLE)
_MESSAGE = "rows of audit_event are only ever added"
_ABORT = f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END"
_SQLITE = (
    f"CREATE TRIGGER IF NOT EXISTS audit_event_delete BEFORE DELETE ON audit_event {_ABORT}",
    f"CREATE TRIGGER IF NOT EXISTS audit_event_update BEFORE UPDATE OF {_FIXED} ON audit_event {_ABORT}",
    f"CREATE TRIGGER IF NOT EXISTS audit_event_erase BEFORE UPDATE OF {', '.join(_ERASABLE)} ON audit_event "
    f"WHEN {_IS_FILLED} {_ABORT}",
)
_REFUSE = "EXECUTE FUNCTION keep_audit_event()"
_POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"RAISE EXCEPTION '{_MESSAGE}'; END $$",
    f"CREATE OR REPLACE TRIGGER audit_event_delete BEFORE DELETE OR TRUNCATE ON audit_event {_REFUSE}",
    f"CREATE OR REPLACE TRIGGER audit_event_update BEFORE UPDATE OF {_FIXED} ON audit_event {_REFUSE}",
    "CREATE OR REPLACE TRIGGER audit_event_erase BEFORE UPDATE ON audit_event FOR EACH ROW "
    f"WHEN ({_IS_FILLED}) {_REFUSE}",
)


def install(connection: Connection) -> None:
    """Create or replace the triggers."""
    for statement in _POSTGRESQL if connection.dialect.name == "postgresql" else _SQLITE:
        connection.exec_driver_sql(statement)
