"""Characters that no database stores are refused where texts come in, whatever field they are for."""

import io
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from app.core.http.csv_lines import lines
from app.core.http.schemas import UNSTORABLE
from tests.factories.bots import SMALL_FLOW, create_bot

As = Callable[..., FlaskClient]
NUL = "a\x00b"


def refused(answer: Any, *path: str) -> bool:
    """Whether an answer names the place of the text and says why."""
    errors: Any = [UNSTORABLE]
    for key in reversed(path):
        errors = {key: errors}
    return answer.status_code == 422 and answer.json["errors"] == errors


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": NUL, "group": "service"}, ("name",)),
        ({"name": "Desk", "group": "service", "flow": SMALL_FLOW | {"goals": [NUL]}}, ("flow", "goals", "0")),
        (
            {"name": "Desk", "group": "service", "flow": SMALL_FLOW | {"nodes": {NUL: {"type": "end"}}}},
            ("flow", "nodes", "ab"),
        ),
        ({"name": "Desk", "group": "service", NUL: 1}, ("ab",)),
    ],
)
def test_no_body_brings_them(as_: As, body: Any, path: tuple[str, ...]) -> None:
    assert refused(as_("admin").post("/api/v1/bots", json=body), *path)


def test_open_objects_bring_them_as_little(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = admin.post("/api/v1/sandbox", json={"bot": bot, "contact": {"name": [{"x": NUL}]}})
    assert refused(answer, "contact", "name", "0", "x")
    node = {"type": "message", "text": {"en": NUL}}
    anyway = {"If-Match": "*"}
    assert refused(admin.put(f"/api/v1/bots/{bot}/flow/nodes/hello", json=node, headers=anyway), "text", "en")
    assert refused(admin.patch(f"/api/v1/bots/{bot}/flow", json={"goals": [NUL]}, headers=anyway), "goals", "0")


def test_a_backslash_and_digits_are_a_text(as_: As) -> None:
    assert as_("admin").post("/api/v1/bots", json={"name": r"a\u0000b", "group": "service"}).status_code == 201


@pytest.mark.parametrize("url", ["/api/v1/bots?q=", "/api/v1/masters/imports?kind=", "/api/users/list/data?q="])
def test_no_query_brings_them(as_: As, url: str) -> None:
    answer = as_("admin").get(url + quote(NUL))
    assert answer.status_code == 422 and UNSTORABLE in answer.text


@pytest.mark.parametrize("url", ["/api/v1/bots/1/flow/nodes/{}", "/w/1/{}/theme", "/api/v1/try/{}", "/faq/{}", "/{}"])
def test_no_path_brings_them(as_: As, url: str) -> None:
    name = quote((NUL * 12)[:34])
    assert as_("admin").get(url.format(name)).status_code == 404
    assert as_("admin").put(url.format(name), json={"type": "end"}, headers={"If-Match": "*"}).status_code in (404, 405)


def test_neither_a_form_nor_the_name_of_a_file_brings_them(as_: As) -> None:
    admin = as_("admin")
    url = "/api/v1/masters/customers/import"

    def send(**fields: Any) -> Any:
        """Upload a file."""
        return admin.post(url, data={"file": (io.BytesIO(b"name,phone\n"), "a.csv")} | fields)

    assert refused(send(mapping=NUL), "mapping")
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a\0b.csv"\r\n\r\nname,phone\n\r\n--x--\r\n'
    answer = admin.post(url, data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code in (400, 422)


def test_names_of_columns_are_no_formulas_either() -> None:
    text = "".join(lines(["=1+1", "name", "＋x", "\t@a"], [["=2", "Asha", 1, None]]))
    assert text.splitlines() == ["\ufeff'=1+1,name,'＋x,'\t@a", "'=2,Asha,1,"]
