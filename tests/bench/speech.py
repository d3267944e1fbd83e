"""Speech by the extra: a call of five minutes transcribed by one core, its memory, and words heard wrong."""

import random
import resource
import time
from statistics import mean

from app.channels.voice import sound, transcription
from tests.bench.figures import Figure, amount, at_most, beside, skipped
from tests.factories.speech import call_of, errors_in, spoken, texts

LENGTH_S = amount(300, 20)
PAUSES_MS = (300, 4000)
"""The shortest and the longest pause between two who speak in turn."""


def measure() -> list[Figure]:
    """By the process that does it, of five sentences read aloud as the telephone has them."""
    if not transcription.is_available():
        return skipped("speech", "the extra speech is not installed")
    call = _call()
    parts = sum(len(sound.speech(call[:, channel])) for channel in (0, 1))
    begun, before = time.perf_counter(), _processor_s()
    heard = transcription.transcribe(call, sound.RATE)
    took, used = time.perf_counter() - begun, _processor_s() - before
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    before = _processor_s()
    transcription.find_speech(call)
    parted = _processor_s() - before
    wrong = [errors_in(_words(name), text) * len(text.split()) for name, text in texts().items()]
    words = sum(len(text.split()) for text in texts().values())
    assert len(heard) >= parts // 2
    return [
        at_most(f"a stereo call of {LENGTH_S} s transcribed, seconds of one core", used, 10),
        beside("the same by the clock, s", took),
        at_most("its process, most memory, MB", memory, 750),
        beside("when each channel of it speaks, seconds of one core", parted),
        beside("words of it that are spoken, of its length, %", _share(call)),
        at_most(f"words heard wrong, {words} words of one reader by telephone, %", 100 * sum(wrong) / words, 14),
        beside("sentences heard wholly right, of five, %", 100 * mean(errors == 0 for errors in wrong)),
    ]


def _call() -> sound.Samples:
    """Two who speak in turn, with pauses."""
    chance, names = random.Random(5), list(texts())
    sentences, at, place = [], 500, 0
    while True:
        name = names[place % len(names)]
        length = len(spoken(name)) * 1000 // sound.RATE
        if at + length > LENGTH_S * 1000:
            return call_of(sentences, LENGTH_S)
        sentences.append((place % 2, at, name))
        at, place = at + length + chance.randrange(*PAUSES_MS), place + 1


def _words(name: str) -> str:
    """What is heard of a sentence."""
    return " ".join(line.text for line in transcription.transcribe(spoken(name)[:, None], sound.RATE))


def _share(call: sound.Samples) -> float:
    """The share of a call in which one of both speaks, in percent."""
    spans = [span for channel in (0, 1) for span in sound.speech(call[:, channel])]
    return 100 * sum(end - start for start, end in spans) / sound.length_ms(call)


def _processor_s() -> float:
    """Processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
