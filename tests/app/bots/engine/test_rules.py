"""What a text means at an open question: nine rules in order, the first that fits wins."""

from typing import Any

import pytest

from tests.app.bots.engine.talking import Talk, ask, choice, flow, message, parsed

INTENTS = {
    "hours": {"goto": "hours", "phrases": {"en": ["when are you open"]}},
    "price": {"goto": "price", "phrases": {"en": ["what does it cost"]}},
    "book": {"goto": "ask_day", "phrases": {"en": ["book a service"]}},
}
DESK = flow(
    {
        "start": choice(("service", "ask_day"), ("sales", "bye"), ("agent", "bye"), save="kind"),
        "ask_day": ask("date", "day", "ask_time"),
        "ask_time": ask("time", "time", "ask_note"),
        "ask_note": ask("text", "note", "done"),
        "done": message("{{kind}} {{day}} {{time}} {{note}}", "bye"),
        "hours": message("Nine to six"),
        "price": message("It depends"),
        "bye": {"type": "end", "text": {"en": "Bye"}},
    },
    intents=INTENTS,
    fallback={"times": 2, "text": {"en": "Sorry?"}, "then": "bye"},
    knowledge=[{"question": {"en": "Do you wash cars?"}, "answer": {"en": "Yes, we do."}}],
)


@pytest.mark.parametrize("text", ["Restart", "start over!", "  RESTART. "])
def test_1_a_restart_word_begins_again(text: str) -> None:
    talk = Talk(DESK)
    talk.texts("service", "tomorrow")
    assert talk.text(text) == ["Choose"] and talk.rule == 1
    assert talk.state["variables"] == {} and talk.state["stack"] == []


def test_1_words_of_ones_own_replace_the_usual_ones() -> None:
    talk = Talk(DESK | {"restart": {"en": ["reset"]}})
    talk.texts("service")
    assert talk.text("reset") == ["Choose"]
    assert talk.text("restart")[0] == "Sorry?"


@pytest.mark.parametrize(
    "text", ["service", "SERVICE", " Service. ", "ｓｅｒｖｉｃｅ", "1", "first", "the first one", "पहला"]
)
def test_2_an_option_is_chosen_by_id_label_or_place(text: str) -> None:
    talk = Talk(DESK)
    assert talk.text(text) == ["day?"] and talk.rule == 2 and talk["kind"] == "service"


def test_2_a_place_beyond_the_options_is_none() -> None:
    assert Talk(DESK).text("4")[0] == "Sorry?"


@pytest.mark.parametrize("text", ["no, Friday", "sorry I meant friday please", "Friday", "नहीं, शुक्रवार"])
def test_3_a_value_said_again_corrects_the_one_given(text: str) -> None:
    talk = Talk(DESK)
    talk.texts("service", "tomorrow")
    assert talk["day"] == "2026-11-25"
    assert talk.text(text) == ["time?"] and talk.rule == 3 and talk["day"] == "2026-11-27"


def test_3_answers_given_since_are_used_again() -> None:
    talk = Talk(DESK)
    talk.texts("service", "tomorrow", "4 pm")
    assert talk.answers == ["note?"]
    assert talk.text("no, Friday") == ["note?"] and (talk["day"], talk["time"]) == ("2026-11-27", "16:00")
    assert talk.last.trace["reused"] == ["time"]


def test_3_the_latest_of_two_is_corrected() -> None:
    two = flow({"start": ask("date", "first", "b"), "b": ask("date", "second", "c"), "c": ask("text", "note")})
    talk = Talk(two)
    talk.texts("tomorrow", "Friday", "no, Saturday")
    assert (talk["first"], talk["second"]) == ("2026-11-25", "2026-11-28")


def test_3_a_choice_is_corrected_by_its_label() -> None:
    talk = Talk(DESK)
    talk.text("service")
    assert talk.text("no, sales please") == ["Bye"] and talk["kind"] == "sales"


def test_3_nothing_is_corrected_once_it_was_acted_upon() -> None:
    acted = flow(
        {
            "start": ask("date", "day", "goal"),
            "goal": {"type": "goal", "name": "booked", "next": "note"},
            "note": choice(("yes", None), ("later", None)),
        }
    )
    talk = Talk(acted)
    talk.text("tomorrow")
    talk.text("no, Friday")
    assert talk.rule == 9 and talk["day"] == "2026-11-25"


def test_3_the_open_question_comes_first_without_a_correcting_word() -> None:
    two = flow({"start": ask("date", "first", "b"), "b": ask("date", "second")})
    talk = Talk(two)
    talk.texts("tomorrow", "Friday")
    assert (talk["first"], talk["second"]) == ("2026-11-25", "2026-11-27")


def test_4_a_valid_value_answers() -> None:
    talk = Talk(DESK)
    assert talk.texts("service", "tomorrow please") == ["time?"] and talk.rule == 4


def test_4_any_text_answers_a_question_for_text_but_an_intents_phrase() -> None:
    talk = Talk(DESK)
    talk.texts("service", "tomorrow", "4 pm")
    assert talk.text("When are you open?") == ["Nine to six", "note?"] and talk.rule == 5
    talk.text("squeaking brakes", parsed(("price", 0.99)))
    assert talk.rule == 4 and talk["note"] == "squeaking brakes"


def test_4_a_question_with_a_date_in_it_is_a_question() -> None:
    talk = Talk(DESK)
    talk.text("service")
    assert talk.text("until when is your workshop open next Friday?", parsed(("hours", 0.9)))[0] == "Nine to six"


def test_5_an_intent_interrupts_and_comes_back_to_the_question() -> None:
    talk = Talk(DESK)
    talk.text("service")
    assert talk.text("what will I pay", parsed(("price", 0.8))) == ["It depends", "day?"] and talk.rule == 5
    assert talk.last.trace["intent"] == {"name": "price", "confidence": 0.8, "by": "understanding"}


def test_5_values_in_the_text_are_not_asked_for() -> None:
    talk = Talk(DESK)
    assert talk.text("book a service on Friday at 4 pm", parsed(("book", 0.9))) == ["note?"]
    assert (talk["day"], talk["time"]) == ("2026-11-27", "16:00")


def test_6_the_one_option_whose_label_is_contained() -> None:
    talk = Talk(DESK)
    assert talk.text("the sales people please") == ["Bye"] and talk.rule == 6


def test_6_two_contained_labels_are_no_choice() -> None:
    assert Talk(DESK).text("service or sales, who knows")[0] == "Sorry?"


def test_7_the_middle_band_asks_what_was_meant() -> None:
    talk = Talk(DESK)
    unsure = parsed(("hours", 0.4), ("price", 0.3), band="confirm")
    talk.text("how is it with you", unsure)
    assert talk.rule == 7 and talk.options == ["hours", "price", "none"]
    assert talk.event({"type": "choice", "option": "price"}) == ["It depends", "Choose"]


@pytest.mark.parametrize("answer", ["none of these", "3"])
def test_7_none_of_these_is_a_miss(answer: str) -> None:
    talk = Talk(DESK)
    talk.text("how is it with you", parsed(("hours", 0.4), ("price", 0.3), band="confirm"))
    assert talk.text(answer) == ["Sorry?", "Choose"] and talk.state["misses"] == 1


def test_7_the_label_of_an_offered_intent_chooses_it() -> None:
    talk = Talk(DESK)
    talk.text("how is it with you", parsed(("hours", 0.4), ("price", 0.3), band="confirm"))
    assert talk.text("When are you open")[0] == "Nine to six"


def test_8_knowledge_answers_and_the_question_comes_again() -> None:
    talk = Talk(DESK)
    assert talk.text("do you wash cars") == ["Yes, we do.", "Choose"] and talk.rule == 8
    known = parsed(band="reject", knowledge={"answer": {"en": "Yes, we do."}, "score": 0.8, "threshold": 0.6})
    assert talk.text("car wash?", known) == ["Yes, we do.", "Choose"]
    assert talk.text("car wash?", known | {"knowledge": known["knowledge"] | {"score": 0.5}})[0] == "Sorry?"


def test_9_an_input_counts_its_own_misses() -> None:
    retry = {"times": 2, "text": {"en": "A date, please."}, "then": "bye"}
    document = DESK | {"nodes": DESK["nodes"] | {"ask_day": ask("date", "day", "ask_time", retry=retry)}}
    talk = Talk(document)
    assert talk.texts("service", "blue") == ["A date, please."]
    assert talk.text("green") == ["A date, please."]
    assert talk.text("red") == ["Bye"]


def test_9_consecutive_misses_lead_where_the_fallback_says() -> None:
    talk = Talk(DESK)
    assert talk.text("blue") == ["Sorry?", "Choose"]
    assert talk.text("green") == ["Sorry?", "Choose"]
    assert talk.text("red") == ["Bye"] and talk.state["ended"]


def test_9_what_is_understood_in_between_ends_the_row_of_misses() -> None:
    talk = Talk(DESK)
    talk.texts("blue", "green", "when are you open", "red")
    assert talk.answers == ["Sorry?", "Choose"] and talk.state["misses"] == 1


def test_without_a_question_intents_and_knowledge_are_heard() -> None:
    idle = DESK | {"nodes": DESK["nodes"] | {"start": message("Hi")}}
    talk = Talk(idle)
    assert talk.text("when are you open") == ["Nine to six"] and talk.state["stack"] == []
    assert talk.text("do you wash cars") == ["Yes, we do."]
    assert talk.text("Friday")[0].startswith("Sorry") and talk.rule == 9


@pytest.mark.parametrize("parse", [None, parsed(band="reject")])
def test_the_trace_says_whether_understanding_answered(parse: Any) -> None:
    talk = Talk(DESK)
    talk.text("blue", parse)
    assert talk.last.trace["understanding"] is (parse is not None)


def test_3_a_value_given_before_a_call_or_a_handoff_stays() -> None:
    for acted in ({"type": "call", "url": "https://x.example"}, {"type": "handoff"}):
        talk = Talk(flow({"start": ask("date", "day", "act"), "act": acted | {"next": "menu"},
                          "menu": choice(("a", None), ("b", None))}))  # fmt: skip
        talk.text("tomorrow")
        done = {"type": "agent", "what": "returned"} if acted["type"] == "handoff" else None
        talk.event(done) if done else talk.result(value={})
        talk.text("no, Friday")
        assert talk["day"] == "2026-11-25" and talk.rule == 9


def test_5_a_value_in_the_text_fills_one_input_of_its_kind() -> None:
    nodes = {"start": message("Hi"), "a": ask("date", "first", "b"), "b": ask("date", "second", "bye"),
             "bye": {"type": "end"}}  # fmt: skip
    talk = Talk(flow(nodes, intents={"i": {"goto": "a", "phrases": {"en": ["from"]}}}))
    assert talk.text("from Friday", parsed(("i", 0.9))) == ["second?"] and talk["first"] == "2026-11-27"


def test_7_at_most_three_are_offered() -> None:
    ranked = parsed(("hours", 0.4), ("price", 0.3), ("book", 0.2), ("nothing", 0.1), band="confirm")
    talk = Talk(DESK)
    talk.text("how is it with you", ranked)
    assert talk.options == ["hours", "price", "book", "none"]


def test_7_is_heard_without_an_open_question_too() -> None:
    talk = Talk(DESK | {"nodes": DESK["nodes"] | {"start": message("Hi")}})
    talk.text("how is it with you", parsed(("hours", 0.4), ("price", 0.3), band="confirm"))
    assert talk.rule == 7 and talk.text("the second") == ["It depends"]


def test_8_comes_after_the_confirm_band_and_before_a_retry() -> None:
    retry = {"times": 0, "text": {"en": "A date!"}, "then": "bye"}
    talk = Talk(DESK | {"nodes": DESK["nodes"] | {"ask_day": ask("date", "day", "ask_time", retry=retry)}})
    talk.text("service")
    assert talk.text("do you wash cars") == ["Yes, we do.", "day?"] and talk.state["tries"] == 0
    assert talk.text("blue") == ["Bye"]


def test_9_a_valid_answer_begins_the_count_again() -> None:
    retry = {"times": 1, "text": {"en": "A date!"}, "then": "bye"}
    talk = Talk(flow({"start": ask("date", "a", "b", retry=retry), "b": ask("date", "b", "bye", retry=retry),
                      "bye": {"type": "end", "text": {"en": "Bye"}}}))  # fmt: skip
    assert talk.texts("blue", "tomorrow", "blue") == ["A date!"]


def test_4_the_phrase_of_an_intent_that_leads_to_the_open_question_answers_it() -> None:
    nodes = {"start": ask("text", "complaint", "done"), "done": message("Noted: {{complaint}}")}
    talk = Talk(flow(nodes, intents={"complain": {"goto": "start", "phrases": {"en": ["the noise is back"]}}}))
    assert talk.text("The noise is back.") == ["Noted: The noise is back."] and talk.rule == 4
