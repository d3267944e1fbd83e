"""What a text means where it can be read in more than one way, and where it only looks like an answer."""

from typing import Any

import pytest

from tests.app.bots.engine.talking import Talk, ask, choice, flow, message

ADDRESS = flow({"start": ask("date", "day", "place"), "place": ask("text", "place", "done"), "done": message("Done")})


SLOTS = flow(
    {
        "start": ask("date", "day", "at"), "at": ask("time", "at", "phone"), "phone": ask("phone", "phone", "again"),
        "again": ask("date", "back", "seats"), "seats": ask("number", "seats", "done"), "done": message("Done"),
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "values", "question"),
    [
        ("tomorrow", ("2026-11-25", None, None), "at?"),
        ("tomorrow at 5 pm", ("2026-11-25", "17:00", None), "phone?"),
        ("tomorrow at 5 pm or 6 pm", ("2026-11-25", None, None), "at?"),
        ("tomorrow 5 pm, 98450 12345", ("2026-11-25", "17:00", "+919845012345"), "back?"),
        ("98450 12345, tomorrow", ("2026-11-25", None, None), "at?"),
    ],
)
def test_what_else_an_answer_says_answers_the_questions_after_it(
    text: str, values: tuple[str | None, ...], question: str
) -> None:
    talk = Talk(SLOTS)
    assert talk.text(text) == [question]
    assert (talk["day"], talk["at"], talk["phone"]) == values


def test_an_answer_is_used_once_for_a_kind_and_in_its_own_step_alone() -> None:
    talk = Talk(SLOTS)
    talk.texts("tomorrow 5 pm, 98450 12345", "Friday")
    assert talk.answers == ["seats?"] and (talk["back"], talk["seats"]) == ("2026-11-27", None)
    talk = Talk(SLOTS)
    assert talk.texts("98450 12345, tomorrow", "5 pm") == ["phone?"]


@pytest.mark.parametrize("text", ["Monday or Tuesday", "next Friday", "tomorrow 26 November"])
def test_two_readings_are_asked_about(text: str) -> None:
    talk = Talk(flow({"start": ask("date", "day", "done"), "done": message("{{day}}")}))
    talk.text(text)
    assert talk["day"] is None and talk.rule == 4 and len(talk.options) == 3 and talk.options[-1] == "none"
    first = talk.options[0]
    talk.event({"type": "choice", "option": first})
    assert talk["day"] == first


def test_a_reading_is_chosen_by_its_place_or_by_another_value() -> None:
    document = flow({"start": ask("time", "time", "done"), "done": message("{{time}}")},
                    hours={"week": {"mon": [["09:00", "18:00"]]}})  # fmt: skip
    talk = Talk(document)
    assert talk.text("7") and talk.options == ["07:00", "19:00", "none"]
    talk.text("the second")
    assert talk["time"] == "19:00"
    other = Talk(document)
    other.texts("7", "5:15 baje")
    assert other["time"] == "17:15"


def test_none_of_the_readings_is_a_miss() -> None:
    talk = Talk(flow({"start": ask("date", "day", "done"), "done": message("Done")}))
    talk.text("Monday or Tuesday")
    talk.text("none of these")
    assert talk["day"] is None and talk.state["misses"] == 1 and talk.state["open"] == "start"


@pytest.mark.parametrize("text", ["No. 14, 2nd Cross", "No 14, 12th Main", "14 MG Road, open from Monday",
                                  "no: 5 May Street",
                                  "Friday Market, no sign outside", "near the Monday market"])  # fmt: skip
def test_3_a_text_at_an_open_question_for_text_is_its_answer(text: str) -> None:
    talk = Talk(ADDRESS)
    talk.texts("tomorrow", text)
    assert (talk["day"], talk["place"]) == ("2026-11-25", text)


@pytest.mark.parametrize("text", ["no, make it Friday", "sorry I meant Friday", "no Friday", "नहीं, शुक्रवार को"])
def test_3_a_correction_at_a_question_for_text_begins_with_its_word(text: str) -> None:
    talk = Talk(ADDRESS)
    talk.texts("tomorrow", text)
    assert (talk["day"], talk["place"]) == ("2026-11-27", None)


THUMBS = flow(
    {"start": choice(("up", "good"), ("down", "bad"), save="vote"), "good": message("Good"), "bad": message("Bad")}
)
THUMBS["nodes"]["start"]["options"][0]["label"] = {"en": "👍"}
THUMBS["nodes"]["start"]["options"][1]["label"] = {"en": "👎"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("👍", "up"),
        ("👎", "down"),
        ("👍🏽", "up"),
        ("👎️", "down"),
        ("😡", None),
        ("?", None),
        ("!!", None),
        ("…", None),
    ],
)
def test_2_an_emoji_is_the_option_that_it_is(text: str, value: str | None) -> None:
    talk = Talk(THUMBS)
    talk.text(text)
    assert talk["vote"] == value


def labelled(*labels: str) -> dict[str, Any]:
    """A flow with a choice of options of these labels, whose ids are their places."""
    options = [{"id": f"o{n}", "label": {"en": label}} for n, label in enumerate(labels)]
    return flow({"start": choice(save="pick") | {"options": options, "next": "done"}, "done": message("Done")})


@pytest.mark.parametrize(
    ("labels", "text", "value"),
    [
        (("C", "C++", "C#"), "C", "o0"), (("C", "C++", "C#"), "C++", "o1"), (("C", "C++", "C#"), "c#", "o2"),
        (("C", "C++"), "C++!", "o1"), (("C++", "C#"), "C", None), (("🛠️ Service", "🚗 Sales"), "Service", "o0"),
        (("🛠️ Service", "🚗 Sales"), "🚗", None), (("🛠️ Service", "🚗 Sales"), "🚗 sales", "o1"),
        (("₹500", "$500"), "₹500", "o0"), (("₹500", "$500"), "$500", "o1"),
    ],
)  # fmt: skip
def test_2_symbols_tell_options_apart(labels: tuple[str, ...], text: str, value: str | None) -> None:
    talk = Talk(labelled(*labels))
    talk.text(text)
    assert talk["pick"] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the service please", "o0"), ("not the service", None), ("anything but service", None), ("service nahi", None),
        ("I don't want a service", None), ("why not the service", "o0"), ("no, the service", "o0"),
        ("not the service but sales", None),
    ],
)  # fmt: skip
def test_6_a_denied_label_chooses_nothing(text: str, value: str | None) -> None:
    talk = Talk(labelled("Service", "Sales"))
    talk.text(text)
    assert talk["pick"] == value


def test_1_a_restart_word_of_emoji_is_that_emoji_alone() -> None:
    talk = Talk(ADDRESS | {"restart": {"en": ["🔄", " "]}})
    talk.text("tomorrow")
    for text in ("😡", "?", "  "):
        talk.text(text)
        assert talk.rule != 1
    talk = Talk(ADDRESS | {"restart": {"en": ["🔄"]}})
    talk.texts("tomorrow", "🔄")
    assert talk.rule == 1 and talk["day"] is None


SURVEY = flow({"start": ask("rating", "stars", "bye"), "bye": {"type": "end", "text": {"en": "Thank you, bye."}}})


@pytest.mark.parametrize(
    "text", ["thanks", "Thank you so much!", "ok", "bye", "धन्यवाद", "theek hai ji", "🙏", "👍🏽", "ok thanks"]
)
def test_a_closing_word_after_the_end_is_answered_once(text: str) -> None:
    talk = Talk(SURVEY)
    assert talk.text("5") == ["Thank you, bye."]
    assert talk.text(text) == ["Thank you, bye."] and talk.effects == [] and talk.state["ended"]
    assert talk.text(text) == [] and talk.effects == [] and talk.last.trace["closing"] is True


@pytest.mark.parametrize("text", ["thanks, but I need a new booking", "hello", "book a service", "no", "ok call me"])
def test_what_is_more_than_a_closing_word_is_none(text: str) -> None:
    talk = Talk(SURVEY)
    talk.text("5")
    assert talk.text(text) == [] and "closing" not in talk.last.trace


@pytest.mark.parametrize("hours", [
    {"zone": "IST", "week": {"tue": [["09:00", "18:00"]]}}, {"zone": 5, "week": {"tue": [["09:00", "18:00"]]}},
    {"holidays": ["2026-02-30"], "week": {"tue": [["09:00", "18:00"]]}}, {"week": {"tue": [["09:00", "02:00"]]}},
])  # fmt: skip
def test_hours_that_were_stored_wrong_hand_over_all_the_same(hours: Any) -> None:
    nodes = {"start": {"type": "handoff", "closed": "bye"}, "bye": {"type": "end", "text": {"en": "Closed"}}}
    assert Talk(flow(nodes, hours=hours)).effects == ["handoff"]
