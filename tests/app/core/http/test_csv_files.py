"""Small tables that people upload, as spreadsheets write them."""

import pytest

from app.core.errors import Invalid
from app.core.http.csv_files import read_lines, read_rows

TEXT = "Full name;Role\nMüller, Jörg;editor\n\n Rao ;admin\n"
ROWS = [(2, {"full_name": "Müller, Jörg", "role": "editor"}), (4, {"full_name": "Rao", "role": "admin"})]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
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


def test_a_first_row_of_words_is_no_second_row_of_names() -> None:
    text = "full_name,role,\nRao,editor,away\n"
    assert read_lines(text.encode(), {"full_name", "role"}.__contains__)[0] == (1, ["full_name", "role", ""])
    # Below a first column without a name there is no group.
    assert read_lines(b",name,city\nRao,Asha,Pune\n", set[str]().__contains__)[0] == (1, ["", "name", "city"])
    grouped = "Person,,Work\nfull_name,phone,role\nRao,1,editor\n"
    assert read_lines(grouped.encode(), {"full_name", "role"}.__contains__)[0] == (2, ["full_name", "phone", "role"])
