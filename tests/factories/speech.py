"""Real speech of the telephone with its words, and calls made of it."""

import io
import json
import wave
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np

from app.channels.voice import sound
from app.channels.voice.texts import word_errors

SENTENCES = Path(__file__).parents[1] / "fixtures" / "speech"


@cache
def texts() -> dict[str, str]:
    """The words of each sentence by its name."""
    words: dict[str, str] = json.loads((SENTENCES / "texts.json").read_text())
    return words


def spoken(name: str) -> sound.Samples:
    """A sentence as one channel."""
    return np.frombuffer(sound.unsqueeze((SENTENCES / f"{name}.ulaw").read_bytes()), "<i2").astype(np.int16)


def call_of(sentences: Iterable[tuple[int, int, str]], seconds: int) -> sound.Samples:
    """A call of two channels: on which, from which ms, which sentence."""
    samples = np.zeros((seconds * sound.RATE, sound.CHANNELS), np.int16)
    for channel, start_ms, name in sentences:
        start, sentence = start_ms * sound.RATE // 1000, spoken(name)
        samples[start : start + len(sentence), channel] = sentence[: len(samples) - start]
    return samples


def wav_of(samples: sound.Samples, rate: int = sound.RATE) -> bytes:
    """The same as a WAV."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(samples.shape[1])
        written.setsampwidth(2)
        written.setframerate(rate)
        written.writeframes(samples.tobytes())
    return file.getvalue()


def errors_in(heard: str, meant: str) -> float:
    """The share of words that were heard wrong, from 0 to 1 and more."""
    wrong, words = word_errors(*(text.lower().replace("mr.", "mister").replace("-", " ") for text in (heard, meant)))
    return wrong / words
