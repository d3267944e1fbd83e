"""Training: what is recognised, in which script, how far it is believed, and what odd data does."""

from typing import Any

import numpy as np
import pytest

from app.bots.flow.training import questions_of, training_data, training_key
from app.bots.templates import TEMPLATES, document_of
from app.bots.understanding import linear, training
from app.bots.understanding.bands import DEFAULT, band
from app.bots.understanding.calibration import Unseen, folds_of, thresholds_of
from app.bots.understanding.embedding import Remembering
from app.bots.understanding.model import Model, shares_of
from app.bots.understanding.training import TrainingResult, train
from app.core.text import normalise
from tests.cases import cases

Engines = dict[str, Remembering]


def trained(
    engines: Engines, intents: dict[str, dict[str, list[str]]], questions: tuple[str, ...] = ()
) -> TrainingResult:
    """A model of these phrases."""
    return train({"intents": intents, "questions": list(questions)}, engines, lambda _progress: None)


def read(model: Model, engines: Engines, text: str, sensitivity: str = "balanced") -> dict[str, Any]:
    """What a text means."""
    return model.read([text], engines, sensitivity)[0]


@pytest.fixture(scope="module")
def desk(engines: Engines) -> TrainingResult:
    """The model of a template, and how far its training said it was."""
    heard: list[float] = []
    result = train(training_data(document_of("service-booking", "en")), engines, heard.append)
    assert heard == sorted(heard) and 0 < heard[0] and heard[-1] == training.CHECKED
    return result


@pytest.mark.parametrize(
    ("text", "intent", "engine", "language"),
    [
        ("I'd like to get my car serviced", "service.book", ["tfidf", "minilm"], "en"),
        ("are you guys open on sundays", "workshop.hours", ["tfidf", "minilm"], "en"),
        ("let me speak with a human being", "person", ["tfidf", "minilm"], "en"),
        ("गाड़ी की सर्विस करवानी है", "service.book", ["tfidf"], "hi"),
        ("gaadi ki servicing karani hai", "service.book", ["tfidf", "minilm"], "hi-Latn"),
    ],
)
def test_what_is_said_otherwise_is_understood(
    desk: TrainingResult, engines: Engines, text: str, intent: str, engine: list[str], language: str
) -> None:
    reading = read(desk.model, engines, text)
    assert (reading["intents"][0]["name"], reading["band"]) == (intent, "accept")
    assert reading["engines"] == engine and reading["language"] == language
    assert len(reading["intents"]) == 5 and reading["intents"][0]["score"] >= reading["threshold"]


@pytest.mark.parametrize("text", ["what is the capital of France", "zxcv qwer", "😀", "؟"])
def test_what_belongs_to_no_intent_is_not_accepted(desk: TrainingResult, engines: Engines, text: str) -> None:
    assert read(desk.model, engines, text)["band"] != "accept"


def test_a_question_of_the_knowledge_is_no_intent(desk: TrainingResult, engines: Engines) -> None:
    reading = read(desk.model, engines, "How long does the periodic service take?")
    assert reading["band"] == "reject" and reading["knowledge"]["score"] > 0.9
    paraphrase = read(desk.model, engines, "can I pay by card")
    assert paraphrase["knowledge"]["question"] == "How can I pay?" and paraphrase["band"] == "reject"
    assert paraphrase["knowledge"]["score"] >= paraphrase["knowledge"]["threshold"]
    assert read(desk.model, engines, "the moon is blue")["knowledge"]["score"] < 0.4


def test_an_exact_phrase_is_certain(desk: TrainingResult, engines: Engines) -> None:
    reading = read(desk.model, engines, "  SERVICE due for my car! ")
    assert reading["intents"][0] == {"name": "service.book", "score": 1.0} and reading["band"] == "accept"


def test_figures_are_of_phrases_that_were_held_back(desk: TrainingResult) -> None:
    figures = desk.figures
    assert 0.6 < figures["accuracy"] < 1 and figures["engines"] == ["tfidf", "minilm"]
    names = {intent["name"] for intent in figures["intents"]}
    assert names == set(document_of("service-booking", "en")["intents"])
    assert all(0 < intent["f1"] <= 1 and intent["phrases"] >= 20 for intent in figures["intents"])
    for pair in figures["confusions"]:
        assert pair["intent"] in names and pair["taken_for"] in {*names, None} and pair["taken_for"] != pair["intent"]
        assert pair["count"] >= len(pair["phrases"]) > 0
    for by_sensitivity in figures["thresholds"].values():
        assert by_sensitivity["eager"] <= by_sensitivity["balanced"] <= by_sensitivity["strict"]


def test_a_model_is_the_same_after_it_was_kept(desk: TrainingResult, engines: Engines) -> None:
    stored = Model.from_bytes(desk.model.to_bytes())
    for text in ("service kab hogi", "मौसम", "is my car ready?", "Can I wait at the workshop?"):
        before, after = read(desk.model, engines, text), read(stored, engines, text)
        assert after["intents"][0]["score"] == pytest.approx(before["intents"][0]["score"], abs=2e-3)
        assert (after["band"], after["language"]) == (before["band"], before["language"])
    with pytest.raises(ValueError):
        Model.from_bytes(__import__("zstandard").compress(b"nothing of ours"))


def test_a_model_reads_with_the_engines_that_are_there(desk: TrainingResult) -> None:
    reading = read(desk.model, {}, "I want to book a service")
    assert reading["engines"] == ["tfidf"] and reading["intents"][0]["name"] == "service.book"


def test_training_again_makes_no_vector_twice(
    desk: TrainingResult, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = Remembering(engines["minilm"]._inner)
    embedded: list[str] = []
    embed = fresh._inner.embed
    monkeypatch.setattr(fresh._inner, "embed", lambda texts: embedded.extend(texts) or embed(texts))
    data = training_data(document_of("service-booking", "en"))
    data["intents"]["person"]["en"][0] = "give me somebody who breathes"
    train(data, {"minilm": fresh}, lambda _progress: None, desk.model)
    assert embedded == ["give me somebody who breathes"]


def test_training_stops_where_its_caller_says_so(engines: Engines) -> None:
    class Stopped(Exception):
        pass

    def report_progress(_progress: float) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        train({"intents": {"a": {"en": ["one", "two"]}}, "questions": []}, engines, report_progress)


ODD: dict[str, dict[str, dict[str, list[str]]]] = {
    "one intent": {"hello": {"en": ["hello", "hi there", "good morning", "good day", "hey"]}},
    "two intents": {"hello": {"en": ["hello", "hi"]}, "bye": {"en": ["bye", "see you"]}},
    "one phrase": {"hello": {"en": ["hello"]}, "bye": {"en": ["bye bye"]}},
    "the same phrase twice": {"hello": {"en": ["hello", "hello", "Hello"]}, "bye": {"en": ["hello", "bye"]}},
    "another script alone": {"hello": {"hi": ["नमस्ते", "हेलो", "सुनिए"]}, "bye": {"hi": ["अलविदा", "फिर मिलेंगे"]}},
    "an intent in one script each": {"hello": {"en": ["hello", "hi"]}, "bye": {"ar": ["وداعا", "مع السلامة"]}},
    "nothing but signs": {"yes": {"en": ["👍", "!!"]}, "no": {"en": ["👎", "??"]}},
}


@pytest.mark.parametrize("name", ODD)
def test_odd_data_gives_a_model(engines: Engines, name: str) -> None:
    intents = ODD[name]
    result = trained(engines, intents)
    model = Model.from_bytes(result.model.to_bytes())
    for intent, phrases in intents.items():
        text = next(iter(phrases.values()))[-1]
        if text not in ("hello", "Hello") and normalise(text):
            assert read(model, engines, text)["intents"][0] == {"name": intent, "score": 1.0}
    for text in ("hello there", "नमस्ते जी", "", "مرحبا", "42"):
        reading = read(model, engines, text)
        assert all(0 <= row["score"] <= 1 for row in reading["intents"])


def test_questions_alone_are_answered(engines: Engines) -> None:
    model = trained(engines, {}, ("When do you open?", "आप कब खुलते हैं?")).model
    reading = read(model, engines, "at what time do you open")
    assert (reading["intents"], reading["band"]) == ([], "reject")
    assert reading["knowledge"]["question"] == "When do you open?" and reading["knowledge"]["score"] > 0.55
    hindi = read(model, {}, "आप कब खुलते हैं")["knowledge"]
    assert hindi["question"] == "आप कब खुलते हैं?" and hindi["score"] == 1.0 and hindi["threshold"] == 0.82


def test_few_phrases_take_the_default_threshold(engines: Engines) -> None:
    result = trained(engines, {"hello": {"en": ["hello", "hi"]}, "bye": {"en": ["bye", "see you"]}})
    assert result.figures["accuracy"] is None and result.figures["thresholds"] == {}
    assert [intent["f1"] for intent in result.figures["intents"]] == [None, None]
    assert read(result.model, engines, "hello")["threshold"] == DEFAULT


def test_an_intent_of_few_phrases_has_the_default_among_others(desk: TrainingResult, engines: Engines) -> None:
    data = training_data(document_of("service-booking", "en"))["intents"] | {
        "wash": {"en": ["wash my car", "car wash"]}
    }
    model = trained(engines, data).model
    assert model.few == ["wash"]
    assert read(model, engines, "wash my car")["threshold"] == DEFAULT
    assert read(model, engines, "book a service")["threshold"] != DEFAULT


def test_many_phrases_are_fitted_another_way_with_much_the_same_result(
    engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linear, "MANY", 50)
    monkeypatch.setattr(training, "MANY", 50)
    result = train(training_data(document_of("service-booking", "en")), engines, lambda _progress: None)
    assert result.figures["accuracy"] > 0.6
    assert read(result.model, engines, "गाड़ी की सर्विस करवानी है")["intents"][0]["name"] == "service.book"


def test_fitting_by_likeness_is_fitting_on_features(engines: Engines) -> None:
    texts = ["book a service", "service please", "what does it cost", "price of a service", "talk to a person"]
    owners = np.array([0, 0, 1, 1, 2])
    features = training._Features(texts, owners)
    plain, clever = linear.fit(features.rows, owners), features.whole()
    rows = features.rows.toarray()
    assert clever.of_vectors(rows, 3) == pytest.approx(plain.of_vectors(rows, 3), abs=0.02)


def test_folds_hold_each_intent_and_script() -> None:
    owners, ways = np.array([0] * 10 + [1] * 3 + [2] * 5), ["latin"] * 5 + ["other"] * 5 + ["latin"] * 8
    folds = folds_of(owners, ways, 2)
    assert sorted(folds[:10]) == sorted([*range(5)] * 2)
    assert sorted(folds[:5]) == sorted(folds[5:10]) == [0, 1, 2, 3, 4]
    assert set(folds[10:]) == {-1}, "too few, and what is no intent"


def test_thresholds_leave_out_the_asked_part() -> None:
    unseen = Unseen(np.zeros(100, np.int64), np.ones(100, bool))
    unseen.guesses[:] = 0
    unseen.scores[:] = np.linspace(0.01, 1, 100)
    thresholds = thresholds_of(["latin"] * 100, unseen)
    assert thresholds["latin"] == {"strict": 0.109, "balanced": 0.0595, "eager": 0.05}
    assert thresholds["other"] == thresholds["latin"], "a script without phrases takes what all have"


def test_shares_add_up_to_one() -> None:
    everything = ["tfidf", "minilm", "multilingual"]
    assert shares_of("latin", everything, is_known=True) == dict.fromkeys(everything, pytest.approx(1 / 3))
    assert shares_of("latin", ["tfidf", "minilm"], is_known=False) == {"tfidf": 0.5, "minilm": 0.5}
    assert shares_of("other", everything, is_known=True) == {
        "tfidf": pytest.approx(0.3 / 1.3),
        "multilingual": pytest.approx(1 / 1.3),
    }
    assert shares_of("other", everything, is_known=False) == {"multilingual": 1.0}
    assert shares_of("other", ["tfidf", "minilm"], is_known=False) == {}


@pytest.mark.parametrize(("score", "name"), [(0.2, "accept"), (0.1, "confirm"), (0.0999, "reject")])
def test_three_bands(score: float, name: str) -> None:
    assert band(score, 0.2) == name


def test_the_key_is_of_what_is_learnt_alone() -> None:
    document = document_of("service-booking", "en")
    key = training_key(document)
    document["fallback"]["times"] = 9
    document["knowledge"][0]["answer"]["en"] = "Another answer"
    document["sensitivity"] = "strict"
    assert training_key(document) == key
    document["intents"]["person"]["phrases"]["en"].append("somebody, please")
    assert training_key(document) != key


UTTERANCES: dict[str, dict[str, list[str]]] = cases("templates")
"""What people write to each template, by intent, by `?` and a question of its knowledge, or by nothing it answers."""


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_understands_nine_in_ten_utterances_it_was_not_trained_on(engines: Engines, name: str) -> None:
    document = document_of(name, "en")
    data = training_data(document)
    trained_on = {normalise(text) for by in data["intents"].values() for texts in by.values() for text in texts}
    trained_on |= set(map(normalise, data["questions"]))
    groups = [questions_of({"knowledge": [entry]}) for entry in document["knowledge"]]
    answers = {question: f"?{questions[0]}" for questions in groups for question in questions}
    model = train(data, engines, lambda _progress: None).model
    wrong, count = [], 0
    for expected, texts in UTTERANCES[name].items():
        assert not trained_on & set(map(normalise, texts))
        for text, reading in zip(texts, model.read(texts, engines, document["sensitivity"]), strict=True):
            question = reading["knowledge"]
            is_answered = question and question["score"] >= question["threshold"]
            understood = (
                reading["intents"][0]["name"]
                if reading["band"] == "accept"
                else answers[question["question"]]
                if is_answered
                else ""
            )
            count += 1
            wrong += [(text, expected, understood)] if understood != expected else []
    assert count >= 100 and len(wrong) <= count / 10, wrong
