"""The API's reference: every call and schema is there, every link leads somewhere, nothing needs a script."""

import re
from html.parser import HTMLParser

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.web.openapi_page import METHODS
from tests.factories.operations import document

URL = "/api/docs"


class Seen(HTMLParser):
    """What a document has: tags, ids, links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.ids, self.links, self.attributes = list[str](), list[str](), list[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write a tag down."""
        values = dict(attrs)
        self.tags.append(tag)
        self.attributes |= set(values)
        if values.get("id"):
            self.ids.append(values["id"] or "")
        if tag == "a":
            self.links.append(values.get("href") or "")


def test_every_call_has_an_anchor_its_ability_and_its_answers(client: FlaskClient) -> None:
    text = client.get(URL).text
    described = document()["paths"]
    calls = [(method, path, item[method]) for path, item in described.items() for method in METHODS if method in item]
    assert len(calls) == text.count('<p class="ability">') > 20
    for method, path, operation in calls:
        name = f"{method}-{re.sub('[^a-z0-9]+', '-', path.lower()).strip('-')}"
        article = text.partition(f'<article id="{name}"')[2].partition("</article>")[0]
        assert path.replace("/", "/\u200b") in article, name
        ability = operation["x-required-ability"]
        assert {"public": "For everyone", "signed in": "For anyone signed in"}.get(ability, ability) in article
        for status in operation["responses"]:
            assert f"<code>{status}</code>" in article, name
        for parameter in operation.get("parameters", []):
            assert f"<code>{parameter['name']}</code>" in article, name


def test_every_schema_is_a_table_of_its_keys(client: FlaskClient) -> None:
    text = client.get(URL).text
    for name, schema in document()["components"]["schemas"].items():
        article = text.partition(f'<article id="schema-{name}"')[2].partition("</article>")[0]
        assert all(f"<code>{key}</code>" in article for key in schema.get("properties", {})), name


def test_every_link_leads_somewhere_and_ids_are_unique(client: FlaskClient) -> None:
    seen = Seen(client.get(URL).text)
    assert len(set(seen.ids)) == len(seen.ids)
    for link in set(seen.links):
        if link.startswith("#"):
            assert link[1:] in seen.ids, link
        else:
            assert client.get(link).status_code == 200, link


def test_it_needs_no_script_and_its_styles_are_allowed(client: FlaskClient) -> None:
    answer = client.get(URL)
    seen = Seen(answer.text)
    assert "script" not in seen.tags and "style" not in seen.attributes
    assert not {name for name in seen.attributes if name.startswith("on")}
    assert re.search(r"style-src 'self' 'sha256-[^']+'", answer.headers["Content-Security-Policy"])


def test_a_reader_who_has_it_gets_304(client: FlaskClient) -> None:
    first = client.get(URL, headers={"Accept-Encoding": "br"})
    assert first.headers["Content-Encoding"] == "br" and first.headers["Cache-Control"] == "public, no-cache"
    assert {"Cookie", "Accept-Encoding"} <= {name.strip() for name in first.headers["Vary"].split(",")}
    again = client.get(URL, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.data


@pytest.mark.parametrize("skin", ["dark", "light"])
def test_it_is_shown_as_the_reader_likes(app: Flask, client: FlaskClient, skin: str) -> None:
    client.set_cookie("prefs", f'{{"skin":"{skin}"}}'.encode().hex())
    assert f'data-skin="{skin}"' in client.get(URL).text
