"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade():
    """Change the tables; `database_objects` of the areas make everything else."""
    ${upgrades if upgrades else "pass"}
