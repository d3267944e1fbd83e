"""Training and reading texts over the API: states, what answers meanwhile, versions, refusals."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.understanding import client, files, service, trainings
from app.bots.understanding.client import Inside, TrainingRefused, Unavailable
from app.bots.understanding.models import BotModel
from app.core.db.base import db
from app.core.jobs import Job
from app.core.jobs.service import revive
from tests.factories.bots import QUESTIONS_FLOW, create_bot, publish_bot, put_flow

As = Callable[..., FlaskClient]
Work = Callable[[], None]
URL = "/api/v1/bots"


def training(person: FlaskClient, bot: str) -> dict[str, Any]:
    """The state of training."""
    answer = person.get(f"{URL}/{bot}/training")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def parse(person: FlaskClient, bot: str, *texts: str, **more: Any) -> list[dict[str, Any]]:
    """What texts mean."""
    answer = person.post(f"{URL}/{bot}/parse", json={"texts": list(texts)} | more)
    assert answer.status_code == 200, answer.text
    return list(answer.json["items"])


def changed(phrase: str = "I have a problem with my brakes") -> dict[str, Any]:
    """The document with another phrase."""
    document = deepcopy(QUESTIONS_FLOW)
    document["intents"]["book"]["phrases"]["en"].append(phrase)
    return document


def test_a_bot_learns_its_phrases_by_itself(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    waiting = training(admin, bot)
    assert (waiting["state"], waiting["stale"], waiting["engines"]) == ("queued", True, [])
    assert (waiting["accuracy"], waiting["trained_at"], waiting["intents"]) == (None, None, [])
    work()
    ready = training(admin, bot)
    assert (ready["state"], ready["progress"], ready["stale"], ready["error"]) == ("ready", 1.0, False, None)
    assert ready["engines"] == ["tfidf", "minilm"] and ready["threshold"] == 0.2 and ready["trained_at"]
    assert ready["intents"] == [{"name": "book", "phrases": 3, "f1": None}, {"name": "cost", "phrases": 3, "f1": None}]
    assert admin.post(f"{URL}/{bot}/validation").json["warnings"], "too few phrases are named there"


def test_texts_are_read_by_the_model(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    work()
    booking, nothing, known, entity = parse(
        admin, bot, "I want to book a car service", "zxcv", "do you wash cars", "a Vela tomorrow"
    )
    assert booking["intent"]["name"] == "book" and booking["band"] == "accept"
    assert booking["intent"] == booking["candidates"][0] and booking["engines"] == ["tfidf", "minilm"]
    assert booking["intent"]["confidence"] >= booking["threshold"]
    assert (nothing["intent"], nothing["band"], len(nothing["candidates"])) == (None, "reject", 2)
    assert known["knowledge"] == {
        "question": "Do you wash cars?",
        "score": known["knowledge"]["score"],
        "threshold": 0.55,
    }
    assert known["knowledge"]["score"] > 0.9
    vela, day = entity["entities"]
    assert vela == {"type": "model", "value": "vela", "text": "Vela", "start": 2, "end": 6}
    assert (day["type"], day["text"]) == ("date", "tomorrow")


def test_before_the_model_is_there_exact_phrases_are_understood(as_: As, inside: None) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    exact, other = parse(admin, bot, "Service my car!", "my Vela needs a service", language="en")
    assert exact["intent"] == {"name": "book", "confidence": 1.0} and exact["band"] == "accept"
    assert (other["intent"], other["candidates"], other["engines"], other["language"]) == (None, [], [], "en")
    assert other["entities"][0]["value"] == "vela"


def test_without_the_process_exact_phrases_are_understood(
    as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    work()
    monkeypatch.setattr(Inside, "read", lambda *_: None)
    exact, other = parse(admin, bot, "price please", "prices")
    assert exact["intent"]["name"] == "cost" and other["band"] == "reject" and other["engines"] == []


@pytest.mark.parametrize(
    "body",
    [{}, {"texts": []}, {"texts": ["x"] * 101}, {"texts": ["x" * 2001]}, {"texts": [""]}, {"texts": [7]},
     {"texts": ["x"], "more": 1}],
)  # fmt: skip
def test_what_is_no_list_of_texts_is_refused(as_: As, body: dict[str, Any]) -> None:
    admin = as_("admin")
    assert admin.post(f"{URL}/{create_bot(admin)}/parse", json=body).status_code == 422


def test_the_old_model_answers_until_the_new_one_is_ready(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    work()
    put_flow(admin, bot, changed())
    stale = training(admin, bot)
    assert (stale["state"], stale["stale"], stale["engines"]) == ("ready", True, ["tfidf", "minilm"])
    begun = admin.post(f"{URL}/{bot}/training")
    assert begun.status_code == 202 and begun.json["job"].isdecimal()
    assert admin.post(f"{URL}/{bot}/training").json == begun.json, "it is under way"
    under_way = training(admin, bot)
    assert (under_way["state"], under_way["stale"], under_way["intents"][0]["phrases"]) == ("queued", True, 3)
    assert parse(admin, bot, "I want to book a service")[0]["intent"]["name"] == "book"
    work()
    ready = training(admin, bot)
    assert (ready["state"], ready["stale"], ready["intents"][0]["phrases"]) == ("ready", False, 4)


def test_a_model_can_be_trained_again(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    work()
    first = training(admin, bot)["trained_at"]
    assert admin.post(f"{URL}/{bot}/training").status_code == 202
    assert training(admin, bot)["state"] == "queued"
    assert parse(admin, bot, "service my car")[0]["engines"] == ["tfidf", "minilm"]
    work()
    assert training(admin, bot)["trained_at"] > first
    assert len(db.session.scalars(select(BotModel)).all()) == 1


def test_intents_that_are_gone_are_not_listed(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    work()
    document = deepcopy(QUESTIONS_FLOW)
    del document["intents"]["book"]
    put_flow(admin, bot, document)
    (item,) = parse(admin, bot, "service my car")
    assert [intent["name"] for intent in item["candidates"]] == ["cost"] and item["band"] != "accept"


def test_nothing_can_be_learnt_of_nothing(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    assert training(admin, bot)["state"] == "none" and not training(admin, bot)["stale"]
    refused = admin.post(f"{URL}/{bot}/training")
    assert refused.status_code == 409 and refused.json["code"] == "nothing_to_train"
    assert db.session.scalar(select(Job)) is None


def test_a_bot_need_not_be_trained_at_once(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW, train=False)
    assert training(admin, bot) | {"state": "none", "stale": True} == training(admin, bot)


def test_training_is_stopped(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    stopped = admin.post(f"{URL}/{bot}/training/cancel")
    assert stopped.status_code == 200 and stopped.json["state"] == "none"
    assert db.session.scalars(select(Job)).one().state == "cancelled"
    again = admin.post(f"{URL}/{bot}/training/cancel")
    assert again.status_code == 409 and again.json["code"] == "invalid_transition"
    admin.post(f"{URL}/{bot}/training")
    work()
    admin.post(f"{URL}/{bot}/training")
    assert admin.post(f"{URL}/{bot}/training/cancel").json["state"] == "ready", "what there was answers on"


def test_training_that_is_cancelled_while_it_runs_changes_nothing(
    as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)

    def interrupted(_self: Inside, _data: Any, _before: bytes, report_progress: Any) -> Any:
        report_progress(0.3)
        assert training(admin, bot) | {"state": "running", "progress": 0.3} == training(admin, bot)
        admin.post(f"{URL}/{bot}/training/cancel")
        report_progress(0.6)

    monkeypatch.setattr(Inside, "train", interrupted)
    work()
    assert training(admin, bot)["state"] == "none"


def test_training_that_cannot_be_is_failed_with_its_reason(
    as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)

    def refuse(*_: Any) -> Any:
        raise TrainingRefused("ValueError: nothing in it")

    monkeypatch.setattr(Inside, "train", refuse)
    work()
    failed = training(admin, bot)
    assert (failed["state"], failed["error"], failed["stale"]) == ("failed", "ValueError: nothing in it", True)
    monkeypatch.undo()


def test_training_given_up_is_failed_and_can_be_revived(
    as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)

    def gone(*_: Any) -> Any:
        raise Unavailable("Understanding is not running.")

    job = db.session.scalars(select(Job)).one()
    job.attempts = 4
    db.session.commit()
    with monkeypatch.context() as patch:
        patch.setattr(Inside, "train", gone)
        work()
    assert training(admin, bot) | {"state": "failed", "error": "Understanding is not running."} == training(admin, bot)
    revive(db.session.scalars(select(Job)).one())
    assert training(admin, bot)["state"] == "queued"
    work()
    assert training(admin, bot)["state"] == "ready"


def test_the_first_version_is_live_at_once_and_a_later_one_with_its_model(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    assert publish_bot(admin, bot).json["state"] == "live"
    work()
    put_flow(admin, bot, changed())
    second = publish_bot(admin, bot, note="More")
    assert second.status_code == 201 and second.json["state"] == "waiting"
    state = admin.get(f"{URL}/{bot}").json
    assert (state["live_version"], state["next_version"]) == (1, 2)
    work()
    state = admin.get(f"{URL}/{bot}").json
    assert (state["live_version"], state["next_version"]) == (2, None)
    put_flow(admin, bot, changed() | {"sensitivity": "strict"}, 2)
    assert publish_bot(admin, bot, note="The same phrases").json["state"] == "live"


def test_a_version_does_not_wait_where_nobody_trains_or_a_person_decides(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    publish_bot(admin, bot)
    put_flow(admin, bot, changed("a"))
    assert publish_bot(admin, bot, train=False).json["state"] == "live"
    put_flow(admin, bot, changed("b"), 2)
    assert publish_bot(admin, bot).json["state"] == "waiting"
    assert admin.post(f"{URL}/{bot}/versions/1/live").json["state"] == "live"
    assert admin.get(f"{URL}/{bot}").json["next_version"] is None
    work()
    assert admin.get(f"{URL}/{bot}").json["live_version"] == 1, "who has decided since is not overruled"
    put_flow(admin, bot, changed("c"), 3)
    assert publish_bot(admin, bot, live=False).json["state"] == "published"
    work()
    assert admin.get(f"{URL}/{bot}").json["live_version"] == 1


def test_a_version_whose_training_fails_waits_no_more(
    as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    publish_bot(admin, bot)
    work()
    put_flow(admin, bot, changed())
    publish_bot(admin, bot)
    monkeypatch.setattr(Inside, "train", lambda *_: (_ for _ in ()).throw(TrainingRefused("no")))
    work()
    state = admin.get(f"{URL}/{bot}").json
    assert (state["live_version"], state["next_version"]) == (1, None)
    assert training(admin, bot)["state"] == "failed"


def test_each_version_is_read_by_its_own_model(as_: As, inside: None, work: Work) -> None:
    admin = as_("admin")
    bot_id = create_bot(admin, flow=QUESTIONS_FLOW)
    publish_bot(admin, bot_id)
    work()
    put_flow(admin, bot_id, changed("zebra crossing"))
    publish_bot(admin, bot_id)
    work()
    bot = get_bot(int(bot_id))
    first, second, working = (service.reference(bot, number) for number in (1, 2, None))
    assert first is not None and second is not None and working is not None
    assert first.model != second.model == working.model
    (by_first,), (by_second,) = (service.understand(source, ["zebra crossing"], None) for source in (first, second))
    assert by_first is not None and by_second is not None
    assert by_first["band"] != "accept" and by_second["intents"][0] == {"name": "book", "score": 1.0}


def test_a_reference_is_none_before_the_first_model(as_: As, inside: None) -> None:
    bot = get_bot(int(create_bot(as_("admin"), flow=QUESTIONS_FLOW)))
    assert service.reference(bot, None) is None and service.reference_of(bot, QUESTIONS_FLOW) is None


def test_what_is_understood_is_what_the_engine_takes(as_: As, inside: None, work: Work) -> None:
    bot_id = create_bot(as_("admin"), flow=QUESTIONS_FLOW)
    work()
    source = service.reference(get_bot(int(bot_id)), None)
    assert source is not None
    item, hindi = service.understand(source, ["wash my car?", "मौसम"], "en")
    assert item is not None and hindi is not None
    assert {"intents", "band", "threshold", "engines", "entities", "language", "knowledge"} <= item.keys()
    assert item["knowledge"] is not None and item["knowledge"]["answer"] == {"en": "We do."}
    assert (item["language"], hindi["language"]) == ("en", "hi")


def test_old_models_are_removed(as_: As, inside: None, work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainings, "MOST_MODELS", 1)
    monkeypatch.setattr(Inside, "train", lambda *_: ({"engines": [], "thresholds": {}, "accuracy": None, "intents": [],
                                                      "confusions": []}, b"model"))  # fmt: skip
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW)
    publish_bot(admin, bot)
    work()
    for number in range(1, 4):
        put_flow(admin, bot, changed(f"phrase {number}"), number)
        admin.post(f"{URL}/{bot}/training")
        work()
    rows = db.session.scalars(select(BotModel)).all()
    assert len(rows) == 3, "the live one's, the working copy's, and one more"


def test_files_are_brought_when_needed_and_swept(as_: As, app: Flask, inside: None, work: Work, tmp_path: Path) -> None:
    create_bot(as_("admin"), flow=QUESTIONS_FLOW)
    work()
    row = db.session.scalars(select(BotModel)).one()
    name = files.bring(row, tmp_path / "models")
    path = tmp_path / "models" / name
    assert path.read_bytes() == row.content and path.parent.stat().st_mode & 0o777 == 0o700
    files.sweep(path.parent)
    assert path.exists()
    import os

    os.utime(path, (0, 0))
    files.sweep(path.parent)
    files.sweep(tmp_path / "nowhere")
    assert not path.exists() and files.bring(row, path.parent) == name and path.exists()


@pytest.mark.parametrize("role", ["client", "subscriber"])
def test_who_only_reads_does_not_train(as_: As, role: str) -> None:
    bot = create_bot(as_("admin"), flow=QUESTIONS_FLOW)
    person = as_(role)
    assert person.post(f"{URL}/{bot}/training").status_code == 403
    assert person.post(f"{URL}/{bot}/training/cancel").status_code == 403


def test_an_archived_bot_learns_nothing(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=QUESTIONS_FLOW, train=False)
    admin.post(f"{URL}/{bot}/archive", headers={"If-Match": '"1"'})
    assert admin.post(f"{URL}/{bot}/training").json["code"] == "archived"
    assert client.understanding_of  # the process is not asked for any of this
    assert db.session.get_one(Bot, int(bot)).state == "archived"
