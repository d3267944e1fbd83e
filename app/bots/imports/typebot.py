"""Bots of Typebot, versions 1 to 6: groups of blocks, joined by edges, with variables."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import urlencode

import orjson

from app.bots.engine.languages import detect_by_script
from app.bots.engine.texts import is_address_of_variables
from app.bots.flow.documents import UnreadableDocument
from app.bots.imports.drafts import MOST_NODES, MOST_OPTIONS, Draft
from app.bots.imports.shapes import line, mapping, number, rows, text
from app.core.values.urls import split_url

TITLE = "Typebot"
LOOKED_FOR = "“groups” with “edges” (Typebot)"
_BUBBLES = {"image": "Picture", "video": "Video", "audio": "Sound", "embed": "Embedded page"}
_INPUTS = {"text input": "text", "number input": "number", "email input": "email", "phone number input": "phone",
           "url input": "text", "date input": "date", "time input": "time"}  # fmt: skip
_CHOICES = ("choice input", "picture choice input")
_WAITING = (*_INPUTS, *_CHOICES, "rating input")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_WHY = {
    "file input": "There is no question for files.",
    "payment input": "There is no payment.",
    "Code": "JavaScript is not run.",
    "Script": "JavaScript is not run.",
    "Typebot link": "It leads to another bot, which is a file of its own.",
    "Email": "There is no node that sends mail.",
    "webhook": "Its address is missing or has a variable as its host.",
}
_SECRET = re.compile(r"authori[sz]ation|cookie|api.?key|token|secret|password", re.IGNORECASE)
_WHOLE_VARIABLE = re.compile(r"\s*\{\{([^{}=]+)\}\}\s*")
_ARITHMETIC = re.compile(r"[\s\d.+\-*/()]+")
_VARIABLE = re.compile(r"\{\{([^{}]+)\}\}")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_PLAIN = re.compile(r"[\w\s.,!?:'’@#%&/-]*")
_PATH = re.compile(r"[A-Za-z_]\w{0,40}(\.[A-Za-z_]\w{0,40}){0,6}")


class _Block(NamedTuple):
    """A block with its place in the file."""

    group: str
    title: str
    at: int
    id: str
    type: str
    data: dict[str, Any]


def is_like(document: Any) -> bool:
    """Whether a document is a bot of this kind."""
    parts = mapping(document)
    has_groups = any(
        "blocks" in group or "steps" in group for group in rows(parts.get("groups") or parts.get("blocks"))
    )
    return has_groups and isinstance(parts.get("edges"), list)


def read_bot(document: dict[str, Any]) -> tuple[Draft, dict[str, Any], str]:
    """Return the draft of a bot, its flow and the version of the format."""
    reading = _Reading(document)
    version = line(document.get("version"))[:8] or ("1" if "groups" not in document else "3")
    return reading.draft, reading.flow(), version


class _Reading:
    """One file on its way into a draft."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Index blocks, edges and variables."""
        self.document = document
        self.groups = {text(group.get("id")): list(_blocks(group)) for group in _groups(document)}
        self.blocks = {block.id: block for blocks in self.groups.values() for block in blocks}
        if len(self.blocks) > MOST_NODES:
            raise UnreadableDocument(f"This bot has more than {MOST_NODES} blocks; split it into several bots.")
        self.edges = {text(edge.get("id")): mapping(edge.get("to")) for edge in rows(document.get("edges"))}
        self.draft = Draft([_language(self.blocks.values())])
        self.variables = {
            text(row.get("id")): line(row.get("name"))
            for row in rows(document.get("variables"))
            if line(row.get("name"))
        }
        for name in self.variables.values():
            self.draft.variable(name)
        self.numeric = self._numeric()
        self.questions = {block.id: question for block, question in self._questions()}
        merged = {question.id for question in self.questions.values()}
        self.names = {
            block.id: self.draft.name(f"{block.title} {block.type}" if block.at else block.title or block.type)
            for block in self.blocks.values()
            if block.type not in ("start", "Jump", "Return") and block.id not in merged and not _is_blank(block)
        }

    def flow(self) -> dict[str, Any]:
        """Return the document, after every block has found its place."""
        for block in self.blocks.values():
            if block.id in self.names:
                self._place(block)
            elif block.type == "Jump":
                self.draft.understand(_location(block), "Jump", note="The block before leads there.")
        if self.document.get("theme"):
            self.draft.miss("Theme", "Colours and fonts are set in the theme of a bot here.")
        return self.draft.finish(self._start())

    # ways

    def _start(self) -> str | None:
        event = next((row for row in rows(self.document.get("events")) if row.get("type") == "start"), {})
        entry = next((block for block in self.blocks.values() if block.type == "start"), None)
        edge = text(event.get("outgoingEdgeId")) or (text(entry.data.get("outgoingEdgeId")) if entry else "")
        first = next((group for group, blocks in self.groups.items() if blocks and blocks[0].type != "start"), "")
        return self._target(edge) or self._entry(first, 0)

    def _target(self, edge: Any, seen: frozenset[str] = frozenset()) -> str | None:
        """The node an edge leads to."""
        to = self.edges.get(text(edge), {})
        is_old = "groupId" not in to
        group, block = text(to.get("blockId" if is_old else "groupId")), text(to.get("stepId" if is_old else "blockId"))
        return self._entry_at(group, block, seen)

    def _entry_at(self, group: str, block: str, seen: frozenset[str]) -> str | None:
        entry = self.blocks.get(block)
        return self._entry(group or (entry.group if entry else ""), entry.at if entry else 0, seen)

    def _entry(self, group: str, at: int, seen: frozenset[str] = frozenset()) -> str | None:
        """The first node at or behind a place of a group; blocks that are none are passed."""
        if len(seen) > 50:
            return None
        for block in self.groups.get(group, [])[at:]:
            if block.id in self.names:
                return self.names[block.id]
            if block.id in seen:
                return None
            passed = seen | {block.id}
            options = mapping(block.data.get("options"))
            if block.type == "Jump":
                return self._entry_at(text(options.get("groupId")), text(options.get("blockId")), passed)
            if block.data.get("outgoingEdgeId"):
                return self._target(block.data["outgoingEdgeId"], passed)
        return None

    def _next(self, block: _Block) -> str | None:
        """Where a block leads: along its edge, else to the one behind it."""
        edge = text(block.data.get("outgoingEdgeId"))
        return self._target(edge) if edge in self.edges else self._entry(block.group, block.at + 1)

    def _questions(self) -> Iterator[tuple[_Block, _Block]]:
        """Inputs with the text bubble before them, which becomes what they ask."""
        for blocks in self.groups.values():
            for before, block in pairwise(blocks):
                if block.type in _WAITING and before.type == "text" and not before.data.get("outgoingEdgeId"):
                    if _bubble_text(before):
                        yield block, before

    # blocks

    def _place(self, block: _Block) -> None:
        options = mapping(block.data.get("options"))
        if block.type == "text":
            self._add(block, {"type": "message", "text": self.draft.text(_bubble_text(block))}, "Text")
        elif block.type in _BUBBLES:
            self._medium(block)
        elif block.type in _INPUTS:
            self._input(block, options)
        elif block.type in _CHOICES:
            self._choice(block, options)
        elif block.type == "rating input":
            self._rating(block, options)
        elif block.type == "Condition":
            self._condition(block)
        elif block.type == "Set variable":
            self._set(block, options)
        elif block.type in ("Webhook", "webhook"):
            self._call(block, options)
        elif block.type == "Redirect":
            self._redirect(block, options)
        elif block.type == "Wait":
            self._wait(block, options)
        elif block.type == "AB test":
            self._split(block, options)
        else:
            self._unknown(block)

    def _add(self, block: _Block, node: dict[str, Any], what: str, note: str | None = None) -> None:
        ahead = {} if node["type"] in ("condition", "split") else {"next": self._next(block)}
        self.draft.add(self.names[block.id], node | ahead, where=_location(block), what=what, note=note)

    def _unknown(self, block: _Block, reason: str | None = None) -> None:
        kind = block.type or "Block"
        reason = reason or _WHY.get(block.type) or "There is nothing like it here."
        self.draft.place(
            self.names[block.id], where=_location(block), why=f"{kind}: {reason}", what=kind, ahead=self._next(block)
        )

    def _medium(self, block: _Block) -> None:
        url = self.draft.fill_variables(text(mapping(block.data.get("content")).get("url")))
        if not url or len(url) > 2000:
            self._unknown(block, "It has no address.")
        elif block.type == "image":
            self._add(block, {"type": "message", "media": {"url": url, "kind": "image"}}, "Picture")
        else:
            self._add(block, {"type": "message", "text": {self.draft.language: url}}, _BUBBLES[block.type],
                      "Its address is said.")  # fmt: skip

    def _input(self, block: _Block, options: dict[str, Any]) -> None:
        kind = _INPUTS[block.type]
        if kind == "date" and options.get("hasTime") is True:
            kind = "datetime"
        question, note = self._question(block)
        if options.get("isRange") is True:
            note = "A range of days is one day here."
        node = {"type": "input", "kind": kind, "text": question, "save": self._variable(options.get("variableId"))}
        self._add(block, node, block.type.capitalize(), note)

    def _question(self, block: _Block) -> tuple[dict[str, Any], str | None]:
        before = self.questions.get(block.id)
        labels = mapping(mapping(block.data.get("options")).get("labels"))
        return self.draft.question(_bubble_text(before) if before else text(labels.get("placeholder")))

    def _choice(self, block: _Block, options: dict[str, Any]) -> None:
        question, note = self._question(block)
        choices = list(self._options(block))
        if options.get("dynamicVariableId") or options.get("isMultipleChoice") is True:
            note = "Only the options that are written in the file can be chosen, one of them."
        if not choices:
            self._unknown(block, "Its options are made while the bot runs.")
            return
        if len(choices) > MOST_OPTIONS:
            note = f"Only the first {MOST_OPTIONS} options are here."
        save = self._variable(options.get("variableId"))
        node = {"type": "choice", "text": question, "options": choices[:MOST_OPTIONS], "save": save}
        self._add(block, node, f"Buttons, {len(choices)}", note)

    def _options(self, block: _Block) -> Iterator[dict[str, Any]]:
        used_ids = set[str]()
        for row in rows(block.data.get("items")):
            label = self.draft.text(text(row.get("content")) or text(row.get("title")) or text(row.get("value")))
            if not label:
                continue
            plain = line(row.get("content") or row.get("title") or row.get("value"))[:60]
            option_id, at = plain, 2
            while option_id in used_ids:
                option_id, at = f"{plain} {at}", at + 1
            used_ids.add(option_id)
            ahead = self._target(row.get("outgoingEdgeId"))
            yield {"id": option_id, "label": label} | ({"next": ahead} if ahead else {})

    def _rating(self, block: _Block, options: dict[str, Any]) -> None:
        length = number(options.get("length")) or 5
        question, note = self._question(block)
        if length not in (5, 10):
            note = "The scale is 5 or 10 here."
        node = {"type": "rate", "scale": 10 if length > 5 else 5, "text": question}
        self._add(block, node | {"save": self._variable(options.get("variableId"))}, "Rating", note)

    def _condition(self, block: _Block) -> None:
        branches, missed = [], 0
        for row in rows(block.data.get("items"))[:50]:
            test = self.draft.expression(self._test(mapping(row.get("content"))))
            ahead = self._target(row.get("outgoingEdgeId")) or self._next(block)
            if test is None:
                missed += 1
            else:
                branches.append({"if": test} | ({"next": ahead} if ahead else {}))
        node = {"type": "condition", "branches": branches, "else": self._next(block)}
        self._add(block, node, "Condition")
        if missed:
            self.draft.miss(
                _location(block), f"Condition: {missed} of its branches compare what cannot be compared here."
            )

    def _test(self, content: dict[str, Any]) -> str | None:
        tests = [self._comparison(row) for row in rows(content.get("comparisons"))[:10]]
        if not tests or None in tests:
            return None
        return (" || " if content.get("logicalOperator") == "OR" else " && ").join(f"({test})" for test in tests)

    def _comparison(self, row: dict[str, Any]) -> str | None:
        name = self._variable(row.get("variableId"))
        value = text(row.get("value"))
        if name is None:
            return None
        match = _WHOLE_VARIABLE.fullmatch(value)
        other = self.draft.find_variable(line(match[1])) if match else _quote(value)
        plain: dict[str, str] = {
            "Is set": f'{name} != null && {name} != ""',
            "Is empty": f'{name} == null || {name} == ""',
        }
        if name in self.numeric:
            plain = {"Is set": f"{name} != null", "Is empty": f"{name} == null"}
        texts = {
            "Contains": f"{name}.contains({other})",
            "Does not contain": f"{name} == null || !{name}.contains({other})",
            "Starts with": f"{name}.startsWith({other})",
            "Ends with": f"{name}.endsWith({other})",
        }
        operator = text(row.get("comparisonOperator"))
        if operator in plain or other is None:
            return plain.get(operator)
        sign = {"Equal to": "==", "Not equal": "!=", "Greater than": ">", "Less than": "<"}.get(operator)
        return self._write_comparison(name, sign, value, other) if sign else texts.get(operator)

    def _write_comparison(self, name: str, sign: str, value: str, other: str) -> str | None:
        size, is_number = number(value), name in self.numeric
        if size is not None and (is_number or sign in "<>"):
            return f"{name if is_number else f'double({name})'} {sign} {size!r}"
        return f"{name} {sign} {other}" if sign in ("==", "!=") or other in self.numeric else None

    def _set(self, block: _Block, options: dict[str, Any]) -> None:
        name = self._variable(options.get("variableId"))
        kind = text(options.get("type")) or "Custom"
        expression = text(options.get("expressionToEvaluate"))
        source = self.draft.expression(
            self._value(expression) if kind == "Custom" else '""' if kind == "Empty" else None
        )
        if name is None or source is None:
            self._unknown(block, f"“{expression[:60] or kind}” is no expression here; JavaScript is not run.")
            return
        self._add(
            block, {"type": "set", "set": {name: source}}, "Set variable", source if source != expression else None
        )

    def _value(self, written: str) -> str | None:
        """What is set as an expression: a number, arithmetic, a variable, or a text with variables in it."""
        match = _WHOLE_VARIABLE.fullmatch(written)
        if match:
            return self.draft.find_variable(line(match[1]))
        if len(written) > 1 and written[0] == written[-1] and written[0] in "\"'`" and written[0] not in written[1:-1]:
            return self._join_texts(written[1:-1])
        if _is_arithmetic(written):
            expression = _NUMBER.sub(
                lambda digits: repr(float(digits[0])), _VARIABLE.sub(self._count_variable, written)
            )
            return None if "\x00" in expression else expression
        return (
            self._join_texts(written) if _PLAIN.fullmatch(_VARIABLE.sub("", written)) and "()" not in written else None
        )

    def _count_variable(self, match: re.Match[str]) -> str:
        name = self.draft.find_variable(line(match[1]))
        return "\x00" if name is None else name if name in self.numeric else f"double({name})"

    def _join_texts(self, written: str) -> str | None:
        """Texts and variables, one behind another."""
        parts, at = list[str](), 0
        for match in _VARIABLE.finditer(written):
            name = self.draft.find_variable(line(match[1]))
            if name is None:
                return None
            parts += [_quote(written[at : match.start()]), f"string({name})" if name in self.numeric else name]
            at = match.end()
        parts.append(_quote(written[at:]))
        return " + ".join(part for part in parts if part != '""') or '""'

    def _numeric(self) -> set[str]:
        """The variables that hold numbers: those that are asked for as such or set to nothing but sums."""
        typed, sums, others = set[str](), set[str](), set[str]()
        for block in self.blocks.values():
            options = mapping(block.data.get("options"))
            name = self._variable(options.get("variableId"))
            if name is None:
                continue
            if block.type in ("number input", "rating input"):
                typed.add(name)
            elif block.type == "Set variable" and _is_arithmetic(text(options.get("expressionToEvaluate"))):
                sums.add(name)
            else:
                others.add(name)
        numeric = (typed | sums) - others
        for name in numeric:
            self.draft.kinds[name] = "number"
        return numeric

    def _call(self, block: _Block, options: dict[str, Any]) -> None:
        hook = mapping(options.get("webhook")) or mapping(block.data.get("webhook"))
        url = self.draft.fill_variables(text(hook.get("url")))
        parameters = [(text(row.get("key")), text(row.get("value"))) for row in rows(hook.get("queryParams"))]
        query = urlencode(
            [(key, self.draft.fill_variables(value)) for key, value in parameters if key and not _SECRET.search(key)],
            safe="{}",
        )
        url = f"{url}{'&' if '?' in url else '?'}{query}" if query else url
        if not url.startswith(("http://", "https://")) or len(url) > 2000 or is_address_of_variables(url):
            self._unknown(block, _WHY["webhook"])
            return
        method = text(hook.get("method")).upper()
        headers, secrets = self._headers(hook)
        secrets += sum(bool(_SECRET.search(key)) for key, _ in parameters)
        if secrets:
            self.draft.miss(_location(block), f"HTTP request: {secrets} secret left out; enter it again.")
        name = self.names[block.id]
        node = {"type": "call", "method": method if method in _METHODS else "POST", "url": url, "timeout_s": 10}
        node |= ({"headers": headers} if headers else {}) | self._body(hook, method)
        paths = self._response_paths(block, options)
        if paths:
            answer = self.draft.variable(f"{name} answer", "object")
            node |= {"save": answer}
            results = {ours: f"{answer}.{path}" for ours, path in paths.items()}
            after = self.draft.name(f"{name} values")
            self.draft.nodes[after] = {"type": "set", "set": results} | self._ahead(block)
        self.draft.add(name, node | {"next": after if paths else self._next(block)}, where=_location(block),
                       what=f"{node['method']} {split_url(url).netloc}")  # fmt: skip

    def _ahead(self, block: _Block) -> dict[str, str]:
        ahead = self._next(block)
        return {"next": ahead} if ahead else {}

    def _headers(self, hook: dict[str, Any]) -> tuple[dict[str, str], int]:
        fields = {text(row.get("key"))[:100]: text(row.get("value"))[:1900] for row in rows(hook.get("headers"))[:20]}
        safe = {
            key: self.draft.fill_variables(value) for key, value in fields.items() if key and not _SECRET.search(key)
        }
        return safe, sum(bool(_SECRET.search(key)) for key in fields)

    def _body(self, hook: dict[str, Any], method: str) -> dict[str, Any]:
        body = text(hook.get("body"))
        if not body or method == "GET":
            return {}
        filled = self.draft.fill_variables(body)
        try:
            return {"body": orjson.loads(filled)}
        except orjson.JSONDecodeError:
            return {"body": filled}

    def _response_paths(self, block: _Block, options: dict[str, Any]) -> dict[str, str]:
        """Which of our variables take which part of an answer."""
        paths: dict[str, str] = {}
        for row in rows(options.get("responseVariableMapping"))[:50]:
            name, path = self._variable(row.get("variableId")), text(row.get("bodyPath")).removeprefix("data.")
            if name and _PATH.fullmatch(path) and self.draft.expression(f"{name}.{path}"):
                paths[name] = path
            elif name:
                self.draft.miss(_location(block), f"HTTP request: “{path[:60]}” of the answer is not taken.")
        return paths

    def _redirect(self, block: _Block, options: dict[str, Any]) -> None:
        url = self.draft.fill_variables(text(options.get("url")))
        if not url:
            self._unknown(block, "It has no address.")
            return
        self._add(block, {"type": "message", "text": {self.draft.language: url[:2000]}}, "Redirect",
                  "The address is said; a bot opens no page.")  # fmt: skip

    def _wait(self, block: _Block, options: dict[str, Any]) -> None:
        seconds = number(options.get("secondsToWaitFor"))
        if seconds is None or not 0 < seconds <= 604_800:
            self._unknown(block, "How long it waits is not a number of seconds.")
            return
        self._add(block, {"type": "wait", "seconds": seconds}, "Wait")

    def _split(self, block: _Block, options: dict[str, Any]) -> None:
        share = int(min(max(number(options.get("aPercent")) or 50, 1), 99))
        ways = [self._target(row.get("outgoingEdgeId")) for row in rows(block.data.get("items"))[:2]]
        weights = zip((share, 100 - share), [*ways, None, None][:2], strict=True)
        variants = [{"weight": weight} | ({"next": way} if way else {}) for weight, way in weights]
        self._add(block, {"type": "split", "variants": variants}, "A/B test")

    def _variable(self, id_: Any) -> str | None:
        name = self.variables.get(text(id_))
        return self.draft.find_variable(name) if name else None


def _groups(document: dict[str, Any]) -> list[dict[str, Any]]:
    return rows(document.get("groups") or document.get("blocks"))


def _blocks(group: dict[str, Any]) -> Iterator[_Block]:
    for at, row in enumerate(rows(group.get("blocks") or group.get("steps"))):
        yield _Block(
            text(group.get("id")), line(group.get("title")), at, text(row.get("id")), text(row.get("type")), row
        )


def _location(block: _Block) -> str:
    return f"{block.title or block.group} · {block.at + 1}"


def _bubble_text(block: _Block) -> str:
    content = mapping(block.data.get("content"))
    rich = "\n".join(_lines(content.get("richText")))
    return rich.strip() or text(content.get("plainText"))


def _lines(rich: Any) -> Iterator[str]:
    """The paragraphs of a rich text."""
    for part in rows(rich):
        line_text = "".join(_runs(part))
        if line_text.strip():
            yield line_text


def _runs(part: dict[str, Any]) -> Iterator[str]:
    if isinstance(part.get("text"), str):
        yield part["text"]
    for child in rows(part.get("children")):
        yield from _runs(child)


def _is_blank(block: _Block) -> bool:
    return block.type == "text" and not _bubble_text(block)


def _language(blocks: Any) -> str:
    """The language most texts are in, by their script."""
    counts: dict[str, int] = {}
    for block in blocks:
        content = _bubble_text(block) if block.type == "text" else ""
        language = detect_by_script(content[:500]) or "en"
        counts[language] = counts.get(language, 0) + len(content)
    return max(counts, key=lambda language: counts[language], default="en")


def _is_arithmetic(written: str) -> bool:
    """Whether a text is a number or a sum of numbers and variables."""
    bare = _VARIABLE.sub("1", written)
    is_sum = bool(re.search(r"[\d}]\s*[+\-*/]", written)) or number(written) is not None
    return is_sum and len(written) <= 400 and _ARITHMETIC.fullmatch(bare) is not None


def _quote(written: str) -> str:
    """A text as an expression has it."""
    return orjson.dumps(written).decode()
