"""Sound of calls: both channels as numbers, when each speaks, peaks for a picture, and WAV in parts."""

import io
import struct
import wave
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

RATE = 8000
CHANNELS = 2
HEAD = 44
FRAME_BYTES = 4
"""Bytes of a moment in WAV: two channels of 16 bits."""
LONGEST_S = 3600
PEAKS = 360
"""Peaks of a channel: both fit in 4 KB."""
WINDOW = RATE // 50
GAP, SHORTEST = 20, 6
"""Windows of silence inside one speech, and of the shortest speech."""
LOUD = 500.0
_BIAS, _CLIP = 0x84, 32635
Samples = npt.NDArray[np.int16]


class UnreadableSound(ValueError):
    """A file that is no sound of 16 bits."""


def read_wav(data: bytes, to_rate: int = RATE) -> Samples:
    """Return a WAV of 16 bits as two channels at a rate; a single channel is the caller's and the bot's alike."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            channels, width, rate, frames = (
                file.getnchannels(),
                file.getsampwidth(),
                file.getframerate(),
                file.getnframes(),
            )
            if width != 2 or channels not in (1, 2) or not 4000 <= rate <= 48_000 or frames > rate * LONGEST_S:
                raise UnreadableSound("not_sound")
            data = file.readframes(frames)
            # A file may be cut off in a sample.
            raw = np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2")
    except (wave.Error, EOFError, struct.error) as error:
        raise UnreadableSound("not_wav") from error
    samples = raw[: len(raw) // channels * channels].reshape(-1, channels)
    if channels == 1:
        samples = np.repeat(samples, CHANNELS, axis=1)
    if rate != to_rate and len(samples):
        places = np.arange(int(len(samples) * to_rate / rate)) * rate / to_rate
        positions = np.arange(len(samples))
        samples = np.stack([np.interp(places, positions, samples[:, channel]) for channel in range(CHANNELS)], axis=1)
    if not len(samples):
        raise UnreadableSound("empty")
    return samples.astype(np.int16)


def silence(samples: Samples, spans: Sequence[Sequence[int]]) -> Samples:
    """Return sound with some spans of it, in ms, silent on both channels."""
    quiet = samples.copy()
    for start, end in spans:
        quiet[start * RATE // 1000 : end * RATE // 1000] = 0
    return quiet


def peaks(samples: Samples) -> dict[str, Any]:
    """Return the loudest moments of each channel as numbers from 0 to 99, and the length."""
    size = -(-len(samples) // PEAKS)
    padded = np.pad(np.abs(samples.astype(np.int32)), ((0, size * PEAKS - len(samples)), (0, 0)))
    tops = (padded.reshape(PEAKS, size, CHANNELS).max(axis=1) * 99 // 32768).T
    return {"ms": length_ms(samples), "caller": tops[0].tolist(), "bot": tops[1].tolist()}


def length_ms(samples: Samples) -> int:
    """Return how long a sound is."""
    return len(samples) * 1000 // RATE


def speech(channel: npt.NDArray[np.int16]) -> list[tuple[int, int]]:
    """Return when a channel speaks, in ms: windows louder than silence, joined over short pauses."""
    count = len(channel) // WINDOW
    windows = channel[: count * WINDOW].reshape(count, WINDOW).astype(np.float64)
    is_loud = np.sqrt((windows**2).mean(axis=1)) > LOUD if count else np.zeros(0, bool)
    parts: list[list[int]] = []
    for place in np.flatnonzero(is_loud):
        if parts and place - parts[-1][1] <= GAP:
            parts[-1][1] = int(place) + 1
        else:
            parts.append([int(place), int(place) + 1])
    step = 1000 * WINDOW // RATE
    return [(start * step, end * step) for start, end in parts if end - start >= SHORTEST]


def squeeze(samples: Samples) -> bytes:
    """Return sound in eight bits a sample, by the µ-law."""
    values = samples.astype(np.int32)
    sign = (values < 0) * 0x80
    loud = np.minimum(np.abs(values), _CLIP) + _BIAS
    exponent = np.floor(np.log2(loud)).astype(np.int32) - 7
    mantissa = (loud >> (exponent + 3)) & 0x0F
    return bytes((~(sign | (exponent << 4) | mantissa) & 0xFF).astype(np.uint8).tobytes())


def unsqueeze(data: bytes) -> bytes:
    """Return what `squeeze` was given, as bytes of WAV."""
    codes = ~np.frombuffer(data, dtype=np.uint8)
    exponent, mantissa = (codes >> 4) & 0x07, codes & 0x0F
    loud = (((mantissa.astype(np.int32) << 3) + _BIAS) << exponent) - _BIAS
    values = np.where(codes & 0x80, -loud, loud)
    return bytes(values.astype("<i2").tobytes())


def wav_head(frames: int) -> bytes:
    """Return the head of a WAV of so many moments."""
    size = frames * FRAME_BYTES
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, CHANNELS, RATE, RATE * FRAME_BYTES,
        FRAME_BYTES, 16, b"data", size,
    )  # fmt: skip
