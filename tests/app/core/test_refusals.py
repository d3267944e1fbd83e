"""Why something was refused, in its reader's language."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app.core import refusals
from app.core.languages import LANGUAGES
from app.core.refusals import worded

TEXTS = json.loads(Path(refusals.__file__).with_suffix(".json").read_text())
PLACES = re.compile(r"\{\w+\}")


def test_every_sentence_has_words_in_every_language_and_only_its_own_values() -> None:
    for text, words in TEXTS.items():
        assert set(words) == set(LANGUAGES) - {"en"}, text
        assert all(set(PLACES.findall(wording)) <= set(PLACES.findall(text)) for wording in words.values()), text


@pytest.mark.parametrize(
    ("text", "arabic"),
    [
        ("Enter a value.", "أدخل قيمة."),
        ("Too long: 80 characters at most.", "أطول من المسموح: 80 حرفًا كحد أقصى."),
        ("Must be one of: a, b.", "يجب أن يكون واحدًا من: a, b."),
        ("Row 3, email: Enter a value.", "الصف 3، email: أدخل قيمة."),
        ("This bookmark does not exist.", "هذا العنصر غير موجود."),
        ("lang: Enter a value.", "lang: أدخل قيمة."),
        ("turns takes a number.", "turns يأخذ عددًا."),
        ("Asha has this conversation.", "هذه المحادثة لدى Asha."),
        ("Something else.", "Something else."),
    ],
)
def test_a_reason_is_worded_with_its_values(text: str, arabic: str) -> None:
    assert worded(text, "ar") == arabic and worded(text, "en") == text


def test_a_call_is_refused_in_the_language_its_caller_accepts(client: FlaskClient) -> None:
    path, headers = "/api/v1/registration", {"Accept-Language": "hi-IN,hi;q=0.9,en;q=0.5"}
    token = client.get("/api/v1/session").headers.get("X-CSRF-Token", "")
    refused = client.post(path, json={"email": "x"}, headers=headers | {"X-CSRF-Token": token})
    english = client.post(path, json={"email": "x"}, headers={"X-CSRF-Token": token})
    assert refused.json["code"] == english.json["code"]
    assert refused.json["detail"] == worded(english.json["detail"], "hi") != english.json["detail"]
