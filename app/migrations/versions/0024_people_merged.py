"""People are counted without looking at each contact: those that were merged and those that began are found at once."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade():
    """Add both indexes."""
    merged = sa.text("person_id <> id")
    op.create_index("ix_contact_first", "contact", ["workspace_id", "first_engaged_at"])
    op.create_index(
        "ix_contact_merged", "contact", ["workspace_id", "id"], sqlite_where=merged, postgresql_where=merged
    )


def downgrade():
    """Remove them."""
    op.drop_index("ix_contact_merged", "contact")
    op.drop_index("ix_contact_first", "contact")
