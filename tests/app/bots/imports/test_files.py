"""Bots of other builders: each becomes a flow without errors, and each part is named that does not."""

import json
from typing import Any

import pytest

from app.bots.flow.schema import shape_errors
from app.bots.flow.validation import errors_of, validate
from app.bots.imports.files import BotFile, read_bot_file
from tests.app.bots.engine.talking import Talk
from tests.fixtures.imports import FILES, FOLDER, bot_file, document, packed, tarred


def read(name: str) -> BotFile:
    """A file of the fixtures, read."""
    return read_bot_file(name, bot_file(name))


def missed(file: BotFile) -> dict[str, str]:
    """The nodes that stand for what was not understood, and why."""
    return {row["node"]: row["why"] for row in file.not_understood if row["node"]}


@pytest.mark.parametrize("name", FILES)
def test_every_bot_becomes_a_flow_without_errors(name: str) -> None:
    file = read(name)
    assert file.builder == FILES[name]
    assert not shape_errors(file.flow)
    assert not errors_of(validate(file.flow))
    assert file.understood and {row["node"] for row in file.understood if row["node"]} <= file.flow["nodes"].keys()
    assert missed(file).keys() <= file.flow["nodes"].keys()
    assert all(row["where"] and row["why"] for row in file.not_understood)
    assert all(bool(row["choices"]) == bool(row["node"]) for row in file.not_understood)


def test_a_bot_of_typebot_asks_branches_and_ends() -> None:
    talk = Talk(read("typebot.json").flow)
    assert talk.answers[0] == "Hello from the workshop." and talk.answers[-1] == "What do you need?"
    assert talk.options == ["Service", "Prices", "Something else"]
    assert talk.text("Prices") == ["A service costs from 4,000.", "What do you need?"]
    assert talk.text("service") == ["What is your name?"]
    assert talk.text("Asha") == ["Asha, how many cars do you bring?"]
    assert talk.text("three") == ["That is a fleet, Asha: 30 points.", "Which day?"]
    assert (talk["cars"], talk["score"], talk["greeting"]) == (3, 30, "Dear Asha")
    assert talk.text("28 November 2026") == ["Your e-mail address"]
    assert talk.text("asha@desk.example") == ["Please answer."]
    talk.text("+91 98765 43210")
    assert talk.effects == ["call"]
    talk.result(value={"slot": "09:30"}, status=200)
    assert talk["slot"] == "09:30"
    assert talk.answers[:2] == [
        "“Code” is still to be filled in here.",
        "“payment input” is still to be filled in here.",
    ]
    assert talk.answers[2].startswith("Thank you, Asha. See you on ") and talk.answers[2].endswith("[Nobody].")
    talk.event({"type": "timer", "effect": talk.state["waiting"]["id"]})
    assert talk.answers == ["https://desk.example/thanks", "Please answer."]
    talk.text("5")
    assert talk.state["ended"]


def test_few_cars_take_the_other_branch() -> None:
    talk = Talk(read("typebot.json").flow)
    assert talk.texts("Service", "Asha", "1") == ["Which day?"]
    assert talk["score"] == 10


def test_parts_of_typebot_that_are_unknown_are_named_with_their_place() -> None:
    file = read("typebot.json")
    assert missed(file) == {
        "contact_code": "Code: JavaScript is not run.",
        "contact_payment_input": "payment input: There is no payment.",
        "person": "Email: There is no node that sends mail.",
    }
    reasons = [row["why"] for row in file.not_understood]
    assert "HTTP request: 1 secret left out; enter it again." in reasons
    assert "Condition: 1 of its branches compare what cannot be compared here." in reasons
    assert "Bearer" not in str(file.flow)
    call = file.flow["nodes"]["contact_webhook"]
    assert call["url"] == "https://desk.example/slots?day={{day}}" and call["headers"] == {"X-Desk": "one"}


def test_a_bot_of_typebots_first_version_is_read_too() -> None:
    talk = Talk(read("typebot-1.json").flow)
    assert talk.answers == ["Ready?"] and talk.options == ["Go"]
    assert talk.text("go")[0] == "Off we go."


def test_a_bot_of_botpress_speaks_both_languages_and_branches() -> None:
    file = read("botpress.zip")
    assert file.flow["languages"] == ["en", "hi"]
    talk = Talk(file.flow)
    assert talk.answers[0] in ("Hello, this is the desk.", "Good day from the desk.")
    assert talk.options == ["book", "ask"]
    assert talk.text("Book a visit") == ["What is your name?"]
    talk.text("Asha")
    assert talk.effects == ["call"]
    assert talk.result(False) == ["Noted for, a service."]
    assert Talk(file.flow).texts("ask", "when do you open") == ["We open at nine."]
    assert file.flow["knowledge"][0]["answer"]["en"] == "Behind the hall."
    assert file.flow["entities"] == {"model": {"values": {"Vela": {"en": ["vela 1.5"]}}}}


def test_code_of_botpress_is_never_run_and_each_file_of_it_is_named() -> None:
    file = read("botpress.zip")
    code = [row["where"] for row in file.not_understood if row["why"] == "Hooks and code are never run."]
    assert code == ["actions/desk/save_booking.js", "hooks/after_bot_mount/start.js"]
    assert missed(file) == {"save": "desk/save_booking: Hooks and code are never run."}
    assert file.flow["nodes"]["save"]["url"].startswith("https://fill-in.invalid/")


def test_one_flow_of_botpress_is_read_without_its_archive() -> None:
    nodes = [{"name": "entry", "onEnter": ['say @builtin_text {"text": "Hello"}'], "onReceive": None, "next": []}]
    flow = {"version": "0.0.1", "startNode": "entry", "catchAll": {}, "nodes": nodes}
    file = read_bot_file("main.flow.json", packed({"main.flow.json": _json(flow)}))
    assert file.builder == "Botpress" and Talk(file.flow).answers == ["Hello"]
    assert read_bot_file("main.flow.json", _json(flow)).flow == file.flow


def test_what_only_looks_like_a_variable_stays_plain_text() -> None:
    bot = document("typebot.json")
    bot["groups"][0]["blocks"][4]["items"][0]["content"] = "{{x}}"
    file = read_bot_file("bot.json", _json(bot))
    assert not errors_of(validate(file.flow))
    assert Talk(file.flow).options == ["{ {x}}", "Prices", "Something else"]


def test_flows_of_botpress_are_known_without_the_folders_around_them() -> None:
    flows = FOLDER / "botpress" / "flows"
    names = ("main.flow.json", "booking.flow.json", "skills/choice-1a.flow.json")
    files = {name: (flows / name).read_bytes() for name in names}
    bare = read_bot_file("flows.zip", packed(files)).flow
    wrapped = read_bot_file("bot.zip", packed({f"data/desk/flows/{name}": each for name, each in files.items()})).flow
    assert bare == wrapped and bare["start"] == "entry"
    assert [option["id"] for option in bare["nodes"]["menu"]["options"]] == ["book", "ask"]


def test_a_bot_of_rasa_asks_what_its_form_requires() -> None:
    file = read("rasa.zip")
    talk = Talk(file.flow)
    assert talk.answers[0] in ("Hello, this is the desk.", "Good day.")
    assert talk.text("book a visit") == ["Which car do you drive?"]
    assert talk.text("vela 1.5") == ["How many of you will come?"]
    assert talk.text("two") == ["Do you wait outside?"]
    assert talk.text("yes") == ["Please answer."]
    assert talk.text("By the window") == ["A Vela for 2, is that right?"]
    assert talk.text("No") == ["Then once more, please."]
    again = Talk(file.flow)
    again.texts("book a visit", "Arko", "2", "no", "nothing", "That is right")
    assert again.effects == ["call"]
    assert again.result(False) == ["Noted."]


def test_phrases_of_rasa_come_without_their_marks() -> None:
    flow = read("rasa.zip").flow
    phrases = flow["intents"]["book_visit"]["phrases"]["en"]
    assert phrases == ["book a visit", "I want to bring my Vela", "bring the vela 1.5 in"]
    assert flow["entities"]["model"]["values"]["Arko"] == {"en": ["Arko", "arko two"]}
    assert flow["fallback"]["text"] == {"en": "Please say that in other words."}
    assert flow["knowledge"][0]["question"] == {"en": "where can I park"}


def test_parts_of_rasa_that_are_code_are_calls_to_fill_in() -> None:
    file = read("rasa.zip")
    assert missed(file).keys() == {"action_save_visit"}
    assert {"validate_visit_form", "Intent lost", "Story Stop", "Pattern plate"} <= {
        row["where"] for row in file.not_understood
    }
    assert "secret" not in str(file)


def test_one_file_of_rasa_is_read_without_an_archive() -> None:
    text = """
version: "3.1"
responses: {utter_hours: [{text: "We open at nine."}]}
nlu: [{intent: hours, examples: "- when do you open\\n- opening hours"}]
rules: [{rule: Hours, steps: [{intent: hours}, {action: utter_hours}]}]
"""
    talk = Talk(read_bot_file("bot.yml", text.encode()).flow)
    assert talk.answers == ["How can I help?"]
    assert talk.text("opening hours")[0] == "We open at nine."


def test_a_tar_archive_is_read_like_a_zip() -> None:
    names = ("domain.yml", "data/rules.yml", "data/stories.yml", "data/nlu.yml", "config.yml")
    files = {name: (FOLDER / "rasa" / name).read_bytes() for name in names}
    assert read_bot_file("bot.tgz", tarred(files)).flow == read("rasa.zip").flow


def test_a_way_that_would_go_round_in_silence_asks_first() -> None:
    bot = document("typebot.json")
    welcome = next(group for group in bot["groups"] if group["id"] == "prices")
    welcome["blocks"][1]["options"] = {"groupId": "prices"}
    file = read_bot_file("bot.json", _json(bot))
    assert not errors_of(validate(file.flow))
    assert any("goes round" in row["why"] for row in file.not_understood)
    assert Talk(file.flow).text("Prices") == ["A service costs from 4,000.", "Shall we go on?"]


def test_a_bot_of_our_own_is_what_it_was() -> None:
    flow = read("typebot.json").flow
    assert read_bot_file("bot.json", _json(flow)) == BotFile("parley-flow", "1", flow, [], [])


def _json(data: Any) -> bytes:
    return json.dumps(data).encode()
