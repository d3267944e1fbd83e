"""mails and what hangs on them."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name):
    """What every table of a workspace has."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "mail",
        *_own("mail"),
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("number", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("folder", sa.String(length=10), nullable=False),
        sa.Column("thread_id", BigInt, nullable=False),
        sa.Column("sender_name", sa.String(length=120), nullable=False),
        sa.Column("sender_email", sa.String(length=254), nullable=False),
        sa.Column("sender_avatar", sa.String(length=500), nullable=False),
        sa.Column("to", sa.JSON(), nullable=False),
        sa.Column("cc", sa.JSON(), nullable=False),
        sa.Column("bcc", sa.JSON(), nullable=False),
        sa.Column("subject", sa.String(length=300), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("remote", sa.JSON(), nullable=False),
        sa.Column("outside", sa.JSON(), nullable=False),
        sa.Column("label_text", sa.String(length=60), nullable=False),
        sa.Column("is_read", sa.Boolean(), nullable=False),
        sa.Column("is_starred", sa.Boolean(), nullable=False),
        sa.Column("files", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["user.workspace_id", "user.id"],
            name=op.f("fk_mail_workspace_id_user_id"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("uq_mail_number", "mail", ["workspace_id", "number"], unique=True)
    op.create_index("ix_mail_folder", "mail", ["workspace_id", "user_id", "folder", "at"])
    op.create_index("ix_mail_thread", "mail", ["workspace_id", "user_id", "thread_id"])
    op.create_table(
        "mail_file",
        *_own("mail_file"),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "mail_attachment",
        *_own("mail_attachment"),
        sa.Column("mail_id", BigInt, nullable=False),
        sa.Column("file_id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=100), nullable=False),
        sa.Column("size", BigInt, nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "mail_id"],
            ["mail.workspace_id", "mail.id"],
            name=op.f("fk_mail_attachment_workspace_id_mail_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id", "file_id"],
            ["mail_file.workspace_id", "mail_file.id"],
            name=op.f("fk_mail_attachment_workspace_id_file_id"),
        ),
    )
    op.create_index("ix_mail_attachment_mail", "mail_attachment", ["workspace_id", "mail_id"])
    op.create_index("ix_mail_attachment_file", "mail_attachment", ["workspace_id", "file_id"])
    protect(op.get_bind(), ["mail", "mail_file", "mail_attachment"])


def downgrade():
    """Remove the tables with everything in them."""
    op.drop_table("mail_attachment")
    op.drop_table("mail_file")
    op.drop_table("mail")
