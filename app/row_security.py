"""PostgreSQL's own workspace filter: row-level security under everything the ORM's filter may not see.

Each transaction tells the database which workspace it is for before its first statement, and again whenever
that changes. Told nothing, the policies let no row through. With it goes how long a statement may take.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Engine, event, text

from app.deadlines import allowed_seconds
from app.tenancy import told

_TELL = (
    "SELECT set_config('app.workspace_id', '{}', true), set_config('app.everywhere', '{}', true), "
    "set_config('statement_timeout', '{:.0f}', true)"
)
# Asked once a statement, not once a row, and the workspace only when work is not everywhere: without one it raises.
_HERE = (
    "(SELECT current_setting('app.everywhere', true) = 'on') "
    "OR workspace_id = (SELECT current_setting('app.workspace_id')::bigint)"
)
POLICY = "workspace"
# Tables whose rows are never removed and, but for these columns, never changed.
APPEND_ONLY = {"audit_event": ("address", "user_agent", "salt")}


def listen(engine: Engine, transaction: Any) -> None:
    """Tell the engine's transactions their workspace, and give readers one state of the data.

    The figures of a page come from several queries and must agree, as they do on SQLite.
    """
    from psycopg import errors, pq

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.info.pop("told", None)

    @event.listens_for(engine, "rollback_savepoint")
    def _back(connection: Connection, _name: str, _context: object) -> None:
        # What was told since the savepoint is taken back with the rest.
        connection.info.pop("told", None)

    @event.listens_for(engine, "before_cursor_execute")
    def _tell(connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        wanted = (*told(), 1000 * allowed_seconds())
        # A transaction that has failed takes nothing but the way back, after which it is told again.
        if connection.info.get("told") == wanted or statement.startswith("ROLLBACK TO SAVEPOINT"):
            return
        driver: Any = connection.connection.dbapi_connection
        # One message to the server and back: the transaction's begin, which the driver then finds made, goes along.
        words = _TELL.format(*wanted)
        if driver.pgconn.transaction_status == pq.TransactionStatus.IDLE:
            reads = " ISOLATION LEVEL REPEATABLE READ" if transaction() == "DEFERRED" else ""
            words = f"BEGIN{reads}; {words}"
        answer = driver.pgconn.exec_(words.encode())
        if answer.status != pq.ExecStatus.TUPLES_OK:
            error = errors.error_from_result(answer)
            # Without a state the server has gone: the statement itself meets that, and the pool learns it by that.
            if error.sqlstate is None:
                return
            raise error
        connection.info["told"] = wanted


def protect(connection: Connection, tables: Iterable[str]) -> None:
    """Let nobody, not even their owner, past the workspace of these tables' rows; for migrations."""
    if connection.dialect.name != "postgresql":
        return
    for name in tables:
        connection.execute(text(f'ALTER TABLE "{name}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY'))
        connection.execute(text(f'CREATE POLICY {POLICY} ON "{name}" USING ({_HERE}) WITH CHECK ({_HERE})'))


def expose(connection: Connection, tables: Iterable[str]) -> None:
    """Take the policies away again; for migrations that go down on PostgreSQL."""
    for name in tables:
        connection.execute(text(f'DROP POLICY {POLICY} ON "{name}"'))
        connection.execute(text(f'ALTER TABLE "{name}" NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY'))


def grant(connection: Connection, role: str) -> None:
    """Give the application's role what it needs and no more: rows, not tables."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    schema, name = quote(connection.scalar(text("SELECT current_schema()"))), quote(role)
    for statement in (
        f"GRANT USAGE ON SCHEMA {schema} TO {name}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {name}",
        f"REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {name}",
        f"GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO {name}",
    ):
        connection.execute(text(statement))
    for table, columns in APPEND_ONLY.items():
        if connection.scalar(text("SELECT to_regclass(:name)"), {"name": table}) is not None:
            connection.execute(text(f"REVOKE UPDATE, DELETE ON {table} FROM {name}"))
            connection.execute(text(f"GRANT UPDATE ({', '.join(columns)}) ON {table} TO {name}"))


_RIGHTS = text(
    "SELECT rolsuper, rolbypassrls, EXISTS (SELECT FROM pg_class WHERE relkind IN ('r', 'p') "
    "AND relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'USAGE')) "
    "FROM pg_roles WHERE rolname = current_user"
)
_OPEN = text(
    "SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'workspace_id' "
    "WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace AND NOT (relrowsecurity "
    "AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid)) ORDER BY 1"
)


def weaknesses(connection: Connection) -> list[str]:
    """Why the database would let rows of another workspace through; empty when it does not."""
    if connection.dialect.name != "postgresql":
        return []
    superuser, bypasses, owns = connection.execute(_RIGHTS).one()
    found = {"is a superuser": superuser, "bypasses row-level security": bypasses, "owns tables": owns}
    role = [f"the application's role {what}" for what, so in found.items() if so]
    return role + [f"table {name} has no policy" for name in connection.scalars(_OPEN)]
