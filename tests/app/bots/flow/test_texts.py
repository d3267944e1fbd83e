"""The texts of a flow document: their places, changes by path, and translations that lag behind."""

from copy import deepcopy
from typing import Any

import pytest

from app.bots import templates
from app.bots.flow.schema import shape_errors
from app.bots.flow.texts import lagging, places, with_texts
from app.bots.flow.validation import needed_texts

DOCUMENT: dict[str, Any] = {
    "format": "parley-flow/1",
    "languages": ["en", "hi", "hi-Latn"],
    "start": "hello",
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello"}, "next": "menu",
                  "media": {"url": "https://dealer.example/a.png", "alt": {"en": "Our yard"}}},
        "menu": {"type": "choice", "text": {"en": ["What?", "And now?"], "hi": "क्या?"},
                 "options": [{"id": "bye", "label": {"en": "Bye", "hi": "विदा"}, "next": "bye"}]},
        "bye": {"type": "end", "text": {"en": "Bye", "hi": "विदा"}},
    },
    "intents": {"service.book": {"goto": "menu", "title": {"en": "Service"}}},
    "fallback": {"text": {"en": "Sorry?", "hi": "क्या?"}},
    "knowledge": [{"question": {"en": "When are you open?"}, "answer": {"en": "From nine.", "hi": "नौ से।"}}],
}  # fmt: skip


@pytest.mark.parametrize("name", templates.TEMPLATES)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_every_text_that_is_needed_has_a_place(name: str, language: str) -> None:
    document = templates.document_of(name, language)
    known = places(document)
    for node, path, texts in needed_texts(document):
        place = known[f"nodes/{node}/{path}" if node else path]
        assert place.needed and place.texts == (texts or {})


def test_places_are_known_by_path_with_their_lengths() -> None:
    known = places(DOCUMENT)
    assert {path: (place.limit, place.needed) for path, place in known.items()} == {
        "nodes/hello/text": (1024, True),
        "nodes/menu/text": (1024, True),
        "nodes/menu/options/0/label": (20, True),
        "nodes/bye/text": (1024, True),
        "fallback/text": (1024, True),
        "knowledge/0/answer": (1024, True),
        "knowledge/0/question": (1024, False),
        "intents/service.book/title": (20, False),
        "nodes/hello/media/alt": (1024, False),
    }


def test_texts_are_changed_where_they_stand_and_nothing_else_is() -> None:
    before = deepcopy(DOCUMENT)
    changed = with_texts(
        DOCUMENT,
        {
            "nodes/menu/options/0/label": {"hi": "अलविदा"},
            "nodes/hello/text": {"hi": ["नमस्ते", "स्वागत"]},
            "knowledge/0/question": {"hi": "कब?"},
            "intents/service.book/title": {"hi": "सेवा"},
            "fallback/text": {"hi": ""},
        },
    )
    assert before == DOCUMENT
    assert not shape_errors(changed)
    assert changed["nodes"]["menu"]["options"][0]["label"] == {"en": "Bye", "hi": "अलविदा"}
    assert changed["nodes"]["hello"]["text"] == {"en": "Hello", "hi": ["नमस्ते", "स्वागत"]}
    assert changed["knowledge"][0]["question"]["hi"] == "कब?"
    assert changed["intents"]["service.book"]["title"] == {"en": "Service", "hi": "सेवा"}
    assert changed["fallback"]["text"] == {"en": "Sorry?"}
    assert changed["nodes"]["bye"] is DOCUMENT["nodes"]["bye"]


def test_a_path_without_a_text_is_refused() -> None:
    with pytest.raises(KeyError, match="nodes/bye/retry/text"):
        with_texts(DOCUMENT, {"nodes/bye/retry/text": {"en": "Again"}})


def test_a_translation_lags_behind_once_the_first_language_has_changed() -> None:
    changed = with_texts(DOCUMENT, {"nodes/bye/text": {"en": "See you"}, "fallback/text": {"en": "What?", "hi": "जी?"}})
    assert lagging(changed, DOCUMENT) == {"hi": ["nodes/bye/text"]}
    assert lagging(DOCUMENT, DOCUMENT) == {"hi": []}
    # What has no translation lacks one; it lags behind nothing.
    assert lagging(with_texts(DOCUMENT, {"nodes/hello/text": {"en": "Hi"}}), DOCUMENT) == {"hi": []}
