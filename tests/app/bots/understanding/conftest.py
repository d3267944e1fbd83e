"""The engines, loaded once."""

import pytest

from app.bots.understanding.embedding import Remembering, embedders


@pytest.fixture(scope="session")
def engines() -> dict[str, Remembering]:
    """The embedders that are installed by default."""
    return {name: embedder for name, embedder in embedders().items() if name == "minilm"}
