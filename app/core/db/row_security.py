"""PostgreSQL's own workspace filter: row-level security under everything the ORM's filter may not see.

Each transaction is bound to a workspace before its first statement, and again whenever that changes. Without a
binding the policies let no row through. With it goes how long a statement may take.

What is set is sealed by a key that is made of SECRET_KEY and that only the owner of the tables may read: anyone who has
the role's connection, but not the key, can bind it to nothing.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import DBAPIError

from app.core.db.tenancy import binding, everywhere
from app.core.db.timeouts import allowed_seconds, ask

_BIND = (
    "SELECT set_config('app.workspace_id', '{}', true), set_config('app.workspace_seal', '{}', true), "
    "set_config('app.everywhere', '{}', true), set_config('statement_timeout', '{:.0f}', true)"
)
# Asked once a statement, not once a row, and the workspace only when work is not everywhere: without one it raises.
HERE = (
    "(SELECT CASE WHEN current_setting('app.everywhere', true) <> '' THEN bound_everywhere() ELSE false END) "
    "OR workspace_id = (SELECT bound_workspace())"
)
_SEEN = b"SELECT setting FROM pg_settings WHERE name = 'track_activity_query_size'"
POLICY = "workspace"
KEYS = "isolation_key"
"""The table of the keys that seals are checked by, which the application's role may not read."""
UNSEALED = "WS001"
"""PostgreSQL's state of a statement in a transaction whose binding has no valid seal."""
UNKNOWN_KEY = "the database does not know this key: run `flask init`, which stores it (docs/operating.md, Keys)"
_BLOCK = hashlib.sha256().block_size
_IS_SEALED = (
    "EXISTS (SELECT FROM {keys} WHERE encode(sha256(outer_pad || sha256(inner_pad || "
    "convert_to({what}, 'UTF8'))), 'hex') = {seal})"
)
_REFUSE = (
    "RAISE EXCEPTION 'the binding of this transaction is not sealed by a key of this database' "
    "USING ERRCODE = '{state}', HINT = 'After a change of SECRET_KEY run `flask init`.'"
)
# By names of their own schema alone, as its owner. PostgreSQL's own names go first wherever they are not listed.
_FUNCTION = (
    "CREATE OR REPLACE FUNCTION {name}() RETURNS {kind} LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER "
    "SET search_path = {schema}, pg_temp AS $$ DECLARE setting text := {setting}; BEGIN {body} END $$"
)
# NULL where work is everywhere: for a row that has changed since it was found, PostgreSQL evaluates both conditions.
_WORKSPACE = (
    "IF setting = '' AND current_setting('app.everywhere', true) <> '' THEN RETURN NULL; END IF; "
    "IF setting = '' THEN RAISE EXCEPTION 'no workspace is bound'; END IF; "
    "IF NOT {is_sealed} THEN {refuse}; END IF; RETURN setting::bigint;"
)
# The owner's own work, migrations and backups, says no more than `on`: it could read the key.
_EVERYWHERE = (
    "IF setting = 'on' AND session_user = current_user THEN RETURN true; END IF; "
    "IF NOT {is_sealed} THEN {refuse}; END IF; RETURN true;"
)
# Tables whose rows are never removed and, but for these columns, never changed.
APPEND_ONLY = {"audit_event": ("address", "user_agent", "salt")}


def _key_of(secret: str) -> bytes:
    """The key of the seals that an installation's secret makes; it does not lead back to that."""
    return hmac.digest(secret.encode(), b"isolation of workspaces", "sha256")


def listen(engine: Engine, transaction: Any, secret: str) -> None:
    """Bind the engine's transactions to their workspace, and give readers one state of the data.

    The figures of a page come from several queries and must agree, as they do on SQLite.
    """
    from psycopg import errors, pq

    key = _key_of(secret)

    def seal(target: str) -> str:
        return hmac.digest(key, target.encode(), "sha256").hex()

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, record: Any) -> None:
        # Other sessions of the role see the beginning of what a session last said, so much of it and no more.
        answer = ask(connection, _SEEN)
        if answer.status != pq.ExecStatus.TUPLES_OK:
            raise errors.error_from_result(answer)
        record.info["unseen"] = int(answer.get_value(0, 0)) * " "

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.info.pop("tenant", None)

    @event.listens_for(engine, "rollback_savepoint")
    def _back(connection: Connection, _name: str, _context: object) -> None:
        # What was set since the savepoint is taken back with the rest.
        connection.info.pop("tenant", None)

    @event.listens_for(engine, "before_cursor_execute")
    def _bind(connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        workspace, is_everywhere = binding()
        values = (workspace, is_everywhere, 1000 * allowed_seconds())
        # A transaction that has failed takes nothing but the way back, after which the database gets it again.
        if connection.info.get("tenant") == values or statement.startswith("ROLLBACK TO SAVEPOINT"):
            return
        driver: Any = connection.connection.dbapi_connection
        # One message to the server and back: the transaction's begin, which the driver then finds made, goes along.
        words = _BIND.format(
            workspace,
            seal(f"workspace:{workspace}") if workspace else "",
            seal("everywhere") if is_everywhere else "",
            values[-1],
        )
        if driver.pgconn.transaction_status == pq.TransactionStatus.IDLE:
            reads = " ISOLATION LEVEL REPEATABLE READ" if transaction() == "DEFERRED" else ""
            words = f"BEGIN{reads}; {words}"
        try:
            answer = ask(driver, f"{connection.info['unseen']}{words}".encode())
        except errors.OperationalError:
            # The server is gone: the statement fails next, and the pool drops the connection.
            return
        if answer.status != pq.ExecStatus.TUPLES_OK:
            error = errors.error_from_result(answer)
            if error.sqlstate is None:
                return
            raise error
        connection.info["tenant"] = values


def _schema(connection: Connection) -> str:
    """The quoted name of the current schema."""
    return connection.dialect.identifier_preparer.quote_identifier(connection.scalar(text("SELECT current_schema()")))


def _install(connection: Connection) -> None:
    """Create the table of keys and the functions that the policies call, as the tables' owner."""
    schema = _schema(connection)
    connection.exec_driver_sql(
        f"CREATE TABLE IF NOT EXISTS {KEYS} (inner_pad bytea NOT NULL, outer_pad bytea NOT NULL)"
    )
    refuse = _REFUSE.format(state=UNSEALED)
    for name, kind, setting, body, target, seal in (
        ("bound_workspace", "bigint", "current_setting('app.workspace_id')", _WORKSPACE, "'workspace:' || setting",
         "current_setting('app.workspace_seal', true)"),
        ("bound_everywhere", "boolean", "current_setting('app.everywhere', true)", _EVERYWHERE, "'everywhere'",
         "setting"),
    ):  # fmt: skip
        is_sealed = _IS_SEALED.format(keys=KEYS, what=target, seal=seal)
        does = body.format(is_sealed=is_sealed, refuse=refuse)
        connection.exec_driver_sql(_FUNCTION.format(name=name, kind=kind, schema=schema, setting=setting, body=does))


def store_keys(connection: Connection, secrets: Iterable[str]) -> None:
    """Have seals of these secrets taken and no others; for the owner, whenever the schema is looked after."""
    if connection.scalar(text("SELECT to_regclass(:name)"), {"name": KEYS}) is None:
        return
    pads = []
    for secret in secrets:
        key = _key_of(secret).ljust(_BLOCK, b"\0")
        pads.append({"inner": bytes(byte ^ 0x36 for byte in key), "outer": bytes(byte ^ 0x5C for byte in key)})
    connection.execute(text(f"DELETE FROM {KEYS}"))  # noqa: S608 - our own name
    connection.execute(text(f"INSERT INTO {KEYS} VALUES (:inner, :outer)"), pads)  # noqa: S608


def knows_key(connection: Connection) -> bool:
    """Whether the database takes what this process tells it; also where it cannot be asked yet, or need not be."""
    if connection.dialect.name != "postgresql":
        return True
    if connection.scalar(text("SELECT to_regprocedure('bound_everywhere()')")) is None:
        return True
    try:
        with everywhere(), connection.begin_nested():
            connection.execute(text("SELECT bound_everywhere()"))
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != UNSEALED:
            raise
        return False
    return True


def create_functions(connection: Connection, statements: Iterable[str]) -> None:
    """Run statements that name the schema of their tables as `{schema}`."""
    schema = _schema(connection)
    for statement in statements:
        connection.exec_driver_sql(statement.format(schema=schema))


def protect(connection: Connection) -> None:
    """Put every table of workspaces behind the policy that shows the rows of one workspace, even to its owner."""
    if connection.dialect.name != "postgresql":
        return
    _install(connection)
    for name in connection.scalars(_OPEN).all():
        connection.execute(text(f'ALTER TABLE "{name}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY'))
        connection.execute(text(f'DROP POLICY IF EXISTS {POLICY} ON "{name}"'))
        connection.execute(text(f'CREATE POLICY {POLICY} ON "{name}" USING ({HERE}) WITH CHECK ({HERE})'))


def grant(connection: Connection, role: str) -> None:
    """Give the application's role what it needs and no more: rows, not tables."""
    schema, name = _schema(connection), connection.dialect.identifier_preparer.quote_identifier(role)
    for statement in (
        f"GRANT USAGE ON SCHEMA {schema} TO {name}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {name}",
        f"REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {name}",
        f"GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO {name}",
    ):
        connection.execute(text(statement))
    if connection.scalar(text("SELECT to_regclass(:name)"), {"name": KEYS}) is not None:
        connection.execute(text(f"REVOKE ALL ON {KEYS} FROM {name}"))
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
    "AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid "
    "AND pg_get_expr(polqual, polrelid) LIKE '%bound_workspace()%')) ORDER BY 1"
)


def weaknesses(connection: Connection) -> list[str]:
    """Why the database would let rows of another workspace through; empty when it does not."""
    if connection.dialect.name != "postgresql":
        return []
    superuser, bypasses, owns = connection.execute(_RIGHTS).one()
    findings = {"is a superuser": superuser, "bypasses row-level security": bypasses, "owns tables": owns}
    role = [f"the application's role {weakness}" for weakness, so in findings.items() if so]
    return role + [f"table {name} has no policy" for name in connection.scalars(_OPEN)]
