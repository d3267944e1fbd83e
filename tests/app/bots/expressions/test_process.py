"""Costly expressions run where a limit ends them, and this process goes on."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from app.bots.expressions import Breach
from app.bots.expressions.process import EvaluationError, Evaluator

SECONDS = 0.05


@pytest.fixture
def evaluator() -> Any:
    """A process of its own for a test."""
    process = Evaluator()
    yield process
    process.stop()


def ask(evaluator: Evaluator, source: str, kind: str = "", seconds: float = SECONDS, **names: Any) -> Any:
    """What the process answers."""
    request = {"source": source, "names": names, "types": {}, "zone": "Asia/Kolkata", "kind": kind,
               "now": "2026-11-24T04:30:00+00:00"}  # fmt: skip
    return evaluator.evaluate(request, seconds)[0]


def test_it_evaluates_as_it_is_done_here(evaluator: Evaluator) -> None:
    assert ask(evaluator, "[1, 2].map(x, x * 2)") == [2, 4]
    assert ask(evaluator, "now", "date") == "2026-11-24"
    with pytest.raises(EvaluationError, match="division by zero"):
        ask(evaluator, "1 / 0")


def test_a_breach_ends_the_evaluation_alone(evaluator: Evaluator) -> None:
    numbers = [float(n) for n in range(1000)]
    with pytest.raises(Breach) as breach:
        ask(evaluator, "l.map(x, l)", l=numbers)
    assert breach.value.code == "time"
    process = evaluator._process
    assert ask(evaluator, "size(l)", l=numbers) == 1000
    assert evaluator._process is process, "only the fork was ended"


def test_the_process_is_given_no_secrets(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "not for expressions")
    assert ask(evaluator, "1 + 1") == 2
    assert evaluator._process is not None
    assert b"SECRET_KEY" not in Path(f"/proc/{evaluator._process.pid}/environ").read_bytes()


def test_memory_is_bounded_too(evaluator: Evaluator) -> None:
    with pytest.raises(Breach):
        ask(evaluator, f"size([{', '.join('s' * 150)}])", seconds=5, s="x" * 4_000_000)


@pytest.mark.parametrize(("source", "code"), [("s + s", "too_large"), ("l + l", "too_many_items")])
def test_a_result_is_bounded(evaluator: Evaluator, source: str, code: str) -> None:
    with pytest.raises(Breach) as breach:
        ask(evaluator, source, s="x" * 40_000, l=[1] * 600)
    assert breach.value.code == code


def test_a_process_that_was_ended_is_started_again(evaluator: Evaluator) -> None:
    assert ask(evaluator, "1 + 1") == 2
    assert evaluator._process is not None
    os.kill(evaluator._process.pid, signal.SIGKILL)
    evaluator._process.wait()
    assert ask(evaluator, "1 + 1") == 2
