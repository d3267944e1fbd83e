"""One row of the sample table."""

from datetime import date

from sqlalchemy import Index, Integer, String, event
from sqlalchemy.orm import Mapped, Mapper, mapped_column

from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin

STATUSES = (1, 2, 3, 4, 5)
"""Current, professional, rejected, resigned, applied."""


class TableRow(WorkspaceMixin, RevisionMixin, Base):
    """A made-up person; the specified calls know them by their number, ours by the id."""

    __tablename__ = "table_row"
    table_args = (Index("uq_table_row_number", "workspace_id", "number", unique=True),)

    number: Mapped[int] = mapped_column(BigInt)
    avatar: Mapped[str] = mapped_column(String(500), default="")
    full_name: Mapped[str] = mapped_column(String(120))
    post: Mapped[str] = mapped_column(String(120))
    email: Mapped[str] = mapped_column(String(254))
    city: Mapped[str] = mapped_column(String(80))
    start_date: Mapped[date]
    salary_cents: Mapped[int] = mapped_column(BigInt)
    age: Mapped[int] = mapped_column(Integer)
    experience: Mapped[int] = mapped_column(Integer)
    """In whole years."""
    status: Mapped[int] = mapped_column(Integer)
    search_text: Mapped[str] = mapped_column(String(1500), default="")
    """What a search looks in, without case: a line each of name, post, email, age, salary and start."""

    @property
    def start_text(self) -> str:
        """The first day as the specified calls write it."""
        return f"{self.start_date:%m/%d/%Y}"

    @property
    def salary_text(self) -> str:
        """The salary as the specified calls write it."""
        return f"${self.salary_cents // 100}.{self.salary_cents % 100:02}"

    @property
    def salary(self) -> float:
        """The salary as a number."""
        return self.salary_cents / 100

    @property
    def age_text(self) -> str:
        """The age as text."""
        return str(self.age)

    @property
    def experience_text(self) -> str:
        """The experience in words."""
        return f"{self.experience} {'Year' if self.experience == 1 else 'Years'}"


@event.listens_for(TableRow, "before_insert")
@event.listens_for(TableRow, "before_update")
def _say(_mapper: Mapper[TableRow], _connection: object, row: TableRow) -> None:
    """What is searched follows what is stored."""
    parts = (row.full_name, row.post, row.email, row.age_text, row.salary_text, row.start_text)
    row.search_text = "\n".join(parts).casefold()
