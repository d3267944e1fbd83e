"""knowledge base and blog."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("knowledge_question", "knowledge_vote", "blog_post", "blog_comment")


def _table(name, *columns):
    """A workspace's table with an id of its own."""
    op.create_table(
        name,
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BIG, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def _versioned():
    """The columns of a row that is changed by version."""
    return (
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )


def _belongs(name, column, to):
    """A reference within the workspace."""
    return sa.ForeignKeyConstraint(
        ["workspace_id", column], [f"{to}.workspace_id", f"{to}.id"], name=op.f(f"fk_{name}_workspace_id_{column}")
    )


def upgrade():
    """Go up."""
    _table(
        "knowledge_question",
        sa.Column("number", BIG, nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        *_versioned(),
    )
    op.create_index("uq_knowledge_question_slug", "knowledge_question", ["workspace_id", "slug"], unique=True)
    op.create_index("uq_knowledge_question_number", "knowledge_question", ["workspace_id", "number"], unique=True)
    _table(
        "knowledge_vote",
        sa.Column("question_id", BIG, nullable=False),
        sa.Column("voter", sa.String(length=64), nullable=False),
        sa.Column("helpful", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _belongs("knowledge_vote", "question_id", "knowledge_question"),
    )
    op.create_index("uq_knowledge_vote_voter", "knowledge_vote", ["workspace_id", "question_id", "voter"], unique=True)
    _table(
        "blog_post",
        sa.Column("number", BIG, nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("category", sa.String(length=20), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("image", sa.String(length=200), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("avatar", sa.String(length=500), nullable=False),
        sa.Column("published_at", sa.DateTime(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(), nullable=True),
        *_versioned(),
    )
    op.create_index("uq_blog_post_number", "blog_post", ["workspace_id", "number"], unique=True)
    op.create_index("uq_blog_post_slug", "blog_post", ["workspace_id", "slug"], unique=True)
    _table(
        "blog_comment",
        sa.Column("post_id", BIG, nullable=False),
        sa.Column("user_id", BIG, nullable=True),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("avatar", sa.String(length=500), nullable=False),
        sa.Column("text", sa.String(length=2000), nullable=False),
        *_versioned(),
        _belongs("blog_comment", "post_id", "blog_post"),
    )
    op.create_index("ix_blog_comment_post", "blog_comment", ["workspace_id", "post_id", "id"], unique=False)
    protect(op.get_bind(), TABLES)


def downgrade():
    """Go down."""
    for name in reversed(TABLES):
        op.drop_table(name)
