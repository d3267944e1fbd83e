"""A flow document made ready for steps: expressions compiled, options and phrases indexed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from app.bots.engine.phrases import CONFIRM, RATE, RATED, TEXTLESS
from app.bots.expressions import Expression
from app.core.text import normalise, words

KEY_PATTERN = r"[A-Z][A-Z0-9_]{0,39}"
SECRET = re.compile(rf"secret\.({KEY_PATTERN})")
"""`{{secret.CRM_KEY}}` in the address, a header or the body of a call is a secret of the bot."""
HIDDEN = "•••"
"""What is in the place of a secret wherever anybody can read."""
RESTART = {"en": ("restart", "start over", "start again"), "hi": ("फिर से शुरू", "शुरू से", "फिर से शुरू करो"),
           "hi-Latn": ("phir se shuru", "shuru se", "phir se shuru karo"), "ar": ("ابدأ من جديد",)}  # fmt: skip
NONE_ID = "none"
SKIP_ID = "skip"
PERSON_ID = "@person"
"""What a channel's own button for a person chooses, whatever is asked; no option can have this id by accident."""
OFFER_FIELDS = ("name", "type", "model", "outlet", "until", "link")
"""What an offer node can keep of the offer that it shows."""
OFFER_ENTRY = "offer_entry"
"""The node, where a flow has one, at which conversations begin that answer an offer."""
RATING_ID = "@rating"
"""The question that a conversation with a person ends with; what else is said there opens another conversation."""
BUILT_IN: Mapping[str, dict[str, Any]] = {
    RATING_ID: {"type": "rate", "scale": 5, "text": RATE, "next": "@rated"},
    "@rated": {"type": "end", "text": RATED},
}
"""Nodes that every flow has beside its own."""


@dataclass(slots=True, kw_only=True)
class Flow:
    """A compiled flow document; steps read it and never change it."""

    nodes: dict[str, dict[str, Any]]
    start: str
    languages: tuple[str, ...]
    """The languages the bot answers in, its own first."""
    version: str
    intents: dict[str, dict[str, Any]]
    fallback: dict[str, Any]
    confirm: Mapping[str, Any]
    hours: Mapping[str, Any] | None
    types: dict[str, str]
    """The type of every variable, declared or saved by a node."""
    phrases: dict[str, str]
    """Normalised phrases and the intents they are said for."""
    names: dict[str, dict[str, str]]
    """Normalised names of each entity's values, and the values."""
    entities: dict[str, Any]
    restarts: frozenset[str]
    answers: dict[str, Mapping[str, Any]]
    """Normalised questions of the bot's knowledge, and their answers by language."""
    expressions: dict[str, Expression] = field(default_factory=dict)
    """Expressions that steps have come by; each is compiled when it is first evaluated."""
    handoff: str | None = None
    """The first node that hands over to a person."""
    labels: dict[str, dict[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Variables that choices save into, and the labels of the options."""
    entrances: dict[str, list[str]] | None = None
    """First nodes of the paths to goals, once a caller has asked for them."""

    @property
    def language(self) -> str:
        """The bot's first language."""
        return self.languages[0]

    def choose_language(self, language: str | None) -> str | None:
        """Return the language a person of this one is answered in; None where the bot does not speak it."""
        reply_language = TEXTLESS.get(language or "", language)
        return reply_language if reply_language in self.languages else None


def compile_flow(document: Mapping[str, Any], *, version: str = "") -> Flow:
    """Index a document that has passed validation."""
    nodes = dict(document["nodes"])
    languages = tuple(language for language in document["languages"] if language not in TEXTLESS)
    intents = dict(document.get("intents", {}))
    flow = Flow(
        nodes={**nodes, **BUILT_IN},
        start=document["start"],
        languages=languages or tuple(TEXTLESS[language] for language in document["languages"]),
        version=version,
        intents=intents,
        fallback=document.get("fallback") or {},
        confirm=(document.get("confirm") or {}).get("text") or CONFIRM,
        hours=document.get("hours"),
        types=types_of(document),
        phrases={
            normalise(phrase): name
            for name, intent in reversed(intents.items())
            for phrases in intent.get("phrases", {}).values()
            for phrase in phrases
            if phrase.strip()
        },
        names={name: _names(entity) for name, entity in document.get("entities", {}).items()},
        entities=dict(document.get("entities", {})),
        restarts=frozenset(
            normalise(word)
            for phrases in (document.get("restart") or RESTART).values()
            for word in phrases
            if word.strip()
        ),
        answers=_answers(document),
        handoff=next((name for name, node in nodes.items() if hands_over(node)), None),
    )
    for node in nodes.values():
        if node["type"] == "choice" and node.get("save"):
            labels = flow.labels.setdefault(node["save"], {})
            for option in node.get("options", ()):
                labels.setdefault(option["id"], option["label"])
    return flow


def hands_over(node: Mapping[str, Any]) -> bool:
    """Whether a node asks for a person to go on with the conversation: one that only notes a call back does not."""
    return node["type"] == "handoff" and not node.get("call_back")


def _names(entity: Mapping[str, Any]) -> dict[str, str]:
    """What an entity's values are called, in words, and the values; their ids are names of theirs."""
    kinds: dict[str, str] = {}
    for value, synonyms in entity.get("values", {}).items():
        for name in (value, *chain.from_iterable(synonyms.values())):
            kinds.setdefault(" ".join(words(name)), value)
    kinds.pop("", None)
    return kinds


def _answers(document: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The answers of the bot's knowledge by normalised question."""
    answers: dict[str, Mapping[str, Any]] = {}
    for entry in document.get("knowledge", ()):
        for texts in entry["question"].values():
            for question in (texts,) if isinstance(texts, str) else texts:
                answers.setdefault(normalise(question), entry["answer"])
    return answers


def types_of(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the type of every variable that a document declares, saves or sets."""
    types = {name: declared.get("type", "text") for name, declared in document.get("variables", {}).items()}
    for node in document["nodes"].values():
        if node.get("save"):
            types.setdefault(node["save"], saved_type(node))
        for variable in node.get("fields", {}).values() if node["type"] == "offer" else ():
            types.setdefault(variable, "text")
        for holder in (node, *node.get("options", ())):
            for name in holder.get("set", {}):
                types.setdefault(name, "text")
    return types


def saved_type(node: Mapping[str, Any]) -> str:
    """Return the type of what a node saves."""
    kind = node.get("kind", "text")
    if node["type"] == "call":
        return "object"
    if node["type"] in ("lead", "offer"):
        return "bool"
    if node["type"] == "rate" or kind == "rating":
        return "number"
    if node["type"] == "choice":
        return "text"
    return str(node.get("entity") or ("text" if kind == "one_of" else kind))


def expressions_of(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield every expression of a document with its node and its path in that node."""
    for name, node in document["nodes"].items():
        for at, branch in enumerate(node.get("branches", ())):
            yield name, f"branches/{at}/if", branch["if"]
        for variable, source in node.get("set", {}).items():
            yield name, f"set/{variable}", source
        for at, option in enumerate(node.get("options", ())):
            for variable, source in option.get("set", {}).items():
                yield name, f"options/{at}/set/{variable}", source
        if node["type"] == "goal" and isinstance(node.get("value"), str):
            yield name, "value", node["value"]
