"""The profile: the specified shape from real rows, and what people may do to each other's posts, and not."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.people.seed import seed as seed_users
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.profile.models import Follow, Poll, PollOption, Source, Vote
from app.office.profile.posts import REMARKS
from app.office.profile.seed import seed
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import sign_in

OWN = "/api/v1/profile"
SignIn = Callable[..., FlaskClient]
COUNTED = ("likes", "comments", "share")


@pytest.fixture
def sample(workspace: Workspace) -> Workspace:
    """The workspace with the demonstration's people and what they share."""
    seed_users(workspace)
    assert seed(workspace) == 5 and seed(workspace) == 0
    db.session.commit()
    return workspace


@pytest.fixture
def asha(app: Flask, sample: Workspace) -> FlaskClient:
    """The first of them, signed in."""
    person = db.session.scalar(select(User).where(User.number == 1))
    assert person is not None
    return sign_in(app, person)[0]


def newest(client: FlaskClient) -> dict[str, Any]:
    """The newest post as this reader sees it."""
    post: dict[str, Any] = client.get(f"{OWN}/posts").json["items"][0]
    return post


def react(client: FlaskClient, post_id: str, kind: str, on: bool) -> Any:
    """Have a reader like or share something, or no longer."""
    return client.post(f"{OWN}/posts/{post_id}/reactions", json={"kind": kind, "on": on})


def test_the_specified_answer_is_made_of_the_rows(asha: FlaskClient) -> None:
    body = asha.get("/profile/data?anything=goes").json
    assert list(body) == ["header", "userAbout", "suggestedPages", "twitterFeeds", "post", "latestPhotos",
                          "suggestions", "polls"]  # fmt: skip
    assert body["header"] | {"coverImg": ""} == {"avatar": "", "username": "Asha Kulkarni", "coverImg": "",
                                                 "designation": "Head of customer conversations"}  # fmt: skip
    assert set(body["userAbout"]) == {"about", "joined", "lives", "email", "website"}
    assert set(body["suggestedPages"][0]) == {"avatar", "username", "subtitle", "favorite"}
    assert set(body["twitterFeeds"][0]) == {"imgUrl", "title", "id", "tags", "desc", "favorite"}
    assert all(isinstance(feed["tags"], str) for feed in body["twitterFeeds"])
    assert set(body["suggestions"][0]) == {"avatar", "name", "mutualFriend"}
    assert len(body["latestPhotos"]) == 6 and all(set(photo) == {"img"} for photo in body["latestPhotos"])
    assert [poll["result"] for poll in body["polls"]] == ["45%", "28%", "20%", "8%"]
    assert all(set(poll) == {"name", "result", "votedUser"} for poll in body["polls"])
    assert set(body["polls"][0]["votedUser"][0]) == {"img", "username"}


def test_a_specified_post_has_counts_as_texts(asha: FlaskClient) -> None:
    posts = asha.get("/profile/data").json["post"]
    assert len(posts) == 5 and [("postImg" in post) for post in posts] == [False, True, False, True, True]
    post = posts[0]
    keys = {"avatar", "username", "postTime", "postText", "likes", "youLiked", "comments", "share", "likedUsers",
            "likedCount", "detailedComments"}  # fmt: skip
    assert set(post) == keys
    assert [post[key] for key in COUNTED] == ["9", "2", "1"] and post["youLiked"] is False
    assert len(post["likedUsers"]) + post["likedCount"] == 9
    assert set(post["likedUsers"][0]) == {"avatar", "username"}
    assert set(post["detailedComments"][0]) == {"avatar", "username", "comment", "commentsLikes", "youLiked"}
    assert post["detailedComments"][0]["commentsLikes"] == 3
    text = asha.get("/profile/data").text
    assert "null" not in text


@pytest.mark.parametrize("path", ["/profile/data", OWN, f"{OWN}/posts"])
def test_it_is_for_people_who_are_signed_in(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Accept": "application/json"}).status_code == 401


def test_a_workspace_where_nobody_shares_anything_has_an_empty_profile(as_: SignIn) -> None:
    reader = as_("subscriber")
    body = reader.get("/profile/data").json
    lists = ("suggestedPages", "twitterFeeds", "post", "latestPhotos", "suggestions", "polls")
    assert not any(body[key] for key in lists)
    assert reader.get(OWN).json["poll"] is None and reader.get(f"{OWN}/posts").json["items"] == []


def test_likes_are_counted_once_a_person_and_taken_back(asha: FlaskClient, as_: SignIn) -> None:
    post = newest(asha)
    for _ in range(2):
        liked = react(asha, post["id"], "like", True).json
        assert (liked["likes"], liked["liked"]) == (post["likes"] + 1, True)
    other = as_("editor")
    assert react(other, post["id"], "like", True).json["likes"] == post["likes"] + 2
    assert newest(other)["liked"] and asha.get("/profile/data").json["post"][0]["youLiked"]
    for _ in range(2):
        assert react(asha, post["id"], "like", False).json["likes"] == post["likes"] + 1
    shared = react(asha, post["id"], "share", True).json
    assert (shared["shares"], shared["shared"], shared["likes"]) == (2, True, post["likes"] + 1)


def test_comments_are_liked_like_posts(asha: FlaskClient) -> None:
    remark = newest(asha)["remarks"][0]
    assert react(asha, remark["id"], "like", True).json["likes"] == 4
    again = newest(asha)["remarks"][0]
    assert (again["likes"], again["liked"]) == (4, True)


def test_what_one_says_is_shown_last_and_taken_away_by_its_owner(asha: FlaskClient, as_: SignIn) -> None:
    post = newest(asha)
    comment = asha.post(f"{OWN}/posts/{post['id']}/comments", json={"text": "  Well\ndone  "})
    assert (comment.status_code, comment.json["text"], comment.json["removable"]) == (201, "Well\ndone", True)
    latest = newest(asha)
    assert latest["comments"] == 3 and latest["remarks"][-1]["id"] == comment.json["id"]
    path, seen = f"{OWN}/posts/{comment.json['id']}", {"If-Match": '"1"'}
    assert as_("subscriber").delete(path, headers=seen).status_code == 404
    assert asha.delete(path).status_code == 428
    assert asha.delete(path, headers={"If-Match": '"2"'}).status_code == 412
    gone = asha.delete(path, headers=seen)
    assert (gone.status_code, gone.json["deleted"], gone.json["revision"], gone.headers["ETag"]) == (
        200,
        True,
        2,
        '"2"',
    )
    assert newest(asha)["comments"] == 2
    assert asha.get(path).status_code == asha.delete(path, headers={"If-Match": '"2"'}).status_code == 404


def test_who_looks_after_the_workspace_takes_away_anything_with_all_that_hangs_on_it(
    asha: FlaskClient, as_: SignIn
) -> None:
    post = newest(asha)
    assert post["author"]["name"] != "Asha Kulkarni" and post["removable"]
    assert not newest(as_("subscriber"))["removable"]
    path = f"{OWN}/posts/{post['id']}"
    assert asha.delete(path, headers={"If-Match": '"1"'}).status_code == 200
    assert newest(asha)["id"] != post["id"] and asha.get("/profile/data").json["post"][0]["postText"] != post["text"]
    remark = post["remarks"][0]["id"]
    assert asha.get(f"{OWN}/posts/{remark}").status_code == 404
    assert react(asha, remark, "like", True).status_code == 404
    assert asha.post(f"{path}/comments", json={"text": "a"}).status_code == 404


def test_what_was_taken_away_comes_back_as_it_was_by_who_did_it(asha: FlaskClient, as_: SignIn) -> None:
    writer, other = as_("subscriber"), as_("subscriber")
    post = writer.post(f"{OWN}/posts", json={"text": "Mine"}).json
    other.post(f"{OWN}/posts/{post['id']}/comments", json={"text": "Yes"})
    react(other, post["id"], "like", True)
    path, seen = f"{OWN}/posts/{post['id']}", {"If-Match": '"2"'}
    # What an administrator has taken away its author does not bring back.
    asha.delete(path, headers={"If-Match": '"1"'})
    for stranger in (writer, other, as_("admin")):
        assert stranger.post(f"{path}/restore", headers=seen).status_code == 404
    assert asha.post(f"{path}/restore").status_code == 428
    assert asha.post(f"{path}/restore", headers={"If-Match": '"1"'}).status_code == 412
    back = asha.post(f"{path}/restore", headers=seen)
    assert back.status_code == 200
    assert back.json["edited_at"] is None and (back.json["deleted"], back.json["revision"]) == (False, 3)
    assert asha.post(f"{path}/restore", headers={"If-Match": '"3"'}).status_code == 404
    latest = newest(other)
    assert (latest["id"], latest["likes"], latest["comments"], latest["remarks"][0]["text"]) == (
        post["id"],
        1,
        1,
        "Yes",
    )


def test_ones_own_words_are_changed_and_say_so(asha: FlaskClient, as_: SignIn) -> None:
    writer = as_("subscriber")
    post = writer.post(f"{OWN}/posts", json={"text": "Frist"}).json
    body = writer.post(f"{OWN}/posts/{post['id']}/comments", json={"text": "Agian"}).json
    assert post["editable"] and post["edited_at"] is None
    for row, text in ((post, "First"), (body, "Again")):
        path, seen = f"{OWN}/posts/{row['id']}", {"If-Match": '"1"'}
        # Nobody puts words into another's mouth, administrators neither.
        assert asha.patch(path, json={"text": "x"}, headers=seen).status_code == 404
        assert writer.patch(path, json={"text": "x"}).status_code == 428
        assert list(writer.patch(path, json={"text": " "}, headers=seen).json["errors"]) == ["text"]
        same = writer.patch(path, json={"text": row["text"]}, headers=seen).json
        assert (same["edited_at"], same["revision"]) == (None, 1)
        changed = writer.patch(path, json={"text": f" {text} "}, headers=seen)
        assert (changed.status_code, changed.json["text"], changed.headers["ETag"]) == (200, text, '"2"')
        stale = writer.patch(path, json={"text": "x"}, headers=seen)
        assert (stale.status_code, stale.json["current"]["text"]) == (412, text)
    latest = newest(asha)
    assert latest["edited_at"] and latest["remarks"][0]["edited_at"] and not latest["editable"]
    assert (latest["text"], latest["remarks"][0]["text"]) == ("First", "Again")
    actions = list(db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)))
    assert actions[-2:] == ["post:update", "post:update"]


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "text"), ({"text": ""}, "text"), ({"text": " \n "}, "text"), ({"text": "x" * 2001}, "text"),
     ({"text": "a", "user_id": 1}, "user_id")],
)  # fmt: skip
def test_a_text_that_does_not_fit_is_named(asha: FlaskClient, body: dict[str, Any], field: str) -> None:
    for path in (f"{OWN}/posts", f"{OWN}/posts/{newest(asha)['id']}/comments"):
        answer = asha.post(path, json=body)
        assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_on_a_comment_nobody_comments(asha: FlaskClient) -> None:
    remark = newest(asha)["remarks"][0]
    assert asha.post(f"{OWN}/posts/{remark['id']}/comments", json={"text": "a"}).status_code == 404


def test_of_many_comments_the_newest_are_shown_and_all_counted(asha: FlaskClient) -> None:
    post = asha.post(f"{OWN}/posts", json={"text": "New"}).json
    for number in range(REMARKS + 2):
        asha.post(f"{OWN}/posts/{post['id']}/comments", json={"text": str(number)})
    latest = newest(asha)
    assert (latest["id"], latest["comments"], len(latest["remarks"])) == (post["id"], REMARKS + 2, REMARKS)
    assert [remark["text"] for remark in latest["remarks"]] == [str(n) for n in range(2, REMARKS + 2)]
    assert asha.get(f"{OWN}/posts/{post['id']}").json["comments"] == REMARKS + 2


def test_a_vote_is_one_a_person_and_can_be_changed(asha: FlaskClient) -> None:
    poll = asha.get(OWN).json["poll"]
    assert (poll["votes"], poll["mine"]) == (40, None)
    path, options = f"{OWN}/polls/{poll['id']}/vote", [option["id"] for option in poll["options"]]
    first = asha.post(path, json={"option": options[3]}).json
    assert (first["votes"], first["mine"], [option["votes"] for option in first["options"]]) == (
        41,
        options[3],
        [18, 11, 8, 4],
    )
    second = asha.post(path, json={"option": options[0]}).json
    assert [option["votes"] for option in second["options"]] == [19, 11, 8, 3]
    assert [option["percent"] for option in second["options"]] == [46, 27, 20, 7]
    assert asha.get("/profile/data").json["polls"][0]["result"] == "46%"
    other = Poll(question="Another?")
    db.session.add(other)
    db.session.flush()
    wrong = asha.post(f"{OWN}/polls/{other.id}/vote", json={"option": options[0]})
    assert (wrong.status_code, list(wrong.json["errors"])) == (422, ["option"])
    assert db.session.scalar(select(func.count()).select_from(Vote)) == 41


def test_pages_and_feeds_become_favourites_of_one_reader(asha: FlaskClient, as_: SignIn) -> None:
    page = asha.get(OWN).json["pages"][1]
    path = f"{OWN}/sources/{page['id']}/favorite"
    for on in (True, True, False, True):
        assert asha.post(path, json={"on": on}).json == {"on": on}
    assert asha.get("/profile/data").json["suggestedPages"][1]["favorite"] is True
    assert as_("editor").get(OWN).json["pages"][1]["favorite"] is False
    assert asha.post(path, json={"on": "1"}).status_code == 422


def test_who_is_followed_stays_among_the_suggestions_for_a_day(asha: FlaskClient) -> None:
    before = asha.get(OWN).json
    first = before["suggestions"][0]
    assert [suggestion["mutual"] for suggestion in before["suggestions"]] == sorted(
        (suggestion["mutual"] for suggestion in before["suggestions"]), reverse=True)  # fmt: skip
    path = f"{OWN}/people/{first['person']['id']}/follow"
    for _ in range(2):
        assert asha.post(path, json={"on": True}).status_code == 200
    after = asha.get(OWN).json
    assert after["following"] == before["following"] + 1
    assert (
        next(suggestion for suggestion in after["suggestions"] if suggestion["person"] == first["person"])["following"]
        is True
    )
    assert first["person"]["name"] not in [
        suggestion["name"] for suggestion in asha.get("/profile/data").json["suggestions"]
    ]
    assert asha.post(path, json={"on": False}).status_code == 200
    assert asha.get(OWN).json["following"] == before["following"]


def test_nobody_follows_themselves(asha: FlaskClient) -> None:
    me = asha.get(OWN).json["person"]["id"]
    assert asha.post(f"{OWN}/people/{me}/follow", json={"on": True}).status_code == 404
    assert db.session.scalar(select(func.count()).where(Follow.user_id == Follow.followed_id)) == 0


def test_another_workspaces_posts_polls_pages_and_people_never_were(asha: FlaskClient, as_: SignIn) -> None:
    post, known = newest(asha), asha.get(OWN).json
    with within(add_workspace("B").id):
        stranger = add_person("admin").id
        db.session.commit()
    other = as_("admin", add_workspace("C"))
    tries = [
        (f"{OWN}/posts/{post['id']}/comments", {"text": "a"}),
        (f"{OWN}/posts/{post['id']}/reactions", {"kind": "like", "on": True}),
        (f"{OWN}/polls/{known['poll']['id']}/vote", {"option": known["poll"]["options"][0]["id"]}),
        (f"{OWN}/sources/{known['pages'][0]['id']}/favorite", {"on": True}),
        (f"{OWN}/people/{known['person']['id']}/follow", {"on": True}),
        (f"{OWN}/people/{stranger}/follow", {"on": True}),
    ]
    for path, body in tries:
        assert other.post(path, json=body).status_code == 404, path
    assert other.get(f"{OWN}/posts").json["total"] == 0


def test_the_samples_are_the_same_each_time(app: Flask) -> None:
    follows_ = []
    for name in ("A", "B"):
        place = add_workspace(name)
        with within(place.id):
            # Names are unique over the installation, so the people are those of this workspace alone.
            people = [add_person("editor") for _ in range(20)]
            seed(place)
            numbers = {person.id: person.number for person in people}
            chosen = select(Vote.user_id, PollOption.position).join(PollOption, PollOption.id == Vote.option_id)
            votes = db.session.execute(chosen)
            follows = db.session.execute(select(Follow.user_id, Follow.followed_id))
            follows_.append((
                sorted((numbers[user], position) for user, position in votes),
                sorted((numbers[follower], numbers[other]) for follower, other in follows),
                sorted(db.session.scalars(select(Source.name))),
            ))  # fmt: skip
    assert follows_[0] == follows_[1]
