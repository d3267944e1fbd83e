"""Whole conversations with each template, in English, Hindi and Hinglish, as people hold them."""

from datetime import datetime

import pytest

from app.bots import templates
from app.bots.flow.validation import validate
from tests.app.bots.engine.talking import Talk

NOW = datetime.fromisoformat("2026-11-24T10:00:00+05:30")
NIGHT = datetime.fromisoformat("2026-11-24T20:00:00+05:30")


def talk(name: str, *lines: str, language: str = "en", now: datetime = NOW) -> Talk:
    """A conversation with a template after all this was said."""
    held = Talk(templates.document_of(name, language), now=now, language=language)
    held.texts(*lines)
    return held


@pytest.mark.parametrize("name", templates.TEMPLATES)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_template_has_neither_errors_nor_warnings(name: str, language: str) -> None:
    issues = validate(templates.document_of(name, language))
    assert [issue for issue in issues if issue.code != "too_long"] == []


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("book a service", "Vela", "when are you open", "Repair", "KA01AB1234", "tomorrow", "no, Friday",
                "10 am", "9845012345", "yes", "5")),
        ("hi", ("सर्विस बुक करनी है", "वेला", "आप कब खुले रहते हैं", "मरम्मत", "ka 01 ab 1234", "कल", "नहीं, शुक्रवार",
                "सुबह 10 बजे", "9845012345", "हाँ", "पाँच")),
        ("en", ("service book karni hai", "vela", "aap kab khule rehte ho", "marammat", "ka01ab1234", "kal",
                "nahi, shukravar", "subah 10 baje", "9845012345", "haan ji", "paanch")),
    ],
)  # fmt: skip
def test_a_service_is_booked_with_an_interruption_and_a_correction(language: str, lines: tuple[str, ...]) -> None:
    held = talk("service-booking", *lines, language=language)
    known = {"model": "vela", "work": "repair", "registration": "KA01AB1234", "day": "2026-11-27", "time": "10:00",
             "phone": "+919845012345", "rating": 5}  # fmt: skip
    assert held.state["variables"] == known and held.state["ended"]
    assert held.state["goals"] == ["service_booking_created"]


BOOKED = ("book a service", "Vela", "Repair", "KA01AB1234", "Friday", "10 am", "9845012345")


def test_what_is_booked_is_said_as_people_say_it() -> None:
    assert talk("service-booking", *BOOKED).answers == [
        "Repair for your Vela on Fri 27 November at 10:00. Shall I book it?"
    ]


def test_another_day_does_not_ask_for_the_rest_again() -> None:
    held = talk("service-booking", *BOOKED, "Change the day", "Saturday")
    assert held.answers == ["Repair for your Vela on Sat 28 November at 10:00. Shall I book it?"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("Sunday",), "We are closed on Sundays."), (("yesterday",), "That day is over already."),
        (("Friday", "7 pm"), "We cannot take your car at that time."),
    ],
)  # fmt: skip
def test_days_and_times_that_cannot_be_are_asked_again(lines: tuple[str, ...], answer: str) -> None:
    assert talk("service-booking", *BOOKED[:4], *lines).answers[0] == answer


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [(name, text, language) for name in templates.TEMPLATES for text, language in (
        ("talk to a person", "en"), ("किसी से बात करनी है", "hi"), ("kisi se baat karni hai", "en"))],
)  # fmt: skip
def test_a_person_is_asked_for(name: str, text: str, language: str) -> None:
    held = talk(name, text, language=language)
    assert held.effects[-1] == "handoff" and held.state["waiting"]["type"] == "handoff"
    assert "handoff" not in talk(name, text, language=language, now=NIGHT).effects


@pytest.mark.parametrize("name", templates.TEMPLATES)
@pytest.mark.parametrize("text", ["hello", "नमस्ते", "Namaste!"])
def test_a_greeting_is_returned_and_no_miss(name: str, text: str) -> None:
    held = talk(name, text)
    assert "Nice to hear from you." in held.answers and held.state["misses"] == 0


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("test drive", "Terra", "what is the price", "Saturday", "no, Sunday", "at my home", "9845012345",
                "skip", "yes", "4")),
        ("hi", ("टेस्ट ड्राइव", "टेरा", "दाम क्या है", "शनिवार", "नहीं, रविवार", "घर पर", "9845012345", "छोड़ें", "हाँ", "चार")),
        ("en", ("test drive book karni hai", "terra", "price kya hai", "shanivar", "nahi, ravivar", "ghar par",
                "9845012345", "chhodo", "haan", "char")),
    ],
)  # fmt: skip
def test_a_test_drive_is_booked(language: str, lines: tuple[str, ...]) -> None:
    held = talk("sales-enquiry", *lines, language=language)
    known = {
        "model": "terra",
        "day": "2026-11-29",
        "place": "home",
        "phone": "+919845012345",
        "mail": None,
        "rating": 4,
    }
    assert held.state["variables"] == known and held.state["goals"] == ["test_drive_booked"]


@pytest.mark.parametrize(
    ("language", "lines", "goal"),
    [
        ("en", ("2", "the noise is still there", "when is my next service", "yes", "9845012345"),
         "complaint_registered"),
        ("hi", ("दो", "आवाज़ अभी भी आ रही है", "हाँ", "9845012345"), "complaint_registered"),
        ("en", ("do", "kaam theek se nahi hua", "nahi"), "complaint_registered"),
        ("hi", ("पाँच", "अगली सर्विस कब है", "सब कुछ अच्छा था"), "feedback_given"),
        ("en", ("it was ok", "haan", "chhodo"), "feedback_given"),
    ],
)  # fmt: skip
def test_feedback_is_given(language: str, lines: tuple[str, ...], goal: str) -> None:
    held = talk("post-service-feedback", *lines, language=language)
    assert held.state["goals"] == [goal] and held.state["ended"]


@pytest.mark.parametrize("name", templates.TEMPLATES)
def test_out_of_hours_name_and_number_are_asked_for_and_noted(name: str) -> None:
    held = talk(name, "talk to a person", now=NIGHT)
    assert held.answers[-1] == "What is your name?" and held.effects == []
    assert held.text("Meera Nair")[-1] == "On which number shall we call you?"
    held.text("9845012345")
    (expected,) = [effect for effect in held.last.effects if effect["type"] == "call_back"]
    assert (expected["name"], expected["phone"]) == ("Meera Nair", "+919845012345")
    assert held.answers[0] == "Thank you. We call you on +919845012345." and held.state["ended"]


@pytest.mark.parametrize("name", templates.TEMPLATES)
def test_what_is_known_is_not_asked_again(name: str) -> None:
    known = {"id": "7", "name": "Meera Nair", "phone": "+919845012345"}
    held = Talk(templates.document_of(name, "en"), now=NIGHT, contact=known)
    held.text("talk to a person")
    assert "call_back" in held.effects and held.state["ended"]
    half = Talk(templates.document_of(name, "en"), now=NIGHT, contact={"id": "7", "name": "Meera Nair"})
    assert half.text("talk to a person")[-1] == "On which number shall we call you?"


@pytest.mark.parametrize("name", templates.TEMPLATES)
def test_without_a_number_nothing_is_promised(name: str) -> None:
    held = talk(name, "talk to a person", "Meera Nair", "no", "I will not", "never", now=NIGHT)
    assert held.answers[0] == "Without a number we cannot call you. Please write to us again."
    assert held.state["ended"] and "call_back" not in held.effects
