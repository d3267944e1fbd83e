"""Files of models' weights: used only with the content that was tested."""

from hashlib import file_digest
from pathlib import Path


class WrongWeights(Exception):
    """A file of weights that is not the one we know."""


def check_weights(path: Path, expected: str) -> Path:
    """Return the file, if its content is what we expect."""
    with path.open("rb") as file:
        if file_digest(file, "sha256").hexdigest() != expected:
            raise WrongWeights(f"{path.name} is not the file that was tested.")
    return path
