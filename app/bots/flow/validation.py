"""Validation of a flow before it is published: errors that would break a conversation, and warnings."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from app.bots.engine.flow import OFFER_ENTRY, SECRET, expressions_of, types_of
from app.bots.engine.leads import VEHICLE
from app.bots.engine.phrases import TEXTLESS
from app.bots.engine.texts import SNIPPET, is_address_of_variables, snippet_texts
from app.bots.expressions import GIVEN, BadExpression, Expression
from app.bots.flow.graph import edges, loops, reachable
from app.bots.flow.overlaps import overlaps
from app.bots.flow.secrets import SENT, secrets_in, strings
from app.core.providers import Provider
from app.core.text import normalise
from app.core.values.placeholders import VARIABLE

FEW_PHRASES = 5
TEXT_LENGTH, TITLE_LENGTH, BUTTONS = 1024, 20, 3
"""WhatsApp's limits: characters of a text and of a button's title, and buttons of a message."""
FATAL = ("missing_node", "bad_expression", "loop_without_input")
NEEDS_TEXT = ("message", "choice", "input", "rate")
OVERLAPS = 30
SNIPPETS = 500
"""Different snippets that a document can name."""
EXPRESSIONS_LENGTH = 50_000
"""Characters of all different expressions of a document."""


@Provider
def media_texts(digests: Collection[str]) -> Mapping[str, Mapping[str, str]]:
    """Return the alternative texts of those files that a media library holds."""
    return {}


class Issue(NamedTuple):
    """What is wrong: `level` error or warning; the node that holds it, or None; its path in the document."""

    level: str
    code: str
    node: str | None
    path: str
    message: str


def validate(document: Mapping[str, Any], secrets: Collection[str] | None = None) -> list[Issue]:
    """Return the issues of a document of the right shape, errors first.

    `secrets` are the names of its bot's; without a bot they are not looked for.
    """
    issues = [issue for check in _CHECKS for issue in check(document)]
    if secrets is not None:
        issues += _missing_secrets(document, secrets)
    return sorted(issues, key=lambda issue: issue.level)


def fatal_errors(document: Mapping[str, Any]) -> list[Issue]:
    """Return the errors that keep a document from being run; the others show while one talks."""
    issues = (issue for check in (_missing_nodes, _loops, _expressions) for issue in check(document))
    return [issue for issue in issues if issue.code in FATAL]


def errors_of(issues: Iterable[Issue]) -> list[Issue]:
    """Return the issues that keep a document from being published."""
    return [issue for issue in issues if issue.level == "error"]


def _error(code: str, node: str | None, path: str, message: str) -> Issue:
    return Issue("error", code, node, f"nodes/{node}/{path}".rstrip("/") if node else path, message)


def _warning(code: str, node: str | None, path: str, message: str) -> Issue:
    return _error(code, node, path, message)._replace(level="warning")


def _missing_nodes(document: Mapping[str, Any]) -> Iterator[Issue]:
    nodes = document["nodes"]
    outside = [("start", document["start"])]
    outside += [(f"intents/{name}/goto", intent["goto"]) for name, intent in document.get("intents", {}).items()]
    if document.get("fallback", {}).get("then"):
        outside.append(("fallback/then", document["fallback"]["then"]))
    for path, target in outside:
        if target not in nodes:
            yield _error("missing_node", None, path, f"There is no node “{target}”.")
    for name, node in nodes.items():
        for edge in edges(node):
            if edge.target is not None and edge.target not in nodes:
                yield _error(
                    "missing_node", name, edge.path, f"“{name}” leads to “{edge.target}”, which does not exist."
                )


def _dead_ends(document: Mapping[str, Any]) -> Iterator[Issue]:
    """Paths from the start that end in the open; a branch's absent `next` is one, an absent `else` is not.

    A subroutine (`jump` with `back`) may end: it comes back.
    """
    nodes = document["nodes"]
    for name in sorted(reachable(nodes, [document["start"]], through_jumps_back=False)):
        for edge in edges(nodes[name]):
            if edge.target is None:
                yield _error("dead_end", name, edge.path, f"After “{name}” the conversation goes nowhere.")


def _loops(document: Mapping[str, Any]) -> Iterator[Issue]:
    for cycle in loops(document["nodes"], document.get("fallback", {}).get("then")):
        way = " → ".join([*cycle, cycle[0]])
        yield _error("loop_without_input", cycle[-1], "", f"This goes round without asking anything: {way}.")


def _expressions(document: Mapping[str, Any]) -> Iterator[Issue]:
    variable_names = {*types_of(document), *GIVEN}
    sources = {source for _, _, source in expressions_of(document)}
    if sum(map(len, sources)) > EXPRESSIONS_LENGTH:
        most = f"A flow can have expressions of {EXPRESSIONS_LENGTH} characters in all; split it into several bots."
        yield _error("bad_expression", None, "nodes", most)
        return
    for name, path, source in expressions_of(document):
        try:
            names = Expression(source).names
        except BadExpression as error:
            yield _error("bad_expression", name, path, str(error))
            continue
        for unknown in sorted(names - variable_names):
            yield _unset(name, path, unknown)


def _unset(node: str | None, path: str, name: str) -> Issue:
    return _error("unset_variable", node, path, f"The variable “{name}” is neither declared nor saved anywhere.")


def _addresses(document: Mapping[str, Any]) -> Iterator[Issue]:
    for name, node in document["nodes"].items():
        if node["type"] == "call" and is_address_of_variables(node["url"]):
            yield _error(
                "variable_host", name, "url",
                "Write the scheme and the host of the address themselves; variables can be in its path and its query.",
            )  # fmt: skip


def _missing_secrets(document: Mapping[str, Any], secrets: Collection[str]) -> Iterator[Issue]:
    for node, path, name in secrets_in(document):
        if name not in secrets:
            yield _no_secret(node, path, name)


def _no_secret(node: str | None, path: str, name: str) -> Issue:
    return _error("missing_secret", node, path, f"The bot has no secret “{name}”.")


def _placeholders(document: Mapping[str, Any]) -> Iterator[Issue]:
    variable_names, has_snippet = {*types_of(document), *GIVEN}, dict[str, bool]()
    nodes = document["nodes"]
    parts = [(name, key, value) for name, node in nodes.items() for key, value in node.items()]
    parts += [(None, key, document[key]) for key in ("fallback", "confirm", "knowledge") if key in document]
    for name, key, value in parts:
        may_have_secrets = name is not None and nodes[name]["type"] == "call" and key in SENT
        for path, text in strings(value, key):
            names = {match for match in VARIABLE.findall(text) if match.split(".")[0] not in variable_names}
            secrets = {used for used in names if used.startswith("secret.")}
            names -= secrets
            for used in sorted(secrets):
                if not may_have_secrets:
                    message = f"Only calls can send “{used}”; nobody may read it."
                    yield _error("secret_outside_call", name, path, message)
                elif not SECRET.fullmatch(used):
                    yield _no_secret(name, path, used.partition(".")[2])
            snippets = {used for used in names if used.startswith(f"{SNIPPET}.")}
            for used in {placeholder.split(".")[0] for placeholder in names - snippets}:
                yield _unset(name, path, used)
            for snippet in sorted(snippets):
                if snippet not in has_snippet:
                    is_within_limit = len(has_snippet) < SNIPPETS
                    has_snippet[snippet] = is_within_limit and bool(snippet_texts(snippet.partition(".")[2]))
                if not has_snippet[snippet]:
                    yield _error("unset_variable", name, path, f"There is no text “{snippet}”.")


def texts_of_node(node: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Yield the texts of a node by path, None where one is needed and absent."""
    if "text" in node or (node["type"] in NEEDS_TEXT and not node.get("media")):
        yield "text", node.get("text")
    for key in ("options", "buttons"):
        for at, option in enumerate(node.get(key, ())):
            yield f"{key}/{at}/label", option["label"]
    if node.get("skip"):
        yield "skip/label", node["skip"]["label"]
    if "text" in node.get("retry", {}):
        yield "retry/text", node["retry"]["text"]


def needed_texts(document: Mapping[str, Any]) -> Iterator[tuple[str | None, str, Mapping[str, Any] | None]]:
    """Yield every text that each language needs: the node that holds it, its path, and what there is of it."""
    for name, node in document["nodes"].items():
        yield from ((name, path, texts) for path, texts in texts_of_node(node))
    for key in ("fallback", "confirm"):
        if "text" in document.get(key, {}):
            yield None, f"{key}/text", document[key]["text"]
    for at, entry in enumerate(document.get("knowledge", ())):
        yield None, f"knowledge/{at}/answer", entry["answer"]


def _missing_texts(document: Mapping[str, Any]) -> Iterator[Issue]:
    languages = [language for language in document["languages"] if language not in TEXTLESS]
    for name, path, texts in needed_texts(document):
        lacking = [language for language in languages if not has_text((texts or {}).get(language))]
        if lacking:
            location = f"“{name}”" if name else path
            yield _error("missing_text", name, path, f"{location} has no text in {', '.join(lacking)}.")


def _media(document: Mapping[str, Any]) -> Iterator[Issue]:
    """Pictures and files that are in no library, or that are not described for people who cannot see them."""
    used = {name: node["media"] for name, node in document["nodes"].items() if node.get("media", {}).get("file")}
    medium_texts = media_texts({medium["file"] for medium in used.values()}) if used else {}
    languages = [language for language in document["languages"] if language not in TEXTLESS]
    for name, medium in used.items():
        if medium["file"] not in medium_texts:
            yield _error("missing_medium", name, "media/file", f"The picture or file of “{name}” is in no library.")
            continue
        texts = {**medium_texts[medium["file"]], **medium.get("alt", {})}
        lacking = [language for language in languages if not has_text(texts.get(language))]
        if lacking:
            location = f"The picture or file of “{name}”"
            yield _error("missing_alt", name, "media/alt", f"{location} is not described in {', '.join(lacking)}.")


def has_text(text: Any) -> bool:
    """Whether there is a text, and none of its variants is blank."""
    return bool(text) and all(variant.strip() for variant in ([text] if isinstance(text, str) else text))


def _silences(document: Mapping[str, Any]) -> Iterator[Issue]:
    """Ways without a target on which a person would get no answer."""
    has_last_resort = bool(document.get("fallback", {}).get("then"))
    for name, node in document["nodes"].items():
        if node["type"] == "call" and not node.get("failed") and not has_last_resort:
            yield _error("silent", name, "failed", f"If the call of “{name}” fails, the bot has nothing to say.")
        elif node["type"] == "handoff" and node.get("call_back"):
            if "text" not in node:
                yield _error("silent", name, "text", f"“{name}” has nothing to say when it notes a call back.")
        elif node["type"] == "handoff" and not node.get("closed") and document.get("hours"):
            yield _error("silent", name, "closed", f"Outside business hours “{name}” has nothing to say.")


def _leads(document: Mapping[str, Any]) -> Iterator[Issue]:
    """Lead nodes that can never keep one: without a number, or without anything of a vehicle."""
    for name, node in document["nodes"].items():
        fields = node.get("fields", {}) if node["type"] == "lead" else {}
        if node["type"] == "lead" and not ("phone" in fields and fields.keys() & set(VEHICLE)):
            yield _error("lead_incomplete", name, "fields", f"“{name}” needs a phone and a VIN, registration or model.")


def _unreachable(document: Mapping[str, Any]) -> Iterator[Issue]:
    nodes = document["nodes"]
    starts = [document["start"], *(intent["goto"] for intent in document.get("intents", {}).values())]
    if document.get("fallback", {}).get("then"):
        starts.append(document["fallback"]["then"])
    starts.append(OFFER_ENTRY)
    for name in nodes.keys() - reachable(nodes, starts):
        yield _warning("unreachable_node", name, "", f"Nothing leads to “{name}”.")


def _goals(document: Mapping[str, Any]) -> Iterator[Issue]:
    names = {node["name"] for node in document["nodes"].values() if node["type"] == "goal"}
    if not names:
        yield _warning(
            "missing_goal", None, "nodes", "No node records a goal, so completed conversations are not counted."
        )
    for at, name in enumerate(document.get("goals", ())):
        if names and name not in names:
            yield _warning("missing_goal", None, f"goals/{at}", f"No node records the goal “{name}”.")


def _phrases(document: Mapping[str, Any]) -> Iterator[Issue]:
    examples: list[tuple[str, str, str]] = []
    for name, intent in document.get("intents", {}).items():
        phrases = [phrase for phrases in intent.get("phrases", {}).values() for phrase in phrases]
        examples += [(name, normalise(phrase), phrase) for phrase in phrases]
        if len(phrases) < FEW_PHRASES:
            yield _warning(
                "few_phrases", None, f"intents/{name}/phrases",
                f"“{name}” has {len(phrases)} phrases; {FEW_PHRASES} or more are recognised better.",
            )  # fmt: skip
    yield from _overlaps(examples)


def _overlaps(examples: list[tuple[str, str, str]]) -> Iterator[Issue]:
    """Phrases of two intents that are the same or nearly so, the first of them."""
    alike = sorted(islice(overlaps([(name, text) for name, text, _ in examples]), OVERLAPS))
    for (name, _, phrase), (other_name, _, other) in ((examples[place], examples[before]) for place, before in alike):
        yield _warning(
            "phrases_overlap", None, f"intents/{name}/phrases",
            f"“{phrase}” of “{name}” is nearly “{other}” of “{other_name}”.",
        )  # fmt: skip


def _channel_limits(document: Mapping[str, Any]) -> Iterator[Issue]:
    for name, node in document["nodes"].items():
        for path, texts in texts_of_node(node):
            most = TITLE_LENGTH if re.search(r"label$", path) else TEXT_LENGTH
            for language, text in (texts or {}).items():
                longest = max((len(variant) for variant in ([text] if isinstance(text, str) else text)), default=0)
                if longest > most:
                    yield _warning(
                        "too_long", name, f"{path}/{language}",
                        f"{longest} characters; WhatsApp shows at most {most} here.",
                    )  # fmt: skip
        if len(node.get("options", ())) > BUTTONS:
            yield _warning(
                "too_many_buttons", name, "options",
                f"{len(node['options'])} options; WhatsApp shows at most {BUTTONS} as buttons.",
            )  # fmt: skip


_CHECKS: tuple[Callable[[Mapping[str, Any]], Iterator[Issue]], ...] = (
    _missing_nodes, _dead_ends, _loops, _expressions, _addresses, _placeholders, _missing_texts, _media, _silences,
    _leads, _unreachable, _goals, _phrases, _channel_limits,
)  # fmt: skip
