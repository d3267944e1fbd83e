"""Questions and answers: found by meaning where a model is trained, by shared words before."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.bots.understanding.knowledge import find_answer

As = Callable[..., FlaskClient]
DOCUMENT: dict[str, Any] = {
    "format": "parley-flow/1",
    "languages": ["en", "hi"],
    "start": "hello",
    "nodes": {"hello": {"type": "message", "text": {"en": "Hello", "hi": "नमस्ते"}}},
    "knowledge": [
        {"question": {"en": ["When are you open?", "What are your hours?"], "hi": "आप कब खुलते हैं?"},
         "answer": {"en": ["From nine to six.", "Nine to six."], "hi": "नौ से छह।"}},
        {"question": {"en": "Where is the workshop?"}, "answer": {"en": "Behind the showroom.", "hi": "शोरूम के पीछे।"}},
    ],
}  # fmt: skip


@pytest.fixture
def url(as_: As) -> tuple[FlaskClient, str]:
    """An administrator and the search of a bot that knows two answers and was never trained."""
    admin = as_("admin")
    answer = admin.post("/api/v1/bots", json={"name": "Desk", "group": "service", "flow": DOCUMENT, "train": False})
    assert answer.status_code == 201, answer.text
    return admin, f"/api/v1/bots/{answer.json['id']}/knowledge/search"


def test_the_nearest_question_is_answered_in_the_language_asked_for(url: tuple[FlaskClient, str]) -> None:
    admin, search = url
    result = admin.post(search, json={"text": "when are you open", "language": "hi"}).json
    assert result["by"] == "words" and result["answer"]["text"] == "नौ से छह।"
    assert [hit["text"] for hit in result["hits"]] == ["नौ से छह।", "शोरूम के पीछे।"]
    assert result["hits"][0]["score"] == 1 >= result["threshold"]
    assert len(admin.post(search, json={"text": "when are you open", "k": 1}).json["hits"]) == 1


def test_what_is_not_near_enough_is_shown_and_not_answered(url: tuple[FlaskClient, str]) -> None:
    admin, search = url
    result = admin.post(search, json={"text": "is the workshop large"}).json
    assert result["answer"] is None and result["hits"][0]["text"] == "Behind the showroom."
    assert result["hits"][0]["score"] < result["threshold"]


@pytest.mark.parametrize("body", [{}, {"text": " "}, {"text": "x" * 2001}, {"text": "x", "k": 0}])
def test_no_question_is_refused(url: tuple[FlaskClient, str], body: dict[str, Any]) -> None:
    admin, search = url
    assert admin.post(search, json=body).status_code == 422


def test_an_answer_is_found_by_words_only_where_they_are_nearly_the_same() -> None:
    result = find_answer(DOCUMENT, "what are your hours")
    assert result is not None and result["answer"]["hi"] == "नौ से छह।"
    assert find_answer(DOCUMENT, "is the workshop large") is None
    assert find_answer({"knowledge": []}, "anything") is None
