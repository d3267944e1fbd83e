"""Running nodes: from one node to the next until a question is asked, an effect is waited for or the session ends."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

from app.bots.engine import texts
from app.bots.engine.flow import SKIP_ID, Flow
from app.bots.engine.leads import read_lead
from app.bots.engine.phrases import CLOSED, SORRY
from app.bots.engine.state import STACK, State
from app.bots.expressions import GIVEN, Breach, Expression, costs
from app.bots.expressions.bounds import bound_value
from app.bots.expressions.evaluation import evaluate
from app.bots.expressions.process import EvaluationError, evaluator
from app.core.hours import closed_days, is_open, open_times
from app.core.values import Value, find_named, find_values
from app.core.values.reading import distinct

NODES: Final = 100
"""Nodes one step may run; the next one is the error `step_limit`."""
DAYS_AHEAD: Final = 120
SLOT_MINUTES: Final = 30
MOST_SLOTS: Final = 30
"""How far a calendar knows which days are closed, and the times of day that it offers."""
QUESTIONS: Final = ("choice", "input", "rate")
INLINE: Final = 10_000
"""The largest cost of an expression that is evaluated here; a costlier one is evaluated in a process of its own."""
STEP_COST: Final = 500_000
"""The cost of all that one step compiles and evaluates here: 50 ms."""
STEP_SECONDS: Final = 0.05
"""The processor's seconds that a step has in the other process, and the least that one expression is counted with."""
LEAST_SECONDS: Final = 0.001
COMPILE: Final = 20
"""What compiling one character of an expression costs."""
WARNINGS: Final = 50
"""Warnings about unset variables in the trace of a step."""
CALLED: Final = ("name", "phone")
"""Variables by which a visitor is called back; what a conversation has not asked is taken from its contact."""
UNPROMPTED: Final = ("text", "number", "rating", "one_of")
"""Kinds of input that no earlier text fills, as nearly any text would."""


T = TypeVar("T")


class Stop(Exception):
    """The step is over: the conversation waits or has ended."""


class Run:
    """One step under way: the state it changes and what it says, asks to be done and reports."""

    def __init__(self, flow: Flow, state: State, now: datetime, zone: str) -> None:
        """Begin a step on a state of its own."""
        self.flow, self.state, self.now, self.zone = flow, state, now, zone
        self.replies: list[dict[str, Any]] = []
        self.effects: list[dict[str, Any]] = []
        self.trace: dict[str, Any] = {"path": [], "set": {}, "warnings": [], "errors": []}
        self.answer: dict[str, Any] = {}
        """The text that has answered a question in this step, and the kinds of input that it was `used` for."""
        self._filling = texts.Filling(flow, state)
        self._owed: tuple[str, Mapping[str, Any], int] | None = None
        self._count = 0
        self._is_limited = False
        self._cost, self._seconds = 0, STEP_SECONDS

    # Saying

    def say(self, node_id: str | None, text: Mapping[str, Any] | None, **more: Any) -> None:
        """Add a reply; without text and anything else there is none."""
        content = self.text(node_id, text)
        if content or more:
            kind = more.pop("kind", "text")
            self.replies.append(
                {"kind": kind, "text": content, "language": self.state["language"], "node": node_id} | more
            )

    def owe(self, node_id: str, text: Mapping[str, Any]) -> None:
        """Note what is to be said if the way from here says nothing."""
        self._owed = node_id, text, len(self.replies)

    def pay(self) -> None:
        """Say what is owed, unless something was said since, or still waits to be."""
        if self._owed is not None and self.state["waiting"] is None and len(self.replies) == self._owed[2]:
            self.say(*self._owed[:2])
        self._owed = None

    def text(self, node_id: str | None, text: Mapping[str, Any] | None) -> str:
        """Return a text of a node with its variables filled in."""
        if not text:
            return ""
        visit = self.state["visits"].get(node_id, 0)
        picked = texts.pick(text, self.flow, self.state, node_id, visit)
        return self._fill(node_id, self._filling.text, picked)

    def data(self, node_id: str, value: Any) -> Any:
        """Return a text with variables as data."""
        return self._fill(node_id, self._filling.data, value)

    def call(self, node_id: str, node: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a call sends and where to, an empty address where it is none, and where its secrets go."""
        secrets: list[dict[str, Any]] = []
        self._filling.secrets = secrets
        call: dict[str, Any] = {
            "url": self._fill(node_id, lambda url: self._filling.address(url, "url"), node["url"]),
            "headers": self._fill(node_id, lambda data: self._filling.data(data, "headers"), node.get("headers", {})),
            "body": self._fill(node_id, lambda data: self._filling.data(data, "body"), node.get("body")),
        }
        return call | ({"secrets": secrets} if secrets else {})

    def link(self, node_id: str, template: str) -> str:
        """Return the address of a link; empty where it is none."""
        return self._fill(node_id, self._filling.link, template)

    def map_value(self, node_id: str, source: str) -> Any:
        """Return what a mapping names: a variable's value, or a text with its variables filled in."""
        if source in self.flow.types:
            return self.state["variables"].get(source)
        return self.data(node_id, source)

    def _fill(self, node_id: str | None, fill: Callable[[T], T], template: T) -> T:
        """Return something with its variables filled in; those that are not set are in the trace."""
        filled = fill(template)
        if self._filling.missing:
            room = WARNINGS - len(self.trace["warnings"])
            names = list(dict.fromkeys(self._filling.missing))[: max(0, room)]
            self.trace["warnings"] += [{"code": "unset_variable", "node": node_id, "name": name} for name in names]
            self._filling.missing.clear()
        return filled

    # Values

    def set(self, name: str, value: Any) -> None:
        """Set a variable; Breach where the value is larger than one may be."""
        self.state["variables"][name] = value = bound_value(value)
        self.trace["set"][name] = value

    def keep(self, node_id: str, value: Any) -> None:
        """Save the answer to a question, so that it can be corrected until something is done with it."""
        name = self.flow.nodes[node_id].get("save")
        if name:
            self.set(name, value)
            filled = [entry for entry in self.state["filled"] if entry["name"] != name]
            self.state["filled"] = [*filled, {"name": name, "node": node_id, "depth": len(self.state["stack"])}]

    def evaluate(self, node_id: str, source: str, kind: str = "") -> Any:
        """Return what an expression gives, as a variable of a type keeps it.

        EvaluationError where it fails, which is in the trace; Breach where it costs more than a step has.
        """
        try:
            return self._evaluate(source, kind)
        except Breach:
            raise
        except Exception as error:
            self.trace["errors"].append(
                {"code": "expression", "node": node_id, "expression": source, "detail": str(error)[:300]}
            )
            raise EvaluationError from error

    def _evaluate(self, source: str, kind: str) -> Any:
        """Evaluate here where the counted cost is small, else in the process for that."""
        expression = self._compile(source)
        names = self._names(expression)
        cost, weight = expression.estimate(names)
        if cost > costs.LARGEST:
            raise Breach("cost", f"“{source[:100]}” would take too long.")
        types = {name: self.flow.types[name] for name in names if name not in GIVEN}
        request = {"source": source, "names": names, "types": types, "now": self.now.isoformat(),
                   "zone": self.zone, "kind": kind}  # fmt: skip
        self._spend(cost if cost <= INLINE else 2 * weight)
        if cost <= INLINE:
            return evaluate(expression, request)
        if self._seconds < LEAST_SECONDS:
            raise Breach("time", f"This step took more than {STEP_SECONDS * 1000:.0f} ms.")
        value, seconds = evaluator.evaluate(request, self._seconds)
        self._seconds -= max(seconds, LEAST_SECONDS)
        return value

    def _compile(self, source: str) -> Expression:
        """The expression, compiled once for all steps."""
        expression = self.flow.expressions.get(source)
        if expression is None:
            self._spend(COMPILE * len(source))
            expression = self.flow.expressions[source] = Expression(source)
        return expression

    def _names(self, expression: Expression) -> dict[str, Any]:
        """The values that an expression reads."""
        constants = {name: self.state[name] for name in GIVEN if name in expression.names and name != "now"}
        return {
            name: self.state["variables"].get(name)
            for name in expression.names
            if name in self.flow.types and name not in GIVEN
        } | constants

    def _spend(self, cost: int) -> None:
        """Count a cost; Breach where it is more than a step has."""
        self._cost += cost
        if self._cost > STEP_COST:
            raise Breach("cost", "This step evaluates too much.")

    def assign(self, node_id: str, expressions: Mapping[str, str]) -> None:
        """Set variables to expressions; one that fails changes nothing."""
        for name, source in expressions.items():
            try:
                value = self.evaluate(node_id, source, self.flow.types.get(name, "text"))
            except EvaluationError:
                continue
            self.set(name, value)

    # Going on

    def run(self, node_id: str | None) -> None:
        """Run nodes from here until the conversation waits or ends."""
        try:
            while True:
                node_id = self._next(node_id)
        except Stop:
            return

    def _next(self, node_id: str | None) -> str | None:
        """Run one node, or end the path; a breach leads to the last resort."""
        try:
            return self._visit(node_id) if node_id is not None else self._end_path()
        except Breach as breach:
            return self._last_resort(breach, node_id)

    def recover(self, breach: Breach) -> None:
        """Go on after a breach outside any node."""
        try:
            node_id = self._last_resort(breach, self.state["open"])
        except Stop:
            return
        self.run(node_id)

    def _visit(self, node_id: str) -> str | None:
        """Run one node; return the next one, None at the end of the path."""
        self._count += 1
        if self._count > NODES:
            raise Breach("step_limit", f"A step can run {NODES} nodes at most.")
        node = self.flow.nodes[node_id]
        self.trace["path"].append(node_id)
        visits = self.state["visits"]
        visits[node_id] = visits.get(node_id, 0) + 1
        return NODE_TYPES[node["type"]](self, node_id, node)

    def _last_resort(self, breach: Breach, node_id: str | None) -> str:
        """Go where the fallback leads, once; after a second breach say so and wait for the next text."""
        self.trace["errors"].append({"code": breach.code, "node": node_id, "detail": str(breach)})
        then = self.flow.fallback.get("then")
        self.state.update(open=None, confirm=None, stack=[])
        if self._is_limited or then is None:
            if not self.replies:
                apology = texts.pick(SORRY, self.flow, self.state)
                self.replies.append({"kind": "text", "text": apology, "language": self.state["language"], "node": None})
            raise Stop
        self._is_limited, self._count = True, 0
        self._filling = texts.Filling(self.flow, self.state)
        return str(then)

    def _end_path(self) -> str | None:
        """Go back to what was interrupted: a question is asked again, a subroutine's caller goes on."""
        while self.state["stack"]:
            frame = self.state["stack"].pop()
            if frame.get("next"):
                return str(frame["next"])
            if frame.get("question"):
                self.state["tries"] = 0
                return str(frame["question"])
        self.state["open"] = None
        raise Stop

    def ask_again(self) -> None:
        """Put the open question once more."""
        node_id = self.state["open"]
        if node_id is not None:
            visits = self.state["visits"]
            visits[node_id] = visits.get(node_id, 0) + 1
            ask_question(self, node_id, self.flow.nodes[node_id])

    def fall_back(self, cause: str) -> None:
        """Count a miss: say so and ask again, or after enough of them go where the flow wants."""
        state, fallback = self.state, self.flow.fallback
        state["misses"] += 1
        self.trace["fallback"] = cause
        if state["misses"] > fallback.get("times", 2) and fallback.get("then"):
            state.update(misses=0, open=None, confirm=None)
            self.run(fallback["then"])
            return
        self.say(None, fallback.get("text") or SORRY)
        self.ask_again()

    def effect(self, kind: str, node_id: str | None, **more: Any) -> str:
        """Ask for something to be done outside; return its id, which stays the same when the step is repeated."""
        self.state["effects"] += 1
        effect_id = f"{self.state['session']}:{self.state['effects']}"
        self.effects.append({"type": kind, "id": effect_id, "node": node_id} | more)
        return effect_id

    def await_effect(self, kind: str, node_id: str, **more: Any) -> None:
        """Ask for something whose result is the next event."""
        effect_id = self.effect(kind, node_id, **more)
        self.state["waiting"] = {"type": kind, "id": effect_id, "node": node_id}
        self.state["open"] = None
        raise Stop

    def ask_handlers(self, text: str, cause: str, seconds: float) -> None:
        """Ask the bot's handlers for the answer to a text that the flow has none for; the open question stays open."""
        state = self.state
        effect_id = self.effect(
            "handler", None, text=text, language=state["language"], channel=state["channel"], version=self.flow.version,
            session=state["session"], sender=str(state["contact"].get("id") or state["session"]), timeout_s=seconds,
        )  # fmt: skip
        state["waiting"] = {"type": "handler", "id": effect_id, "node": None, "cause": cause}

    def quote(self, text: str, node_id: str | None = None, **more: Any) -> None:
        """Add a reply word for word: nothing in it is filled in."""
        reply = {"kind": "text", "text": text, "language": self.state["language"], "node": node_id}
        self.replies.append(reply | more)

    def seal(self) -> None:
        """What was answered so far has been acted upon: it cannot be corrected any more."""
        self.state["filled"], self.state["answered"] = [], []


Node = Mapping[str, Any]


def _message(run: Run, node_id: str, node: Node) -> str | None:
    more: dict[str, Any] = {}
    if node.get("buttons"):
        more["links"] = [
            {"label": run.text(node_id, link["label"]), "url": address}
            for link in node["buttons"]
            if (address := run.link(node_id, link["url"]))
        ]
    if node.get("media"):
        more["media"] = node["media"]
    run.say(node_id, node.get("text"), **more)
    return node.get("next")


def _question(run: Run, node_id: str, node: Node) -> str | None:
    """Go on where the answer is known already, else ask."""
    name = node.get("save")
    if name and name in run.state["answered"]:
        run.state["answered"].remove(name)
        value = run.state["variables"].get(name)
        run.trace.setdefault("reused", []).append(name)
        run.keep(node_id, value)
        return after_answer(run, node_id, value)
    earlier = _answer_before(run, node) if node["type"] == "input" else None
    if earlier is not None:
        run.trace.setdefault("filled", []).append(name or node_id)
        run.keep(node_id, earlier.value)
        return after_answer(run, node_id, earlier.value)
    run.state["tries"] = 0
    ask_question(run, node_id, node)
    raise Stop


def _answer_before(run: Run, node: Node) -> Value | None:
    """The value for an input that has been said already, by the text that began this path or has just answered.

    Each text is used once for a kind of input.
    """
    kind = kind_of(node)
    if kind in UNPROMPTED:
        return None
    for source in (*run.state["stack"][-1:], run.answer):
        if not source.get("text") or kind in source["used"]:
            continue
        values = distinct(find_kind(run, source["text"], node))
        # Of several it is not known which was meant: the question is asked.
        if len(values) == 1:
            source["used"] = [*source["used"], kind]
            return values[0]
    return None


def kind_of(node: Node) -> str:
    """Return what an input asks for: an entity's value, or a kind of value."""
    return str(node.get("entity") or node.get("kind", "text"))


def find_kind(run: Run, text: str, node: Node) -> list[Value]:
    """Return the values of the kind an input asks for that a text contains."""
    if node.get("entity"):
        return find_names(run, text, node)
    return find_values(text, node.get("kind", "text"), run.now, run.zone, hours=run.flow.hours)


def find_names(run: Run, text: str, node: Node) -> list[Value]:
    """Return the values of an input's entity that a text names."""
    return find_named(text, run.flow.names.get(node["entity"], {}))


def after_answer(run: Run, node_id: str, value: Any) -> str | None:
    """Return the node after an answer: a choice's own option may lead elsewhere, and so may skipping an input."""
    node = run.flow.nodes[node_id]
    if value is None and node.get("skip", {}).get("next"):
        return str(node["skip"]["next"])
    for option in node.get("options", ()):
        if option["id"] == value:
            run.trace.setdefault("options", []).append([node_id, value])
            run.assign(node_id, option.get("set", {}))
            return option.get("next") or node.get("next")
    return node.get("next")


def ask_question(run: Run, node_id: str, node: Node) -> None:
    """Say a question with what can be chosen, and wait for its answer."""
    run.state["open"], run.state["confirm"] = node_id, None
    more: dict[str, Any] = {}
    options = options_of(run, node)
    if options:
        more["options"] = options
    if node["type"] == "input":
        more["input"] = {"kind": node.get("kind", "text")} | _calendar_bounds(run, node)
    elif node["type"] == "rate":
        more["input"] = {"kind": "rating", "scale": node.get("scale", 5)}
    run.say(node_id, node.get("text"), kind="choice" if options else "text", **more)


def _calendar_bounds(run: Run, node: Node) -> dict[str, Any]:
    """The days and times a calendar leaves out and offers, where only those of business hours are meant."""
    if not node.get("open_only"):
        return {}
    times = open_times(run.flow.hours, SLOT_MINUTES)[:MOST_SLOTS]
    return {
        "closed": closed_days(run.flow.hours, run.now, run.zone, DAYS_AHEAD),
        **({"times": times} if node.get("kind") != "date" and times else {}),
    }


def options_of(run: Run, node: Node) -> list[dict[str, str]]:
    """Return what can be chosen at a question, with labels in the conversation's language."""
    if node["type"] == "choice":
        return [{"id": option["id"], "label": run.text(None, option["label"])} for option in node.get("options", ())]
    if node["type"] == "rate":
        lowest, scale = (0 if node.get("scale") == 10 else 1), node.get("scale", 5)
        return [{"id": str(n), "label": str(n)} for n in range(lowest, scale + 1)]
    if node.get("skip"):
        return [{"id": SKIP_ID, "label": run.text(None, node["skip"]["label"])}]
    return []


def _target(holder: Mapping[str, Any]) -> str | None:
    """Where a branch or a variant leads; None where it ends the path."""
    following: str | None = holder.get("next")
    return following


def _condition(run: Run, node_id: str, node: Node) -> str | None:
    conditions = run.trace.setdefault("conditions", [])
    for branch in node["branches"]:
        try:
            holds = run.evaluate(node_id, branch["if"]) is True
        except EvaluationError:
            holds = False
        conditions.append({"node": node_id, "if": branch["if"], "holds": holds})
        if holds:
            return _target(branch)
    return node.get("else")


def _set(run: Run, node_id: str, node: Node) -> str | None:
    run.assign(node_id, node.get("set", {}))
    return node.get("next")


def _call(run: Run, node_id: str, node: Node) -> None:
    run.say(node_id, node.get("text"))
    run.seal()
    run.await_effect(
        "call", node_id,
        method=node.get("method", "GET"), timeout_s=node.get("timeout_s", 6), **run.call(node_id, node),
    )  # fmt: skip


def _knowledge(run: Run, node_id: str, node: Node) -> None:
    query = run.text(node_id, node.get("text")) or run.state["last_text"]
    run.await_effect("knowledge", node_id, query=query, language=run.state["language"])


def _handoff(run: Run, node_id: str, node: Node) -> str | None:
    if node.get("call_back"):
        return _call_back(run, node_id, node)
    if not is_open(run.flow.hours, run.now, run.zone):
        run.trace["closed"] = True
        return next_when_closed(run, node_id)
    run.say(node_id, node.get("text"))
    run.seal()
    run.await_effect("handoff", node_id, queue=node.get("queue", ""))
    return None


def _call_back(run: Run, node_id: str, node: Node) -> str | None:
    """Note that the visitor wants to be called, by the name and the number there are, and go on."""
    state = run.state
    values = {key: state["variables"].get(key) or state["contact"].get(key) for key in CALLED}
    fields = {key: str(value) for key, value in values.items() if value}
    state["contact"] = state["contact"] | fields
    run.effect("call_back", node_id, queue=node.get("queue", ""), **({"name": "", "phone": ""} | fields))
    run.say(node_id, node.get("text"))
    run.seal()
    return node.get("next")


def _lead(run: Run, node_id: str, node: Node) -> str | None:
    """Keep a lead of the mapped variables; where they have no number or no vehicle, go where it fails."""
    fields = node.get("fields", {})
    values = {field: run.map_value(node_id, source) for field, source in fields.items()}
    lead = read_lead(values | ({"product": node["kind"]} if node.get("kind") else {}), run.zone)
    if node.get("save"):
        run.set(node["save"], lead is not None)
    if lead is None:
        run.trace["lead"] = False
        return node.get("failed") or node.get("next")
    run.trace["lead"] = True
    run.effect("lead", node_id, lead=lead, consent_text=_consent_text(run, fields.get("consent")))
    run.say(node_id, node.get("text"))
    run.seal()
    return node.get("next")


def _offer(run: Run, node_id: str, _node: Node) -> None:
    run.await_effect("offer", node_id, language=run.state["language"])


def _consent_text(run: Run, variable: str | None) -> str:
    """Return the text that a variable's answer was an answer to: what the visitor has agreed to."""
    asking = next((key for key, node in run.flow.nodes.items() if variable and node.get("save") == variable), None)
    return run.text(asking, run.flow.nodes[asking].get("text")) if asking is not None else ""


def next_when_closed(run: Run, node_id: str) -> str | None:
    """Return where a handoff leads that no person takes; where nothing is said there, the visitor is answered."""
    following: str | None = run.flow.nodes[node_id].get("closed")
    if following is None:
        run.say(node_id, CLOSED)
    else:
        run.owe(node_id, CLOSED)
    return following


def _goal(run: Run, node_id: str, node: Node) -> str | None:
    name = node["name"]
    if name not in run.state["goals"]:
        value = node.get("value")
        if isinstance(value, str):
            try:
                value = run.evaluate(node_id, value, "number")
            except EvaluationError:
                value = None
        run.state["goals"].append(name)
        run.effect("goal", node_id, name=name, value=value)
    run.say(node_id, node.get("text"))
    run.seal()
    return node.get("next")


def _jump(run: Run, node_id: str, node: Node) -> str | None:
    if node.get("back"):
        push(run, {"jump": node_id, "next": node.get("next")})
    return str(node["to"])


def push(run: Run, frame: dict[str, Any]) -> None:
    """Remember what is interrupted; beyond the limit the oldest is forgotten."""
    stack = run.state["stack"]
    if len(stack) >= STACK:
        stack.pop(0)
        run.trace["warnings"].append({"code": "stack_full"})
    stack.append(frame)


def _wait(run: Run, node_id: str, node: Node) -> None:
    run.say(node_id, node.get("text"))
    run.await_effect("wait", node_id, seconds=node["seconds"])


def _split(run: Run, node_id: str, node: Node) -> str | None:
    contact_id = run.state["contact"].get("id") or run.state["session"]
    variants = node["variants"]
    at = texts.share(contact_id, node_id, run.flow.version) % sum(variant.get("weight", 1) for variant in variants)
    for number, variant in enumerate(variants):
        at -= variant.get("weight", 1)
        if at < 0:
            run.trace.setdefault("split", {})[node_id] = number
            return _target(variant)
    return None


def _end(run: Run, node_id: str, node: Node) -> None:
    run.say(node_id, node.get("text"))
    end(run, node_id)
    raise Stop


def end(run: Run, node_id: str | None) -> None:
    """End the session: nothing that was interrupted comes back."""
    run.effect("end", node_id)
    run.state.update(
        ended=True, closed_by=node_id, thanked=False, open=None, confirm=None, waiting=None, stack=[], pending=[]
    )


NODE_TYPES: Final[dict[str, Callable[[Run, str, Node], str | None]]] = {
    "message": _message,
    "choice": _question,
    "input": _question,
    "rate": _question,
    "condition": _condition,
    "set": _set,
    "call": partial(_call),
    "knowledge": partial(_knowledge),
    "handoff": _handoff,
    "lead": _lead,
    "offer": partial(_offer),
    "goal": _goal,
    "jump": _jump,
    "wait": partial(_wait),
    "split": _split,
    "end": partial(_end),
}
