"""Weighed features: any script, lengths, likeness."""

import numpy as np
import pytest

from app.bots.understanding.features import TextWeights, Weighing, Weights, features
from app.bots.understanding.scripts import LATIN, OTHER, route


def test_vowel_signs_stay_with_their_letters() -> None:
    pieces = list(features("सर्विस की कीमत।"))
    assert {"सर्विस", "की", "कीमत", "सर्विस की", "~ की ", "~कीम"} <= set(pieces)
    assert "र" not in pieces and "।" not in pieces


def test_pieces_are_of_one_word_each() -> None:
    pieces = [piece for piece in features("to go") if piece.startswith("~")]
    assert pieces == ["~ t", "~to", "~o ", "~ to", "~to ", "~ to ", "~ g", "~go", "~o ", "~ go", "~go ", "~ go "]


def test_known_and_unknown_features_have_length_one_together() -> None:
    weighing = Weighing.learnt(["book a service", "what does it cost"])
    assert np.linalg.norm(weighing.weigh("book a service").weights) == pytest.approx(1)
    half = np.linalg.norm(weighing.weigh("book a helicopter").weights)
    assert 0 < half < 0.9
    assert not len(weighing.weigh("मौसम").columns)


def test_likeness_is_the_product_with_each_phrase() -> None:
    texts = ["book a service", "cost of a service", "हेलो"]
    weighing = Weighing.learnt(texts)
    weighed = [weighing.weigh(text) for text in texts]
    query = weighing.weigh("service cost")

    def dense(phrase: TextWeights) -> np.ndarray:  # type: ignore[type-arg]
        row = np.zeros(len(weighing.names))
        row[phrase.columns] = phrase.weights
        return row

    expected = [float(dense(query) @ dense(phrase)) for phrase in weighed]
    assert Weights.of(weighed, len(weighing.names)).likeness(query).tolist() == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "way"),
    [("book", LATIN), ("café Zürich", LATIN), ("42", LATIN), ("सर्विस book", OTHER), ("مرحبا", OTHER),
     ("please book सर", LATIN)],
)  # fmt: skip
def test_the_script_decides_which_engines_read(text: str, way: str) -> None:
    assert route(text) == way
