"""What a text means at the point where the conversation is: nine rules, the first that fits wins."""

import re
from typing import Any

from app.bots.engine import languages
from app.bots.engine.calendars import long_date
from app.bots.engine.flow import NONE_ID, SKIP_ID
from app.bots.engine.phrases import LANGUAGE_SET, NONE
from app.bots.engine.run import Run, after_answer, ask_question, find_kind, find_names, kind_of, options_of, push
from app.bots.engine.state import restart_state
from app.core.text import FILLERS, contains, normalise, normalise_written, rest, words
from app.core.values import Reading, Value, find_named, numbers, read_value
from app.core.values.reading import CORRECTING, distinct

_NUMBERED = re.compile(r"\bno[.:#]\s*(?=\d)", re.IGNORECASE)
"""`No. 14` counts; it corrects nothing."""
_SAYING = FILLERS | CORRECTING | frozenset("i mean meant make made said say that one it".split())
"""Words of a correction beside its value."""
OFFERED = 5
"""Readings of a text that are asked about; of more it is asked again."""
BESIDE = 3
"""Words beside a value that may remain unread where the text is also an intent."""
CANDIDATES = 3
Parse = dict[str, Any] | None


class Listener:
    """One text against the open question."""

    def __init__(
        self, run: Run, text: str, parse: Parse, *, is_unrated: bool = False, handlers: float | None = None
    ) -> None:
        """Read the text once for all rules; `is_unrated`: it was no rating a question ago.

        `handlers` are the seconds in which the bot's handlers answer what the flow does not; None where it has none.
        """
        self.run, self.flow, self.state = run, run.flow, run.state
        self.text, self.parse, self.is_unrated, self.handlers = text, parse, is_unrated, handlers
        self.normalised = normalise(text)
        self.open: str | None = self.state["open"]
        self.node: dict[str, Any] | None = self.flow.nodes[self.open] if self.open else None

    def listen(self) -> None:
        """Apply the first rule that fits."""
        self.state["last_text"] = self.text
        self._hear_language()
        if self._restart() or self._language():
            return self._note_rule(1)
        if self._option():
            return self._note_rule(2)
        if self.node is not None and self._correction():
            return self._note_rule(3)
        if self.node is not None and self._value():
            return self._note_rule(4)
        if self.node is not None and self.node["type"] == "rate":
            return self._skip_rating(self.node.get("next"))
        intent = self._accept_intent()
        if intent is not None:
            return self._intent(*intent)
        if self._choose_contained():
            return self._note_rule(6)
        if self._confirm():
            return self._rule(7)
        if self._answer():
            return self._note_rule(8)
        self._rule(9)
        self._miss()
        return None

    def _rule(self, number: int) -> None:
        self.run.trace["rule"] = number

    def _note_rule(self, number: int) -> None:
        """Note the rule that fitted: the text was no miss."""
        self._rule(number)
        if "fallback" not in self.run.trace:
            self.state["misses"] = 0

    def _hear_language(self) -> None:
        """Answer in a language that two texts on end were in, unless one was asked for or given."""
        state = self.state
        language = self.flow.choose_language(
            languages.detect_by_script(self.text) or (self.parse or {}).get("language")
        )
        if language is None:
            return
        state["heard"] = [language, state["heard"][1] + 1 if state["heard"][0] == language else 1]
        if state["heard"][1] >= 2 and not state["asked"] and not state["lang"] and language != state["language"]:
            state["language"] = language
            self.run.trace["language"] = language

    # 1

    def _restart(self) -> bool:
        if self.normalised not in self.flow.restarts:
            return False
        restart_state(self.state)
        self.run.run(self.flow.start)
        return True

    def _language(self) -> bool:
        language = self.flow.choose_language(languages.read_request(self.text))
        if language is None:
            return False
        self.state["asked"] = self.state["language"] = language
        self.run.trace["language"] = language
        if self.open is None:
            self.run.say(None, LANGUAGE_SET)
        self.run.ask_again()
        return True

    # 2

    def _option(self) -> bool:
        """Choose by id, label in any language, or place."""
        choosable = self._choosable()
        ids = self._match_options(choosable)
        place = numbers.read_ordinal(self.text) if len(choosable) > 1 and not self._is_rating() else None
        if not ids and place is not None and 1 <= place <= len(choosable):
            ids = [choosable[place - 1][0]]
        return bool(ids) and self.choose(ids[0])

    def _match_options(self, choosable: list[tuple[str, list[str]]]) -> list[str]:
        """The options whose id or label the text is as it is written, else the one it is without its symbols."""
        exact, plain = normalise_written(self.text), list[str]()
        ids = [option for option, labels in choosable if exact in map(normalise_written, (option, *labels))]
        if not ids and self.normalised:
            plain = [option for option, labels in choosable if self.normalised in map(normalise, (option, *labels))]
        return ids or (plain if len(plain) == 1 else [])

    def _is_rating(self) -> bool:
        return self.node is not None and self.node["type"] == "rate" and not self.state["confirm"]

    def _choosable(self) -> list[tuple[str, list[str]]]:
        """What can be chosen now, with labels in every language."""
        confirm = self.state["confirm"]
        if confirm:
            offered = [(name, [self._intent_label(name)]) for name in confirm["intents"]]
            offered += [(str(value), [self._value_label(value)]) for value in confirm.get("values", ())]
            return [*offered, (NONE_ID, list(NONE.values()))]
        if self.node is None:
            return []
        if self.node["type"] == "choice":
            return [(option["id"], self._labels(option["label"])) for option in self.node.get("options", ())]
        if self.node["type"] == "input" and self.node.get("skip"):
            return [(SKIP_ID, self._labels(self.node["skip"]["label"]))]
        return [(option["id"], []) for option in options_of(self.run, self.node)]

    def _labels(self, label: dict[str, Any]) -> list[str]:
        return [
            wording
            for wordings in label.values()
            for wording in ([wordings] if isinstance(wordings, str) else wordings)
        ]

    def choose(self, option: str) -> bool:
        """Take an option of what is open; False where there is none of that id."""
        run, state = self.run, self.state
        confirm = state["confirm"]
        if confirm and (option in confirm["intents"] or option == NONE_ID):
            state["confirm"] = None
            if option == NONE_ID:
                run.fall_back("low_confidence")
                return True
            self.text = confirm["text"]
            self._intent(option, None, "confirmed")
            return True
        value = next((value for value in (confirm or {}).get("values", ()) if str(value) == option), None)
        if value is not None and self.node is not None and self.open is not None:
            self._answer_with(self.open, self.node, value)
            return True
        if self.node is None or self.open is None or option not in {name for name, _ in self._choosable_now()}:
            return False
        state.update(open=None, confirm=None, tries=0, misses=0)
        if self.node["type"] == "input":
            run.keep(self.open, None)
            run.run(after_answer(run, self.open, None))
        elif self.node["type"] == "rate":
            self._rate(self.open, self.node, int(option))
        else:
            run.keep(self.open, option)
            run.run(after_answer(run, self.open, option))
        return True

    def _choosable_now(self) -> list[tuple[str, list[str]]]:
        """The open question's own options, whatever else was offered."""
        confirm, self.state["confirm"] = self.state["confirm"], None
        choosable = self._choosable()
        self.state["confirm"] = confirm
        return choosable

    # 3

    def _correction(self) -> bool:
        """Set a variable once more and go on from there; answers given since are used again."""
        run, state = self.run, self.state
        is_correcting = self._is_correcting()
        if not is_correcting and self._open_value().values:
            return False
        for at in range(len(state["filled"]) - 1, -1, -1):
            entry = state["filled"][at]
            correction = self._value_for(entry, is_correcting)
            if correction is None:
                continue
            since = [later["name"] for later in state["filled"][at + 1 :]]
            state["stack"] = state["stack"][: entry["depth"]]
            state["filled"] = state["filled"][:at]
            state.update(answered=since, open=None, confirm=None, tries=0)
            run.trace["corrected"] = entry["name"]
            run.keep(entry["node"], correction.value)
            run.run(after_answer(run, entry["node"], correction.value))
            return True
        return False

    def _is_correcting(self) -> bool:
        """Whether the text has a correction word; at a question for any text it has to begin with one."""
        tokens = words(_NUMBERED.sub(" ", self.text))
        return any(word in CORRECTING for word in (tokens[:1] if self._takes_any_text() else tokens))

    def _takes_any_text(self) -> bool:
        node = self.node or {}
        return node.get("type") == "input" and node.get("kind", "text") == "text" and not node.get("entity")

    def _is_all(self, others: list[str]) -> bool:
        """Whether words beside a corrected value leave it a correction: at a question for any text there are none."""
        return not self._takes_any_text() or all(word in _SAYING for word in others)

    def _value_for(self, filled: dict[str, Any], is_correcting: bool) -> Value | None:
        """The value of a filled variable's kind that the text says, with a correcting word or nothing else."""
        node = self.flow.nodes[filled["node"]]
        if node["type"] == "choice":
            return self._other_option(node) if is_correcting else None
        if node["type"] != "input" or (node.get("kind", "text") == "text" and not node.get("entity")):
            return None
        values = distinct(find_kind(self.run, self.text, node))
        if len(values) != 1:
            return None
        beside = rest(self.text, values[0].start, values[0].end)
        return values[0] if (self._is_all(beside) if is_correcting else not beside) else None

    def _other_option(self, node: dict[str, Any]) -> Value | None:
        """The one option of an answered choice that a correction names."""
        tokens = words(self.text)
        options = self._contained([(option["id"], self._labels(option["label"])) for option in node["options"]])
        open_labels = [label for _, labels in self._choosable_now() for label in labels]
        if len(options) != 1 or any(contains(tokens, words(label)) for label in open_labels):
            return None
        label_words = {word for option in node["options"] for label in self._labels(option["label"])
                       for word in words(label)}  # fmt: skip
        is_all = self._is_all([word for word in tokens if word not in label_words])
        return Value(options[0], self.text, 0, len(self.text)) if is_all else None

    # 4

    def _open_value(self) -> Reading:
        """What the text says as an answer to the open question."""
        node = self.node
        if node is None or node["type"] == "choice":
            return Reading()
        if node.get("entity"):
            parsed = [Value(*map(row.get, ("value", "text", "start", "end")))
                      for row in (self.parse or {}).get("entities", ()) if row["type"] == node["entity"]]  # fmt: skip
            return Reading(distinct(parsed or find_names(self.run, self.text, node)))
        kind = "rating" if node["type"] == "rate" else node.get("kind", "text")
        return read_value(
            self.text, kind, self.run.now, self.run.zone, scale=node.get("scale", 5), hours=self.flow.hours
        )

    def _value(self) -> bool:
        """Answer the open question with the value the text has, or ask which of several it means."""
        values, node = self._open_value().values, self.node
        if not values or len(values) > OFFERED or node is None or self.open is None:
            return False
        if node["type"] == "input" and self._is_rather_an_intent(values):
            return False
        if len(values) > 1:
            self._ask_reading(values)
            return True
        if values[0].warning:
            self.run.trace["warnings"].append({"code": values[0].warning, "node": self.open})
        if not self._takes_any_text():
            # What else the text says answers the questions that follow.
            self.run.answer = {"text": self.text, "used": [kind_of(node)]}
        self._answer_with(self.open, node, values[0].value)
        return True

    def _answer_with(self, node_id: str, node: dict[str, Any], value: Any) -> None:
        """Answer a question by a value."""
        self.state.update(open=None, confirm=None, tries=0, misses=0)
        if node["type"] == "rate":
            self._rate(node_id, node, value)
        else:
            self.run.keep(node_id, value)
            self.run.run(after_answer(self.run, node_id, value))

    def _ask_reading(self, values: tuple[Value, ...]) -> None:
        """Ask which of several readings of a text is meant."""
        offered = [value.value for value in values]
        self.run.trace["readings"] = offered
        self.state["confirm"] = {"intents": [], "values": offered, "text": self.text}
        options = [{"id": str(value), "label": self._value_label(value)} for value in offered]
        none = {"id": NONE_ID, "label": self.run.text(None, NONE)}
        self.run.say(None, self.flow.confirm, kind="choice", options=[*options, none])

    def _value_label(self, value: Any) -> str:
        """A value as it is offered: a date in words, an entity's value by its name."""
        entity = (self.node or {}).get("entity")
        if entity:
            names = self.flow.entities.get(entity, {}).get("values", {}).get(value, {})
            wordings = names.get(self.state["language"]) or names.get(self.flow.language)
            return wordings[0] if wordings else str(value)
        return (isinstance(value, str) and long_date(value, self.state["language"])) or str(value)

    def _is_rather_an_intent(self, values: tuple[Value, ...]) -> bool:
        """Whether a text that has a value says something else with it: "when are you open on Monday?" """
        if self._takes_any_text():
            name = self.flow.phrases.get(self.normalised)
            # An intent that leads to this very question would only ask it again.
            return name is not None and self.flow.intents[name]["goto"] != self.open
        beside = len(rest(self.text, values[0].start, values[-1].end))
        return self.normalised in self.flow.phrases or (beside > BESIDE and self._accept_intent() is not None)

    def _rate(self, node_id: str, node: dict[str, Any], value: int) -> None:
        """Note a rating and go on."""
        self.run.keep(node_id, value)
        self.run.effect("rate", node_id, value=value, scale=node.get("scale", 5))
        self.run.run(node.get("next"))

    def _skip_rating(self, following: str | None) -> None:
        """Go on without a rating; what was said instead counts as it does anywhere, but at another rating."""
        if self.is_unrated:
            return self._rule(9)
        self.state["open"] = None
        intent = self._accept_intent()
        if intent is not None:
            if following:
                push(self.run, {"jump": self.open, "next": following})
            self.open, self.node = None, None
            return self._intent(*intent)
        self.run.trace["unrated"] = True
        self.run.run(following)
        if not self.state["ended"] and self.state["waiting"] is None and self.state["open"] is not None:
            return Listener(self.run, self.text, self.parse, is_unrated=True, handlers=self.handlers).listen()
        return self._rule(9)

    # 5

    def _accept_intent(self) -> tuple[str, float | None, str] | None:
        """The intent a text is certainly said for: by its exact phrase, else by understanding."""
        exact = self.flow.phrases.get(self.normalised)
        if exact is not None:
            return exact, 1.0, "phrase"
        if self.parse and self.parse.get("band") == "accept" and self.parse.get("intents"):
            best = self.parse["intents"][0]
            if best["name"] in self.flow.intents:
                return best["name"], best["score"], "understanding"
        return None

    def _intent(self, name: str, score: float | None, by: str) -> None:
        """Interrupt the open question by an intent; one that is under way already begins again."""
        self._note_rule(5)
        run, state = self.run, self.state
        run.trace["intent"] = {"name": name, "confidence": score, "by": by}
        frame: dict[str, Any] = {"intent": name, "question": self.open, "text": self.text, "used": []}
        under_way = [at for at, entry in enumerate(state["stack"]) if entry.get("intent") == name]
        if under_way:
            frame["question"] = state["stack"][under_way[0]]["question"]
            state["stack"] = state["stack"][: under_way[0]]
        push(run, frame)
        state.update(open=None, confirm=None, tries=0, answered=[])
        run.run(self.flow.intents[name]["goto"])

    # 6

    def _choose_contained(self) -> bool:
        """Choose the one option whose label the text contains."""
        if self.node is None or self.node["type"] != "choice":
            return False
        fitting = self._contained(self._choosable_now())
        return len(fitting) == 1 and self.choose(fitting[0])

    def _contained(self, choosable: list[tuple[str, list[str]]]) -> list[str]:
        """The options of which the text contains a label; none where it denies the only one."""
        tokens = words(self.text)
        options = {
            option: labels
            for option, every in choosable
            if (labels := [words(label) for label in every if contains(tokens, words(label))])
        }
        names = {" ".join(label): option for option, labels in options.items() for label in labels}
        return list(options) if len(options) > 1 or find_named(self.text, names) else []

    # 7

    def _confirm(self) -> bool:
        """Ask which of the likeliest intents was meant."""
        if not self.parse or self.parse.get("band") != "confirm":
            return False
        names = [intent["name"] for intent in self.parse.get("intents", ()) if intent["name"] in self.flow.intents][
            :CANDIDATES
        ]
        if not names:
            return False
        self.state["confirm"] = {"intents": names, "text": self.text}
        options = [{"id": name, "label": self._intent_label(name)} for name in names]
        none = {"id": NONE_ID, "label": self.run.text(None, NONE)}
        self.run.trace["confirm"] = names
        self.run.say(None, self.flow.confirm, kind="choice", options=[*options, none])
        return True

    def _intent_label(self, name: str) -> str:
        """An intent as it is offered: its title, else its first phrase in the conversation's language."""
        intent = self.flow.intents[name]
        if intent.get("title"):
            return self.run.text(None, intent["title"])
        phrases = intent.get("phrases", {})
        for language in (self.state["language"], self.flow.language, *phrases):
            if phrases.get(language):
                first = str(phrases[language][0])
                return first[:1].upper() + first[1:]
        return name

    # 8

    def _answer(self) -> bool:
        """Answer from the bot's knowledge, then ask again."""
        answer = self.flow.answers.get(self.normalised)
        knowledge = (self.parse or {}).get("knowledge")
        if answer is None and knowledge and knowledge["score"] >= knowledge["threshold"]:
            answer = knowledge["answer"]
        if answer is None:
            return False
        self.run.trace["knowledge"] = knowledge or {"score": 1.0, "by": "phrase"}
        self.run.say(None, answer if isinstance(answer, dict) else {self.state["language"]: answer})
        self.run.ask_again()
        return True

    # 9

    def _miss(self) -> None:
        """Say that the answer does not fit, or that nothing was understood."""
        retry = (self.node or {}).get("retry")
        self.state["confirm"] = None
        if self.node is None or self.node["type"] != "input" or not retry:
            cause = "low_confidence" if self.parse and self.parse.get("intents") else "no_match"
            if self.handlers:
                return self.run.ask_handlers(self.text, cause, self.handlers)
            return self.run.fall_back(cause)
        self.state["tries"] += 1
        self.run.trace["retry"] = self.state["tries"]
        if self.state["tries"] > retry.get("times", 2) and retry.get("then"):
            self.state.update(open=None, tries=0)
            return self.run.run(retry["then"])
        if retry.get("text") and self.open is not None:
            return ask_question(self.run, self.open, self.node | {"text": retry["text"]})
        return self.run.ask_again()
