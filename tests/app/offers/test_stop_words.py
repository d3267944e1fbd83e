"""A visitor who writes STOP, in any language, is out of the channel, hears so once, and can go on with the bot."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.core.db.base import db
from app.core.languages import SPOKEN
from app.offers.models import Consent
from app.offers.stop_words import ANSWERS, STOP_WORDS, is_stop
from tests.app.channels.talking import DESK, Visitor, live, texts

As = Callable[..., FlaskClient]


def test_every_language_has_an_answer() -> None:
    assert set(ANSWERS) == set(SPOKEN)
    assert all(is_stop(f" {word.upper()}! ") for word in STOP_WORDS)


@pytest.mark.parametrize("text", ["stop at the signal", "Where do I stop?", "do not stop", "", "!", "unstoppable"])
def test_a_sentence_with_the_word_is_none(text: str) -> None:
    assert not is_stop(text)


@pytest.mark.both
@pytest.mark.parametrize("word", ["STOP", "संदेश बंद करो।", "إيقاف"])
def test_a_stop_is_recorded_and_answered_once(app: Flask, as_: As, word: str) -> None:
    _, key = live(as_("admin"))
    visitor = Visitor(app.test_client(), key)
    visitor.say("Hello")
    assert texts(visitor.say(word)) == [ANSWERS["en"]]
    entry = db.session.scalars(select(Consent)).one()
    assert (entry.channel, entry.state, entry.source) == ("web", "opted_out", "STOP")
    # The question that was open still is, and a second STOP is the bot's.
    assert "Which day?" in texts(visitor.choose("book"))
    assert texts(visitor.say(word)) != [ANSWERS["en"]]
    assert len(db.session.scalars(select(Consent)).all()) == 1


def test_a_stop_that_the_bot_offers_is_the_bots(app: Flask, as_: As) -> None:
    menu = DESK["nodes"]["menu"]
    options = [*menu["options"], {"id": "stop", "label": {"en": "Stop"}, "next": "bye"}]
    document = DESK | {"nodes": DESK["nodes"] | {"menu": menu | {"options": options}}}
    _, key = live(as_("admin"), document)
    visitor = Visitor(app.test_client(), key)
    visitor.say("Hello")
    assert "Bye" in texts(visitor.say("stop"))
    assert db.session.scalars(select(Consent)).all() == []
