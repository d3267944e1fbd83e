"""The newest schema in a database that is not the installation's own."""

import os
import re
import subprocess
import sys

from app.config import ROOT
from app.operations.engines import Unusable


def bring_to_newest(url: str, owner_url: str) -> None:
    """Migrate the database at these addresses as `flask db upgrade` would on an installation; raises Unusable."""
    command = [sys.executable, "-m", "flask", "--app", "wsgi", "db", "upgrade"]
    # A file that names the installation's own database would stand above the address given here.
    env = os.environ | {"DATABASE_URL": url, "DATABASE_OWNER_URL": owner_url}
    env |= {"DATABASE_URL_FILE": "", "DATABASE_OWNER_URL_FILE": ""}
    process = subprocess.run(command, check=False, cwd=ROOT, env=env, capture_output=True, text=True)  # noqa: S603
    if process.returncode:
        lines = process.stderr.strip().splitlines()
        # SQLAlchemy's last lines are the statement and where to read more.
        errors = [line for line in lines if re.match(r"[A-Za-z_.]+: ", line)] or lines
        raise Unusable(f"The newest schema could not be made: {errors[-1] if errors else process.returncode}")
