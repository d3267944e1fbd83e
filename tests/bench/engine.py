"""The dialogue engine: steps a second without understanding, over whole conversations with each template."""

import time
from datetime import UTC, datetime
from typing import Any

from app.bots import templates
from app.bots.engine import Flow, State, compile_flow, new_state, step
from tests.bench.figures import Figure, amount, at_least, beside

SECONDS = amount(3.0, 0.1)
NOW, ZONE = datetime(2026, 11, 24, 4, 30, tzinfo=UTC), "Asia/Kolkata"
SAID = {
    "service-booking": (
        "book a service", "Vela", "Repair", "KA01AB1234", "tomorrow", "when are you open", "no, Friday", "10 am",
        "98450 12345", "yes", "5",
    ),
    "sales-enquiry": ("Test drive", "Terra", "शनिवार", "loan milta hai kya", "home", "9845012345", "skip", "Yes", "4"),
    "post-service-feedback": ("2", "the noise is back", "when is my next service", "yes", "9845012345"),
}  # fmt: skip
"""What people say to each template: buttons, values, an interruption, a correction, a rating."""
RUNS = amount(5, 1)


def _conversation(flow: Flow, texts: tuple[str, ...], number: int) -> int:
    """Hold one conversation; return its steps."""
    state: State = new_state(flow, session=f"b{number}", contact={"id": str(number), "first_name": "Asha"})
    events: list[dict[str, Any]] = [{"type": "start"}, *({"type": "text", "text": text} for text in texts)]
    for event in events:
        state = step(flow, state, event, now=NOW, zone=ZONE).state
    return len(events)


def rate(flow: Flow, texts: tuple[str, ...], seconds: float) -> float:
    """Steps a second of one processor, one conversation after another; other programs at work do not count."""
    begun, steps, number = time.process_time(), 0, 0
    while time.process_time() - begun < seconds:
        steps += _conversation(flow, texts, number)
        number += 1
    return steps / (time.process_time() - begun)


def measure() -> list[Figure]:
    """The best of several runs: other work on the machine only ever makes it slower."""
    results = []
    shares = SECONDS / RUNS
    flows = {name: compile_flow(templates.document_of(name, "en"), version="1") for name in SAID}
    best = {name: max(rate(flow, SAID[name], shares) for _ in range(RUNS)) for name, flow in flows.items()}
    for name, value in best.items():
        results.append(beside(f"steps/s of the template {name}", value))
    mean = len(best) / sum(1 / value for value in best.values())
    return [*results, at_least("steps/s of the engine without understanding", mean, 20_000)]
