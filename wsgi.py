"""The WSGI entry point: one application, made from the environment's settings."""

import gc

# Nothing that is loaded is garbage, and looking for it again and again takes a fifth of the loading.
gc.disable()

from app import create_app  # noqa: E402
from app.config import settings_or_exit  # noqa: E402

app = create_app(settings_or_exit())
gc.freeze()
gc.enable()
