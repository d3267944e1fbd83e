"""What the processes of `tests.commands` are forked from has loaded; imported there and nowhere else."""

import atexit
import os
import shutil
import tempfile

# Figures are kept in files, of which each process has its own once it has been forked.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="parley-figures-")
atexit.register(shutil.rmtree, os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)

from app import areas, factory  # noqa: E402, F401
from app.processes import gunicorn_app, supervisor  # noqa: E402, F401
from tests import commands  # noqa: E402, F401

for kind in ("models", "routes", "jobs", "cli"):
    areas.modules(kind)
