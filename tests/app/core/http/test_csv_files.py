"""Small tables that people upload, as spreadsheets write them."""

import pytest

from app.core.errors import Invalid
from app.core.http.csv_files import read_rows

TEXT = "Full name;Role\nMüller, Jörg;editor\n\n Rao ;admin\n"
ROWS = [(2, {"full_name": "Müller, Jörg", "role": "editor"}), (4, {"full_name": "Rao", "role": "admin"})]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_any_encoding_and_delimiter_is_read(encoding: str, mark: str) -> None:
    assert read_rows(TEXT.replace(";", mark).encode(encoding), ("full_name", "role"), ()) == ROWS


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("role\n", "empty"),
        ("role\nx\x00\n", "not a text"),
        ('role\nadmin\n"editor\n', "row 3 cannot be read"),
        ("role;role\nx;y\n", "must name these columns: role"),
        ("role;pay\nx;y\n", "must name these columns: role"),
    ],
)
def test_what_is_no_table_says_why(text: str, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        read_rows(text.encode(), ("role",), ())
