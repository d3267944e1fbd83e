"""The WSGI entry point: one application, made from the environment's settings."""

from app import create_app
from app.config import settings_or_exit

app = create_app(settings_or_exit())
