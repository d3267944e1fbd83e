"""A bot's theme: its colours can be read, it goes with versions, and another one is shown for a while."""

import base64
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from PIL import Image

from app.channels.themes import contrast
from app.channels.themes.css import LARGEST
from app.channels.themes.schedules import MOST
from tests.app.channels import talking
from tests.app.channels.talking import ORIGIN, token
from tests.factories.bots import SMALL_FLOW, create_bot, publish_bot

As = Callable[..., FlaskClient]
GREEN = {"primary": "#1d4d3a", "bubble_user": "#1d4d3a"}
GOLD = {"primary": "#5c3b00", "bubble_user": "#5c3b00"}
YEAR_END = {"title": "Year end", "from": "2026-12-18T00:00", "to": "2027-01-04T00:00", "theme": GOLD}


@pytest.fixture(autouse=True)
def _early() -> Iterator[None]:
    """Let it be the first of December, when every schedule below is still to come."""
    with time_machine.travel("2026-12-01T00:00:00+00:00"):
        yield


def live(admin: FlaskClient) -> tuple[str, str]:
    """A live bot and its web token; without phrases, so that no version waits for a model."""
    return talking.live(admin, SMALL_FLOW)


def put(admin: FlaskClient, bot: str, body: dict[str, Any], revision: object = None) -> Any:
    """Change the working copy of a theme as it is now, or on a revision."""
    if revision is None:
        revision = admin.get(f"/api/v1/bots/{bot}/theme").json["revision"]
    return admin.put(f"/api/v1/bots/{bot}/theme", json=body, headers={"If-Match": f'"{revision}"'})


def plan(admin: FlaskClient, bot: str, **more: Any) -> Any:
    """Schedule a theme."""
    return admin.post(f"/api/v1/bots/{bot}/theme/schedule", json=YEAR_END | more)


def seen(client: FlaskClient, text: str, tag: str = "") -> Any:
    """What a widget is answered that knows an entity tag."""
    headers = {"Origin": ORIGIN} | ({"If-None-Match": tag} if tag else {})
    return client.get(f"/w/1/{text}/theme", headers=headers)


def picture(side: int = 40, form: str = "PNG") -> str:
    """A picture as an address."""
    out = io.BytesIO()
    Image.effect_noise((side, side), 90).convert("RGB").save(out, form)
    return f"data:image/{form.lower()};base64,{base64.b64encode(out.getvalue()).decode()}"


# ---- the working copy ---------------------------------------------------------------------------------


def test_a_theme_has_its_defaults_until_it_is_changed(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = admin.get(f"/api/v1/bots/{bot}/theme")
    assert answer.headers["ETag"] == '"0"' and answer.json["primary"] == "#005b78" and not answer.json["published"]
    changed = put(admin, bot, GREEN | {"radius": 4, "font": "serif", "launcher": "car", "csat": "thumbs"})
    assert changed.status_code == 200 and changed.headers["ETag"] == '"1"'
    theme = admin.get(f"/api/v1/bots/{bot}/theme").json
    assert (theme["primary"], theme["radius"], theme["font"], theme["launcher"]) == ("#1d4d3a", 4, "serif", "car")


def test_a_change_needs_the_revision_it_is_made_on(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    assert admin.put(f"/api/v1/bots/{bot}/theme", json=GREEN).status_code == 428
    assert put(admin, bot, GREEN).status_code == 200
    stale = put(admin, bot, GOLD, 0)
    assert stale.status_code == 412 and stale.json["current"]["primary"] == "#1d4d3a"
    assert put(admin, "99", GREEN, 0).status_code == 404


@pytest.mark.parametrize(("role", "status"), [("maintainer", 200), ("author", 403), ("subscriber", 403)])
def test_themes_have_abilities_of_their_own(as_: As, role: str, status: int) -> None:
    bot = create_bot(as_("admin"))
    assert put(as_(role), bot, GREEN, 0).status_code == status
    assert plan(as_(role), bot).status_code == (201 if status == 200 else 403)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"primary": "#ffee00"}, "on_primary"),
        ({"bubble_user": "#c98a1b"}, "bubble_user"),
        ({"bubble_user": "#c98a1b", "on_bubble_user": "#ffffff"}, "bubble_user"),
        ({"on_bubble_user": "#004050"}, "bubble_user"),
        ({"bubble_bot": "#303030"}, "bubble_bot"),
        ({"background": "#808080"}, "background"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_at_its_field(as_: As, body: dict[str, str], field: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = put(admin, bot, body)
    assert answer.status_code == 422 and field in answer.json["errors"]
    assert "4.5:1" in answer.json["errors"][field][0]
    assert admin.get(f"/api/v1/bots/{bot}/theme").json["revision"] == 0
    scheduled = plan(admin, bot, theme=body)
    assert scheduled.status_code == 422 and field in scheduled.json["errors"]["theme"]


def test_the_least_contrast_is_enough_and_a_little_less_is_not(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    assert put(admin, bot, {"primary": "#767676"}).status_code == 200
    refused = put(admin, bot, {"primary": "#777777"})
    assert refused.status_code == 422 and "4.4:1" in refused.json["errors"]["on_primary"][0]


def test_text_on_the_visitors_bubble_is_that_on_the_main_colour_where_it_is_left_out(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = put(admin, bot, {"primary": "#ffee00", "on_primary": "#000000", "bubble_user": "#ffee00"})
    assert answer.status_code == 200 and answer.json["on_bubble_user"] == "#000000"


def test_the_colours_of_panels_are_those_of_the_widget() -> None:
    source = Path("ui/widget/colours.ts").read_text()
    for colour in (
        contrast.INK, contrast.QUIET, contrast.ALERT, contrast.DARK_INK, contrast.DARK_QUIET, contrast.DARK_ALERT,
        contrast.DARK_SURFACE, contrast.DARK_GROUND,
    ):  # fmt: skip
        assert f'"{colour}"' in source


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"radius": 25}, "radius"),
        ({"primary": "red"}, "primary"),
        ({"font": "https://fonts.example/x.woff2"}, "font"),
        ({"launcher": "bell"}, "launcher"),
        ({"csat": "smileys"}, "csat"),
        ({"colour": "#ffffff"}, "colour"),
        ({"custom_css": "x" * (LARGEST + 1)}, "custom_css"),
        ({"custom_css": "é" * (LARGEST // 2 + 1)}, "custom_css"),
        ({"avatar": "https://evil.example/x.png"}, "avatar"),
        ({"avatar": "data:text/html;base64,PGI+"}, "avatar"),
        ({"avatar": "data:image/svg+xml;base64,PHN2Zy8+"}, "avatar"),
        ({"avatar": "data:image/png;base64,AAAA"}, "avatar"),
        ({"avatar": "data:image/png;base64,A"}, "avatar"),
    ],
)
def test_values_that_do_not_fit_are_refused_at_their_field(as_: As, body: dict[str, Any], field: str) -> None:
    admin = as_("admin")
    answer = put(admin, create_bot(admin), body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_a_picture_is_kept_up_to_its_size(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = put(admin, bot, {"avatar": picture()})
    assert answer.status_code == 200 and answer.json["avatar"].startswith("data:image/png;base64,")
    assert put(admin, bot, {"avatar": answer.json["avatar"]}).status_code == 200
    assert put(admin, bot, {"avatar": picture(200)}).status_code == 422


def test_own_css_is_cleaned_and_what_it_lost_is_listed(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    css = "@import url(x); .bubble { padding: 4px; position: fixed }"
    answer = put(admin, bot, {"custom_css": css})
    assert answer.json["custom_css"] == ".bubble { padding: 4px }"
    assert [rule["why"] for rule in answer.json["removed_css"]] == ["rule", "property"]
    assert "removed_css" not in admin.get(f"/api/v1/bots/{bot}/theme").json


def test_an_archived_bot_keeps_its_theme(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    revision = admin.get(f"/api/v1/bots/{bot}").json["revision"]
    headers = {"If-Match": f'"{revision}"'}
    admin.post(f"/api/v1/bots/{bot}/pause", json={"reason": "Closed"}, headers=headers)
    headers = {"If-Match": f'"{admin.get(f"/api/v1/bots/{bot}").json["revision"]}"'}
    assert admin.post(f"/api/v1/bots/{bot}/archive", headers=headers).status_code == 200
    assert put(admin, bot, GREEN).status_code == 409 and plan(admin, bot).status_code == 409


# ---- versions -----------------------------------------------------------------------------------------


def test_visitors_see_a_theme_when_its_version_is_live_and_the_one_before_after_a_roll_back(as_: As) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    put(admin, bot, GREEN | {"greeting": {"en": "Ask here.", "hi": " "}})
    assert seen(admin, text).json["primary"] == "#005b78"
    assert publish_bot(admin, bot).status_code == 201
    answered = seen(admin, text).json
    assert (answered["primary"], answered["greeting"]) == ("#1d4d3a", {"en": "Ask here."})
    assert admin.get(f"/api/v1/bots/{bot}/theme").json["published"]
    assert admin.post(f"/api/v1/bots/{bot}/versions/1/live").status_code == 200
    assert seen(admin, text).json["primary"] == "#005b78"


def test_a_draft_shows_its_working_copy(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    text = token(admin, bot)["token"]
    put(admin, bot, GREEN)
    assert seen(admin, text).json["primary"] == "#1d4d3a"


def test_restoring_a_version_brings_its_theme_back_and_can_be_undone(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    put(admin, bot, GREEN)
    assert admin.post(f"/api/v1/bots/{bot}/versions/1/restore").status_code == 200
    assert admin.get(f"/api/v1/bots/{bot}/theme").json["primary"] == "#005b78"
    assert admin.post(f"/api/v1/bots/{bot}/flow/backup").status_code == 200
    assert admin.get(f"/api/v1/bots/{bot}/theme").json["primary"] == "#1d4d3a"


def test_what_a_version_changes_names_its_theme_and_no_picture(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    put(admin, bot, GREEN | {"avatar": picture()})
    items = admin.get(f"/api/v1/bots/{bot}/flow/changes").json["items"]
    assert {item["name"] for item in items} == {"theme"} and "base64" not in str(items)
    publish_bot(admin, bot)
    put(admin, bot, GOLD)
    items = admin.get(f"/api/v1/bots/{bot}/flow/changes").json["items"]
    fields = {item["field"]: (item["before"], item["after"]) for item in items}
    assert fields["primary"] == ("#1d4d3a", "#5c3b00")


# ---- for a while --------------------------------------------------------------------------------------


def test_a_scheduled_theme_begins_and_returns_on_the_clients_clock(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    schedule = plan(admin, bot)
    assert schedule.status_code == 201 and schedule.json["zone"] == "Asia/Kolkata" and schedule.json["overlaps"] == []
    assert schedule.json["from"] == "2026-12-17T18:30:00+00:00" and schedule.json["state"] == "planned"
    colours, tags = [], []
    for moment in ("2026-12-17T18:29:59", "2026-12-17T18:30:00", "2027-01-03T18:29:59", "2027-01-03T18:30:00"):
        with time_machine.travel(f"{moment}+00:00", tick=False):
            answer = seen(client, text)
            colours.append(answer.json["primary"])
            tags.append(answer.headers["ETag"])
    assert colours == ["#005b78", "#5c3b00", "#5c3b00", "#005b78"]
    assert tags[0] == tags[3] and tags[1] == tags[2] != tags[0]


def test_an_open_widget_asks_by_its_tag_and_hears_of_a_change(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    tag = seen(client, text).headers["ETag"]
    same = seen(client, text, tag)
    assert same.status_code == 304 and same.data == b"" and same.headers["ETag"] == tag
    assert same.headers["Access-Control-Allow-Origin"] == ORIGIN and "max-age=60" in same.headers["Cache-Control"]
    put(admin, bot, GREEN)
    assert seen(client, text, tag).status_code == 304
    publish_bot(admin, bot)
    assert seen(client, text, tag).json["primary"] == "#1d4d3a"


def test_of_two_at_once_the_later_start_is_shown_and_both_say_so(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    first = plan(admin, bot).json
    second = plan(
        admin, bot, title="Christmas", theme=GREEN, **{"from": "2026-12-24T00:00", "to": "2026-12-27T00:00"}
    ).json
    touching = plan(
        admin, bot, title="New year", theme=GREEN, **{"from": "2027-01-04T00:00", "to": "2027-01-05T00:00"}
    ).json
    assert second["overlaps"] == [{"id": first["id"], "title": "Year end", "wins": True}]
    assert touching["overlaps"] == []
    listing = admin.get(f"/api/v1/bots/{bot}/theme/schedule").json["items"]
    assert listing[0]["overlaps"] == [{"id": second["id"], "title": "Christmas", "wins": False}]
    colours = {}
    for day in (20, 25, 28):
        with time_machine.travel(f"2026-12-{day}T12:00:00+00:00"):
            colours[day] = seen(client, text).json["primary"]
    assert colours == {20: "#5c3b00", 25: "#1d4d3a", 28: "#5c3b00"}


def test_without_a_theme_the_working_copy_is_scheduled_as_it_is_now(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    put(admin, bot, GREEN)
    body = {"from": "2026-12-18T00:00", "to": "2026-12-19T00:00+05:30"}
    assert admin.post(f"/api/v1/bots/{bot}/theme/schedule", json=body).status_code == 201
    put(admin, bot, {})
    with time_machine.travel("2026-12-18T12:00:00+00:00"):
        assert seen(client, text).json["primary"] == "#1d4d3a"


def test_a_schedule_is_changed_and_cancelled_on_its_revision(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    answer = plan(admin, bot, **{"from": "2026-12-01T00:00"})
    url, first = answer.headers["Location"], {"If-Match": answer.headers["ETag"]}
    assert admin.put(url, json=YEAR_END).status_code == 428 and admin.delete(url).status_code == 428
    changed = admin.put(
        url, json=YEAR_END | {"from": "2026-12-01T00:00", "title": "Holidays", "theme": None}, headers=first
    )
    assert changed.status_code == 200 and changed.json["theme"]["primary"] == "#5c3b00"
    assert admin.delete(url, headers=first).status_code == 412
    assert seen(client, text).json["primary"] == "#5c3b00"
    assert admin.get(url).json["state"] == "running"
    assert admin.delete(url, headers={"If-Match": changed.headers["ETag"]}).status_code == 204
    assert seen(client, text).json["primary"] == "#005b78"
    assert admin.get(url).status_code == 404


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"to": "2026-12-18T00:00"}, "to"),
        ({"from": "2026-10-18T00:00", "to": "2026-11-18T00:00"}, "to"),
        ({"from": "soon"}, "from"),
        ({"from": None}, "from"),
        ({"title": " "}, "title"),
        ({"theme": {"radius": 99}}, "theme"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused_at_its_field(as_: As, more: dict[str, Any], field: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = plan(admin, bot, **more)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_a_bot_has_so_many_schedules_at_most(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answers = [plan(admin, bot).status_code for _ in range(MOST + 1)]
    assert answers == [201] * MOST + [409]


def test_a_schedule_of_another_bot_is_not_found(as_: As) -> None:
    admin = as_("admin")
    bot, other = create_bot(admin), create_bot(admin, name="Other")
    answer = plan(admin, bot)
    url = f"/api/v1/bots/{other}/theme/schedule/{answer.json['id']}"
    assert admin.get(url).status_code == 404
    assert admin.delete(url, headers={"If-Match": answer.headers["ETag"]}).status_code == 404
