"""Interruptions and languages: what is left, what comes back, and in which language it is said."""

from typing import Any

import pytest

from tests.app.bots.engine.talking import Talk, ask, flow, message, parsed

NESTED = flow(
    {"start": ask("text", "name", "bye"), "bye": {"type": "end"}}
    | {f"ask{n}": ask("date", f"day{n}") for n in range(10)},
    intents={f"i{n}": {"goto": f"ask{n}", "phrases": {"en": [f"go {n}"]}} for n in range(10)},
)


def test_paths_come_back_in_order() -> None:
    talk = Talk(NESTED)
    talk.texts("go 1", "go 2")
    assert talk.text("tomorrow") == ["day1?"]
    assert talk.text("Friday") == ["name?"]


def test_an_intent_under_way_begins_again_and_does_not_stack() -> None:
    talk = Talk(NESTED)
    talk.texts("go 1", "go 2", "go 1")
    assert [frame["intent"] for frame in talk.state["stack"]] == ["i1"]
    assert talk.text("tomorrow") == ["name?"]


def test_the_stack_holds_eight() -> None:
    talk = Talk(NESTED)
    talk.texts(*(f"go {n}" for n in range(9)))
    assert len(talk.state["stack"]) == 8 and talk.last.trace["warnings"] == [{"code": "stack_full"}]


def test_a_question_that_was_interrupted_counts_its_misses_again() -> None:
    retry = {"times": 1, "text": {"en": "A date!"}, "then": "bye"}
    nodes = {
        "start": ask("date", "day", "bye", retry=retry),
        "bye": {"type": "end", "text": {"en": "Bye"}},
        "info": message("Info"),
    }
    talk = Talk(flow(nodes, intents={"info": {"goto": "info", "phrases": {"en": ["tell me"]}}}))
    talk.texts("blue", "tell me")
    assert talk.text("blue") == ["A date!"]


def test_end_drops_what_was_interrupted() -> None:
    nodes = {"start": ask("text", "name", "bye"), "bye": {"type": "end", "text": {"en": "Bye"}}}
    talk = Talk(flow(nodes, intents={"stop": {"goto": "bye", "phrases": {"en": ["stop"]}}}))
    assert talk.text("stop") == ["Bye"] and talk.state["ended"] and talk.state["stack"] == []


BOTH: dict[str, Any] = {
    "type": "choice",
    "text": {"en": "Choose", "hi": "चुनें"},
    "options": [{"id": "a", "label": {"en": "Book", "hi": "बुक"}, "next": "start"}],
}
TWO = flow({"start": BOTH}) | {"languages": ["en", "hi"]}


def test_a_language_asked_for_is_spoken_from_then_on() -> None:
    talk = Talk(TWO)
    for text, reply in (("Hindi please", "चुनें"), ("speak in English", "Choose"), ("हिंदी में बात करें", "चुनें")):
        assert talk.text(text) == [reply] and talk.rule == 1
    assert talk.texts("Book", "Book") == ["चुनें"]


def test_a_language_the_bot_does_not_speak_is_no_request() -> None:
    assert Talk(TWO).text("speak Tamil") != ["Choose"]


def test_two_texts_in_a_language_change_to_it_unless_the_session_has_one() -> None:
    talk = Talk(TWO)
    assert talk.text("बुक") == ["Choose"]
    assert talk.text("बुक") == ["चुनें"]
    assert Talk(TWO, language="en").texts("बुक", "बुक") == ["Choose"]


def test_a_session_is_opened_in_its_own_language() -> None:
    assert Talk(TWO, language="hi").answers == ["चुनें"]
    assert Talk(TWO, language="ta").answers == ["Choose"]


def test_an_interrupted_question_is_asked_in_fresh_words() -> None:
    nodes = {"start": ask("date", "day", "bye"), "bye": {"type": "end"}, "info": message("Info")}
    nodes["start"]["text"] = {"en": [f"{n}?" for n in range(50)]}
    talk = Talk(flow(nodes, intents={"info": {"goto": "info", "phrases": {"en": ["tell me"]}}}))
    first = talk.answers
    assert talk.text("tell me")[0] == "Info" and talk.answers[1:] != first


def test_an_agent_who_closes_drops_what_was_interrupted() -> None:
    nodes = {"start": ask("text", "name", "bye"), "bye": {"type": "end"}, "person": {"type": "handoff"}}
    talk = Talk(flow(nodes, intents={"person": {"goto": "person", "phrases": {"en": ["a person"]}}}))
    talk.text("a person")
    assert talk.state["stack"]
    talk.event({"type": "agent", "what": "closed"})
    assert talk.state["stack"] == [] and talk.state["filled"] == []
    talk.text("5")
    assert talk.state["ended"] and talk.effects == ["rate", "end"]


def test_an_agent_who_returns_the_person_leads_back_to_the_interrupted_question() -> None:
    nodes = {"start": ask("text", "name", "bye"), "bye": {"type": "end"}, "person": {"type": "handoff"}}
    talk = Talk(flow(nodes, intents={"person": {"goto": "person", "phrases": {"en": ["a person"]}}}))
    talk.text("a person")
    assert talk.event({"type": "agent", "what": "returned"}) == ["name?"]


def test_without_an_interrupted_question_the_end_of_a_path_waits_for_a_text() -> None:
    talk = Talk(flow({"start": message("Hi"), "info": message("Info")},
                     intents={"info": {"goto": "info", "phrases": {"en": ["tell me"]}}}))  # fmt: skip
    assert talk.text("tell me") == ["Info"]
    assert talk.state["open"] is None and not talk.state["ended"]


def test_a_language_asked_for_is_stronger_than_the_sessions_and_than_what_is_written() -> None:
    talk = Talk(TWO, language="hi")
    assert talk.text("English please") == ["Choose"]
    assert talk.texts("बुक", "बुक", "बुक") == ["Choose"]


def test_hinglish_is_answered_in_hindi_once_it_was_heard_twice() -> None:
    talk = Talk(TWO | {"languages": ["en", "hi", "hi-Latn"]})
    hinglish = parsed(band="reject", language="hi-Latn")
    talk.text("gaadi theek karni hai", hinglish)
    assert talk.answers[-1] == "Choose"
    talk.text("kab aa sakta hoon", hinglish)
    assert talk.answers[-1] == "चुनें" and {reply["language"] for reply in talk.last.replies} == {"hi"}


@pytest.mark.parametrize("language", ["en", "hi", "ar", "gu", "mr", "ta", "te", "kn", "bn"])
def test_the_engines_own_words_are_in_the_language_of_the_conversation(language: str) -> None:
    start = {"type": "choice", "text": {language: "?"}, "options": [{"id": "a", "label": {language: "!"}}]}
    document = flow({"start": start}, intents={"i": {"goto": "start", "title": {language: "t"}}})
    talk = Talk(document | {"languages": [language]})
    sorry = talk.text("zzz")[0]
    assert language == "en" or not sorry.isascii()
    texts = talk.text("hmm", parsed(("i", 0.4), band="confirm"))
    none = talk.last.replies[0]["options"][-1]["label"]
    assert language == "en" or not (texts[0].isascii() or none.isascii())
