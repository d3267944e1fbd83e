"""identity providers of workspaces, who people are there, and answers that were taken."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0059"
down_revision = "0050"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ["identity_provider", "identity", "taken_answer"]


def _table(name, *columns):
    """Make a table of a workspace's rows."""
    op.create_table(
        name,
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables."""
    _table(
        "identity_provider",
        sa.Column("issuer", sa.String(length=300), nullable=False),
        sa.Column("client_id", sa.String(length=200), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("domain_list", sa.String(length=2000), nullable=False),
        sa.Column("creates", sa.Boolean(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("exclusive", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )
    op.create_index("uq_identity_provider_workspace", "identity_provider", ["workspace_id"], unique=True)
    _table(
        "identity",
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("issuer", sa.String(length=300), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["user.workspace_id", "user.id"],
            name=op.f("fk_identity_workspace_id_user_id"),
        ),
    )
    op.create_index("uq_identity_subject", "identity", ["workspace_id", "issuer", "subject"], unique=True)
    op.create_index("uq_identity_user", "identity", ["workspace_id", "user_id", "issuer"], unique=True)
    _table(
        "taken_answer",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("taken_at", sa.DateTime(), nullable=False),
    )
    op.create_index("uq_taken_answer_digest", "taken_answer", ["workspace_id", "digest"], unique=True)
    protect(op.get_bind(), TABLES)


def downgrade():
    """Drop the tables."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), TABLES)
    for name in reversed(TABLES):
        op.drop_table(name)
