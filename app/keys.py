"""The installation's keys, made once: `python -m app.keys`, or as a script, which need not load the application."""

import base64
import os
import secrets
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write_keys(instance: Path) -> bool:
    """Make the installation's keys once: 32 random bytes each, readable by the owner alone."""
    path = instance / "secrets.env"
    if path.exists():
        return False
    instance.mkdir(parents=True, exist_ok=True)
    key = base64.b64encode(secrets.token_bytes(32)).decode()
    text = f"SECRET_KEY={secrets.token_urlsafe(32)}\nDATA_KEYS=k1:{key}\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return True


if __name__ == "__main__":
    write_keys(Path(os.environ.get("INSTANCE", str(ROOT / "instance"))))
