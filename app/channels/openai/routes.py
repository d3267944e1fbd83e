"""Calls of OpenAI's format; errors have its shape."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import orjson
from flask import Response, request

from app.channels.openai import service
from app.channels.openai.schemas import ChatCompletionSchema, ChatRefusalSchema, ChatSchema, ModelsSchema
from app.core import clock
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, DomainError
from app.core.http.api import PROBLEM, SpecifiedBlueprint
from app.core.http.outgoing import allowed_hosts
from app.core.security.operations import UNAUDITED, Answer, Operation, needs

View = TypeVar("View", bound=Callable[..., Any])
PREFIX = "/openai/v1"
SESSION, SESSION_LENGTH = "X-Session-Id", 200
TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
CODES = {401: "invalid_api_key"}
blp = SpecifiedBlueprint("openai", __name__, url_prefix=PREFIX, description="Bots as models, in OpenAI's format.")


@blp.after_app_request
def _serialize_errors(response: Response) -> Response:
    """Say what went wrong as the format has it: what does not fit a schema is a 400 there."""
    if not request.path.startswith("/openai/") or response.mimetype != PROBLEM:
        return response
    problem = orjson.loads(response.get_data())
    status = 400 if response.status_code == 422 else response.status_code
    usual = "server_error" if status >= 500 else "invalid_request_error"
    fields, code = problem.get("errors") or {}, problem.get("code") or None
    error = {
        "message": problem.get("detail") or problem.get("title", ""),
        "type": TYPES.get(status, usual),
        "param": next(iter(fields), None),
        "code": CODES.get(status, code),
    }
    response.status_code = status
    response.set_data(orjson.dumps({"error": error}))
    response.mimetype = "application/json"
    return response


REFUSALS = tuple(
    Answer(status, schema=ChatRefusalSchema, description="What went wrong")
    for status in (400, 401, 403, 404, 429, "default")
)


@blp.get("/models", Operation(needs("create", "Sandbox"), answer=ModelsSchema, answers=REFUSALS))
def list_models() -> dict[str, Any]:
    """List the bots that a token can talk to."""
    bots = [
        {"id": service.slug_of(bot), "object": "model", "created": _seconds(bot.created_at), "owned_by": "parley"}
        for bot in service.list_bots()
    ]
    return {"object": "list", "data": bots}


@blp.post(
    "/chat/completions",
    Operation(
        needs("create", "Sandbox"),
        audit=UNAUDITED,
        body=ChatSchema,
        answer=ChatCompletionSchema,
        answers=REFUSALS,
    ),
)
def complete_chat(args: dict[str, Any]) -> Any:
    """Create a bot's answer to a conversation, by its messages alone or in a session that a header names."""
    service.check_supported(args)
    model = service.find_model(args["model"])
    messages, session = args["messages"], _session()
    newest = next(message["text"] for message in reversed(messages) if message["role"] == "user" and message["text"])
    if session:
        text = service.say(model, session, newest, args["user"])
    else:
        hosts = allowed_hosts()
        text = service.complete(model, messages, args["user"], hosts)
    prompt, completion = service.tokens_of(*(message["text"] for message in messages)), service.tokens_of(text)
    usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    head = {"id": f"chatcmpl-{new_id()}", "created": _seconds(clock.now()), "model": args["model"]}
    if args["stream"]:
        with_usage = bool((args["stream_options"] or {}).get("include_usage"))
        events = _events(head, text, usage if with_usage else None)
        return Response(events, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return head | {"object": "chat.completion", "choices": [choice], "usage": usage}


def _seconds(at: Any) -> int:
    return int(at.timestamp())


def _session() -> str:
    """The session that the program has named, if any."""
    name = request.headers.get(SESSION, "").strip()
    if len(name) > SESSION_LENGTH:
        raise DomainError(
            f"A session's name has at most {SESSION_LENGTH} characters.", errors={SESSION: [BeyondSchema("Too long.")]}
        )
    return name


def _events(head: dict[str, Any], text: str, usage: dict[str, int] | None) -> Iterator[bytes]:
    """The events of a stream: one for each piece of the answer, the end, and what it has used where that is asked."""
    more = {} if usage is None else {"usage": None}

    def event(delta: dict[str, Any], reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return _event(head | {"object": "chat.completion.chunk", "choices": [choice]} | more)

    yield event({"role": "assistant", "content": ""})
    for piece in text.splitlines(keepends=True):
        yield event({"content": piece})
    yield event({}, "stop")
    if usage is not None:
        yield _event(head | {"object": "chat.completion.chunk", "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _event(value: dict[str, Any]) -> bytes:
    return b"data: " + orjson.dumps(value) + b"\n\n"
