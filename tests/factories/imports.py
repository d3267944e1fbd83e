"""Imports of dialogues, and the jobs that read them."""

import io
import os
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from app import areas
from app.core import jobs

DIALOGUES_FILE = Path(__file__).parents[1] / "fixtures" / "dialogues.jsonl"
IMPORTS = "/api/v1/imports"
DATA = Path(os.environ.get("PARLEY_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
SGD_FILE = DATA / "sgd-dev.jsonl.gz"


def upload_dialogues(client: FlaskClient, **fields: Any) -> Any:
    """Upload the dialogues of the fixture, or other content."""
    content, name = fields.pop("content", DIALOGUES_FILE.read_bytes()), fields.pop("name", "dialogues.jsonl")
    data = fields | {"file": (io.BytesIO(content), name)}
    return client.post(IMPORTS, data=data, content_type="multipart/form-data")


def perform_jobs() -> None:
    """Perform the jobs that are ready."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)
