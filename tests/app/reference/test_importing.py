"""Code lists as CSV files."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.factories.reference import LISTS, LOST_REASONS, add_entry

As = Callable[..., FlaskClient]


def send(admin: FlaskClient, text: str, path: str = LOST_REASONS, *, dry: bool = False) -> Any:
    """The answer to a file."""
    form = {"file": (io.BytesIO(text.encode()), "list.csv")} | ({"dry": "1"} if dry else {})
    return admin.post(f"{path}/import", data=form, content_type="multipart/form-data")


def test_what_is_exported_changes_nothing_when_imported(as_: As) -> None:
    admin = as_("admin")
    add_entry(admin, labels={"en": "=Price", "hi": "कीमत"}, valid_from="2026-01-01")
    add_entry(admin, code="other", labels={"en": "Other, and more"}, active=False)
    file = admin.get(f"{LOST_REASONS}/file")
    assert file.content_type == "text/csv; charset=utf-8" and "lost-reasons.csv" in file.headers["Content-Disposition"]
    assert send(admin, file.text, dry=True).json == {"rows": 2, "errors": [], "changes": 0}


def test_a_changed_file_is_checked_and_then_stored(as_: As) -> None:
    admin = as_("admin")
    add_entry(admin, labels={"en": "Price", "hi": "कीमत"})
    changed = "code,label_en,active,order\nPRICE,Too expensive,no,2\nlate,Too late,,1\n"
    assert send(admin, changed, dry=True).json == {"rows": 2, "errors": [], "changes": 2}
    assert admin.get(LOST_REASONS).json["total"] == 1
    stored = send(admin, changed)
    assert (stored.status_code, stored.json["changes"]) == (201, 2)
    late, price = admin.get(LOST_REASONS).json["items"]
    assert (late["code"], price["code"], price["active"]) == ("late", "price", False)
    assert price["labels"] == {"en": "Too expensive", "hi": "कीमत"}
    assert send(admin, changed, dry=True).json["changes"] == 0


def test_every_wrong_row_is_named_and_nothing_is_stored(as_: As) -> None:
    admin = as_("admin")
    wrong = (
        "code,active,valid_from,belongs_to,order,label_en\na,maybe,,,,\nb,,soon,,,\nc,,,x,,\nno code,,,,,\nd,,,,0,\n"
        f"e,,,,,{'x' * 121}\nf,,,,,\nF,,,,,\n"
    )
    body = send(admin, wrong, dry=True).json
    assert [(error["row"], error["field"]) for error in body["errors"]] == [
        (2, "active"), (3, "valid_from"), (4, "belongs_to"), (5, "code"), (6, "order"), (7, "labels"), (9, "code"),
    ]  # fmt: skip
    refused = send(admin, wrong)
    assert refused.status_code == 422 and len(refused.json["errors_by_row"]) == 7
    assert admin.get(LOST_REASONS).json["total"] == 0


@pytest.mark.parametrize("text", ["", "code\n", "name\nx\n", "code,code\na,b\n", "\x00", "code,colour\na,red\n"])
def test_what_is_no_list_is_refused(as_: As, text: str) -> None:
    refused = send(as_("admin"), text)
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["file"]


def test_a_list_kept_elsewhere_is_exported_and_not_imported(as_: As) -> None:
    admin = as_("admin")
    assert admin.get(f"{LISTS}/languages/file").text.splitlines()[1].startswith("en,English")
    assert send(admin, "code\nfr\n", f"{LISTS}/languages").status_code == 409
