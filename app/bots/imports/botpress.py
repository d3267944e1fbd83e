"""Bots of Botpress 12: an archive of flows, content elements, intents, entities and questions, or one flow."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import orjson

from app.bots.engine.texts import is_address_of_variables
from app.bots.flow.documents import UnreadableDocument, read
from app.bots.flow.schema import LANGUAGE
from app.bots.imports.drafts import MOST_OPTIONS, Draft
from app.bots.imports.shapes import items, line, mapping, rows, text

TITLE = "Botpress"
VERSION = "12"
LOOKED_FOR = "“*.flow.json” with “nodes” and “startNode” (Botpress 12)"
CODE = "Hooks and code are never run."
_FLOW = ".flow.json"
_ALWAYS = ("", "true", "always")
_INTENT = re.compile(r"event\.nlu\.intent\.name\s*===?\s*['\"]([^'\"]{1,80})['\"]")
_PICKED = re.compile(r"temp\[['\"]skill-choice-ret-[^'\"]{0,80}['\"]\]\s*===?\s*['\"]([^'\"]*)['\"]")
_COMPARED = re.compile(
    r"(?:event\.state\.)?((?:user|session|temp|bot)(?:\.\w+|\[['\"]\w+['\"]\])|event\.(?:preview|payload\.text))"
    r"\s*(===?|!==?|>=?|<=?)\s*(?:['\"]([^'\"]*)['\"]|(-?\d+(?:\.\d+)?)|(true|false))"
)
_STATE = re.compile(r"\{\{\{?\s*(?:event\.state\.)?((?:user|session|temp|bot)\.\w+)\s*\}?\}\}")
_SLOT = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,200}\)")
_SYSTEM = {"system.number": "number", "system.email": "email", "system.phonenumber": "phone", "system.time": "datetime"}
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class _Node(NamedTuple):
    """A node with its flow."""

    flow: str
    name: str
    data: dict[str, Any]


class _Way(NamedTuple):
    """A transition: its condition as the file writes it, and the node it leads to."""

    condition: str
    ahead: str | None


def is_like(document: Any) -> bool:
    """Whether a document is a flow of this kind, or several with their names."""
    return _is_flow(document) or any(map(_is_flow, rows(mapping(document).get("flows"))))


def is_archive(paths: list[str]) -> bool:
    """Whether an archive holds a bot of this kind."""
    return any(path.endswith(_FLOW) for path in paths)


def read_bot(document: dict[str, Any]) -> tuple[Draft, dict[str, Any], str]:
    """Return the draft of a bot, its flow and the version of the format, of one document."""
    flows = rows(document.get("flows")) if not _is_flow(document) else [document]
    flows_by_name = {_flow_name(text(flow.get("name") or flow.get("location")) or "main"): flow for flow in flows}
    return _read(flows_by_name, document, [])


def read_archive(files: Mapping[str, bytes]) -> tuple[Draft, dict[str, Any], str]:
    """Return the same of an archive's files."""
    flows, config, code = dict[str, Any](), dict[str, Any](), list[str]()
    parts: dict[str, Any] = {"intents": [], "entities": [], "qna": [], "elements": []}
    for path, content in files.items():
        folders = PurePosixPath(path).parts[:-1]
        if path.endswith(".js") or "hooks" in folders or "actions" in folders:
            code.append(path)
        elif path.endswith(_FLOW):
            flows[_flow_name(_place(path))] = mapping(_document(path, content))
        elif path.endswith("bot.config.json"):
            config = mapping(_document(path, content))
        elif path.endswith(".json") and (folder := _kind(folders)):
            document = _document(path, content)
            parts[folder] += rows(document) if isinstance(document, list) else [mapping(document)]
    return _read(flows, config | parts, code)


def _kind(folders: tuple[str, ...]) -> str | None:
    names = {"intents": "intents", "entities": "entities", "qna": "qna", "content-elements": "elements"}
    return next((names[folder] for folder in reversed(folders) if folder in names), None)


def _place(path: str) -> str:
    """Where a flow is in the folder of flows, as transitions name it."""
    parts = PurePosixPath(path).parts
    if "flows" in parts[:-1]:
        return "/".join(parts[parts.index("flows") + 1 :])
    return "/".join(parts[-2:]) if parts[:-1] and parts[-2] == "skills" else parts[-1]


def _document(path: str, content: bytes) -> Any:
    try:
        return read(content, "json")
    except UnreadableDocument as error:
        raise UnreadableDocument(f"{path[:100]}: {error}") from None


def _read(flows: dict[str, Any], parts: dict[str, Any], code: list[str]) -> tuple[Draft, dict[str, Any], str]:
    reading = _Reading(flows, parts)
    for path in code:
        reading.draft.miss(path, CODE)
    return reading.draft, reading.flow(), VERSION


def _is_flow(document: Any) -> bool:
    parts = mapping(document)
    return isinstance(parts.get("nodes"), list) and isinstance(parts.get("startNode"), str)


def _flow_name(path: str) -> str:
    return path.removesuffix(_FLOW)


class _Reading:
    """One bot on its way into a draft."""

    def __init__(self, flows: dict[str, Any], parts: dict[str, Any]) -> None:
        """Index flows, nodes, content and intents."""
        self.flows, self.parts = flows, parts
        self.elements = {text(row.get("id")): row for row in rows(parts.get("elements"))}
        self.intents = {line(row.get("name")): row for row in rows(parts.get("intents"))}
        self.draft = Draft(self._languages())
        self.nodes = [
            _Node(flow, text(row.get("name")), row)
            for flow, document in flows.items()
            if not flow.startswith("skills/")
            for row in rows(mapping(document).get("nodes"))
        ]
        self.entries = {(node.flow, node.name): self.draft.name(node.name) for node in self.nodes}
        self.labels: dict[str, dict[str, Any]] = {}

    def _languages(self) -> list[str]:
        """The languages of the bot's configuration, else those of its texts."""
        first = text(self.parts.get("defaultLanguage"))
        suffixes = [
            key.rpartition("$")[2]
            for row in self.elements.values()
            for key in mapping(row.get("formData"))
            if "$" in key
        ]
        rest = [language for language in dict.fromkeys(suffixes) if re.fullmatch(LANGUAGE, language)]
        return [language for language in [first, *rest][:20] if language]

    def flow(self) -> dict[str, Any]:
        """Return the document, after every node has found its place."""
        self._read_entities()
        for node in self.nodes:
            self._place(node)
        self._read_questions()
        for name in self.intents.keys() - self.draft.intents.keys():
            if not name.startswith("__qna__"):
                self.draft.miss(f"Intent {name}", "No transition of a flow waits for it, so it would lead nowhere.")
        return self.draft.finish(self._start_of("main") or next(iter(self.entries.values()), None))

    # ways

    def _start_of(self, flow: str) -> str | None:
        return self.entries.get((flow, text(mapping(self.flows.get(flow)).get("startNode"))))

    def _ways(self, node: _Node) -> list[_Way]:
        return [_Way(text(row.get("condition"))[:500], self._target(node, text(row.get("node"))))
                for row in rows(node.data.get("next"))[:MOST_OPTIONS]]  # fmt: skip

    def _target(self, node: _Node, to: str) -> str | None:
        """The node a transition leads to: of this flow, of another one, or none at the end of a path."""
        if to.startswith("#"):
            self.draft.miss(_location(node), "Going back to the flow before is not known here; the path ends.")
            return None
        flow, _, name = to.partition("#")
        if flow.endswith(_FLOW):
            return self.entries.get((_flow_name(flow), name)) if name else self._start_of(_flow_name(flow))
        return self.entries.get((node.flow, to))

    # nodes

    def _place(self, node: _Node) -> None:
        """Put a node in its place: what it says and does, its question, and its ways on, one behind another."""
        if node.data.get("type") == "skill-call":
            self._skill(node)
            return
        entered = [self._step(node, text(instruction)) for instruction in items(node.data.get("onEnter"))[:100]]
        entered += [self._content(node, mapping(node.data.get("content")))] if node.data.get("content") else []
        steps = [step for step in entered if step]
        does_wait = node.data.get("onReceive") is not None or node.data.get("type") == "listen"
        received = [self._step(node, text(instruction)) for instruction in items(node.data.get("onReceive"))[:100]]
        ways = self._ways(node)
        question = self._question(node, steps, ways) if does_wait or _intents(ways) else None
        steps += [*([question] if question else []), *(step for step in received if step)]
        branches = self._branches(node, ways) if question is None or question["type"] != "choice" else None
        self._chain(node, [*steps, *([branches] if branches else [])], _default(ways))

    def _chain(self, node: _Node, steps: list[dict[str, Any]], ahead: str | None) -> None:
        """Put steps one behind another, the last of them leading ahead."""
        steps = steps or [{"type": "set", "set": {}}]
        first = self.entries[node.flow, node.name]
        names = [first, *(self.draft.name(f"{node.name} {at}") for at in range(2, len(steps) + 1))]
        for name, step, after in zip(names, steps, [*names[1:], ahead], strict=True):
            reason, note, label = step.pop("?why", None), step.pop("?note", None), step.pop("?what", step["type"])
            if step["type"] in ("condition",):
                self.draft.add(name, step, where=_location(node), what=label, note=note)
            elif reason:
                fill = self.draft.to_fill_in(label)
                self.draft.place(name, where=_location(node), why=reason, what=label, ahead=after, node=fill)
            else:
                self.draft.add(name, step | {"next": after}, where=_location(node), what=label, note=note)

    def _step(self, node: _Node, written: str) -> dict[str, Any] | None:
        """What an instruction of a node becomes: `say` something, or an action with its arguments."""
        name, _, rest = written.partition(" ")
        if name == "say":
            element, _, arguments = rest.partition(" ")
            content = self.elements.get(element.removeprefix("#!"))
            if content is None:
                fields = _object(arguments)
                content = {"formData": fields or {"text": rest if not element.startswith(("#", "@")) else ""}}
            return self._content(node, content)
        if name == "builtin/setVariable":
            return self._set(node, _object(rest))
        if "hitl" in name or "handoff" in name:
            return {"type": "handoff", "?what": name}
        return {"type": "call", "?why": f"{name[:60]}: {CODE}", "?what": name or "code"} if name else None

    def _content(self, node: _Node, element: dict[str, Any]) -> dict[str, Any] | None:
        """A content element as a message, or as a choice where it has buttons."""
        form = mapping(element.get("formData"))
        texts = self._texts(form, "text") or self._texts(form, "title") or self._texts(form, "subtitle")
        choices = self._choices(form)
        image = self._texts(form, "image")
        if choices and texts:
            return {"type": "choice", "text": texts, "options": choices, "?what": "Choice"}
        address = image.get(self.draft.language)
        if isinstance(address, str) and len(address) <= 2000:
            return {"type": "message", "media": {"url": address, "kind": "image"}, "?what": "Picture"} | (
                {"text": texts} if texts else {}
            )
        if texts:
            return {"type": "message", "text": texts, "?what": "Text"}
        base_name = text(element.get("id"))[:60] or "Content"
        return {"type": "call", "?why": f"{base_name}: it is not in the file.", "?what": "say"}

    def _texts(self, form: dict[str, Any], key: str) -> dict[str, Any]:
        """A text of a form in every language, with its variations."""
        by_language = {}
        for language in self.draft.languages:
            wording = form.get(f"{key}${language}", form.get(key) if language == self.draft.language else "")
            variations = items(form.get(f"variations${language}")) if key == "text" else []
            by_language[language] = [self._fill_variables(variant) for variant in [wording, *variations]]
        return self.draft.text(by_language)

    def _fill_variables(self, wording: Any) -> str:
        """A text with variables of every memory under one name each."""
        return _STATE.sub(self._add_variable, text(wording))

    def _add_variable(self, match: re.Match[str]) -> str:
        self.draft.variable(match[1])
        return f"{{{{{match[1]}}}}}"

    def _choices(self, form: dict[str, Any]) -> list[dict[str, Any]]:
        """The options of a choice by value, with their labels in every language."""
        labels: dict[str, dict[str, str]] = {}
        for language in self.draft.languages:
            plain = form.get("choices") if language == self.draft.language else None
            for row in rows(form.get(f"choices${language}", plain))[:MOST_OPTIONS]:
                value = line(row.get("value") or row.get("title"))[:64]
                if value and line(row.get("title")):
                    labels.setdefault(value, {})[language] = self._fill_variables(row.get("title"))
        options = [{"id": value, "label": self.draft.text(texts)} for value, texts in labels.items()]
        return [option for option in options if option["label"]][:MOST_OPTIONS]

    def _question(self, node: _Node, steps: list[dict[str, Any]], ways: list[_Way]) -> dict[str, Any] | None:
        """What a node waits for: one of some intents, or any text; the last text it says is what it asks."""
        if steps and steps[-1]["type"] == "choice":
            return None
        texts = steps.pop()["text"] if steps and steps[-1]["type"] == "message" and "text" in steps[-1] else None
        if _intents(ways):
            options = [self._option(intent, way.ahead) for intent, way in _intents(ways).items()]
            question = texts or self.draft.sentence("help")
            note = "Each intent it waits for is a button, too."
            return {
                "type": "choice",
                "text": question,
                "options": options,
                "?what": "Wait for an intent",
                "?note": note,
            }
        if not texts and not ways:
            return None
        save = self.draft.variable("event.preview")
        return {"type": "input", "kind": "text", "text": texts or self.draft.sentence("question"), "save": save,
                "?what": "Wait for a text"}  # fmt: skip

    def _option(self, name: str, ahead: str | None) -> dict[str, Any]:
        utterances = mapping(mapping(self.intents.get(name)).get("utterances"))
        phrases = {
            language: [_SLOT.sub(r"\1", text(row)) for row in items(texts)] for language, texts in utterances.items()
        }
        if ahead:
            self.draft.intent(name, ahead, phrases)
        label = self.draft.text({language: texts[0][:60] for language, texts in phrases.items() if texts})
        plain = self.draft.text(dict.fromkeys(self.draft.languages, name.replace("-", " ").replace("_", " ")))
        return {"id": name[:64], "label": label or plain} | ({"next": ahead} if ahead else {})

    def _branches(self, node: _Node, ways: list[_Way]) -> dict[str, Any] | None:
        tests = [
            (way, self.draft.expression(self._test(way.condition))) for way in ways if way.condition not in _ALWAYS
        ]
        tests = [(way, test) for way, test in tests if not _INTENT.search(way.condition)]
        for way, test in tests:
            if test is None:
                self.draft.miss(
                    _location(node), f"The condition “{way.condition[:60]}” is code; its branch is left out."
                )
        branches = [{"if": test} | ({"next": way.ahead} if way.ahead else {}) for way, test in tests if test]
        return (
            {"type": "condition", "branches": branches, "else": _default(ways), "?what": "Transitions"}
            if branches
            else None
        )

    def _test(self, condition: str) -> str | None:
        match = _COMPARED.fullmatch(condition.strip())
        if match is None:
            return None
        name, sign = match[1], match[2].replace("===", "==").replace("!==", "!=")
        if name.startswith("event"):
            name = "event.preview"
        ours = self.draft.variable(re.sub(r"\[['\"](\w+)['\"]\]", r".\1", name))
        if match[4] is not None:
            return f"double({ours}) {sign} {float(match[4])!r}"
        return f"{ours} {sign} {orjson.dumps(match[3] if match[5] is None else match[5]).decode()}"

    def _set(self, node: _Node, fields: dict[str, Any]) -> dict[str, Any]:
        name = f"{text(fields.get('type')) or 'temp'}.{text(fields.get('name'))}"
        value = self.draft.expression(orjson.dumps(text(fields.get("value"))[:400]).decode())
        if value is None or "{{" in value or not text(fields.get("name")):
            return {
                "type": "call",
                "?why": f"Its value cannot be written as an expression here. {CODE}",
                "?what": "Set variable",
            }
        return {"type": "set", "set": {self.draft.variable(name): value}, "?what": "Set variable"}

    # skills

    def _skill(self, node: _Node) -> None:
        skill = text(node.data.get("skill"))
        data = mapping(mapping(self.flows.get(_flow_name(text(node.data.get("flow"))))).get("skillData"))
        place = {"choice": self._pick, "Slot": self._slot, "CallAPI": self._call}.get(skill)
        step = place(node, data) if place else None
        if step is None:
            step = {
                "type": "call",
                "?why": f"Skill {skill[:40]}: there is nothing like it here.",
                "?what": skill or "skill",
            }
        self._chain(node, [step], _default(self._ways(node)) or next((way.ahead for way in self._ways(node)), None))

    def _pick(self, node: _Node, data: dict[str, Any]) -> dict[str, Any] | None:
        picked = {match[1]: way.ahead for way in self._ways(node) if (match := _PICKED.search(way.condition))}
        form = mapping(mapping(self.elements.get(text(data.get("contentId")))).get("formData"))
        names = [line(name)[:64] for name in [*mapping(data.get("keywords")), *picked]]
        plain = [{"id": name, "label": self.draft.text(dict.fromkeys(self.draft.languages, name))}
                 for name in dict.fromkeys(names) if name][:MOST_OPTIONS]  # fmt: skip
        options = self._choices(form) or [option for option in plain if option["label"]]
        if not options:
            return None
        options = [row | ({"next": picked[row["id"]]} if picked.get(row["id"]) else {}) for row in options]
        question, note = self.draft.question({}) if not self._texts(form, "text") else (self._texts(form, "text"), None)
        save = line(mapping(data.get("config")).get("variableName"))
        return {"type": "choice", "text": question, "options": options, "?what": "Choice", "?note": note} | (
            {"save": self.draft.variable(f"temp.{save}")} if save else {}
        )

    def _slot(self, node: _Node, data: dict[str, Any]) -> dict[str, Any] | None:
        form = mapping(mapping(self.elements.get(text(data.get("contentElement")).removeprefix("#!"))).get("formData"))
        names = [line(name) for name in items(data.get("entities"))]
        kind = next((_SYSTEM[name.lower()] for name in names if name.lower() in _SYSTEM), "text")
        entity = next((name for name in names if name in self.draft.entities), None) if kind == "text" else None
        question, note = self.draft.question({}) if not self._texts(form, "text") else (self._texts(form, "text"), None)
        save = self.draft.variable(f"session.{line(data.get('slotName')) or 'slot'}")
        node_of = {
            "type": "input",
            "kind": "one_of" if entity else kind,
            "text": question,
            "save": save,
            "?what": "Slot",
        }
        return node_of | ({"entity": entity} if entity else {}) | {"?note": note}

    def _call(self, node: _Node, data: dict[str, Any]) -> dict[str, Any] | None:
        url, method = self.draft.fill_variables(self._fill_variables(data.get("url"))), text(data.get("method")).upper()
        if not url.startswith(("http://", "https://")) or len(url) > 2000 or is_address_of_variables(url):
            return None
        if data.get("headers"):
            self.draft.miss(_location(node), "CallAPI: its headers may be secrets and are left out; enter them again.")
        body = {"body": data["body"]} if isinstance(data.get("body"), dict) and data["body"] else {}
        save = self.draft.variable(f"temp.{line(data.get('variable')) or 'response'}", "object")
        failed = next((way.ahead for way in self._ways(node) if way.condition.startswith("!")), None)
        return {"type": "call", "method": method if method in _METHODS else "GET", "url": url, "save": save,
                "failed": failed, "?what": "CallAPI"} | body  # fmt: skip

    # the rest

    def _read_entities(self) -> None:
        for row in rows(self.parts.get("entities"))[:200]:
            name = line(row.get("name"))[:64]
            occurrences = rows(row.get("occurrences"))[:500]
            values = {
                line(each.get("name"))[:64]: self._synonyms(each) for each in occurrences if line(each.get("name"))
            }
            if name and values:
                self.draft.entities[name] = {"values": values}
                self.draft.understand(f"Entity {name}", f"{len(values)} values")
            elif name:
                self.draft.miss(f"Entity {name}", "Only lists of values can be brought over.")

    def _synonyms(self, occurrence: dict[str, Any]) -> dict[str, list[str]]:
        return {self.draft.language: [line(word)[:500] for word in items(occurrence.get("synonyms"))[:200]]}

    def _read_questions(self) -> None:
        for row in rows(self.parts.get("qna"))[:1000]:
            data = mapping(row.get("data")) or row
            question = self.draft.text(mapping(data.get("questions")))
            answer = self.draft.text({language: [self._fill_variables(variant) for variant in items(texts)]
                                      for language, texts in mapping(data.get("answers")).items()})  # fmt: skip
            location = f"Question {next(iter(question.values()), text(row.get('id')))}"
            if question and answer and data.get("enabled", True) is True:
                self.draft.knowledge.append({"question": question, "answer": answer})
                self.draft.understand(location, "Question and answer")
            else:
                self.draft.miss(location, "It is switched off, leads to a flow or has no answer.")


def _location(node: _Node) -> str:
    return f"{node.flow} · {node.name}"


def _intents(ways: list[_Way]) -> dict[str, _Way]:
    """The transitions that wait for an intent, by its name."""
    return {match[1]: way for way in ways if (match := _INTENT.search(way.condition))}


def _default(ways: list[_Way]) -> str | None:
    return next((way.ahead for way in ways if way.condition in _ALWAYS), None)


def _object(written: str) -> dict[str, Any]:
    """The arguments of an instruction."""
    try:
        return mapping(orjson.loads(written))
    except orjson.JSONDecodeError:
        return {}
