"""models, variants and service types of vehicles and job cards become codes: what was written in words gets an entry."""

import re
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from app.core.db.ids import new_id

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

ENTRY = sa.table(
    "reference_entry",
    *(sa.column(name) for name in ("id", "workspace_id", "list_name", "code", "code_key", "belongs_to", "position",
                                   "active", "revision", "created_at", "updated_at")),
    sa.column("labels", sa.JSON()),
)  # fmt: skip
VEHICLE = sa.table("vehicle", *(sa.column(name) for name in ("workspace_id", "model", "variant")))
JOB_CARD = sa.table("job_card", *(sa.column(name) for name in ("workspace_id", "type")))
INDEXES = (("ix_vehicle_model", "vehicle", "model"), ("ix_vehicle_variant", "vehicle", "variant"),
           ("ix_job_card_type", "job_card", "type"))  # fmt: skip
LENGTH = 60


class List:
    """The entries of a list of a workspace, and those that are added to it."""

    def __init__(self, connection, workspace_id, name):
        self.connection, self.workspace_id, self.name = connection, workspace_id, name
        own = sa.and_(ENTRY.c.workspace_id == workspace_id, ENTRY.c.list_name == name)
        columns = (ENTRY.c.code, ENTRY.c.labels, ENTRY.c.belongs_to, ENTRY.c.position)
        self.entries = [tuple(row) for row in connection.execute(sa.select(*columns).where(own))]

    def code_of(self, word, belongs_to="", prefix=""):
        """The code of what was written: an entry of this code or name, else a new one."""
        plain = " ".join(word.casefold().split())
        for code, labels, owner, _position in self.entries:
            if belongs_to and owner != belongs_to:
                continue
            names = {" ".join(label.casefold().split()) for label in labels.values()}
            if code.casefold() == plain or plain in names:
                return code
        return self._add(word, belongs_to, prefix)

    def _add(self, word, belongs_to, prefix):
        taken = {code.lower() for code, *_more in self.entries}
        stem = re.sub(r"[^a-z0-9.]+", "-", f"{prefix} {word}".lower()).strip("-.")[: LENGTH - 6] or self.name
        code, number = stem, 1
        while code in taken:
            number += 1
            code = f"{stem}-{number}"
        place = max((position for *_more, position in self.entries), default=0) + 1
        now = datetime.now(UTC).replace(tzinfo=None)
        made = {"id": new_id(), "workspace_id": self.workspace_id, "list_name": self.name, "code": code,
                "code_key": code.lower(), "labels": {"en": word}, "belongs_to": belongs_to, "position": place,
                "active": True, "revision": 1, "created_at": now, "updated_at": now}  # fmt: skip
        self.connection.execute(ENTRY.insert().values(made))
        self.entries.append((code, made["labels"], belongs_to, place))
        return code


def _distinct(connection, table, workspace_id, *names):
    """The different values of some columns of a workspace."""
    query = sa.select(*(table.c[name] for name in names)).where(table.c.workspace_id == workspace_id).distinct()
    return [tuple(row) for row in connection.execute(query)]


def _change(connection, table, workspace_id, then, **where):
    """Put codes for words in the rows that have them."""
    found = [table.c[name] == value for name, value in where.items()]
    connection.execute(table.update().where(table.c.workspace_id == workspace_id, *found).values(then))


def upgrade():
    """Put codes for words, and find rows by them."""
    connection = op.get_bind()
    both = sa.text("SELECT workspace_id FROM vehicle UNION SELECT workspace_id FROM job_card")
    for (workspace_id,) in connection.execute(both).all():
        models, variants, types = (
            List(connection, workspace_id, name) for name in ("vehicle-models", "variants", "service-types")
        )
        for model, variant in _distinct(connection, VEHICLE, workspace_id, "model", "variant"):
            code = models.code_of(model) if model else ""
            then = {"model": code, "variant": variants.code_of(variant, code, code) if variant else ""}
            if then != {"model": model, "variant": variant}:
                _change(connection, VEHICLE, workspace_id, then, model=model, variant=variant)
        for (kind,) in _distinct(connection, JOB_CARD, workspace_id, "type"):
            code = types.code_of(kind) if kind else ""
            if code != kind:
                _change(connection, JOB_CARD, workspace_id, {"type": code}, type=kind)
    for name, table, column in INDEXES:
        op.create_index(name, table, ["workspace_id", column])


def downgrade():
    """Leave the codes, which are texts too."""
    for name, table, _column in INDEXES:
        op.drop_index(name, table)
