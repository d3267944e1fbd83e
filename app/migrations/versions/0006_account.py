"""one's own account, and what people of a workspace share with each other."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = (
    "photo", "poll", "source", "avatar", "connection", "favorite", "follow", "poll_option", "post", "reaction", "vote",
)


def _table(name, *columns, refers=()):
    """Make a table of workspace rows; `refers` names the rows it goes with: column, table, constraint."""
    keys = [
        sa.ForeignKeyConstraint(
            ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"],
            name=given or op.f(f"fk_{name}_workspace_id_{column}"), ondelete="CASCADE",
        )
        for column, table, given in refers
    ]
    op.create_table(
        name,
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        *columns,
        *keys,
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def _text(name, length):
    """A column of text."""
    return sa.Column(name, sa.String(length=length), nullable=False)


def _row(name, *, nullable=False):
    """A column that points at a row."""
    return sa.Column(name, BigInt, nullable=nullable)


def _versioned():
    """The columns of a row that is changed on the version seen."""
    times = [sa.Column(name, sa.DateTime(), nullable=False) for name in ("created_at", "updated_at")]
    return [sa.Column("version", sa.Integer(), nullable=False), *times]


_USER = ("user_id", "user", None)


def upgrade():
    """Make the tables, put them behind the policy, and give people what they tell of themselves."""
    _table("photo", _text("image", 200), _text("title", 80))
    _table("poll", _text("question", 200))
    _table("source", _text("kind", 8), _text("name", 80), _text("handle", 40), _text("about", 300), _text("tags", 120))
    _table(
        "avatar", _row("user_id"), _text("digest", 32), _text("kind", 20),
        sa.Column("content", sa.LargeBinary(), nullable=False), sa.Column("created_at", sa.DateTime(), nullable=False),
        refers=[_USER],
    )
    _table("connection", _row("user_id"), _text("service", 20), _text("account", 80), *_versioned(), refers=[_USER])
    _table("favorite", _row("user_id"), _row("source_id"), refers=[_USER, ("source_id", "source", None)])
    _table(
        "follow", _row("user_id"), _row("followed_id"), sa.Column("created_at", sa.DateTime(), nullable=False),
        refers=[_USER, ("followed_id", "user", "fk_follow_followed")],
    )
    _table(
        "poll_option", _row("poll_id"), sa.Column("position", sa.Integer(), nullable=False), _text("name", 80),
        refers=[("poll_id", "poll", None)],
    )
    _table(
        "post", _row("user_id"), _row("parent_id", nullable=True), _text("text", 2000), _text("image", 200),
        *_versioned(), refers=[_USER, ("parent_id", "post", "fk_post_parent")],
    )
    _table("reaction", _row("post_id"), _row("user_id"), _text("kind", 8), refers=[_USER, ("post_id", "post", None)])
    _table(
        "vote", _row("poll_id"), _row("option_id"), _row("user_id"),
        refers=[_USER, ("poll_id", "poll", None), ("option_id", "poll_option", "fk_vote_option")],
    )
    for name, table, columns, unique in (
        ("ix_source_kind", "source", ["kind", "id"], False),
        ("ix_avatar_digest", "avatar", ["digest"], False),
        ("uq_avatar_user", "avatar", ["user_id"], True),
        ("uq_connection_service", "connection", ["user_id", "service"], True),
        ("uq_favorite", "favorite", ["user_id", "source_id"], True),
        ("uq_follow", "follow", ["user_id", "followed_id"], True),
        ("uq_poll_option_place", "poll_option", ["poll_id", "position"], True),
        ("ix_post_parent", "post", ["parent_id", "id"], False),
        ("uq_reaction", "reaction", ["post_id", "kind", "user_id"], True),
        ("uq_vote", "vote", ["poll_id", "user_id"], True),
    ):
        op.create_index(name, table, ["workspace_id", *columns], unique=unique)
    protect(op.get_bind(), TABLES)
    # Tables that others point at are altered in place: SQLite cannot drop and make them anew while they are pointed at.
    for name, length in (("designation", 80), ("bio", 1000), ("website", 200)):
        op.add_column("user", sa.Column(name, sa.String(length=length), server_default="", nullable=False))
    op.add_column("user", sa.Column("dob", sa.Date(), nullable=True))
    for name in ("social_links", "notifications"):
        op.add_column("user", sa.Column(name, sa.JSON(), server_default=sa.text("'{}'"), nullable=False))


def downgrade():
    """Remove all of it."""
    for name in ("notifications", "social_links", "dob", "website", "bio", "designation"):
        op.drop_column("user", name)
    for name in reversed(TABLES):
        op.drop_table(name)
