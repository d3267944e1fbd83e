"""States and deletion of the FAQ's answers and the knowledge base's articles."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TABLES = ("faq_entry", "knowledge_question")
PLACE = ("uq_faq_entry_place", "faq_entry", ["workspace_id", "category", "position"])


def upgrade():
    """What is there stays read; where an answer stands may be the same for two while they change places."""
    for name in TABLES:
        op.add_column(name, sa.Column("status", sa.String(length=12), server_default="Published", nullable=False))
        op.add_column(name, sa.Column("deleted_at", sa.DateTime(), nullable=True))
    op.add_column("knowledge_question", sa.Column("published_at", sa.DateTime(), nullable=True))
    question = sa.table("knowledge_question", sa.column("published_at"), sa.column("created_at"))
    op.execute(question.update().values(published_at=question.c.created_at))
    op.drop_index(PLACE[0], PLACE[1])


def downgrade():
    """Remove what nobody could read: without states everybody would. Places count through each category again."""
    row = sa.table("faq_entry", *(sa.column(name) for name in ("id", *PLACE[2])))
    hidden = "status <> 'Published' OR deleted_at IS NOT NULL"
    op.execute(f"DELETE FROM knowledge_vote WHERE question_id IN (SELECT id FROM knowledge_question WHERE {hidden})")
    for name in TABLES:
        op.execute(f"DELETE FROM {name} WHERE {hidden}")
    partition = [row.c.workspace_id, row.c.category]
    place = sa.func.row_number().over(partition_by=partition, order_by=[row.c.position, row.c.id]) - 1
    connection = op.get_bind()
    for row_id, position in connection.execute(sa.select(row.c.id, place)).all():
        connection.execute(row.update().where(row.c.id == row_id).values(position=position))
    op.create_index(PLACE[0], PLACE[1], PLACE[2], unique=True)
    op.drop_column("knowledge_question", "published_at")
    for name in TABLES:
        op.drop_column(name, "deleted_at")
        op.drop_column(name, "status")
