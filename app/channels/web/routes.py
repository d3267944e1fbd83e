"""The web channel's own calls, for widgets on foreign pages, and the page on which a bot is tried."""

import json
import secrets
from typing import Any

from flask import Response, current_app, g, request

from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.engine.flow import PERSON_ID
from app.bots.understanding.service import understand
from app.channels.sessions import effects, live, service
from app.channels.sessions.dialogue import (
    ConversationInput,
    Progress,
    get_live_version,
    hear,
    hear_file,
    open_dialogue,
    rate_answer,
)
from app.channels.sessions.files import SentFile
from app.channels.sessions.models import ChannelSession
from app.channels.sessions.origins import campaign_marks
from app.channels.sessions.providers import check_file, offer_awaits, offer_shown, place_in_line, visit_of_offer
from app.channels.themes.service import visible_theme
from app.channels.tokens import service as tokens
from app.channels.tokens.models import BotToken
from app.channels.web.schemas import (
    AnswerRatingSchema,
    EventsArgs,
    NewAnswerRatingSchema,
    NewMessageSchema,
    NewSessionSchema,
    OfferAnswerSchema,
    OfferQuestionSchema,
    OpenedSchema,
    TrySchema,
    WebEventsSchema,
    WebFileForm,
    WebFiles,
    WidgetThemeSchema,
)
from app.channels.web.service import serialize_widget
from app.core import clock
from app.core.db import tenancy
from app.core.db.base import db, read_only, writing
from app.core.db.ids import new_id
from app.core.errors import Forbidden, NotFound, NotSignedIn, TooMany
from app.core.http.api import Blueprint
from app.core.realtime import ear
from app.core.security.limits import ADDRESS_FILES, OPENINGS, SESSION_FILES, TOKEN_OPENINGS, by_address, limits
from app.core.security.operations import LARGEST_UPLOAD, PUBLIC, UNAUDITED, WITHOUT_CREDENTIALS, Answer, Operation
from app.core.security.visitor import visitor
from app.core.values.emails import normal_email
from app.core.values.urls import is_web_url, split_url

blp = Blueprint("web_channel", __name__, url_prefix="/w/1", description="Web widget calls.")
own_blp = Blueprint("trying", __name__, url_prefix="/api/v1", description="Pages on which a bot is tried.")
PAGE_LENGTH = 300
DISCONNECTED = "This widget is not connected to a bot any more."
VALUE_LENGTH, VALUES = 500, 50


@blp.after_request
def _answer_origin(response: Response) -> Response:
    """Let pages of allowed origins read the answer; of a refusal nobody else may read more than its status."""
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.vary.add("Origin")
    origin = request.headers.get("Origin")
    if origin is None or response.status_code == 403:
        return response
    if request.method == "OPTIONS":
        response.status_code, response.data = 204, b""
        response.headers["Access-Control-Allow-Methods"] = "GET, POST"
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Max-Age"] = "7200"
    if request.method == "OPTIONS" or response.status_code >= 400 or g.get("origin_allowed"):
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response


def _own_origin() -> str:
    """The origin of our own pages."""
    return request.host_url.rstrip("/")


def _origin() -> str | None:
    """The origin of the page that asks."""
    origin = request.headers.get("Origin")
    if origin is None and request.headers.get("Sec-Fetch-Site") == "same-origin":
        return _own_origin()  # Browsers name no origin when a page reads from its own.
    return origin


def _check_origin(token: BotToken) -> None:
    """Refuse a page whose origin is not on the token's list, and remember it for the people of the bot."""
    origin = _origin()
    if not tokens.allows(token, origin, _own_origin()):
        if origin is not None and tokens.is_refusal_new(token, origin):
            key = token.id
            with writing():
                tokens.note_refusal(db.session.get_one(BotToken, key), origin)
                db.session.commit()
        raise Forbidden("This page may not use this widget. Add its origin to the token.", code="origin_not_allowed")
    g.origin_allowed = True


def _token(text: str) -> tuple[BotToken, Bot]:
    """The web token of a text with its bot, in whose workspace the request goes on; NotFound for any other."""
    row = tokens.find_token(text, "web")
    if row is None:
        raise NotFound(DISCONNECTED)
    tenancy.bind(row.workspace_id)
    bot = get_bot(row.bot_id)
    if bot.state in ("archived", "deleted"):
        raise NotFound(DISCONNECTED)
    return row, bot


def _session(session_id: int) -> tuple[ChannelSession, Bot]:
    """The session of the bearer, in whose workspace the request goes on; NotSignedIn for any other."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    match = service.find_session(session_id, secret.strip()) if scheme.lower() == "bearer" else None
    if match is None:
        raise NotSignedIn("This session is not known. Open a new one.")
    row, bot = match
    tenancy.bind(row.workspace_id)
    token = db.session.get(BotToken, int(row.account))
    is_gone = token is None or token.revoked_at is not None or bot.state in ("archived", "deleted")
    if token is None or is_gone or (token.expires_at is not None and token.expires_at <= clock.now()):
        raise NotSignedIn("This session is not known. Open a new one.")
    _check_origin(token)
    return row, bot


@blp.get(
    "/<string(length=34):token>/theme",
    Operation(
        WITHOUT_CREDENTIALS,
        answer=WidgetThemeSchema,
        answers=(Answer(304, description="The theme is the one that If-None-Match names"),),
    ),
)
def get_theme(token: str) -> Any:
    """Retrieve how the widget of a token looks and greets."""
    row, bot = _token(token)
    _check_origin(row)
    theme = visible_theme(bot)
    headers = {"ETag": f'"{theme.tag}"', "Cache-Control": "public, max-age=60"}
    if request.if_none_match.contains_weak(theme.tag):
        return Response(status=304, headers=headers)
    return serialize_widget(bot, theme), headers


@blp.post(
    "/sessions",
    Operation(
        WITHOUT_CREDENTIALS,
        audit=UNAUDITED,
        body=NewSessionSchema,
        answer=OpenedSchema,
        status=201,
        problems=(403, 404, 409, 429),
    ),
)
def open_session(args: dict[str, Any]) -> dict[str, Any]:
    """Create a conversation; the bot's first messages are events."""
    token, bot = _token(args["token"])
    windows = by_address(f"session:{token.id}", request.remote_addr or "", OPENINGS)
    windows.append((TOKEN_OPENINGS, f"token-sessions:{token.id}"))
    if not limits.has_room(windows) or not limits.hit(windows):
        raise TooMany(60, "Too many conversations were opened from here. Wait a little.")
    _check_origin(token)
    get_live_version(bot)
    key, secret = new_id(), secrets.token_urlsafe(24)
    user = _identify_visitor(token, args["user"])
    row = ChannelSession(
        id=key, workspace_id=bot.workspace_id, bot_id=bot.id, channel="web", account=str(token.id),
        ext_user=f"user:{user['id']}" if user else f"anon:{key}", secret_hash=tokens.digest(secret), version=0,
        outlet_id=token.outlet_id,
        sealed_state="", cursor=0, restarts=0, conversation_id=None, is_pause_announced=False, language=args["lang"],
        origin={
            "page": _page(args["page_url"]), "referrer": _page(args["referrer"]), **campaign_marks(args["page_url"]),
        },
        traffic="test" if tokens.is_trial(token, args["trial"]) else "real",
        recipient_id=visit_of_offer(bot, args["page_url"]),
    )  # fmt: skip
    if _origin() != _own_origin():
        # Trying the bot on our own page does not mean that it is installed.
        tokens.note_use(token, _page(args["page_url"]) or None)
    advanced = open_dialogue(row, bot, _contact(args["user"], user, key), _plain(args["vars"]))
    means = effects.means_of(bot, row.version)
    theme = visible_theme(bot).tag
    db.session.commit()
    effects.go_on(key, means, advanced)
    return {"session_id": key, "secret": secret, "cursor": 0, "theme_etag": theme}


@blp.post(
    "/offers",
    Operation(
        WITHOUT_CREDENTIALS,
        audit=UNAUDITED,
        body=OfferQuestionSchema,
        answer=OfferAnswerSchema,
        problems=(403, 404, 429),
    ),
)
def show_offer(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the offer that waits for a visitor; it counts as shown."""
    token, _bot = _token(args["token"])
    _check_origin(token)
    windows = by_address(f"offer:{token.id}", request.remote_addr or "", OPENINGS)
    if not limits.has_room(windows) or not limits.hit(windows):
        raise TooMany(60, "Too many offers were asked for from here. Wait a little.")
    user = _identify_visitor(token, args["user"])
    visitor_name = f"user:{user['id']}" if user else ""
    if not user or not offer_awaits(token, visitor_name):
        return {"offer": None}
    offer = offer_shown(token, visitor_name)
    db.session.commit()
    return {"offer": offer}


def _identify_visitor(token: BotToken, user: dict[str, Any] | None) -> dict[str, Any] | None:
    """The visitor as their page has proved them to be; None for one nobody has; Refused where that must not be."""
    if token.identity == "off":
        return None
    if user is None or user["id"] is None:
        if token.identity == "required":
            raise Forbidden("This widget is for visitors who are signed in.", code="identity_required")
        return None
    if not tokens.is_identified(token, user["id"], user["hash"] or ""):
        raise Forbidden("The page's proof of who the visitor is does not fit.", code="bad_identity")
    return user


def _contact(contact: dict[str, Any] | None, proved: dict[str, Any] | None, key: int) -> dict[str, Any]:
    """What a flow knows of its visitor."""
    attrs = _plain((contact or {}).get("attrs", {}))
    name = " ".join(str(attrs.get("name") or "").split())[:120]
    fields = {name: value for name, value in attrs.items() if name in ("email", "phone")}
    if isinstance(fields.get("email"), str):
        fields["email"] = normal_email(fields["email"]) or fields["email"]
    whole = {"name": name, "first_name": name.partition(" ")[0]} if name else {}
    return whole | fields | {"id": proved["id"] if proved else str(key)}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """The plain values of a page's object, short enough to be kept."""
    return {name: value for name, value in list(values.items())[:VALUES] if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    """Whether a value is a short text, a number, true, false or null."""
    return len(value) <= VALUE_LENGTH if isinstance(value, str) else isinstance(value, bool | int | float | None)


def _page(url: str) -> str:
    """A page's address without what may be personal in it."""
    if not is_web_url(url):
        return ""
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"[:PAGE_LENGTH]


@blp.post(
    "/sessions/<int:session_id>/messages",
    Operation(
        WITHOUT_CREDENTIALS,
        audit=UNAUDITED,
        body=NewMessageSchema,
        answer=WebEventsSchema,
        answers=(Answer(202, schema=WebEventsSchema),),
        problems=(401, 403, 429),
    ),
)
def say(args: dict[str, Any], session_id: int) -> tuple[dict[str, Any], int]:
    """Send a message; answers with the events, or 202 while the bot waits."""
    at = clock.now()
    with read_only():
        row, bot = _session(session_id)
        limits.admit("message", session_id)
        means, language = effects.means_of(bot, row.version), row.language
        utterance = _utterance(session_id, args)
        db.session.rollback()
    utterance.at = at
    if utterance.type == "text" and means.reference is not None:
        (utterance.parse,) = understand(means.reference, [utterance.text], language)
    advanced = hear(session_id, utterance)
    db.session.commit()
    advanced, is_done = effects.go_on(session_id, means, advanced)
    return _reply(session_id, advanced), 200 if is_done else 202


@blp.post(
    "/sessions/<int:session_id>/files",
    Operation(
        WITHOUT_CREDENTIALS,
        audit=UNAUDITED,
        largest=LARGEST_UPLOAD,
        files=WebFiles,
        form=WebFileForm,
        answer=WebEventsSchema,
        problems=(401, 403, 429),
    ),
)
def send_file(files: dict[str, Any], form: dict[str, Any], session_id: int) -> dict[str, Any]:
    """Send a photo or a PDF; answers with the events."""
    at = clock.now()
    with read_only():
        row, _bot = _session(session_id)
        limits.admit("message", session_id)
        windows = by_address(f"files:{row.account}", request.remote_addr or "", ADDRESS_FILES)
        windows.append((SESSION_FILES, f"session-files:{session_id}"))
        db.session.rollback()
    if not limits.has_room(windows) or not limits.hit(windows):
        raise TooMany(60, "Too many files were sent from here. Wait a little.")
    kind, checked = check_file(files["file"].stream.read(LARGEST_UPLOAD + 1))
    advanced = hear_file(session_id, SentFile(kind, checked), str(form["client_msg_id"]), at)
    db.session.commit()
    return _reply(session_id, advanced)


@blp.post(
    "/sessions/<int:session_id>/ratings",
    Operation(
        WITHOUT_CREDENTIALS,
        audit=UNAUDITED,
        body=NewAnswerRatingSchema,
        answer=AnswerRatingSchema,
        problems=(401, 403, 404, 429),
    ),
)
def rate_web_answer(args: dict[str, Any], session_id: int) -> dict[str, Any]:
    """Rate an answer from documents."""
    _session(session_id)
    limits.admit("message", session_id)
    rate_answer(session_id, args["event"], args["helpful"])
    db.session.commit()
    return {"helpful": args["helpful"]}


def _utterance(session_id: int, args: dict[str, Any]) -> ConversationInput:
    """A message as the dialogue takes it in."""
    client_id = str(args["client_msg_id"])
    if args["type"] == "choice":
        option = args["payload"]["id"]
        label = service.label_of(session_id, option)
        if option == PERSON_ID:
            # The widget's own button: it has its words in the visitor's language.
            label = args["text"].strip() or label
        return ConversationInput("choice", label, option, client_id)
    return ConversationInput("text", args["text"].strip(), None, client_id)


def _reply(session_id: int, advanced: Progress) -> dict[str, Any]:
    """What has come since a message of the visitor, up to their next one; read where it was said before."""
    own = [event for event in advanced.events if event.position > advanced.after]
    events = own or service.answer_to(session_id, advanced.after)
    cursor = events[-1].position if events else advanced.after
    return {"events": [service.representation(event) for event in events], "cursor": cursor}


@blp.get(
    "/sessions/<int:session_id>/events",
    Operation(
        WITHOUT_CREDENTIALS,
        query=EventsArgs,
        answer=WebEventsSchema,
        answers=(Answer(204, description="Nothing new in the time given"),),
        problems=(401, 403),
    ),
)
def get_events(args: dict[str, Any], session_id: int) -> Any:
    """List events after a cursor, waiting if there are none yet."""
    row, _bot = _session(session_id)
    events = service.events_after(session_id, args["after"])
    if events:
        return {"events": [service.representation(event) for event in events], "cursor": events[-1].position}
    if args["place"] is not None and (place := place_in_line(row)) not in (None, args["place"]):
        return {"events": [], "cursor": args["after"], "place": place}
    wait = request.environ.get("parley.wait")
    if args["wait"] and wait is not None:
        wait((live.KIND, row.id), args["after"], args["wait"])
        ear.attend(request.environ["parley.lot"])
    return Response(status=204, headers={"Cache-Control": "no-store"})


@blp.get("/<string(length=34):token>.js", Operation(WITHOUT_CREDENTIALS, content_type="text/javascript"))
def get_loader(token: str) -> Response:
    """Retrieve the script that a page embeds."""
    _token(token)
    return _script(_widget()["loader"], "public, max-age=300")


@blp.get("/panel-<string:digest>.js", Operation(WITHOUT_CREDENTIALS, content_type="text/javascript"))
def get_panel(digest: str) -> Response:
    """Retrieve the script that the widget loads when it is first opened."""
    name = _widget()["panel"]
    if name != f"panel-{digest}.js":
        raise NotFound("There is no such version of the widget.")
    return _script(name, "public, max-age=31536000, immutable")


def _widget() -> dict[str, Any]:
    """The names of the widget's files, as the build has written them."""
    path = current_app.extensions["site"].assets.folder / "widget.json"
    document: dict[str, Any] = json.loads(path.read_bytes())
    return document


def _script(name: str, cache: str) -> Response:
    """A file of the widget; any page may load it."""
    response: Response = current_app.extensions["site"].assets.send(name)
    response.headers["Cache-Control"] = cache
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@own_blp.get("/try/<string(maxlength=64):token>", Operation(PUBLIC, answer=TrySchema, problems=(404,)))
def try_bot(token: str) -> dict[str, Any]:
    """Retrieve what the trial page of a bot shows."""
    row = tokens.find_token(token, "web")
    if row is None:
        raise NotFound(DISCONNECTED)
    with tenancy.within(row.workspace_id):
        bot = get_bot(row.bot_id)
        widget = serialize_widget(bot, visible_theme(bot))
    if bot.state in ("archived", "deleted"):
        raise NotFound(DISCONNECTED)
    user = visitor().user
    is_own = user is not None and user.workspace_id == row.workspace_id
    return {
        "bot": widget["name"],
        "languages": widget["languages"],
        "published": bot.live_version is not None,
        "trial": tokens.sign_trial(row) if is_own else "",
    }


blueprints = (blp, own_blp)
