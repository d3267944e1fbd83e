"""From which score a text is taken to mean something, and from which one asks."""

CONFIRM = 0.5
"""The part of the threshold from which one asks what was meant."""
DEFAULT = 0.2
"""The threshold where phrases are too few to find one."""
BALANCED = "balanced"
SENSITIVITIES = {"strict": 0.10, BALANCED: 0.05, "eager": 0.02}
"""The part of rightly recognised phrases that may be given up so that what is meant otherwise is not answered."""


def band(score: float, threshold: float) -> str:
    """Return whether a score is taken, asked about, or no answer."""
    if score >= threshold:
        return "accept"
    return "confirm" if score >= CONFIRM * threshold else "reject"
