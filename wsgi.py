"""The WSGI entry point: one application, made from the environment's settings."""

import sys

from app import create_app
from app.config import EXIT_CONFIG, ConfigError

try:
    app = create_app()
except ConfigError as error:
    print(f"parley: {error}", file=sys.stderr)  # noqa: T201 - there is no logger before there are settings
    raise SystemExit(EXIT_CONFIG) from None
