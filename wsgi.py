"""The WSGI entry point: one application, made from the environment's settings."""

from app import create_app

app = create_app()
