"""Calls on a bot's voice, its telephone in the browser, and the webhooks that calls are answered by."""

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.channels.messaging import intake
from app.channels.messaging.adapters.contract import NotGenuine, Outgoing
from app.channels.messaging.adapters.twilio import fields_of
from app.channels.messaging.models import ANSWERING, Deployment
from app.channels.messaging.service import (
    adapter_of,
    fail_deployment,
    languages_of,
    note_error,
    provider_address,
    try_call,
    webhook_url,
)
from app.channels.voice import calling, phone, service
from app.channels.voice.calling import CallReply, Heard
from app.channels.voice.figures import read_figures
from app.channels.voice.models import BotVoice
from app.channels.voice.recordings import recording_is_ready
from app.channels.voice.schemas import (
    BotVoiceSchema,
    HeardSchema,
    PhoneCallSchema,
    PhoneSpeechSchema,
    SpeechFiles,
    TestCallResultSchema,
    TestCallSchema,
    VoiceSchema,
)
from app.channels.voice.texts import is_number
from app.clients.models import Outlet
from app.core import clock, hours
from app.core.db.base import db, hold, rows_by_id
from app.core.errors import BeyondSchema, Conflict, Invalid, NotSignedIn
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in
from app.core.http.resources import Reply
from app.core.security.encryption import secret_end
from app.core.security.operations import LARGEST_BODY, UNAUDITED, WITHOUT_CREDENTIALS, Operation, needs
from app.core.security.visitor import can, require_user

blp = Blueprint("voice", __name__, url_prefix="/api/v1/bots", description="Bots on the telephone.")
hooks_blp = Blueprint("voice_hooks", __name__, url_prefix="/hooks/voice", description="Webhooks of telephone calls.")
OVER = ("completed", "busy", "failed", "no-answer", "canceled")
FORM_FIELDS = ("open", "week", "zone", "holidays")


@blp.get("/<int:bot_id>/voice", Operation(needs("read", "Bot"), revisioned=True, answer=BotVoiceSchema))
def get_voice(bot_id: int) -> Reply:
    """Retrieve the voice of a bot."""
    bot = get_bot(bot_id)
    row = service.get_voice(bot)
    return _representation(bot, row), etag(row)


@blp.put(
    "/<int:bot_id>/voice",
    Operation(
        needs("publish", "Bot"),
        audit="bot_voice:update",
        revisioned=True,
        body=VoiceSchema,
        answer=BotVoiceSchema,
        problems=(409,),
    ),
)
def set_voice(args: dict[str, Any], bot_id: int) -> Reply:
    """Update the voice of a bot, in every version at once."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: service.get_voice(bot), lambda row: {"current": _representation(bot, row)})
    form = {name: args.pop(name) for name in FORM_FIELDS if name in args}
    if "open" in form:
        args["hours"] = hours.hours_of(form)
    if "voices" in args:
        args["voices"] = {entry.pop("language"): entry for entry in args["voices"]}
    row = service.set_voice(bot, args)
    db.session.commit()
    return _representation(bot, row), etag(row)


def _representation(bot: Bot, row: BotVoice) -> dict[str, Any]:
    """Return a voice as it is answered."""
    values = service.DEFAULT | row.values
    prompts = [
        {"name": name, "language": language, "text": text, "ms": service.length_ms(text)}
        for name, texts in service.prompts_of(bot, values).items()
        for language, text in texts.items()
    ]
    own_numbers = service.numbers_of(bot)
    outlets = rows_by_id(Outlet, [number.outlet_id for number in own_numbers])
    numbers = [
        {name: getattr(number, name) for name in ("id", "account", "state", "environment")}
        | {
            "webhook_url": webhook_url(number),
            "outlet": getattr(outlets.get(number.outlet_id), "name", None),
            "account_end": secret_end(number.credentials.get("account_sid", "")),
        }
        for number in own_numbers
    ]
    languages = languages_of(bot)
    voices = [{"language": language} | voice for language, voice in values["voices"].items()]
    own_number = values["number"] or (numbers[0]["account"] if numbers else "")
    return values | {
        "voices": voices, "languages": languages, "sentences": prompts, "numbers": numbers,
        "locales": {language: service.usual_locale(language) for language in languages},
        "number": own_number, "warnings": service.warnings_of(bot, values),
        "is_open": service.is_open(bot, values, clock.now()), "revision": row.revision,
        "figures": read_figures(bot, values["consent"]) if can("read", "Dashboard") else None,
    }  # fmt: skip


# ---- test calls ---------------------------------------------------------------------------------------


@blp.post(
    "/<int:bot_id>/voice/test-call",
    Operation(
        needs("update", "Bot"),
        audit="bot_voice:test_call",
        body=TestCallSchema,
        answer=TestCallResultSchema,
        status=201,
        problems=(409,),
    ),
)
def place_test_call(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Place a test call to a phone, or start one in the browser without a number."""
    bot = get_bot(bot_id)
    if not args["to"]:
        return {"id": str(phone.start(bot, require_user())), "ok": True, "code": "", "detail": "", "ms": 0}
    if not is_number(args["to"]):
        raise Invalid({"to": [BeyondSchema("Must be a telephone number such as +91 98220 14422.")]})
    return _ring(bot, "".join(char for char in args["to"] if char not in " ()-"))


def _ring(bot: Bot, to: str) -> dict[str, Any]:
    """Have the provider ring a phone; the call is answered by the webhook like any other."""
    row = next((number for number in service.numbers_of(bot) if number.state in ANSWERING), None)
    if row is None:
        raise Conflict("Connect a telephone number first.", code="no_number")
    if not row.credentials.get("account_sid"):
        raise Conflict("Enter the provider's account id on the Channels tab first.", code="no_account_sid")
    adapter, key = adapter_of(row), row.id
    message = Outgoing("", thread=webhook_url(row))
    call = adapter.write(message, to, row.account, row.credentials, provider_address(row))
    receipt, ms = try_call(adapter, call, is_message=True)
    if not receipt.ok:
        row = db.session.get_one(Deployment, key)
        hold(row)
        (fail_deployment if receipt.is_denied else note_error)(row, receipt)
    db.session.commit()
    return {"id": receipt.ext_id, "ok": receipt.ok, "code": receipt.code, "detail": receipt.detail, "ms": ms}


@blp.get("/<int:bot_id>/voice/calls/<int:call_id>", Operation(needs("update", "Bot"), answer=PhoneCallSchema))
def get_phone_call(bot_id: int, call_id: int) -> dict[str, Any]:
    """Retrieve a test call in the browser."""
    bot = get_bot(bot_id)
    return phone.representation(bot, phone.get_call(bot, call_id, require_user()))


@blp.post(
    "/<int:bot_id>/voice/calls/<int:call_id>/turns",
    Operation(needs("update", "Bot"), audit=UNAUDITED, body=HeardSchema, answer=PhoneCallSchema),
)
def say_on_phone(args: dict[str, Any], bot_id: int, call_id: int) -> dict[str, Any]:
    """Send speech or keys in a test call; neither is a silence."""
    phone.say(phone.get_call(get_bot(bot_id), call_id, require_user()), args)
    bot = get_bot(bot_id)
    return phone.representation(bot, phone.get_call(bot, call_id, require_user()))


@blp.post(
    "/<int:bot_id>/voice/calls/<int:call_id>/speech",
    Operation(
        needs("update", "Bot"),
        audit=UNAUDITED,
        largest=phone.LARGEST + LARGEST_BODY,
        files=SpeechFiles,
        answer=PhoneSpeechSchema,
        problems=(409, 503),
        renders_answer=True,
    ),
)
def hear_on_phone(files: dict[str, Any], bot_id: int, call_id: int) -> dict[str, Any]:
    """Recognize a spoken answer of a test call without sending it to the bot."""
    call = phone.get_call(get_bot(bot_id), call_id, require_user())
    if "file" not in files:
        raise Invalid({"file": ["Missing data for required field."]})
    return phone.hear(call, files["file"].stream.read(phone.LARGEST + 1))


@blp.post(
    "/<int:bot_id>/voice/calls/<int:call_id>/hang-up",
    Operation(needs("update", "Bot"), audit=UNAUDITED, answer=PhoneCallSchema),
)
def hang_up_phone(bot_id: int, call_id: int) -> dict[str, Any]:
    """Hang up a test call."""
    bot = get_bot(bot_id)
    call = phone.get_call(bot, call_id, require_user())
    calling.end(call.id)
    db.session.commit()
    return phone.representation(bot, phone.get_call(bot, call_id, require_user()))


# ---- webhooks -----------------------------------------------------------------------------------------


def _genuine(deployment_id: int) -> tuple[Deployment, dict[str, str]]:
    """Return the number that a signed request is for, and the request's fields; what is not genuine is counted."""
    row = intake.find_deployment(service.CHANNEL, deployment_id)
    raw = intake.raw_request()
    try:
        adapter_of(row).check(raw, row.credentials)
    except NotGenuine as error:
        intake.note_refusal(row, error.reason)
        raise NotSignedIn("The signature does not fit.") from error
    fields = {name: values[-1] for name, values in fields_of(raw.body).items()}
    event = intake.keep_request(row, raw, "processed" if fields.get("CallSid") else "dead")
    event.reason = "" if fields.get("CallSid") else "no_call_id"
    sid = fields.get("AccountSid", "")
    if sid and not row.credentials.get("account_sid") and len(sid) <= calling.NUMBER_LENGTH:
        hold(row)
        row.keep_credentials(row.credentials | {"account_sid": sid})
    db.session.commit()
    return row, fields


def _twiml_response(row: Deployment, reply: CallReply | None) -> Response:
    hook = url_for("voice_hooks.answer_call", deployment_id=row.id)
    twiml = reply.twiml(hook) if reply is not None else b"<Response/>"
    response = Response(twiml, content_type="text/xml")
    response.headers["Cache-Control"] = "no-store"
    return response


@hooks_blp.post(
    "/<int:deployment_id>",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/xml", problems=(401, 404)),
)
def answer_call(deployment_id: int) -> Response:
    """Answer a call, or end the one that is over."""
    row, fields = _genuine(deployment_id)
    if fields.get("CallStatus") in OVER:
        return _end(row, fields)
    sid = fields.get("CallSid", "")[: calling.NUMBER_LENGTH]
    if not sid:
        return _twiml_response(row, None)
    is_ours = fields.get("Direction", "").startswith("outbound")
    caller = fields.get("To" if is_ours else "From", "")[: calling.NUMBER_LENGTH]
    is_test = is_ours or row.environment == "test"
    _, reply = calling.begin(get_bot(row.bot_id), row, sid, caller, traffic="test" if is_test else "real")
    return _twiml_response(row, reply)


@hooks_blp.post(
    "/<int:deployment_id>/turn",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/xml", problems=(401, 404)),
)
def take_turn(deployment_id: int) -> Response:
    """Receive a caller's speech or keys."""
    return _take(deployment_id, lambda fields: Heard(
        speech=fields.get("SpeechResult", "").strip()[:500], confidence=_confidence(fields.get("Confidence")),
        keys=fields.get("Digits", "")[:32],
    ))  # fmt: skip


@hooks_blp.post(
    "/<int:deployment_id>/dial",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/xml", problems=(401, 404)),
)
def take_transfer(deployment_id: int) -> Response:
    """Receive the result of a transfer."""
    return _take(deployment_id, lambda fields: Heard(dialled=fields.get("DialCallStatus", "failed")))


def _take(deployment_id: int, heard: Any) -> Response:
    """Take in a request of a call that is known; any other ends its call."""
    row, fields = _genuine(deployment_id)
    call = calling.find_call(str(row.id), fields.get("CallSid", ""))
    if call is None:
        return _twiml_response(row, calling.stored_answer(None))
    call_id = call.id
    db.session.rollback()
    return _twiml_response(row, calling.take(call_id, intake.raw_request().query.get("t", ""), heard(fields)))


def _confidence(text: str | None) -> float | None:
    """Return a confidence from 0 to 1; None of anything else."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


@hooks_blp.post(
    "/<int:deployment_id>/status",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/xml", problems=(401, 404)),
)
def take_status(deployment_id: int) -> Response:
    """Receive the state of a call."""
    row, fields = _genuine(deployment_id)
    return _end(row, fields) if fields.get("CallStatus") in OVER else _twiml_response(row, None)


def _end(row: Deployment, fields: Mapping[str, str]) -> Response:
    """End the call of a request that says it is over, if it is known."""
    call = calling.find_call(str(row.id), fields.get("CallSid", ""))
    if call is not None:
        calling.end(call.id, failed=fields["CallStatus"] != "completed", duration_s=_seconds(fields))
        _note_recording(call.id, fields)
        db.session.commit()
    return _twiml_response(row, None)


@hooks_blp.post(
    "/<int:deployment_id>/recording",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/xml", problems=(401, 404)),
)
def take_recording(deployment_id: int) -> Response:
    """Receive the address of a call's recording."""
    row, fields = _genuine(deployment_id)
    call = calling.find_call(str(row.id), fields.get("CallSid", ""))
    if call is not None and fields.get("RecordingStatus", "completed") == "completed":
        _note_recording(call.id, fields)
        db.session.commit()
    return _twiml_response(row, None)


def _note_recording(call_id: int, fields: Mapping[str, str]) -> None:
    if fields.get("RecordingUrl"):
        recording_is_ready(call_id, fields.get("RecordingSid", "")[:64], fields["RecordingUrl"][:500])


def _seconds(fields: Mapping[str, str]) -> int | None:
    text = fields.get("CallDuration", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


blueprints = (blp, hooks_blp)
