"""The media library of a bot through its calls: what is kept of a file, its sizes, where it is used, who sees it."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select

from app.bots.media import service
from app.bots.media.models import BotMedium, MediumFile
from app.core.db.base import db
from tests.app.channels.talking import Visitor, token
from tests.conftest import add_workspace
from tests.factories.bots import create_bot, publish_bot, put_flow
from tests.factories.customer_documents import PDF, SECRET, picture
from tests.factories.documents import pdf
from tests.factories.mail import do_jobs
from tests.factories.media import flow_with, library_of, upload_medium
from tests.factories.pictures import draw_picture, gif, png
from tests.factories.sandboxes import open_sandbox

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """A bot with an empty library."""
    return create_bot(admin)


def get_medium(admin: FlaskClient, bot: str, medium: str) -> dict[str, Any]:
    """A medium as it is answered."""
    answer = admin.get(f"{library_of(bot)}/{medium}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def codes(admin: FlaskClient, bot: str) -> list[tuple[str, str]]:
    """The errors of the working copy, with their paths."""
    return [(issue["code"], issue["path"]) for issue in admin.post(f"/api/v1/bots/{bot}/validation").json["errors"]]


def test_a_picture_is_kept_without_what_the_camera_added_and_made_in_its_sizes(
    app: Flask, admin: FlaskClient, bot: str, client: FlaskClient
) -> None:
    content = picture(2, "JPEG", size=(960, 640), secret=True)
    assert SECRET in content
    answer = upload_medium(admin, bot, content, "Vela red.jpg", alt="A red Vela")
    assert answer.status_code == 201, answer.text
    medium = answer.json
    assert (medium["name"], medium["kind"], medium["media_type"]) == ("Vela red", "image", "image/jpeg")
    assert (medium["width"], medium["height"], medium["alt"]) == (960, 640, {"en": "A red Vela"})
    assert medium["widths"] == [] and medium["progress"] == 0
    do_jobs(app)
    medium = get_medium(admin, bot, medium["id"])
    assert medium["widths"] == [320, 640] and medium["progress"] is None
    whole = client.get(medium["url"])
    assert whole.status_code == 200 and SECRET not in whole.data and len(whole.data) == medium["size"]
    for width, form in ((320, "webp"), (640, "avif")):
        smaller = client.get(medium["url"].replace("original", f"{width}.{form}"))
        assert smaller.mimetype == f"image/{form}" and len(smaller.data) < medium["size"]
        with Image.open(io.BytesIO(smaller.data)) as smaller_picture:
            assert smaller_picture.size == (width, round(width * 2 / 3))


def test_public_files_are_kept_for_ever_and_nothing_in_them_acts(
    admin: FlaskClient, bot: str, client: FlaskClient
) -> None:
    medium = upload_medium(admin, bot).json
    headers = client.get(medium["url"]).headers
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["X-Content-Type-Options"] == "nosniff"
    guide = upload_medium(admin, bot, pdf([[("Oil", "Change it yearly.")]]), "Owner's guide.pdf").json
    assert (guide["kind"], guide["pages"], guide["width"], guide["progress"]) == ("file", 1, None, None)
    assert 'filename="Owner\'s guide.pdf"' in client.get(guide["url"]).headers["Content-Disposition"]


def test_an_address_that_was_not_given_out_leads_nowhere(admin: FlaskClient, bot: str, client: FlaskClient) -> None:
    url = upload_medium(admin, bot).json["url"]
    _, _, _, workspace, digest, signature, form = url.split("/")
    for other in (
        f"/media/bots/{int(workspace) + 1}/{digest}/{signature}/{form}",
        f"/media/bots/{workspace}/{'0' * 64}/{signature}/{form}",
        f"/media/bots/{workspace}/{digest}/{'0' * 32}/{form}",
        f"/media/bots/{workspace}/{digest}/{signature}/9.webp",
        f"/media/bots/{workspace}/{digest}/{signature[:-1]}/{form}",
    ):
        assert client.get(other).status_code == 404, other
    assert client.get(url).status_code == 200


@pytest.mark.parametrize(
    "content",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", gif(), png(5000, 64), b"\x89PNG\r\n\x1a\n<script>", PDF[:-10],
     PDF, b"\0" * (20 * 2**20 + 1), b"GIF89a", b"MZ\x90\0"],
)  # fmt: skip
def test_what_is_no_picture_and_no_pdf_is_refused(admin: FlaskClient, bot: str, content: bytes) -> None:
    answer = upload_medium(admin, bot, content)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]
    assert db.session.scalars(select(MediumFile.id)).all() == []


def test_a_picture_of_more_than_two_megabytes_is_refused(admin: FlaskClient, bot: str) -> None:
    content = draw_picture("PNG", size=(64, 64)) + b"\0" * (2 * 2**20)
    assert "2 MB" in upload_medium(admin, bot, content).text


def test_webp_is_kept_as_what_every_provider_takes(admin: FlaskClient, bot: str) -> None:
    assert upload_medium(admin, bot, picture(3, "WEBP")).json["media_type"] == "image/jpeg"
    clear = upload_medium(admin, bot, draw_picture("WEBP", "RGBA", lossless=True)).json
    assert clear["media_type"] == "image/png"


def test_one_file_is_in_a_library_once_and_in_a_workspace_once(app: Flask, admin: FlaskClient, bot: str) -> None:
    first = upload_medium(admin, bot, name="a.png").json
    assert upload_medium(admin, bot, name="b.png").json["id"] == first["id"]
    other = create_bot(admin, name="Other")
    second = upload_medium(admin, other, name="c.png").json
    assert second["file"] == first["file"] and second["id"] != first["id"]
    do_jobs(app)
    forms = sorted(db.session.scalars(select(MediumFile.form)))
    assert forms == ["320.avif", "320.webp", "original"]
    for place, medium in ((bot, first["id"]), (other, second["id"])):
        assert db.session.scalars(select(MediumFile.id)).all()
        row = get_medium(admin, place, medium)
        answer = admin.delete(f"{library_of(place)}/{medium}", headers={"If-Match": f'"{row["revision"]}"'})
        assert answer.status_code == 204, answer.text
    db.session.expire_all()
    assert db.session.scalars(select(MediumFile.id)).all() == []


def test_a_library_is_searched_by_name_text_and_kind(admin: FlaskClient, bot: str) -> None:
    upload_medium(admin, bot, picture(1), "vela.png", alt="लाल कार")
    upload_medium(admin, bot, picture(2), "nimbus.png", alt="A blue van")
    upload_medium(admin, bot, pdf([[("Oil", "Change it.")]]), "guide.pdf")

    def names(query: str) -> list[str]:
        return [row["name"] for row in admin.get(f"{library_of(bot)}?{query}").json["items"]]

    assert names("") == ["guide", "nimbus", "vela"]
    assert names("q=blue") == ["nimbus"] and names("q=VEL") == ["vela"] and names("q=लाल") == ["vela"]
    assert names("kind=file") == ["guide"] and names("kind=image&q=guide") == []
    assert admin.get(f"{library_of(bot)}?kind=video").status_code == 422
    assert admin.get(library_of(bot)).json["totals"]["media"] == 3


def test_name_and_texts_are_changed_by_language(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, alt="A car").json
    at = f"{library_of(bot)}/{medium['id']}"
    change = {"name": "Vela", "alt": {"hi": "एक कार"}}
    assert admin.patch(at, json=change).status_code == 428
    answer = admin.patch(at, json=change, headers={"If-Match": f'"{medium["revision"]}"'})
    assert (answer.json["name"], answer.json["alt"]) == ("Vela", {"en": "A car", "hi": "एक कार"})
    emptied = admin.patch(at, json={"alt": {"en": " "}}, headers={"If-Match": "*"})
    assert emptied.json["alt"] == {"hi": "एक कार"}
    for wrong in ({"alt": {"English": "?"}}, {"name": " "}, {"alt": {"en": "x" * 501}}, {"digest": "0"}):
        assert admin.patch(at, json=wrong, headers={"If-Match": "*"}).status_code == 422, wrong


def test_a_message_needs_a_medium_of_the_library_and_its_text(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot).json
    assert put_flow(admin, bot, flow_with("0" * 64)).status_code == 200
    assert ("missing_medium", "nodes/hello/media/file") in codes(admin, bot)
    assert publish_bot(admin, bot).status_code == 409
    assert put_flow(admin, bot, flow_with(medium["file"]), 2).status_code == 200
    assert codes(admin, bot) == [("missing_alt", "nodes/hello/media/alt")]
    at = f"{library_of(bot)}/{medium['id']}"
    admin.patch(at, json={"alt": {"en": "A car"}}, headers={"If-Match": "*"})
    assert codes(admin, bot) == []
    for wrong in ({"file": "A" * 64}, {"file": "short"}, {"alt": {"en": "x"}}):
        document = flow_with("0" * 64)
        document["nodes"]["hello"]["media"] = wrong
        assert put_flow(admin, bot, document, 3).status_code == 422, wrong


def test_uses_are_named_and_keep_a_medium_from_being_deleted(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, alt="A car").json
    at = f"{library_of(bot)}/{medium['id']}"
    put_flow(admin, bot, flow_with(medium["file"]))
    assert publish_bot(admin, bot).status_code == 201
    uses = admin.get(f"{at}/uses").json
    assert uses["working_copy"] == ["hello"]
    assert uses["items"] == [{"version": 1, "is_live": True, "nodes": ["hello"]}] and uses["total"] == 1
    counted = get_medium(admin, bot, medium["id"])
    assert (counted["nodes"], counted["live_nodes"]) == (1, 1)
    refused = admin.delete(at, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json["code"]) == (409, "in_use")
    assert get_medium(admin, bot, medium["id"])["file"] == medium["file"]


def test_another_bots_message_keeps_a_medium_too(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, alt="A car").json
    create_bot(admin, name="Other", flow=flow_with(medium["file"]))
    answer = admin.delete(f"{library_of(bot)}/{medium['id']}", headers={"If-Match": "*"})
    assert (answer.status_code, answer.json["code"]) == (409, "in_use")


def test_a_clone_has_the_library(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, alt="A car").json
    put_flow(admin, bot, flow_with(medium["file"]))
    clone = admin.post(f"/api/v1/bots/{bot}/clone", json={"name": "Twin"}).json["id"]
    (copied,) = admin.get(library_of(clone)).json["items"]
    assert (copied["file"], copied["alt"], copied["nodes"]) == (medium["file"], {"en": "A car"}, 1)
    assert codes(admin, clone) == []


def test_an_archived_bot_keeps_its_library_as_it_is(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot).json
    assert admin.post(f"/api/v1/bots/{bot}/archive", headers={"If-Match": "*"}).status_code == 200
    at = f"{library_of(bot)}/{medium['id']}"
    assert upload_medium(admin, bot, picture(7)).status_code == 409
    assert admin.patch(at, json={"name": "x"}, headers={"If-Match": "*"}).status_code == 409
    assert admin.delete(at, headers={"If-Match": "*"}).status_code == 409


def test_the_widget_learns_where_the_picture_is(app: Flask, admin: FlaskClient, client: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, picture(4, size=(800, 400)), alt="A car").json
    do_jobs(app)
    shower = create_bot(admin, name="Shower", flow=flow_with(medium["file"], alt={"en": "The new Vela"}))
    assert publish_bot(admin, shower).status_code == 201
    events = Visitor(client, token(admin, shower)["token"]).events()
    (medium_event,) = [event["media"] for event in events if event.get("media")]
    assert medium_event["alt"] == {"en": "The new Vela"} and medium_event["url"] == medium["url"]
    assert (medium_event["widths"], medium_event["width"], medium_event["height"]) == ([320, 640], 800, 400)
    assert client.get(medium_event["url"].replace("original", "640.avif")).status_code == 200


def test_the_sandbox_shows_the_picture(admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot, alt="A car").json
    put_flow(admin, bot, flow_with(medium["file"], ""))
    sandbox = open_sandbox(admin, bot)
    (message,) = [message for message in sandbox["messages"] if message["media"]]
    assert (message["text"], message["media"]["url"]) == ("", medium["url"])


def test_no_other_workspace_reaches_a_library(as_: As, admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot).json
    stranger = as_("admin", add_workspace("Elsewhere"))
    assert stranger.post(library_of(bot), data={}).status_code == 404
    assert list(admin.post(library_of(bot), data={}).json["errors"]) == ["file"]
    assert stranger.get(library_of(bot)).status_code == 404
    assert stranger.get(f"{library_of(bot)}/{medium['id']}").status_code == 404
    own = create_bot(stranger, flow=flow_with(medium["file"]))
    assert ("missing_medium", "nodes/hello/media/file") in codes(stranger, own)


def test_who_may_only_read_changes_nothing(as_: As, admin: FlaskClient, bot: str) -> None:
    medium = upload_medium(admin, bot).json
    reader = as_("subscriber")
    assert upload_medium(reader, bot).status_code == 403
    assert reader.delete(f"{library_of(bot)}/{medium['id']}", headers={"If-Match": "*"}).status_code == 403


def test_a_library_has_room_for_so_many(admin: FlaskClient, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 1)
    assert upload_medium(admin, bot, picture(1)).status_code == 201
    refused = upload_medium(admin, bot, picture(2))
    assert (refused.status_code, refused.json["code"]) == (409, "too_many")
    monkeypatch.setattr(service, "MOST", 9)
    monkeypatch.setattr(service, "MOST_BYTES", 10)
    assert upload_medium(admin, bot, picture(2)).json["code"] == "too_large"
    assert len(db.session.scalars(select(BotMedium.id)).all()) == 1
