"""What a text means at the point where the conversation stands: nine rules, the first that fits wins."""

from typing import Any

from app.bots.engine import languages
from app.bots.engine.flow import NONE_ID, SKIP_ID
from app.bots.engine.phrases import LANGUAGE_SET, NONE
from app.bots.engine.run import Run, after_answer, find_kind, options_of, push, put_question
from app.bots.engine.state import restarted
from app.bots.engine.text import contains, normalise, rest, words
from app.bots.engine.values import Found, find_named, numbers, read_value

CORRECTING = frozenset(
    """no not nope sorry actually wait change instead correction rather mistake wrong oops
    nahi nahin nai galat badal badlo asal
    नहीं नही माफ़ माफ गलत ग़लत बदल बदलो असल बल्कि لا عفوا""".split()
)
"""Words that say a value given before was not meant."""
BESIDE = 3
"""Words beside a value that may remain unread where the text is also an intent."""
CANDIDATES = 3
Parse = dict[str, Any] | None


class Listener:
    """One text against the open question."""

    def __init__(self, run: Run, text: str, parse: Parse, *, is_unrated: bool = False) -> None:
        """Read the text once for all rules; `is_unrated`: it was no rating a question ago."""
        self.run, self.flow, self.state = run, run.flow, run.state
        self.text, self.parse, self.is_unrated = text, parse, is_unrated
        self.said = normalise(text)
        self.open: str | None = self.state["open"]
        self.node: dict[str, Any] | None = self.flow.nodes[self.open] if self.open else None

    def listen(self) -> None:
        """Apply the first rule that fits."""
        self.state["last_text"] = self.text
        self._hear_language()
        if self._restart() or self._language():
            return self._done(1)
        if self._option():
            return self._done(2)
        if self.node is not None and self._correction():
            return self._done(3)
        if self.node is not None and self._value():
            return self._done(4)
        if self.node is not None and self.node["type"] == "rate":
            return self._unrated(self.node.get("next"))
        intent = self._accepted()
        if intent is not None:
            return self._intent(*intent)
        if self._contained():
            return self._done(6)
        if self._confirm():
            return self._rule(7)
        if self._answer():
            return self._done(8)
        self._rule(9)
        self._missed()
        return None

    def _rule(self, number: int) -> None:
        self.run.trace["rule"] = number

    def _done(self, number: int) -> None:
        """Note the rule that fitted: the text was no miss."""
        self._rule(number)
        if "fallback" not in self.run.trace:
            self.state["misses"] = 0

    def _hear_language(self) -> None:
        """Answer in a language that two texts on end were in, unless one was asked for or given."""
        state = self.state
        heard = self.flow.spoken(languages.of_script(self.text) or (self.parse or {}).get("language"))
        if heard is None:
            return
        state["heard"] = [heard, state["heard"][1] + 1 if state["heard"][0] == heard else 1]
        if state["heard"][1] >= 2 and not state["asked"] and not state["lang"] and heard != state["language"]:
            state["language"] = heard
            self.run.trace["language"] = heard

    # 1

    def _restart(self) -> bool:
        if self.said not in self.flow.restarts:
            return False
        restarted(self.state)
        self.run.run(self.flow.start)
        return True

    def _language(self) -> bool:
        asked = self.flow.spoken(languages.asked(self.text))
        if asked is None:
            return False
        self.state["asked"] = self.state["language"] = asked
        self.run.trace["language"] = asked
        if self.open is None:
            self.run.say(None, LANGUAGE_SET)
        self.run.ask_again()
        return True

    # 2

    def _option(self) -> bool:
        """Choose by id, label in any language, or place."""
        found = self._choosable()
        ids = [option for option, labels in found if self.said == normalise(option) or self.said in labels]
        place = numbers.read_ordinal(self.text) if len(found) > 1 and not self._is_rating() else None
        if not ids and place is not None and 1 <= place <= len(found):
            ids = [found[place - 1][0]]
        return bool(ids) and self.choose(ids[0])

    def _is_rating(self) -> bool:
        return self.node is not None and self.node["type"] == "rate" and not self.state["confirm"]

    def _choosable(self) -> list[tuple[str, list[str]]]:
        """What can be chosen now, with normalised labels in every language."""
        if self.state["confirm"]:
            offered = [(name, [normalise(self._intent_label(name))]) for name in self.state["confirm"]["intents"]]
            return [*offered, (NONE_ID, [normalise(label) for label in NONE.values()])]
        if self.node is None:
            return []
        if self.node["type"] == "choice":
            return [(one["id"], self._labels(one["label"])) for one in self.node.get("options", ())]
        if self.node["type"] == "input" and self.node.get("skip"):
            return [(SKIP_ID, self._labels(self.node["skip"]["label"]))]
        return [(option["id"], []) for option in options_of(self.run, self.node)]

    def _labels(self, label: dict[str, Any]) -> list[str]:
        return [normalise(one) for said in label.values() for one in ([said] if isinstance(said, str) else said)]

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
        if self.node is None or self.open is None or option not in {known for known, _ in self._choosable_now()}:
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
        found = self._choosable()
        self.state["confirm"] = confirm
        return found

    # 3

    def _correction(self) -> bool:
        """Set a variable given before anew and go on from there; answers given since are used again."""
        run, state = self.run, self.state
        is_correcting = any(word in CORRECTING for word in words(self.text))
        if not is_correcting and self._open_value() is not None:
            return False
        for at in range(len(state["filled"]) - 1, -1, -1):
            one = state["filled"][at]
            found = self._value_for(one, is_correcting)
            if found is None:
                continue
            since = [later["name"] for later in state["filled"][at + 1 :]]
            state["stack"] = state["stack"][: one["depth"]]
            state["filled"] = state["filled"][:at]
            state.update(given=since, open=None, confirm=None, tries=0)
            run.trace["corrected"] = one["name"]
            run.keep(one["node"], found.value)
            run.run(after_answer(run, one["node"], found.value))
            return True
        return False

    def _value_for(self, filled: dict[str, Any], is_correcting: bool) -> Found | None:
        """The value of a filled variable's kind that the text says, with a correcting word or nothing else."""
        node = self.flow.nodes[filled["node"]]
        if node["type"] == "choice":
            return self._other_option(node) if is_correcting else None
        if node["type"] != "input" or (node.get("kind", "text") == "text" and not node.get("entity")):
            return None
        found = find_kind(self.run, self.text, node)
        if not found:
            return None
        alone = is_correcting or not rest(self.text, found[0].start, found[0].end)
        return found[0] if alone else None

    def _other_option(self, node: dict[str, Any]) -> Found | None:
        """The one option of an answered choice that a correction names."""
        said = words(self.text)
        named = [
            option["id"]
            for option in node.get("options", ())
            if any(contains(said, words(label)) for label in self._labels(option["label"]))
        ]
        open_labels = [label for _, labels in self._choosable_now() for label in labels]
        if len(named) != 1 or any(contains(said, words(label)) for label in open_labels):
            return None
        return Found(named[0], self.text, 0, len(self.text))

    # 4

    def _open_value(self) -> Found | None:
        """The value the text has for the open question."""
        node = self.node
        if node is None or node["type"] == "choice":
            return None
        if node["type"] == "rate":
            return read_value(self.text, "rating", self.run.now, self.run.zone, scale=node.get("scale", 5))
        if node.get("entity"):
            parsed = [one for one in (self.parse or {}).get("entities", ()) if one["type"] == node["entity"]]
            if parsed:
                return Found(parsed[0]["value"], parsed[0]["text"], parsed[0]["start"], parsed[0]["end"])
            found = find_named(self.text, self.flow.names.get(node["entity"], {}))
            return found[0] if found else None
        kind = node.get("kind", "text")
        return read_value(self.text, kind, self.run.now, self.run.zone, scale=node.get("scale", 5))

    def _value(self) -> bool:
        """Answer the open question with the value the text has."""
        found, node = self._open_value(), self.node
        if found is None or node is None or self.open is None:
            return False
        if node["type"] == "input" and self._is_rather_an_intent(found):
            return False
        if found.warning:
            self.run.trace["warnings"].append({"code": found.warning, "node": self.open})
        self.state.update(open=None, confirm=None, tries=0, misses=0)
        if node["type"] == "rate":
            self._rate(self.open, node, found.value)
        else:
            self.run.keep(self.open, found.value)
            self.run.run(after_answer(self.run, self.open, found.value))
        return True

    def _is_rather_an_intent(self, found: Found) -> bool:
        """Whether a text that has a value says something else with it: "when are you open on Monday?" """
        if self.node is not None and self.node.get("kind", "text") == "text" and not self.node.get("entity"):
            name = self.flow.phrases.get(self.said)
            # An intent that leads to this very question would only ask it again.
            return name is not None and self.flow.intents[name]["goto"] != self.open
        beside = len(rest(self.text, found.start, found.end))
        return self.said in self.flow.phrases or (beside > BESIDE and self._accepted() is not None)

    def _rate(self, node_id: str, node: dict[str, Any], value: int) -> None:
        """Note a rating and go on."""
        self.run.keep(node_id, value)
        self.run.effect("rate", node_id, value=value, scale=node.get("scale", 5))
        self.run.run(node.get("next"))

    def _unrated(self, following: str | None) -> None:
        """Go on without a rating; what was said instead counts as it does anywhere, but at another rating."""
        if self.is_unrated:
            return self._rule(9)
        self.state["open"] = None
        intent = self._accepted()
        if intent is not None:
            if following:
                push(self.run, {"jump": self.open, "next": following})
            self.open, self.node = None, None
            return self._intent(*intent)
        self.run.trace["unrated"] = True
        self.run.run(following)
        if not self.state["ended"] and self.state["waiting"] is None and self.state["open"] is not None:
            return Listener(self.run, self.text, self.parse, is_unrated=True).listen()
        return self._rule(9)

    # 5

    def _accepted(self) -> tuple[str, float | None, str] | None:
        """The intent a text is certainly said for: by its exact phrase, else by understanding."""
        exact = self.flow.phrases.get(self.said)
        if exact is not None:
            return exact, 1.0, "phrase"
        if self.parse and self.parse.get("band") == "accept" and self.parse.get("intents"):
            best = self.parse["intents"][0]
            if best["name"] in self.flow.intents:
                return best["name"], best["score"], "understanding"
        return None

    def _intent(self, name: str, score: float | None, by: str) -> None:
        """Interrupt the open question by an intent; one that is under way already begins anew."""
        self._done(5)
        run, state = self.run, self.state
        run.trace["intent"] = {"name": name, "confidence": score, "by": by}
        frame: dict[str, Any] = {"intent": name, "question": self.open, "text": self.text, "used": []}
        under_way = [at for at, one in enumerate(state["stack"]) if one.get("intent") == name]
        if under_way:
            frame["question"] = state["stack"][under_way[0]]["question"]
            state["stack"] = state["stack"][: under_way[0]]
        push(run, frame)
        state.update(open=None, confirm=None, tries=0, given=[])
        run.run(self.flow.intents[name]["goto"])

    # 6

    def _contained(self) -> bool:
        """Choose the one option whose label the text contains."""
        if self.node is None or self.node["type"] != "choice":
            return False
        said = words(self.text)
        fitting = [
            option for option, labels in self._choosable_now() if any(contains(said, words(label)) for label in labels)
        ]
        return len(fitting) == 1 and self.choose(fitting[0])

    # 7

    def _confirm(self) -> bool:
        """Ask which of the likeliest intents was meant."""
        if not self.parse or self.parse.get("band") != "confirm":
            return False
        names = [one["name"] for one in self.parse.get("intents", ()) if one["name"] in self.flow.intents][:CANDIDATES]
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
        answer = self.flow.answers.get(self.said)
        known = (self.parse or {}).get("knowledge")
        if answer is None and known and known["score"] >= known["threshold"]:
            answer = known["answer"]
        if answer is None:
            return False
        self.run.trace["knowledge"] = known or {"score": 1.0, "by": "phrase"}
        self.run.say(None, answer if isinstance(answer, dict) else {self.state["language"]: answer})
        self.run.ask_again()
        return True

    # 9

    def _missed(self) -> None:
        """Say that the answer does not fit, or that nothing was understood."""
        retry = (self.node or {}).get("retry")
        self.state["confirm"] = None
        if self.node is None or self.node["type"] != "input" or not retry:
            candidates = bool(self.parse and self.parse.get("intents"))
            return self.run.fall_back("low_confidence" if candidates else "no_match")
        self.state["tries"] += 1
        self.run.trace["retry"] = self.state["tries"]
        if self.state["tries"] > retry.get("times", 2) and retry.get("then"):
            self.state.update(open=None, tries=0)
            return self.run.run(retry["then"])
        if retry.get("text") and self.open is not None:
            return put_question(self.run, self.open, self.node | {"text": retry["text"]})
        return self.run.ask_again()
