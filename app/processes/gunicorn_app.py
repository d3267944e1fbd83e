"""Gunicorn around an application that is loaded already."""

from flask import Flask
from gunicorn.app.base import Application  # type: ignore[import-untyped]


class Web(Application):
    """The web server's master with our settings; the command line is the supervisor's."""

    def __init__(self, app: Flask) -> None:
        """Take the application and read the settings."""
        self._app = app
        super().__init__()

    def load_config(self) -> None:
        """Read `app/processes/gunicorn_config.py`."""
        self.load_config_from_module_name_or_filename("python:app.processes.gunicorn_config")

    def load(self) -> Flask:
        """The application itself."""
        return self._app
