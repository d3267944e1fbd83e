"""Which code lists there are, and what an entry of each is like."""

from typing import NamedTuple

from app.core.errors import NotFound

GROUPS = ("service", "sales", "psf")
"""The groups that bots belong to and reports are cut by."""
GROUP = "group"
"""What the entries of a list belong to where that is no other list."""


class CodeList(NamedTuple):
    """A list: what its entries belong to, whether their codes are days, and where it is kept if not here."""

    name: str
    belongs_to: str = ""
    has_days: bool = False
    kept_at: str = ""
    """The page where what it shows is edited; empty for a list of our own."""


LISTS = {
    operation.name: operation
    for operation in (
        CodeList("vehicle-models"),
        CodeList("variants", belongs_to="vehicle-models"),
        CodeList("service-types"),
        CodeList("goals", kept_at="/admin/bots"),
        CodeList("intents", belongs_to=GROUP),
        CodeList("lost-reasons"),
        CodeList("reject-reasons"),
        CodeList("complaint-types"),
        CodeList("offer-types"),
        CodeList("holidays", has_days=True),
        CodeList("languages", kept_at="/admin/languages"),
    )
}
"""In the order in which they are shown."""


def get_list(name: str) -> CodeList:
    """A list by its name; NotFound where there is none."""
    if name not in LISTS:
        raise NotFound("This list does not exist.")
    return LISTS[name]
