"""the audit log, to which rows are only ever added."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_KEPT = (
    "id", "workspace_id", "seq", "at", "action", "subject", "subject_id", "user_id", "fields", "detail", "request_id",
    "personal", "previous", "digest", "version",
)
_ERASABLE = ("address", "user_agent", "salt")
_SAYS = "rows of audit_event are only ever added"
_SQLITE = (
    f"CREATE TRIGGER audit_event_delete BEFORE DELETE ON audit_event BEGIN SELECT RAISE(ABORT, '{_SAYS}'); END",
    f"CREATE TRIGGER audit_event_update BEFORE UPDATE OF {', '.join(_KEPT)} ON audit_event "
    f"BEGIN SELECT RAISE(ABORT, '{_SAYS}'); END",
    f"CREATE TRIGGER audit_event_erase BEFORE UPDATE OF {', '.join(_ERASABLE)} ON audit_event "
    f"WHEN {' OR '.join(f'NEW.{name} IS NOT NULL' for name in _ERASABLE)} "
    f"BEGIN SELECT RAISE(ABORT, '{_SAYS}'); END",
)
_POSTGRESQL = (
    f"CREATE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"RAISE EXCEPTION '{_SAYS}'; END $$",
    "CREATE TRIGGER audit_event_delete BEFORE DELETE OR TRUNCATE ON audit_event EXECUTE FUNCTION keep_audit_event()",
    f"CREATE TRIGGER audit_event_update BEFORE UPDATE OF {', '.join(_KEPT)} ON audit_event "
    "EXECUTE FUNCTION keep_audit_event()",
    "CREATE TRIGGER audit_event_erase BEFORE UPDATE ON audit_event FOR EACH ROW "
    f"WHEN ({' OR '.join(f'NEW.{name} IS NOT NULL' for name in _ERASABLE)}) EXECUTE FUNCTION keep_audit_event()",
)
BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table, put it behind the policy and let nobody change what is in it."""
    op.create_table(
        "audit_event",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("seq", BigInt, nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("subject_id", BigInt, nullable=True),
        sa.Column("user_id", BigInt, nullable=True),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("detail", sa.String(length=120), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=True),
        sa.Column("user_agent", sa.String(length=200), nullable=True),
        sa.Column("salt", sa.String(length=32), nullable=True),
        sa.Column("personal", sa.String(length=64), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_audit_event_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_event")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_audit_event_workspace_id_id")),
    )
    op.create_index("uq_audit_event_seq", "audit_event", ["workspace_id", "seq"], unique=True)
    op.create_index("ix_audit_event_action", "audit_event", ["workspace_id", "action", "id"])
    op.create_index("ix_audit_event_user", "audit_event", ["workspace_id", "user_id", "id"])
    op.create_index("ix_audit_event_subject", "audit_event", ["workspace_id", "subject", "subject_id", "id"])
    connection = op.get_bind()
    protect(connection, ["audit_event"])
    for statement in _POSTGRESQL if connection.dialect.name == "postgresql" else _SQLITE:
        op.execute(statement)


def downgrade():
    """Remove the table with everything in it."""
    op.drop_table("audit_event")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_audit_event()")
