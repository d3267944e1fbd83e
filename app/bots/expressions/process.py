"""Costly expressions run in a process of their own: each in a fork that the kernel ends at its limit.

The library holds the interpreter while it evaluates, so a limit inside a web process could not be kept. Each process of
the application that needs such a process has one; it begins with the first costly expression and ends with its owner.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from app.bots.expressions.bounds import Breach
from app.bots.expressions.evaluation import Expression, Request, evaluate

PATIENCE = 2.0
"""Seconds that an expression waits for its turn, and for an answer on a busy machine."""
MEMORY = 256 * 2**20
"""Bytes that evaluating may take beside what the process has."""
ROOT = Path(__file__).parents[3]
INHERITED = ("PATH", "LANG", "LC_", "COVERAGE")
"""How variables of the environment begin that the process is given."""
LARGEST = 4 * 2**20


class EvaluationError(ValueError):
    """An expression that could not be evaluated, as CEL says it."""


class Evaluator:
    """The process that evaluates for this one."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def evaluate(self, request: Request, seconds: float) -> tuple[Any, float]:
        """Return the result and the processor's seconds it took; Breach where it takes more than it may."""
        if not self._turn.acquire(timeout=PATIENCE):
            raise Breach("busy", "Too many costly expressions are being evaluated.")
        try:
            answer = self._ask(dict(request) | {"seconds": seconds})
        finally:
            self._turn.release()
        if "breach" in answer:
            raise Breach(answer["breach"], answer["detail"])
        if "error" in answer:
            raise EvaluationError(answer["error"])
        return answer["value"], float(answer["took"])

    def _ask(self, request: Request) -> Mapping[str, Any]:
        """Ask the process, started again where it has ended; one that does not answer in time is ended."""
        process = self._running()
        assert process.stdin is not None and process.stdout is not None  # noqa: S101 - Popen was given both pipes
        timer = threading.Timer(PATIENCE, process.kill)
        timer.daemon = True
        timer.start()
        try:
            _send(process.stdin, request)
            answer = _receive(process.stdout)
        except OSError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            self.stop()
            return {"breach": "time", "detail": "Evaluating was stopped."}
        return answer

    def _running(self) -> "subprocess.Popen[bytes]":
        """The process, started where this process has none; one that was inherited by a fork is its parent's."""
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app.bots.expressions.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                # Keys and addresses of databases are none of its business.
                env={name: value for name, value in os.environ.items() if name.startswith(INHERITED)},
            )
        return self._process

    def stop(self) -> None:
        """End the process; the next expression starts another."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


evaluator = Evaluator()


def _send(to: IO[bytes], message: Mapping[str, Any]) -> None:
    """Write a message with its length before it."""
    data = json.dumps(message).encode()
    to.write(len(data).to_bytes(4, "big") + data)
    to.flush()


def _receive(of: IO[bytes]) -> dict[str, Any] | None:
    """Read a message; None where there is none."""
    head = of.read(4)
    length = int.from_bytes(head, "big")
    data = of.read(length) if len(head) == 4 and length <= LARGEST else b""
    return dict(json.loads(data)) if len(data) == length and data else None


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Evaluate what is asked, each in a fork, until the owner has ended."""
    import cel  # noqa: F401 - before there are limits, and once for all forks

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (request := _receive(requests)) is not None:
        child = os.fork()
        if child == 0:
            _evaluate_within(request, answers)
        _, status = os.waitpid(child, 0)
        if status != 0:
            seconds = request["seconds"] * 1000
            _send(answers, {"breach": "time", "detail": f"Evaluating took more than {seconds:.0f} ms or its memory."})


def _evaluate_within(request: Request, answers: IO[bytes]) -> None:
    """Evaluate within the limits and answer; a breach of time ends this fork before it answers."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_memory() + MEMORY,) * 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    started_at = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, request["seconds"])
    answer: dict[str, Any]
    try:
        answer = {"value": evaluate(Expression(request["source"]), request)}
    except Breach as breach:
        answer = {"breach": breach.code, "detail": str(breach)}
    except MemoryError:
        os._exit(1)
    except Exception as error:
        answer = {"error": str(error)[:300]}
    signal.setitimer(signal.ITIMER_PROF, 0)
    _send(answers, answer | {"took": time.process_time() - started_at})
    os._exit(0)


def _memory() -> int:
    """The bytes this process has mapped."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
