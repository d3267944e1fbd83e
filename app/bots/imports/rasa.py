"""Bots of Rasa 2 and 3 in YAML: domain, phrases, stories, rules and forms, in an archive or one file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Any

import orjson

from app.bots.engine.languages import detect_by_script
from app.bots.flow.documents import UnreadableDocument, read
from app.bots.imports.drafts import MOST_NODES, MOST_OPTIONS, Draft
from app.bots.imports.shapes import items, line, mapping, rows, text

TITLE = "Rasa"
VERSION = "3"
LOOKED_FOR = "“responses” with “intents”, “nlu”, “stories” or “rules” (Rasa)"
_PARTS = ("nlu", "stories", "rules")
_DOMAIN = ("intents", "entities", "slots", "responses", "forms", "actions")
_LEFT_OUT = ("tests", "models", "results", ".github", "endpoints", "credentials")
_SILENT = ("action_listen", "action_session_start", "action_deactivate_form", "action_deactivate_loop",
           "action_restart", "action_back", "action_revert_fallback_events", "...")  # fmt: skip
_MARKED = re.compile(r"\[([^\[\]]{1,200})\](?:\(([^()]{1,200})\)|(\{[^{}]{1,300}\}))(?:\{[^{}]{0,300}\})?")
_PLACED = re.compile(r"(?<!\{)\{([A-Za-z_]\w*)\}(?!\})")
_GREETINGS = ("greet", "greeting", "hello", "hi", "start", "get_started")
_KINDS = {
    "float": "number",
    "number": "number",
    "email": "email",
    "phone": "phone",
    "phone_number": "phone",
    "date": "date",
}
MENU = 10
"""Paths that the first question offers as buttons."""
_DEEPEST = 100
_StoryTurn = tuple[list[str], list[str], str | None]
"""Intents of which one is said, what the bot does then, and the checkpoint that follows."""


@dataclass(eq=False)
class _Turn:
    """What the bot does after an intent, and what may be said then."""

    actions: list[str]
    where: str
    answers: dict[str, "_Turn"] = field(default_factory=dict)
    checkpoint: str | None = None


def is_like(document: Any) -> bool:
    """Whether a document is a bot of this kind, or the part of one that says something."""
    parts = mapping(document)
    return any(isinstance(parts.get(key), list) for key in _PARTS) or (
        isinstance(parts.get("responses"), dict)
        and bool(parts.keys() & {"intents", "actions", "slots", "forms", "version"})
    )


def is_archive(paths: list[str]) -> bool:
    """Whether an archive may hold a bot of this kind."""
    return any(path.endswith((".yml", ".yaml")) for path in paths)


def read_bot(document: dict[str, Any]) -> tuple[Draft, dict[str, Any], str]:
    """Return the draft of a bot, its flow and the version of the format, of one document."""
    reading = _Reading(document)
    return reading.draft, reading.flow(), line(document.get("version"))[:8] or VERSION


def read_archive(files: Mapping[str, bytes]) -> tuple[Draft, dict[str, Any], str]:
    """Return the same of an archive's files: their parts are joined."""
    project: dict[str, Any] = {}
    for path, content in files.items():
        parts = PurePosixPath(path)
        if parts.suffix in (".yml", ".yaml") and not {*parts.parts[:-1], parts.stem} & set(_LEFT_OUT):
            try:
                _join(project, mapping(read(content, "yaml")))
            except UnreadableDocument as error:
                raise UnreadableDocument(f"{path[:100]}: {error}") from None
    if not is_like(project):
        raise UnreadableDocument(f"No file of this archive is part of a bot. Looked for: {LOOKED_FOR}.")
    return read_bot(project)


def _join(joined: dict[str, Any], parts: dict[str, Any]) -> None:
    """Add the parts of one file to those of the others."""
    for key, value in parts.items():
        if key in (*_PARTS, *_DOMAIN) and isinstance(value, list):
            joined[key] = [*items(joined.get(key)), *value]
        elif key in _DOMAIN and isinstance(value, dict):
            joined[key] = mapping(joined.get(key)) | value
        elif key in ("version", "language"):
            joined[key] = value


class _Reading:
    """One bot on its way into a draft."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Index responses, forms, slots and phrases; gather the stories into paths."""
        self.document = document
        self.responses = mapping(document.get("responses") or document.get("templates"))
        self.slots, self.forms = mapping(document.get("slots")), mapping(document.get("forms"))
        self.draft = Draft([self._language()])
        for slot in self.slots:
            self.draft.variable(text(slot))
        self.roots: dict[str, _Turn] = {}
        self.opening: _Turn | None = None
        self.turns: list[_Turn] = []
        self.interruptions: list[tuple[list[str], list[str], str]] = []
        self.phrases: dict[str, list[str]] = {}
        self.lookups: set[str] = set()
        self._read_phrases()
        self._gather()

    def _language(self) -> str:
        language = text(self.document.get("language"))
        texts = " ".join(text(row.get("text")) for some in self.responses.values() for row in rows(some)[:1])
        return language if re.fullmatch("[a-z]{2}", language) else detect_by_script(texts[:5000]) or "en"

    # phrases

    def _read_phrases(self) -> None:
        for row in rows(self.document.get("nlu")):
            name = line(row.get("intent"))
            examples = list(_examples(row.get("examples")))
            if name:
                self.phrases.setdefault(name, []).extend(self._strip_entities(phrase) for phrase in examples)
            elif row.get("lookup"):
                self.lookups.add(line(row["lookup"]))
                for value in examples[:500]:
                    self._value(line(row["lookup"]), value, value)
            elif row.get("synonym"):
                self._synonyms(line(row["synonym"]), examples)
            elif row.get("regex"):
                self.draft.miss(
                    f"Pattern {line(row['regex'])}", "Patterns are not brought over; values are read by their kind."
                )

    def _strip_entities(self, phrase: str) -> str:
        """A phrase without the marks of its entities, which are kept as their values."""
        for match in _MARKED.finditer(phrase):
            marked = _object(match[3] or "")
            name = line(marked.get("entity")) or (match[2] or "").partition(":")[0]
            value = line(marked.get("value")) or (match[2] or "").partition(":")[2] or match[1]
            self._value(line(name), line(value), match[1])
        return _MARKED.sub(r"\1", phrase)

    def _value(self, entity: str, value: str, wording: str) -> None:
        if not entity or len(entity) > 64 or not value or len(value) > 64:
            return
        values = self.draft.entities.setdefault(entity, {"values": {}})["values"]
        words = values.setdefault(value, {self.draft.language: []})[self.draft.language] if len(values) < 1000 else []
        if wording not in words and len(words) < 200:
            words.append(wording[:500])

    def _synonyms(self, value: str, wordings: list[str]) -> None:
        entities = [name for name, entity in self.draft.entities.items() if value in entity["values"]]
        for name in entities:
            for word in wordings:
                self._value(name, value, word)
        if not entities:
            self.draft.miss(f"Synonym {value}", "No entity has a value of this name.")

    # stories

    def _gather(self) -> None:
        """Join rules and stories into paths: what begins alike goes on together."""
        stories = [(row, "rule") for row in rows(self.document.get("rules"))]
        stories += [(row, "story") for row in rows(self.document.get("stories"))]
        waiting: list[tuple[str, list[_StoryTurn], str]] = []
        for row, kind in stories:
            location = f"{kind.capitalize()} {line(row.get(kind))}"
            turns, begin = self._turns(row, location)
            if begin:
                waiting.append((begin, turns, location))
            elif turns and not turns[0][0]:
                self.opening = self.opening or self._turn(turns[0][1], location)
                self._walk(self.opening.answers, turns[1:], location)
            else:
                self._walk(self.roots, turns, location)
        for intents, actions, location in self.interruptions:
            if intents[0] not in self.roots:
                self._walk(self.roots, [(intents, actions, None)], location)
        for begin, turns, location in waiting[:500]:
            ends = [turn for turn in self.turns if turn.checkpoint == begin]
            if not ends:
                self.draft.miss(location, f"No story leads to the checkpoint “{begin}”.")
            for turn in ends[:50]:
                rest = turns
                if turns and not turns[0][0]:
                    turn.actions, rest = turn.actions or turns[0][1], turns[1:]
                self._walk(turn.answers, rest, location)

    def _turn(self, actions: list[str], location: str, checkpoint: str | None = None) -> _Turn:
        turn = _Turn(actions, location, checkpoint=checkpoint)
        self.turns.append(turn)
        if len(self.turns) > MOST_NODES:
            raise UnreadableDocument(
                f"The stories of this bot have more than {MOST_NODES} turns; split it into several bots."
            )
        return turn

    def _turns(self, row: dict[str, Any], location: str) -> tuple[list[_StoryTurn], str | None]:
        """The turns of a story – intents, what the bot does, a checkpoint – and the checkpoint it begins at."""
        turns: list[_StoryTurn] = []
        begin, loop = None, False
        steps = rows(row.get("steps"))[: _DEEPEST * 5]
        for at, step in enumerate(steps):
            intents = self._intents(step)
            if intents:
                if loop:
                    self._interrupt(intents, steps[at + 1 :], location)
                    break
                turns.append((intents, [], None))
            elif "action" in step or "bot" in step:
                turns = turns or [([], [], None)]
                turns[-1][1].append(line(step["action"]) if "action" in step else f"bot {text(step['bot'])}")
            elif "active_loop" in step or "form" in step:
                loop = bool(step.get("active_loop", step.get("form")))
            elif "checkpoint" in step and not turns:
                begin = line(step["checkpoint"])
            elif "checkpoint" in step:
                turns[-1] = (*turns[-1][:2], line(step["checkpoint"]))
            elif "slot_was_set" in step:
                self.draft.miss(location, "What a slot holds is not compared; the path is taken whatever it holds.")
        if row.get("condition"):
            self.draft.miss(location, "The condition of this rule is left out.")
        return turns[:_DEEPEST], begin

    def _interrupt(self, intents: list[str], steps: list[dict[str, Any]], location: str) -> None:
        """Keep what the bot does where something else is said within a form: a path of its own."""
        following = takewhile(lambda step: not step.keys() & {"intent", "or", "user"}, steps)
        actions = [line(step["action"]) for step in following if "action" in step]
        self.interruptions += [([name], actions, location) for name in intents if actions]
        self.draft.miss(location, "What is said within a form interrupts it; how the form goes on is not brought over.")

    def _intents(self, step: dict[str, Any]) -> list[str]:
        names = (
            [line(step["intent"])] if step.get("intent") else [line(row.get("intent")) for row in rows(step.get("or"))]
        )
        if not names and step.get("user"):
            utterance = self._strip_entities(text(step["user"]))
            names = [utterance[:40]]
            self.phrases.setdefault(utterance[:40], []).append(utterance)
        return [name for name in names if name][:20]

    def _walk(self, answers: dict[str, _Turn], turns: list[_StoryTurn], location: str) -> None:
        for intents, actions, checkpoint in turns:
            answer = next((answers[name] for name in intents if name in answers), None)
            if answer is not None and actions and answer.actions and not _agree(answer.actions, actions):
                self.draft.miss(
                    location, f"After “{intents[0]}” {answer.where} does something else; its path is the one taken."
                )
                return
            turn = answer or self._turn(actions, location, checkpoint)
            if answer is not None:
                answer.actions, answer.checkpoint = (
                    max(answer.actions, actions, key=len),
                    answer.checkpoint or checkpoint,
                )
            for name in intents:
                answers.setdefault(name, turn)
            answers = turn.answers

    # nodes

    def flow(self) -> dict[str, Any]:
        """Return the document, after every turn has found its place."""
        steps = [[(self.draft.name(step["?name"]), step) for step in self._steps(turn)] for turn in self.turns]
        self.entries = {id(turn): some[0][0] for turn, some in zip(self.turns, steps, strict=True) if some}
        for turn, some in zip(self.turns, steps, strict=True):
            for at, (name, step) in enumerate(some):
                after = some[at + 1][0] if at + 1 < len(some) else None
                self._place(turn, step, name, after, is_last=after is None)
        start = self._menu()
        self._add_intents()
        self._say_fallback()
        self._note_actions()
        return self.draft.finish(start)

    def _steps(self, turn: _Turn) -> Iterator[dict[str, Any]]:
        """What a turn does, one node after another; where something may be said then, the last one asks."""
        steps = [step for action in turn.actions for step in self._convert_action(action)]
        if turn.answers and (not steps or steps[-1]["type"] != "message"):
            steps.append(
                {"type": "message", "text": self.draft.sentence("question"), "?name": "question", "?what": "Wait"}
            )
        if turn.answers or any(self._buttons(step) for step in steps[-1:]):
            steps[-1] |= {"type": "choice", "?what": "Wait for an intent"}
        yield from steps

    def _convert_action(self, action: str) -> Iterator[dict[str, Any]]:
        """What an action becomes."""
        if action.startswith("bot "):
            texts = self.draft.text(action[4:]) or {self.draft.language: "…"}
            yield {"type": "message", "text": texts, "?name": "says", "?what": "Text"}
        elif action in self.forms:
            yield from self._form(action)
        elif action.startswith("utter_"):
            yield self._utterance(action)
        elif action == "action_default_fallback":
            yield self._utterance("utter_default")
        elif action and action not in _SILENT:
            yield {
                "type": "call",
                "?name": action,
                "?what": action,
                "?why": f"{action}: custom actions are code of yours; fill in the call.",
            }

    def _utterance(self, name: str) -> dict[str, Any]:
        variants = rows(self.responses.get(name))
        plain = [row for row in variants if not row.get("condition") and not row.get("channel")] or variants
        texts = self.draft.text(
            {self.draft.language: [self._fill_variables(text(row.get("text"))) for row in plain[:20]]}
        )
        image = next((text(row.get("image")) for row in plain if row.get("image")), "")
        step: dict[str, Any] = {"type": "message", "?name": name.removeprefix("utter_"), "?what": name}
        if len(plain) < len(variants):
            step["?note"] = "Variants for a condition or a channel are left out."
        if texts or not 0 < len(image) <= 2000:
            missing = f"{name}: the domain has no text for it."
            step |= (
                {"text": texts} if texts else {"text": self.draft.sentence("placeholder", what=name), "?why": missing}
            )
        step |= {"media": {"url": image, "kind": "image"}} if 0 < len(image) <= 2000 else {}
        return step | {"?buttons": [button for row in plain[:1] for button in rows(row.get("buttons"))]}

    def _fill_variables(self, wording: str) -> str:
        return _PLACED.sub(
            lambda match: f"{{{{{match[1]}}}}}" if self.draft.find_variable(match[1]) else match[0], wording
        )

    def _form(self, form: str) -> Iterator[dict[str, Any]]:
        """The questions of a form, one for each slot it requires."""
        fields = self.forms[form]
        required = mapping(fields).get("required_slots", fields)
        slots = [line(slot) for slot in (required if isinstance(required, list | dict) else [])][:50]
        for slot in filter(None, slots):
            utterance = self._utterance(
                f"utter_ask_{form}_{slot}" if f"utter_ask_{form}_{slot}" in self.responses else f"utter_ask_{slot}"
            )
            texts, note = (
                self.draft.question(None)
                if "?why" in utterance or "text" not in utterance
                else (utterance["text"], None)
            )
            question = {
                "text": texts,
                "save": self.draft.variable(slot),
                "?name": slot,
                "?what": f"{form}: {slot}",
                "?note": note,
            }
            yield question | self._answer(slot, fields, question)

    def _answer(self, slot: str, form: Any, question: dict[str, Any]) -> dict[str, Any]:
        """What a slot takes: yes or no, one of some values, or a kind of value."""
        its = mapping(self.slots.get(slot))
        kind, values = line(its.get("type")), [line(value)[:60] for value in items(its.get("values"))]
        if kind == "bool":
            labels = (("true", "yes"), ("false", "no"))
            return {
                "type": "choice",
                "options": [{"id": key, "label": self.draft.sentence(word)} for key, word in labels],
            }
        if kind == "categorical" and any(values):
            options = [{"id": value, "label": self.draft.text(value)} for value in dict.fromkeys(values) if value]
            return {"type": "choice", "options": [row for row in options if row["label"]][:MOST_OPTIONS]}
        mappings = [*rows(its.get("mappings")), *rows(mapping(form).get(slot))]
        entity = next((line(row.get("entity")) for row in mappings if line(row.get("entity")) in self.lookups), None)
        if entity in self.draft.entities:
            return {"type": "input", "kind": "one_of", "entity": entity}
        read_as = _KINDS.get(kind) or _KINDS.get(slot, "text")
        note = "Was free text." if read_as != "text" and kind not in _KINDS else question["?note"]
        return {"type": "input", "kind": read_as, "?note": note}

    def _place(self, turn: _Turn, step: dict[str, Any], name: str, after: str | None, *, is_last: bool) -> None:
        node = {key: value for key, value in step.items() if not key.startswith("?")}
        if "?why" in step:
            fill = self.draft.to_fill_in(step["?what"]) if node["type"] == "call" else None
            self.draft.place(name, where=turn.where, why=step["?why"], what=step["?what"], ahead=after, node=fill)
            return
        note = step.get("?note")
        if node["type"] == "choice" and "options" not in node:
            node["options"] = self._options(turn, step)
            node.pop("media", None)
            if "text" not in node:
                node["text"] = self.draft.sentence("question")
        elif self._buttons(step) and not is_last:
            note = "Its buttons are left out, because the bot goes on without an answer."
        self.draft.add(name, node | {"next": after}, where=turn.where, what=step["?what"], note=note)

    def _buttons(self, step: dict[str, Any]) -> list[tuple[str, str]]:
        """The buttons of an utterance: the intent that each one says, and its title."""
        pairs = [(text(row.get("payload")), line(row.get("title"))) for row in step.get("?buttons", ())]
        return [(payload.lstrip("/").partition("{")[0][:80], title) for payload, title in pairs if payload and title]

    def _options(self, turn: _Turn, step: dict[str, Any]) -> list[dict[str, Any]]:
        labels = {intent: title for intent, title in self._buttons(step) if intent}
        labels |= {intent: self._label(intent) for intent in turn.answers if intent not in labels}
        return list(self._redirect_steps(labels, turn.answers))[:MOST_OPTIONS]

    def _redirect_steps(self, labels: dict[str, str], answers: dict[str, _Turn]) -> Iterator[dict[str, Any]]:
        used_ids = set[str]()
        for intent, label in labels.items():
            turn = answers.get(intent) or self.roots.get(intent)
            ahead, title = self.entries.get(id(turn)) if turn else None, self.draft.text(label)
            if title and intent[:64] not in used_ids:
                used_ids.add(intent[:64])
                yield {"id": intent[:64], "label": title} | ({"next": ahead} if ahead else {})

    def _label(self, intent: str) -> str:
        return next((phrase[:60] for phrase in self.phrases.get(intent, []) if phrase), intent.replace("_", " "))

    def _menu(self) -> str | None:
        """The first question: the greeting, with what may be said as buttons."""
        greeting = next((name for name in _GREETINGS if name in self.roots), None)
        opening = self.opening or (self.roots[greeting] if greeting else None)
        first = self.draft.nodes.get(self.entries.get(id(opening), ""), {})
        others = {name: self._label(name) for name in self.roots if name not in (greeting, "nlu_fallback")}
        options = list(self._redirect_steps(others, self.roots))[:MENU]
        if not options or first.get("type") == "choice":
            return self.entries.get(id(opening)) if opening else next(iter(self.entries.values()), None)
        menu = self.draft.name("menu")
        texts = first["text"] if first.get("type") == "message" and "text" in first else self.draft.sentence("help")
        node = {"type": "choice", "text": dict(texts), "options": options}
        note = "A bot of Rasa waits in silence; here it greets and shows what it knows."
        return self.draft.add(menu, node, where="Start", what="Start", note=note)

    def _add_intents(self) -> None:
        """Bring over every intent with its phrases; one that no path begins with leads to where it is an answer."""
        places = {name: turn for turn in reversed(self.turns) for name, turn in turn.answers.items()} | self.roots
        for name in dict.fromkeys([*self.phrases, *places]):
            goto = self.entries.get(id(places[name])) if name in places else None
            group, _, _question = name.partition("/")
            if goto:
                self.draft.intent(name, goto, {self.draft.language: self.phrases.get(name, [])})
                self.draft.understand(f"Intent {name}", f"{len(self.phrases.get(name, []))} phrases", node=goto)
            elif f"utter_{name}" in self.responses and group != name:
                self._answer_question(name)
            elif name != "nlu_fallback":
                self.draft.miss(f"Intent {name}", "No story or rule says what follows, so it would lead nowhere.")

    def _answer_question(self, name: str) -> None:
        """A phrase with a response of its own is a question with its answer."""
        question = self.draft.text({self.draft.language: self.phrases[name][:20]})
        answer = self._utterance(f"utter_{name}").get("text")
        if question and answer and len(self.draft.knowledge) < 1000:
            self.draft.knowledge.append({"question": question, "answer": answer})
            self.draft.understand(f"Intent {name}", "Question and answer")

    def _say_fallback(self) -> None:
        turn = self.roots.get("nlu_fallback")
        node = self.draft.nodes.get(self.entries.get(id(turn), ""), {})
        texts = node.get("text") if turn else self._utterance("utter_default").get("text")
        if texts and (turn or "utter_default" in self.responses):
            self.draft.fallback = {"times": 2, "text": dict(texts)}

    def _note_actions(self) -> None:
        for action in map(line, items(self.document.get("actions"))):
            if action.startswith("validate_"):
                self.draft.miss(action, "Checks of a form are code; answers are read by their kind.")


def _agree(earlier: list[str], actions: list[str]) -> bool:
    """Whether one list begins with the other."""
    size = min(len(earlier), len(actions))
    return earlier[:size] == actions[:size]


def _examples(examples: Any) -> Iterator[str]:
    """The examples of a list, or of a text with one a line behind a dash."""
    lines = examples.splitlines() if isinstance(examples, str) else items(examples)
    for row in lines[:5000]:
        example = line(row.get("text")) if isinstance(row, dict) else line(row)
        example = example.removeprefix("- ").strip()
        if example and example != "-":
            yield example[:1000]


def _object(written: str) -> dict[str, Any]:
    try:
        return mapping(orjson.loads(written)) if written else {}
    except orjson.JSONDecodeError:
        return {}
