"""A flow document that is being made of a file: its nodes, texts and variables, and what was not understood."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from app.bots.engine.flow import types_of
from app.bots.engine.texts import SNIPPET
from app.bots.expressions import GIVEN, BadExpression, Expression
from app.bots.flow.documents import UnreadableDocument
from app.bots.flow.editing import aim_reference, redirect_node
from app.bots.flow.graph import edges, loops, reachable
from app.bots.flow.schema import FORMAT, LANGUAGE
from app.bots.flow.validation import EXPRESSIONS_LENGTH, texts_of_node
from app.bots.imports import sentences
from app.bots.imports.shapes import line, text
from app.core.values.placeholders import VARIABLE

MOST_NODES, MOST_MISSED, MOST_INTENTS, MOST_PHRASES, MOST_OPTIONS = 1800, 500, 500, 500, 50
LONGEST_TEXT, LONGEST_PHRASE, LONGEST_PLACE = 4000, 500, 160
ROUNDS = 40
"""How often cycles are looked for and cut."""
PLACEHOLDER, MESSAGE, HANDOFF, SKIP = "placeholder", "message", "handoff", "skip"
CHOICES = (PLACEHOLDER, MESSAGE, HANDOFF, SKIP)
"""What may take the place of what was not understood: what the file's reader has put there first."""
_BRACES = re.compile(r"\{\{([^{}]{0,200})\}\}")
_NO_ID = re.compile(r"[^A-Za-z0-9]+")
_RESERVED = frozenset(
    """as break const continue else false for function if import in let loop package namespace null return true var
    void while int uint double bool string bytes list map type dyn size has all exists filter""".split()
) | {*GIVEN, SNIPPET}
"""Names that an expression would read as something else."""


class Draft:
    """One document in the making: readers add what they understand and note what they do not."""

    def __init__(self, languages: Iterable[str]) -> None:
        """Begin an empty document that speaks these languages, the first of them by itself."""
        valid_languages = [language for language in languages if re.fullmatch(LANGUAGE, language)]
        self.languages = list(dict.fromkeys(valid_languages))[:20] or ["en"]
        self.nodes: dict[str, dict[str, Any]] = {}
        self.intents: dict[str, dict[str, Any]] = {}
        self.entities: dict[str, dict[str, Any]] = {}
        self.knowledge: list[dict[str, Any]] = []
        self.fallback: dict[str, Any] = {}
        self.kinds: dict[str, str] = {}
        """The types of variables, where they are known."""
        self.understood: list[dict[str, Any]] = []
        self.missed: list[dict[str, Any]] = []
        self._variables: dict[str, str] = {}
        self._names: set[str] = set()
        self._taken: set[str] = set()
        self._expressions = 0

    @property
    def language(self) -> str:
        """The language spoken first."""
        return self.languages[0]

    # names

    def name(self, text: str) -> str:
        """Return an id for a node that no other one has, like what the file calls it."""
        plain = _NO_ID.sub("_", text).strip("_").lower()[:48] or "block"
        name, at = plain, 2
        while name in self._names:
            name, at = f"{plain}_{at}", at + 1
        self._names.add(name)
        if len(self._names) > MOST_NODES:
            raise UnreadableDocument(f"This bot has more than {MOST_NODES} blocks; split it into several bots.")
        return name

    def variable(self, name: str, kind: str | None = None) -> str:
        """Return our name of a variable of the file; it is declared once it has been asked for."""
        if name not in self._variables:
            plain = _NO_ID.sub("_", name).strip("_").lower()[:48] or "value"
            plain = f"v_{plain}" if plain[0].isdigit() or plain in _RESERVED else plain
            ours, at = plain, 2
            while ours in self._taken:
                ours, at = f"{plain}_{at}", at + 1
            self._taken.add(ours)
            self._variables[name] = ours
            if len(self._variables) > MOST_NODES:
                raise UnreadableDocument(f"This bot has more than {MOST_NODES} variables.")
        if kind is not None:
            self.kinds.setdefault(self._variables[name], kind)
        return self._variables[name]

    def find_variable(self, name: str) -> str | None:
        """Return our name of a variable, None where the file has none of that name."""
        return self._variables.get(name)

    # texts

    def fill_variables(self, written: str) -> str:
        """Return a text of the file with its variables under our names; what is none stays as plain words."""
        parts, at = list[str](), 0
        for match in _BRACES.finditer(written):
            ours = self.find_variable(line(match[1]))
            parts += [_plain(written[at : match.start()]), f"{{{{{ours}}}}}" if ours else f"[{_plain(line(match[1]))}]"]
            at = match.end()
        return "".join([*parts, _plain(written[at:])])

    def text(self, content: Any) -> dict[str, Any]:
        """Return a text as a document has it, of a text or of texts by language; empty where there is none."""
        by_language = content if isinstance(content, Mapping) else {self.language: content}
        filled = {language: self._variants(by_language.get(language)) for language in self.languages}
        return {language: variants for language, variants in filled.items() if variants}

    def _variants(self, content: Any) -> str | list[str]:
        variants = [self._trim(part) for part in (content if isinstance(content, list) else [content])]
        whole = [variant for variant in variants if variant][:20]
        return whole if len(whole) > 1 else "".join(whole)

    def _trim(self, content: Any) -> str:
        return self.fill_variables(text(content)[:LONGEST_TEXT])[:LONGEST_TEXT].strip()

    def question(self, content: Any) -> tuple[dict[str, Any], str | None]:
        """Return the text of a question, and a note where the file has none and a general one takes its place."""
        own = self.text(content)
        return (
            (own, None)
            if own
            else (self.sentence("question"), "The file has no question here; a general one is asked.")
        )

    def sentence(self, key: str, **values: str) -> dict[str, Any]:
        """Return a sentence of ours in every language of the bot."""
        return {language: sentences.sentence(key, language, **values) for language in self.languages}

    # parts

    def expression(self, source: str | None) -> str | None:
        """Return an expression that is one and knows all its variables, None otherwise."""
        self._expressions += len(source or "")
        if source is None or self._expressions > EXPRESSIONS_LENGTH:
            return None
        try:
            names = Expression(source).names
        except BadExpression:
            return None
        return source if names <= self._taken | {*GIVEN} else None

    def add(self, name: str, node: dict[str, Any], *, where: str, what: str, note: str | None = None) -> str:
        """Put a node in its place and note what it was in the file."""
        self.nodes[name] = {key: value for key, value in _with_ids(node).items() if value is not None}
        self.understand(where, what, node=name, note=note)
        return name

    def understand(self, where: str, what: str, *, node: str | None = None, note: str | None = None) -> None:
        """Note what was understood; `note` says where it is not quite the same here."""
        if len(self.understood) < 2 * MOST_NODES:
            self.understood.append(
                {"where": _short(where), "what": _short(what), "node": node, "note": note and _short(note)}
            )

    def miss(self, where: str, why: str) -> None:
        """Note what was not understood and has no place in the flow."""
        self._miss(where, why, None, [])

    def place(self, name: str, *, where: str, why: str, what: str, ahead: str | None, node: Any = None) -> str:
        """Put something in the place of what was not understood: a message that names it, or another node."""
        message = {"type": "message", "text": self.sentence("placeholder", what=_plain(line(what)[:80]))}
        self.nodes[name] = {key: value for key, value in ((node or message) | {"next": ahead}).items() if value}
        choices = [choice for choice in CHOICES if choice != MESSAGE or node is not None]
        self._miss(where, why, name, choices)
        return name

    def to_fill_in(self, name: str) -> dict[str, Any]:
        """Return a call node in place of code, with a placeholder address that has to be replaced."""
        path = _NO_ID.sub("_", name).strip("_").lower()[:60] or "call"
        return {"type": "call", "method": "POST", "url": f"https://fill-in.invalid/{path}", "timeout_s": 5}

    def _miss(self, where: str, why: str, node: str | None, choices: list[str]) -> None:
        if len(self.missed) < MOST_MISSED or node is not None:
            self.missed.append({"where": _short(where), "why": _short(why), "node": node, "choices": choices})

    def intent(self, name: str, goto: str, phrases: Mapping[str, Iterable[Any]] = {}) -> str:
        """Add an intent with its phrases by language, or lead one that is there; return its name."""
        base_name = line(name)[:80] or "intent"
        if base_name not in self.intents and len(self.intents) < MOST_INTENTS:
            by_language = {
                language: list(dict.fromkeys(filter(None, map(line, rows))))[:MOST_PHRASES]
                for language, rows in phrases.items()
                if language in self.languages
            }
            bounded = {
                language: [row[:LONGEST_PHRASE] for row in rows] for language, rows in by_language.items() if rows
            }
            self.intents[base_name] = {"goto": goto, "phrases": bounded}
        return base_name

    # the whole

    def finish(self, start: str | None) -> dict[str, Any]:
        """Return the document: no reference leads nowhere, no way goes round in silence, no text is missing."""
        if not self.nodes:
            raise UnreadableDocument("This file has no conversation: nothing in it says or asks anything.")
        self.start = start if start in self.nodes else next(iter(self.nodes))
        self.nodes = {
            name: self._sound(redirect_node(node, lambda target: target if target in self.nodes else None))
            for name, node in self.nodes.items()
        }
        self._catch_failures()
        self._cut_loops()
        self._close_ends()
        self._translate()
        return self._document()

    def _sound(self, part: Any) -> Any:
        """A part of the document in which only known variables read as such, ids and addresses included."""
        if isinstance(part, dict):
            return {key: self._sound(value) for key, value in part.items()}
        if isinstance(part, list):
            return [self._sound(value) for value in part]
        names = VARIABLE.findall(part) if isinstance(part, str) else []
        return _plain(part) if any(name.split(".")[0] not in self._taken for name in names) else part

    def _catch_failures(self) -> None:
        for node in self.nodes.values():
            if node["type"] == "call" and "next" in node:
                node.setdefault("failed", node["next"])

    def _cut_loops(self) -> None:
        """Ask before a way goes round that would ask nothing."""
        for _ in range(ROUNDS):
            cycles = loops(self.nodes, None)
            if not cycles:
                return
            for cycle in cycles:
                self._gate(cycle[-1], cycle[0])

    def _gate(self, last: str, first: str) -> None:
        name = self.name("go_on")
        option = {"id": "go_on", "label": self.sentence("go_on"), "next": first}
        self.nodes[name] = {"type": "choice", "text": self.sentence("again"), "options": [option]}
        self.nodes[last] = redirect_node(self.nodes[last], lambda target: name if target == first else target)
        self.miss(last, "This goes round without asking anything, so a question was put in.")

    def _close_ends(self) -> None:
        """Lead every open end of the conversation to one node that ends it."""
        end = self.name("end")
        for name in reachable(self.nodes, [self.start]):
            node = self.nodes[name]
            for edge in [edge for edge in edges(node) if edge.target is None]:
                node, _ = aim_reference(node, edge.path.split("/"), end)
            if node["type"] == "condition" and "else" not in node:
                node = node | {"else": end}
            if node["type"] == "call" and "failed" not in node:
                node = node | {"failed": node["next"]}
            self.nodes[name] = node
            if end not in self.nodes and any(edge.target == end for edge in edges(node)):
                self.nodes |= {end: {"type": "end"}}
        self._silent_calls(end)

    def _silent_calls(self, end: str) -> None:
        """Lead failures of calls that only intents lead to where those end."""
        for name, node in list(self.nodes.items()):
            if node["type"] == "call" and "failed" not in node:
                self.nodes[name] = node | {"failed": end}
                self.nodes.setdefault(end, {"type": "end"})

    def _translate(self) -> None:
        """Say in the first language what another one lacks, and a general sentence where none has a text."""
        lacking: dict[str, int] = {}
        texts = [texts for node in self.nodes.values() for _, texts in texts_of_node(node) if texts is not None]
        texts += [self.fallback["text"]] if self.fallback else []
        for wordings in [*texts, *(row["answer"] for row in self.knowledge)]:
            wording = next((wordings[language] for language in self.languages if wordings.get(language)), "…")
            for language in self.languages:
                if not wordings.get(language):
                    lacking[language] = lacking.get(language, 0) + 1
                    wordings[language] = wording
        for language, count in lacking.items():
            self.miss(f"Texts in {language}", f"{count} are not in the file; those of another language are used there.")

    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = {"format": FORMAT, "languages": self.languages, "start": self.start}
        nodes = {"nodes": self.nodes}
        saved = types_of(nodes)
        variables = {
            name: {"type": self.kinds.get(name, saved.get(name, "text"))}
            for name in self._variables.values()
            if name in self.kinds or name not in saved
        }
        parts: dict[str, Any] = {"variables": variables, "entities": self.entities, "intents": self.intents}
        parts |= {"knowledge": self.knowledge, "fallback": self.fallback}
        return document | {key: part for key, part in parts.items() if part} | nodes


def _plain(written: str) -> str:
    """A text in which nothing reads as a variable."""
    return written.replace("{{", "{ {")


def _with_ids(node: dict[str, Any]) -> dict[str, Any]:
    """Return a node in which every option has an id."""
    if "options" not in node:
        return node
    options = [option | {"id": option["id"] or f"option {at}"} for at, option in enumerate(node["options"], 1)]
    return node | {"options": options}


def _short(written: str) -> str:
    """A place or a reason in one line of bounded length."""
    plain = line(written)
    return plain if len(plain) <= LONGEST_PLACE else f"{plain[: LONGEST_PLACE - 1]}…"
